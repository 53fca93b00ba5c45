"""`exp` and `log` from additions, products and divisions alone: the same bytes on every processor, compiled or not.

The C library's differ between processors in the last place. Both are within two units of it.
"""

import math

import numpy as np

from kingsburg_env.engine.jit import entry, njit

# ln 2 in two parts; the first has so few digits that its product with any exponent is exact.
LN2_HIGH = 6.93147180369123816490e-01
LN2_LOW = 1.90821492927058770002e-10
LOG2_E = 1.4426950408889634
SQRT2 = 1.4142135623730951

LEAST_EXP, MOST_EXP = -708.0, 709.0
LEAST_POWER = -1022
POWERS = np.array([math.ldexp(1.0, power) for power in range(LEAST_POWER, 1024)])
# 1/13!, 1/12!, ... 1/0! and 2/23, 2/21, ... 2/3
TAYLOR = np.array([1 / math.factorial(n) for n in range(13, -1, -1)])
SERIES = np.array([2 / n for n in range(23, 2, -2)])
for _table in (POWERS, TAYLOR, SERIES):
    _table.setflags(write=False)


@njit
def exp(x):
    """Return e to the power of x; 0 below -708, infinite above 709."""
    if x < LEAST_EXP:
        return 0.0
    if x > MOST_EXP:
        return math.inf
    scaled = x * LOG2_E
    power = int(scaled + 0.5) if scaled >= 0 else int(scaled - 0.5)
    rest = (x - power * LN2_HIGH) - power * LN2_LOW
    total = 0.0
    for i in range(len(TAYLOR)):
        total = total * rest + TAYLOR[i]
    return total * POWERS[power - LEAST_POWER]


@njit
def log(x):
    """Return the natural logarithm of a number of 0 or more."""
    if x == 0:
        return -math.inf
    x, power = scale(x)
    if x > SQRT2:
        x, power = x * 0.5, power + 1
    # with s = f / (2 + f): log(1 + f) = 2 s + 2/3 s**3 + ...; written so that f itself, which is exact, comes first
    f = x - 1.0
    s = f / (2.0 + f)
    square, half = s * s, 0.5 * f * f
    total = 0.0
    for i in range(len(SERIES)):
        total = (total + SERIES[i]) * square
    return power * LN2_HIGH - ((half - (s * (half + total) + power * LN2_LOW)) - f)


@njit
def scale(x):
    """Return a number from 1 to 2 and the power of two that it was divided by."""
    power, step = 0, 512
    if x < POWERS[0]:
        # the smallest numbers need more steps than there are
        x, power = x * POWERS[step - LEAST_POWER], -step
    while step > 0:
        if x >= POWERS[step - LEAST_POWER]:
            x, power = x * POWERS[-step - LEAST_POWER], power + step
        elif x < POWERS[1 - step - LEAST_POWER]:
            x, power = x * POWERS[step - LEAST_POWER], power - step
        step //= 2
    return x, power


@entry
def write_logs(values):
    """Replace each number by its logarithm."""
    for i in range(len(values)):
        values[i] = log(values[i])


@entry
def write_gumbels(uniforms):
    """Replace each uniform number in [0, 1) by one of Gumbel's distribution."""
    for i in range(uniforms.shape[0]):
        for j in range(uniforms.shape[1]):
            uniforms[i, j] = -log(-log(1.0 - uniforms[i, j]))
