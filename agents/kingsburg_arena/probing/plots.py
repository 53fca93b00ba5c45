"""Pictures of findings, each a function of what was found."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kingsburg_arena.plots import (
    ACCENT,
    DIVERGING,
    INK,
    MUTED,
    SEQUENTIAL,
    colour_of,
    new_figure,
)
from kingsburg_arena.probing.findings import Agreement, Bin, Floats, mean_by_season
from kingsburg_arena.probing.recording import DecisionRecord, Ints
from kingsburg_arena.strategy import ADVISORS, BUILDINGS
from kingsburg_env.reckoning import NUM_SEASONS

SEASONS = range(1, NUM_SEASONS + 1)
YEARS_APART = 3


def _by_season(axis: Axes) -> None:
    """Write seasons along the foot of a picture, and part the years."""
    axis.set_xlabel("season")
    axis.set_xticks(SEASONS)
    for end in range(YEARS_APART, NUM_SEASONS, YEARS_APART):
        axis.axvline(end + 0.5, color=MUTED, lw=0.6)


def _map(
    axis: Axes, shares: Floats, names: list[str], used: list[int], limit: float, *, signed: bool
) -> None:
    low = -limit if signed else 0.0
    extent = (0.5, NUM_SEASONS + 0.5, len(used) - 0.5, -0.5)
    axis.imshow(
        100 * shares[:, used].T,
        cmap=DIVERGING if signed else SEQUENTIAL,
        vmin=low,
        vmax=limit,
        aspect="auto",
        extent=extent,
    )
    axis.set_yticks(range(len(used)), [names[k] for k in used])
    _by_season(axis)


def choices(agent: Floats, other: Floats, names: list[str], titles: tuple[str, str]) -> Figure:
    """Draw which shares of its choices an agent gives to what, season by season, and where another gives less or more."""
    used = [k for k in range(len(names)) if agent[:, k].any() or other[:, k].any()]
    figure, (left, right) = new_figure(1.4 + 0.26 * len(used), columns=2, sharey=True)
    difference = agent - other
    _map(left, agent, names, used, 100 * float(agent.max()), signed=False)
    _map(right, difference, names, used, 100 * max(float(np.abs(difference).max()), 1e-9), signed=True)
    left.set_title(f"{titles[0]}: share of the season's choices", loc="left", fontsize=10, color=INK)
    right.set_title(f"blue: more than {titles[1]}, red: less", loc="left", fontsize=10, color=INK)
    for axis in (left, right):
        figure.colorbar(axis.images[0], ax=axis, label="%")
    return figure


def advisors(agent: Floats, other: Floats, titles: tuple[str, str]) -> Figure:
    """Draw where dice are placed."""
    return choices(agent, other, ADVISORS, titles)


def buildings(agent: Floats, other: Floats, titles: tuple[str, str]) -> Figure:
    """Draw what is built."""
    return choices(agent, other, BUILDINGS, titles)


def win_probability_over_a_game(record: DecisionRecord, expected: Floats, shown_games: int = 12) -> Figure:
    """Draw the expected win probability over single games, and its mean in games won and in games lost."""
    figure, (axis,) = new_figure(3.6)
    for game in np.unique(record.game)[:shown_games]:
        rows = (record.game == game) & (record.season > 0)
        colour = colour_of(0 if record.won[rows].any() else 1)
        axis.plot(_spread(record.season[rows]), 100 * expected[rows], color=colour, lw=0.7, alpha=0.35)
    for number, (label, chosen) in enumerate((("won", record.won > 0), ("lost", record.won == 0))):
        means = 100 * mean_by_season(record, expected, chosen)
        axis.plot(SEASONS, means, "o-", color=colour_of(number), lw=2.5, label=f"games {label}, mean")
    axis.axhline(100 / record.rules.num_players, color=INK, ls="--", lw=1)
    axis.set_ylim(0, 100)
    axis.set_ylabel("expected chance to win, %")
    axis.legend(frameon=False, ncols=2, fontsize=8, loc="lower left", bbox_to_anchor=(0, 1))
    _by_season(axis)
    return figure


def _spread(season: Ints) -> Floats:
    """Return positions on the axis that spread the decisions of a season evenly over its width."""
    first = np.searchsorted(season, season, "left")
    count = np.searchsorted(season, season, "right") - first
    return season - 0.5 + (np.arange(len(season)) - first + 0.5) / count


def calibration(bins: list[Bin]) -> Figure:
    """Draw what was expected against what came of it."""
    figure, (axis,) = new_figure(3.2)
    sizes = [20 + 300 * found.decisions / max(other.decisions for other in bins) for found in bins]
    axis.plot([0, 100], [0, 100], color=INK, ls="--", lw=1)
    axis.scatter([100 * b.expected for b in bins], [100 * b.won for b in bins], sizes, color=ACCENT)
    axis.set_xlabel("expected chance to win, %; size: decisions")
    axis.set_ylabel("games won, %")
    return figure


def marginal_values(found: dict[str, Floats]) -> Figure:
    """Draw by how much one more of each thing raises the win probability, season by season."""
    figure, (axis,) = new_figure(3.4)
    for number, (thing, gains) in enumerate(found.items()):
        axis.plot(SEASONS, 100 * gains, "o-", ms=4, color=colour_of(number), label=f"one more {thing}")
    axis.axhline(0, color=INK, lw=1)
    axis.set_ylabel("chance to win, percentage points")
    axis.legend(frameon=False, ncols=6, fontsize=8, loc="lower left", bbox_to_anchor=(0, 1))
    _by_season(axis)
    return figure


def agreement(found: list[Agreement]) -> Figure:
    """Draw how often two agents choose the same, question by question."""
    figure, (axis,) = new_figure(0.9 + 0.3 * len(found))
    for index, row in enumerate(found):
        axis.barh(index, 100 * row.share, color=ACCENT, height=0.7)
        axis.text(100 * row.share + 1, index, f"{row.share:.0%} of {row.decisions}", va="center", fontsize=8)
    axis.set_yticks(range(len(found)), [row.decision for row in found])
    axis.set_xlim(0, 115)
    axis.set_xlabel("same choice, %")
    axis.invert_yaxis()
    return figure
