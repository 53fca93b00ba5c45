"""Planners: each follows a building order that players of the game know, and plays dice and goods for it."""

from typing import Any

from kingsburg_agents.heuristics.agent import Heuristic
from kingsburg_agents.heuristics.weights import weight_table

# The order in which each strategy builds; what is left is built by its points.
STRATEGIES: dict[str, tuple[str, ...]] = {
    # Row B: points first.
    "faith": (
        "STATUE", "CHAPEL", "GUARD_TOWER", "CHURCH", "PALISADE", "CATHEDRAL", "INN", "BLACKSMITH", "STABLE", "BARRICADE",
    ),
    # Rows D and E: win every battle.
    "military": (
        "PALISADE", "GUARD_TOWER", "STABLE", "BLACKSMITH", "STONE_WALL", "FORTRESS", "BARRACKS", "WIZARDS_GUILD",
        "STATUE", "CHAPEL", "IMPROVISED_DEFENSES", "RECRUITING_CENTER", "TRAINING_CAMP",
    ),
    # Row C to its end, with the defence the Farms cost.
    "economy": (
        "INN", "MARKET", "FARMS", "GUARD_TOWER", "MERCHANTS_GUILD", "STATUE", "PALISADE", "CHAPEL", "CHURCH", "CATHEDRAL",
    ),
    # Row F to the Embassy, which scores every season.
    "court": (
        "BARRICADE", "CRANE", "TOWN_HALL", "EMBASSY", "GUARD_TOWER", "STATUE", "PALISADE", "CHAPEL", "CHURCH", "STABLE",
    ),
    # The Farms' die as soon as possible, then points with the Crane's help.
    "farms": (
        "INN", "MARKET", "FARMS", "STATUE", "BARRICADE", "CRANE", "CHAPEL", "GUARD_TOWER", "CHURCH", "CATHEDRAL",
    ),
    # Row A: goods into gold, gold into points. Without module 1 its row B remains.
    "trade": (
        "SAWMILL", "STATUE", "QUARRY", "GUARD_TOWER", "GOLDSMITH", "PALISADE", "CHAPEL", "CHURCH", "MINT", "CATHEDRAL",
    ),
    # Row G: soldiers every winter, points besides. Without module 1 its row B remains.
    "garrison": (
        "IMPROVISED_DEFENSES", "RECRUITING_CENTER", "STATUE", "TRAINING_CAMP", "CHAPEL", "MILITARY_ACADEMY", "PALISADE",
        "CHURCH", "GUARD_TOWER", "CATHEDRAL",
    ),
    # A little of everything.
    "mixed": (
        "STATUE", "GUARD_TOWER", "PALISADE", "INN", "CHAPEL", "BLACKSMITH", "STABLE", "MARKET", "CHURCH", "BARRACKS",
    ),
}  # fmt: skip


# What all planners think of everything else: points as printed, goods alike, the next building of the order first.
HABITS: dict[str, Any] = {
    "wish": 5.0,
    "wish_decay": 0.7,
    "goods": (0.9, 0.9, 0.9),
    "wild": 1.0,
    "late": 0.5,
    "plus_two": 0.7,
    "envoy": 1.0,
    "look": 0.1,
    "pip": 0.15,
    "points": 1.0,
    "ready": (0.8, 0.55, 0.35, 0.2, 0.1),
    "strongest": 0.3,
    "rebuild": 1.0,
    "recruits": 1,
    "army_token": 0.3,
    "governor": {"CARPENTER": 3, "SCULPTOR": 3, "MINER": 3, "FAIRY": 2, "ARCHITECT": 2},
}


class Planner(Heuristic):
    """Follows a building order."""

    def __init__(self, strategy: str = "mixed") -> None:
        """Find the strategy by its name."""
        if strategy not in STRATEGIES:
            raise ValueError(f"strategy={strategy!r}: must be one of {', '.join(STRATEGIES)}")
        order = {building: place for place, building in enumerate(STRATEGIES[strategy])}
        self.weights = weight_table(place_in_order=order, **HABITS)
