"""Self-play: every decision is a sample, threads play the same games, and an illegal action changes nothing anywhere."""

import copy
import pickle
import tracemalloc

import numpy as np
import pytest

from kingsburg_env import Buffers, IllegalActionError, Rules, new_games, reset, sample_legal, step_batch
from kingsburg_env.engine.names import MAX_PLAYERS
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.selfplay import SelfPlayGames
from kingsburg_env.threads import Slices

SHOWN = ("observation", "mask", "actor", "rewards", "terminal")
MIXED = [Rules(num_players, modules=MODULES[:num_players]) for num_players in (2, 3, 4, 5)]


def bytes_of(batch):
    return [batch.games.tobytes(), *(getattr(batch, name).tobytes() for name in SHOWN)]


def play(batch, steps, seed=0):
    """Play at random; return everything that was to be seen on the way."""
    rng, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        batch.step(sample_legal(batch.mask, rng))
        seen.append(bytes_of(batch))
    return seen


def batch_of(num_games=6, rules=None, seed=1, **arguments):
    batch = SelfPlayGames(num_games, rules, **arguments)
    batch.reset(seed)
    return batch


@pytest.mark.compiled
def test_it_plays_the_games_that_stepping_by_hand_plays():
    batch, games, buffers = batch_of(16, reward="vp_delta"), new_games(16), Buffers(16)
    reset(games, 1, buffers=buffers)
    rng, ended = np.random.default_rng(0), 0
    for _ in range(300):
        actions = sample_legal(batch.mask, rng)
        batch.step(actions)
        step_batch(games, actions, buffers, reward="vp_delta", auto_reset=True)
        ended += batch.terminal.sum()

        assert batch.games.tobytes() == games.tobytes()
        for name in SHOWN:
            np.testing.assert_array_equal(getattr(batch, name), getattr(buffers, name))
    assert ended >= 16


@pytest.mark.compiled
@pytest.mark.parametrize("num_threads", [2, 3, 50])
def test_threads_play_the_same_games(num_threads):
    one, several = batch_of(11, MIXED[3]), batch_of(11, MIXED[3], num_threads=num_threads)

    assert play(one, 300) == play(several, 300)


def test_a_short_game_with_threads_is_the_same_game():
    one, several = batch_of(), batch_of(num_threads=2)

    assert play(one, 5) == play(several, 5)


def test_every_game_may_have_rules_of_its_own():
    batch = batch_of(4, MIXED)
    alone = [batch_of(1, rules, seed=1 + game) for game, rules in enumerate(MIXED)]
    for _ in range(8):
        actions = batch.mask.argmax(axis=1)
        batch.step(actions)
        for game, single in enumerate(alone):
            single.step(actions[game : game + 1])

    assert batch.games["num_players"].tolist() == [2, 3, 4, 5]
    assert [single.games.tobytes() for single in alone] == [
        batch.games[i : i + 1].tobytes() for i in range(4)
    ]


@pytest.mark.compiled
def test_games_of_different_sizes_are_dealt_anew_under_their_own_rules():
    batch, ended = batch_of(4, MIXED), np.zeros(4, int)
    rng = np.random.default_rng(2)
    for _ in range(600):
        batch.step(sample_legal(batch.mask, rng))
        ended += batch.terminal
        present = batch.games["players"]["present"].sum(axis=1)

        assert present.tolist() == [2, 3, 4, 5]
        assert (batch.actor < present).all()
        assert not batch.rewards[:, MAX_PLAYERS - 1][:3].any()
    assert (ended > 0).all()


@pytest.mark.compiled
def test_the_rewards_of_an_ended_game_are_those_of_its_seats():
    batch, rng = batch_of(32), np.random.default_rng(3)
    ends = []
    for _ in range(300):
        batch.step(sample_legal(batch.mask, rng))
        ends.extend(batch.rewards[batch.terminal])

        assert not batch.rewards[~batch.terminal].any()
        assert batch.mask.any(axis=1).all()
    assert len(ends) >= 32
    assert np.abs(np.sum(ends, axis=1)).max() < 1e-9
    assert np.abs(ends).max(axis=1).min() > 0


def test_the_arrays_stay_where_they_are():
    batch = batch_of(num_threads=2)
    before = [getattr(batch, name) for name in SHOWN]
    play(batch, 3)
    batch.reset(7)

    assert all(getattr(batch, name) is array for name, array in zip(SHOWN, before, strict=True))


@pytest.mark.compiled
def test_a_step_allocates_nothing_that_stays():
    batch = batch_of(256)
    rng = np.random.default_rng(0)
    play_on = lambda: batch.step(sample_legal(batch.mask, rng))  # noqa: E731 - one line, called in two places
    for _ in range(50):
        play_on()
    tracemalloc.start()
    for _ in range(200):
        play_on()
    now, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert now < 50_000


@pytest.mark.parametrize("num_threads", [1, 2, 3])
@pytest.mark.parametrize("game", [0, 2, 3, 5])
@pytest.mark.parametrize("action", [-1, -2, 10**9, "illegal"])
def test_an_illegal_action_anywhere_changes_nothing_anywhere(num_threads, game, action):
    batch = batch_of(num_threads=num_threads)
    before, actions = bytes_of(batch), batch.mask.argmax(axis=1)
    actions[game] = batch.mask[game].argmin() if action == "illegal" else action

    with pytest.raises(IllegalActionError, match=rf"^game {game}, .*; legal: "):
        batch.step(actions)
    assert bytes_of(batch) == before


@pytest.mark.parametrize("actions", [[0.5] * 6, [np.nan] * 6, [True] * 6, ["a"] * 6, None], ids=repr)
def test_actions_that_are_no_integers_are_refused(actions):
    batch = batch_of()
    before = bytes_of(batch)

    with pytest.raises(TypeError, match=r"^actions: must be integers"):
        batch.step(actions)
    assert bytes_of(batch) == before


@pytest.mark.parametrize("shape", [(), (5,), (7,), (6, 1)], ids=str)
def test_actions_of_another_shape_are_refused(shape):
    with pytest.raises(ValueError, match=r"^actions: must have shape \(6,\)"):
        batch_of().step(np.zeros(shape, np.int64))


def test_a_reset_comes_first():
    with pytest.raises(RuntimeError, match="reset"):
        SelfPlayGames(2).step([0, 0])


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", None, [1, 2]], ids=repr)
def test_a_wrong_seed_is_refused_and_changes_nothing(seed):
    batch = batch_of()
    before = bytes_of(batch)

    with pytest.raises(ValueError, match=r"^seed"):
        batch.reset(seed)
    assert bytes_of(batch) == before


@pytest.mark.parametrize(
    "arguments",
    [
        {"num_games": 0},
        {"num_games": 1.5},
        {"reward": "gold"},
        {"reward": None},
        {"num_threads": 0},
        {"num_threads": -2},
        {"num_threads": 1.5},
        {"num_threads": True},
        {"rules": [Rules()]},
        {"rules": [Rules()] * 7},
        {"rules": []},
    ],
    ids=str,
)
def test_wrong_arguments_name_the_allowed_ones(arguments):
    with pytest.raises(ValueError, match="must be"):
        SelfPlayGames(**({"num_games": 6} | arguments))


@pytest.mark.parametrize("rules", [4, "second", [4] * 6, {2: Rules()}], ids=str)
def test_rules_that_are_none_are_refused(rules):
    with pytest.raises(TypeError, match=r"^rules=.*must be Rules"):
        SelfPlayGames(6, rules)


@pytest.mark.parametrize("num_threads", [1, 2])
@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))], ids=["deepcopy", "pickle"]
)
def test_a_copy_in_mid_game_goes_on_alike_and_apart(copied, num_threads):
    batch = batch_of(num_threads=num_threads)
    play(batch, 3)
    twin, before = copied(batch), bytes_of(batch)
    played = play(twin, 3, seed=5)

    assert bytes_of(batch) == before
    assert play(batch, 3, seed=5) == played


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
