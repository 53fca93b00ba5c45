"""Ratings from finishing orders."""

import choix
import numpy as np
import pytest

from kingsburg_arena.figures import rating_cell
from kingsburg_arena.ratings import ELO, Orders, counts_by_block, finishing_orders, scale_of
from kingsburg_arena.results import as_results
from kingsburg_arena.schedule import table
from kingsburg_arena.statistics import analyse
from kingsburg_env import Rules


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


def scale(ahead, names, seats=None):
    """The scale of agents of whom the row finished so often before the column."""
    return scale_of(np.array(ahead), tuple(names.split()), np.array(seats or [1] * len(ahead)))


def rated(blocks, players="adaptive greedy"):
    """What is said of two agents at tables of two: for every block the ranks of the first in its two games."""
    names = players.split()
    tournament = table(names, Rules(2), 2 * len(blocks), seed=0)
    first = np.array(blocks).reshape(-1)
    seats = np.tile([[0, 1], [1, 0]], (len(blocks), 1))
    ranks = np.where(seats == 0, first[:, None], 3 - first[:, None])
    plain = np.zeros((len(seats), 2))
    games = {"seats": seats, "ranks": ranks, "vp": ranks, "block": np.repeat(np.arange(len(blocks)), 2)}
    games |= {"number": np.arange(len(seats)), "turn_index": np.ones((len(seats), 2, 2))}
    games |= {f"forfeit_{name}": np.zeros(0, int) for name in ("game", "seat", "reason")}
    games |= {"nanoseconds": plain[0], "decisions": plain[0]}
    return analyse(as_results(tournament, games))["agents"]


def test_400_points_are_odds_of_ten_to_one():
    ratings = scale([[0, 1], [1, 0]], "random better").elo(np.array([0.0, np.log(10)]))

    assert ratings == pytest.approx([0, 400])
    assert pytest.approx(400 / np.log(10)) == ELO


def test_somebody_who_never_loses_has_a_finite_rating():
    found = fit([[0, 1]] * 100, [[2, 1]] * 100, 2)

    assert 2 < found[1] - found[0] < 20


def test_who_won_every_game_has_a_bound_without_an_interval():
    rows = rated([[1, 1]] * 4)

    assert [rating_cell(row) for row in rows.values()] == ["≥ 490", "≤ -490"]
    for row in rows.values():
        assert row["rating_is_bound"]
        assert not row["rating_is_anchor"]
        assert row["rating_low"] is row["rating_high"] is None
        assert row["low"] < row["high"]


def test_an_end_that_some_resamples_leave_open_is_open():
    row = rated([[1, 1]] * 4 + [[1, 2]])["adaptive"]

    assert row["rating_high"] is None
    assert rating_cell(row | {"rating": 382.0, "rating_low": 120.0}) == "382 (120 or more)"


def test_one_block_shows_no_interval_but_that_of_so_many_tosses():
    row = rated([[1, 2]])["adaptive"]

    assert (row["rating"], row["rating_low"], row["rating_high"]) == (pytest.approx(0), None, None)
    assert rating_cell(row) == "0"
    assert row["mean_rank_low"] is row["mean_rank_high"] is None
    assert row["low"] < row["high"]


def test_the_anchor_is_told_and_has_no_interval():
    rows = rated([[1, 2], [2, 1], [1, 1], [2, 2]] * 30, "greedy random")

    assert rating_cell(rows["random"]) == "0 (anchor)"
    assert rows["random"]["rating_low"] is rows["random"]["rating_high"] is None
    assert rows["greedy"]["rating_low"] < rows["greedy"]["rating"] < rows["greedy"]["rating_high"]


def test_a_chain_of_games_both_ways_makes_ratings_comparable():
    found = scale([[0, 1, 0], [5, 0, 2], [0, 3, 0]], "random b c")

    assert found.anchor == 0
    assert found.is_linked.tolist() == [True, True, True]


def test_the_anchor_is_of_the_largest_set_that_hangs_together():
    found = scale([[0, 0, 0, 0], [9, 0, 3, 0], [9, 4, 0, 0], [9, 1, 1, 0]], "random b c best")

    assert found.anchor == 2
    assert found.is_linked.tolist() == [False, True, True, False]
    assert np.sign(found.elo(np.array([-5.0, 0.1, 0.0, 5.0]))).tolist() == [-1, 1, 0, 1]
    assert found.side.tolist() == [-1, 0, 0, 1]


def test_of_equal_sets_that_of_random_has_the_anchor():
    ahead = [[0, 1, 9, 9], [1, 0, 9, 9], [0, 0, 0, 1], [0, 0, 1, 0]]

    assert scale(ahead, "random b c d").anchor == 0
    assert scale(ahead, "a b c d").anchor == 3


def test_whoever_has_most_seats_is_the_anchor():
    assert scale([[0, 1], [1, 0]], "a b", [3, 1]).anchor == 0


def test_without_any_chain_there_is_no_anchor_and_who_stands_between_has_no_rating():
    found = scale([[0, 5, 5], [0, 0, 5], [0, 0, 0]], "best middle last")
    ratings = found.elo(np.array([4.0, 0.5, -4.0]))

    assert found.anchor is None
    assert not found.is_linked.any()
    assert ratings[0] > 0 > ratings[2]
    assert np.isnan(ratings[1])
