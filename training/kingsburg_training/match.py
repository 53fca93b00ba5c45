"""Duplicate games of a learner against one kind of opponent: every seed is played once from every seat."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.arena.play import take
from kingsburg_agents.protocol import Agent, choose
from kingsburg_env import Buffers, Rules, new_games, ranking, reset, step_batch
from kingsburg_env.check import Games
from kingsburg_env.engine.names import NOBODY
from kingsburg_env.engine.play import NO_ACTION

Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], NDArray[np.int64]]
"""A function of the observations and masks of several games that returns their actions."""
WIDTH_95 = 1.96


@dataclass(frozen=True)
class Result:
    """The share of games won, half the width of its 95 % interval over blocks, and what equals would win."""

    share: float
    half_width: float
    parity: float

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % +- {100 * self.half_width:.1f}"


def play(policy: Policy, opponent: Agent, rules: Rules, blocks: int, seed: int) -> Result:
    """Let the policy sit once in every seat of every block, the opponent in all others."""
    players = rules.num_players
    games = new_games(blocks * players, rules)
    buffers = Buffers(len(games))
    reset(games, np.repeat(seed + np.arange(blocks), players), buffers=buffers)
    own_seat = np.tile(np.arange(players), blocks)
    rng = np.random.default_rng(seed)
    while np.any(buffers.actor != NOBODY):
        step_batch(games, _answers(policy, opponent, games, buffers, own_seat, rng), buffers)
    return _result(ranking(games), own_seat, players)


def play_agent(agent: Agent, opponent: Agent, rules: Rules, blocks: int, seed: int) -> Result:
    """Let an agent that sees observations alone sit once in every seat of every block, the opponent in all others."""
    if agent.uses_engine:
        raise ValueError(f"agent {agent.name!r}: must be one that sees observations alone")
    rng = np.random.default_rng(seed)
    return play(lambda seen, masks: agent.act_batch(seen, masks, rng), opponent, rules, blocks, seed)


def _answers(
    policy: Policy,
    opponent: Agent,
    games: Games,
    buffers: Buffers,
    own_seat: NDArray[np.int64],
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """Ask the policy where it is its turn and the opponent elsewhere; ended games are left alone."""
    answers = np.full(len(games), NO_ACTION, np.int64)
    own = np.flatnonzero(buffers.actor == own_seat)
    others = np.flatnonzero((buffers.actor != own_seat) & (buffers.actor != NOBODY))
    if len(own):
        answers[own] = policy(buffers.observation[own], buffers.mask[own])
    if len(others):
        answers[others] = choose(
            opponent, take(games, others), buffers.observation[others], buffers.mask[others], rng
        )
    return answers


def _result(ranks: NDArray[np.int64], own_seat: NDArray[np.int64], players: int) -> Result:
    """Share each win among those who tie for it; the block is the unit of the interval."""
    won = ranks[np.arange(len(ranks)), own_seat] == 1
    points = won / np.maximum(1, (ranks == 1).sum(axis=1))
    means = points.reshape(-1, players).mean(axis=1)
    spread = means.std(ddof=1) if len(means) > 1 else 1.0
    return Result(float(means.mean()), float(WIDTH_95 * spread / len(means) ** 0.5), 1 / players)
