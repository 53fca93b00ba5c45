"""The enemy cards: five a year, one of them drawn for each year. Everything is a column, nothing is code."""

from typing import Any

import numpy as np

from kingsburg_env.engine.names import NUM_GOODS, Enemy, EnemyKind
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

_VALUES: dict[Enemy, tuple[Any, ...]] = {
    # year, strength, kind, lose: (gold, wood, stone), choice, building, vp; gain: (gold, wood, stone), choice, vp
    Enemy.I_BARBARIANS_2: (1, 2, _K.BARBARIANS, (0, 0, 0), 1, 1, 0, (1, 0, 0), 0, 0),
    Enemy.I_GOBLINS_2: (1, 2, _K.GOBLINS, (0, 1, 1), 0, 1, 1, (0, 1, 0), 0, 0),
    Enemy.I_GOBLINS_3: (1, 3, _K.GOBLINS, (1, 0, 0), 0, 1, 0, (0, 0, 1), 0, 0),
    Enemy.I_ORCS_3: (1, 3, _K.ORCS, (0, 0, 0), 2, 0, 1, (1, 0, 0), 0, 0),
    Enemy.I_ZOMBIES_4: (1, 4, _K.ZOMBIES, (0, 0, 0), 0, 0, 2, (0, 0, 0), 0, 1),
    Enemy.II_GOBLINS_3: (2, 3, _K.GOBLINS, (0, 2, 2), 0, 1, 1, (0, 1, 0), 0, 0),
    Enemy.II_GOBLINS_4: (2, 4, _K.GOBLINS, (2, 0, 0), 0, 1, 0, (0, 0, 1), 0, 0),
    Enemy.II_ORCS_4: (2, 4, _K.ORCS, (0, 0, 0), 2, 1, 0, (1, 0, 0), 0, 0),
    Enemy.II_BARBARIANS_5: (2, 5, _K.BARBARIANS, (0, 0, 0), 2, 0, 1, (1, 0, 0), 0, 0),
    Enemy.II_ZOMBIES_5: (2, 5, _K.ZOMBIES, (0, 0, 0), 0, 0, 2, (0, 0, 0), 0, 1),
    Enemy.III_GOBLINS_4: (3, 4, _K.GOBLINS, (0, 3, 3), 0, 1, 1, (0, 1, 0), 0, 0),
    Enemy.III_GOBLINS_5: (3, 5, _K.GOBLINS, (3, 0, 0), 0, 1, 0, (0, 0, 1), 0, 0),
    Enemy.III_ORCS_5: (3, 5, _K.ORCS, (0, 0, 0), 2, 1, 0, (1, 0, 0), 0, 0),
    Enemy.III_ZOMBIES_6: (3, 6, _K.ZOMBIES, (0, 0, 0), 0, 0, 2, (0, 0, 0), 0, 1),
    Enemy.III_DEMONS_6: (3, 6, _K.DEMONS, (2, 1, 1), 0, 0, 1, (0, 0, 0), 0, 1),
    Enemy.IV_GOBLINS_5: (4, 5, _K.GOBLINS, (0, 4, 4), 0, 1, 1, (0, 1, 0), 0, 0),
    Enemy.IV_GOBLINS_6: (4, 6, _K.GOBLINS, (4, 0, 0), 0, 1, 0, (0, 0, 1), 0, 0),
    Enemy.IV_DEMONS_6: (4, 6, _K.DEMONS, (0, 0, 0), 4, 0, 1, (1, 0, 0), 0, 1),
    Enemy.IV_ORCS_7: (4, 7, _K.ORCS, (0, 0, 0), 2, 1, 0, (0, 0, 0), 1, 0),
    Enemy.IV_ZOMBIES_7: (4, 7, _K.ZOMBIES, (0, 0, 0), 0, 0, 2, (0, 0, 0), 0, 1),
    Enemy.V_BARBARIANS_7: (5, 7, _K.BARBARIANS, (0, 0, 0), 0, 0, 8, (0, 0, 0), 0, 1),
    Enemy.V_BARBARIANS_8: (5, 8, _K.BARBARIANS, (0, 0, 0), 0, 1, 0, (0, 0, 0), 0, 1),
    Enemy.V_DEMONS_8: (5, 8, _K.DEMONS, (0, 0, 0), 0, 1, 2, (0, 0, 0), 0, 2),
    Enemy.V_DEMONS_9: (5, 9, _K.DEMONS, (0, 0, 0), 0, 1, 0, (0, 0, 0), 0, 2),
    Enemy.V_DRAGONS_9: (5, 9, _K.DRAGONS, (0, 0, 0), 0, 0, 5, (0, 0, 0), 0, 3),
}

ROMAN = ("", "I", "II", "III", "IV", "V")

NAMES = {card: f"{row[2].name.title()} {row[1]} (year {ROMAN[row[0]]})" for card, row in _VALUES.items()}


def _goods(goods: tuple[int, int, int], choice: int, building: int, vp: int) -> str:
    parts = [
        f"{amount} {kind}" for amount, kind in zip(goods, ("gold", "wood", "stone"), strict=True) if amount
    ]
    parts += (
        [f"{choice} goods of choice"] * bool(choice) + ["1 building"] * building + [f"{vp} VP"] * bool(vp)
    )
    return ", ".join(parts) or "nothing"


def _entry(card: Enemy, row: tuple[Any, ...]) -> Entry:
    _, _, _, goods, choice, building, vp, won_goods, won_choice, won_vp = row
    effect = (
        f"defeat: {_goods(goods, choice, building, vp)}; victory: {_goods(won_goods, won_choice, 0, won_vp)}"
    )
    source = AGREED
    if card == Enemy.IV_DEMONS_6:
        source = "enemy cards, two public lists agree; a third has 4 goods and 1 building lost, 1 gold gained"
    return Entry(row, effect, "P", source)


ROWS = {card: _entry(card, row) for card, row in _VALUES.items()}

ENEMIES = table(ENEMY, Enemy, ROWS)
