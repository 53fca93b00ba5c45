"""The two vectors a seat may be shown: "plain", the observation, and "features", the same with what follows from it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingsburg_env import features, observation
from kingsburg_env.features import FEATURES_SIZE
from kingsburg_env.observation import OBSERVATION_SIZE, Part

PLAIN, FEATURES = "plain", "features"
SIZES = {PLAIN: OBSERVATION_SIZE, FEATURES: FEATURES_SIZE}
"""The length of each vector."""


def check_obs_type(obs_type: object) -> None:
    """Refuse what is no kind of observation."""
    if not isinstance(obs_type, str) or obs_type not in SIZES:
        raise ValueError(f"obs_type={obs_type!r}: must be one of {', '.join(map(repr, SIZES))}")


def layout(obs_type: str = PLAIN) -> list[Part]:
    """List the parts of a vector in order; those of "plain" come first in "features" too.

    Args:
        obs_type: "plain" or "features".

    Returns:
        A `Part` for each: name, index of its first value, length, smallest and largest value, meaning and shape.

    Raises:
        ValueError: `obs_type` is neither.
    """
    check_obs_type(obs_type)
    return [*observation.PARTS, *(features.PARTS if obs_type == FEATURES else [])]


def bounds(obs_type: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the smallest and the largest number at each index of a vector."""
    low, high = (
        np.concatenate([np.full(part.length, getattr(part, name), np.float32) for part in layout(obs_type)])
        for name in ("low", "high")
    )
    return low, high


def as_dict(vector: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Split a vector, or an array of them, into its named parts.

    Args:
        vector: An observation or features of any leading shape; its last axis says by its length which it is.

    Returns:
        Views of the vector by name, each of the leading shape and the part's own, in the order of `layout`.

    Raises:
        ValueError: The last axis has the length of neither.
    """
    array = np.asarray(vector)
    kinds = [kind for kind, size in SIZES.items() if array.shape[-1:] == (size,)]
    if not kinds:
        sizes = " or ".join(f"{size} ({kind})" for kind, size in SIZES.items())
        raise ValueError(f"vector of shape {array.shape}: its last axis must have length {sizes}")
    return {
        part.name: array[..., part.first : part.first + part.length].reshape(*array.shape[:-1], *part.shape)
        for part in layout(kinds[0])
    }
