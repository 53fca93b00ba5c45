"""One step ahead: whatever leaves the own position worth most. Cheap enough to play whole games inside a search."""

from kingsburg_agents.search.worth import worth
from kingsburg_env.engine import year
from kingsburg_env.engine.actions import PASS, SPANS
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import Decision
from kingsburg_env.engine.play import NO_ACTION, nth_answer
from kingsburg_env.kernels import NO_LOG


@njit
def best_answer(state, after):
    """Name the action after which the position is worth most; of equals the last, so that nobody passes idly.

    The second record is scratch.
    """
    if state[0].decision == Decision.REROLL:
        # Looking one step ahead would look at the luck of the throw.
        return nth_answer(state[0], 1)
    best, best_worth = NO_ACTION, -1e9
    if state[0].answers[PASS]:
        best, best_worth = PASS, worth_after(state, after, PASS)
    for action in range(SPANS[state[0].decision, 0], SPANS[state[0].decision, 1]):
        if state[0].answers[action]:
            value = worth_after(state, after, action)
            if value >= best_worth:
                best, best_worth = action, value
    return best


@njit
def worth_after(state, after, action):
    """Tell what the actor's position is worth once he has answered, before anything else happens."""
    after[0] = state[0]
    seat = int(state[0].actor)
    year.apply(after[0], NO_LOG[0], action)
    return worth(after[0], seat)
