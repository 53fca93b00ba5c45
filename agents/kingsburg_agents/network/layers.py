"""The layers of a network, in compiled code.

Most inputs of a row, and about half of what the layers pass on, are zeros: their rows are left out.
That is three times as fast as numpy's products, and keeps to one core: on a machine that others use,
the threads of those products wait for each other, and take twenty times as long and more.
"""

from functools import partial

import numpy as np
from numba.core.dispatcher import Dispatcher
from numpy.typing import NDArray

from kingsburg_env.engine.jit import entry, njit

Layer = tuple[NDArray[np.float32], NDArray[np.float32]]
# Sums may be taken in any order, so that they run on vector registers.
fast_njit, fast_entry = partial(njit, is_fast=True), partial(entry, is_fast=True)


def forward(
    layers: list[Layer], x: NDArray[np.float32], *, rectify_last: bool = False
) -> NDArray[np.float32]:
    """Run layers, rectified in between."""
    for number, (weight, bias) in enumerate(layers, 1):
        if x.ndim != 2 or x.shape[1] != len(weight):  # noqa: PLR2004 - rows of inputs
            raise ValueError(f"inputs of shape {x.shape}: must be rows of {len(weight)}")
        if bias.shape != weight.shape[1:]:
            raise ValueError(
                f"bias of shape {bias.shape}: must be {weight.shape[1:]}, as the weights are wide"
            )
        x = run(np.ascontiguousarray(x, np.float32), weight, bias)
        if rectify_last or number < len(layers):
            np.maximum(x, 0, out=x)
    return x


def run(
    x: NDArray[np.float32], weight: NDArray[np.float32], bias: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Run one layer on rows of inputs that fit it."""
    if not isinstance(run_layer, Dispatcher):
        return x @ weight + bias
    passed = np.empty((len(x), len(bias)), np.float32)
    run_layer(x, weight.ravel(), bias, np.empty(len(weight) + 1, np.uintp), passed)
    return passed


@fast_entry
def run_layer(given, weights, bias, found, passed):
    """Run one layer, row by row."""
    width = np.uintp(len(bias))
    for row in range(len(given)):
        for unit in range(width):
            passed[row, unit] = bias[unit]
        count = list_inputs(given[row], np.uintp(given.shape[1]), found)
        add_rows(weights, np.uintp(0), given[row], found, count, passed[row], width)


@njit
def list_inputs(given, size, found):
    """List the inputs that are not 0, and count them."""
    count = np.uintp(0)
    for number in range(size):
        found[count] = number
        count += np.uintp(given[number] != 0)
    return count


@fast_njit
def add_rows(weights, first, given, found, count, passed, width):
    """Add the rows of the inputs found; four at a time, so that what is passed on is written once for all of them."""
    whole = count - count % np.uintp(4)
    for i in range(np.uintp(0), whole, np.uintp(4)):
        a, b, c, d = found[i], found[i + np.uintp(1)], found[i + np.uintp(2)], found[i + np.uintp(3)]
        of_a, of_b, of_c, of_d = given[a], given[b], given[c], given[d]
        at_a, at_b, at_c, at_d = first + a * width, first + b * width, first + c * width, first + d * width
        for unit in range(width):
            passed[unit] += (
                of_a * weights[at_a + unit]
                + of_b * weights[at_b + unit]
                + of_c * weights[at_c + unit]
                + of_d * weights[at_d + unit]
            )
    for i in range(whole, count):
        strength, at = given[found[i]], first + found[i] * width
        for unit in range(width):
            passed[unit] += strength * weights[at + unit]
