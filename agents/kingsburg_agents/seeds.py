"""Which seeds are for learning and which for measuring: two ranges without a common number.

Nothing may be trained, tuned or searched on a seed from the evaluation range, and nothing published on one below it.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kingsburg_env.seeds import NUM_DRAWN

TRAINING = range(NUM_DRAWN)
"""The seeds of games that agents may learn from."""

EVALUATION = range(NUM_DRAWN, 1 << 63)
"""The seeds of games that measure agents."""

NUM_TOURNAMENT_SEEDS = 1 << 32
BLOCKS_PER_TOURNAMENT = 1 << 29


def evaluation_seeds(seed: int, blocks: ArrayLike) -> NDArray[np.uint64]:
    """Find the seeds of a tournament's blocks; no two tournaments with different seeds share one."""
    if not 0 <= seed < NUM_TOURNAMENT_SEEDS:
        raise ValueError(f"seed={seed}: must be from 0 to 2**32 - 1")
    numbers = np.asarray(blocks)
    if np.any((numbers < 0) | (numbers >= BLOCKS_PER_TOURNAMENT)):
        raise ValueError("blocks: must be from 0 to 2**29 - 1")
    first = np.uint64(EVALUATION.start + seed * BLOCKS_PER_TOURNAMENT)
    return first + numbers.astype(np.uint64)


def check_training_seed(seed: int) -> int:
    """Refuse a seed that is kept for measuring."""
    if seed not in TRAINING:
        raise ValueError(f"seed={seed}: training seeds are from 0 to 2**62 - 1; those above measure agents")
    return seed
