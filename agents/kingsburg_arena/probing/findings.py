"""Findings in recorded decisions: choices by season, win probabilities, marginal values, differences of two agents."""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.network.weights_file import check_predicts_wins
from kingsburg_agents.neural import Neural
from kingsburg_agents.protocol import Actions, Agent, Observations
from kingsburg_arena.probing.recording import DecisionRecord
from kingsburg_env import text
from kingsburg_env.engine.actions import BLOCKS
from kingsburg_env.engine.names import NUM_ADVISORS, NUM_BUILDINGS, Decision
from kingsburg_env.engine.state import PUBLIC
from kingsburg_env.observation import VIEW
from kingsburg_env.reckoning import NUM_SEASONS

Floats = NDArray[np.float64]

WANTED = {
    "victory point": ("vp", 0),
    "gold": ("goods", 0),
    "wood": ("goods", 1),
    "stone": ("goods", 2),
    "soldier": ("soldiers", 0),
    "+2 token": ("plus_two", 0),
}
"""What one more of is given to the observer: a counter and an index in it."""


def advisors_by_season(record: DecisionRecord, actions: Actions) -> Floats:
    """Return the share of the dice groups that went to each advisor, by season."""
    block = BLOCKS["influence"]
    chosen = (actions >= block.first) & (actions < block.end)
    return _shares(record.season[chosen], (actions[chosen] - block.first) % NUM_ADVISORS, NUM_ADVISORS)


def buildings_by_season(record: DecisionRecord, actions: Actions) -> Floats:
    """Return the share of each building in what was built, by season."""
    block = BLOCKS["build"]
    chosen = (actions >= block.first) & (actions < block.end)
    return _shares(record.season[chosen], actions[chosen] - block.first, NUM_BUILDINGS)


def _shares(season: NDArray[np.int64], kind: NDArray[np.int64], kinds: int) -> Floats:
    counts = np.zeros((NUM_SEASONS, kinds))
    np.add.at(counts, (np.maximum(season, 1) - 1, kind), 1)
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def win_probabilities(
    agent: Agent, record: DecisionRecord, observations: Observations | None = None
) -> Floats:
    """Return the win probability that an agent's value head expects, decision by decision."""
    if not isinstance(agent, Neural):
        raise TypeError(f"agent {agent.name!r}: must be a network with a value head")
    check_predicts_wins(f"agent {agent.name!r}", agent.header)
    seen = record.observation if observations is None else observations
    players = record.rules.num_players
    # The winner gets 1, each of the others -1 / (players - 1).
    values = agent.logits_and_values(seen, record.mask)[1][:, 0].astype(np.float64)
    return np.clip((1 + (players - 1) * values) / players, 0, 1)


def mean_by_season(record: DecisionRecord, figures: Floats, chosen: NDArray[np.bool_]) -> Floats:
    """Average figures of the chosen decisions over each season, 1 to 15; NaN where there is none."""
    inside = chosen & (record.season > 0)
    counts = np.bincount(record.season[inside], minlength=NUM_SEASONS + 1)[1:]
    totals = np.bincount(record.season[inside], figures[inside], NUM_SEASONS + 1)[1:]
    return np.divide(totals, counts, out=np.full(NUM_SEASONS, np.nan), where=counts > 0)


class Bin(NamedTuple):
    """Decisions with nearly the same expected win probability."""

    expected: float
    won: float
    decisions: int


def calibration(record: DecisionRecord, expected: Floats, bins: int = 10) -> list[Bin]:
    """Compare expected win probabilities with the games won."""
    number = np.minimum((expected * bins).astype(np.int64), bins - 1)
    return [
        Bin(float(expected[rows].mean()), float(record.won[rows].mean()), len(rows))
        for rows in (np.flatnonzero(number == k) for k in range(bins))
        if len(rows)
    ]


def marginal_values(agent: Agent, record: DecisionRecord) -> dict[str, Floats]:
    """Return by how much one more of each thing raises the expected win probability, season by season."""
    before = win_probabilities(agent, record)
    scales = {counter.name: counter.scale for counter in PUBLIC}
    found = {}
    for thing, (counter, index) in WANTED.items():
        seen = record.observation.copy()
        # The observer's own block comes first.
        seen.view(VIEW)[:, 0]["counters"][:, 0][counter][:, index] += scales[counter]
        rise = win_probabilities(agent, record, seen) - before
        found[thing] = mean_by_season(record, rise, np.ones(len(record), np.bool_))
    return found


class Agreement(NamedTuple):
    """Share of decisions of one kind in which two agents choose the same action."""

    decision: str
    share: float
    decisions: int


def agreement(record: DecisionRecord) -> list[Agreement]:
    """Measure for each kind of decision how often the other agent would have chosen the same; most frequent first."""
    same = record.action == record.other
    kinds, counts = np.unique(record.decision, return_counts=True)
    return [
        Agreement(
            text.QUESTIONS[Decision(int(kinds[k]))],
            float(same[record.decision == kinds[k]].mean()),
            int(counts[k]),
        )
        for k in np.argsort(-counts, kind="stable")
    ]


class Difference(NamedTuple):
    """Two different actions for the same decision, and how often that came up."""

    agent: str
    other: str
    times: int


def differences(record: DecisionRecord, decision: Decision, most: int = 10) -> list[Difference]:
    """List the most frequent pairs of different actions for one kind of decision."""
    rows = (record.decision == decision) & (record.action != record.other)
    pairs = Counter(zip(record.action[rows].tolist(), record.other[rows].tolist(), strict=True))
    return [
        Difference(text.describe_action(one), text.describe_action(two), times)
        for (one, two), times in pairs.most_common(most)
    ]
