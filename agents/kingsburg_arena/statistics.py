"""Statistics of a tournament: shares, ranks, points and ratings of its agents, each with an interval."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingsburg_arena import ratings
from kingsburg_arena.bootstrap import (
    CONFIDENCE,
    Floats,
    Interval,
    Sums,
    quantiles,
    ratio,
    spread_within,
    sums,
)
from kingsburg_arena.results import Results, forfeited_games

RATING_RESAMPLES = 400
NANOSECONDS = 1000.0

Summary = dict[str, Any]


def analyse(results: Results) -> Summary:
    """Measure the strength of the agents."""
    return {
        "players": results.num_players,
        "games": len(results.block_of_game),
        "blocks": len(results.strata),
        "confidence": CONFIDENCE,
        "equal_share": 1 / results.num_players,
        "agents": by_agent(results),
        "cross": cross_table(results),
        "seats": _shares(results, seat_shares(results)),
        "turn_order": _shares(results, order_shares(results)),
        "forfeits": forfeits(results),
    }


def by_agent(results: Results) -> dict[str, Summary]:
    """Measure every agent; strongest first."""
    columns = {
        **_measure(results, "win_share", "", results.win, is_share=True),
        **_measure(results, "mean_vp", "mean_vp_", results.vp),
        **_measure(results, "mean_rank", "mean_rank_", results.rank),
        **_measure(results, "margin", "margin_", results.margin),
        **_rated(results),
        "relative_efficiency": relative_efficiency(results),
        "us_per_decision": ratio(results.games["nanoseconds"] / NANOSECONDS, results.games["decisions"]),
        "games": sums(results.game, results.agent, results.win, len(results.agents))
        .count.astype(bool)
        .sum(axis=0),
        "forfeits": np.bincount(_losers_by_default(results), minlength=len(results.agents)),
    }
    order = np.argsort(-columns["rating"], kind="stable")
    return {
        results.agents[k]: {name: to_python(column[k]) for name, column in columns.items()} for k in order
    }


def to_python(value: Any) -> Any:
    """Return a numpy number as one of Python's; NaN becomes None."""
    plain = value.item()
    return None if plain != plain else plain  # noqa: PLR0124 - only NaN differs from itself


def _measure(
    results: Results, name: str, prefix: str, value: Floats, *, is_share: bool = False
) -> dict[str, NDArray[Any]]:
    measured = sums(results.block, results.agent, value, len(results.agents))
    find = results.bootstrap.share_interval if is_share else results.bootstrap.interval
    low, high = find(measured)
    return {name: measured.mean, f"{prefix}low": low, f"{prefix}high": high}


def relative_efficiency(results: Results) -> Floats:
    """Return how many independent games a game in a block is worth: the ratio of the variances of the two estimates."""
    kinds = len(results.agents)
    by_game = sums(results.game, results.agent, results.win, kinds)
    by_block = sums(results.block, results.agent, results.win, kinds)
    unpaired = spread_within(by_game, results.strata[results.block_of_game])
    return ratio(unpaired, spread_within(by_block, results.strata))


def _rated(results: Results) -> dict[str, NDArray[Any]]:
    """Rate every agent, with intervals of its lead over the anchor; a bound has none."""
    orders, seen = ratings.finishing_orders(results.games["seats"], results.games["ranks"])
    counts = ratings.counts_by_block(seen, results.block_of_game, len(orders))
    model = ratings.Orders(orders, len(results.agents))
    ahead = pair_sums(results).total
    scale = ratings.scale_of(_square(ahead.sum(axis=0)), results.agents, _seats_held(results))
    best = model.fit(counts.sum(axis=0))
    drawn = results.bootstrap.weights[:RATING_RESAMPLES]
    leads = [scale.leads(model.fit(row @ counts, best), _square(row @ ahead)) for row in drawn]
    low, high = (np.where(scale.is_linked, end, np.nan) for end in quantiles(np.array(leads)))
    return {
        "rating": scale.elo(best),
        "rating_low": low,
        "rating_high": high,
        "rating_is_bound": ~scale.is_linked,
        "rating_is_anchor": np.arange(len(results.agents)) == scale.anchor,
    }


def _square(pairs: Floats) -> Floats:
    """Return values of all pairs of agents as a square matrix."""
    return pairs.reshape(math.isqrt(len(pairs)), -1)


def _seats_held(results: Results) -> NDArray[np.int64]:
    return np.bincount(np.ravel(results.tournament.lineups), minlength=len(results.agents))


def pair_sums(results: Results) -> Sums:
    """Sum up, for every two agents at one table, how often the first finished before the second; a tie is half."""
    seats, ranks = results.games["seats"].astype(np.int64), results.games["ranks"]
    seat = range(results.num_players)
    first, second = np.array([(a, b) for a in seat for b in seat if a != b]).T
    ahead = (ranks[:, first] < ranks[:, second]) + 0.5 * (ranks[:, first] == ranks[:, second])
    pair = seats[:, first] * len(results.agents) + seats[:, second]
    block = np.repeat(results.block_of_game, len(first))
    return sums(block, pair.ravel(), ahead.ravel(), len(results.agents) ** 2)


def cross_table(results: Results) -> dict[str, dict[str, Summary]]:
    """Measure for every two agents at one table how often the first finished before the second, with an interval."""
    measured = pair_sums(results)
    columns = (measured.mean, *results.bootstrap.share_interval(measured))
    ahead, low, high = (column.reshape(len(results.agents), -1) for column in columns)
    return {
        a: {
            b: {"ahead": to_python(ahead[i, j]), "low": to_python(low[i, j]), "high": to_python(high[i, j])}
            for j, b in enumerate(results.agents)
            if i != j and not np.isnan(ahead[i, j])
        }
        for i, a in enumerate(results.agents)
    }


def seat_shares(results: Results) -> Sums:
    """Sum up the wins of each seat."""
    return sums(results.block, results.seat, results.win, results.num_players)


def order_shares(results: Results) -> Sums:
    """Sum up the wins by place in the turn order: each of the fifteen seasons counts for its part of the win."""
    seasons = results.rows("turn_index")
    row, turn_index = np.indices(seasons.shape).reshape(2, -1)
    return sums(results.block[row], turn_index, results.win[row], results.num_players, seasons.ravel())


def _shares(results: Results, measured: Sums) -> list[Summary]:
    return share_table(measured, results.bootstrap.share_interval(measured))


def share_table(measured: Sums, interval: Interval) -> list[Summary]:
    """Write shares with their intervals as rows."""
    columns = zip(measured.mean, *interval, strict=True)
    return [{"win_share": to_python(a), "low": to_python(b), "high": to_python(c)} for a, b, c in columns]


def _losers_by_default(results: Results) -> NDArray[np.int64]:
    seats = results.games["seats"][forfeited_games(results.games), results.games["forfeit_seat"]]
    return seats.astype(np.int64)


def forfeits(results: Results) -> list[Summary]:
    """List the games lost by default with seat, agent and reason."""
    columns = (results.games[f"forfeit_{name}"].tolist() for name in ("game", "seat", "reason"))
    return [
        {"game": game, "seat": seat, "agent": results.agents[agent], "reason": reason}
        for agent, game, seat, reason in zip(_losers_by_default(results).tolist(), *columns, strict=True)
    ]
