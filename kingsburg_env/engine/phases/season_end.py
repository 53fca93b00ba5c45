"""The end of a productive season, player by player: Inn, Embassy, then the trades in the order the owner likes."""

from kingsburg_env.engine import effects, turn
from kingsburg_env.engine.actions import PASS, TRADE
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_DICE,
    MAX_GROUPS,
    NO_GROUP,
    NOBODY,
    NUM_ADVISORS,
    NUM_GOODS,
    NUM_TRADERS,
    Building,
    Decision,
    Effect,
    Good,
    Governor,
    Phase,
    Source,
    Trade,
    Trader,
)
from kingsburg_env.engine.province import has
from kingsburg_env.engine.stores import enlist, gain, gain_plus_two, score
from kingsburg_env.engine.tables.buildings import QUARRY_GOLD, SAWMILL_GOLD


@njit
def advance(state, log):
    """Each player in turn order; the Preacher after the last; then all dice go home.

    Rule: season-end.turn-order
    Rule: ruling.season-end-order (ruling 20)
    """
    while not turn.all_had_a_turn(state):
        seat = turn.whose_turn(state)
        if state.visit == 0:
            state.visit = 1
            give_season_gifts(state, log, seat)
            if state.decision != Decision.NONE:
                return
        if can_trade(state, state.players[seat]):
            turn.ask(state, seat, Decision.END_SEASON)
            return
        turn.end_turn(state)
    if state.visit == 0:
        state.visit = 1
        preach(state, log)
        if state.decision != Decision.NONE:
            return
    clear_the_court(state)
    leave(state, log)


@njit
def give_season_gifts(state, log, seat):
    """Grant the Inn's +2 token in Summer and the Embassy's point.

    Rule: building.inn
    Rule: building.embassy
    Rule: season-end.new-buildings-count
    """
    player = state.players[seat]
    if state.phase == Phase.SUMMER and has(player, Building.INN):
        gain_plus_two(state, log, seat, 1, Source.INN)
    if has(player, Building.EMBASSY):
        effects.offer(state, log, seat, Effect.EMBASSY)


@njit
def leave(state, log):
    """Move on to the event that follows this season."""
    if state.phase == Phase.SPRING:
        turn.enter(state, log, Phase.REWARD)
    elif state.phase == Phase.SUMMER:
        turn.enter(state, log, Phase.ENVOY)
    else:
        turn.enter(state, log, Phase.RECRUITING)


@njit
def preach(state, log):
    """Grant the Preacher 1 VP if anybody, the Preacher included, did not build; never more than 1.

    Rule: governor.preacher
    Rule: ruling.preacher-once (ruling 13)
    """
    preacher = turn.holder(state, Governor.PREACHER)
    if preacher == NOBODY:
        return
    for seat in range(int(state.num_players)):
        if not state.players[seat].has_built:
            effects.offer(state, log, preacher, Effect.PREACHER)
            return


@njit
def clear_the_court(state):
    """Take all dice back and forget what was used this season.

    Rule: season-end.dice-go-home
    """
    state.taken, state.neutral = 0, 0
    for seat in range(int(state.num_players)):
        player = state.players[seat]
        for die in range(MAX_DICE):
            player.dice[die], player.throws[die], player.group_of[die] = 0, 0, NO_GROUP
        for face in range(DIE_SIDES):
            player.own_hand[face], player.bonus_hand[face] = 0, 0
        for group in range(MAX_GROUPS):
            player.group_at[group] = NO_GROUP
        for advisor in range(NUM_ADVISORS):
            player.groups[advisor] = 0
        for trader in range(NUM_TRADERS):
            player.traded[trader] = 0
        player.bonus, player.passed = 0, 0
        player.plus_two_used, player.market_used = 0, 0
        player.statue_used, player.chapel_used, player.governor_used = 0, 0, 0
        player.has_built, player.has_saved = 0, 0


@njit
def can_use(player, building, trader):
    """Check whether a building stands and has not been used this season."""
    return has(player, building) and not player.traded[trader]


@njit
def can_use_in_season(state, player, building, trader):
    """Check the same of Sawmill, Quarry and Goldsmith: Summer only, or with the Mint every season.

    Rule: building.mint
    """
    return can_use(player, building, trader) and (state.phase == Phase.SUMMER or has(player, Building.MINT))


@njit
def can_pay_town_hall(player):
    """Check whether the Town Hall can be used."""
    return can_use(player, Building.TOWN_HALL, Trader.TOWN_HALL) and (
        player.plus_two > 0 or player.goods[0] > 0 or player.goods[1] > 0 or player.goods[2] > 0
    )


@njit
def can_saw(state, player):
    """Check whether the Sawmill can be used."""
    return player.goods[Good.WOOD] > 0 and can_use_in_season(state, player, Building.SAWMILL, Trader.SAWMILL)


@njit
def can_quarry(state, player):
    """Check whether the Quarry can be used."""
    return player.goods[Good.STONE] > 0 and can_use_in_season(state, player, Building.QUARRY, Trader.QUARRY)


@njit
def can_smith(state, player):
    """Check whether the Goldsmith can be used."""
    return player.goods[Good.GOLD] > 0 and can_use_in_season(
        state, player, Building.GOLDSMITH, Trader.GOLDSMITH
    )


@njit
def can_trade(state, player):
    """Check whether any trade is left."""
    return (
        can_pay_town_hall(player)
        or can_saw(state, player)
        or can_quarry(state, player)
        or can_smith(state, player)
    )


@njit
def legal(state):
    """Offer each trade the player can pay, each once, in the order they like.

    Rule: building.town-hall
    Rule: building.sawmill
    Rule: building.quarry
    Rule: building.goldsmith
    """
    player = state.players[int(state.actor)]
    allow(state, PASS)
    if can_pay_town_hall(player):
        if player.plus_two > 0:
            allow(state, TRADE + Trade.TOWN_HALL_TOKEN)
        for good in range(NUM_GOODS):
            if player.goods[good] > 0:
                allow(state, TRADE + Trade.TOWN_HALL_GOLD + good)
    if can_saw(state, player):
        allow(state, TRADE + Trade.SAWMILL)
    if can_quarry(state, player):
        allow(state, TRADE + Trade.QUARRY)
    if can_smith(state, player):
        allow(state, TRADE + Trade.GOLDSMITH)


@njit
def apply(state, log, action):
    """Trade, or end the turn."""
    turn.answered(state)
    if action == PASS:
        turn.end_turn(state)
        return
    seat = int(state.actor)
    player = state.players[seat]
    trade = action - TRADE
    if trade == Trade.SAWMILL:
        player.traded[Trader.SAWMILL] = 1
        gain(state, log, seat, Good.WOOD, -1, Source.SAWMILL)
        gain(state, log, seat, Good.GOLD, SAWMILL_GOLD, Source.SAWMILL)
    elif trade == Trade.QUARRY:
        player.traded[Trader.QUARRY] = 1
        gain(state, log, seat, Good.STONE, -1, Source.QUARRY)
        gain(state, log, seat, Good.GOLD, QUARRY_GOLD, Source.QUARRY)
    elif trade == Trade.GOLDSMITH:
        player.traded[Trader.GOLDSMITH] = 1
        gain(state, log, seat, Good.GOLD, -1, Source.GOLDSMITH)
        enlist(state, log, seat, 1, Source.GOLDSMITH)
        score(state, log, seat, 1, Source.GOLDSMITH)
    else:
        pay_town_hall(state, log, seat, trade)


@njit
def pay_town_hall(state, log, seat, trade):
    """Pay a +2 token or a good for 1 VP."""
    state.players[seat].traded[Trader.TOWN_HALL] = 1
    if trade == Trade.TOWN_HALL_TOKEN:
        gain_plus_two(state, log, seat, -1, Source.TOWN_HALL)
    else:
        gain(state, log, seat, trade - Trade.TOWN_HALL_GOLD, -1, Source.TOWN_HALL)
    score(state, log, seat, 1, Source.TOWN_HALL)
