"""A saved game is its rules, seed, seats and moves, as JSON; terminal and browser write and read the same form."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from kingsburg_agents.files import read_bytes
from kingsburg_app.fields import (
    Check,
    RefusedError,
    checked,
    exactly,
    read_object,
    several,
    text,
    whole,
    yes_or_no,
)
from kingsburg_env import Rules
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import MAX_PLAYERS
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.writing import write_text

FORMAT = "kingsburg game 1"
PERSON = ""
"""Stands for a person among the names of agents."""
# Far more decisions than any game has.
MAX_MOVES = 10_000
# The name of an agent may be the path of its network.
MAX_AGENT = 4096
MAX_WORD = 80
MAX_SEED = 2**64 - 1
MAX_DIGITS = len(str(MAX_SEED))


def is_seed(value: Any) -> bool:
    """Check that a value is a seed; seeds travel as text, since numbers in a browser are not exact that far."""
    return (
        type(value) is str
        and value.isascii()
        and value.isdigit()
        and len(value) <= MAX_DIGITS
        and int(value) <= MAX_SEED
    )


RULES: dict[str, Check] = {
    "edition": text(MAX_WORD),
    "modules": several(text(MAX_WORD), len(MODULES)),
    "plus_two": text(MAX_WORD),
    "optional_effects": yes_or_no(),
    "seed": Check("a whole number from 0 to 2**64 - 1, as text", is_seed),
    "seats": several(text(MAX_AGENT), MAX_PLAYERS),
}
FIELDS: dict[str, Check] = {
    "format": exactly(FORMAT),
    **RULES,
    "actions": several(whole(NUM_ACTIONS), MAX_MOVES),
}


class SavedGame(NamedTuple):
    """A game as it is saved; every position is played again from it."""

    rules: Rules
    seed: int
    seats: tuple[str, ...]
    """For each seat the name of its agent, or PERSON."""
    actions: list[int]


def as_object(saved: SavedGame) -> dict[str, Any]:
    """Return the object that is saved and shared."""
    return {
        "format": FORMAT,
        "edition": saved.rules.edition,
        "modules": list(saved.rules.modules),
        "plus_two": saved.rules.plus_two,
        "optional_effects": saved.rules.optional_effects,
        "seed": str(saved.seed),
        "seats": list(saved.seats),
        "actions": saved.actions,
    }


def from_object(found: dict[str, Any]) -> SavedGame:
    """Read a game from checked fields; whether its moves are legal shows when they are played."""
    return SavedGame(rules_of(found), int(found["seed"]), tuple(found["seats"]), found["actions"])


def rules_of(found: dict[str, Any]) -> Rules:
    """Read the rules from checked fields."""
    try:
        return Rules(
            len(found["seats"]),
            found["edition"],
            tuple(found["modules"]),
            found["plus_two"],
            found["optional_effects"],
        )
    except ValueError as error:
        raise RefusedError(str(error)) from None


def write(saved: SavedGame, path: Path) -> None:
    """Write a game into a file; if that is stopped in the middle, the old file stays."""
    write_text(path, json.dumps(as_object(saved)) + "\n")


def read(path: Path) -> SavedGame:
    """Read a game from a file."""
    try:
        return from_object(checked(read_object(read_bytes(path)), FIELDS))
    except RefusedError as error:
        raise RefusedError(f"{path}: not a Kingsburg game ({error})") from None
