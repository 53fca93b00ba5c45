"""The batched environment of Gymnasium: what it shares with `SyncVectorEnv` of single environments, in every mode."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from kingsburg_env import ranking, sample_legal
from kingsburg_env.envs.single import KingsburgEnv
from kingsburg_env.envs.vector import KingsburgVectorEnv

NUM_ENVS = 4
ARGUMENTS = {"num_players": 2, "opponents": ["random"], "seat": "random", "reward": "vp_delta"}
MODES = pytest.mark.parametrize("mode", list(AutoresetMode))
ENDS = ("scores", "ranks", "winners", "vp_by_source", "decided_by", "is_success")


def pair(mode, obs_type="plain"):
    """Make a batch, and the same games side by side."""
    arguments = ARGUMENTS | {"obs_type": obs_type}
    batch = KingsburgVectorEnv(NUM_ENVS, **arguments, autoreset_mode=mode)
    return batch, SyncVectorEnv([lambda: KingsburgEnv(**arguments)] * NUM_ENVS, autoreset_mode=mode)


def last_options(infos):
    return np.array([np.flatnonzero(mask)[-1] for mask in infos["action_mask"]])


def assert_same_infos(ours, theirs, games):
    """Compare the keys of infos, and what stands there for these games."""
    assert theirs.keys() == ours.keys()
    for name, told in theirs.items():
        if isinstance(told, dict):
            assert_same_infos(ours[name], told, games & theirs[f"_{name}"])
        elif not name.startswith("_"):
            rows = games & theirs[f"_{name}"]
            assert ours[f"_{name}"][rows].all()
            if name == "action_mask":
                # A game that is over has no legal action there, and here any, so that masked distributions are some.
                is_on = told.any(axis=1)
                assert ours[name][rows & ~is_on].all()
                rows = rows & is_on
            for game in np.flatnonzero(rows):
                np.testing.assert_array_equal(ours[name][game], told[game], err_msg=name)


@pytest.mark.compiled
@pytest.mark.parametrize("obs_type", ["plain", "features"])
@MODES
def test_the_batch_tells_what_the_games_side_by_side_tell(mode, obs_type):
    batch, side_by_side = pair(mode, obs_type)
    seen, infos = batch.reset(seed=5)
    expected, told = side_by_side.reset(seed=5)
    # After its end a game that is dealt anew by itself is another one here than there.
    same = np.ones(NUM_ENVS, bool)
    while same.all():
        assert_same_infos(infos, told, same)
        np.testing.assert_array_equal(seen, expected)
        actions = last_options(infos)
        seen, rewards, terminated, _, infos = batch.step(actions)
        expected, *rest, told = side_by_side.step(actions)
        np.testing.assert_array_equal(rewards, rest[0])
        np.testing.assert_array_equal(terminated, rest[1])
        same = ~terminated
    assert_same_infos(infos, told, same | (mode != AutoresetMode.SAME_STEP))
    if mode == AutoresetMode.SAME_STEP:
        np.testing.assert_array_equal(infos["_final_info"], terminated)
        for game in np.flatnonzero(terminated):
            np.testing.assert_array_equal(infos["final_obs"][game], told["final_obs"][game])
        assert_same_infos(infos["final_info"], told["final_info"], terminated)


@pytest.mark.compiled
def test_a_reset_mask_deals_the_games_side_by_side_would_deal():
    batch, side_by_side = pair(AutoresetMode.DISABLED)
    seen, infos = batch.reset(seed=5)
    side_by_side.reset(seed=5)
    terminated, resets = np.zeros(NUM_ENVS, bool), 0
    while resets < 2 * NUM_ENVS:
        if terminated.any():
            resets += int(terminated.sum())
            seen, infos = batch.reset(seed=resets, options={"reset_mask": terminated})
            expected, told = side_by_side.reset(seed=resets, options={"reset_mask": terminated.copy()})
            assert_same_infos(infos, told, terminated)
            np.testing.assert_array_equal(seen, expected)
        actions = last_options(infos)
        seen, _, terminated, _, infos = batch.step(actions)
        np.testing.assert_array_equal(seen, side_by_side.step(actions)[0])


@pytest.mark.compiled
def test_without_autoreset_an_ended_game_stays_as_it_is():
    env, rng = (
        KingsburgVectorEnv(NUM_ENVS, **ARGUMENTS, autoreset_mode=AutoresetMode.DISABLED),
        np.random.default_rng(0),
    )
    seen, infos = env.reset(seed=1)
    returns, terminated = np.zeros(NUM_ENVS), np.zeros(NUM_ENVS, bool)
    kept = {}
    while not terminated.all():
        seen, rewards, terminated, _, infos = env.step(sample_legal(infos["action_mask"], rng))
        returns += rewards
        for game in np.flatnonzero(terminated):
            now = [seen[game], infos["action_mask"][game], *(infos[name][game] for name in ENDS)]
            for one, other in zip(now, kept.setdefault(game, now), strict=True):
                np.testing.assert_array_equal(one, other)

    assert infos["action_mask"].all()
    np.testing.assert_array_equal(infos["ranks"], ranking(env._seat.games)[:, :2])
    np.testing.assert_array_equal(infos["is_success"], infos["winners"][range(NUM_ENVS), infos["seat"]])
    np.testing.assert_allclose(returns > 0, infos["is_success"])


@pytest.mark.compiled
@MODES
def test_sampled_actions_are_taken_on_every_row(mode):
    env, rng = KingsburgVectorEnv(8, num_players=2, autoreset_mode=mode), np.random.default_rng(0)
    _, infos = env.reset(seed=1)
    ended = 0
    for _ in range(120):
        *_, terminated, _, infos = env.step(sample_legal(infos["action_mask"], rng))
        ended += terminated.sum()
    assert ended >= 8


def test_other_games_of_a_reset_mask_go_on():
    env = KingsburgVectorEnv(3, num_players=2)
    env.reset(seed=1)
    seen, *_, infos = env.step(env.action_masks().argmax(axis=1))
    options = {"reset_mask": np.array([False, True, False])}
    again, infos_again = env.reset(seed=1, options=options)

    assert list(options) == ["reset_mask"]
    np.testing.assert_array_equal((again == seen).all(axis=1), [True, False, True])
    np.testing.assert_array_equal(infos_again["action_mask"][::2], infos["action_mask"][::2])
    np.testing.assert_array_equal(again[1], env.reset(seed=1)[0][1])


@pytest.mark.compiled
def test_a_reset_tells_of_no_game_that_ended_before():
    env = KingsburgVectorEnv(2, num_players=2, autoreset_mode=AutoresetMode.SAME_STEP)
    _, infos = env.reset(seed=1)
    terminated = np.zeros(2, bool)
    while not terminated.any():
        *_, terminated, _, infos = env.step(last_options(infos))
    _, infos_again = env.reset(options={"reset_mask": ~terminated})

    assert "final_info" in infos
    assert "final_info" not in infos_again
    np.testing.assert_array_equal(infos_again["action_mask"][terminated], infos["action_mask"][terminated])


def test_a_seed_may_be_given_for_each_game():
    env, one = KingsburgVectorEnv(3, num_players=2), KingsburgVectorEnv(1, num_players=2)
    seen, _ = env.reset(seed=[7, None, 5])

    np.testing.assert_array_equal(seen[0], one.reset(seed=7)[0][0])
    np.testing.assert_array_equal(seen[2], one.reset(seed=5)[0][0])


@pytest.mark.parametrize(
    ("mask", "error", "said"),
    [
        ([True, False], TypeError, "must be a numpy array of bool, not list"),
        (np.ones(2), TypeError, "must be a numpy array of bool, not float64"),
        (np.ones(3, bool), ValueError, r"must have shape \(2,\), one for each game, not \(3,\)"),
        (np.zeros(2, bool), ValueError, "must be True for at least one game"),
    ],
    ids=["list", "numbers", "shape", "none"],
)
def test_a_wrong_reset_mask_is_refused_as_side_by_side_and_changes_nothing(mask, error, said):
    env = KingsburgVectorEnv(2, num_players=2)
    seen, _ = env.reset(seed=1)

    with pytest.raises(error, match=r"^options\['reset_mask'\]: " + said):
        env.reset(seed=2, options={"reset_mask": mask})
    with pytest.raises(error):
        SyncVectorEnv([KingsburgEnv, KingsburgEnv]).reset(seed=2, options={"reset_mask": mask})
    np.testing.assert_array_equal(env._seat.observation, seen)


def test_seeds_that_are_not_one_a_game_are_refused():
    with pytest.raises(
        ValueError, match=r"^seed: must be one number, or one for each of the 2 games, not 3$"
    ):
        KingsburgVectorEnv(2).reset(seed=[1, 2, 3])


def test_some_games_cannot_be_dealt_before_all_were():
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        KingsburgVectorEnv(2).reset(seed=1, options={"reset_mask": np.array([True, False])})
