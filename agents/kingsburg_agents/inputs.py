"""What a network is shown: the observation, which answers are legal, and marks for what is hard to add up.

A network adds up its inputs, so that "enough goods" or "a three and two fives" is hard to learn from numbers;
a mark for every value of a small counter, every hand of dice, every number of goods that are lacking,
every advisor who brings enough for a building and every lead over the enemy is easy.
Measured by how well the answers of `adaptive` are learned: see training/results.md.
"""

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from kingsburg_env.engine.actions import BLOCKS, NUM_ACTIONS
from kingsburg_env.engine.jit import entry, njit
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_PLAYERS,
    NUM_ADVISORS,
    NUM_COLUMNS,
    NUM_ENEMIES,
    NUM_ENEMIES_PER_YEAR,
    NUM_GOODS,
    NUM_MODIFIERS,
    NUM_ROWS,
    NUM_YEARS,
    Advisor,
    Building,
    Decision,
    Good,
)
from kingsburg_env.engine.phases.smuggler import GOODS_SOLD
from kingsburg_env.engine.state import PUBLIC
from kingsburg_env.engine.tables.advisors import ADVISORS
from kingsburg_env.engine.tables.buildings import BUILDINGS, CRANE_FROM_COLUMN, CRANE_SAVING
from kingsburg_env.engine.tables.enemies import ENEMIES
from kingsburg_env.observation import OBSERVATION_SIZE, layout

UNFOLDED = {"goods": 6, "plus_two": 3, "soldiers": 8, "rows": 4}
"""Counters that get a mark for each value up to the largest; larger ones count as that."""

MAX_HAND = 3
"""Own dice in a hand; each hand of one die or more has a mark, for every player."""

MAX_LACK = 2
MAX_LACKS = 3
"""For the next building of each own row: marks for 0 to MAX_LACK of a good lacking, and for 0 to MAX_LACKS in all."""

_AT = {name: first for name, first, _, _ in layout()}
_SCALE = {counter.name: counter.scale for counter in PUBLIC}
_NUMBERS = [
    (at, _SCALE[field], UNFOLDED[field])
    for name, first, length, _ in layout()
    for field in [name.rpartition(".")[2]]
    if name.startswith("counters") and field in UNFOLDED
    for at in range(first, first + length)
]

AT = np.array([at for at, _, _ in _NUMBERS])
TIMES = np.array([1 / scale for _, scale, _ in _NUMBERS], np.float32)
LARGEST = np.array([largest for _, _, largest in _NUMBERS])
# Where the marks of each number begin.
FIRST_MARK = OBSERVATION_SIZE + NUM_ACTIONS
MARKS_AT = FIRST_MARK + np.cumsum([0, *LARGEST[:-1]])

_HANDS = [
    hand for size in range(1, MAX_HAND + 1) for hand in combinations_with_replacement(range(DIE_SIDES), size)
]
NUM_HANDS = len(_HANDS)
NO_HAND = -1
# A hand is found by its dice of each face, read as the digits of a number.
DIGITS = (MAX_HAND + 1) ** np.arange(DIE_SIDES)
HANDS = np.full((MAX_HAND + 1) ** DIE_SIDES, NO_HAND)
HANDS[[sum(DIGITS[face] for face in hand) for hand in _HANDS]] = np.arange(NUM_HANDS)
HANDS_AT = np.array([_AT[f"counters[{player}].own_hand"] for player in range(MAX_PLAYERS)])
FIRST_HAND = FIRST_MARK + int(LARGEST.sum())

# What the next building costs without and with a Crane, by row and buildings that stand there; a full row lacks everything.
COST = np.full((2, NUM_ROWS, NUM_COLUMNS + 1, NUM_GOODS), 99)
COST[:, :, :NUM_COLUMNS] = BUILDINGS["cost"].reshape(NUM_ROWS, NUM_COLUMNS, NUM_GOODS)
COST[1, :, CRANE_FROM_COLUMN:, Good.GOLD] -= CRANE_SAVING
GOODS_AT, ROWS_AT = _AT["counters[0].goods"], _AT["counters[0].rows"]
GOODS_TIMES, ROWS_TIMES = 1 / _SCALE["goods"], 1 / _SCALE["rows"]
FIRST_LACK = FIRST_HAND + MAX_PLAYERS * NUM_HANDS
LACK_MARKS = NUM_GOODS * (MAX_LACK + 1) + MAX_LACKS + 1

# The same marks while dice are placed, for the goods as they will be when the advisors already influenced have helped,
# and with what the Crane saves.
FIRST_COMING_LACK = FIRST_LACK + NUM_ROWS * LACK_MARKS
# Networks were trained before these marks and what follows were added: always at the end, so that they can go on.
EARLIER_SIZE = FIRST_COMING_LACK
GIFTS = ADVISORS["goods"].astype(np.int64)
CHOICES = ADVISORS["choice"].astype(np.int64)
CHOICES[Advisor.SMUGGLER] = GOODS_SOLD
CRANE_ROW, CRANE_STANDS = int(Building.CRANE) // NUM_COLUMNS, int(Building.CRANE) % NUM_COLUMNS + 1
GROUPS_AT = _AT["counters[0].groups"]
INFLUENCING_AT = _AT["decision"] + int(Decision.INFLUENCE)
PICKING_AT = _AT["decision"] + int(Decision.PICK_DICE)

# A mark for each advisor and each row: he may be influenced now, and would bring what is lacking for its next building.
FIRST_ENOUGH = FIRST_COMING_LACK + NUM_ROWS * LACK_MARKS
INFLUENCE_AT = OBSERVATION_SIZE + BLOCKS["influence"].first

MAX_STRENGTH = 15
EVEN = 10
"""Marks for the own strength up to MAX_STRENGTH, and for its lead over an enemy, from EVEN behind on."""
FIRST_STRENGTH = FIRST_ENOUGH + NUM_ADVISORS * NUM_ROWS
FIRST_LEAD = FIRST_STRENGTH + MAX_STRENGTH + 1
FIRST_USUAL_LEAD = FIRST_LEAD + MAX_STRENGTH + 1
SOLDIERS_AT, SOLDIERS_TIMES = _AT["counters[0].soldiers"], 1 / _SCALE["soldiers"]
YEAR_AT, ENEMY_AT = _AT["year"], _AT["enemy"]
ENEMY_STRENGTH = ENEMIES["strength"].astype(np.int64)
ENEMY_KIND = ENEMIES["kind"].astype(np.int64)
USUAL_ENEMY = np.rint(ENEMY_STRENGTH.reshape(NUM_YEARS, NUM_ENEMIES_PER_YEAR).mean(axis=1)).astype(np.int64)
# What the buildings of a row defend, by how many stand there, against all enemies and more against each kind.
DEFENCE = np.zeros((NUM_ROWS, NUM_COLUMNS + 1), np.int64)
DEFENCE[:, 1:] = BUILDINGS["defence"].reshape(NUM_ROWS, NUM_COLUMNS).cumsum(axis=1)
DEFENCE_VS = np.zeros((NUM_ROWS, NUM_COLUMNS + 1, BUILDINGS["defence_vs"].shape[-1]), np.int64)
DEFENCE_VS[:, 1:] = BUILDINGS["defence_vs"].reshape(NUM_ROWS, NUM_COLUMNS, -1).cumsum(axis=1)

INPUT_SIZE = FIRST_USUAL_LEAD + MAX_STRENGTH + 1

for _table in (AT, TIMES, LARGEST, MARKS_AT, DIGITS, HANDS, HANDS_AT, COST, GIFTS, CHOICES):
    _table.setflags(write=False)
for _table in (ENEMY_STRENGTH, ENEMY_KIND, USUAL_ENEMY, DEFENCE, DEFENCE_VS):
    _table.setflags(write=False)


def inputs_of(observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float32]:
    """Put together what a network is shown of several questions."""
    inputs = np.empty((len(observations), INPUT_SIZE), np.float32)
    observations = np.ascontiguousarray(observations, np.float32)
    write_inputs(observations, np.ascontiguousarray(masks, np.int8), np.arange(len(inputs)), inputs)
    return inputs


@entry
def write_inputs(observations, masks, rows, inputs):
    """Put together what a network is shown of some rows of the observations."""
    if observations.shape[1] != OBSERVATION_SIZE or masks.shape != (len(observations), NUM_ACTIONS):
        raise ValueError(
            "observations, masks: must have OBSERVATION_SIZE and NUM_ACTIONS columns, and as many rows"
        )
    if inputs.shape != (len(rows), INPUT_SIZE):
        raise ValueError("inputs: must have INPUT_SIZE columns, and a row for each of the rows asked for")
    for i in range(len(rows)):
        if not 0 <= rows[i] < len(observations):
            raise ValueError("rows: must be rows of the observations")
        inputs[i, :OBSERVATION_SIZE] = observations[rows[i]]
        for action in range(NUM_ACTIONS):
            inputs[i, OBSERVATION_SIZE + action] = masks[rows[i], action]
        inputs[i, FIRST_MARK:] = 0
        write_marks(inputs[i])


@njit
def write_marks(inputs):
    """Add the marks to one row."""
    mark_counters(inputs)
    mark_hands(inputs)
    goods = own_goods(inputs)
    mark_lacks(inputs, FIRST_LACK, COST[0], goods, 0)
    if inputs[INFLUENCING_AT] > 0 or inputs[PICKING_AT] > 0:
        prices = COST[int(standing_in(inputs, CRANE_ROW) >= CRANE_STANDS)]
        coming, choice = coming_goods(inputs, goods)
        mark_lacks(inputs, FIRST_COMING_LACK, prices, coming, choice)
        mark_enough(inputs, prices, coming, choice)
    mark_strength(inputs)


@njit
def whole(number, largest):
    """Read a whole number from 0 to the largest from what an observation shows."""
    return min(max(int(np.rint(number)), 0), largest)


@njit
def mark_counters(inputs):
    """Mark the values of small counters."""
    for number in range(len(AT)):
        value = whole(inputs[AT[number]] * TIMES[number], LARGEST[number])
        if value > 0:
            inputs[MARKS_AT[number] + value - 1] = 1


@njit
def mark_hands(inputs):
    """Mark which own dice every player still holds."""
    for player in range(MAX_PLAYERS):
        code = 0
        for face in range(DIE_SIDES):
            code += DIGITS[face] * whole(inputs[HANDS_AT[player] + face], MAX_HAND)
        if HANDS[code] != NO_HAND:
            inputs[FIRST_HAND + player * NUM_HANDS + HANDS[code]] = 1


@njit
def own_goods(inputs):
    """Read the own gold, wood and stone."""
    return (
        whole(inputs[GOODS_AT] * GOODS_TIMES, 99),
        whole(inputs[GOODS_AT + 1] * GOODS_TIMES, 99),
        whole(inputs[GOODS_AT + 2] * GOODS_TIMES, 99),
    )


@njit
def coming_goods(inputs, goods):
    """Add what the advisors influenced so far will give; goods of choice apart."""
    gold, wood, stone = goods
    choice = 0
    for advisor in range(NUM_ADVISORS):
        if inputs[GROUPS_AT + advisor] > 0:
            gold += GIFTS[advisor, 0]
            wood += GIFTS[advisor, 1]
            stone += GIFTS[advisor, 2]
            choice += CHOICES[advisor]
    return (gold, wood, stone), choice


@njit
def standing_in(inputs, row):
    """Read how many own buildings stand in a row."""
    return whole(inputs[ROWS_AT + row] * ROWS_TIMES, NUM_COLUMNS)


@njit
def lacks_for(price, goods, choice):
    """Count the goods that are lacking for a price."""
    lacks = 0
    for good in range(NUM_GOODS):
        lacks += max(price[good] - goods[good], 0)
    return max(lacks - choice, 0)


@njit
def mark_lacks(inputs, at, prices, goods, choice):
    """Mark how many goods are lacking for the next building of each row, of each kind and in all."""
    for row in range(NUM_ROWS):
        price, first = prices[row, standing_in(inputs, row)], at + row * LACK_MARKS
        for good in range(NUM_GOODS):
            lack = max(price[good] - goods[good], 0)
            if lack <= MAX_LACK:
                inputs[first + good * (MAX_LACK + 1) + lack] = 1
        lacks = lacks_for(price, goods, choice)
        if lacks <= MAX_LACKS:
            inputs[first + NUM_GOODS * (MAX_LACK + 1) + lacks] = 1


@njit
def may_influence(inputs, advisor):
    """Tell whether an advisor is among the legal answers, with or without a modifier."""
    for modifier in range(NUM_MODIFIERS):
        if inputs[INFLUENCE_AT + modifier * NUM_ADVISORS + advisor] > 0:
            return True
    return False


@njit
def mark_enough(inputs, prices, goods, choice):
    """Mark which advisor would bring what is still lacking for the next building of which row."""
    for advisor in range(NUM_ADVISORS):
        if not may_influence(inputs, advisor):
            continue
        then = (
            goods[0] + GIFTS[advisor, 0],
            goods[1] + GIFTS[advisor, 1],
            goods[2] + GIFTS[advisor, 2],
        )
        for row in range(NUM_ROWS):
            price = prices[row, standing_in(inputs, row)]
            is_lacking = lacks_for(price, goods, choice) > 0
            if is_lacking and lacks_for(price, then, choice + CHOICES[advisor]) == 0:
                inputs[FIRST_ENOUGH + advisor * NUM_ROWS + row] = 1


@njit
def mark_strength(inputs):
    """Mark the own strength, and its lead over this year's enemy: the card, if it is known, and the usual one."""
    strength = whole(inputs[SOLDIERS_AT] * SOLDIERS_TIMES, 99)
    for row in range(NUM_ROWS):
        strength += DEFENCE[row, standing_in(inputs, row)]
    inputs[FIRST_STRENGTH + min(max(strength, 0), MAX_STRENGTH)] = 1
    for enemy in range(NUM_ENEMIES):
        if inputs[ENEMY_AT + enemy] > 0:
            lead = strength - ENEMY_STRENGTH[enemy]
            for row in range(NUM_ROWS):
                lead += DEFENCE_VS[row, standing_in(inputs, row), ENEMY_KIND[enemy]]
            inputs[FIRST_LEAD + min(max(lead + EVEN, 0), MAX_STRENGTH)] = 1
    for year in range(NUM_YEARS):
        if inputs[YEAR_AT + year] > 0:
            lead = strength - USUAL_ENEMY[year]
            inputs[FIRST_USUAL_LEAD + min(max(lead + EVEN, 0), MAX_STRENGTH)] = 1
