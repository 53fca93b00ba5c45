"""Ratings: the most likely Plackett-Luce strengths given all finishing orders at once, on the scale of Elo.

An order is seen as drawn rank by rank, each time with chances in proportion to the strengths of those left.
A tie stands for all orders of the tied, each with the same share of the game, so nobody gains by it.
A weak pull towards the middle keeps the strength of somebody who never loses finite; such a rating is only a bound.
"""

from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

ELO = 400 / np.log(10)
PULL = 0.01
MAX_STEPS = 100
LARGEST_STEP = 2.0
CLOSE_ENOUGH = 1e-9
ANCHOR = "random"

Floats = NDArray[np.float64]
Ints = NDArray[Any]


def finishing_orders(seats: Ints, ranks: Ints) -> tuple[list[tuple[int, ...]], list[tuple[int, int, float]]]:
    """List the different orders, and for each game which of them it saw, with which share."""
    orders: dict[tuple[int, ...], int] = {}
    seen: list[tuple[int, int, float]] = []
    known: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for game, (players, finished) in enumerate(zip(seats.tolist(), ranks.tolist(), strict=True)):
        key = (*players, *finished)
        if key not in known:
            known[key] = _resolved(players, finished)
        share = 1 / len(known[key])
        seen += [(game, orders.setdefault(order, len(orders)), share) for order in known[key]]
    return list(orders), seen


def _resolved(players: list[int], ranks: list[int]) -> list[tuple[int, ...]]:
    """List every order that agrees with the ranks."""
    tied = [
        [player for player, rank in zip(players, ranks, strict=True) if rank == level]
        for level in sorted(set(ranks))
    ]
    ways = product(*(permutations(group) for group in tied))
    return [tuple(player for group in way for player in group) for way in ways]


def counts_by_block(seen: list[tuple[int, int, float]], block: Ints, num_orders: int) -> Floats:
    """Count, for each block, how often each order was seen."""
    counts = np.zeros((int(block.max()) + 1, num_orders))
    game, order, share = (np.array(column) for column in zip(*seen, strict=True))
    np.add.at(counts, (block[game], order), share)
    return counts


class Orders:
    """Distinct finishing orders as arrays: who was taken, and who was left, at each rank."""

    def __init__(self, orders: list[tuple[int, ...]], num_agents: int) -> None:
        order = np.array(orders)
        one = np.eye(num_agents)
        self.num_agents = num_agents
        # Rank by rank, the last one excepted: there is no choice left.
        self.taken = [one[order[:, rank]] for rank in range(order.shape[1] - 1)]
        self.left = [one[order[:, rank:]].sum(axis=1) for rank in range(order.shape[1] - 1)]
        self.wins = sum(self.taken)

    def fit(self, counts: Floats, start: Floats | None = None) -> Floats:
        """Find the most likely logarithms of strength by Newton's method; their mean is about 0."""
        strength = np.zeros(self.num_agents) if start is None else start.copy()
        for _ in range(MAX_STEPS):
            slope, bend = self._slope(counts, strength)
            step = np.clip(np.linalg.solve(bend, slope), -LARGEST_STEP, LARGEST_STEP)
            strength += step
            if np.abs(step).max() < CLOSE_ENOUGH:
                break
        return strength

    def _slope(self, counts: Floats, strength: Floats) -> tuple[Floats, Floats]:
        """Differentiate the logarithm of the likelihood once, and twice with the sign turned."""
        slope = counts @ self.wins - PULL * strength
        bend = PULL * np.eye(self.num_agents)
        for left in self.left:
            weight = left * np.exp(strength)
            chance = weight / weight.sum(axis=1, keepdims=True)
            expected = counts @ chance
            slope -= expected
            bend += np.diag(expected) - (chance * counts[:, None]).T @ chance
        return slope, bend


@dataclass(frozen=True, eq=False)
class Scale:
    """Scale of the ratings: which are figures, which are bounds, and whose is 0.

    - anchor: the agent with rating 0; nobody where no two ratings hang together.
    - is_linked: whose rating is a figure: a chain of games leads from it to the anchor, and one back.
    - side: of the others 1 is better by an amount the games cannot tell, -1 worse, 0 cannot be compared.
    """

    anchor: int | None
    is_linked: NDArray[np.bool_]
    side: Ints

    def elo(self, strength: Floats) -> Floats:
        """Convert strengths to the scale of Elo; NaN where the games say nothing at all."""
        zero = strength.mean() if self.anchor is None else strength[self.anchor]
        rating = (strength - zero) * ELO
        return np.where(self.is_linked | (rating * self.side > 0), rating, np.nan)

    def leads(self, strength: Floats, ahead: Floats) -> Floats:
        """Convert the strengths of a resample to the scale; infinite where no chain leads there and back."""
        if self.anchor is None:
            return np.full(len(strength), np.nan)
        rating, chain = self.elo(strength), chains(ahead)
        is_linked = chain[self.anchor] & chain[:, self.anchor]
        return np.where(is_linked, rating, np.copysign(np.inf, rating))


def scale_of(ahead: Floats, agents: tuple[str, ...], seats: Ints) -> Scale:
    """Choose the anchor from the largest set whose ratings hang together.

    There it is `random`, else whoever has most seats in the line-ups, and of these the one named last.

    Args:
        ahead: For every two agents, how often the first finished before the second.
        agents: Their names.
        seats: How many seats of the line-ups each of them has.
    """
    chain = chains(ahead)
    is_mutual = chain & chain.T
    size = is_mutual.sum(axis=1)
    best = max(range(len(agents)), key=lambda k: (size[k], agents[k] == ANCHOR, seats[k], k))
    has_anchor = size[best] > 1 or len(agents) == 1
    is_linked = is_mutual[best] & has_anchor
    others = chain & ~np.eye(len(agents), dtype=bool)
    met = is_linked if has_anchor else np.ones(len(agents), dtype=bool)
    side = others[:, met].any(axis=1).astype(int) - others[met].any(axis=0)
    return Scale(best if has_anchor else None, is_linked, side)


def chains(ahead: Floats) -> NDArray[np.bool_]:
    """Return who reaches whom by a chain of games, each finishing before the next; everybody reaches themselves."""
    chain = (ahead > 0) | np.eye(len(ahead), dtype=bool)
    for _ in range(len(ahead)):
        chain = chain @ chain
    return chain
