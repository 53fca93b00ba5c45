"""Strategies: what winners and losers built, fought for and asked of the court, and what paid.

Seats that lost by default are left out.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingsburg_arena.bootstrap import quick_interval, ratio, sums
from kingsburg_arena.results import Results
from kingsburg_arena.statistics import Summary, share_table, to_python
from kingsburg_env.engine.names import (
    NUM_COLUMNS,
    NUM_POINT_SOURCES,
    NUM_ROWS,
    Advisor,
    Building,
    Good,
    Governor,
    Row,
    Source,
)
from kingsburg_env.engine.tables import advisors, buildings, governors

SOURCES = [Source(source).name.replace("_", " ").lower() for source in range(NUM_POINT_SOURCES)]
ADVISORS = [advisors.NAMES[advisor] for advisor in Advisor]
BUILDINGS = [buildings.NAMES[building] for building in Building]
GOVERNORS = [governors.NAMES[governor] for governor in Governor]
GOODS = [good.name.lower() for good in Good]
ROWS = [row.name for row in Row]
BATTLES = ["won", "held", "lost"]
EVERYBODY = "all agents"

Mask = NDArray[np.bool_]


def strategies(results: Results) -> dict[str, Summary]:
    """Measure everybody together, then each agent: a mean over agents of different strength can mislead."""
    chosen = {EVERYBODY: ~results.is_lost}
    for k, name in enumerate(results.agents):
        chosen[name] = (results.agent == k) & ~results.is_lost
    return {name: insight(results, mask) for name, mask in chosen.items() if mask.any()}


def insight(results: Results, chosen: Mask) -> Summary:
    """Describe how these seats won and lost."""
    won = results.rank == 1
    return {
        "seats": int(chosen.sum()),
        "winners": profile(results, chosen & won),
        "losers": profile(results, chosen & ~won),
        "win_share_by": win_shares(results, chosen),
    }


def profile(results: Results, chosen: Mask) -> Summary:
    """Describe the mean game of some seats."""
    count = int(chosen.sum())
    if not count:
        return {"seats": 0}
    built_at = results.rows("built_at")[chosen]
    standing = results.rows("standing")[chosen].reshape(count, NUM_ROWS, NUM_COLUMNS)
    return {
        "seats": count,
        "vp": float(results.vp[chosen].mean()),
        "vp_from": _named(SOURCES, results.rows("vp_from")[chosen].mean(axis=0)),
        "battles": _named(BATTLES, results.rows("battles")[chosen].mean(axis=0)),
        "advisors": _named(ADVISORS, results.rows("advisors")[chosen].mean(axis=0)),
        "built": _named(BUILDINGS, (built_at > 0).mean(axis=0)),
        "season": _named(BUILDINGS, ratio(built_at.sum(axis=0), (built_at > 0).sum(axis=0))),
        "row_length": _named(ROWS, standing.sum(axis=2).mean(axis=0)),
        "row_completed": _named(ROWS, standing.all(axis=2).mean(axis=0)),
    }


def _named(names: list[str], values: NDArray[Any]) -> Summary:
    return {name: to_python(value) for name, value in zip(names, values, strict=True)}


def win_shares(results: Results, chosen: Mask) -> dict[str, list[Summary]]:
    """Measure how often these seats win, by what they had."""
    standing = results.rows("standing").reshape(len(results.win), NUM_ROWS, NUM_COLUMNS)
    seat = np.eye(results.num_players, dtype=bool)[results.seat]
    seats = [f"seat {number + 1}" for number in range(results.num_players)]
    return {
        "first good": _shares(results, chosen, _one_of(results.rows("first_good"), GOODS), GOODS),
        "completed row": _shares(results, chosen, np.equal(standing.min(axis=2), 1), ROWS),
        "building": _shares(results, chosen, np.greater(results.rows("built_at"), 0), BUILDINGS),
        "governor": _shares(results, chosen, _one_of(results.rows("governor"), GOVERNORS), GOVERNORS),
        "seat": _shares(results, chosen, seat, seats),
    }


def _one_of(values: NDArray[Any], names: list[str]) -> Mask:
    """Return a column for each name, true where the value is its number."""
    return np.equal(values[:, None], np.arange(len(names)))


def _shares(results: Results, chosen: Mask, has: Mask, names: list[str]) -> list[Summary]:
    """Measure the wins of the chosen seats that have each thing; what nobody has is left out."""
    row, which = np.nonzero(has & chosen[:, None])
    if not len(row):
        return []
    measured = sums(results.block[row], which, results.win[row], len(names))
    table = share_table(measured, quick_interval(measured))
    counts = measured.count.sum(axis=0).astype(int).tolist()
    rows = zip(names, counts, table, strict=True)
    return [{"name": name, "seats": count, **share} for name, count, share in rows if count]
