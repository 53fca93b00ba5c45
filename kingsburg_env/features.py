"""What a seat sees, worked out for learners: the plain observation first, then what is hard to add up from it.

A network adds up its inputs, so "enough goods" or "a three and two fives" is hard to learn from plain numbers.
Here stand one-hot counts, the dice in hand as one of all hands, what each building costs this player now and what is
still short, what the dice reach and bring, and what the coming battle needs.
Everything comes from the record through the engine's own functions, and only from what the seat may know.
"""

import math
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from kingsburg_env.engine.actions import INFLUENCE, NUM_ACTIONS
from kingsburg_env.engine.answers import NO_ACTION, is_allowed, next_answer
from kingsburg_env.engine.dice import is_in_hand
from kingsburg_env.engine.hidden import knows_enemy
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_DICE,
    MAX_PLAYERS,
    NUM_ADVISORS,
    NUM_BUILDINGS,
    NUM_COLUMNS,
    NUM_COURT,
    NUM_ENEMIES_PER_YEAR,
    NUM_GOODS,
    NUM_MODIFIERS,
    NUM_OWN_DICE,
    NUM_ROWS,
    NUM_YEARS,
    Advisor,
    Building,
    Decision,
    Phase,
)
from kingsburg_env.engine.phases.influence import (
    advisors_of_ranks,
    may_use_market,
    open_advisors,
    reachable_totals,
)
from kingsburg_env.engine.phases.smuggler import GOODS_SOLD
from kingsburg_env.engine.phases.winter import defence
from kingsburg_env.engine.province import NO_BUILDING, architect_saves, cost, has, next_in_row
from kingsburg_env.engine.state import COURT_BITS
from kingsburg_env.engine.tables.advisors import ADVISORS, MODIFIER_DELTA, USES_MARKET, USES_PLUS_TWO
from kingsburg_env.engine.tables.buildings import BUILDINGS
from kingsburg_env.engine.tables.enemies import ENEMIES
from kingsburg_env.observation import OBSERVATION_SIZE, VIEW, Part, one_after_another, write_view
from kingsburg_env.reckoning import NUM_SEASONS

VERSION = 1
"""Counts up whenever a feature changes its place or its meaning, or the plain observation does."""

# Counters with a value for each number from 1 to the largest; a larger number counts as that.
MOST_GOODS, MOST_TOKENS, MOST_SOLDIERS, MOST_IN_ROW = 6, 3, 8, NUM_COLUMNS
COUNT_SIZE = NUM_GOODS * MOST_GOODS + MOST_TOKENS + MOST_SOLDIERS + NUM_ROWS * MOST_IN_ROW
TOKENS_AT = NUM_GOODS * MOST_GOODS
SOLDIERS_AT = TOKENS_AT + MOST_TOKENS
ROWS_AT = SOLDIERS_AT + MOST_SOLDIERS

# A hand of own dice is found by its dice of each face, read as the digits of a number.
_HANDS = [
    hand
    for size in range(1, NUM_OWN_DICE + 1)
    for hand in combinations_with_replacement(range(DIE_SIDES), size)
]
NUM_HANDS = len(_HANDS)
NO_HAND = -1
DIGIT = (NUM_OWN_DICE + 1) ** np.arange(DIE_SIDES)
HANDS = np.full((NUM_OWN_DICE + 1) ** DIE_SIDES, NO_HAND)
HANDS[[sum(DIGIT[face] for face in hand) for hand in _HANDS]] = np.arange(NUM_HANDS)

# For a building: 0 to MOST_SHORT of each good short, then 0 to MOST_SHORT_IN_ALL of all goods together.
MOST_SHORT, MOST_SHORT_IN_ALL = 2, 3
IN_ALL_AT = NUM_GOODS * (MOST_SHORT + 1)
SHORT_SIZE = IN_ALL_AT + MOST_SHORT_IN_ALL + 1

MOST_OPPONENTS = 3
# Strengths from 0 up, leads from LEAST_LEAD up; the ends stand for everything beyond.
NUM_STRENGTHS, LEAST_LEAD = 16, -10
# The coming battle with so many soldiers more than now, the King's among them.
NUM_MORE = 11
PRICE_SCALE = np.float32(1 / 4)

# No building ever costs more than is printed.
HIGHEST_PRICE = float(BUILDINGS["cost"].max() * PRICE_SCALE)


def _part(name: str, shape: tuple[int, ...], meaning: str, high: float = 1) -> Part:
    return Part(name, 0, math.prod(shape), 0, high, meaning, shape)


PARTS = one_after_another(
    [
        _part("legal", (NUM_ACTIONS,), "legal actions; all 0 for a seat that is not asked"),
        _part(
            "counts",
            (MAX_PLAYERS, COUNT_SIZE),
            f"by player: 1 for each of gold, wood, stone (1 to {MOST_GOODS}), +2 tokens (to {MOST_TOKENS}), "
            f"soldiers (to {MOST_SOLDIERS}), buildings in each row (to {MOST_IN_ROW}), none for 0",
        ),
        _part("hands", (MAX_PLAYERS, NUM_HANDS), "one-hot by player: own dice in hand, as one of all hands"),
        _part("season", (NUM_SEASONS,), "one-hot: the productive season that has begun last"),
        _part(
            "price",
            (NUM_ROWS, NUM_GOODS),
            "what the next building of each row costs this player now, / 4",
            HIGHEST_PRICE,
        ),
        _part("architect", (1,), "1 if the Architect saves this player one more good"),
        _part(
            "short_printed",
            (NUM_ROWS, SHORT_SIZE),
            f"by row: one-hot gold, wood, stone short for its next building (0 to {MOST_SHORT}) and goods in all "
            f"(0 to {MOST_SHORT_IN_ALL}), at the printed price; rows A and G also where they are not in play",
        ),
        _part("short", (NUM_ROWS, SHORT_SIZE), "the same at the price this player pays now"),
        _part(
            "short_then",
            (NUM_ROWS, SHORT_SIZE),
            "the same while dice are placed, with what the advisors influenced so far will bring",
        ),
        _part(
            "enough",
            (NUM_ADVISORS, NUM_ROWS),
            "1 if the advisor may be influenced now and brings what is short for the row's next building",
        ),
        _part(
            "plan",
            (NUM_ADVISORS, NUM_ROWS),
            "1 if the advisor does not bring enough, but does with another whom the dice left then reach",
        ),
        _part(
            "pair",
            (NUM_ADVISORS, NUM_ADVISORS),
            "1 if the first advisor may be influenced now and the dice left then reach the second",
        ),
        _part(
            "opponents",
            (MOST_OPPONENTS, NUM_COURT),
            f"1 if at least 1 to {MOST_OPPONENTS} opponents who have not passed reach the advisor",
        ),
        _part("strength", (NUM_STRENGTHS,), "one-hot: soldiers and buildings, 0 to 15 or more"),
        _part(
            "lead",
            (NUM_STRENGTHS,),
            f"one-hot: strength minus that of this year's enemy, if it is known, from {LEAST_LEAD} or less on",
        ),
        _part("usual_lead", (NUM_STRENGTHS,), "the same against the mean enemy of the year"),
        _part(
            "victory",
            (NUM_MORE,),
            f"probability of a victory this winter with 0 to {NUM_MORE - 1} more soldiers, over the cards possible",
        ),
        _part("defeat", (NUM_MORE,), "probability of a defeat, likewise"),
    ],
    OBSERVATION_SIZE,
)
"""The parts that follow the plain observation."""


def _dtype() -> np.dtype[Any]:
    """Lay out the record; `derived` is a second name for all that follows the plain observation."""
    plain = np.dtype([("plain", VIEW), *((part.name, np.float32, part.shape) for part in PARTS)])
    names = list(plain.names or ())
    size = plain.itemsize // np.dtype(np.float32).itemsize - OBSERVATION_SIZE
    layout = {
        "names": [*names, "derived"],
        "formats": [*(plain.fields[name][0] for name in names), (np.float32, (size,))],  # type: ignore[index]
        "offsets": [*(plain.fields[name][1] for name in names), VIEW.itemsize],  # type: ignore[index]
        "itemsize": plain.itemsize,
    }
    return np.dtype((np.record, np.dtype(layout)))  # type: ignore[call-overload]


FEATURES = _dtype()
FEATURES_SIZE = FEATURES.itemsize // np.dtype(np.float32).itemsize
DERIVED_SIZE = FEATURES_SIZE - OBSERVATION_SIZE

# Room to work in: every set of dice is one number, a bit for each die.
NUM_SETS = 1 << MAX_DICE
OWN_DICE = (1 << NUM_OWN_DICE) - 1
DICE_SETS = np.dtype(
    (
        np.record,
        [
            ("hand", np.int64),  # the dice in hand, one bit a die
            ("total", np.int64, (NUM_SETS,)),
            ("reach", np.int64, (NUM_SETS,)),  # the totals of the groups in a set, one bit a total
        ],
    )
)

# What an advisor's goods of choice come to; the Smuggler sells some.
CHOICE = ADVISORS["choice"].astype(np.int64)
CHOICE[Advisor.SMUGGLER] = GOODS_SOLD
USUAL_ENEMY = np.rint(ENEMIES["strength"].reshape(NUM_YEARS, NUM_ENEMIES_PER_YEAR).mean(axis=1)).astype(
    np.int64
)

for _table in (DIGIT, HANDS, CHOICE, USUAL_ENEMY):
    _table.setflags(write=False)


@njit
def write_features(state, seat, seen, dice_sets):
    """Write everything: the plain observation, then what follows from it.

    The last argument is room to work in, one `DICE_SETS` record.
    """
    write_view(state, seat, seen.plain)
    # numba: unsigned indices let the loop run on vector registers
    derived = seen.derived
    for at in range(np.uintp(DERIVED_SIZE)):
        derived[at] = 0
    write_legal(state, seat, seen)
    write_players(state, seat, seen)
    write_season(state, seen)
    write_prices(state, seat, seen)
    if state.decision == Decision.INFLUENCE or state.decision == Decision.PICK_DICE:
        write_placing(state, seat, seen, dice_sets)
    write_strength(state, seat, seen)
    write_battle(state, seat, seen)


@njit
def write_legal(state, seat, seen):
    """Write which actions answer the question, if it is this seat's."""
    if state.actor != seat:
        return
    action = next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        seen.legal[action] = 1
        action = next_answer(state, action)


@njit
def write_players(state, seat, seen):
    """Write counts and hands of all players, the observer first, the others in turn order."""
    turn_index = 0
    while state.order[turn_index] != seat:
        turn_index += 1
    for k in range(int(state.num_players)):
        player = state.players[int(state.order[turn_index])]
        write_counts(player, seen.counts[k])
        write_hand(player, seen.hands[k])
        turn_index = turn_index + 1 if turn_index + 1 < state.num_players else 0


@njit
def write_counts(player, counts):
    """Write the one-hot counts of a player."""
    for good in range(NUM_GOODS):
        count_up(counts, good * MOST_GOODS, int(player.goods[good]), MOST_GOODS)
    count_up(counts, TOKENS_AT, int(player.plus_two), MOST_TOKENS)
    count_up(counts, SOLDIERS_AT, int(player.soldiers), MOST_SOLDIERS)
    for row in range(NUM_ROWS):
        count_up(counts, ROWS_AT + row * MOST_IN_ROW, int(player.rows[row]), MOST_IN_ROW)


@njit
def count_up(counts, first, number, largest):
    """Set the value for a number from 1 on; there is none for 0."""
    if number > 0:
        counts[first + min(number, largest) - 1] = 1


@njit
def write_hand(player, hands):
    """Write which own dice a player still holds."""
    code = 0
    for face in range(DIE_SIDES):
        code += DIGIT[face] * int(player.own_hand[face])
    if HANDS[code] != NO_HAND:
        hands[HANDS[code]] = 1


@njit
def write_season(state, seen):
    """Write which of the fifteen productive seasons has begun last."""
    number = 3 * (int(state.year) - 1)
    if state.phase >= Phase.SPRING:
        number += 1
    if state.phase >= Phase.SUMMER:
        number += 1
    if state.phase >= Phase.AUTUMN:
        number += 1
    if state.phase != Phase.OVER and number > 0:
        seen.season[number - 1] = 1


@njit
def write_prices(state, seat, seen):
    """Write what the next building of each row costs, and what is short for it."""
    player = state.players[seat]
    purse = own_purse(state, seat)
    seen.architect[0] = purse[NUM_GOODS]
    for row in range(NUM_ROWS):
        building = next_in_row(player, row)
        if building == NO_BUILDING:
            continue
        for good in range(NUM_GOODS):
            seen.price[row, good] = np.float32(price_now(state, seat, building, good)) * PRICE_SCALE
        write_short(state, seat, building, purse, seen.short[row])
        write_short_printed(player, building, seen.short_printed[row])


@njit
def price_now(state, seat, building, good):
    """Return what a building costs this player now; the Sorcerer's are free."""
    if state.decision == Decision.SORCERY and state.actor == seat:
        return 0
    return cost(state.players[seat], building, good)


@njit
def own_purse(state, seat):
    """Return a player's gold, wood and stone, and as a good of choice what the Architect saves."""
    goods = state.players[seat].goods
    credit = 1 if architect_saves(state, seat) else 0
    # numba: a tuple is looped over only if all its numbers are of one width
    return np.int64(goods[0]), np.int64(goods[1]), np.int64(goods[2]), np.int64(credit)


@njit
def with_gift(purse, advisor):
    """Add an advisor's goods to a purse."""
    gold, wood, stone, choice = purse
    goods = ADVISORS[advisor].goods
    return gold + int(goods[0]), wood + int(goods[1]), stone + int(goods[2]), choice + CHOICE[advisor]


@njit
def shortage_with(state, seat, building, purse):
    """Count the goods short for a building; goods of choice fill in."""
    short = 0
    for good in range(NUM_GOODS):
        short += max(price_now(state, seat, building, good) - purse[good], 0)
    return max(short - purse[NUM_GOODS], 0)


@njit
def write_short(state, seat, building, purse, short):
    """Write how many goods are short for a building, of each kind and in all."""
    for good in range(NUM_GOODS):
        mark_short(short, good, price_now(state, seat, building, good) - purse[good])
    mark_short_in_all(short, shortage_with(state, seat, building, purse))


@njit
def write_short_printed(player, building, short):
    """Write the same at the printed price."""
    in_all = 0
    for good in range(NUM_GOODS):
        missing = int(BUILDINGS[building].cost[good]) - int(player.goods[good])
        mark_short(short, good, missing)
        in_all += max(missing, 0)
    mark_short_in_all(short, in_all)


@njit
def mark_short(short, good, missing):
    """Set the value for so many of one good; there is none for many."""
    if missing <= MOST_SHORT:
        short[good * (MOST_SHORT + 1) + max(missing, 0)] = 1


@njit
def mark_short_in_all(short, missing):
    """Set the value for so many goods together; there is none for many."""
    if missing <= MOST_SHORT_IN_ALL:
        short[IN_ALL_AT + missing] = 1


@njit
def write_placing(state, seat, seen, dice_sets):
    """Write what concerns the placing of dice."""
    player = state.players[seat]
    purse = own_purse(state, seat)
    for advisor in range(NUM_ADVISORS):
        if player.groups[advisor] > 0:
            purse = with_gift(purse, advisor)
    for row in range(NUM_ROWS):
        building = next_in_row(player, row)
        if building != NO_BUILDING:
            write_short(state, seat, building, purse, seen.short_then[row])
    if state.decision == Decision.INFLUENCE:
        write_opponents(state, seat, seen)
        if state.actor == seat:
            write_advisors(state, seat, purse, seen, dice_sets)


@njit
def write_opponents(state, seat, seen):
    """Write how many opponents who have not passed reach each free advisor, with dice alone."""
    free = COURT_BITS & ~int(state.taken)
    for other in range(int(state.num_players)):
        if other == seat or state.players[other].passed:
            continue
        reached = advisors_of_ranks(reachable_totals(state.players[other])) & free
        for advisor in range(NUM_COURT):
            if reached >> advisor & 1:
                mark_next(seen.opponents, advisor)


@njit
def mark_next(opponents, advisor):
    """Count one more opponent."""
    for number in range(MOST_OPPONENTS):
        if opponents[number, advisor] == 0:
            opponents[number, advisor] = 1
            return


@njit
def write_advisors(state, seat, purse, seen, dice_sets):
    """Write for every advisor that may be influenced now what they make possible, alone and with the dice left."""
    player = state.players[seat]
    add_up(player, dice_sets)
    for advisor in range(NUM_ADVISORS):
        if not may_influence(state, advisor):
            continue
        then = reach_after(state, seat, advisor, dice_sets)
        for second in range(NUM_ADVISORS):
            if then >> second & 1:
                seen.pair[advisor, second] = 1
        for row in range(NUM_ROWS):
            building = next_in_row(player, row)
            if building != NO_BUILDING:
                write_plan(state, seat, building, purse, advisor, then, seen)


@njit
def may_influence(state, advisor):
    """Check whether an advisor is among the legal actions, with or without a modifier."""
    for modifier in range(NUM_MODIFIERS):
        if is_allowed(state, INFLUENCE + modifier * NUM_ADVISORS + advisor):
            return True
    return False


@njit
def add_up(player, dice_sets):
    """Add up every set of the dice in hand, and find the totals of the groups in it."""
    dice_sets.hand = 0
    dice_sets.total[0], dice_sets.reach[0] = 0, 0
    for die in range(MAX_DICE):
        face = int(player.dice[die])
        if is_in_hand(player, die):
            dice_sets.hand |= 1 << die
        for smaller in range(1 << die):
            dice_sets.total[smaller | 1 << die] = dice_sets.total[smaller] + face
            reach = dice_sets.reach[smaller]
            if is_in_hand(player, die):
                reach |= reach << face | (1 << face if die < NUM_OWN_DICE else 0)
            dice_sets.reach[smaller | 1 << die] = reach


@njit
def reach_after(state, seat, advisor, dice_sets):
    """Find the free advisors whom the dice left can reach once a group has gone to this one, one bit each."""
    player = state.players[seat]
    # one +2 token a season, also where the rules would allow one a group
    plus_two, market = player.plus_two > 0 and player.plus_two_used == 0, may_use_market(player)
    ranks = 0
    for modifier in range(NUM_MODIFIERS):
        if is_allowed(state, INFLUENCE + modifier * NUM_ADVISORS + advisor):
            left = totals_after(dice_sets, int(ADVISORS[advisor].rank) - int(MODIFIER_DELTA[modifier]))
            if plus_two and not USES_PLUS_TWO[modifier]:
                left |= left << 2
            if market and not USES_MARKET[modifier]:
                left |= left << 1 | left >> 1
            ranks |= left
    return advisors_of_ranks(ranks) & open_advisors(state, seat) & ~int(state.taken) & ~(1 << advisor)


@njit
def totals_after(dice_sets, needed):
    """Find the totals the dice left can make if a group makes what is needed, whichever dice it takes."""
    left = 0
    some = dice_sets.hand
    while some > 0:
        if dice_sets.total[some] == needed and some & OWN_DICE:
            left |= dice_sets.reach[dice_sets.hand & ~some]
        some = (some - 1) & dice_sets.hand
    return left


@njit
def write_plan(state, seat, building, purse, advisor, then, seen):
    """Write whether an advisor brings what is short for a building, or together with another."""
    row = building // NUM_COLUMNS
    if shortage_with(state, seat, building, purse) == 0:
        return
    richer = with_gift(purse, advisor)
    if shortage_with(state, seat, building, richer) == 0:
        seen.enough[advisor, row] = 1
        return
    for second in range(NUM_ADVISORS):
        if then >> second & 1 and shortage_with(state, seat, building, with_gift(richer, second)) == 0:
            seen.plan[advisor, row] = 1
            return


@njit
def write_strength(state, seat, seen):
    """Write the own strength, and its lead over this year's enemy: the card, if it is known, and the usual one."""
    player = state.players[seat]
    strength = int(player.soldiers)
    for building in range(NUM_BUILDINGS):
        if has(player, building):
            strength += int(BUILDINGS[building].defence)
    mark_strength(seen.strength, strength)
    year = int(state.year)
    if year == 0:
        return
    mark_strength(seen.usual_lead, strength - USUAL_ENEMY[year - 1] - LEAST_LEAD)
    if knows_enemy(state, seat, year):
        card = int(state.enemies[year - 1])
        lead = strength - int(ENEMIES[card].strength)
        for building in range(NUM_BUILDINGS):
            if has(player, building):
                lead += int(BUILDINGS[building].defence_vs[int(ENEMIES[card].kind)])
        mark_strength(seen.lead, lead - LEAST_LEAD)


@njit
def mark_strength(values, number):
    """Set the value for a number; the first and the last stand for everything beyond."""
    values[min(max(number, 0), NUM_STRENGTHS - 1)] = 1


@njit
def write_battle(state, seat, seen):
    """Write how the coming battle ends with more soldiers, on average over the enemy cards still possible."""
    year = int(state.year)
    if year == 0 or state.phase > Phase.WINTER:
        return
    first, count = (year - 1) * NUM_ENEMIES_PER_YEAR, NUM_ENEMIES_PER_YEAR
    if knows_enemy(state, seat, year):
        first, count = int(state.enemies[year - 1]), 1
    player = state.players[seat]
    for card in range(first, first + count):
        ahead = int(player.soldiers) + defence(player, card) - int(ENEMIES[card].strength)
        least = 0 if has(player, Building.STONE_WALL) else 1
        for more in range(NUM_MORE):
            if ahead + more >= least:
                seen.victory[more] += 1
            elif ahead + more < 0:
                seen.defeat[more] += 1
    share = np.float32(1 / count)
    for more in range(NUM_MORE):
        seen.victory[more] *= share
        seen.defeat[more] *= share
