"""One step ahead: whatever leaves the own position best. Cheap enough to play whole games inside a search."""

import math

from kingsburg_agents.search.positions import position_value
from kingsburg_env.engine import year
from kingsburg_env.engine.actions import CHANGE
from kingsburg_env.engine.answers import NO_ACTION, next_answer, nth_answer
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import Decision
from kingsburg_env.kernels import NO_LOG


@njit
def best_action(now, ahead):
    """Return the action that leads to the best position; of equals the last, so that nobody passes idly.

    Both are arrays of one record: the position, and one to look ahead in.
    """
    state = now[0]
    if state.decision == Decision.REROLL and nth_answer(state, 1) < CHANGE:
        # A look ahead would see how the dice fall.
        return nth_answer(state, 1)
    best, highest = NO_ACTION, -math.inf
    action = next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        value = value_after(now, ahead, action)
        if value >= highest:
            best, highest = action, value
        action = next_answer(state, action)
    return best


@njit
def value_after(now, ahead, action):
    """Return the value of the actor's position right after an action."""
    ahead[0] = now[0]
    year.apply(ahead[0], NO_LOG[0], action)
    return position_value(ahead[0], int(now[0].actor))
