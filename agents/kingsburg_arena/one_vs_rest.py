"""Duplicate games of one agent against copies of another; only the winners are kept.

A tournament also records how games went, and survives agents that fail; this is for frequent measurements of one agent.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.protocol import Agent
from kingsburg_agents.seeds import evaluation_seeds
from kingsburg_arena.bootstrap import Bootstrap, Sums
from kingsburg_arena.seating import Seating, win_shares
from kingsburg_env import Rules
from kingsburg_env.check import Games
from kingsburg_env.engine.names import NUM_YEARS, Phase


def play_blocks(
    agent: Agent,
    opponent: Agent,
    rules: Rules,
    blocks: int,
    seed: int,
    progress: Callable[[float, int], None] = lambda _done, _total: None,
) -> NDArray[np.float64]:
    """Play every block with the agent in each seat in turn, copies of the opponent in the others.

    Args:
        agent: The agent that is measured.
        opponent: The agent at all other seats.
        rules: Rules of the games.
        blocks: Number of seeds; each is played once with the agent in every seat.
        seed: Seed of the games, 0 to 2**32 - 1; the same one gives the same luck.
        progress: Called with how many games are played and how many there are.

    Returns:
        The agent's share in each win, of shape (blocks, players); a shared win is split.
    """
    players = rules.num_players
    own_seat = np.tile(np.arange(players), blocks)
    seats = (np.arange(players) != own_seat[:, None]).astype(np.int64)
    seeds = np.repeat(evaluation_seeds(seed, np.arange(blocks)), players)
    seating = Seating([agent, opponent], seats, rules, seeds, [np.random.default_rng(seed)] * 2)
    for _ in seating.play():
        progress(_num_played(seating.games), len(seeds))
    return win_shares(seating.games, own_seat).reshape(blocks, players)


def _num_played(games: Games) -> float:
    """Return how many games are played, those that are not over by their years and phases."""
    years = np.maximum(games["year"], 1) - 1 + games["phase"] / Phase.OVER
    return float(years.sum() / NUM_YEARS)


def interval(shares: NDArray[np.float64]) -> tuple[float, float]:
    """Return the 95 % interval of the mean share, drawn over blocks.

    Args:
        shares: Shares by block and seat, as `play_blocks` returns them.
    """
    blocks, players = shares.shape
    measured = Sums(shares.sum(axis=1, keepdims=True), np.full((blocks, 1), float(players)))
    low, high = Bootstrap(np.zeros(blocks, np.int64)).share_interval(measured)
    return float(low[0]), float(high[0])
