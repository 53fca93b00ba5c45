"""Pictures of a report, each a function of the analysis."""

import base64
import io
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from kingsburg_arena.figures import rating_text
from kingsburg_arena.results import Results
from kingsburg_arena.strategy import ADVISORS, BATTLES, BUILDINGS, EVERYBODY, ROWS, SOURCES
from kingsburg_env.engine.names import NUM_COLUMNS, NUM_COURT

Summary = dict[str, Any]

INK, MUTED, ACCENT = "#23303d", "#8a96a3", "#2f6f8f"
AGENT_COLOURS = (
    "#2f6f8f",
    "#c8553d",
    "#588b4b",
    "#8d5a97",
    "#d19a2a",
    "#4a4e9c",
    "#a06a4c",
    "#3f9c94",
    "#b8477a",
    "#6b7280",
)
SOURCE_COLOURS = (
    "#2f6f8f", "#c8a24a", "#d96c47", "#588b4b", "#8fb573", "#6d7f3a", "#8d5a97",
    "#b48cc0", "#e3c567", "#5aa9a4", "#d98ca6", "#4a4e9c", "#9b2226", "#5c2b2e",
)  # fmt: skip
BATTLE_COLOURS = ("#588b4b", "#d9c27a", "#9b2226")
DIVERGING = LinearSegmentedColormap.from_list("diverging", ["#b5473a", "#f7f5f0", "#2f6f8f"])
SEQUENTIAL = LinearSegmentedColormap.from_list("sequential", ["#f7f5f0", "#9cc3cf", "#2f6f8f"])
ROMAN = ("I", "II", "III", "IV")
WIDTH = 10.0
LONGEST_NAME = 26
DARK = 0.6
# A share of fewer seats says nothing; it is left out of the pictures.
FEW_SEATS = 30


def as_image(figure: Figure) -> str:
    """Write a picture as an address that holds it whole."""
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=110, bbox_inches="tight", facecolor="white")
    return "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode("ascii")


def as_svg(figure: Figure) -> str:
    """Write a picture as SVG: the same text for the same picture, without spaces at the ends of lines."""
    stream = io.StringIO()
    with rc_context({"svg.hashsalt": "kingsburg"}):
        metadata = {"Creator": None, "Date": None}
        figure.savefig(stream, format="svg", metadata=metadata, bbox_inches="tight", facecolor="white")
    return "".join(f"{line.rstrip()}\n" for line in stream.getvalue().splitlines())


def new_figure(height: float, columns: int = 1, rows: int = 1, **options: Any) -> tuple[Figure, list[Axes]]:
    """Make a figure and its axes in the style of all pictures."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False, **options).ravel().tolist()
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
        axis.spines[["left", "bottom"]].set_color(MUTED)
        axis.tick_params(colors=INK, labelsize=9)
    return figure, axes


def short(name: str) -> str:
    """Shorten a name, that of a file perhaps, so that a picture has room for more than its labels."""
    return name if len(name) <= LONGEST_NAME else f"{name[:7]}…{name[8 - LONGEST_NAME :]}"


def colour_of(number: int) -> str:
    """Return the colour of the first, second, ... thing in a picture."""
    return AGENT_COLOURS[number % len(AGENT_COLOURS)]


def _dots(axis: Axes, rows: list[Summary], key: str, low: str, high: str, scale: float = 1.0) -> None:
    """Draw values with their intervals, as far as they are known, one below the other."""
    for y, row in enumerate(rows):
        colour = colour_of(y)
        if row[low] is not None and row[high] is not None:
            ends = [row[low] * scale, row[high] * scale]
            axis.plot(ends, [y, y], color=colour, lw=3, alpha=0.45, solid_capstyle="round")
        if row[key] is not None:
            axis.plot(row[key] * scale, y, "o", color=colour, ms=7)
    axis.invert_yaxis()
    axis.grid(axis="x", color="#e6e8eb")
    axis.set_axisbelow(True)


def strength(result: Summary) -> Figure:
    """Draw win shares beside equal strength, and ratings."""
    names, rows = list(result["agents"]), list(result["agents"].values())
    figure, (left, right) = new_figure(1.4 + 0.42 * len(rows), columns=2, sharey=True)
    _dots(left, rows, "win_share", "low", "high", 100)
    left.axvline(100 * result["equal_share"], color=INK, ls="--", lw=1)
    left.set_xlabel("win share in %, dashed: equal strength")
    left.set_yticks(range(len(names)), [*map(short, names)])
    _dots(right, [_known(row) for row in rows], "rating", "rating_low", "rating_high")
    for y, row in enumerate(rows):
        if row["rating_is_bound"]:
            _note(right, y, rating_text(row))
    right.set_xlabel("rating (Elo scale)")
    left.set_ylim(len(names) - 0.5, -0.5)
    return figure


def _known(row: Summary) -> Summary:
    """Leave out a rating that is only a bound."""
    return row | {"rating": None} if row["rating_is_bound"] else row


def _note(axis: Axes, y: int, text: str, x: float | None = None) -> None:
    """Write a figure beside a point on the axis, or at its left end."""
    behind = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    style: Summary = {"va": "center", "fontsize": 11, "color": INK, "textcoords": "offset points"}
    if x is None:
        style["xycoords"] = axis.get_yaxis_transform()
    axis.annotate(text, (0 if x is None else x, y), (8 if x is None else 10, 0), bbox=behind, **style)


def draw_ladder(contest: Summary) -> Figure:
    """Draw a contest of the ladder for whoever only looks at it: shares and ratings, also in figures."""
    names, rows = list(contest["agents"]), list(contest["agents"].values())
    figure, (left, right) = new_figure(1.3 + 0.46 * len(rows), columns=2, sharey=True)
    figure.suptitle(
        f"{contest['name']} at tables of {contest['players']}: {contest['games']:,} games, 95 % intervals",
        fontsize=12,
        color=INK,
    )
    for y, row in enumerate(rows):
        _rung(
            left,
            y,
            [100 * row[key] for key in ("low", "win_share", "high")],
            f"{row['win_share']:.1%}",
        )
        rating = [_known(row)[key] for key in ("rating_low", "rating", "rating_high")]
        _rung(right, y, rating, rating_text(row))
    left.axvline(100 * contest["equal_share"], color=INK, ls="--", lw=1)
    left.set_xlabel("games won in %, dashed: equal strength", fontsize=11, color=INK)
    left.set_yticks(range(len(names)), [*map(short, names)])
    left.set_ylim(len(names) - 0.5, -0.5)
    right.set_xlabel("rating on the Elo scale", fontsize=11, color=INK)
    for axis in (left, right):
        axis.tick_params(labelsize=11)
        axis.grid(axis="x", color="#e6e8eb")
        # Room for the last figure.
        axis.set_xlim(right=axis.get_xlim()[1] + 0.2 * np.ptp(axis.get_xlim()))
    return figure


def _rung(axis: Axes, y: int, interval: list[float | None], text: str) -> None:
    """Draw a value, and its interval where both ends are known, and write it; what is no value is only written."""
    low, value, high = interval
    if value is None:
        _note(axis, y, text)
        return
    bar: Summary = {"fmt": "o", "ms": 5, "elinewidth": 2, "capsize": 5, "capthick": 2}
    ends = None if low is None or high is None else [[value - low], [high - value]]
    axis.errorbar(value, y, xerr=ends, color=colour_of(y), **bar)
    _note(axis, y, text, value if high is None else high)


def cross(result: Summary) -> Figure:
    """Draw who finishes before whom."""
    names = list(result["agents"])
    values = np.array([[result["cross"][a].get(b, {}).get("ahead", np.nan) for b in names] for a in names])
    figure, (axis,) = new_figure(1.5 + 0.5 * len(names))
    axis.imshow(values, cmap=DIVERGING, vmin=0, vmax=1, aspect="auto")
    axis.set_xticks(range(len(names)), [*map(short, names)], rotation=30, ha="right")
    axis.set_yticks(range(len(names)), [*map(short, names)])
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            axis.text(
                column,
                row,
                f"{value:.1%}",
                ha="center",
                va="center",
                fontsize=9,
                color=text_colour(DIVERGING(value)),
            )
    axis.set_title("row finishes before column, a tie counts as half", loc="left", fontsize=10, color=INK)
    return figure


def text_colour(background: Any) -> str:
    """Write dark on light and light on dark."""
    return "white" if np.dot(background[:3], (0.3, 0.59, 0.11)) < DARK else INK


def seats_and_order(result: Summary) -> Figure:
    """Draw the effect of the seat and of the turn order."""
    figure, axes = new_figure(2.6, columns=2, sharey=True)
    for axis, rows, label in zip(
        axes, (result["seats"], result["turn_order"]), ("seat", "place in turn order"), strict=True
    ):
        shares = [100 * row["win_share"] for row in rows]
        below, above = ([100 * abs(row[end] - row["win_share"]) for row in rows] for end in ("low", "high"))
        axis.errorbar(range(1, len(rows) + 1), shares, [below, above], fmt="o", color=ACCENT, capsize=4)
        axis.axhline(100 * result["equal_share"], color=INK, ls="--", lw=1)
        axis.set_xticks(range(1, len(rows) + 1))
        axis.set_xlabel(label)
    axes[0].set_ylabel("win share in %")
    return figure


def points(results: Results, names: list[str]) -> Figure:
    """Draw how the victory points of each agent spread."""
    figure, (axis,) = new_figure(1.2 + 0.5 * len(names))
    values = [results.vp[results.agent == results.agents.index(name)] for name in names]
    bodies = axis.violinplot(
        values, orientation="horizontal", showextrema=False, showmedians=True, widths=0.85
    )
    shapes: Any = bodies["bodies"]
    for y, body in enumerate(shapes):
        body.set_facecolor(colour_of(y))
        body.set_alpha(0.6)
    axis.set_yticks(range(1, len(names) + 1), [*map(short, names)])
    axis.invert_yaxis()
    axis.set_xlabel("victory points, line: median")
    return figure


def _pairs(strategies: dict[str, Summary]) -> list[tuple[str, Summary]]:
    """List winners and losers of every agent, those without games left out."""
    groups = [
        (f"{short(name)}, {side}", found[side])
        for name, found in strategies.items()
        for side in ("winners", "losers")
    ]
    return [(name, group) for name, group in groups if group["seats"]]


def _stacked(
    axis: Axes, groups: list[tuple[str, Summary]], key: str, names: list[str], colours: tuple[str, ...]
) -> None:
    """Draw stacked bars; what is lost goes to the left."""
    for y, (_, group) in enumerate(groups):
        right = left = 0.0
        for name, colour in zip(names, colours, strict=True):
            value = group[key][name]
            axis.barh(y, value, left=right if value >= 0 else left, color=colour, height=0.75)
            right, left = right + max(value, 0), left + min(value, 0)
    axis.set_yticks(range(len(groups)), [name for name, _ in groups])
    axis.invert_yaxis()
    handles = [axis.barh(0, 0, color=colour) for colour in colours]
    used = [any(abs(group[key][name]) > 0 for _, group in groups) for name in names]
    shown = [(handle, name) for handle, name, is_used in zip(handles, names, used, strict=True) if is_used]
    axis.legend(
        *zip(*shown, strict=True), ncols=6, fontsize=8, frameon=False, loc="lower left", bbox_to_anchor=(0, 1)
    )


def points_by_source(strategies: dict[str, Summary]) -> Figure:
    """Draw where victory points come from, for winners and losers."""
    groups = _pairs(strategies)
    figure, (axis,) = new_figure(1.6 + 0.32 * len(groups))
    _stacked(axis, groups, "vp_from", SOURCES, SOURCE_COLOURS)
    axis.axvline(0, color=INK, lw=1)
    axis.set_xlabel("mean victory points")
    return figure


def battles(strategies: dict[str, Summary]) -> Figure:
    """Draw the five winters of winners and losers."""
    groups = _pairs(strategies)
    figure, (axis,) = new_figure(1.4 + 0.3 * len(groups))
    _stacked(axis, groups, "battles", BATTLES, BATTLE_COLOURS)
    axis.set_xlabel("winters")
    return figure


def advisors(strategies: dict[str, Summary]) -> Figure:
    """Draw how often winners and losers were helped by each advisor."""
    groups = _pairs(strategies)
    used = [
        k
        for k, name in enumerate(ADVISORS)
        if k < NUM_COURT or any(group["advisors"][name] for _, group in groups)
    ]
    values = np.array([[group["advisors"][ADVISORS[k]] for k in used] for _, group in groups])
    figure, (axis,) = new_figure(1.8 + 0.32 * len(groups))
    axis.imshow(values, cmap=SEQUENTIAL, aspect="auto")
    axis.set_xticks(range(len(used)), [ADVISORS[k] for k in used], rotation=40, ha="right")
    axis.set_yticks(range(len(groups)), [name for name, _ in groups])
    for (row, column), value in np.ndenumerate(values):
        shade = text_colour(SEQUENTIAL(value / max(values.max(), 1e-9)))
        axis.text(column, row, f"{value:.1f}", ha="center", va="center", fontsize=7, color=shade)
    axis.set_title("times helped in a game", loc="left", fontsize=10, color=INK)
    return figure


def province(name: str, found: Summary) -> Figure | None:
    """Draw the province sheets of an agent's winners and losers: how often each building was built, and when."""
    sides = [side for side in ("winners", "losers") if found[side]["seats"]]
    rows = [row for row in range(len(ROWS)) if any(_row_share(found[side], row) for side in sides)]
    if not rows:
        return None
    figure, axes = new_figure(0.9 + 0.48 * len(rows), columns=len(sides))
    for axis, side in zip(axes, sides, strict=True):
        _sheet(axis, found[side], rows)
        vp = found[side]["vp"]
        axis.set_title(
            f"{short(name)}: {side}, {found[side]['seats']} seats, {vp:.1f} VP",
            loc="left",
            fontsize=10,
            color=INK,
        )
    return figure


def _row_share(group: Summary, row: int) -> float:
    return sum(group["built"][name] for name in BUILDINGS[row * NUM_COLUMNS : (row + 1) * NUM_COLUMNS])


def _sheet(axis: Axes, group: Summary, rows: list[int]) -> None:
    names = [BUILDINGS[row * NUM_COLUMNS : (row + 1) * NUM_COLUMNS] for row in rows]
    values = np.array([[group["built"][name] for name in row] for row in names])
    axis.imshow(values, cmap=SEQUENTIAL, vmin=0, vmax=1, aspect="auto")
    axis.set_xticks(range(NUM_COLUMNS), ROMAN)
    axis.set_yticks(range(len(rows)), [ROWS[row] for row in rows])
    axis.spines[:].set_visible(False)
    for (row, column), value in np.ndenumerate(values):
        season = group["season"][names[row][column]]
        when = f", season {season:.1f}" if season else ""
        shade = text_colour(SEQUENTIAL(value))
        axis.text(
            column,
            row,
            f"{names[row][column]}\n{value:.0%}{when}",
            ha="center",
            va="center",
            fontsize=7,
            color=shade,
        )


def what_pays(result: Summary, strategies: dict[str, Summary], category: str) -> Figure | None:
    """Draw the win share of each agent by what it had, with intervals; nothing if nobody had anything."""
    tables = {
        name: [row for row in found["win_share_by"][category] if row["seats"] >= FEW_SEATS]
        for name, found in strategies.items()
        if name != EVERYBODY
    }
    names = list(dict.fromkeys(row["name"] for table in tables.values() for row in table))
    if not names:
        return None
    figure, (axis,) = new_figure(2.8)
    for number, (agent, table) in enumerate(tables.items()):
        shift = (number - (len(tables) - 1) / 2) * 0.7 / len(tables)
        positions = [names.index(row["name"]) + shift for row in table]
        shares = [100 * row["win_share"] for row in table]
        ends = [[100 * abs(row[end] - row["win_share"]) for row in table] for end in ("low", "high")]
        axis.errorbar(
            positions, shares, ends, fmt="o", ms=5, capsize=2, color=colour_of(number), label=short(agent)
        )
    axis.axhline(100 * result["equal_share"], color=INK, ls="--", lw=1)
    tilted = {"rotation": 40, "ha": "right"} if len(names) > 8 else {}  # noqa: PLR2004 - what fits side by side
    axis.set_xticks(range(len(names)), names, **tilted)
    axis.set_ylabel("win share in %")
    axis.legend(fontsize=8, frameon=False, ncols=6, loc="lower left", bbox_to_anchor=(0, 1))
    return figure
