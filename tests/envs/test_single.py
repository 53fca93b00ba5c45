"""One learner in the Gymnasium environment: its infos, its illegal moves, what it says of itself."""

import gymnasium
import numpy as np
import pytest
import torch

from kingsburg_env.engine.rules import MODULES
from kingsburg_env.envs.single import KingsburgEnv


def last_option(info):
    return int(np.flatnonzero(info["action_mask"])[-1])


def forms(info):
    """The keys of an info, with what a buffer has to hold for each."""
    return {key: (np.shape(value), np.asarray(value).dtype) for key, value in info.items()}


def play(env, seed, steps=1000):
    """Play the last option; return the infos and the rewards in order."""
    infos, rewards, is_over = [env.reset(seed=seed)[1]], [], False
    while not is_over and len(rewards) < steps:
        _, reward, is_over, _, info = env.step(last_option(infos[-1]))
        infos.append(info)
        rewards.append(reward)
    return infos, rewards


@pytest.mark.compiled
def test_infos_have_the_same_keys_and_types_from_reset_on():
    infos, _ = play(KingsburgEnv(num_players=3), seed=1)
    seen = [forms(info) for info in infos]

    assert infos[-1]["ranks"].all()
    assert all(form == seen[0] for form in seen)
    assert not any(dtype.hasobject or dtype.kind == "U" for _, dtype in seen[0].values())


def test_torch_takes_every_info_as_it_is():
    _, info = KingsburgEnv(num_players=2).reset(seed=1)

    assert all(torch.as_tensor(value).shape == np.shape(value) for value in info.values())


@pytest.mark.compiled
def test_success_is_to_be_among_the_winners():
    ends = [play(KingsburgEnv(num_players=2), seed)[0][-1] for seed in range(6)]
    successes = [info["is_success"] for info in ends]

    assert successes == [bool(info["winners"][info["seat"]]) for info in ends]
    assert set(successes) == {False, True}


@pytest.mark.compiled
def test_vp_delta_is_taken_back_at_an_illegal_end():
    env = KingsburgEnv(num_players=3, modules=MODULES, seat=1, reward="vp_delta")
    infos, rewards = play(env, seed=7, steps=40)
    _, reward, terminated, _, _ = env.step(int(infos[-1]["action_mask"].argmin()))

    assert terminated
    assert sum(rewards) != 0
    assert sum(rewards) + reward == -1


def test_an_environment_tells_players_rules_and_reward():
    told = "<KingsburgEnv Rules(num_players=3, edition='first', modules=(), plus_two='season', optional_effects=False), reward='vp_delta'>"
    arguments = {"num_players": 3, "edition": "first", "reward": "vp_delta"}

    assert repr(KingsburgEnv(**arguments)) == told
    assert told in str(gymnasium.make("kingsburg/Kingsburg-v0", **arguments))
