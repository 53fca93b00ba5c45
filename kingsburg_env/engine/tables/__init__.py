"""Every number printed on the material, row by row, each with its provenance."""

from kingsburg_env.engine.tables import advisors, army, buildings, enemies, governors
from kingsburg_env.engine.tables.provenance import MARKS, Card, cards

__all__ = ["LEFT_OUT", "MARKS", "Card", "listing"]

LEFT_OUT: dict[str, tuple[str, ...]] = {"governor": governors.LEFT_OUT}
"""Cards of the box that are not in the game, by kind: no public source has their effects."""


def listing() -> list[Card]:
    """List every row of every table with what it does, its mark (P, S or R) and its source."""
    return [
        *cards("advisor", advisors.ROWS, advisors.NAMES),
        *cards("building", buildings.ROWS, buildings.NAMES),
        *cards("enemy", enemies.ROWS, enemies.NAMES),
        *cards("governor", governors.ROWS, governors.NAMES),
        *army.CARDS,
    ]
