"""What a network is shown: the observation, which answers are legal, and marks for what is hard to add up.

A network adds up its inputs, so that "enough goods" or "a three and two fives" is hard to learn from numbers;
a mark for every value of a small counter, every hand of dice and every number of goods that are lacking is easy.
Measured by how well the answers of `adaptive` are learned: see training/results.md.
"""

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.jit import entry, njit
from kingsburg_env.engine.names import DIE_SIDES, MAX_PLAYERS, NUM_COLUMNS, NUM_GOODS, NUM_ROWS
from kingsburg_env.engine.state import PUBLIC
from kingsburg_env.engine.tables.buildings import BUILDINGS
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

# What the next building costs, by row and buildings that stand there; a full row lacks everything.
COST = np.full((NUM_ROWS, NUM_COLUMNS + 1, NUM_GOODS), 99)
COST[:, :NUM_COLUMNS] = BUILDINGS["cost"].reshape(NUM_ROWS, NUM_COLUMNS, NUM_GOODS)
GOODS_AT, ROWS_AT = _AT["counters[0].goods"], _AT["counters[0].rows"]
GOODS_TIMES, ROWS_TIMES = 1 / _SCALE["goods"], 1 / _SCALE["rows"]
FIRST_LACK = FIRST_HAND + MAX_PLAYERS * NUM_HANDS
LACK_MARKS = NUM_GOODS * (MAX_LACK + 1) + MAX_LACKS + 1

INPUT_SIZE = FIRST_LACK + NUM_ROWS * LACK_MARKS

for _table in (AT, TIMES, LARGEST, MARKS_AT, DIGITS, HANDS, HANDS_AT, COST):
    _table.setflags(write=False)


def inputs_of(observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float32]:
    """Put together what a network is shown of several questions."""
    inputs = np.zeros((len(observations), INPUT_SIZE), np.float32)
    inputs[:, :OBSERVATION_SIZE] = observations
    inputs[:, OBSERVATION_SIZE:FIRST_MARK] = masks
    write_all_marks(inputs)
    return inputs


@entry
def write_all_marks(inputs):
    """Add the marks to rows of observation, legal answers and zeros."""
    if inputs.shape[1] != INPUT_SIZE:
        raise ValueError("inputs: must have INPUT_SIZE columns")
    for i in range(len(inputs)):
        write_marks(inputs[i])


@njit
def write_marks(inputs):
    """Add the marks to one row."""
    mark_counters(inputs)
    mark_hands(inputs)
    mark_lacks(inputs)


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
def mark_lacks(inputs):
    """Mark how many goods are lacking for the next building of each row, by the printed price."""
    for row in range(NUM_ROWS):
        standing = whole(inputs[ROWS_AT + row] * ROWS_TIMES, NUM_COLUMNS)
        first, lacks = FIRST_LACK + row * LACK_MARKS, 0
        for good in range(NUM_GOODS):
            lack = max(COST[row, standing, good] - whole(inputs[GOODS_AT + good] * GOODS_TIMES, 99), 0)
            lacks += lack
            if lack <= MAX_LACK:
                inputs[first + good * (MAX_LACK + 1) + lack] = 1
        if lacks <= MAX_LACKS:
            inputs[first + NUM_GOODS * (MAX_LACK + 1) + lacks] = 1
