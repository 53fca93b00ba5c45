"""The forward pass: numpy's products without what is 0, and the same bytes in plain Python and compiled."""

import itertools

import numba
import numpy as np
import pytest

from kingsburg_agents.network import forward_pass
from kingsburg_agents.network.forward_pass import hidden_units, logits_from, pack, values_from

SIZES = (37, 19, 8)


@pytest.fixture
def layers():
    rng = np.random.default_rng(3)
    return [
        (rng.normal(size=(before, after)).astype(np.float32), rng.normal(size=after).astype(np.float32))
        for before, after in itertools.pairwise(SIZES)
    ]


def inputs(num_rows, share):
    """Rows of which so large a share is not 0."""
    rng = np.random.default_rng([num_rows, int(100 * share)])
    x = rng.normal(size=(num_rows, SIZES[0])) * (rng.random((num_rows, SIZES[0])) < share)
    return x.astype(np.float32)


@pytest.fixture
def net(layers):
    return pack(layers, [])


@numba.njit
def run_in_loops(x, weights, layers, found, passed):
    for row in range(len(x)):
        forward_pass.run_layer_in_loops(x[row], weights, layers[0], found, passed[row])


# numbers of inputs that are not 0 which are, and which are not, multiples of four
@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 1.0])
@pytest.mark.parametrize("num_rows", [0, 1, 50])
def test_layers_are_products_rectified_in_between(layers, net, num_rows, share):
    x = inputs(num_rows, share)
    kept = x.copy()
    hidden = hidden_units(net, x)
    np.testing.assert_allclose(hidden, np.maximum(x @ layers[0][0] + layers[0][1], 0), atol=1e-4)
    np.testing.assert_allclose(logits_from(net, hidden), hidden @ layers[1][0] + layers[1][1], atol=1e-4)
    assert values_from(net, hidden).shape == (num_rows, 0)
    np.testing.assert_array_equal(x, kept)


@pytest.mark.parametrize("share", [0.05, 0.5, 1.0])
def test_loops_and_arrays_of_plain_python_give_the_same_bytes(net, share):
    x, found = inputs(20, share), np.empty(SIZES[0] + 1, np.uintp)
    passed = np.empty((20, SIZES[1]), np.float32)
    for row in range(20):
        forward_pass.run_layer_by_arrays(x[row], net.weights, net.layers[0], found, passed[row])
    assert hidden_units(net, x).tobytes() == passed.tobytes()
    again = np.empty_like(passed)
    run_in_loops(x, net.weights, net.layers, found, again)
    assert again.tobytes() == passed.tobytes()


def test_numbers_of_another_kind_and_every_second_row_are_taken_too(net):
    x = inputs(6, 0.5)
    found = hidden_units(net, x.astype(np.float64)[::2])
    np.testing.assert_allclose(found, hidden_units(net, x)[::2], atol=1e-5)


@pytest.mark.parametrize("shape", [(2, 36), (2, 38), (37,), (1, 2, 37)])
def test_inputs_of_another_width_are_refused(net, shape):
    with pytest.raises(ValueError, match="must be rows of 37"):
        hidden_units(net, np.zeros(shape, np.float32))
