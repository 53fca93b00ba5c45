"""The records of a heuristic: weights, all in victory points, and a workspace."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from kingsburg_env.engine.names import (
    MAX_DICE,
    NUM_ADVISORS,
    NUM_BUILDINGS,
    NUM_GOODS,
    NUM_GOVERNORS,
    NUM_ROWS,
    Advisor,
    Building,
    Governor,
)

# How many goods may be lacking for a building to be worth a thought.
NUM_READY = 5
# No army is larger, and no reinforcement.
MAX_ARMY = 16
MAX_REINFORCEMENT = 6
# More soldiers than this are not thought of at once.
MAX_RECRUITS = 4
# How many purses a workspace remembers; a power of two.
NUM_MEMORIES = 512
NOT_IN_ORDER = NUM_BUILDINGS

WEIGHTS = np.dtype(
    (
        np.record,
        [
            (
                "splits_dice",
                np.int64,
            ),  # 1: goes through every split of the dice; 0: takes the best advisor now
            ("place_in_order", np.int64, (NUM_BUILDINGS,)),  # place in the building order, or NOT_IN_ORDER
            ("wish", np.float64),  # for the next building of the order
            ("wish_decay", np.float64),  # what is left of the wish one place further in the order
            ("goods", np.float64, (NUM_GOODS,)),  # a gold, a wood, a stone with the game still long
            ("wild", np.float64),  # a good of choice still to be chosen
            ("late", np.float64),  # goods are worth half with so many seasons left
            ("hoard", np.float64),  # what is lost of a good's worth beyond `hoard_from` goods
            ("hoard_from", np.float64),
            ("plus_two", np.float64),  # a +2 token with the game still long
            ("envoy", np.float64),  # holding the envoy
            ("look", np.float64),  # seeing the enemy card
            ("pip", np.float64),  # what a pip of the dice used up would have brought elsewhere
            ("fallback", np.float64),  # share of a gift still reached elsewhere if opponents take the advisor
            ("points", np.float64),  # how much of a building's printed points counts
            ("once", np.float64, (NUM_BUILDINGS,)),  # a building's effect, once
            ("season", np.float64, (NUM_BUILDINGS,)),  # for each later season
            ("summer", np.float64, (NUM_BUILDINGS,)),  # for each summer from now on
            ("winter", np.float64, (NUM_BUILDINGS,)),  # for each winter from now on
            ("defence", np.float64),  # a point of strength in each later winter
            ("row", np.float64),  # share of what the next building of the row would bring
            (
                "ready",
                np.float64,
                (NUM_READY,),
            ),  # share of a building's gain held by lacking 0, 1, 2 ... goods
            ("rebuild", np.float64),  # what losing a building costs beyond its goods
            ("strongest", np.float64),  # chance to be the strongest victor while nothing is known
            (
                "recruits",
                np.float64,
            ),  # soldiers to be bought with the goods of each season still to come this year
            ("reward", np.float64),  # a building in Spring that may bring the King's reward
            ("army_token", np.float64),  # each point of a King's army token spent
            ("desire", np.float64, (NUM_ADVISORS,)),  # how much opponents like an advisor
            ("governor", np.float64, (NUM_GOVERNORS,)),  # which governor to keep
        ],
    )
)

# What one decision works out once and looks up often.
WORKSPACE = np.dtype(
    (
        np.record,
        [
            ("left", np.int64),  # productive seasons after this one
            ("rate", np.float64, (NUM_GOODS,)),  # a good, now
            ("wild_rate", np.float64),
            ("plus_two_rate", np.float64),
            ("envoy_rate", np.float64),
            ("look_rate", np.float64),
            ("cost", np.int64, (NUM_BUILDINGS, NUM_GOODS)),
            ("worth", np.float64, (NUM_BUILDINGS,)),  # having it built this season
            ("gain", np.float64, (NUM_BUILDINGS,)),  # that beyond its cost, never negative
            ("next", np.int64, (NUM_ROWS,)),  # the building to come in each row, or NO_BUILDING
            ("after", np.int64, (NUM_ROWS,)),  # the one after that
            ("sorcery", np.float64, (NUM_ROWS,)),  # what the Sorcerer loses by paying for column I
            ("credit", np.int64),  # goods the Architect saves on the next building
            # What the battle brings, by soldiers with the King's among them, from -1 on.
            ("outcome", np.float64, (MAX_ARMY + MAX_REINFORCEMENT + 2,)),
            # The same by soldiers before the King's, and by how many more can be recruited.
            ("winter", np.float64, (MAX_RECRUITS + 1, MAX_ARMY + 2)),
            ("soldier_price", np.int64),  # in goods
            ("recruits", np.int64),  # soldiers that goods still to come can buy
            ("survival", np.float64, (NUM_ADVISORS,)),  # chance that opponents leave an advisor for a round
            # Dice in hand and what may modify them.
            ("dice", np.int64, (MAX_DICE,)),
            ("hand", np.int64),  # one bit a die
            ("total", np.int64, (1 << MAX_DICE,)),  # pips of every set of dice
            ("open", np.int64),  # advisors that are free, one bit each
            ("closed", np.int64),  # advisors only the envoy opens
            ("may_plus_two", np.int64),
            ("may_market", np.int64),
            # What the player would own, with the gifts thought of so far.
            ("purse", np.int64, (NUM_GOODS,)),
            ("wilds", np.int64),  # goods of choice
            ("soldiers", np.int64),
            ("alchemists", np.int64),
            ("sure", np.float64),  # points and all that does not depend on the goods
            ("stable", np.int64),
            ("builders", np.float64),  # the King's reward in sight for building this season
            # Purses thought of before, so that no two ways to the same gifts are judged twice.
            ("decision", np.int64),  # number of the decision they belong to
            ("remembered", np.int64, (NUM_MEMORIES,)),
            ("value", np.float64, (NUM_MEMORIES,)),
            ("best", np.float64),  # value of the best plan so far
            ("action", np.int64),  # and the action it begins with
        ],
    )
)

_BY_NAME: dict[str, Any] = {
    "once": Building,
    "season": Building,
    "summer": Building,
    "winter": Building,
    "place_in_order": Building,
    "desire": Advisor,
    "governor": Governor,
}


def weight_table(**values: Any) -> Any:
    """Write weights down as an array of one record; tables may name cards; what is not named is 0, desires are 1."""
    record = np.zeros(1, WEIGHTS)
    record["desire"] = 1.0
    record["place_in_order"] = NOT_IN_ORDER
    for name, value in values.items():
        if isinstance(value, Mapping):
            for card, number in value.items():
                record[name][0, _BY_NAME[name][card]] = number
        else:
            record[name] = value
    return record
