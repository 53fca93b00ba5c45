"""Credit to the right seat: what each decision was worth to the player who made it, and to everybody else.

The decisions of one seat in one game are a stream of their own.
What comes to anybody between two of its decisions belongs to the earlier one, the end of the game reaches every seat's last decision,
and what a seat expects of a position is only ever compared with what the same seat expects of its next one.
"""

import numpy as np
from numpy.typing import NDArray

from kingsburg_env.engine.jit import entry


def advantages(
    actor: NDArray[np.int64],
    value: NDArray[np.float32],
    reward: NDArray[np.float32],
    terminal: NDArray[np.bool_],
    decay: float | NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Estimate what every decision (time x game) brought each seat, by GAE along the stream of the seat that decided, without discount.

    The value is what the one who decides expects each seat to get; what he brought himself is at his own seat.
    The last decision of a seat whose game goes on is open: nothing tells yet how it went.
    Its value is what the decisions before it are measured by; it is itself left out of learning.
    The decay is one number, or one for every decision: by how much credit fades on its way back past that decision.

    Returns the advantages (time x game x seat), and which decisions are closed.
    """
    if value.shape != reward.shape or actor.shape != reward.shape[:2] or terminal.shape != actor.shape:
        shapes = ", ".join(str(array.shape) for array in (actor, value, reward, terminal))
        raise ValueError(f"shapes {shapes}: must be time x game, and time x game x seat for value and reward")
    if actor.size and not 0 <= actor.min() <= actor.max() < reward.shape[2]:
        raise ValueError(f"actor: must be from 0 to {reward.shape[2] - 1}, the seats of the rewards")
    advantage, is_closed = np.zeros(reward.shape, np.float32), np.zeros(actor.shape, np.bool_)
    decays = np.ascontiguousarray(np.broadcast_to(np.asarray(decay, np.float32), actor.shape))
    look_back(actor, value, reward, terminal, decays, advantage, is_closed)
    return advantage, is_closed


@entry
def look_back(actor, value, reward, terminal, decays, advantage, is_closed):
    """Go back through all games: what lies ahead is kept for each seat that decides and each it thinks of."""
    steps, num_games, seats = reward.shape
    next_value = np.zeros((num_games, seats, seats), np.float32)
    next_advantage, pending = np.zeros_like(next_value), np.zeros_like(next_value)
    next_decay = np.zeros((num_games, seats), np.float32)
    is_known = np.zeros((num_games, seats), np.bool_)
    for t in range(steps - 1, -1, -1):
        for game in range(num_games):
            if terminal[t, game]:
                # what lies ahead of an ended game belongs to the next one
                next_value[game], next_advantage[game], pending[game] = 0, 0, 0
                is_known[game] = True
            for decider in range(seats):
                for seat in range(seats):
                    pending[game, decider, seat] += reward[t, game, seat]
            own = actor[t, game]
            is_closed[t, game] = is_known[game, own]
            for seat in range(seats):
                ahead = pending[game, own, seat] + next_value[game, own, seat] - value[t, game, seat]
                ahead += next_decay[game, own] * next_advantage[game, own, seat]
                advantage[t, game, seat] = ahead if is_known[game, own] else 0
                next_value[game, own, seat] = value[t, game, seat]
                next_advantage[game, own, seat] = advantage[t, game, seat]
                pending[game, own, seat] = 0
            next_decay[game, own] = decays[t, game]
            is_known[game, own] = True
