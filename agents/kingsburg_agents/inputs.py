"""What a network is shown: the observation, which answers are legal, and small counters unfolded.

A network adds up its inputs, so that "enough goods" or "the third building of a row" is hard to learn from one number;
a mark for every value of such a counter, and for every legal answer, is easy.
Measured by how well the answers of `adaptive` are learned: see training/results.md.
"""

import numpy as np
from numpy.typing import NDArray

from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.state import PUBLIC
from kingsburg_env.observation import OBSERVATION_SIZE, layout

UNFOLDED = {"goods": 6, "plus_two": 3, "soldiers": 8, "rows": 4}
"""Counters that get a mark for each value up to the largest; larger ones count as that."""

_SCALE = {counter.name: counter.scale for counter in PUBLIC}
_NUMBERS = [
    (at, _SCALE[field], UNFOLDED[field])
    for name, first, length, _ in layout()
    for field in [name.rpartition(".")[2]]
    if name.startswith("counters") and field in UNFOLDED
    for at in range(first, first + length)
]

AT = np.array([at for at, _, _ in _NUMBERS])
TIMES = np.array([1 / scale for _, scale, _ in _NUMBERS], np.float32)
LARGEST = np.array([largest for _, _, largest in _NUMBERS], np.float32)
# For every mark: of which number, and of which value.
NUMBER = np.repeat(np.arange(len(_NUMBERS)), LARGEST.astype(np.int64))
VALUE = np.concatenate([np.arange(1, largest + 1) for _, _, largest in _NUMBERS]).astype(np.float32)

INPUT_SIZE = OBSERVATION_SIZE + NUM_ACTIONS + len(VALUE)
FIRST_MARK = OBSERVATION_SIZE + NUM_ACTIONS


def inputs_of(observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float32]:
    """Put together what a network is shown of several questions."""
    inputs = np.empty((len(observations), INPUT_SIZE), np.float32)
    write_inputs(observations, masks, inputs)
    return inputs


def write_inputs(
    observations: NDArray[np.float32], masks: NDArray[np.int8], inputs: NDArray[np.float32]
) -> None:
    """The same, into an array of the caller's."""
    inputs[:, :OBSERVATION_SIZE] = observations
    inputs[:, OBSERVATION_SIZE:FIRST_MARK] = masks
    values = np.minimum(np.rint(observations[:, AT] * TIMES), LARGEST)
    inputs[:, FIRST_MARK:] = values[:, NUMBER] == VALUE
