"""Who has won: points, then goods, then buildings, else shared."""

from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NUM_BUILDINGS
from kingsburg_env.engine.province import num_buildings
from kingsburg_env.engine.stores import num_goods

MORE_GOODS_THAN_ANYBODY = 4096
MORE_BUILDINGS_THAN_ANYBODY = NUM_BUILDINGS + 1


@njit
def standing(player):
    """Weigh points before goods before buildings, in one number that compares.

    Rule: frame.winner
    """
    return (
        int(player.vp) * MORE_GOODS_THAN_ANYBODY + num_goods(player)
    ) * MORE_BUILDINGS_THAN_ANYBODY + num_buildings(player)


@njit
def rank(state, seat):
    """Count who stands before this seat, and one; equal standings share a rank."""
    mine, place = standing(state.players[seat]), 1
    for rival in range(int(state.num_players)):
        if standing(state.players[rival]) > mine:
            place += 1
    return place
