"""The report: one HTML file that holds everything, pictures too, and loads nothing."""

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from kingsburg_arena import plots
from kingsburg_arena.figures import efficiency_text, rating_range, rating_text, speed_text
from kingsburg_arena.results import Results
from kingsburg_arena.strategy import EVERYBODY
from kingsburg_env.writing import write_text

REPORT = "report.html"
MAX_FORFEITS = 200

Summary = dict[str, Any]

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #23303d; margin: 0 auto; max-width: 1060px; padding: 1.5rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; border-bottom: 2px solid #e6e8eb; } p { max-width: 46rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid #e6e8eb; }
th:first-child, td:first-child, td.text { text-align: left; } th { background: #f4f5f7; }
img { max-width: 100%; } nav a { margin-right: 1rem; } .muted { color: #6b7782; }
"""

METHOD = """A block is one seed played in every distinct rotation of the seats, so each agent meets the same luck in each seat.
Intervals (95 %) come of drawing whole blocks again (cluster bootstrap); blocks, not games, are what is independent.
A shared win is split.
The relative efficiency says how many independent games one game of a block is worth for the win share.
Ratings are the most likely Plackett-Luce strengths given all finishing orders at once, on the Elo scale;
a tie counts as every order of the tied in equal parts.
The anchor's rating is 0. It is one of the largest set of agents whose ratings hang together, by chains of games that lead there and back.
A rating marked ≥ or ≤ is only a bound and has no interval: no chain of games leads both ways between that agent and the anchor.
An agent that crashes, acts illegally or exceeds its budget loses that game: it ranks last there, the first legal action is played for it,
and the game stays in its block for the others."""


def write_report(folder: Path, result: Summary, results: Results) -> None:
    """Write the report of a tournament."""
    write_text(folder / REPORT, as_html(result, results))


def as_html(result: Summary, results: Results) -> str:
    """Write the report as one page."""
    sections = {
        "Strength": _strength(result, results),
        "Head to head": _image(plots.cross(result)),
        "Seats and turn order": _image(plots.seats_and_order(result)),
        **_strategy(result),
        "Lost by default": _forfeits(result),
        "How it was measured": f"<p>{escape(METHOD)}</p>{_stamp(result)}",
    }
    links = "".join(f'<a href="#{_anchor(name)}">{name}</a>' for name in sections)
    body = "".join(f'<h2 id="{_anchor(name)}">{name}</h2>{text}' for name, text in sections.items())
    title = "Kingsburg arena"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><h1>{title}</h1><p class=muted>{_summary(result)}</p><nav>{links}</nav>{body}</body></html>\n"
    )


def _anchor(name: str) -> str:
    return name.lower().replace(" ", "-")


def _summary(result: Summary) -> str:
    rules = result["tournament"]["rules"]
    modules = ", ".join(rules["modules"]) or "none"
    optional = ", optional effects" if rules["optional_effects"] else ""
    return (
        f"{result['games']} games in {result['blocks']} blocks, {result['players']} players, "
        f"{rules['edition']} edition, modules: {modules}{optional}, seed {result['tournament']['seed']}"
    )


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _image(figure: Figure | None) -> str:
    return "" if figure is None else f'<p><img alt="" src="{plots.as_image(figure)}"></p>'


STRENGTH_HEADS = (
    "agent", "win share", "95 %", "rating", "95 %", "mean rank", "mean VP", "margin", "relative efficiency",
    "µs a decision", "games", "lost by default",
)  # fmt: skip


def _strength(result: Summary, results: Results) -> str:
    rows = [_strength_cells(name, row) for name, row in result["agents"].items()]
    equal = f"<p>With equal strength everybody would win {result['equal_share']:.1%}.</p>"
    pictures = _image(plots.strength(result)) + _image(plots.points(results, list(result["agents"])))
    return equal + _table(STRENGTH_HEADS, rows) + pictures


def _strength_cells(name: str, row: Summary) -> list[str]:
    """Write the figures of one agent."""
    return [
        name,
        f"{row['win_share']:.1%}",
        f"{row['low']:.1%} to {row['high']:.1%}",
        rating_text(row),
        rating_range(row),
        f"{row['mean_rank']:.2f}",
        f"{row['mean_vp']:.1f}",
        f"{row['margin']:+.1f}",
        efficiency_text(row),
        speed_text(row),
        str(row["games"]),
        str(row["forfeits"]),
    ]


def _strategy(result: Summary) -> dict[str, str]:
    """Write the sections on how games are won."""
    agents = {name: result["strategy"][name] for name in result["agents"] if name in result["strategy"]}
    found = {EVERYBODY: result["strategy"].get(EVERYBODY), **agents}
    shown = found if len(agents) > 1 else agents
    categories = ("first good", "completed row", "building", "governor", "seat")
    pays = "".join(
        f"<h3>By {name}</h3>{image}"
        for name in categories
        if (image := _image(plots.what_pays(result, found, name)))
    )
    return {
        "Where points come from": _image(plots.points_by_source(shown)),
        "What was built when": "".join(_image(plots.province(name, table)) for name, table in shown.items()),
        "Winters": _image(plots.battles(shown)),
        "Advisors": _image(plots.advisors(shown)),
        "What pays": "<p>Win share of each agent by what it had. What comes with winning need not cause it.</p>"
        + pays,
    }


def _forfeits(result: Summary) -> str:
    losses = result["forfeits"]
    if not losses:
        return "<p>Nobody crashed, hung or answered illegally.</p>"
    more = (
        f"<p>The first {MAX_FORFEITS} of {len(losses)}; all are in results.json.</p>"
        if len(losses) > MAX_FORFEITS
        else ""
    )
    rows = [
        [str(loss["game"]), str(loss["seat"] + 1), loss["agent"], loss["reason"]]
        for loss in losses[:MAX_FORFEITS]
    ]
    return more + _table(("game", "seat", "agent", "reason"), rows)


def _stamp(result: Summary) -> str:
    return _table(("stamp", ""), [[name, value] for name, value in result["stamp"].items()])
