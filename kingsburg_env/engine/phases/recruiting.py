"""Phase 7, recruiting: soldiers for goods, one at a time, as many as wanted."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import BUNDLE_START, GOODS, PASS, RECRUIT_TOKEN
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import Building, Decision, Phase, Source
from kingsburg_env.engine.province import has
from kingsburg_env.engine.stores import enlist, gain_bundle, gain_plus_two, holds, num_goods
from kingsburg_env.engine.tables.buildings import BARRACKS_PRICE, SOLDIER_PRICE, TRAINING_CAMP_LIMIT


@njit
def advance(state, log):
    """Each player in the order made in Autumn; the Training Camp at the start of the turn.

    Rule: recruiting.turn-order
    Rule: ruling.autumn-order-holds (ruling 25)
    """
    if turn.all_had_a_turn(state):
        turn.enter(state, log, Phase.WINTER)
        return
    seat = turn.whose_turn(state)
    if state.visit == 0:
        state.visit = 1
        train(state, log, seat)
    if can_recruit(state.players[seat]):
        turn.ask(state, seat, Decision.RECRUIT)
    else:
        turn.end_turn(state)


@njit
def train(state, log, seat):
    """Grant a soldier to a Training Camp with fewer than two, counting those gained earlier in the year.

    Rule: building.training-camp
    Rule: ruling.training-camp-counts (ruling 21)
    """
    player = state.players[seat]
    if has(player, Building.TRAINING_CAMP) and player.soldiers < TRAINING_CAMP_LIMIT:
        enlist(state, log, seat, 1, Source.TRAINING_CAMP)


@njit
def price(player):
    """Return what a soldier costs: 2 goods of any kinds, with Barracks exactly 1.

    Rule: recruiting.two-goods
    Rule: building.barracks
    Rule: ruling.barracks-price (ruling 21)
    """
    return BARRACKS_PRICE if has(player, Building.BARRACKS) else SOLDIER_PRICE


@njit
def can_pay_token(player):
    """Check whether a +2 token buys a soldier.

    Rule: building.recruiting-center
    """
    return has(player, Building.RECRUITING_CENTER) and player.plus_two > 0


@njit
def can_recruit(player):
    """Check whether a player can have another soldier."""
    return num_goods(player) >= price(player) or can_pay_token(player)


@njit
def legal(state):
    """Offer every mix of goods that pays for one soldier, a +2 token with a Recruiting Center, and to stop.

    Rule: option.optional-barracks
    """
    player = state.players[int(state.actor)]
    allow(state, PASS)
    dearest = SOLDIER_PRICE if state.optional_effects else price(player)
    for bundle in range(BUNDLE_START[price(player)], BUNDLE_START[dearest + 1]):
        if holds(player, bundle):
            allow(state, GOODS + bundle)
    if can_pay_token(player):
        allow(state, RECRUIT_TOKEN)


@njit
def apply(state, log, action):
    """Pay, take the soldier, and be asked again; or stop."""
    turn.answered(state)
    seat = int(state.actor)
    if action == PASS:
        turn.end_turn(state)
        return
    if action == RECRUIT_TOKEN:
        gain_plus_two(state, log, seat, -1, Source.RECRUITING)
    else:
        gain_bundle(state, log, seat, action - GOODS, -1, Source.RECRUITING)
    enlist(state, log, seat, 1, Source.RECRUITING)
