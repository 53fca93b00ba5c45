"""Duplicate games of one agent against copies of another, of which nothing is kept but who won.

A tournament also tells how games went, and survives agents that fail; this is for whoever measures himself often.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.protocol import Actions, Agent, choose
from kingsburg_agents.seeds import evaluation_seeds
from kingsburg_arena.bootstrap import Bootstrap, Sums
from kingsburg_arena.play import take
from kingsburg_env import Buffers, Rules, new_games, ranking, reset, step_batch
from kingsburg_env.check import Games
from kingsburg_env.engine.names import NOBODY, NUM_YEARS, Phase
from kingsburg_env.engine.play import NO_ACTION


def play_blocks(
    hero: Agent,
    rival: Agent,
    rules: Rules,
    blocks: int,
    seed: int,
    progress: Callable[[float, int], None] = lambda _done, _total: None,
) -> NDArray[np.float64]:
    """Play every block with the hero in each seat in turn; return his share in each win, by block and seat."""
    players = rules.num_players
    games = new_games(blocks * players, rules)
    buffers, rng = Buffers(len(games)), np.random.default_rng(seed)
    reset(games, np.repeat(evaluation_seeds(seed, np.arange(blocks)), players), buffers=buffers)
    seats = np.tile(np.arange(players), blocks)
    while np.any(buffers.actor != NOBODY):
        progress(_num_played(games), len(games))
        actions = np.full(len(games), NO_ACTION, np.int64)
        is_hero = buffers.actor == seats
        _answer(hero, games, buffers, is_hero, actions, rng)
        _answer(rival, games, buffers, ~is_hero & (buffers.actor != NOBODY), actions, rng)
        step_batch(games, actions, buffers)
    winners = ranking(games) == 1
    shares = winners[np.arange(len(games)), seats] / winners.sum(axis=1)
    return shares.reshape(blocks, players)


def _num_played(games: Games) -> float:
    """Tell how many games are played, those that are not over by their years and phases."""
    years = np.maximum(games["year"], 1) - 1 + games["phase"] / Phase.OVER
    return float(years.sum() / NUM_YEARS)


def _answer(
    agent: Agent,
    games: Games,
    buffers: Buffers,
    which: NDArray[np.bool_],
    actions: Actions,
    rng: np.random.Generator,
) -> None:
    """Let an agent answer in some of the games, all at once."""
    rows = np.flatnonzero(which)
    if len(rows):
        seen, masks = buffers.observation[rows], buffers.mask[rows]
        actions[rows] = choose(agent, take(games, rows), seen, masks, rng)


def interval(shares: NDArray[np.float64]) -> tuple[float, float]:
    """Find the interval of the mean share, drawn over blocks."""
    blocks, players = shares.shape
    measured = Sums(shares.sum(axis=1, keepdims=True), np.full((blocks, 1), float(players)))
    low, high = Bootstrap(np.zeros(blocks, np.int64)).share_interval(measured)
    return float(low[0]), float(high[0])
