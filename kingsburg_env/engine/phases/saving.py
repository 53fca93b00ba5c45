"""The Architect (governor) chooses which good of the cost to save."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import BUNDLE_START, GOODS, PASS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NUM_GOODS
from kingsburg_env.engine.province import NO_GOOD, construct, cost, shortage


@njit
def legal(state):
    """Offer each good of the remaining cost; if one good is lacking, it has to be that one.

    Rule: ruling.architect-chooses (ruling 14)
    Rule: option.optional-architect
    """
    player = state.players[int(state.actor)]
    building, is_full_price = int(state.building), int(state.is_full_price)
    lacks_one = shortage(player, building, is_full_price) > 0
    if state.optional_effects and not lacks_one:
        allow(state, PASS)
    for good in range(NUM_GOODS):
        price = cost(player, building, good, is_full_price)
        if price > 0 and (not lacks_one or price > player.goods[good]):
            allow(state, GOODS + BUNDLE_START[1] + good)


@njit
def apply(state, log, action):
    """Build with that good left out, or with none."""
    turn.answered(state)
    saved = NO_GOOD if action == PASS else action - GOODS - BUNDLE_START[1]
    construct(state, log, int(state.actor), saved)
