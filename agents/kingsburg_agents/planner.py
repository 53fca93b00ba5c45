"""Planners: each follows a building order that players of the game know, and plays dice and goods for it."""

from kingsburg_agents.heuristics.agent import Heuristic
from kingsburg_agents.heuristics.weights import weights

STRATEGIES: dict[str, tuple[str, ...]] = {
    # Row B: points first.
    "faith": (
        "STATUE", "CHAPEL", "GUARD_TOWER", "CHURCH", "PALISADE", "CATHEDRAL", "INN", "BLACKSMITH", "STABLE", "BARRICADE",
    ),
    # Rows D and E: win every battle.
    "military": (
        "PALISADE", "GUARD_TOWER", "STABLE", "BLACKSMITH", "STONE_WALL", "FORTRESS", "BARRACKS", "WIZARDS_GUILD",
        "STATUE", "CHAPEL", "IMPROVISED_DEFENSES", "TRAINING_CAMP",
    ),
    # Row C, then points.
    "economy": (
        "INN", "MARKET", "FARMS", "MERCHANTS_GUILD", "STATUE", "GUARD_TOWER", "CHAPEL", "CHURCH", "CATHEDRAL", "PALISADE",
    ),
    # Row F to the Embassy, which scores every season.
    "court": (
        "BARRICADE", "CRANE", "TOWN_HALL", "EMBASSY", "GUARD_TOWER", "STATUE", "PALISADE", "CHAPEL", "CHURCH", "STABLE",
    ),
    # The Farms' die as soon as possible, then points with the Crane's help.
    "farms": (
        "INN", "MARKET", "FARMS", "STATUE", "BARRICADE", "CRANE", "CHAPEL", "GUARD_TOWER", "CHURCH", "CATHEDRAL",
    ),
    # A little of everything.
    "mixed": (
        "STATUE", "GUARD_TOWER", "PALISADE", "INN", "CHAPEL", "BLACKSMITH", "STABLE", "MARKET", "CHURCH", "BARRACKS",
    ),
}  # fmt: skip


class Planner(Heuristic):
    """Follows a building order."""

    def __init__(self, strategy: str = "mixed") -> None:
        """Look the strategy up by its name."""
        if strategy not in STRATEGIES:
            raise ValueError(f"strategy={strategy!r}: must be one of {', '.join(STRATEGIES)}")
        order = {building: place for place, building in enumerate(STRATEGIES[strategy])}
        self.weights = weights(
            place_in_order=order,
            wish=5.0,
            wish_decay=0.7,
            goods=(0.9, 0.9, 0.9),
            wild=1.0,
            late=0.5,
            plus_two=0.7,
            envoy=1.0,
            look=0.1,
            pip=0.15,
            points=1.0,
            ready=(0.8, 0.55, 0.35, 0.2, 0.1),
            strongest=0.3,
            rebuild=1.0,
            recruits=1,
            army_token=0.3,
            governor={"CARPENTER": 3, "SCULPTOR": 3, "MINER": 3, "FAIRY": 2, "ARCHITECT": 2},
        )
