"""Everything about the game that never changes, for the page to show: names, effects, costs, actions in words."""

from typing import Any

from kingsburg_env import text
from kingsburg_env.engine.actions import BLOCKS, BUNDLES
from kingsburg_env.engine.names import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_COLUMNS,
    Advisor,
    Building,
    Decision,
    EnemyKind,
    Row,
)
from kingsburg_env.engine.rules import EDITIONS, MODULES, PLUS_TWO
from kingsburg_env.engine.tables import advisors, buildings, enemies, governors
from kingsburg_env.engine.tables.enemies import ROMAN
from kingsburg_env.render import signs
from kingsburg_env.render.layout import PHASES

NAMES_OF_MODULES = {
    "rows": "More buildings (rows A and G)",
    "governors": "Governors",
    "army": "King's army tokens",
}
NAMES_OF_EDITIONS = {"second": "Second edition", "first": "First edition"}
NAMES_OF_PLUS_TWO = {"season": "one a season", "group": "one a dice group"}
# What passing means, by the question.
PASSING = {
    Decision.REROLL: "Keep the dice",
    Decision.CHANGE: "Keep the dice",
    Decision.INFLUENCE: "Pass for this season",
    Decision.MOVE_TO_DUCHESS: "Stay where you are",
    Decision.ALCHEMY: "Decline",
    Decision.SMUGGLE: "Decline",
    Decision.BUILD: "Build nothing",
    Decision.END_SEASON: "No more trades",
    Decision.RECRUIT: "No more soldiers",
    Decision.SORCERY: "Build no more",
    Decision.BLESS: "Not now",
    Decision.USE_EFFECT: "Do without it",
    Decision.SAVE_GOOD: "Save nothing",
    Decision.TAKE_GOODS: "Take nothing",
}


def make_catalog(agents: list[str], *, has_coach: bool) -> dict[str, Any]:
    """Collect the catalog.

    Args:
        agents: The names of the agents that may be seated.
        has_coach: Whether there is a coach.
    """
    return {
        "agents": agents,
        "has_coach": has_coach,
        "players": [MIN_PLAYERS, MAX_PLAYERS],
        "editions": {name: NAMES_OF_EDITIONS[name] for name in EDITIONS},
        "modules": {name: NAMES_OF_MODULES[name] for name in MODULES},
        "plus_two": {name: NAMES_OF_PLUS_TWO[name] for name in PLUS_TWO},
        "colours": text.SEATS,
        "goods": text.GOODS,
        "years": ROMAN,
        "phases": [[phase, name.removeprefix("King's ").capitalize()] for phase, name in PHASES.items()],
        "passing": {decision.name: words for decision, words in PASSING.items()},
        "actions": text.ACTIONS,
        "blocks": {name: [block.first, block.end] for name, block in BLOCKS.items()},
        "bundles": BUNDLES.tolist(),
        "modifiers": text.MODIFIERS,
        "advisors": [_advisor(advisor) for advisor in advisors.NAMES],
        "rows": [_row(row) for row in Row],
        "buildings": [_building(building) for building in buildings.NAMES],
        "governors": [
            {"name": governors.NAMES[governor], "effect": governors.ROWS[governor].effect}
            for governor in governors.NAMES
        ],
        "enemies": [
            f"enemy-{EnemyKind(int(enemies.ENEMIES[enemy].kind)).name.lower()}" for enemy in enemies.NAMES
        ],
    }


def _advisor(advisor: Advisor) -> dict[str, Any]:
    """Describe an advisor; the private ones look like those of the court with their ranks."""
    rank = int(advisors.ADVISORS[advisor].rank)
    look = next(other for other in Advisor if advisors.ADVISORS[other].rank == rank)
    return {
        "name": advisors.NAMES[advisor],
        "effect": advisors.ROWS[advisor].effect,
        "rank": rank,
        "symbol": f"advisor-{look.name.lower().replace('_', '-')}",
        "gift": signs.gift(advisor),
    }


def _row(row: Row) -> dict[str, Any]:
    first = row * NUM_COLUMNS
    return {
        "letter": row.name,
        "symbol": f"row-{row.name.lower()}",
        "buildings": list(range(first, first + NUM_COLUMNS)),
    }


def _building(building: Building) -> dict[str, Any]:
    return {
        "name": buildings.NAMES[building],
        "effect": buildings.ROWS[building].effect,
        "vp": int(buildings.BUILDINGS[building].vp),
        "symbol": f"row-{Row(building // NUM_COLUMNS).name.lower()}",
    }
