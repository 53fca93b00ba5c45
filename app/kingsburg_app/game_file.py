"""A game in a file: rules, seed, who sits where, and the actions. The same form as the table in the browser shares."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kingsburg_env import Rules
from kingsburg_env.engine.actions import NUM_ACTIONS

FORMAT = "kingsburg game 1"
PERSON = ""
"""Stands for a person among the names of agents."""
FIELDS = {
    "format": str,
    "edition": str,
    "modules": list,
    "plus_two": str,
    "seed": str,
    "seats": list,
    "actions": list,
}
MAX_SEED = 2**64 - 1


@dataclass
class SavedGame:
    """A game as it is written down; the position is played again from it."""

    rules: Rules
    seed: int
    seats: tuple[str, ...]
    actions: list[int] = field(default_factory=list)


def write(game: SavedGame, path: Path) -> None:
    """Write a game; whoever stops it in the middle keeps the old file."""
    text = json.dumps(
        {
            "format": FORMAT,
            "edition": game.rules.edition,
            "modules": list(game.rules.modules),
            "plus_two": game.rules.plus_two,
            "seed": str(game.seed),  # as text: scripts in a browser would round it
            "seats": list(game.seats),
            "actions": game.actions,
        }
    )
    half_done = path.with_name(f"{path.name}.{os.getpid()}.half")
    half_done.write_text(text + "\n", encoding="utf-8")
    half_done.replace(path)


def read(path: Path) -> SavedGame:
    """Read a game, refusing what is none; whether the actions are legal shows when they are played."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: is no game file: {error}") from None
    _check(found, path)
    rules = Rules(len(found["seats"]), found["edition"], tuple(found["modules"]), found["plus_two"])
    return SavedGame(rules, int(found["seed"]), tuple(found["seats"]), found["actions"])


def _check(found: Any, path: Path) -> None:
    """Check names and types of all fields, and that the numbers are in their ranges."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f"{path}: is no game file: its format must be {FORMAT!r}")
    for name, kind in FIELDS.items():
        if type(found.get(name)) is not kind:
            raise ValueError(f"{path}: {name}: must be there as a {kind.__name__}")
    if unknown := found.keys() - FIELDS:
        raise ValueError(
            f"{path}: {', '.join(sorted(unknown))}: no such field; there are {', '.join(FIELDS)}"
        )
    if not all(isinstance(name, str) for name in (*found["seats"], *found["modules"])):
        raise ValueError(f"{path}: seats and modules: must be names")
    if not (found["seed"].isascii() and found["seed"].isdigit() and int(found["seed"][:21]) <= MAX_SEED):
        raise ValueError(f"{path}: seed: must be a whole number from 0 to 2**64 - 1, as text")
    if not all(type(action) is int and 0 <= action < NUM_ACTIONS for action in found["actions"]):
        raise ValueError(f"{path}: actions: must be whole numbers from 0 to {NUM_ACTIONS - 1}")
