"""Means over blocks, and how sure they are.

The unit is the block: games of one block share their luck, so they are never counted as if they were independent.
Intervals come of drawing whole blocks again, with replacement, many times (a cluster bootstrap).
How often each line-up plays is planned, not luck, so blocks are drawn among those of the same line-up.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
TAIL = (1 - CONFIDENCE) / 2
# How many standard errors hold as much.
NORMAL_WIDTH = 1.96
RESAMPLES = 10_000
# For very many blocks fewer resamples are as good, and fit into memory.
MIN_RESAMPLES = 1_000
MAX_DRAWS = 20_000_000
# A line-up's only block does not show how much its blocks differ.
MIN_STRATUM = 2
SEED = 0x6B696E67
FLAT = 1e-5

Floats = NDArray[np.float64]
Ints = NDArray[Any]
Interval = tuple[Floats, Floats]


@dataclass(frozen=True)
class Sums:
    """Sums and counts of values for each block (row) and each thing measured (column)."""

    total: Floats
    count: Floats

    @property
    def mean(self) -> Floats:
        """Mean over all blocks; NaN where nothing was counted."""
        return ratio(self.total.sum(axis=0), self.count.sum(axis=0))


def ratio(total: Any, count: Any) -> Floats:
    """Divide; NaN where the count is 0."""
    return np.divide(total, count, out=np.full(np.shape(total), np.nan), where=np.asarray(count) > 0)


def sums(block: Ints, which: Ints, value: NDArray[Any], kinds: int, weight: Any = 1.0) -> Sums:
    """Sum values by block and by which of `kinds` things they belong to; blocks are numbered from 0."""
    index, size = block * kinds + which, (int(block.max(initial=-1)) + 1) * kinds
    weights = np.broadcast_to(np.asarray(weight, np.float64), value.shape)
    # numpy counts nothing at all in whole numbers, whatever the weights
    total, count = (np.bincount(index, part, size).astype(np.float64) for part in (value * weights, weights))
    return Sums(total.reshape(-1, kinds), count.reshape(-1, kinds))


def strata_of(block: Ints, seats: Ints) -> Ints:
    """Number the line-up of each block; line-ups with one block count as one line-up."""
    first = np.unique(block, return_index=True)[1]
    lineups = np.sort(seats[first], axis=1)
    number, size = np.unique(lineups, axis=0, return_inverse=True, return_counts=True)[1:]
    return np.where(size[number] >= MIN_STRATUM, number, len(size))


def resample(strata: Ints, resamples: int) -> NDArray[np.float32]:
    """Draw how often each block counts in each resample.

    Of m blocks of a line-up m - 1 are drawn and count m / (m - 1) times (Rao and Wu 1988):
    drawing m would show too little doubt where m is small.
    """
    rng = np.random.default_rng(SEED)
    counts = np.ones((resamples, len(strata)), np.float32)
    for stratum in np.unique(strata):
        blocks = np.flatnonzero(strata == stratum)
        if (size := len(blocks)) > 1:
            draws = rng.integers(size, size=(resamples, size - 1))
            draws += np.arange(resamples)[:, None] * size
            drawn = np.bincount(draws.ravel(), minlength=resamples * size)
            counts[:, blocks] = drawn.reshape(resamples, size) * (size / (size - 1))
    return counts


class Bootstrap:
    """Resamples of the blocks, shared by everything that is measured in a tournament."""

    def __init__(self, strata: Ints) -> None:
        self.strata = strata
        self.weights = resample(strata, max(MIN_RESAMPLES, min(RESAMPLES, MAX_DRAWS // len(strata))))

    def interval(self, measured: Sums) -> Interval:
        """Return the interval of every mean; NaN where all blocks have the same value, which shows no spread."""
        return quantiles(self._means(measured))

    def share_interval(self, measured: Sums) -> Interval:
        """Return the interval of every share; where all blocks have the same value, that of as many equal tosses of a coin."""
        return _unless_flat(measured, *_tails(self._means(measured)))

    def _means(self, measured: Sums) -> Floats:
        total, count = (self.weights @ part.astype(np.float32) for part in (measured.total, measured.count))
        return ratio(total, count)


def _unless_flat(measured: Sums, low: Floats, high: Floats) -> Interval:
    played = (measured.count > 0).sum(axis=0)
    doubt = np.where(high - low < FLAT, 1 - TAIL ** (1 / np.maximum(played, 1)), 0)
    return np.clip(low - doubt, 0, 1), np.clip(high + doubt, 0, 1)


def quantiles(means: Floats) -> Interval:
    """Cut off the tails; infinite ends and intervals without width become NaN."""
    low, high = (np.where(np.isfinite(end), end, np.nan) for end in _tails(means))
    is_flat = high - low < FLAT * np.maximum(1, np.abs(high))
    return np.where(is_flat, np.nan, low), np.where(is_flat, np.nan, high)


def _tails(means: Floats) -> Interval:
    """Cut off the tails; resamples in which something was not counted are left out."""
    columns = [column[~np.isnan(column)] for column in means.T]
    with np.errstate(invalid="ignore"):  # between two infinities
        ends = [np.quantile(column, [TAIL, 1 - TAIL]) if len(column) else [np.nan] * 2 for column in columns]
    low, high = np.array(ends).reshape(-1, 2).T
    return low, high


def quick_interval(measured: Sums) -> Interval:
    """Return intervals of shares by the spread of the blocks and the normal curve: for tables with many entries."""
    mean, count = measured.mean, measured.count.sum(axis=0)
    spread = ((measured.total - np.nan_to_num(mean) * measured.count) ** 2).sum(axis=0)
    width = NORMAL_WIDTH * ratio(np.sqrt(spread), count)
    return _unless_flat(measured, np.clip(mean - width, 0, 1), np.clip(mean + width, 0, 1))


def spread_within(measured: Sums, strata: Ints) -> Floats:
    """Add up the squared distances from the mean of the same line-up, as unbiased as a variance."""
    spread = np.zeros(measured.total.shape[1])
    for stratum in np.unique(strata):
        total, count = measured.total[strata == stratum], measured.count[strata == stratum]
        mean = np.nan_to_num(ratio(total.sum(axis=0), count.sum(axis=0)))
        spread += ((total - mean * count) ** 2).sum(axis=0) * (len(total) / max(len(total) - 1, 1))
    return spread
