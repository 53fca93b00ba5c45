"""The Architect (governor) says which good of the cost he saves."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import BUNDLE_START, GOODS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NUM_GOODS
from kingsburg_env.engine.province import construct, cost, shortage


@njit
def legal(state):
    """Offer each good of the remaining cost; if one good is lacking, it has to be that one.

    Rule: ruling.architect-chooses (ruling 14)
    """
    player = state.players[int(state.actor)]
    building = int(state.building)
    lacks_one = shortage(player, building) > 0
    for good in range(NUM_GOODS):
        price = cost(player, building, good)
        if price > 0 and (not lacks_one or price > player.goods[good]):
            allow(state, GOODS + BUNDLE_START[1] + good)


@njit
def apply(state, log, action):
    """Build with that good left out."""
    turn.answered(state)
    construct(state, log, int(state.actor), int(state.building), action - GOODS - BUNDLE_START[1])
