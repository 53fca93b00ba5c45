"""The end of a year: governors' goods; after year V the unused token and the Cathedral; the Minstrel last."""

from kingsburg_env.engine import effects, events, turn
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    NO_GOVERNOR,
    NOBODY,
    NUM_TOKEN_VALUES,
    NUM_YEARS,
    Building,
    Decision,
    Effect,
    Event,
    Governor,
    Phase,
    Source,
)
from kingsburg_env.engine.province import has
from kingsburg_env.engine.stores import num_goods, score
from kingsburg_env.engine.tables.buildings import GOODS_PER_CATHEDRAL_POINT
from kingsburg_env.engine.tables.governors import GOVERNORS


@njit
def advance(state, log):
    """Close the year, and after the fifth the game.

    Rule: ruling.year-end-order (ruling 24)
    Rule: frame.five-years
    """
    give_yearly_goods(state, log)
    if state.decision != Decision.NONE:
        return
    is_last = state.year == NUM_YEARS
    if is_last:
        score_tokens(state, log)
        score_cathedrals(state, log)
    sing(state, log)
    for seat in range(int(state.num_players)):
        state.players[seat].has_blessed = 0
    if is_last:
        turn.enter(state, log, Phase.OVER)
        turn.ask(state, NOBODY, Decision.NONE)
        events.announce(log, Event.OVER, 0, 0)
    else:
        turn.enter(state, log, Phase.NEW_YEAR)


@njit
def give_yearly_goods(state, log):
    """Grant the goods of Carpenter, Sculptor and Miner, in year V too: they count for the Cathedral.

    Rule: governor.miner
    Rule: governor.yearly-goods
    """
    while not turn.all_had_a_turn(state):
        seat = turn.whose_turn(state)
        if state.visit == 0 and earns_yearly(state.players[seat]):
            state.visit = 1
            effects.offer(state, log, seat, Effect.YEARLY_GOODS)
            if state.decision != Decision.NONE:
                return
        turn.end_turn(state)


@njit
def earns_yearly(player):
    """Check whether a player's governor brings goods every year."""
    if player.governor == NO_GOVERNOR:
        return False
    goods = GOVERNORS[int(player.governor)].yearly
    return goods[0] + goods[1] + goods[2] > 0


@njit
def score_tokens(state, log):
    """Score the value of the one King's army token left.

    Rule: module.army-left-token
    """
    for turn_index in range(int(state.num_players)):
        seat = int(state.order[turn_index])
        for value in range(NUM_TOKEN_VALUES):
            score(state, log, seat, value * int(state.players[seat].tokens[value]), Source.KINGS_ARMY)


@njit
def score_cathedrals(state, log):
    """Score 1 VP for each full pair of goods in a province with a Cathedral.

    Rule: building.cathedral
    """
    for turn_index in range(int(state.num_players)):
        seat = int(state.order[turn_index])
        player = state.players[seat]
        if has(player, Building.CATHEDRAL):
            score(state, log, seat, num_goods(player) // GOODS_PER_CATHEDRAL_POINT, Source.CATHEDRAL)


@njit
def sing(state, log):
    """Score the Minstrel: 1 VP if somebody else has exactly as many points, 1 VP if nobody has fewer.

    Rule: governor.minstrel
    Rule: ruling.minstrel (ruling 12)
    """
    minstrel = turn.holder(state, Governor.MINSTREL)
    if minstrel == NOBODY:
        return
    mine = int(state.players[minstrel].vp)
    points, is_last = 0, 1
    for seat in range(int(state.num_players)):
        if seat != minstrel:
            if state.players[seat].vp == mine:
                points = 1
            if state.players[seat].vp < mine:
                is_last = 0
    score(state, log, minstrel, points + is_last, Source.GOVERNOR)
