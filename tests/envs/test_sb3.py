"""Stable-Baselines3's batched environment: what its own tools find at the end of a game."""

import warnings

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecMonitor

from kingsburg_env import sample_legal
from kingsburg_env.envs.sb3 import KingsburgSB3VecEnv
from kingsburg_env.envs.single import KingsburgEnv
from kingsburg_env.features import FEATURES_SIZE

ENDS = ("seat", "scores", "ranks", "winners", "vp_by_source", "decided_by")


def play_to_an_end(env):
    """Answer at random until a game ends; return its info."""
    rng = np.random.default_rng(0)
    env.seed(1)
    env.reset()
    while True:
        _, _, dones, infos = env.step(sample_legal(env.env_method("action_masks"), rng))
        if dones.any():
            return infos[int(dones.argmax())]


@pytest.mark.compiled
def test_features_fit_their_space_up_to_the_end():
    env = KingsburgSB3VecEnv(8, num_players=2, obs_type="features")
    space = env.observation_space
    info = play_to_an_end(env)

    assert space.shape == (FEATURES_SIZE,)
    assert space.contains(info["terminal_observation"])
    assert all(map(space.contains, env.reset()))


@pytest.mark.compiled
def test_the_info_of_an_ended_game_is_the_single_environments():
    env, single = KingsburgSB3VecEnv(1, num_players=3), KingsburgEnv(num_players=3)
    env.seed(4)
    env.reset()
    _, info = single.reset(seed=4)
    ended = [False]
    while not ended[0]:
        action = int(np.flatnonzero(info["action_mask"])[-1])
        _, _, ended, infos = env.step(np.array([action]))
        *_, info = single.step(action)

    for name in ENDS:
        np.testing.assert_array_equal(infos[0][name], info[name], err_msg=name)
    assert infos[0]["is_success"] is bool(info["winners"][info["seat"]])


@pytest.mark.compiled
def test_a_monitor_keeps_how_games_ended():
    # The batch keeps count by itself, so Stable-Baselines3 says that the monitor's figures take precedence.
    with pytest.warns(UserWarning, match="will beoverwritten by the `VecMonitor`"):
        env = VecMonitor(KingsburgSB3VecEnv(4), info_keywords=("scores", "is_success"))
    info = play_to_an_end(env)

    np.testing.assert_array_equal(info["episode"]["scores"], info["scores"])
    assert info["episode"]["is_success"] == (info["ranks"][info["seat"]] == 1)


@pytest.mark.compiled
def test_evaluation_finds_a_monitor_and_does_not_warn():
    env = KingsburgSB3VecEnv(2, num_players=2)
    model = MaskablePPO("MlpPolicy", env, n_steps=2, batch_size=4, seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        returns, _ = evaluate_policy(model, env, n_eval_episodes=2, return_episode_rewards=True)

    assert set(returns) <= {1.0, -1.0}  # type: ignore[arg-type]
    assert env.env_is_wrapped(Monitor) == [True, True]
    assert env.env_is_wrapped(VecMonitor) == [False, False]
