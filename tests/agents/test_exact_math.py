"""exp and log of our own: as good as the C library's, and the same bytes compiled and in plain Python."""

import hashlib
import math

import numba
import numpy as np
import pytest

from kingsburg_agents.network import exact_math
from kingsburg_agents.network.exact_math import exp

RNG = np.random.default_rng(0)
EXPONENTS = [*RNG.uniform(-708, 709, 500), *RNG.uniform(-40, 1, 500), 0.0, -708.0, 709.0]
NUMBERS = [
    *(math.ldexp(x, int(n)) for x, n in zip(RNG.uniform(1, 2, 500), RNG.integers(-1000, 1000, 500), strict=True)),
    *RNG.uniform(0, 2, 500), *(1 + RNG.uniform(-1e-6, 1e-6, 200)),
    5e-324, 1e-310, 0.5, 1.0, 2.0, 1.7e308,
]  # fmt: skip
# of the logarithms of NUMBERS, in plain Python
BYTES = "3d4bf785c3b03341"


@numba.njit
def write_exps(values):
    for i in range(len(values)):
        values[i] = exp(values[i])


@pytest.mark.parametrize(
    ("write", "function", "numbers"),
    [(write_exps, math.exp, EXPONENTS), (exact_math.write_logs, math.log, NUMBERS)],
    ids=["exp", "log"],
)
def test_it_is_within_two_units_of_the_last_place(write, function, numbers):
    found = np.array(numbers)
    write(found)
    for value, x in zip(found.tolist(), map(float, numbers), strict=True):
        assert abs(value - function(x)) <= 2 * math.ulp(function(x))


def test_beyond_their_range_they_are_0_or_infinite():
    powers, logs = np.array([-709.0, 710.0]), np.zeros(1)
    write_exps(powers)
    exact_math.write_logs(logs)
    assert (powers.tolist(), logs.tolist()) == ([0.0, math.inf], [-math.inf])


def test_logarithms_are_the_same_bytes_everywhere():
    found = np.array(NUMBERS)
    exact_math.write_logs(found)
    assert hashlib.sha256(found.astype("<f8").tobytes()).hexdigest()[:16] == BYTES


def test_gumbels_are_what_numpy_draws_but_for_the_last_places():
    drawn = np.random.default_rng(3).random((4, 50))
    exact_math.write_gumbels(drawn)
    np.testing.assert_allclose(drawn, np.random.default_rng(3).gumbel(size=(4, 50)), rtol=1e-12, atol=1e-14)
