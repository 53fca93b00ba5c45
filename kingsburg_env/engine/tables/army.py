"""The King's army tokens (module 3): what each player begins with."""

import numpy as np

from kingsburg_env.engine.tables.provenance import Card

# How many tokens show 0, 1, 2, 3 and 4.
TOKENS = np.array([1, 2, 1, 1, 1], np.int16)
TOKENS.setflags(write=False)

CARDS = [
    Card(
        "army token",
        f"token {value}",
        f"Winter: {value} soldiers; left at the end: {value} VP",
        "P",
        "second-edition rulebook, module 3, for the six tokens; two independent public sources for their values",
    )
    for value, count in enumerate(TOKENS)
    for _ in range(count)
]
