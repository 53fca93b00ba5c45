"""The tables: decisions per second, the ratios that matter, and docs/benchmarks.md."""

import datetime as dt
import platform
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple

from benchmarks.cases import CASES, CLASSIC, NUM_JAX_GAMES

FLAT_MIB = 1.0


@dataclass
class Result:
    """What came of one case: the rate of every round, or the reason why there is none."""

    reason: str | None = None
    rates: list[float] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)

    @property
    def median(self) -> float | None:
        """The median rate, if the case was measured and never failed."""
        return median(self.rates) if self.rates and self.reason is None else None


class Ratio(NamedTuple):
    """One of ours beside the fastest of some peers, and the ratio we want at least; None where none was set."""

    ours: str
    peers: tuple[str, ...]
    goal: float | None


def _classic(form: str, *games: str) -> tuple[str, ...]:
    return tuple(f"{game} {form}" for game in games or [game for game, _ in CLASSIC])


MOST_USED = ("connect_four_v3", "texas_holdem_v4")
JAX = ("pgx connect_four", "pgx backgammon", "jumanji 2048")
INSIDE = ("open_spiel backgammon inside",)

RATIOS = (
    Ratio("kingsburg raw_env alone", _classic("raw_env alone", *MOST_USED), 10),
    Ratio("kingsburg raw_env", _classic("raw_env", *MOST_USED), None),
    Ratio("kingsburg env alone", _classic("env alone", *MOST_USED), 8),
    Ratio("kingsburg env", _classic("env", *MOST_USED), 8),
    Ratio("kingsburg raw_env alone", _classic("raw_env alone"), None),
    Ratio("kingsburg raw_env", _classic("raw_env"), None),
    Ratio("kingsburg env alone", _classic("env alone"), None),
    Ratio("kingsburg env", _classic("env"), None),
    Ratio("kingsburg raw_env", ("catanatron single",), 20),
    Ratio("kingsburg env", ("catanatron single",), 20),
    Ratio("kingsburg single", ("catanatron single",), 20),
    Ratio("kingsburg batch alone", INSIDE, 40),
    Ratio("kingsburg batch", INSIDE, None),
    Ratio("kingsburg rollouts", INSIDE, None),
    Ratio("kingsburg batch alone", JAX, 1),
    Ratio("kingsburg batch", JAX, 1),
)
"""What is compared; the classic games are those with a mask: the two most used, with a goal, and all of them."""


def row(cells: list[str]) -> str:
    """Write one row of a table."""
    return f"| {' | '.join(cells)} |"


def table_lines(results: dict[str, Result]) -> list[str]:
    """Write the table of decisions per second."""
    heads = ["library", "game", "how it is played", "players", "delivers", "decisions/s", "lowest to highest"]
    return [row(heads), "|---|---|---|---|---|---:|---:|", *(row(cells(*item)) for item in results.items())]


def cells(name: str, result: Result) -> list[str]:
    """Write what is known of one case."""
    case = CASES[name]
    about = [case.environment, case.game, case.way, case.players, case.delivers]
    if result.median is None:
        return [*about, f"not measured: {result.reason}", ""]
    return [*about, f"{result.median:,.0f}", f"{min(result.rates):,.0f} to {max(result.rates):,.0f}"]


def fastest(names: tuple[str, ...], results: dict[str, Result]) -> tuple[str, float] | None:
    """Find the fastest of some cases that were measured."""
    rates = {name: rate for name in names if name in results and (rate := results[name].median) is not None}
    return max(rates.items(), key=lambda item: item[1]) if rates else None


def ratio_lines(results: dict[str, Result]) -> list[str]:
    """Write the table of ratios."""
    lines = [row(["ours", "beside the fastest of", "which is", "ratio", "goal"]), "|---|---|---|---:|---:|"]
    for ratio in RATIOS:
        ours, peer = fastest((ratio.ours,), results), fastest(ratio.peers, results)
        goal = "" if ratio.goal is None else f"{ratio.goal:g}"
        found = (
            ["not measured", ""] if ours is None or peer is None else [peer[0], f"{ours[1] / peer[1]:.1f}"]
        )
        lines.append(row([ratio.ours, ", ".join(ratio.peers), *found, goal]))
    return lines


def version_lines(results: dict[str, Result]) -> list[str]:
    """Write what was installed in each environment."""
    versions = {CASES[name].environment: result.versions for name, result in results.items() if result.rates}
    return [
        f"- {environment}: {', '.join(f'{package} {version}' for package, version in packages.items())}"
        for environment, packages in versions.items()
    ]


def memory_line(memory: dict[str, Any]) -> str:
    """Say how memory stood before and after many games."""
    if "reason" in memory:
        return f"Not measured: {memory['reason']}."
    grown = memory["after_mib"] - memory["before_mib"]
    verdict = "flat" if grown < FLAT_MIB else "NOT flat"
    return (
        f"{memory['games']:,.0f} games in one process, batched and one by one: the most memory ever held was "
        f"{memory['before_mib']:.1f} MiB before and {memory['after_mib']:.1f} MiB after, {verdict}."
    )


def document(results: dict[str, Result], memory: dict[str, Any], settings: str, cores: int) -> str:
    """Write docs/benchmarks.md."""
    today = dt.datetime.now(dt.UTC).date().isoformat()
    return f"""# Beside the peers

This page is written by `make bench-peers`, which installs the peers, measures everything in one go and writes it anew.
Measured on {today}, {cores} cores ({platform.machine()}, {platform.system()}), Python {platform.python_version()}, {settings}.
A load average above the number of cores means a busy machine, and figures that vary more.

Everybody plays uniformly random legal actions through their own interface.
A decision is one action of one player; chance and the empty steps after the end of a game are not counted, but their time is.
Every measurement is a process of its own on one core, and goes by the CPU time of that process, so that a busy machine counts less.
The rounds go over all cases in turn, so that noise meets all of them alike; the table gives the median round.
Whatever hands out a mask as an array is played by the same policy, numpy's `nonzero` and one random number; whatever hands out a list, by the same random number.
A batch picks all its actions at once, ours by `sample_legal` and those of pgx and jumanji in JAX.

{chr(10).join(table_lines(results))}

- Kingsburg is played by four players under the base rules, with observation and mask written for every decision, unless it says otherwise.
- A learner's decision includes the play of its opponents: three random ones in Kingsburg, one in Catan.
- With actions picked before, games are played again by their seeds and noted actions, so that only the environment is timed; dealing by seed is slow in the games that take their cards from RLCard.
- The goals beside PettingZoo are set by the two most used of its games; tic-tac-toe, whose whole table is nine squares, is in the other rows.
- The `env()` of PettingZoo's games is what users get, with the customary wrappers; `raw_env` is the game without them.
- PettingZoo's `rps_v2` has no mask and hardly any rules; it is shown, but not in the same form, so the ratios leave it out.
- PettingZoo no longer has gin rummy; RLCard's own is in the table, and PettingZoo's slower games (chess, go, hanabi, no-limit hold'em) are not.
- The jitted loops of pgx and jumanji hold policy, step, reset, observation and mask in one compiled call over {NUM_JAX_GAMES} games, the fastest form of pgx that was tried.
- OpenSpiel's games in C++ are played by its own random bots and deliver no observation.

## Ratios

{chr(10).join(ratio_lines(results))}

## Memory

{memory_line(memory)}

## Versions

{chr(10).join(version_lines(results))}
"""
