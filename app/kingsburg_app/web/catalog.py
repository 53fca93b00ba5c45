"""Everything about the game that never changes, for the page to show: names, effects, costs, actions in words."""

from typing import Any

from kingsburg_env import text
from kingsburg_env.engine.actions import BLOCKS, BUNDLES
from kingsburg_env.engine.names import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_OWN_DICE,
    NUM_POINT_SOURCES,
    Decision,
    Phase,
    Source,
)
from kingsburg_env.engine.rules import EDITIONS, MODULES, PLUS_TWO
from kingsburg_env.engine.tables import advisors, buildings, enemies, governors
from kingsburg_env.engine.tables.enemies import ROMAN

GIFTS = ("rank", "goods", "choice", "kinds", "soldiers", "vp", "plus_two", "looks")
COSTS = ("cost", "vp", "row", "column")
FOES = ("year", "strength", "kind")


def make_catalog(agents: list[str], *, has_coach: bool) -> dict[str, Any]:
    """Collect the catalog; which agents may be seated is the server's to say."""
    return {
        "agents": agents,
        "has_coach": has_coach,
        "players": [MIN_PLAYERS, MAX_PLAYERS],
        "editions": EDITIONS,
        "modules": MODULES,
        "plus_two": PLUS_TWO,
        "colours": text.SEATS,
        "years": ROMAN,
        "phases": [phase.name.replace("_", " ").capitalize() for phase in Phase],
        "questions": [text.QUESTIONS[decision] for decision in Decision],
        "decisions": [decision.name for decision in Decision],
        "actions": text.ACTIONS,
        "blocks": {name: [block.first, block.end] for name, block in BLOCKS.items()},
        "bundles": BUNDLES.tolist(),
        "modifiers": text.MODIFIERS,
        "own_dice": NUM_OWN_DICE,
        "point_sources": [
            Source(source).name.replace("_", " ").lower() for source in range(NUM_POINT_SOURCES)
        ],
        "advisors": _rows(advisors.NAMES, advisors.ROWS, advisors.ADVISORS, GIFTS),
        "buildings": _rows(buildings.NAMES, buildings.ROWS, buildings.BUILDINGS, COSTS),
        "enemies": _rows(enemies.NAMES, enemies.ROWS, enemies.ENEMIES, FOES),
        "governors": _rows(governors.NAMES, governors.ROWS, governors.GOVERNORS, ()),
    }


def _rows(names: Any, entries: Any, table: Any, columns: tuple[str, ...]) -> list[dict[str, Any]]:
    """List a table: names, effects and provenance in words, the rest as numbers."""
    return [
        {
            "name": names[member],
            "effect": entries[member].effect,
            "mark": entries[member].mark,
            **{column: table[column][member].tolist() for column in columns},
        }
        for member in names
    ]
