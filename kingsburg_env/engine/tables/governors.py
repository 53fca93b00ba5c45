"""The governors (module 2) whose effect is known; the powers are in the phase a row's comment names."""

import numpy as np

from kingsburg_env.engine.names import NUM_GOODS, Governor
from kingsburg_env.engine.tables.provenance import Entry, table, title

GOVERNOR = np.dtype(
    (
        np.record,
        [
            ("yearly", np.int16, NUM_GOODS),  # gold, wood, stone at the end of every year
            ("saves", np.int16, NUM_GOODS),  # gold, wood, stone less for each building
        ],
    )
)

NOTHING = ((0, 0, 0), (0, 0, 0))
BOOK = "second-edition rulebook, clarifications"
PUBLIC = "public descriptions of the card"
ONE = "one public source"
NAMED_ONLY = "named in the second-edition rulebook; the detail is reconstructed"

ROWS = {
    Governor.PRINCE: Entry(
        NOTHING,
        "after all re-rolls, total 8 or less: may set own dice to 3, 4 and 6",
        "P",
        BOOK + f"; the 8: {PUBLIC}",
        "phases/prince.py",
    ),
    Governor.SORCERER: Entry(
        NOTHING,
        "start of year III: may build up to 3 buildings of column I free, without their VP",
        "P",
        BOOK + f"; the year: {PUBLIC}",
        "phases/sorcery.py",
    ),
    Governor.DUKE: Entry(
        NOTHING,
        "after the influence step: may move the group on the highest advisor to a free Duchess",
        "P",
        f"{PUBLIC}; no rulebook names him",
        "phases/duke.py",
    ),
    Governor.PREACHER: Entry(
        NOTHING,
        "end of a productive season in which somebody did not build: 1 VP",
        "P",
        BOOK,
        "phases/season_end.py",
    ),
    Governor.FAIRY: Entry(
        NOTHING,
        "one bonus die every Summer",
        "S",
        BOOK + f"; the Summer: {ONE}",
        "phases/season_start.py",
    ),
    Governor.PHILOSOPHER: Entry(
        NOTHING,
        "total 10 or less: may re-roll all dice; 1 VP if it stays so",
        "P",
        BOOK + f"; the threshold: {ONE}",
        "phases/reroll.py",
    ),
    Governor.TRICKSTER: Entry(
        NOTHING, "after the roll: may turn one 2 into 1 or 3", "S", ONE, "phases/reroll.py"
    ),
    Governor.PRIEST: Entry(
        NOTHING,
        "start of a productive season, once a year: may give a bonus die to all who have none, 1 VP to the others",
        "S",
        ONE + "; that it is once a year is reconstructed",
        "phases/season_start.py",
    ),
    Governor.TAX_COLLECTOR: Entry(
        NOTHING,
        "each time an opponent builds in column IV: 1 good of choice",
        "S",
        ONE + "; that the good is of choice is reconstructed",
        "phases/build.py, province.py",
    ),
    Governor.BORROWER: Entry(
        NOTHING,
        "begins with 4 goods of choice and -3 VP",
        "P",
        "second-edition rulebook, picture of the card (its name is unreadable); that the goods are of choice is reconstructed",
        "phases/setup.py",
    ),
    Governor.MINSTREL: Entry(
        NOTHING,
        "end of every year, last: 1 VP if another player has the same VP, 1 VP if nobody has fewer",
        "R",
        BOOK + " for the timing; the terms are reconstructed",
        "phases/year_end.py, effects.py",
    ),
    Governor.CARPENTER: Entry(
        ((0, 1, 0), (0, 1, 0)), "end of every year 1 wood; each building costs 1 wood less", "R", NAMED_ONLY
    ),
    Governor.SCULPTOR: Entry(
        ((0, 0, 1), (0, 0, 1)), "end of every year 1 stone; each building costs 1 stone less", "R", NAMED_ONLY
    ),
    Governor.MINER: Entry(((2, 0, 0), (0, 0, 0)), "end of every year 2 gold", "R", NAMED_ONLY),
    Governor.ARCHITECT: Entry(
        NOTHING,
        "once a season, building while an opponent owns more buildings: 1 good of choice less",
        "R",
        NAMED_ONLY,
        "province.py",
    ),
    Governor.POLITICIAN: Entry(
        NOTHING,
        "two private advisors, ranks 5 and 9",
        "S",
        BOOK + f", for two private advisors; the rank 5: {ONE}; the rank 9 and the gifts are reconstructed",
        "phases/influence.py",
    ),
}

NAMES = {governor: title(governor) for governor in Governor}

GOVERNORS = table(GOVERNOR, Governor, ROWS)

# The box has 24 governors; no public source has the effects of these.
LEFT_OUT = ("Damsel", "Heiress", "General", *(f"unnamed governor {number}" for number in range(1, 6)))

PRINCE_LIMIT = 8
PRINCE_DICE = np.array([3, 4, 6], np.int16)
PRINCE_DICE.setflags(write=False)
PHILOSOPHER_LIMIT = 10
TRICKSTER_FACE = 2
TRICKSTER_LOW = 1
TRICKSTER_HIGH = 3
SORCERER_YEAR = 3
SORCERER_BUILDINGS = 3
BORROWER_GOODS = 4
BORROWER_POINTS = -3
