"""Games of agents cut into episodes: what one seat of one game saw, did and got, decision by decision."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.protocol import Agent
from kingsburg_arena.seating import Seating
from kingsburg_env import Rules, observe
from kingsburg_env.engine.names import NOBODY

Ints = NDArray[np.int64]


class Episode(NamedTuple):
    """One seat's game. There is one observation and one mask more than actions: those of the end."""

    seed: int
    seat: int
    agent: int
    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    actions: Ints
    rewards: NDArray[np.float64]


class Step(NamedTuple):
    """Decisions of one step in all games of a batch."""

    actor: Ints
    observation: NDArray[np.float32]
    mask: NDArray[np.int8]
    action: Ints


def play(
    agents: Sequence[Agent],
    rules: Rules,
    seeds: NDArray[np.uint64],
    seated: Ints,
    reward: str,
    rngs: Sequence[np.random.Generator],
) -> Iterator[Episode]:
    """Play games to their ends, `seated` telling which agent sits where, and cut them into episodes."""
    seating, steps, rewards = Seating(agents, seated, rules, seeds, rngs, reward=reward), [], []
    buffers = seating.buffers
    for actions in seating.play():
        steps.append(Step(buffers.actor.copy(), buffers.observation.copy(), buffers.mask.copy(), actions))
        rewards.append(buffers.rewards.copy())
    rewards.append(buffers.rewards.copy())
    whole = Step(*(np.stack(column) for column in zip(*steps, strict=True)))
    # those of a step stand beside the decisions after it
    brought = np.where((whole.actor != NOBODY)[..., None], np.stack(rewards[1:]), 0)
    for seat in range(rules.num_players):
        ends = observe(seating.games, seat)
        for game, seed in enumerate(seeds.tolist()):
            yield _episode(whole, brought, game, seat, seed, int(seated[game, seat]), ends[game])


def _episode(
    whole: Step,
    rewards: NDArray[np.float64],
    game: int,
    seat: int,
    seed: int,
    agent: int,
    end: NDArray[np.float32],
) -> Episode:
    """Gather a seat's decisions; what comes between two of them is the reward of the first."""
    at = np.flatnonzero(whole.actor[:, game] == seat)
    return Episode(
        seed,
        seat,
        agent,
        np.concatenate([whole.observation[at, game], end[None]]),
        np.concatenate([whole.mask[at, game], np.zeros_like(whole.mask[:1, game])]),
        whole.action[at, game],
        np.add.reduceat(rewards[:, game, seat], at),
    )
