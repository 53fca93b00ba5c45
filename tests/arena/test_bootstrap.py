"""Means and intervals: do they hold what they say?"""

import numpy as np
import pytest

from kingsburg_arena import bootstrap
from kingsburg_arena.bootstrap import Bootstrap, quick_interval, strata_of, sums
from kingsburg_arena.results import as_results
from kingsburg_arena.schedule import table
from kingsburg_arena.statistics import relative_efficiency
from kingsburg_env import Rules

BLOCKS, GAMES, TRUTH, TRIALS = 80, 4, 0.3, 400


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "RESAMPLES", 1000)


def blocks_of_shared_luck(rng):
    """Wins whose chance is 0.3 on average, and the same within a block."""
    chance = np.repeat(rng.choice([0.05, 0.55], size=BLOCKS), GAMES)
    return np.repeat(np.arange(BLOCKS), GAMES), (rng.random(len(chance)) < chance).astype(float)


def coverage(find, group):
    rng, held = np.random.default_rng(1), 0
    for _ in range(TRIALS):
        block, win = blocks_of_shared_luck(rng)
        block = block if group else np.arange(len(block))
        low, high = find(sums(block, np.zeros(len(win), int), win, 1))
        held += low[0] <= TRUTH <= high[0]
    return held / TRIALS


def test_the_interval_over_blocks_covers_the_truth_as_often_as_it_says():
    once = Bootstrap(np.zeros(BLOCKS, int))

    assert 0.92 <= coverage(once.share_interval, group=True) <= 0.98


def test_the_quick_interval_covers_it_too():
    assert 0.92 <= coverage(quick_interval, group=True) <= 0.98


def test_counting_games_as_if_they_were_independent_would_not():
    assert coverage(quick_interval, group=False) < 0.9


def test_the_interval_of_a_mean_is_that_of_the_normal_curve_for_many_blocks():
    rng = np.random.default_rng(2)
    value = rng.normal(10, 3, 1000)
    low, high = Bootstrap(np.zeros(1000, int)).interval(sums(np.arange(1000), np.zeros(1000, int), value, 1))

    assert high[0] - low[0] == pytest.approx(2 * 1.96 * 3 / np.sqrt(1000), rel=0.1)


def test_where_all_blocks_agree_there_is_still_doubt():
    won = sums(np.arange(30), np.zeros(30, int), np.ones(30), 1)
    low, high = Bootstrap(np.zeros(30, int)).share_interval(won)

    assert high[0] == 1
    assert 0.85 < low[0] < 0.9


def test_where_all_blocks_agree_a_mean_has_no_interval():
    points = sums(np.arange(30), np.zeros(30, int), np.full(30, 44.0), 1)

    assert np.isnan(Bootstrap(np.zeros(30, int)).interval(points)).all()


def test_planned_differences_between_line_ups_are_no_doubt():
    strata = np.repeat([0, 1], 50)
    share = sums(np.arange(100), np.zeros(100, int), strata + np.tile([-0.01, 0.01], 50), 1)
    low, high = Bootstrap(strata).interval(share)
    loose_low, loose_high = Bootstrap(np.zeros(100, int)).interval(share)

    assert 0.49 < low[0] < 0.5 < high[0] < 0.51
    assert loose_high[0] - loose_low[0] > 0.15


def test_many_line_ups_with_few_blocks_each_are_covered_too():
    rng, held = np.random.default_rng(6), 0
    strata = np.repeat(np.arange(40), 3)
    once = Bootstrap(strata)
    for _ in range(TRIALS):
        win = (rng.random(len(strata)) < strata / 40).astype(float)
        low, high = once.share_interval(sums(np.arange(len(strata)), np.zeros(len(strata), int), win, 1))
        held += low[0] <= (strata / 40).mean() <= high[0]

    assert 0.92 <= held / TRIALS <= 0.98


def test_blocks_of_one_line_up_stand_together_whatever_the_seats():
    block = np.repeat(np.arange(40), 2)
    seats = np.tile([[0, 1], [1, 0]], (40, 1))
    seats[-2:] = [[0, 2], [2, 0]]

    strata = strata_of(block, seats)
    assert len(set(strata[:-1].tolist())) == 1
    assert strata[-1] != strata[0]


def test_what_was_never_counted_has_no_mean():
    assert np.isnan(sums(np.arange(3), np.zeros(3, int), np.ones(3), 2).mean[1])


def results_of(ranks, block):
    """Games of two players, 0 and 1, who swap seats within a block."""
    games = len(block)
    tournament = table(["random", "first"], Rules(2), games, seed=0)
    return as_results(
        tournament,
        {
            "number": np.arange(games),
            "block": np.array(block),
            "seats": np.tile([[0, 1], [1, 0]], (games // 2, 1)),
            "ranks": np.array(ranks),
            "vp": 10 - np.array(ranks),
            "forfeit_game": np.zeros(0, int),
            "forfeit_seat": np.zeros(0, int),
        },
    )


def test_relative_efficiencys_where_luck_decides_by_seat():
    # The lucky seat wins both games of nearly every block, so that each agent wins one of them.
    rng = np.random.default_rng(3)
    lucky = rng.integers(2, size=200)
    ranks = np.repeat(np.where(lucky[:, None] == [0, 1], 1, 2), 2, axis=0)
    ranks[:20] = [[1, 2], [2, 1]] * 10

    assert (relative_efficiency(results_of(ranks, np.repeat(np.arange(200), 2))) > 5).all()


def test_relative_efficiencys_nothing_where_games_are_independent():
    rng = np.random.default_rng(4)
    first = 1 + rng.integers(2, size=4000)
    ranks = np.stack([first, 3 - first], axis=1)
    gain = relative_efficiency(results_of(ranks, np.repeat(np.arange(2000), 2)))

    assert gain == pytest.approx([1, 1], abs=0.1)


def test_a_shared_win_is_split_and_margins_are_to_the_best_other():
    results = results_of([[1, 1], [1, 2]], [0, 0])

    assert results.win.tolist() == [0.5, 0.5, 1, 0]
    assert results.margin.tolist() == [0, 0, 1, -1]
