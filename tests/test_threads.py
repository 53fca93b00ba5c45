"""Slices of a batch that run at the same time."""

import pytest

from kingsburg_env.threads import Slices


@pytest.mark.parametrize(("num_rows", "num_threads"), [(1, 1), (7, 2), (7, 3), (7, 7), (7, 9), (1024, 5)])
def test_slices_hold_every_row_once(num_rows, num_threads):
    bounds = Slices(num_rows, num_threads).bounds
    rows = [row for first, end in bounds for row in range(first, end)]

    assert rows == list(range(num_rows))
    assert len(bounds) == min(num_rows, num_threads)


def test_what_fails_in_one_slice_is_raised_after_all_are_done():
    done = []

    def work(k):
        if k == 1:
            raise ZeroDivisionError
        done.append(k)

    with pytest.raises(ZeroDivisionError):
        Slices(4, 4).run(work)
    assert sorted(done) == [0, 2, 3]
