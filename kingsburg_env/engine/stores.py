"""Gaining, paying and losing: the only writers of goods, points, soldiers and +2 tokens."""

from kingsburg_env.engine import events
from kingsburg_env.engine.actions import BUNDLES
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NUM_GOODS, Event


@njit
def gain(state, log, seat, good, amount, source):
    """Take goods from the supply, which is unlimited; a negative amount is paid or lost."""
    if amount != 0:
        state.players[seat].goods[good] += amount
        events.note(log, Event.GOODS, seat, good, amount, source)


@njit
def gain_each(state, log, seat, goods, source):
    """Take so much gold, wood and stone."""
    for good in range(NUM_GOODS):
        gain(state, log, seat, good, int(goods[good]), source)


@njit
def gain_bundle(state, log, seat, bundle, sign, source):
    """Take (sign 1) or give (sign -1) a mix of goods."""
    for good in range(NUM_GOODS):
        gain(state, log, seat, good, sign * int(BUNDLES[bundle, good]), source)


@njit
def score(state, log, seat, points, source):
    """Move on the score track, also below 0."""
    if points != 0:
        player = state.players[seat]
        player.vp += points
        player.vp_from[source] += points
        events.note(log, Event.POINTS, seat, 0, points, source)


@njit
def enlist(state, log, seat, soldiers, source):
    """Take soldiers, or let them go."""
    if soldiers != 0:
        state.players[seat].soldiers += soldiers
        events.note(log, Event.SOLDIERS, seat, 0, soldiers, source)


@njit
def gain_plus_two(state, log, seat, tokens, source):
    """Take +2 tokens, or give them away."""
    if tokens != 0:
        state.players[seat].plus_two += tokens
        events.note(log, Event.TOKENS, seat, 0, tokens, source)


@njit
def holds(player, bundle):
    """Check whether a player owns all goods of a bundle."""
    for good in range(NUM_GOODS):
        if player.goods[good] < BUNDLES[bundle, good]:
            return False
    return True


@njit
def num_goods(player):
    """Count a player's goods; +2 tokens and soldiers are not goods.

    Rule: ruling.what-goods-are (ruling 19)
    """
    return int(player.goods[0]) + int(player.goods[1]) + int(player.goods[2])
