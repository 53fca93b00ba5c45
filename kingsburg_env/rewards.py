"""What an outcome is worth to each seat."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import MAX_PLAYERS
from kingsburg_env.engine.play import is_over
from kingsburg_env.engine.scoring import rank

WIN, RANK, VP_MARGIN, VP_DELTA = range(4)
REWARD_CODES = {"win": WIN, "rank": RANK, "vp_margin": VP_MARGIN, "vp_delta": VP_DELTA}
"""The rewards by name; how compiled code knows them."""


def reward_code(reward: object) -> int:
    """Look up a reward by its name."""
    code = REWARD_CODES.get(reward) if isinstance(reward, str) else None
    if code is None:
        raise ValueError(f"reward={reward!r}: must be one of {', '.join(map(repr, REWARD_CODES))}")
    return code


ILLEGAL_REWARD = -1.0
"""What an environment that ends the game at an illegal action gives to whoever tried it."""

# Powers of two, so that rewards add up exactly.
MARGIN_SCALE = 1 / 64
POTENTIAL_SCALE = 1 / 256


@njit
def potential(state, seat):
    """Measure how far a seat is ahead of the others in points; 0 at the start and at the end of a game."""
    if is_over(state):
        return 0.0
    total = 0
    for other in range(int(state.num_players)):
        total += int(state.players[other].vp)
    return (int(state.num_players) * int(state.players[seat].vp) - total) * POTENTIAL_SCALE


def potentials(games: NDArray[Any]) -> NDArray[np.float64]:
    """Return the potential of every seat of games that are not over: what "vp_delta" has paid so far."""
    num_players = int(games["num_players"][0])
    points = games["players"]["vp"][:, :num_players].astype(np.int64)
    return (num_players * points - points.sum(axis=1, keepdims=True)) * POTENTIAL_SCALE


@njit
def win(state, seat):
    """Share 1 among the winners and -1 among the others; 0 if all have won."""
    num_players, winners = int(state.num_players), 0
    for other in range(num_players):
        if rank(state, other) == 1:
            winners += 1
    if winners == num_players:
        return 0.0
    return 1.0 / winners if rank(state, seat) == 1 else -1.0 / (num_players - winners)


@njit
def rank_reward(state, seat):
    """Spread 1 to -1 evenly over the ranks; who shares ranks shares their rewards."""
    num_players, ahead, level = int(state.num_players), rank(state, seat) - 1, 0
    for other in range(num_players):
        if rank(state, other) == ahead + 1:
            level += 1
    return 1.0 - (2.0 * ahead + level - 1.0) / (num_players - 1)


@njit
def margin(state, seat):
    """Measure the points ahead of the best opponent, or behind them."""
    best = -(1 << 15)
    for other in range(int(state.num_players)):
        if other != seat:
            best = max(best, int(state.players[other].vp))
    return (int(state.players[seat].vp) - best) * MARGIN_SCALE


@njit
def clear_rewards(state, kind, result):
    """Start a step's rewards at 0, or for "vp_delta" at minus the potentials before the step."""
    for seat in range(MAX_PLAYERS):
        result.rewards[seat] = 0.0
    if kind == VP_DELTA:
        for seat in range(state.num_players):
            result.rewards[seat] = -potential(state, seat)


@njit
def add_rewards(state, kind, result):
    """Add what each seat gets in this step."""
    if kind == VP_DELTA:
        for seat in range(state.num_players):
            result.rewards[seat] += potential(state, seat)
    if is_over(state):
        for seat in range(state.num_players):
            result.rewards[seat] += end_reward(state, kind, seat)


@njit
def end_reward(state, kind, seat):
    """Return what the end of the game is worth to a seat."""
    if kind == RANK:
        return rank_reward(state, seat)
    if kind == VP_MARGIN:
        return margin(state, seat)
    return win(state, seat)


@njit
def reward_between(state, kind, seat, before):
    """Return what a seat has got since its last question, when its potential was `before`."""
    reward = end_reward(state, kind, seat) if is_over(state) else 0.0
    if kind == VP_DELTA:
        reward += potential(state, seat) - before
    return reward
