"""A fixed sample of throws, to judge whether throwing dice again is worth it."""

import numpy as np

from kingsburg_env.engine.names import DIE_SIDES, MAX_DICE

NUM_THROWS = 12
# Every die shows each face equally often, in another order.
THROWS = np.array(
    [
        np.random.default_rng(die).permutation(np.arange(NUM_THROWS) % DIE_SIDES + 1)
        for die in range(MAX_DICE)
    ],
    np.int64,
).T.copy()
THROWS.setflags(write=False)
