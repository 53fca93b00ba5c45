"""The ladder: the published table of strength, played anew from its plan by one command.

The plan is a TOML file; what it gives is written as data (JSON), as a page (Markdown) and, its first contest, as a picture (SVG).
Plan and data of the published ladder lie beside this file and come with the package; page and picture are in the docs.
Some contests check the harness itself: a mirror match must come out even, a floor must lose.
"""

import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingsburg_agents.files import read_text
from kingsburg_arena import schedule
from kingsburg_arena.figures import rating_range, rating_text, speed_text
from kingsburg_arena.storage import stamp
from kingsburg_arena.tournament import run
from kingsburg_env import Rules
from kingsburg_env.writing import write_text

PLAN = Path(__file__).with_suffix(".toml")
"""What the published ladder plays."""
MILLISECOND = 1000.0
# A check must not fail by bad luck: its interval is wider and holds in about 998 of 1000.
WIDENED = 1.6
KEYS = {
    "name", "agents", "table", "players", "games", "quick_games", "edition", "modules", "budget", "is_even", "losers",
    "optional_effects",
}  # fmt: skip

Summary = dict[str, Any]
Progress = Callable[[str, float, int], None]


@dataclass(frozen=True)
class Contest:
    """One tournament of the ladder, and what it must show."""

    name: str
    tournament: schedule.Tournament
    quick: schedule.Tournament | None
    is_even: bool
    losers: tuple[str, ...]


def read_plan(path: Path) -> list[Contest]:
    """Read the plan of a ladder."""
    try:
        plan = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from error
    if not isinstance(plan.get("seed"), int) or not plan.get("contest"):
        raise ValueError(f"{path}: must name a seed and at least one [[contest]]")
    return [_contest(path, plan["seed"], entry) for entry in plan["contest"]]


def _contest(path: Path, seed: int, entry: Summary) -> Contest:
    if unknown := set(entry) - KEYS:
        raise ValueError(
            f"{path}: unknown {', '.join(sorted(unknown))}; allowed are {', '.join(sorted(KEYS))}"
        )
    if missing := {"name", "players", "games"} - set(entry):
        raise ValueError(f"{path}: a contest must have {', '.join(sorted(missing))}")
    if ("agents" in entry) == ("table" in entry):
        raise ValueError(f"{path}: {entry['name']}: must have either agents or table")
    players = entry.get("table") or entry["agents"]
    if strangers := set(entry.get("losers", ())) - set(players):
        raise ValueError(
            f"{path}: {entry['name']}: losers {', '.join(sorted(strangers))}: must be of {', '.join(players)}"
        )
    quick = entry.get("quick_games", 0)
    return Contest(
        entry["name"],
        _tournament(entry, seed, entry["games"]),
        _tournament(entry, seed, quick) if quick else None,
        bool(entry.get("is_even", False)),
        tuple(entry.get("losers", ())),
    )


def _tournament(entry: Summary, seed: int, games: int) -> schedule.Tournament:
    rules = Rules(
        entry["players"],
        entry.get("edition", "second"),
        tuple(entry.get("modules", ())),
        optional_effects=entry.get("optional_effects", False),
    )
    plan = schedule.table if "table" in entry else schedule.mixes
    players = entry.get("table") or entry["agents"]
    tournament = plan(players, rules, games, seed, entry.get("budget", schedule.DEFAULT_BUDGET))
    if left := schedule.num_unplayed(tournament):
        raise ValueError(
            f"{entry['name']}: {games} games leave {left} of {len(tournament.lineups)} mixes out"
        )
    return tournament


def play_contests(contests: list[Contest], workers: int, folder: Path | None, progress: Progress) -> Summary:
    """Play the whole ladder; with a folder it can be stopped and goes on."""
    played = []
    for number, contest in enumerate(contests):
        path = None if folder is None else folder / f"{number:02}"
        played.append(_play_one(contest, contest.tournament, workers, path, progress))
    return {"stamp": stamp(), "contests": played}


def _play_one(
    contest: Contest, tournament: schedule.Tournament, workers: int, folder: Path | None, progress: Progress
) -> Summary:
    result = run(tournament, folder, workers, lambda done, total: progress(contest.name, done, total))
    kept = ("tournament", "players", "games", "blocks", "equal_share", "agents")
    return {
        "name": contest.name,
        **{key: result[key] for key in kept},
        "checks": self_checks(contest, result),
    }


def self_checks(contest: Contest, result: Summary) -> list[Summary]:
    """List what this contest has to show, and whether it does."""
    checks = []
    for name, row in result["agents"].items():
        below = WIDENED * (row["win_share"] - row["low"])
        above = WIDENED * (row["high"] - row["win_share"])
        low, high, equal = row["win_share"] - below, row["win_share"] + above, result["equal_share"]
        if contest.is_even:
            checks.append({"check": f"{name} wins as often as its copies", "holds": low <= equal <= high})
        if name in contest.losers:
            checks.append({"check": f"{name} wins less than its share", "holds": high < equal})
        if row["forfeits"]:
            checks.append({"check": f"{name} loses no game by default", "holds": False})
    return checks


def failures(ladder: Summary) -> list[str]:
    """List the checks that do not hold."""
    return [
        f"{contest['name']}: {check['check']}: no"
        for contest in ladder["contests"]
        for check in contest["checks"]
        if not check["holds"]
    ]


def contradictions(
    contests: list[Contest], published: Summary, workers: int, progress: Progress
) -> list[str]:
    """Play the quick form of the ladder, and list where its intervals and the published ones do not meet."""
    found = []
    known = {contest["name"]: contest for contest in published["contests"]}
    for contest in contests:
        if contest.name not in known:
            found.append(f"{contest.name}: is planned but not published")
        elif contest.quick is not None:
            fresh = _play_one(contest, contest.quick, workers, None, progress)
            found += compare(known[contest.name], fresh) + failures({"contests": [fresh]})
    return found


def compare(published: Summary, fresh: Summary) -> list[str]:
    """List the agents whose two win shares cannot both be true."""
    found = []
    for name, now in fresh["agents"].items():
        then = published["agents"].get(name)
        if then is None:
            found.append(f"{fresh['name']}: {name} is planned but not published")
        elif now["low"] > then["high"] or now["high"] < then["low"]:
            found.append(f"{fresh['name']}: {name} wins {_share(now)}, published is {_share(then)}")
    return found


def _share(row: Summary) -> str:
    return f"{row['win_share']:.1%} ({row['low']:.1%} to {row['high']:.1%})"


def page_of(plan: Path) -> Path:
    """Return the path of a plan's page."""
    return plan.with_suffix(".md")


def data_of(plan: Path) -> Path:
    """Return the path of a plan's data."""
    return plan.with_suffix(".json")


def picture_of(plan: Path) -> Path:
    """Return the path of a plan's picture."""
    return plan.with_suffix(".svg")


def publish(plan: Path, ladder: Summary) -> None:
    """Write data, page and picture, named like the plan but for their endings."""
    from kingsburg_arena import plots  # noqa: PLC0415 - matplotlib, for the picture alone

    write_text(data_of(plan), json.dumps(ladder, indent=1) + "\n")
    write_text(page_of(plan), page(ladder))
    write_text(picture_of(plan), plots.as_svg(plots.draw_ladder(ladder["contests"][0])))


def read_published(plan: Path) -> Summary:
    """Read what was published last."""
    path = data_of(plan)
    if not path.is_file():
        raise ValueError(f"{path}: is missing; `kingsburg ladder --plan {plan}` writes it")
    return json.loads(path.read_text(encoding="utf-8"))


INTRODUCTION = """# The ladder

How strong the agents are, by `kingsburg ladder`; do not edit this page by hand.
Win shares stand beside the share of equal strength; intervals hold 95 % and come of drawing whole duplicate blocks again.
Ratings are Plackett-Luce strengths on the Elo scale, that of the anchor is 0; ≥ and ≤ mark mere bounds.
Every game has a seed from the evaluation range, `2**62` and up, which nothing is trained on.

![The first contest: games won and ratings, with their intervals](ladder.svg)
"""

HEADS = "| agent | win share | 95 % | rating | 95 % | mean rank | mean VP | ms a decision | lost by default |"


def page(ladder: Summary) -> str:
    """Write the ladder as a page."""
    marks = ladder["stamp"]
    lines = [INTRODUCTION]
    lines += [
        f"Version {marks['version']}, commit {marks['commit']}, Python {marks['python']}, {marks['machine']}, {marks['date']}.",
        "",
    ]
    for contest in ladder["contests"]:
        lines += [*_section(contest), ""]
    return "\n".join(lines)


def _section(contest: Summary) -> list[str]:
    plan = contest["tournament"]
    rules = plan["rules"]
    modules = f", modules {', '.join(rules['modules'])}" if rules["modules"] else ""
    what = "Every mix of these agents" if plan["is_mixed"] else f"One line-up: {', '.join(_seated(plan))}"
    rows = [_row(name, row) for name, row in contest["agents"].items()]
    checks = [f"- {check['check']}: {'yes' if check['holds'] else 'NO'}" for check in contest["checks"]]
    optional = ", optional effects" if rules["optional_effects"] else ""
    setting = f"{contest['players']} players, {rules['edition']} edition{modules}{optional}"
    amount = f"{contest['games']} games in {contest['blocks']} blocks, seed {plan['seed']}"
    return [
        f"## {contest['name']}",
        "",
        f"{what}; {setting}; {amount}; equal strength wins {contest['equal_share']:.1%}.",
        "",
        HEADS,
        "|---|" + "---:|" * (HEADS.count("|") - 2),
        *rows,
        *(["", "The harness checks itself:", "", *checks] if checks else []),
    ]


def _seated(plan: Summary) -> list[str]:
    return [plan["agents"][player] for player in plan["lineups"][0]]


def _row(name: str, row: Summary) -> str:
    cells = (
        name,
        f"{row['win_share']:.1%}",
        f"{row['low']:.1%} to {row['high']:.1%}",
        rating_text(row),
        rating_range(row),
        f"{row['mean_rank']:.2f}",
        f"{row['mean_vp']:.1f}",
        speed_text(row, MILLISECOND),
        str(row["forfeits"]),
    )
    return f"| {' | '.join(cells)} |"
