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
    mine, found = standing(state.players[seat]), 1
    for rival in range(int(state.num_players)):
        if standing(state.players[rival]) > mine:
            found += 1
    return found


@njit
def decided_by(state):
    """Return the comparison that leaves one alone at the top: 1 points, 2 goods, 3 buildings; 4 if the win is shared.

    Rule: frame.winner
    """
    unit = MORE_GOODS_THAN_ANYBODY * MORE_BUILDINGS_THAN_ANYBODY
    if num_at_the_top(state, unit) == 1:
        return 1
    if num_at_the_top(state, MORE_BUILDINGS_THAN_ANYBODY) == 1:
        return 2
    return 3 if num_at_the_top(state, 1) == 1 else 4


@njit
def num_at_the_top(state, unit):
    """Count the seats with the best standing, in whole units."""
    best, count = standing(state.players[0]) // unit, 1
    for seat in range(1, int(state.num_players)):
        reached = standing(state.players[seat]) // unit
        if reached > best:
            best, count = reached, 1
        elif reached == best:
            count += 1
    return count
