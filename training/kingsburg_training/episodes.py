"""Games of agents cut into episodes: what one seat of one game saw, did and got, decision by decision."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.protocol import Agent, choose
from kingsburg_arena.play import take
from kingsburg_env import Buffers, Rules, new_games, observe, reset, step_batch
from kingsburg_env.check import Games
from kingsburg_env.engine.names import NOBODY
from kingsburg_env.engine.play import NO_ACTION

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
    """What happened between two questions in all games of a batch."""

    actor: Ints
    observation: NDArray[np.float32]
    mask: NDArray[np.int8]
    action: Ints
    rewards: NDArray[np.float64]


def play(
    agents: Sequence[Agent],
    rules: Rules,
    seeds: NDArray[np.uint64],
    seated: Ints,
    reward: str,
    rngs: Sequence[np.random.Generator],
) -> Iterator[Episode]:
    """Play games to their ends, `seated` telling which agent sits where, and cut them into episodes."""
    games, buffers, steps = new_games(len(seeds), rules), Buffers(len(seeds)), []
    reset(games, seeds, buffers=buffers)
    while np.any(buffers.actor != NOBODY):
        actor, seen, mask = buffers.actor.copy(), buffers.observation.copy(), buffers.mask.copy()
        actions = _answers(agents, games, buffers, seated, rngs)
        step_batch(games, actions, buffers, reward=reward)
        is_on = actor != NOBODY
        steps.append(Step(actor, seen, mask, actions, np.where(is_on[:, None], buffers.rewards, 0)))
    whole = Step(*(np.stack(column) for column in zip(*steps, strict=True)))
    for seat in range(rules.num_players):
        ends = observe(games, seat)
        for game, seed in enumerate(seeds.tolist()):
            yield _episode(whole, game, seat, seed, int(seated[game, seat]), ends[game])


def _answers(
    agents: Sequence[Agent],
    games: Games,
    buffers: Buffers,
    seated: Ints,
    rngs: Sequence[np.random.Generator],
) -> Ints:
    """Ask every agent all its questions at once; ended games are left alone."""
    answers = np.full(len(games), NO_ACTION, np.int64)
    rows = np.flatnonzero(buffers.actor != NOBODY)
    asked = seated[rows, buffers.actor[rows]]
    for agent in np.unique(asked).tolist():
        mine = rows[asked == agent]
        answers[mine] = choose(
            agents[agent], take(games, mine), buffers.observation[mine], buffers.mask[mine], rngs[agent]
        )
    return answers


def _episode(whole: Step, game: int, seat: int, seed: int, agent: int, end: NDArray[np.float32]) -> Episode:
    """Gather a seat's decisions; what comes between two of them is the reward of the first."""
    at = np.flatnonzero(whole.actor[:, game] == seat)
    return Episode(
        seed,
        seat,
        agent,
        np.concatenate([whole.observation[at, game], end[None]]),
        np.concatenate([whole.mask[at, game], np.zeros_like(whole.mask[:1, game])]),
        whole.action[at, game],
        np.add.reduceat(whole.rewards[:, game, seat], at),
    )
