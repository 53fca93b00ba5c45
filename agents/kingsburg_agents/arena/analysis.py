"""What a tournament says: shares, ranks, points and ratings, each with an interval.

The unit is the block: games of one block share their luck, so they are never counted as if they were independent.
Intervals come of drawing whole blocks again, with replacement, many times (a cluster bootstrap).
How often each line-up plays is planned, not luck, so blocks are drawn among those of the same line-up.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.arena import ratings
from kingsburg_agents.arena.schedule import Tournament
from kingsburg_agents.arena.storage import Arrays

CONFIDENCE = 0.95
RESAMPLES = 10_000
MIN_RESAMPLES = 1_000
# Fewer resamples for very many blocks, and drawn in slabs that fit into memory.
MAX_DRAWS = 20_000_000
SLAB = 2_000_000
# Drawing among fewer blocks than this would hide how much they differ.
MIN_STRATUM = 10
RATING_RESAMPLES = 200
TAIL = (1 - CONFIDENCE) / 2
BOOTSTRAP_SEED = 0x6B696E67

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sums:
    """For each block and each thing measured: the sum of its values, and how many there are."""

    total: Floats
    count: Floats

    @property
    def mean(self) -> Floats:
        """The estimate: sums over all blocks; not a number where nothing was counted."""
        return _ratio(self.total.sum(axis=0), self.count.sum(axis=0))


def _ratio(total: Floats, count: Floats) -> Floats:
    return np.divide(total, count, out=np.full(np.shape(total), np.nan), where=count > 0)


def sums(
    block: NDArray[Any], which: NDArray[Any], value: NDArray[Any], kinds: int, weight: Any = 1.0
) -> Sums:
    """Sum values by block and by which of `kinds` things they belong to."""
    numbers = np.unique(block, return_inverse=True)[1]
    place = numbers * kinds + which
    size = (int(numbers.max()) + 1) * kinds
    weights = np.broadcast_to(np.asarray(weight, np.float64), value.shape)
    total = np.bincount(place, value * weights, size).reshape(-1, kinds)
    count = np.bincount(place, weights, size).reshape(-1, kinds)
    return Sums(total, count)


def strata_of(games: Arrays) -> NDArray[Any]:
    """Tell for each block which line-up it has; line-ups with few blocks count as one."""
    first = np.unique(games["block"], return_index=True)[1]
    lineups = np.sort(games["seats"][first], axis=1)
    number, size = np.unique(lineups, axis=0, return_inverse=True, return_counts=True)[1:]
    return np.where(size[number] >= MIN_STRATUM, number, len(size))


def resample(strata: NDArray[Any], resamples: int, rng: np.random.Generator) -> Floats:
    """Draw how often each block counts in each resample."""
    counts = np.zeros((resamples, len(strata)))
    for stratum in np.unique(strata):
        blocks = np.flatnonzero(strata == stratum)
        draws = rng.integers(len(blocks), size=(resamples, len(blocks)))
        draws += np.arange(resamples)[:, None] * len(blocks)
        drawn = np.bincount(draws.ravel(), minlength=draws.size)
        counts[:, blocks] = drawn.reshape(draws.shape)
    return counts


def intervals(measured: Sums, strata: NDArray[Any]) -> tuple[Floats, Floats]:
    """Find the interval of every share by the bootstrap; exact bounds where all are 0 or all are 1."""
    return _unless_saturated(measured, *plain_intervals(measured, strata))


def plain_intervals(measured: Sums, strata: NDArray[Any]) -> tuple[Floats, Floats]:
    """Find the interval of every mean by the bootstrap."""
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    wanted = max(MIN_RESAMPLES, min(RESAMPLES, MAX_DRAWS // len(strata)))
    slab = max(1, min(wanted, SLAB // len(strata)))
    means = []
    for start in range(0, wanted, slab):
        weights = resample(strata, min(slab, wanted - start), rng)
        means.append(_ratio(weights @ measured.total, weights @ measured.count))
    return quantiles(np.concatenate(means))


def quantiles(means: Floats) -> tuple[Floats, Floats]:
    """Cut off the tails; resamples in which something was not counted do not tell about it."""
    columns = [column[~np.isnan(column)] for column in means.T]
    ends = [np.quantile(column, [TAIL, 1 - TAIL]) if len(column) else [np.nan] * 2 for column in columns]
    low, high = np.array(ends).reshape(-1, 2).T
    return low, high


def _unless_saturated(measured: Sums, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Where every block says 0, or every one says 1, drawing again shows no doubt; as many coin tosses would."""
    played = (measured.count > 0).sum(axis=0)
    doubt = 1 - TAIL ** (1 / np.maximum(played, 1))
    all_zero = (measured.total == 0).all(axis=0) & (played > 0)
    all_one = (measured.total == measured.count).all(axis=0) & (played > 0)
    return np.where(all_one, 1 - doubt, low), np.where(all_zero, doubt, high)


def pairing_gain(results: "Results") -> Floats:
    """Tell how many unpaired games one game in a block is worth: the ratio of the variances of the two estimates."""
    kinds = len(results.tournament.agents)
    by_game = sums(results.game, results.agent, results.win, kinds)
    by_block = sums(results.block, results.agent, results.win, kinds)
    of_game = results.strata[np.unique(results.games["block"], return_inverse=True)[1]]
    return _ratio(_spread(by_game, of_game), _spread(by_block, results.strata))


def _spread(measured: Sums, strata: NDArray[Any]) -> Floats:
    """Add up the squared distances from the mean of the same line-up."""
    spread = np.zeros(measured.total.shape[1])
    for stratum in np.unique(strata):
        total, count = measured.total[strata == stratum], measured.count[strata == stratum]
        mean = np.nan_to_num(_ratio(total.sum(axis=0), count.sum(axis=0)))
        spread += ((total - mean * count) ** 2).sum(axis=0)
    return spread


@dataclass(frozen=True)
class Results:
    """The games of a tournament seat by seat: every array has one row for each seat of each game."""

    tournament: Tournament
    games: Arrays
    strata: NDArray[Any]
    block: NDArray[Any]
    game: NDArray[Any]
    seat: NDArray[Any]
    agent: NDArray[Any]
    rank: Floats
    vp: Floats
    win: Floats
    margin: Floats

    @property
    def num_players(self) -> int:
        """How many sit at a table."""
        return self.tournament.rules.num_players


def as_results(tournament: Tournament, games: Arrays) -> Results:
    """Spread the games over their seats."""
    num_games, num_players = games["seats"].shape
    ranks, vp = games["ranks"].astype(np.float64), games["vp"].astype(np.float64)
    is_first = ranks == 1
    best = np.where(np.eye(num_players, dtype=bool), -np.inf, vp[:, None, :]).max(axis=2)
    return Results(
        tournament,
        games,
        strata_of(games),
        block=np.repeat(games["block"], num_players),
        game=np.repeat(np.arange(num_games), num_players),
        seat=np.tile(np.arange(num_players), num_games),
        agent=games["seats"].ravel().astype(np.int64),
        rank=ranks.ravel(),
        vp=vp.ravel(),
        win=(is_first / is_first.sum(axis=1, keepdims=True)).ravel(),
        margin=(vp - best).ravel(),
    )


def analyse(tournament: Tournament, games: Arrays) -> dict[str, Any]:
    """Say everything about the strength of the agents."""
    results = as_results(tournament, games)
    blocks = np.unique(games["block"])
    return {
        "players": results.num_players,
        "games": len(games["block"]),
        "blocks": len(blocks),
        "confidence": CONFIDENCE,
        "equal_share": 1 / results.num_players,
        "agents": by_agent(results),
        "cross": cross_table(results),
        "seats": _table(seat_shares(results), results.strata),
        "turn_order": _table(order_shares(results), results.strata),
        "forfeits": forfeits(results),
    }


def by_agent(results: Results) -> dict[str, dict[str, float]]:
    """Measure every agent; strongest first."""
    agents = results.tournament.agents
    columns = {
        **_with_interval("win_share", "", results, results.win),
        **_with_interval("mean_vp", "mean_vp_", results, results.vp),
        **_with_interval("mean_rank", "mean_rank_", results, results.rank),
        **_with_interval("margin", "margin_", results, results.margin),
        **_rated(results),
        "pairing_gain": pairing_gain(results),
        "us_per_decision": _ratio(results.games["nanoseconds"] / 1000.0, results.games["decisions"]),
        "games": np.array([len(np.unique(results.game[results.agent == k])) for k in range(len(agents))]),
        "forfeits": np.bincount(_forfeiters(results), minlength=len(agents)),
    }
    order = np.argsort(-columns["rating"], kind="stable")
    return {agents[k]: {name: _number(column[k]) for name, column in columns.items()} for k in order}


def _number(value: Any) -> Any:
    """Turn a numpy number into one of Python's; what is not a number becomes None."""
    plain = value.item()
    return None if plain != plain else plain  # noqa: PLR0124 - only NaN differs from itself


def _with_interval(name: str, prefix: str, results: Results, value: Floats) -> dict[str, Floats]:
    measured = sums(results.block, results.agent, value, len(results.tournament.agents))
    find = intervals if name == "win_share" else plain_intervals
    low, high = find(measured, results.strata)
    return {name: measured.mean, f"{prefix}low": low, f"{prefix}high": high}


def _rated(results: Results) -> dict[str, Floats]:
    """Rate every agent, with intervals of its lead over the anchor."""
    agents = results.tournament.agents
    seats, ranks = results.games["seats"], results.games["ranks"]
    orders, seen = ratings.finishing_orders(seats, ranks)
    counts = ratings.counts_by_block(seen, results.games["block"], len(orders))
    model = ratings.Orders(orders, len(agents))
    best = model.fit(counts.sum(axis=0))
    weights = resample(results.strata, RATING_RESAMPLES, np.random.default_rng(BOOTSTRAP_SEED))
    drawn = np.array([ratings.elo(model.fit(row @ counts, best), agents) for row in weights])
    low, high = quantiles(drawn)
    return {"rating": ratings.elo(best, agents), "rating_low": low, "rating_high": high}


def cross_table(results: Results) -> dict[str, dict[str, dict[str, float]]]:
    """For every two agents at one table: how often the first finished before the second; a tie counts as half."""
    agents = results.tournament.agents
    seats, ranks = results.games["seats"].astype(np.int64), results.games["ranks"]
    first, second = np.array(
        [(a, b) for a in range(seats.shape[1]) for b in range(seats.shape[1]) if a != b]
    ).T
    ahead = (ranks[:, first] < ranks[:, second]) + 0.5 * (ranks[:, first] == ranks[:, second])
    pair = seats[:, first] * len(agents) + seats[:, second]
    block = np.repeat(results.games["block"], len(first))
    measured = sums(block, pair.ravel(), ahead.ravel(), len(agents) ** 2)
    low, high = intervals(measured, results.strata)
    return {
        a: {
            b: {"ahead": _number(measured.mean[k]), "low": _number(low[k]), "high": _number(high[k])}
            for j, b in enumerate(agents)
            if i != j and not np.isnan(measured.mean[k := i * len(agents) + j])
        }
        for i, a in enumerate(agents)
    }


def seat_shares(results: Results) -> Sums:
    """Sum up the wins of each seat."""
    return sums(results.block, results.seat, results.win, results.num_players)


def order_shares(results: Results) -> Sums:
    """Sum up the wins by place in the turn order: each of the fifteen seasons lends a win its part."""
    places = results.games["places"].reshape(len(results.win), -1)
    row, place = np.indices(places.shape).reshape(2, -1)
    return sums(results.block[row], place, results.win[row], results.num_players, places.ravel())


def _table(measured: Sums, strata: NDArray[Any]) -> list[dict[str, float]]:
    low, high = intervals(measured, strata)
    columns = zip(measured.mean, low, high, strict=True)
    return [{"win_share": _number(a), "low": _number(b), "high": _number(c)} for a, b, c in columns]


def _forfeiters(results: Results) -> NDArray[Any]:
    rows = np.searchsorted(results.games["number"], results.games["forfeit_game"])
    return results.games["seats"][rows, results.games["forfeit_seat"]].astype(np.int64)


def forfeits(results: Results) -> list[dict[str, Any]]:
    """List the games lost by default: who, where, why."""
    agents = results.tournament.agents
    columns = (results.games[f"forfeit_{name}"].tolist() for name in ("game", "seat", "reason"))
    return [
        {"game": game, "seat": seat, "agent": agents[agent], "reason": reason}
        for agent, game, seat, reason in zip(_forfeiters(results).tolist(), *columns, strict=True)
    ]
