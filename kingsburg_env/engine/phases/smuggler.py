"""The Smuggler sells three goods for a victory point."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import BUNDLE_START, GOODS, PASS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import Source
from kingsburg_env.engine.stores import gain_bundle, score

GOODS_SOLD = 3
PRICE = 1


@njit
def legal(state):
    """Offer every mix of three goods, or to decline; points may go below 0.

    Rule: advisor.smuggler
    Rule: frame.negative-points
    """
    allow(state, PASS)
    for bundle in range(BUNDLE_START[GOODS_SOLD], BUNDLE_START[GOODS_SOLD + 1]):
        allow(state, GOODS + bundle)


@njit
def apply(state, log, action):
    """Pay the point, take the goods."""
    turn.answered(state)
    if action == PASS:
        return
    seat = int(state.actor)
    score(state, log, seat, -PRICE, Source.ADVISOR)
    gain_bundle(state, log, seat, action - GOODS, 1, Source.ADVISOR)
