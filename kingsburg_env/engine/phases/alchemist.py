"""The Alchemist turns one good into one each of the two other kinds."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import BUNDLE_START, GOODS, PASS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NUM_GOODS, Source
from kingsburg_env.engine.stores import gain, holds


@njit
def legal(state):
    """Offer to pay any good the player owns, or to decline.

    Rule: advisor.alchemist
    Rule: ruling.may-decline (ruling 8)
    """
    player = state.players[int(state.actor)]
    allow(state, PASS)
    for bundle in range(BUNDLE_START[1], BUNDLE_START[2]):
        if holds(player, bundle):
            allow(state, GOODS + bundle)


@njit
def apply(state, log, action):
    """Pay the good, take the two others."""
    turn.answered(state)
    if action == PASS:
        return
    paid = action - GOODS - BUNDLE_START[1]
    for good in range(NUM_GOODS):
        gain(state, log, int(state.actor), good, -1 if good == paid else 1, Source.ADVISOR)
