"""Greedy: the best immediate value of each decision, by fixed prices."""

from kingsburg_agents.heuristics.agent import Heuristic
from kingsburg_agents.heuristics.weights import weight_table

WEIGHTS = weight_table(
    goods=(1.0, 0.9, 1.1),
    wild=1.1,
    late=0.0,
    plus_two=0.7,
    envoy=1.0,
    look=0.1,
    pip=0.15,
    points=1.0,
    # What the printed points leave out, as a rough price.
    once={
        "INN": 1.5,
        "MARKET": 2.0,
        "FARMS": 4.0,
        "MERCHANTS_GUILD": 3.0,
        "GUARD_TOWER": 1.5,
        "BLACKSMITH": 1.5,
        "BARRACKS": 1.5,
        "WIZARDS_GUILD": 2.0,
        "PALISADE": 2.0,
        "STABLE": 1.0,
        "STONE_WALL": 2.0,
        "FORTRESS": 2.0,
        "BARRICADE": 1.0,
        "CRANE": 1.5,
        "TOWN_HALL": 2.0,
        "EMBASSY": 3.0,
        "SAWMILL": 2.0,
        "QUARRY": 2.0,
        "GOLDSMITH": 3.0,
        "MINT": 2.0,
        "IMPROVISED_DEFENSES": 1.0,
        "RECRUITING_CENTER": 1.0,
        "TRAINING_CAMP": 2.0,
        "MILITARY_ACADEMY": 1.5,
    },
    strongest=0.3,
    army_token=0.3,
    governor={"FAIRY": 3, "MINER": 3, "CARPENTER": 2, "SCULPTOR": 2, "PHILOSOPHER": 1, "BORROWER": 1},
)


class Greedy(Heuristic):
    """Takes what is worth most right now."""

    weights = WEIGHTS
