"""A defeated player chooses which goods to lose."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import BUNDLE_START, GOODS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import Source
from kingsburg_env.engine.stores import gain_bundle, holds


@njit
def legal(state):
    """Offer every mix of so many goods that the player owns.

    Rule: winter.goods-of-choice
    """
    player = state.players[int(state.actor)]
    size = int(state.amount)
    for bundle in range(BUNDLE_START[size], BUNDLE_START[size + 1]):
        if holds(player, bundle):
            allow(state, GOODS + bundle)


@njit
def apply(state, log, action):
    """Lose them."""
    turn.answered(state)
    gain_bundle(state, log, int(state.actor), action - GOODS, -1, Source.DEFEAT)
