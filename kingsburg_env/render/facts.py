"""What the text shows beyond what stands in the game's record."""

from typing import Any

import numpy as np

from kingsburg_env.engine.actions import BLOCKS
from kingsburg_env.engine.answers import masks_of
from kingsburg_env.engine.names import NUM_ADVISORS, NUM_ENEMIES_PER_YEAR, Decision, Phase, Row
from kingsburg_env.engine.tables import enemies


def rows_of(state: Any) -> list[Row]:
    """List the rows of buildings in play."""
    return [row for row in Row if state.with_rows or row not in (Row.A, Row.G)]


def advisors_offered(state: Any) -> set[int]:
    """Tell which advisors may be influenced now."""
    if state.decision != Decision.INFLUENCE:
        return set()
    first, end = BLOCKS["influence"].first, BLOCKS["influence"].end
    return {int(way) % NUM_ADVISORS for way in np.flatnonzero(masks_of(state)[first:end])}


def is_enemy_open(state: Any) -> bool:
    """Tell whether everybody sees this year's enemy card."""
    return bool(state.is_enemy_shown or state.phase == Phase.OVER)


def strengths(year: int) -> tuple[int, int]:
    """Tell how weak and how strong the enemy of a year may be."""
    cards = enemies.ENEMIES[(year - 1) * NUM_ENEMIES_PER_YEAR : year * NUM_ENEMIES_PER_YEAR]
    return int(cards["strength"].min()), int(cards["strength"].max())
