"""Credit to the right seat: what each decision was worth to the player who made it.

The decisions of one seat in one game are a stream of their own.
What comes to a seat between two of its decisions belongs to the earlier one, the end of the game reaches every seat's last decision,
and the value of a position is only ever compared with the same seat's next one.
"""

import numpy as np
from numpy.typing import NDArray


def advantages(
    actor: NDArray[np.int64],
    value: NDArray[np.float32],
    reward: NDArray[np.float32],
    terminal: NDArray[np.bool_],
    decay: float | NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Estimate the advantage of every decision (time x game) by GAE along its seat's stream, without discount.

    The last decision of a seat whose game goes on is open: nothing tells yet how it went.
    Its value is what the decisions before it are measured by; it is itself left out of learning.
    The decay is one number, or one for every decision: by how much credit fades on its way back past that decision.

    Returns the advantages, and which decisions are closed.
    """
    steps, num_games, seats = reward.shape
    decays = np.broadcast_to(np.asarray(decay, np.float32), actor.shape)
    games = np.arange(num_games)
    next_value, next_advantage, next_decay, pending = np.zeros((4, num_games, seats), np.float32)
    is_known = np.zeros((num_games, seats), np.bool_)
    advantage = np.zeros((steps, num_games), np.float32)
    is_closed = np.zeros((steps, num_games), np.bool_)
    for t in range(steps - 1, -1, -1):
        # What lies ahead of an ended game belongs to the next one.
        ended = terminal[t]
        next_value[ended] = 0
        next_advantage[ended] = 0
        pending[ended] = 0
        is_known[ended] = True
        pending += reward[t]
        own = (games, actor[t])
        is_closed[t] = is_known[own]
        gained = pending[own] + next_value[own] - value[t] + next_decay[own] * next_advantage[own]
        advantage[t] = np.where(is_closed[t], gained, 0)
        next_value[own] = value[t]
        next_advantage[own] = advantage[t]
        next_decay[own] = decays[t]
        pending[own] = 0
        is_known[own] = True
    return advantage, is_closed
