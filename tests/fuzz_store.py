"""Saved games that somebody has tampered with, digest and all: refused, or played on without harm.

`python -m tests.fuzz_store FIRST COUNT` is run in a process of its own, since the harm might be a crash.
It prints each attempt before it plays on, so that the last line names the attempt that crashed.
"""

import sys
from typing import Any

import numpy as np

from kingsburg_env import (
    BadBytesError,
    Buffers,
    clone,
    from_bytes,
    legal,
    observe,
    rollout_batch,
    step_batch,
    to_bytes,
)
from kingsburg_env.engine.names import NOBODY, Phase
from kingsburg_env.engine.state import FURTHER, PUBLIC, SHARED, STATE
from kingsburg_env.kernels import find_all_answers
from tests.random_play import EVERY_RULES, join, positions, uniform

STEPS = 80
FIELDS = [
    *SHARED,
    *[(f"players.{name}", length, allowed) for name, length, allowed, *_ in [*PUBLIC, *FURTHER]],
]


def pool() -> Any:
    """Positions of every kind to tamper with."""
    return join(positions(rules, count=1, every=9, seed=at) for at, rules in enumerate(EVERY_RULES))


def flip_bits(games: Any, rng: np.random.Generator) -> str:
    """Flip a few bits anywhere in the record."""
    record = games.view(np.uint8)
    places = rng.integers(STATE.itemsize, size=rng.integers(1, 4))
    record[places] ^= (1 << rng.integers(8, size=len(places))).astype(np.uint8)
    return f"bits flipped at {places.tolist()}"


def change_fields(games: Any, rng: np.random.Generator) -> str:
    """Give a few fields other values of their range, small ones above all, and make the answers fit."""
    changes = []
    for _ in range(rng.integers(1, 4)):
        name, _, (low, high) = FIELDS[rng.integers(len(FIELDS))]
        values = games["players"][name.removeprefix("players.")][0] if "." in name else games[name]
        at = tuple(rng.integers(size) for size in values.shape)
        values[at] = rng.integers(low, min(high, 9) + 1)
        changes.append(f"{name}{list(map(int, at))} = {values[at]}")
    find_all_answers(games)
    return ", ".join(changes)


def play_on(games: Any, rng: np.random.Generator) -> None:
    """Play a while, look at everything, then roll a copy out; complain if the game cannot go on or does not end."""
    buffers = Buffers(1, with_log=True)
    masks = legal(games)
    for _ in range(STEPS):
        if games[0].phase == Phase.OVER:
            break
        assert masks.sum() >= 2, "a question without a choice"
        assert games[0].actor != NOBODY, "a question to nobody"
        step_batch(games, uniform(masks, rng), buffers)
        masks = buffers.mask
    observe(games, 0)
    rollout_batch(games, seed=0)
    assert games[0].phase == Phase.OVER, "the game does not end"


def main(first: int, count: int) -> None:
    """Tamper, and play on with whatever is not refused."""
    games, accepted = pool(), 0
    for attempt in range(first, first + count):
        rng = np.random.default_rng(attempt)
        at = int(rng.integers(len(games)))
        tampered = clone(games[at : at + 1])
        change = (flip_bits, change_fields)[attempt % 2](tampered, rng)
        try:
            restored = from_bytes(to_bytes(tampered))
        except BadBytesError:
            continue
        accepted += 1
        print(f"attempt {attempt}: position {at}, {change}", flush=True)
        play_on(restored, rng)
    print(f"{accepted} of {count} accepted and played on")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
