"""Advantages go along the decisions of the seat that decided."""

from itertools import pairwise

import numpy as np
import pytest

from kingsburg_training.gae import advantages


def plain(actor, value, reward, terminal, gae_lambda):
    """The same, one game and one seat at a time, by the book: list its decisions, then go backwards."""
    steps, num_games, seats = reward.shape
    advantage, is_closed = np.zeros((steps, num_games)), np.zeros((steps, num_games), bool)
    for game in range(num_games):
        ends = [t for t in range(steps) if terminal[t, game]]
        bounds = [-1, *ends, steps - 1] if not ends or ends[-1] != steps - 1 else [-1, *ends]
        for before, last in pairwise(bounds):
            for seat in range(seats):
                times = [t for t in range(before + 1, last + 1) if actor[t, game] == seat]
                later = 0.0
                for k in range(len(times) - 1, -1, -1):
                    is_last = k == len(times) - 1
                    if is_last and last not in ends:
                        continue
                    until = last + 1 if is_last else times[k + 1]
                    gathered = sum(reward[t, game, seat] for t in range(times[k], until))
                    ahead = 0.0 if is_last else value[times[k + 1], game]
                    fades = 0.0 if is_last else gae_lambda[times[k + 1], game]
                    later = gathered + ahead - value[times[k], game] + fades * later
                    advantage[times[k], game] = later
                    is_closed[times[k], game] = True
    return advantage, is_closed


SHAPE = (40, 9)
LAMBDAS = {"0": 0.0, "0.9": 0.9, "1": 1.0, "each its own": np.random.default_rng(8).random(SHAPE)}


@pytest.mark.parametrize("gae_lambda", LAMBDAS.values(), ids=LAMBDAS)
def test_advantages_follow_every_seats_own_decisions(gae_lambda):
    rng = np.random.default_rng(7)
    shape = SHAPE
    actor = rng.integers(0, 5, shape)
    value = rng.normal(size=shape).astype(np.float32)
    reward = rng.normal(size=(*shape, 5)).astype(np.float32)
    terminal = rng.random(shape) < 0.1
    advantage, is_closed = advantages(actor, value, reward, terminal, gae_lambda)
    expected, closed = plain(actor, value, reward, terminal, np.broadcast_to(gae_lambda, shape))
    assert np.array_equal(is_closed, closed)
    np.testing.assert_allclose(advantage, expected, atol=1e-4)


def test_the_end_of_the_game_reaches_every_seats_last_decision():
    actor = np.array([[0], [1], [2], [0]])
    reward = np.zeros((4, 1, 5), np.float32)
    reward[3, 0, :3] = [1.0, -0.25, -0.75]
    terminal = np.array([[False], [False], [False], [True]])
    advantage, is_closed = advantages(actor, np.zeros(actor.shape, np.float32), reward, terminal, 1.0)
    assert is_closed.all()
    assert advantage[:, 0].tolist() == [1.0, -0.25, -0.75, 1.0]


def test_nothing_of_the_next_game_reaches_the_last_one():
    actor = np.array([[0], [1], [0], [1]])
    reward = np.zeros((4, 1, 5), np.float32)
    reward[1, 0, :2] = [1.0, -1.0]
    reward[3, 0, :2] = [-9.0, 9.0]
    terminal = np.array([[False], [True], [False], [True]])
    advantage, _ = advantages(actor, np.zeros(actor.shape, np.float32), reward, terminal, 1.0)
    assert advantage[:, 0].tolist() == [1.0, -1.0, -9.0, 9.0]


def test_a_decision_that_nothing_follows_yet_is_left_out():
    actor = np.array([[0], [1], [0]])
    value, reward = np.array([[0.1], [0.2], [0.4]], np.float32), np.zeros((3, 1, 5), np.float32)
    advantage, is_closed = advantages(actor, value, reward, np.zeros((3, 1), bool), 1.0)
    assert is_closed[:, 0].tolist() == [True, False, False]
    assert advantage[0, 0] == pytest.approx(0.3)
    assert not advantage[1:].any()


@pytest.mark.parametrize("actor", [[[0], [5]], [[-1], [0]], [[0]]], ids=["above", "below", "too few"])
def test_seats_and_shapes_that_do_not_fit_are_refused(actor):
    reward = np.zeros((2, 1, 5), np.float32)
    with pytest.raises(ValueError, match="must be"):
        advantages(np.array(actor), reward[..., 0], reward, np.zeros((2, 1), bool), 1.0)
