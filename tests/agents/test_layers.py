"""The layers of a network: numpy's products, without what is 0."""

import itertools

import numpy as np
import pytest

from kingsburg_agents.network.layers import forward

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


# numbers of inputs that are not 0 which are, and which are not, multiples of four
@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 1.0])
@pytest.mark.parametrize("num_rows", [0, 1, 50])
@pytest.mark.parametrize("rectify_last", [False, True])
def test_layers_are_products_rectified_in_between(layers, num_rows, share, rectify_last):
    x = inputs(num_rows, share)
    kept = x.copy()
    found = forward(layers, x, rectify_last=rectify_last)
    expected = np.maximum(x @ layers[0][0] + layers[0][1], 0) @ layers[1][0] + layers[1][1]
    np.testing.assert_allclose(found, np.maximum(expected, 0) if rectify_last else expected, atol=1e-4)
    np.testing.assert_array_equal(x, kept)


def test_numbers_of_another_kind_and_every_second_row_are_taken_too(layers):
    x = inputs(6, 0.5)
    np.testing.assert_allclose(forward(layers, x.astype(np.float64)[::2]), forward(layers, x)[::2], atol=1e-5)


@pytest.mark.parametrize("shape", [(2, 36), (2, 38), (37,), (1, 2, 37)])
def test_inputs_of_another_width_are_refused(layers, shape):
    with pytest.raises(ValueError, match="must be rows of 37"):
        forward(layers, np.zeros(shape, np.float32))


def test_a_bias_that_does_not_fit_its_weights_is_refused(layers):
    (weight, bias), _ = layers
    with pytest.raises(ValueError, match="bias of shape"):
        forward([(weight, np.append(bias, bias))], inputs(2, 0.5))
