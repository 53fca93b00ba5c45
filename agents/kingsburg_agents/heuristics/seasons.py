"""How far a game still has to go."""

from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NUM_YEARS, Phase

SEASONS_A_YEAR = 3


@njit
def seasons_to_come(state):
    """Count the productive seasons that have not begun yet."""
    later = SEASONS_A_YEAR * (NUM_YEARS - int(state.year))
    if state.phase <= Phase.AID:
        return min(later + SEASONS_A_YEAR, SEASONS_A_YEAR * NUM_YEARS)
    if state.phase <= Phase.REWARD:
        return later + 2
    return later + 1 if state.phase <= Phase.ENVOY else later
