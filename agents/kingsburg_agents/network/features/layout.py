"""Where the inputs of a network lie, and the tables their marks are looked up in."""

from itertools import combinations_with_replacement

import numpy as np

from kingsburg_env.engine.actions import BLOCKS, NUM_ACTIONS
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_PLAYERS,
    NUM_ADVISORS,
    NUM_COLUMNS,
    NUM_COURT,
    NUM_ENEMIES_PER_YEAR,
    NUM_GOODS,
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
from kingsburg_env.obs_types import layout
from kingsburg_env.observation import OBSERVATION_SIZE

UNFOLDED = {"goods": 6, "plus_two": 3, "soldiers": 8, "rows": 4}
"""Counters that get a mark for each value up to the largest; larger ones count as that."""

MAX_HAND = 3
"""Own dice in a hand; each hand of one die or more has a mark, for every player."""

MAX_LACK = 2
MAX_LACKS = 3
"""For the next building of each own row: marks for 0 to MAX_LACK of a good lacking, and for 0 to MAX_LACKS in all."""

MAX_STRENGTH = 15
EVEN = 10
"""Marks for the own strength up to MAX_STRENGTH, and for its lead over an enemy, from EVEN behind on."""

MAX_RIVALS = 3
"""Marks for 1 to MAX_RIVALS rivals who reach an advisor."""

_AT = {part.name: part.first for part in layout()}
_SCALE = {counter.name: counter.scale for counter in PUBLIC}

# The counters that are unfolded: where they stand, what makes them whole numbers, their largest mark.
_NUMBERS = [
    (at, _SCALE[field], UNFOLDED[field])
    for name, first, length, *_ in layout()
    for field in [name.rpartition(".")[2]]
    if name.startswith("counters") and field in UNFOLDED
    for at in range(first, first + length)
]
AT = np.array([at for at, _, _ in _NUMBERS])
TIMES = np.array([1 / scale for _, scale, _ in _NUMBERS], np.float32)
LARGEST = np.array([largest for _, _, largest in _NUMBERS])

# A hand is found by its dice of each face, read as the digits of a number.
_HANDS = [
    hand for size in range(1, MAX_HAND + 1) for hand in combinations_with_replacement(range(DIE_SIDES), size)
]
NUM_HANDS = len(_HANDS)
NO_HAND = -1
DIGITS = (MAX_HAND + 1) ** np.arange(DIE_SIDES)
HANDS = np.full((MAX_HAND + 1) ** DIE_SIDES, NO_HAND)
HANDS[[sum(DIGITS[face] for face in hand) for hand in _HANDS]] = np.arange(NUM_HANDS)

# What the next building costs without and with a Crane, by row and buildings that stand there; a full row lacks everything.
COST = np.full((2, NUM_ROWS, NUM_COLUMNS + 1, NUM_GOODS), 99)
COST[:, :, :NUM_COLUMNS] = BUILDINGS["cost"].reshape(NUM_ROWS, NUM_COLUMNS, NUM_GOODS)
COST[1, :, CRANE_FROM_COLUMN:, Good.GOLD] -= CRANE_SAVING

# What an advisor brings: goods of each kind, and of choice.
GIFTS = ADVISORS["goods"].astype(np.int64)
CHOICES = ADVISORS["choice"].astype(np.int64)
CHOICES[Advisor.SMUGGLER] = GOODS_SOLD
RANK = ADVISORS["rank"].astype(np.int64)

ENEMY_STRENGTH = ENEMIES["strength"].astype(np.int64)
ENEMY_KIND = ENEMIES["kind"].astype(np.int64)
USUAL_ENEMY = np.rint(ENEMY_STRENGTH.reshape(NUM_YEARS, NUM_ENEMIES_PER_YEAR).mean(axis=1)).astype(np.int64)
# What the buildings of a row defend, by how many stand there, against all enemies and more against each kind.
DEFENCE = np.zeros((NUM_ROWS, NUM_COLUMNS + 1), np.int64)
DEFENCE[:, 1:] = BUILDINGS["defence"].reshape(NUM_ROWS, NUM_COLUMNS).cumsum(axis=1)
DEFENCE_VS = np.zeros((NUM_ROWS, NUM_COLUMNS + 1, BUILDINGS["defence_vs"].shape[-1]), np.int64)
DEFENCE_VS[:, 1:] = BUILDINGS["defence_vs"].reshape(NUM_ROWS, NUM_COLUMNS, -1).cumsum(axis=1)

# Where the observation tells what.
GOODS_AT, GOODS_TIMES = _AT["counters[0].goods"], 1 / _SCALE["goods"]
ROWS_AT, ROWS_TIMES = _AT["counters[0].rows"], 1 / _SCALE["rows"]
SOLDIERS_AT, SOLDIERS_TIMES = _AT["counters[0].soldiers"], 1 / _SCALE["soldiers"]
GROUPS_AT, TAKEN_AT, YEAR_AT, ENEMY_AT = _AT["counters[0].groups"], _AT["taken"], _AT["year"], _AT["enemy"]
PLUS_TWO_AT, PLUS_TWO_USED_AT = _AT["counters[0].plus_two"], _AT["counters[0].plus_two_used"]
MARKET_USED_AT = _AT["counters[0].market_used"]
INFLUENCING_AT = _AT["decision"] + int(Decision.INFLUENCE)
PICKING_AT = _AT["decision"] + int(Decision.PICK_DICE)
HANDS_AT, BONUS_AT, PASSED_AT = (
    np.array([_AT[f"counters[{player}].{name}"] for player in range(MAX_PLAYERS)])
    for name in ("own_hand", "bonus_hand", "passed")
)
# A building that stands: its row, and how many stand there then at least.
CRANE_ROW, CRANE_STANDS = int(Building.CRANE) // NUM_COLUMNS, int(Building.CRANE) % NUM_COLUMNS + 1
MARKET_ROW, MARKET_STANDS = int(Building.MARKET) // NUM_COLUMNS, int(Building.MARKET) % NUM_COLUMNS + 1

# The blocks: the observation, the legal answers, then the marks.
INFLUENCE_AT = OBSERVATION_SIZE + BLOCKS["influence"].first
FIRST_MARK = OBSERVATION_SIZE + NUM_ACTIONS
MARKS_AT = FIRST_MARK + np.cumsum([0, *LARGEST[:-1]])
FIRST_HAND = FIRST_MARK + int(LARGEST.sum())
FIRST_LACK = FIRST_HAND + MAX_PLAYERS * NUM_HANDS
LACK_MARKS = NUM_GOODS * (MAX_LACK + 1) + MAX_LACKS + 1
# While dice are placed: what will be lacking when the advisors already influenced have helped, with what the Crane saves.
FIRST_COMING_LACK = FIRST_LACK + NUM_ROWS * LACK_MARKS
# By advisor and row: he may be influenced now, and would bring what is lacking for the next building.
FIRST_ENOUGH = FIRST_COMING_LACK + NUM_ROWS * LACK_MARKS
FIRST_STRENGTH = FIRST_ENOUGH + NUM_ADVISORS * NUM_ROWS
FIRST_LEAD = FIRST_STRENGTH + MAX_STRENGTH + 1
FIRST_USUAL_LEAD = FIRST_LEAD + MAX_STRENGTH + 1
# By two advisors: the first may be influenced now, and the dice left then reach the second.
FIRST_PAIR = FIRST_USUAL_LEAD + MAX_STRENGTH + 1
# By advisor and row: he would not bring enough, but together with one whom the dice left then reach.
FIRST_PLAN = FIRST_PAIR + NUM_ADVISORS * NUM_COURT
# By number and advisor: so many rivals at least reach him.
FIRST_RIVAL = FIRST_PLAN + NUM_ADVISORS * NUM_ROWS
INPUT_SIZE = FIRST_RIVAL + MAX_RIVALS * NUM_COURT

for _table in (AT, TIMES, LARGEST, MARKS_AT, DIGITS, HANDS, HANDS_AT, BONUS_AT, PASSED_AT, COST, GIFTS):
    _table.setflags(write=False)
for _table in (CHOICES, RANK, ENEMY_STRENGTH, ENEMY_KIND, USUAL_ENEMY, DEFENCE, DEFENCE_VS):
    _table.setflags(write=False)
