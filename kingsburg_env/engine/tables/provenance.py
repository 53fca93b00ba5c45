"""Where the numbers come from, and how a table is made of rows.

Mark P: printed in a rulebook, or agreed by two or more independent sources.
Mark S: one source.
Mark R: reconstructed; sources name the thing but leave the detail open.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

MARKS = ("P", "S", "R")


class Card(NamedTuple):
    """One row of a table, as a caller may list it."""

    kind: str
    name: str
    effect: str
    mark: str
    source: str
    power: str = ""


class Entry(NamedTuple):
    """One row as it is written down: the numbers, what it does in words, and how sure we are."""

    values: tuple[Any, ...]
    effect: str
    mark: str
    source: str
    power: str = ""  # the engine files in which what is no column acts


def table(dtype: np.dtype[Any], names: type[IntEnum], rows: Mapping[Any, Entry]) -> Any:
    """Build a read-only record array with one row per enum member; a missing or unmarked row is an error."""
    if set(rows) != set(names):
        msg = f"{names.__name__}: rows and names differ: {set(names) ^ set(rows)}"
        raise ValueError(msg)
    unmarked = [member.name for member, row in rows.items() if row.mark not in MARKS or not row.source]
    if unmarked:
        msg = f"{names.__name__}: no mark of {MARKS} or no source: {unmarked}"
        raise ValueError(msg)
    built = np.zeros(len(names), dtype)
    for member, row in rows.items():
        built[member] = row.values
    built.setflags(write=False)
    return built


def title(member: IntEnum) -> str:
    """Write a member's name as people do: MASTER_HUNTER is the Master Hunter."""
    return member.name.replace("_", " ").title()


def cards(kind: str, rows: Mapping[Any, Entry], names: Mapping[Any, str] | None = None) -> list[Card]:
    """List a table's rows with their provenance."""
    return [
        Card(kind, names[member] if names else title(member), row.effect, row.mark, row.source, row.power)
        for member, row in rows.items()
    ]
