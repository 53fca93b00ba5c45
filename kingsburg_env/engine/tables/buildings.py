"""The buildings of a province: costs, points, strength. Irregular effects are in the phase a row's comment names."""

import numpy as np

from kingsburg_env.engine.names import (
    NUM_COLUMNS,
    NUM_ENEMY_KINDS,
    NUM_GOODS,
    Building,
    Column,
    EnemyKind,
    Row,
)
from kingsburg_env.engine.tables.provenance import Entry, table, title

BUILDING = np.dtype(
    (
        np.record,
        [
            ("cost", np.int16, NUM_GOODS),  # gold, wood, stone
            ("vp", np.int16),
            ("defence", np.int16),  # added to strength in every battle
            ("defence_vs", np.int16, NUM_ENEMY_KINDS),  # added against this kind of enemy
            ("row", np.int16),
            ("column", np.int16),
        ],
    )
)

BASE = "province sheet, both editions"
MODULE_1 = "one public description of the second edition's seven-row sheet"


def _against(kind: EnemyKind) -> tuple[int, ...]:
    return tuple(int(kind == other) for other in EnemyKind)


ALWAYS_SAME = (0,) * NUM_ENEMY_KINDS


def _row(
    cost: tuple[int, int, int],
    vp: int,
    effect: str,
    defence: int = 0,
    defence_vs: tuple[int, ...] = ALWAYS_SAME,
    power: str = "",
) -> tuple[tuple[object, ...], str, str]:
    return (cost, vp, defence, defence_vs), effect, power


def _entry(building: Building, columns: tuple[object, ...], effect: str, power: str) -> Entry:
    row, column = divmod(building, NUM_COLUMNS)
    mark, source = ("S", MODULE_1) if row in (Row.A, Row.G) else ("P", BASE)
    return Entry((*columns, row, column), effect, mark, source, power)


# fmt: off
_ROWS = {
    # cost: gold, wood, stone; VP
    Building.SAWMILL: _row((0, 2, 1), 1, "end of Summer, once: may pay 1 wood for 2 gold", power="phases/season_end.py"),
    Building.QUARRY: _row((1, 1, 2), 2, "end of Summer, once: may pay 1 stone for 3 gold", power="phases/season_end.py"),
    Building.GOLDSMITH: _row((2, 2, 2), 3, "end of Summer, once: may pay 1 gold for 1 soldier and 1 VP", power="phases/season_end.py"),
    Building.MINT: _row((6, 1, 1), 5, "Sawmill, Quarry and Goldsmith work at the end of Spring and Autumn too", power="phases/season_end.py"),
    Building.STATUE: _row((2, 0, 0), 3, "after the roll, all dice equal: may re-roll one", power="phases/reroll.py"),
    Building.CHAPEL: _row((3, 0, 1), 5, "after the roll, total 7 or less: may re-roll all dice", power="phases/reroll.py"),
    Building.CHURCH: _row((3, 1, 2), 7, "+1 against Demons", defence_vs=_against(EnemyKind.DEMONS)),
    Building.CATHEDRAL: _row((5, 0, 3), 9, "game end: 1 VP for each full pair of goods", power="phases/year_end.py"),
    Building.INN: _row((1, 1, 0), 0, "end of Summer: one +2 token", power="phases/season_end.py"),
    Building.MARKET: _row((2, 2, 0), 1, "once a season: a group may reach the advisor 1 above or below", power="phases/influence.py"),
    Building.FARMS: _row((2, 3, 1), 2, "one bonus die every productive season; -1 in battle", defence=-1, power="phases/season_start.py"),
    Building.MERCHANTS_GUILD: _row((3, 1, 2), 4, "start of every productive season: 1 gold", power="phases/season_start.py"),
    Building.GUARD_TOWER: _row((1, 0, 1), 1, "+1 in battle", defence=1),
    Building.BLACKSMITH: _row((1, 2, 0), 2, "+1 in battle", defence=1),
    Building.BARRACKS: _row((2, 2, 1), 4, "recruiting: a soldier costs 1 good instead of 2", power="phases/recruiting.py"),
    Building.WIZARDS_GUILD: _row((3, 2, 2), 6, "+2 in battle", defence=2),
    Building.PALISADE: _row((0, 2, 0), 0, "+1 in battle, +2 against Zombies", defence=1, defence_vs=_against(EnemyKind.ZOMBIES)),
    Building.STABLE: _row((1, 1, 1), 2, "+1 soldier whenever an advisor gives soldiers", power="phases/help.py"),
    Building.STONE_WALL: _row((2, 0, 2), 2, "+1 in battle; a tie is a victory", defence=1, power="phases/winter.py"),
    Building.FORTRESS: _row((3, 0, 2), 4, "+1 in battle; +1 VP with each victory", defence=1, power="phases/winter.py"),
    Building.BARRICADE: _row((0, 1, 0), 0, "+1 against Goblins", defence_vs=_against(EnemyKind.GOBLINS)),
    Building.CRANE: _row((0, 1, 1), 1, "buildings of columns III and IV cost 1 gold less", power="province.py"),
    Building.TOWN_HALL: _row((2, 1, 1), 2, "end of a productive season, once: may pay a +2 token or a good for 1 VP", power="phases/season_end.py"),
    Building.EMBASSY: _row((2, 2, 2), 4, "end of every productive season: 1 VP", power="phases/season_end.py"),
    Building.IMPROVISED_DEFENSES: _row((0, 0, 1), 0, "+1 in battle against a printed strength of 5 or less", power="phases/winter.py"),
    Building.RECRUITING_CENTER: _row((1, 1, 0), 1, "recruiting: may pay a +2 token for a soldier", power="phases/recruiting.py"),
    Building.TRAINING_CAMP: _row((1, 2, 0), 2, "start of recruiting, with fewer than 2 soldiers: 1 soldier", power="phases/recruiting.py"),
    Building.MILITARY_ACADEMY: _row((2, 1, 1), 3, "Winter: an own die replaces a lower royal reinforcement", power="phases/winter.py"),
}
# fmt: on

ROWS = {building: _entry(building, *row) for building, row in _ROWS.items()}

NAMES = {building: title(building) for building in Building}
NAMES[Building.MERCHANTS_GUILD] = "Merchants' Guild"
NAMES[Building.WIZARDS_GUILD] = "Wizards' Guild"

BUILDINGS = table(BUILDING, Building, ROWS)

CHAPEL_LIMIT = 7
MARKET_SHIFT = 1
CRANE_FROM_COLUMN = int(Column.III)
CRANE_SAVING = 1
IMPROVISED_DEFENSES_LIMIT = 5
TRAINING_CAMP_LIMIT = 2
SOLDIER_PRICE = 2
BARRACKS_PRICE = 1
GOODS_PER_CATHEDRAL_POINT = 2
# What the three trades of row A pay and bring.
SAWMILL_GOLD = 2
QUARRY_GOLD = 3
