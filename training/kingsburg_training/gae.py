"""Generalised advantage estimation over the decisions of each seat.

The decisions of one seat in one game are a stream of their own.
What comes to a seat between two of its decisions belongs to the earlier one, and the end of the game reaches every seat's last decision.
"""

import numpy as np
from numpy.typing import NDArray

from kingsburg_env.engine.jit import entry


def advantages(
    actor: NDArray[np.int64],
    value: NDArray[np.float32],
    reward: NDArray[np.float32],
    terminal: NDArray[np.bool_],
    gae_lambda: float | NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Estimate what every decision brought the seat that made it, by GAE without discount.

    The last decision of a seat whose game goes on is open: nothing tells yet how it went.
    Its value is what the decisions before it are measured by; it is itself left out of learning.

    Args:
        actor: the seat that decided, time x game.
        value: what that seat expects, time x game.
        reward: what the step brought each seat, time x game x seat.
        terminal: whether the step ended the game, time x game.
        gae_lambda: one number, or one for every decision: how much of what lies behind it reaches those before.

    Returns:
        The advantages, and which decisions are closed, both time x game.

    Raises:
        ValueError: shapes do not fit, or a seat has no reward.
    """
    if value.shape != actor.shape or actor.shape != reward.shape[:2] or terminal.shape != actor.shape:
        shapes = ", ".join(str(array.shape) for array in (actor, value, reward, terminal))
        raise ValueError(f"shapes {shapes}: must be time x game, and time x game x seat for the reward")
    if actor.size and not 0 <= actor.min() <= actor.max() < reward.shape[2]:
        raise ValueError(f"actor: must be from 0 to {reward.shape[2] - 1}, the seats of the rewards")
    advantage, is_closed = np.zeros(actor.shape, np.float32), np.zeros(actor.shape, np.bool_)
    lambdas = np.ascontiguousarray(np.broadcast_to(np.asarray(gae_lambda, np.float32), actor.shape))
    look_back(actor, value, reward, terminal, lambdas, advantage, is_closed)
    return advantage, is_closed


@entry
def look_back(actor, value, reward, terminal, lambdas, advantage, is_closed):
    """Go back through all games, keeping what lies ahead of each seat's next decision."""
    steps, num_games, seats = reward.shape
    next_value = np.zeros((num_games, seats), np.float32)
    next_advantage, pending = np.zeros_like(next_value), np.zeros_like(next_value)
    next_lambda = np.zeros_like(next_value)
    is_known = np.zeros((num_games, seats), np.bool_)
    for t in range(steps - 1, -1, -1):
        for game in range(num_games):
            if terminal[t, game]:
                # what lies ahead of an ended game belongs to the next one
                next_value[game], next_advantage[game], pending[game] = 0, 0, 0
                is_known[game] = True
            for seat in range(seats):
                pending[game, seat] += reward[t, game, seat]
            own = actor[t, game]
            is_closed[t, game] = is_known[game, own]
            delta = pending[game, own] + next_value[game, own] - value[t, game]
            ahead = delta + next_lambda[game, own] * next_advantage[game, own]
            advantage[t, game] = ahead if is_known[game, own] else 0
            next_value[game, own], next_advantage[game, own] = value[t, game], advantage[t, game]
            pending[game, own], next_lambda[game, own] = 0, lambdas[t, game]
            is_known[game, own] = True
