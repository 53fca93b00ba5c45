"""The record of one game: everything public and hidden, and its own luck. Same bytes, same future.

Counters are int16: narrow enough to copy fast, wide enough never to wrap, and signed so that plain Python agrees.
No field may be named like an attribute of `np.void`; plain Python would find the method instead.
"""

from typing import Any, NamedTuple

import numpy as np

from kingsburg_env.engine.answers import NUM_WORDS
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_BONUS_DICE,
    MAX_DICE,
    MAX_GROUPS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_ADVISORS,
    NUM_BUILDINGS,
    NUM_COLUMNS,
    NUM_COURT,
    NUM_DEALT_GOVERNORS,
    NUM_DECISIONS,
    NUM_EFFECTS,
    NUM_ENEMIES,
    NUM_GOODS,
    NUM_GOVERNORS,
    NUM_MODIFIERS,
    NUM_OWN_DICE,
    NUM_PHASES,
    NUM_POINT_SOURCES,
    NUM_ROWS,
    NUM_STEPS,
    NUM_TOKEN_VALUES,
    NUM_TRADERS,
    NUM_YEARS,
)

FLAG = (0, 1)
COUNT = (0, 999)
# What no game exceeds, whatever the dice and the players do; `docs/spaces.md` adds it up.
POINTS = (-44, 372)
GOODS = (0, 260)
PLUS_TWO = (0, 40)
SOLDIERS = (0, 332)
STRENGTH = (-1, 341)


class Counter(NamedTuple):
    """A public counter of a player, which the observation copies as it stands."""

    name: str
    length: int
    allowed: tuple[int, int]
    scale: float
    meaning: str


# What everybody sees of a player.
PUBLIC = [
    Counter("present", 1, FLAG, 1, "sits at the table"),
    Counter("vp", 1, POINTS, 1 / 32, "victory points"),
    Counter("goods", NUM_GOODS, GOODS, 1 / 4, "gold, wood, stone"),
    Counter("plus_two", 1, PLUS_TWO, 1 / 2, "+2 tokens"),
    Counter("soldiers", 1, SOLDIERS, 1 / 4, "soldiers"),
    Counter("strength", 1, STRENGTH, 1 / 8, "strength in this winter's battle, once fixed"),
    Counter("bonus", 1, (0, MAX_BONUS_DICE), 1, "bonus dice of this season, or due in the coming Spring"),
    Counter("passed", 1, FLAG, 1, "out of this season's influence step"),
    Counter("plus_two_used", 1, FLAG, 1, "has placed a +2 token this season"),
    Counter("market_used", 1, FLAG, 1, "has used the Market this season"),
    Counter("statue_used", 1, FLAG, 1, "has used the Statue this season"),
    Counter("chapel_used", 1, FLAG, 1, "has used the Chapel this season"),
    Counter("governor_used", 1, FLAG, 1, "has used the Philosopher or the Trickster this season"),
    Counter("point_due", 1, FLAG, 1, "the Philosopher re-rolled and nothing changed the dice since"),
    Counter("has_built", 1, FLAG, 1, "has built this season"),
    Counter("has_saved", 1, FLAG, 1, "has used the Architect's saving this season"),
    Counter("has_blessed", 1, FLAG, 1, "has used the Priest's blessing this year"),
    Counter("has_looked", 1, FLAG, 1, "has looked at this year's enemy card"),
    Counter("traded", NUM_TRADERS, FLAG, 1, "has used Town Hall, Sawmill, Quarry, Goldsmith this season"),
    Counter("tokens", NUM_TOKEN_VALUES, (0, 2), 1, "King's army tokens left, by value 0 to 4"),
    Counter("rows", NUM_ROWS, (0, NUM_COLUMNS), 1 / NUM_COLUMNS, "buildings in each row, which has no gaps"),
    Counter("own_hand", DIE_SIDES, (0, NUM_OWN_DICE), 1, "own dice not placed yet, by face"),
    Counter("bonus_hand", DIE_SIDES, (0, MAX_BONUS_DICE), 1, "bonus dice not placed yet, by face"),
    Counter("groups", NUM_ADVISORS, (0, 2), 1, "dice groups on each advisor, the second by the King's envoy"),
]

# The rest of a player's block: the observation writes it in another form, or not at all.
FURTHER: list[tuple[str, int, tuple[int, int]]] = [
    ("dice", MAX_DICE, (0, DIE_SIDES)),  # own dice, then bonus dice; 0: no such die now
    ("group_of", MAX_DICE, (-1, MAX_GROUPS - 1)),  # the group a die was placed with, or NO_GROUP: in hand
    ("group_at", MAX_GROUPS, (-1, NUM_ADVISORS - 1)),  # the advisor a group stands on, or NO_GROUP
    ("throws", MAX_DICE, COUNT),  # how often a die was thrown this season
    ("governor", 1, (-1, NUM_GOVERNORS - 1)),  # shown to all
    ("dealt", NUM_DEALT_GOVERNORS, (-1, NUM_GOVERNORS - 1)),  # secret
    ("picked_governor", 1, (-1, NUM_GOVERNORS - 1)),  # secret until all are shown
    ("picked_token", 1, (-1, NUM_TOKEN_VALUES - 1)),  # secret until all are shown
    ("vp_from", NUM_POINT_SOURCES, (-45, 372)),  # how the VP came about
]

# The first fields of the table are the rules of the game.
NUM_RULES = 7

# The table: name, length, allowed range.
SHARED: list[tuple[str, int, tuple[int, int]]] = [
    ("num_players", 1, (MIN_PLAYERS, MAX_PLAYERS)),
    ("first_edition", 1, FLAG),
    ("with_rows", 1, FLAG),
    ("with_governors", 1, FLAG),
    ("with_army", 1, FLAG),
    ("plus_two_per_group", 1, FLAG),
    ("optional_effects", 1, FLAG),
    ("year", 1, (0, NUM_YEARS)),
    ("phase", 1, (0, NUM_PHASES - 1)),
    ("step", 1, (0, NUM_STEPS - 1)),
    ("decision", 1, (0, NUM_DECISIONS - 1)),  # what is asked
    ("actor", 1, (-1, MAX_PLAYERS - 1)),  # who is asked
    ("order", MAX_PLAYERS, (-1, MAX_PLAYERS - 1)),  # seats in turn order
    ("cursor", 1, (0, MAX_PLAYERS)),  # index in the turn order of whoever's turn it is
    ("visit", 1, (0, 999)),  # how far that turn has come
    ("favoured", 1, (0, (1 << MAX_PLAYERS) - 1)),  # seats the King favours, one bit a seat
    ("envoy", 1, (-1, MAX_PLAYERS - 1)),  # who holds the King's envoy, or NOBODY
    ("amount", 1, (0, 4)),  # goods to take or to lose
    ("kinds", 1, (0, (1 << NUM_GOODS) - 1)),  # kinds that may be taken or lost, one bit a kind
    ("advisor", 1, (0, NUM_ADVISORS - 1)),  # being influenced, or place in the order of help
    ("modifier", 1, (0, NUM_MODIFIERS - 1)),  # of the group being placed
    ("group", 1, (0, MAX_GROUPS - 1)),  # being placed
    ("building", 1, (0, NUM_BUILDINGS - 1)),  # being built
    ("effect", 1, (0, NUM_EFFECTS - 1)),  # that may be used or not
    ("is_full_price", 1, FLAG),  # the building being built is paid without the savings
    ("is_tax_due", 1, FLAG),  # the Tax Collector takes a good next
    ("enemies", NUM_YEARS, (0, NUM_ENEMIES - 1)),  # the cards of the five years; secret
    ("is_enemy_shown", 1, FLAG),  # this year's card lies open
    ("reinforcement", 1, (0, DIE_SIDES)),  # what the King's die showed this winter
]


def _field(name: str, length: int) -> tuple[Any, ...]:
    return (name, np.int16) if length == 1 else (name, np.int16, (length,))


NUM_PUBLIC = sum(counter.length for counter in PUBLIC)


PLAYER = np.dtype((np.record, [_field(name, length) for name, length, *_ in [*PUBLIC, *FURTHER]]))


def _state_dtype(player: np.dtype[Any]) -> np.dtype[Any]:
    fields = [
        ("key", np.uint64),  # the luck of this game
        ("taken", np.int32),  # advisors with dice on them, one bit an advisor
        ("neutral", np.int32),  # those of them with neutral dice
        *(_field(name, length) for name, length, _ in SHARED),
        ("answers", np.int64, (NUM_WORDS,)),  # which actions answer the question, one bit an action
        ("players", player, (MAX_PLAYERS,)),
    ]
    return np.dtype((np.record, fields))


STATE = _state_dtype(PLAYER)


def _with_public(player: np.dtype[Any]) -> np.dtype[Any]:
    """Grant a player's first fields a second name, `public`, so that they copy in one loop."""
    names = list(player.names or ())
    layout = {
        "names": [*names, "public"],
        "formats": [*(player.fields[name][0] for name in names), (np.int16, (NUM_PUBLIC,))],  # type: ignore[index]
        "offsets": [*(player.fields[name][1] for name in names), 0],  # type: ignore[index]
        "itemsize": player.itemsize,
    }
    return np.dtype((np.record, np.dtype(layout)))  # type: ignore[call-overload]


INSIDE = _state_dtype(_with_public(PLAYER))
"""The same bytes as compiled code sees them; numpy itself cannot join arrays whose fields overlap."""

TAKEN_RANGE = (0, (1 << NUM_ADVISORS) - 1)
COURT_BITS = (1 << NUM_COURT) - 1

SCALE = np.concatenate([np.full(counter.length, counter.scale, np.float32) for counter in PUBLIC])
SCALE.setflags(write=False)
