"""The King's advisors: what each gives. Second-edition rulebook, step c of a productive season."""

import numpy as np

from kingsburg_env.engine.names import ALL_KINDS, NUM_GOODS, Advisor, Good, Modifier
from kingsburg_env.engine.tables.provenance import Entry, table, title

GOLD_OR_WOOD = 1 << Good.GOLD | 1 << Good.WOOD
GOLD_OR_STONE = 1 << Good.GOLD | 1 << Good.STONE

ADVISOR = np.dtype(
    (
        np.record,
        [
            ("rank", np.int16),
            ("goods", np.int16, NUM_GOODS),  # gold, wood, stone, always given
            ("choice", np.int16),  # how many goods of choice
            ("kinds", np.int16),  # which kinds may be chosen, one bit a kind
            ("soldiers", np.int16),
            ("vp", np.int16),
            ("plus_two", np.int16),  # +2 tokens
            ("looks", np.int16),  # 1: looks at the top enemy card
        ],
    )
)

BOOK = "both rulebooks, advisors"


def _row(
    values: tuple[object, ...], effect: str, mark: str = "P", source: str = BOOK, power: str = ""
) -> Entry:
    return Entry(values, effect, mark, source, power)


# fmt: off
ROWS = {
    #                         rank   goods     choice kinds          soldiers vp +2 looks
    Advisor.JESTER: _row((1, (0, 0, 0), 0, ALL_KINDS, 0, 1, 0, 0), "1 VP"),
    Advisor.SQUIRE: _row((2, (1, 0, 0), 0, ALL_KINDS, 0, 0, 0, 0), "1 gold"),
    Advisor.ARCHITECT: _row((3, (0, 1, 0), 0, ALL_KINDS, 0, 0, 0, 0), "1 wood"),
    Advisor.MERCHANT: _row((4, (0, 0, 0), 1, GOLD_OR_WOOD, 0, 0, 0, 0), "1 gold or 1 wood"),
    Advisor.SERGEANT: _row((5, (0, 0, 0), 0, ALL_KINDS, 1, 0, 0, 0), "1 soldier"),
    Advisor.ALCHEMIST: _row(
        (6, (0, 0, 0), 0, ALL_KINDS, 0, 0, 0, 0), "may pay 1 good for one each of the two other kinds", power="phases/alchemist.py"
    ),
    Advisor.ASTRONOMER: _row((7, (0, 0, 0), 1, ALL_KINDS, 0, 0, 1, 0), "1 good of choice and one +2 token"),
    Advisor.TREASURER: _row((8, (2, 0, 0), 0, ALL_KINDS, 0, 0, 0, 0), "2 gold"),
    Advisor.MASTER_HUNTER: _row(
        (9, (0, 1, 0), 1, GOLD_OR_STONE, 0, 0, 0, 0), "1 wood, and 1 gold or 1 stone"
    ),
    Advisor.GENERAL: _row(
        (10, (0, 0, 0), 0, ALL_KINDS, 2, 0, 0, 1), "2 soldiers and a look at the enemy card"
    ),
    Advisor.SWORDSMITH: _row((11, (0, 0, 1), 1, GOLD_OR_WOOD, 0, 0, 0, 0), "1 stone, and 1 gold or 1 wood"),
    Advisor.DUCHESS: _row((12, (0, 0, 0), 2, ALL_KINDS, 0, 0, 1, 0), "2 goods of choice and one +2 token"),
    Advisor.CHAMPION: _row((13, (0, 0, 3), 0, ALL_KINDS, 0, 0, 0, 0), "3 stone"),
    Advisor.SMUGGLER: _row((14, (0, 0, 0), 0, ALL_KINDS, 0, 0, 0, 0), "may pay 1 VP for 3 goods of choice", power="phases/smuggler.py"),
    Advisor.INVENTOR: _row((15, (1, 1, 1), 0, ALL_KINDS, 0, 0, 0, 0), "1 gold, 1 wood and 1 stone"),
    Advisor.WIZARD: _row((16, (4, 0, 0), 0, ALL_KINDS, 0, 0, 0, 0), "4 gold"),
    Advisor.QUEEN: _row(
        (17, (0, 0, 0), 2, ALL_KINDS, 0, 3, 0, 1), "2 goods of choice, 3 VP and a look at the enemy card"
    ),
    Advisor.KING: _row((18, (1, 1, 1), 0, ALL_KINDS, 1, 0, 0, 0), "1 gold, 1 wood, 1 stone and 1 soldier"),
    Advisor.PRIVATE_SERGEANT: _row(
        (5, (0, 0, 0), 0, ALL_KINDS, 1, 0, 0, 0),
        "1 soldier, for the Politician alone",
        "R",
        "second-edition rulebook for two advisors on the card; the rank 5: one public source; the gift is that of the court's rank 5",
    ),
    Advisor.PRIVATE_HUNTER: _row(
        (9, (0, 1, 0), 1, GOLD_OR_STONE, 0, 0, 0, 0),
        "1 wood, and 1 gold or 1 stone, for the Politician alone",
        "R",
        "second-edition rulebook for two advisors on the card; the rank 9 and its gift are reconstructed",
    ),
}
# fmt: on

NAMES = {advisor: title(advisor) for advisor in Advisor}
NAMES[Advisor.PRIVATE_HUNTER] = "Private Master Hunter"

ADVISORS = table(ADVISOR, Advisor, ROWS)

# Advisors help in rising rank; a private advisor comes right after the court's of the same rank.
HELP_ORDER = np.argsort(ADVISORS["rank"], kind="stable").astype(np.int16)
HELP_ORDER.setflags(write=False)

# What each modifier adds to a group's dice.
MODIFIER_DELTA = np.zeros(len(Modifier), np.int16)
MODIFIER_DELTA[Modifier.PLUS_TWO] = 2
MODIFIER_DELTA[Modifier.MARKET_DOWN] = -1
MODIFIER_DELTA[Modifier.MARKET_UP] = 1
MODIFIER_DELTA[Modifier.PLUS_TWO_MARKET_DOWN] = 2 - 1
MODIFIER_DELTA[Modifier.PLUS_TWO_MARKET_UP] = 2 + 1
MODIFIER_DELTA.setflags(write=False)

USES_PLUS_TWO = np.array(["PLUS_TWO" in modifier.name for modifier in Modifier], np.int16)
USES_PLUS_TWO.setflags(write=False)
USES_MARKET = np.array(["MARKET" in modifier.name for modifier in Modifier], np.int16)
USES_MARKET.setflags(write=False)
