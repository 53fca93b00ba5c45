"""What a seat sees: a named float32 record, read by networks as one flat vector.

The observer's block comes first, then the others in turn order from the observer on.
It has the same length for two to five players and all modules, and holds only what the seat may know.
"""

import itertools
from typing import Any, NamedTuple

import numpy as np

from kingsburg_env.engine.dice import is_own
from kingsburg_env.engine.hidden import knows_enemy
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_BONUS_DICE,
    MAX_DICE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NO_GOVERNOR,
    NO_TOKEN,
    NOBODY,
    NUM_ADVISORS,
    NUM_COLUMNS,
    NUM_DEALT_GOVERNORS,
    NUM_DECISIONS,
    NUM_EFFECTS,
    NUM_ENEMIES,
    NUM_GOODS,
    NUM_GOVERNORS,
    NUM_MODIFIERS,
    NUM_OWN_DICE,
    NUM_PHASES,
    NUM_ROWS,
    NUM_TOKEN_VALUES,
    NUM_YEARS,
    Decision,
    Effect,
    Phase,
    Step,
)
from kingsburg_env.engine.state import NUM_PUBLIC, PUBLIC, SCALE
from kingsburg_env.engine.tables.advisors import HELP_ORDER

VERSION = 1
"""Counts up whenever a value of the observation changes its place or its meaning."""


class Seen(NamedTuple):
    """A part of the table as it is seen; its values are from 0 to `high`."""

    name: str
    length: int
    meaning: str
    high: float = 1


SEEN_OF_TABLE = [
    Seen("num_players", MAX_PLAYERS - MIN_PLAYERS + 1, "one-hot: 2, 3, 4, 5 players"),
    Seen("first_edition", 1, "1 in the first edition"),
    Seen("modules", 3, "rows, governors, army"),
    Seen("plus_two_per_group", 1, "1 where a +2 token may go with each dice group"),
    Seen("optional_effects", 1, "1 where effects may be declined"),
    Seen("year", NUM_YEARS, "one-hot"),
    Seen("phase", NUM_PHASES, "one-hot: " + ", ".join(phase.name for phase in Phase)),
    Seen("decision", NUM_DECISIONS, "one-hot: what is asked, NONE at the end"),
    Seen("actor", MAX_PLAYERS, "one-hot: who is asked, counted in turn order from the observer on"),
    Seen("turn_index", MAX_PLAYERS, "one-hot: the observer's index in the turn order; the others follow it"),
    Seen(
        "envoy",
        MAX_PLAYERS,
        "one-hot: who holds the King's envoy, counted in turn order from the observer on",
    ),
    Seen("taken", NUM_ADVISORS, "advisors with dice on them, neutral dice too"),
    Seen("advisor", NUM_ADVISORS, "one-hot: the advisor being influenced or helping now"),
    Seen("modifier", NUM_MODIFIERS, "one-hot: how the group being placed is modified"),
    Seen("picked_own", DIE_SIDES, "own dice already in that group, by face", NUM_OWN_DICE),
    Seen("picked_bonus", DIE_SIDES, "bonus dice already in that group, by face", MAX_BONUS_DICE),
    Seen("amount", 1, "goods to take or to lose, / 4"),
    Seen("kinds", NUM_GOODS, "kinds of goods that may be taken or lost"),
    Seen("row", NUM_ROWS, "one-hot: the row of the building whose cost may be lowered"),
    Seen("built", 1, "buildings this turn or sorcery so far, / 2"),
    Seen(
        "effect",
        NUM_EFFECTS,
        "one-hot: the effect that may be declined; at the Architect's saving SAVINGS, if those were declined",
    ),
    Seen("enemy", NUM_ENEMIES, "one-hot: this year's enemy card, if the observer knows it"),
    Seen("reinforcement", 1, "the King's die, / 6"),
    Seen("dealt", NUM_GOVERNORS, "governors dealt to the observer"),
    Seen("governor", NUM_GOVERNORS, "one-hot: the observer's governor"),
    Seen(
        "shown",
        NUM_GOVERNORS,
        "rivals' governors: 1/4 to 4/4 tell whose, counted in turn order from the observer on",
    ),
    Seen("picked_token", NUM_TOKEN_VALUES, "one-hot: the token the observer has put down"),
]


def _fields(seen: list[Seen]) -> list[tuple[Any, ...]]:
    return [(name, np.float32, (length,)) for name, length, *_ in seen]


COUNTERS_VIEW = np.dtype((np.record, [(name, np.float32, (length,)) for name, length, *_ in PUBLIC]))
TABLE_SIZE = sum(seen.length for seen in SEEN_OF_TABLE)
OBSERVATION_SIZE = TABLE_SIZE + MAX_PLAYERS * NUM_PUBLIC


def _view_dtype() -> np.dtype[Any]:
    """Lay out the view; `whole` and `public` are second names for all of it and for the public counters."""
    parts: list[tuple[Any, ...]] = [
        ("counters", COUNTERS_VIEW, (MAX_PLAYERS,)),
        *_fields(SEEN_OF_TABLE),
    ]
    plain = np.dtype(parts)
    names = list(plain.names or ())
    layout = {
        "names": [*names, "public", "whole"],
        "formats": [
            *(plain.fields[name][0] for name in names),  # type: ignore[index]
            (np.float32, (MAX_PLAYERS, NUM_PUBLIC)),
            (np.float32, (OBSERVATION_SIZE,)),
        ],
        "offsets": [*(plain.fields[name][1] for name in names), plain.fields["counters"][1], 0],  # type: ignore[index]
        "itemsize": plain.itemsize,
    }
    return np.dtype((np.record, np.dtype(layout)))  # type: ignore[call-overload]


VIEW = _view_dtype()


class Part(NamedTuple):
    """A part of a vector: where it begins, its smallest and its largest value, what it means, and its shape."""

    name: str
    first: int
    length: int
    low: float
    high: float
    meaning: str
    shape: tuple[int, ...]


def one_after_another(parts: list[Part], first: int) -> list[Part]:
    """Place parts one after another from `first` on."""
    firsts = itertools.accumulate((part.length for part in parts), initial=first)
    return [part._replace(first=at) for part, at in zip(parts, firsts, strict=False)]


def _parts_of_player(k: int) -> list[Part]:
    return [
        Part(
            f"counters[{k}].{counter.name}",
            0,
            counter.length,
            counter.allowed[0] * counter.scale,
            counter.allowed[1] * counter.scale,
            counter.meaning + ("" if counter.scale == 1 else f", x {counter.scale:g}"),
            (counter.length,),
        )
        for counter in PUBLIC
    ]


def _parts_of_table() -> list[Part]:
    return [
        Part(seen.name, 0, seen.length, 0, seen.high, seen.meaning, (seen.length,)) for seen in SEEN_OF_TABLE
    ]


PARTS = one_after_another(
    [*itertools.chain(*map(_parts_of_player, range(MAX_PLAYERS))), *_parts_of_table()], 0
)
"""The parts of the plain observation."""

ZERO, ONE = np.float32(0), np.float32(1)
RIVAL_SCALE = np.float32(1 / (MAX_PLAYERS - 1))
KINGS_DIE_SCALE = np.float32(1 / DIE_SIDES)
ADVISOR_BITS = np.array([1 << advisor for advisor in range(NUM_ADVISORS)], np.int32)
ADVISOR_BITS.setflags(write=False)


@njit
def write_view(state, seat, view):
    """Write everything a seat may know into its view."""
    clear(state, view)
    write_table(state, view)
    turn_index = turn_index_of(state, seat)
    view.turn_index[turn_index] = 1
    write_question(state, turn_index, view)
    if state.envoy != NOBODY:
        view.envoy[seats_ahead(state, turn_index, state.envoy)] = 1
    for k in range(state.num_players):
        seat_there = state.order[turn_index]
        if k > 0 and state.players[seat_there].governor != NO_GOVERNOR:
            view.shown[int(state.players[seat_there].governor)] = np.float32(k) * RIVAL_SCALE
        public, seen = state.players[seat_there].public, view.public
        # numba: unsigned indices let the loop run on vector registers
        for at in range(np.uintp(NUM_PUBLIC)):
            seen[k, at] = np.float32(public[at]) * SCALE[at]
        turn_index = turn_index + 1 if turn_index + 1 < state.num_players else 0
    write_secrets(state, seat, view)


@njit
def clear(state, view):
    """Clear what is not written over: the counters of players who are not there, and the table."""
    # numba: unsigned indices let the loop run on vector registers
    whole = view.whole
    for at in range(np.uintp(state.num_players * NUM_PUBLIC), np.uintp(OBSERVATION_SIZE)):
        whole[at] = 0


@njit
def turn_index_of(state, seat):
    """Find a seat's index in the turn order."""
    found = 0
    # Without leaving the loop: where a seat is found cannot be foreseen.
    for turn_index in range(MAX_PLAYERS):
        found = turn_index if state.order[turn_index] == seat else found
    return found


@njit
def seats_ahead(state, turn_index, seat):
    """Count how many seats after an index of the turn order a seat comes; most often it is the one looking."""
    if state.order[turn_index] == seat:
        return 0
    ahead = turn_index_of(state, seat) - turn_index
    return ahead if ahead >= 0 else ahead + int(state.num_players)


@njit
def write_table(state, view):
    """Write the rules, the time and the court."""
    view.num_players[int(state.num_players) - MIN_PLAYERS] = 1
    view.first_edition[0] = state.first_edition
    view.modules[0] = state.with_rows
    view.modules[1] = state.with_governors
    view.modules[2] = state.with_army
    view.plus_two_per_group[0] = state.plus_two_per_group
    view.optional_effects[0] = state.optional_effects
    if state.year > 0:
        view.year[int(state.year) - 1] = 1
    view.phase[int(state.phase)] = 1
    taken = np.int32(state.taken)
    # numba: a choice between two numbers runs on vector registers, a shift does not
    for advisor in range(np.uintp(NUM_ADVISORS)):
        view.taken[advisor] = ONE if taken & ADVISOR_BITS[advisor] else ZERO
    view.reinforcement[0] = np.float32(state.reinforcement) * KINGS_DIE_SCALE


@njit
def write_question(state, turn_index, view):
    """Write what is asked, of whom as seen from an index of the turn order, and what it is about."""
    decision = int(state.decision)
    view.decision[decision] = 1
    if decision == Decision.NONE:
        return
    view.actor[seats_ahead(state, turn_index, state.actor)] = 1
    if decision == Decision.TAKE_GOODS or decision == Decision.LOSE_GOODS:
        view.amount[0] = state.amount * 0.25
        for good in range(NUM_GOODS):
            view.kinds[good] = int(state.kinds) >> good & 1
    if decision == Decision.PICK_DICE:
        write_group(state, view)
    elif state.step == Step.HELP:
        view.advisor[int(HELP_ORDER[int(state.advisor)])] = 1
    elif decision == Decision.BUILD or decision == Decision.SORCERY:
        view.built[0] = state.visit * 0.5
    elif decision == Decision.SAVE_GOOD or decision == Decision.USE_EFFECT:
        write_effect(state, view)


@njit
def write_effect(state, view):
    """Write which effect may be declined, and for a saving on which building."""
    if state.decision == Decision.USE_EFFECT:
        view.effect[int(state.effect)] = 1
    elif state.is_full_price:
        view.effect[Effect.SAVINGS] = 1
    if state.step == Step.BUILD:
        view.built[0] = state.visit * 0.5
        view.row[int(state.building) // NUM_COLUMNS] = 1


@njit
def write_group(state, view):
    """Write the dice group being put together."""
    view.advisor[int(state.advisor)] = 1
    view.modifier[int(state.modifier)] = 1
    player = state.players[int(state.actor)]
    for die in range(MAX_DICE):
        if player.dice[die] != 0 and player.group_of[die] == state.group:
            if is_own(die):
                view.picked_own[int(player.dice[die]) - 1] += 1
            else:
                view.picked_bonus[int(player.dice[die]) - 1] += 1


@njit
def write_secrets(state, seat, view):
    """Write what this seat knows and others may not: the enemy card, its governors, its token."""
    if state.year > 0 and knows_enemy(state, seat, int(state.year)):
        view.enemy[int(state.enemies[int(state.year) - 1])] = 1
    player = state.players[seat]
    if state.with_governors:
        for card in range(NUM_DEALT_GOVERNORS):
            if player.dealt[card] != NO_GOVERNOR:
                view.dealt[int(player.dealt[card])] = 1
        own = int(player.governor) if player.governor != NO_GOVERNOR else int(player.picked_governor)
        if own != NO_GOVERNOR:
            view.governor[own] = 1
    if player.picked_token != NO_TOKEN:
        view.picked_token[int(player.picked_token)] = 1


# The seat whose eyes are used when nobody is asked any more.
SPECTATOR = 0


@njit
def observer(state):
    """Return the seat whose view a batch delivers: the one asked."""
    return int(state.actor) if state.actor != NOBODY else SPECTATOR
