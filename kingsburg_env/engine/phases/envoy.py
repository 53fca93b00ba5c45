"""Phase 5, the King's envoy."""

from kingsburg_env.engine import events, turn
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NOBODY, Event, Phase
from kingsburg_env.engine.province import least_developed, only_seat


@njit
def advance(state, log):
    """Send an unused envoy back; then it goes to the one least developed player, or to nobody.

    Rule: envoy.returns-first
    Rule: envoy.least-developed
    """
    if state.envoy != NOBODY:
        events.tell(log, Event.ENVOY, int(state.envoy), 0, -1)
    state.envoy = only_seat(least_developed(state))
    if state.envoy != NOBODY:
        events.tell(log, Event.ENVOY, int(state.envoy), 0, 1)
    turn.enter(state, log, Phase.AUTUMN)
