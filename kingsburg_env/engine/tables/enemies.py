"""The enemy cards: five a year, one of them drawn for each year. Everything is a column, nothing is code."""

from enum import IntEnum

import numpy as np

from kingsburg_env.engine.names import NUM_GOODS, EnemyKind
from kingsburg_env.engine.tables.provenance import Entry, table

ENEMY = np.dtype(
    (
        np.record,
        [
            ("year", np.int16),  # 1 to 5
            ("strength", np.int16),
            ("kind", np.int16),
            ("lose_goods", np.int16, NUM_GOODS),  # gold, wood, stone of the named kind
            ("lose_choice", np.int16),  # goods of the loser's choice
            ("lose_building", np.int16),
            ("lose_vp", np.int16),
            ("gain_goods", np.int16, NUM_GOODS),
            ("gain_choice", np.int16),
            ("gain_vp", np.int16),
        ],
    )
)

AGREED = "enemy cards, two or more public lists agree"

_K = EnemyKind

_VALUES = [
    # year, strength, kind, lose: (gold, wood, stone), choice, building, vp; gain: (gold, wood, stone), choice, vp
    (1, 2, _K.BARBARIANS, (0, 0, 0), 1, 1, 0, (1, 0, 0), 0, 0),
    (1, 2, _K.GOBLINS, (0, 1, 1), 0, 1, 1, (0, 1, 0), 0, 0),
    (1, 3, _K.GOBLINS, (1, 0, 0), 0, 1, 0, (0, 0, 1), 0, 0),
    (1, 3, _K.ORCS, (0, 0, 0), 2, 0, 1, (1, 0, 0), 0, 0),
    (1, 4, _K.ZOMBIES, (0, 0, 0), 0, 0, 2, (0, 0, 0), 0, 1),
    (2, 3, _K.GOBLINS, (0, 2, 2), 0, 1, 1, (0, 1, 0), 0, 0),
    (2, 4, _K.GOBLINS, (2, 0, 0), 0, 1, 0, (0, 0, 1), 0, 0),
    (2, 4, _K.ORCS, (0, 0, 0), 2, 1, 0, (1, 0, 0), 0, 0),
    (2, 5, _K.BARBARIANS, (0, 0, 0), 2, 0, 1, (1, 0, 0), 0, 0),
    (2, 5, _K.ZOMBIES, (0, 0, 0), 0, 0, 2, (0, 0, 0), 0, 1),
    (3, 4, _K.GOBLINS, (0, 3, 3), 0, 1, 1, (0, 1, 0), 0, 0),
    (3, 5, _K.GOBLINS, (3, 0, 0), 0, 1, 0, (0, 0, 1), 0, 0),
    (3, 5, _K.ORCS, (0, 0, 0), 2, 1, 0, (1, 0, 0), 0, 0),
    (3, 6, _K.ZOMBIES, (0, 0, 0), 0, 0, 2, (0, 0, 0), 0, 1),
    (3, 6, _K.DEMONS, (2, 1, 1), 0, 0, 1, (0, 0, 0), 0, 1),
    (4, 5, _K.GOBLINS, (0, 4, 4), 0, 1, 1, (0, 1, 0), 0, 0),
    (4, 6, _K.GOBLINS, (4, 0, 0), 0, 1, 0, (0, 0, 1), 0, 0),
    (4, 6, _K.DEMONS, (0, 0, 0), 4, 0, 1, (1, 0, 0), 0, 1),
    (4, 7, _K.ORCS, (0, 0, 0), 2, 1, 0, (0, 0, 0), 1, 0),
    (4, 7, _K.ZOMBIES, (0, 0, 0), 0, 0, 2, (0, 0, 0), 0, 1),
    (5, 7, _K.BARBARIANS, (0, 0, 0), 0, 0, 8, (0, 0, 0), 0, 1),
    (5, 8, _K.BARBARIANS, (0, 0, 0), 0, 1, 0, (0, 0, 0), 0, 1),
    (5, 8, _K.DEMONS, (0, 0, 0), 0, 1, 2, (0, 0, 0), 0, 2),
    (5, 9, _K.DEMONS, (0, 0, 0), 0, 1, 0, (0, 0, 0), 0, 2),
    (5, 9, _K.DRAGONS, (0, 0, 0), 0, 0, 5, (0, 0, 0), 0, 3),
]

ROMAN = ("", "I", "II", "III", "IV", "V")

# A card has no name of its own: year, enemy and strength together are unique.
Enemy = IntEnum(  # type: ignore[misc]
    "Enemy",
    [(f"{ROMAN[row[0]]}_{row[2].name}_{row[1]}", card) for card, row in enumerate(_VALUES)],
    module=__name__,
)

NAMES = {Enemy(card): f"{row[2].name.title()} {row[1]} (year {ROMAN[row[0]]})" for card, row in enumerate(_VALUES)}


def _goods(goods: tuple[int, int, int], choice: int, building: int, vp: int) -> str:
    parts = [f"{amount} {kind}" for amount, kind in zip(goods, ("gold", "wood", "stone"), strict=True) if amount]
    parts += [f"{choice} goods of choice"] * bool(choice) + ["1 building"] * building + [f"{vp} VP"] * bool(vp)
    return ", ".join(parts) or "nothing"


def _entry(card: int, row: tuple) -> Entry:  # type: ignore[type-arg]
    _, _, _, goods, choice, building, vp, won_goods, won_choice, won_vp = row
    effect = f"defeat: {_goods(goods, choice, building, vp)}; victory: {_goods(won_goods, won_choice, 0, won_vp)}"
    source = AGREED
    if Enemy(card).name == "IV_DEMONS_6":
        source = "enemy cards, two public lists agree; a third has 4 goods and 1 building lost, 1 gold gained"
    return Entry(row, effect, "P", source)


ROWS = {Enemy(card): _entry(card, row) for card, row in enumerate(_VALUES)}

ENEMIES = table(ENEMY, Enemy, ROWS)
