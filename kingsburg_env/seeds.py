"""The seeds of environments: what a user may give, and what is drawn where none is given."""

import numpy as np

from kingsburg_env.engine.rules import is_whole

NUM_SEEDS = 1 << 64
# Seeds from here on are left to whoever gives them: the arena measures on some that nothing has drawn to learn from.
NUM_DRAWN = 1 << 62


def as_seed(seed: object) -> int | None:
    """Check a seed, before anything changes."""
    if seed is None:
        return None
    if not is_whole(seed) or not 0 <= seed < NUM_SEEDS:  # type: ignore[operator]
        raise ValueError(f"seed={seed!r}: must be None or a whole number from 0 to 2**64 - 1")
    return int(seed)  # type: ignore[call-overload]


def draw_seed(rng: np.random.Generator) -> int:
    """Draw a seed."""
    return int(rng.integers(NUM_DRAWN))
