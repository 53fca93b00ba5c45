"""What watched decisions say: choices by season, chances over a game, what one more of anything is worth, differences."""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.neural import Neural, check_foretells_wins
from kingsburg_agents.protocol import Actions, Agent, Observations
from kingsburg_arena.probing.watch import NUM_SEASONS, Watched
from kingsburg_env import text
from kingsburg_env.engine.actions import BLOCKS
from kingsburg_env.engine.names import NUM_ADVISORS, NUM_BUILDINGS, Decision
from kingsburg_env.engine.state import PUBLIC
from kingsburg_env.observation import VIEW

Floats = NDArray[np.float64]

WANTED = {
    "victory point": ("vp", 0),
    "gold": ("goods", 0),
    "wood": ("goods", 1),
    "stone": ("goods", 2),
    "soldier": ("soldiers", 0),
    "+2 token": ("plus_two", 0),
}
"""What one more of is given to the observer: a counter and a place in it."""


def advisors_by_season(watched: Watched, actions: Actions) -> Floats:
    """Tell, for each season and advisor, which share of the dice groups went there."""
    block = BLOCKS["influence"]
    chosen = (actions >= block.first) & (actions < block.end)
    return _shares(watched.season[chosen], (actions[chosen] - block.first) % NUM_ADVISORS, NUM_ADVISORS)


def buildings_by_season(watched: Watched, actions: Actions) -> Floats:
    """Tell, for each season and building, which share of what was built it was."""
    block = BLOCKS["build"]
    chosen = (actions >= block.first) & (actions < block.end)
    return _shares(watched.season[chosen], actions[chosen] - block.first, NUM_BUILDINGS)


def _shares(season: NDArray[np.int64], kind: NDArray[np.int64], kinds: int) -> Floats:
    counts = np.zeros((NUM_SEASONS, kinds))
    np.add.at(counts, (np.maximum(season, 1) - 1, kind), 1)
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def chances(agent: Agent, watched: Watched, observations: Observations | None = None) -> Floats:
    """Tell the chance to win that an agent's value head expects, decision by decision."""
    if not isinstance(agent, Neural):
        raise TypeError(f"agent {agent.name!r}: must be a network with a value head")
    check_foretells_wins(f"agent {agent.name!r}", agent.value, agent.meta)
    seen = watched.observation if observations is None else observations
    players = watched.rules.num_players
    # The winner gets 1, each of the others -1 / (players - 1).
    values = agent.logits_and_values(seen, watched.mask)[1][:, 0].astype(np.float64)
    return np.clip((1 + (players - 1) * values) / players, 0, 1)


def mean_by_season(watched: Watched, figures: Floats, chosen: NDArray[np.bool_]) -> Floats:
    """Average figures of the chosen decisions over each season, 1 to 15; what was never met is not a number."""
    inside = chosen & (watched.season > 0)
    counts = np.bincount(watched.season[inside], minlength=NUM_SEASONS + 1)[1:]
    totals = np.bincount(watched.season[inside], figures[inside], NUM_SEASONS + 1)[1:]
    return np.divide(totals, counts, out=np.full(NUM_SEASONS, np.nan), where=counts > 0)


class Bin(NamedTuple):
    """Decisions with nearly the same expected chance."""

    expected: float
    won: float
    decisions: int


def calibration(watched: Watched, expected: Floats, bins: int = 10) -> list[Bin]:
    """Compare expected chances with what came of them."""
    number = np.minimum((expected * bins).astype(np.int64), bins - 1)
    return [
        Bin(float(expected[rows].mean()), float(watched.won[rows].mean()), len(rows))
        for rows in (np.flatnonzero(number == k) for k in range(bins))
        if len(rows)
    ]


def worth(agent: Agent, watched: Watched) -> dict[str, Floats]:
    """Tell by how much one more of each thing raises the expected chance to win, season by season."""
    before = chances(agent, watched)
    scales = {counter.name: counter.scale for counter in PUBLIC}
    found = {}
    for thing, (counter, place) in WANTED.items():
        seen = watched.observation.copy()
        # The observer's own block comes first.
        seen.view(VIEW)[:, 0]["counters"][:, 0][counter][:, place] += scales[counter]
        gain = chances(agent, watched, seen) - before
        found[thing] = mean_by_season(watched, gain, np.ones(len(watched), np.bool_))
    return found


class Agreement(NamedTuple):
    """How often two agents choose the same answer to one kind of question."""

    question: str
    share: float
    decisions: int


def agreement(watched: Watched) -> list[Agreement]:
    """Tell for each kind of question how often the other agent would have chosen the same; most asked first."""
    same = watched.action == watched.other
    kinds, counts = np.unique(watched.decision, return_counts=True)
    return [
        Agreement(
            text.QUESTIONS[Decision(int(kinds[k]))],
            float(same[watched.decision == kinds[k]].mean()),
            int(counts[k]),
        )
        for k in np.argsort(-counts, kind="stable")
    ]


class Difference(NamedTuple):
    """Two different answers to the same questions, and how often that came up."""

    agent: str
    other: str
    times: int


def differences(watched: Watched, decision: Decision, most: int = 10) -> list[Difference]:
    """List the most frequent pairs of different answers to one kind of question."""
    rows = (watched.decision == decision) & (watched.action != watched.other)
    pairs = Counter(zip(watched.action[rows].tolist(), watched.other[rows].tolist(), strict=True))
    return [
        Difference(text.describe_action(one), text.describe_action(two), times)
        for (one, two), times in pairs.most_common(most)
    ]
