"""Ratings from finishing orders."""

import choix
import numpy as np
import pytest

from kingsburg_agents.arena.ratings import (
    ELO,
    Orders,
    counts_by_block,
    elo,
    finishing_orders,
    is_comparable,
)


def fit(seats, ranks, num_agents):
    seats, ranks = np.array(seats), np.array(ranks)
    orders, seen = finishing_orders(seats, ranks)
    counts = counts_by_block(seen, np.arange(len(seats)), len(orders))
    return Orders(orders, num_agents).fit(counts.sum(axis=0))


def games_of(strengths, num_games, players, seed=0):
    """Finishing orders drawn from the model: who waits the shortest comes first."""
    rng = np.random.default_rng(seed)
    seats = rng.integers(len(strengths), size=(num_games, players))
    waits = rng.exponential(1 / np.exp(np.array(strengths))[seats])
    return seats, 1 + waits.argsort(axis=1).argsort(axis=1)


def test_known_strengths_are_found_again():
    truth = np.array([0.0, 0.3, 0.6, 1.5])
    found = fit(*games_of(truth, 8000, players=4), 4)

    assert found - found[0] == pytest.approx(truth, abs=0.1)


def test_a_well_known_library_finds_the_same():
    seats, ranks = games_of([0.0, 0.5, 1.0, -0.5, 0.2], 500, players=3)
    rankings = [seats[game][np.argsort(ranks[game])].tolist() for game in range(len(seats))]
    ours, theirs = fit(seats, ranks, 5), choix.ilsr_rankings(5, rankings)

    assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=0.002)


def test_a_tie_favours_nobody():
    found = fit([[0, 1, 2]] * 5, [[1, 1, 3]] * 5, 3)

    assert found[0] == pytest.approx(found[1])
    assert found[0] > found[2] + 1


def test_ties_all_around_are_equal_strength():
    assert fit([[0, 1, 2]], [[1, 1, 1]], 3) == pytest.approx([0, 0, 0])


def test_a_tie_weighs_as_much_as_any_game():
    orders, seen = finishing_orders(np.array([[0, 1, 2]]), np.array([[1, 1, 1]]))

    assert len(orders) == 6
    assert sum(share for _, _, share in seen) == pytest.approx(1)


def test_the_order_of_games_does_not_matter():
    seats, ranks = games_of([0.0, 1.0, 2.0], 300, players=3)

    assert fit(seats, ranks, 3) == pytest.approx(fit(seats[::-1], ranks[::-1], 3))


def test_400_points_are_odds_of_ten_to_one():
    ratings = elo(np.array([0.0, np.log(10)]), ("random", "better"))

    assert ratings == pytest.approx([0, 400])
    assert pytest.approx(400 / np.log(10)) == ELO


def test_without_random_the_mean_is_nought():
    assert elo(np.array([1.0, 3.0]), ("a", "b")).sum() == pytest.approx(0)


def test_somebody_who_never_loses_has_a_finite_rating_that_is_a_bound():
    found = fit([[0, 1]] * 100, [[2, 1]] * 100, 2)

    assert 2 < found[1] - found[0] < 20
    assert is_comparable(np.array([[0, 0], [100, 0]]), ("random", "b")).tolist() == [True, False]


def test_a_chain_of_games_both_ways_makes_ratings_comparable():
    ahead = np.array([[0, 1, 0], [5, 0, 2], [0, 3, 0]])

    assert is_comparable(ahead, ("random", "b", "c")).tolist() == [True, True, True]
