"""What every learner writes into its journal: how often it wins duplicate games against agents."""

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents import make
from kingsburg_agents.arena.duel import play_blocks
from kingsburg_agents.protocol import Agent
from kingsburg_training.tables import rules_from

# All learners are measured on the same games.
SEED = 0
WIDTH_95 = 1.96


def wins(agent: Agent, opponents: str, table: str, blocks: int, seed: int = SEED) -> dict[str, float]:
    """Measure an agent against each opponent: the share it wins, and half the width of its 95 % interval."""
    figures = {}
    for name in opponents.split():
        shares = play_blocks(agent, make(name), rules_from(table), blocks, seed)
        figures[f"wins/{table}/{name}"] = float(shares.mean())
        figures[f"wins/{table}/{name}/half_width"] = half_width(shares)
    return figures


def half_width(shares: NDArray[np.float64]) -> float:
    """Take the block as the unit: its games have the same luck."""
    means = shares.mean(axis=1)
    spread = means.std(ddof=1) if len(means) > 1 else 1.0
    return float(WIDTH_95 * spread / len(means) ** 0.5)
