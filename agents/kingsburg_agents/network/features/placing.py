"""Marks while dice are placed: what an advisor brings, what the dice left can still do, and what rivals can."""

import numpy as np

from kingsburg_agents.network.features.layout import (
    BONUS_AT,
    COST,
    CRANE_ROW,
    CRANE_STANDS,
    FIRST_COMING_LACK,
    FIRST_ENOUGH,
    FIRST_PAIR,
    FIRST_PLAN,
    FIRST_RIVAL,
    GROUPS_AT,
    HANDS_AT,
    INFLUENCE_AT,
    INFLUENCING_AT,
    MARKET_ROW,
    MARKET_STANDS,
    MARKET_USED_AT,
    MAX_RIVALS,
    PASSED_AT,
    PICKING_AT,
    PLUS_TWO_AT,
    PLUS_TWO_USED_AT,
    RANK,
    TAKEN_AT,
)
from kingsburg_agents.network.features.reading import (
    lacks,
    mark_lacks,
    own_goods,
    standing_in,
    whole,
    with_gift,
)
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_BONUS_DICE,
    MAX_DICE,
    MAX_PLAYERS,
    NUM_ADVISORS,
    NUM_COURT,
    NUM_MODIFIERS,
    NUM_OWN_DICE,
    NUM_ROWS,
)
from kingsburg_env.engine.tables.advisors import MODIFIER_DELTA, USES_MARKET, USES_PLUS_TWO

COURT = (1 << NUM_COURT) - 1
# Each set of dice is one number, a bit for each die, own dice first.
NUM_SETS = 1 << MAX_DICE
OWN_DICE = (1 << NUM_OWN_DICE) - 1


@njit
def mark_placing(inputs):
    """Mark what concerns the placing of dice, if that is the question."""
    if inputs[INFLUENCING_AT] == 0 and inputs[PICKING_AT] == 0:
        return
    prices = COST[int(standing_in(inputs, CRANE_ROW) >= CRANE_STANDS)]
    goods, choice = coming_goods(inputs)
    mark_lacks(inputs, FIRST_COMING_LACK, prices, goods, choice)
    if inputs[INFLUENCING_AT] > 0:
        mark_advisors(inputs, prices, (goods, choice))
        mark_rivals(inputs)


@njit
def coming_goods(inputs):
    """Add what the advisors influenced so far will give to the own goods; goods of choice apart."""
    purse = own_goods(inputs), 0
    for advisor in range(NUM_ADVISORS):
        if inputs[GROUPS_AT + advisor] > 0:
            purse = with_gift(purse, advisor)
    return purse


@njit
def mark_advisors(inputs, prices, purse):
    """Mark for every advisor that may be influenced what he makes possible, alone and with the dice left."""
    dice = dice_in_hand(inputs)
    total, reach = add_up(dice)
    free = open_advisors(inputs)
    for advisor in range(NUM_ADVISORS):
        if may_influence(inputs, advisor):
            then = reach_after(inputs, advisor, total, reach) & free & ~(1 << advisor)
            for second in range(NUM_COURT):
                if then >> second & 1:
                    inputs[FIRST_PAIR + advisor * NUM_COURT + second] = 1
            for row in range(NUM_ROWS):
                mark_row(inputs, prices[row, standing_in(inputs, row)], purse, advisor, then, row)


@njit
def may_influence(inputs, advisor):
    """Tell whether an advisor is among the legal answers, with or without a modifier."""
    for modifier in range(NUM_MODIFIERS):
        if inputs[INFLUENCE_AT + modifier * NUM_ADVISORS + advisor] > 0:
            return True
    return False


@njit
def dice_in_hand(inputs):
    """Read the faces of the dice in hand, own dice first; 0 where there is none."""
    dice = np.zeros(MAX_DICE, np.int64)
    own, bonus = 0, NUM_OWN_DICE
    for face in range(DIE_SIDES):
        for _ in range(whole(inputs[HANDS_AT[0] + face], NUM_OWN_DICE - own)):
            dice[own] = face + 1
            own += 1
        for _ in range(whole(inputs[BONUS_AT[0] + face], MAX_DICE - bonus)):
            dice[bonus] = face + 1
            bonus += 1
    return dice


@njit
def add_up(dice):
    """Add up every set of dice in hand, and find the totals of the groups in it, one bit a total; 0: no such set."""
    total, reach = np.zeros(NUM_SETS, np.int64), np.zeros(NUM_SETS, np.int64)
    for some in range(1, NUM_SETS):
        for die in range(MAX_DICE):
            if some >> die & 1:
                is_own = die < NUM_OWN_DICE
                total[some] += dice[die] if dice[die] > 0 else -NUM_SETS
                if dice[die] > 0:
                    reach[some] |= reach[some] << dice[die] | (1 << dice[die] if is_own else 0)
    return total, reach


@njit
def open_advisors(inputs):
    """Find the advisors of the court who are free, one bit each."""
    free = 0
    for advisor in range(NUM_COURT):
        if inputs[TAKEN_AT + advisor] == 0:
            free |= 1 << advisor
    return free


@njit
def reach_after(inputs, advisor, total, reach):
    """Find the advisors whose ranks the dice left can make once a group has gone to this one, one bit each."""
    may_plus_two = inputs[PLUS_TWO_AT] > 0 and inputs[PLUS_TWO_USED_AT] == 0
    may_market = standing_in(inputs, MARKET_ROW) >= MARKET_STANDS and inputs[MARKET_USED_AT] == 0
    ranks = 0
    for modifier in range(NUM_MODIFIERS):
        if inputs[INFLUENCE_AT + modifier * NUM_ADVISORS + advisor] > 0:
            left = left_after(total, reach, RANK[advisor] - int(MODIFIER_DELTA[modifier]))
            if may_plus_two and not USES_PLUS_TWO[modifier]:
                left |= left << 2
            if may_market and not USES_MARKET[modifier]:
                left |= left << 1 | left >> 1
            ranks |= left
    return ranks >> 1 & COURT


@njit
def left_after(total, reach, needed):
    """Find the totals the dice left can make if a group makes what is needed, whichever dice it takes."""
    left = 0
    for some in range(1, NUM_SETS):
        if total[some] == needed and some & OWN_DICE:
            left |= reach[NUM_SETS - 1 - some]
    return left


@njit
def mark_row(inputs, price, purse, advisor, then, row):
    """Mark whether an advisor brings what is lacking for a row's next building, or he and another."""
    if lacks(price, purse) == 0:
        return
    purse = with_gift(purse, advisor)
    if lacks(price, purse) == 0:
        inputs[FIRST_ENOUGH + advisor * NUM_ROWS + row] = 1
        return
    for second in range(NUM_COURT):
        if then >> second & 1 and lacks(price, with_gift(purse, second)) == 0:
            inputs[FIRST_PLAN + advisor * NUM_ROWS + row] = 1
            return


@njit
def mark_rivals(inputs):
    """Mark how many rivals who have not passed reach each advisor who is free, with dice alone."""
    free = open_advisors(inputs)
    for player in range(1, MAX_PLAYERS):
        ranks = 0 if inputs[PASSED_AT[player]] > 0 else totals_of(inputs, player) >> 1 & free
        for advisor in range(NUM_COURT):
            if ranks >> advisor & 1:
                mark_next(inputs, FIRST_RIVAL + advisor)


@njit
def totals_of(inputs, player):
    """Find every total of a player's groups, one bit a total: at least one own die, and any bonus dice."""
    totals = 0
    for face in range(1, DIE_SIDES + 1):
        for _ in range(whole(inputs[HANDS_AT[player] + face - 1], NUM_OWN_DICE)):
            totals |= totals << face | 1 << face
    for face in range(1, DIE_SIDES + 1):
        for _ in range(whole(inputs[BONUS_AT[player] + face - 1], MAX_BONUS_DICE)):
            totals |= totals << face
    return totals


@njit
def mark_next(inputs, at):
    """Set the first mark of an advisor's that is not set yet."""
    for number in range(MAX_RIVALS):
        if inputs[at + number * NUM_COURT] == 0:
            inputs[at + number * NUM_COURT] = 1
            return
