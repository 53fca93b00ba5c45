"""Random legal actions from masks, fast: one random number and one look at each mask."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kingsburg_env import kernels
from kingsburg_env.engine.actions import NUM_ACTIONS

NONE_LEGAL = "no action is legal; a game that is over takes none"


def sample_legal(mask: ArrayLike, rng: np.random.Generator) -> Any:
    """Pick a legal action, all equally likely: an int for one mask, an array for a batch of them.

    A mask is 1 or True for each legal action, of any type that libraries want; one without any is refused.
    """
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng: must be a numpy.random.Generator, not {type(rng).__name__}")
    array = _as_mask(mask)
    if array.ndim == 1:
        return _sample_one(array, rng)
    actions = np.empty(len(array), np.int64)
    wrong = kernels.pick_legal(array, rng.random(len(array)), actions)
    if wrong != kernels.ALL_FINE:
        raise ValueError(f"mask: row {wrong}: {NONE_LEGAL}")
    return actions


def _sample_one(mask: NDArray[Any], rng: np.random.Generator) -> int:
    """Pick for one mask: numpy is faster here than calling compiled code."""
    options = mask.nonzero()[0]
    if not len(options):
        raise ValueError(f"mask: {NONE_LEGAL}")
    return int(options[int(rng.random() * len(options))])


def _as_mask(mask: ArrayLike) -> NDArray[Any]:
    """Check a mask or a batch of them; a batch comes back as compiled code reads it."""
    array = np.asarray(mask)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"mask: must be of int8 or bool, not {array.dtype}")
    if array.dtype.kind == "f" and not np.isin(array, (0, 1)).all():
        raise ValueError("mask: must be 0 or 1 for each action; logits and probabilities are none")
    if array.ndim not in (1, 2) or array.shape[-1] != NUM_ACTIONS:
        raise ValueError(f"mask: must have shape ({NUM_ACTIONS},) or (n, {NUM_ACTIONS}), not {array.shape}")
    if array.ndim == 1:
        return array
    # Wider numbers could become 0 when narrowed.
    return np.ascontiguousarray(array if array.itemsize == 1 else array != 0).view(np.int8)
