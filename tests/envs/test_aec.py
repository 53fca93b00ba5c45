"""The PettingZoo environment behaves as PettingZoo users expect."""

import copy
import inspect
import pickle
import re
import warnings

import numpy as np
import pettingzoo
import pytest
import torch
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.state_test import test_state as check_states
from pettingzoo.test.state_test import test_state_space as check_state_space
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from kingsburg_env import IllegalActionError, features_of, kingsburg_v0, redeal
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.outcome import DECIDED_BY

MODULE_SETS = [tuple(m for bit, m in enumerate(MODULES) if chosen >> bit & 1) for chosen in range(8)]
REWARDS = ("win", "rank", "vp_margin", "vp_delta")


@pytest.fixture(autouse=True)
def _only_the_two_known_warnings():
    """PettingZoo silences these two for its own environments only."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings(
            "ignore", "overflow encountered", RuntimeWarning, r"kingsburg_env\.engine\.chance"
        )
        yield


def last_option(observation):
    return int(np.flatnonzero(observation["action_mask"])[-1])


def play_out(env):
    """Play every agent's last option to the end; return rewards by agent and the infos of the end."""
    totals, infos = dict.fromkeys(env.agents, 0.0), {}
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        totals[agent] += reward
        if terminated:
            infos[agent] = info
        env.step(None if terminated else last_option(observation))
    return totals, infos


@pytest.mark.compiled
@pytest.mark.parametrize("modules", MODULE_SETS, ids="+".join)
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_api_test_passes(num_players, modules):
    api_test(kingsburg_v0.env(num_players=num_players, modules=modules), num_cycles=500)
    api_test(kingsburg_v0.raw_env(num_players=num_players, modules=modules), num_cycles=500)


@pytest.mark.compiled
@pytest.mark.parametrize("modules", MODULE_SETS, ids="+".join)
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_seed_test_passes(num_players, modules):
    seed_test(lambda: kingsburg_v0.env(num_players=num_players, modules=modules), num_cycles=200)


# PettingZoo's `state_test` itself wants a parallel environment too; these are its parts for this kind.
@pytest.mark.compiled
@pytest.mark.parametrize("modules", MODULE_SETS, ids="+".join)
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_state_test_passes(num_players, modules, monkeypatch):
    env = kingsburg_v0.env(num_players=num_players, modules=modules)
    check_state_space(env)
    check_states(env, num_cycles=10)
    # Its random actions are mostly illegal and soon end the game: once more with legal ones.
    for agent in env.possible_agents:
        space = env.action_space(agent)
        monkeypatch.setattr(space, "sample", lambda: last_option(env.last()[0]))
    check_states(env, num_cycles=500)

    assert env.agents == []


@pytest.mark.compiled
@pytest.mark.parametrize("reward", REWARDS)
def test_api_test_passes_with_every_reward(reward):
    api_test(kingsburg_v0.env(reward=reward), num_cycles=1000)


@pytest.mark.compiled
def test_the_stock_wrappers_still_work_around_the_raw_environment():
    env = wrappers.TerminateIllegalWrapper(kingsburg_v0.raw_env(), illegal_reward=-1)
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))

    api_test(env, num_cycles=500)


def test_it_is_made_by_its_id():
    env = pettingzoo.make("aec", "kingsburg/kingsburg-v0", num_players=3)
    env.reset(seed=1)

    assert env.agents == ["player_0", "player_1", "player_2"]


@pytest.mark.compiled
@pytest.mark.parametrize("reward", ["win", "rank"])
def test_rewards_are_zero_sum_and_follow_the_ranks(reward):
    env = kingsburg_v0.env(reward=reward)
    env.reset(seed=5)
    totals, infos = play_out(env)
    ranks = infos["player_0"]["ranks"]
    by_rank = [totals[f"player_{seat}"] for seat in np.argsort(ranks, kind="stable")]

    assert sum(totals.values()) == pytest.approx(0)
    assert by_rank == sorted(by_rank, reverse=True)


@pytest.mark.compiled
def test_vp_delta_adds_up_to_the_win_reward():
    totals = {}
    for reward in ("win", "vp_delta"):
        env = kingsburg_v0.env(reward=reward)
        env.reset(seed=7)
        totals[reward], _ = play_out(env)

    assert totals["vp_delta"] == pytest.approx(totals["win"])


@pytest.mark.compiled
def test_infos_at_the_end_say_it_all():
    env = kingsburg_v0.env(modules=MODULES)
    env.reset(seed=3)
    _, infos = play_out(env)
    info = infos["player_2"]

    assert set(info) == {"scores", "ranks", "winners", "decided_by", "vp_by_source"}
    assert info["vp_by_source"].sum(axis=1).tolist() == info["scores"].tolist()
    assert info["winners"].tolist() == [int(rank == 1) for rank in info["ranks"]]
    assert DECIDED_BY[info["decided_by"]] in {"vp", "goods", "buildings", "shared"}


def forms(info):
    """The keys of an info, with what a buffer has to hold for each."""
    return {key: (np.shape(value), np.asarray(value).dtype) for key, value in info.items()}


def test_infos_have_the_same_keys_and_types_from_reset_on():
    env = kingsburg_v0.env(num_players=3)
    env.reset(seed=3)
    first = forms(env.infos["player_0"])
    seen = [forms(env.infos[agent]) for agent in env.agents]
    env.step(last_option(env.last()[0]))
    seen += [forms(env.infos[agent]) for agent in env.agents]
    _, infos = play_out(env)
    seen += [forms(infos[agent]) for agent in infos]
    env.reset(seed=4)
    env.step(0)
    seen += [forms({k: v for k, v in env.infos[a].items() if k != "illegal_action"}) for a in env.agents]

    assert all(form == first for form in seen)
    assert not any(dtype.hasobject or dtype.kind == "U" for _, dtype in first.values())


def test_torch_takes_every_info_as_it_is():
    env = kingsburg_v0.env(num_players=2)
    env.reset(seed=3)
    env.step(last_option(env.last()[0]))

    for info in env.infos.values():
        assert all(torch.as_tensor(value).shape == np.shape(value) for value in info.values())


def test_what_a_user_writes_into_an_info_stays_in_that_game():
    env = kingsburg_v0.env(num_players=2)
    for seed in (3, 4):
        env.reset(seed=seed)

        assert not env.infos["player_1"]["scores"].any()
        env.infos["player_1"]["scores"][:] = 1


def test_last_after_the_end_says_what_to_do():
    env = kingsburg_v0.env()
    env.reset(seed=1)
    env.step(0)
    for _ in env.agent_iter():
        env.step(None)

    with pytest.raises(AssertionError, match="call reset"):
        env.last()


@pytest.mark.compiled
def test_vp_delta_is_taken_back_at_an_illegal_end():
    env = kingsburg_v0.env(num_players=3, modules=MODULES, reward="vp_delta")
    env.reset(seed=7)
    totals = dict.fromkeys(env.agents, 0.0)
    for step, agent in enumerate(env.agent_iter()):
        observation, reward, terminated, _, _ = env.last()
        totals[agent] += reward
        if step == 150:
            culprit = agent
            env.step(int(observation["action_mask"].argmin()))
        else:
            env.step(None if terminated else last_option(observation))

    assert any(env._games["players"]["vp"][0, :3] != env._games["players"]["vp"][0, 0])
    assert totals == {agent: -1.0 if agent == culprit else 0.0 for agent in totals}


def test_help_names_and_explains_every_argument():
    for make in (kingsburg_v0.env, kingsburg_v0.raw_env):
        arguments = inspect.getdoc(make).partition("Args:")[2].partition("Returns:")[0]

        assert re.findall(r"^    (\w+): ", arguments, re.MULTILINE) == list(
            inspect.signature(make).parameters
        )


def test_an_environment_tells_players_rules_and_reward():
    env = kingsburg_v0.env(num_players=3, modules=("army",), reward="rank")

    assert str(env) == "kingsburg_v0"
    assert repr(env) == (
        "<kingsburg_v0 Rules(num_players=3, edition='second', modules=('army',), plus_two='season', optional_effects=False), reward='rank'>"
    )


@pytest.mark.compiled
def test_only_the_agent_asked_has_a_mask():
    env = kingsburg_v0.env()
    env.reset(seed=1)
    for agent in env.agent_iter(100):
        observations = {other: env.observe(other) for other in env.agents}
        env.step(last_option(observations[agent]))

        assert observations[agent]["action_mask"].any()
        assert not any(observations[other]["action_mask"].any() for other in observations if other != agent)


@pytest.mark.compiled
def test_an_observation_does_not_change_with_what_its_agent_cannot_know():
    env = kingsburg_v0.raw_env(modules=MODULES)
    env.reset(seed=2)
    for step in range(150):
        for seat, agent in enumerate(env.agents):
            twin = copy.deepcopy(env)
            twin._games = redeal(twin._games, seat, seed=step)
            twin._buffers.actor[0] = -1  # observe anew, not from the buffers
            seen, again = env.observe(agent)["observation"], twin.observe(agent)["observation"]

            np.testing.assert_array_equal(seen, again)
        env.step(last_option(env.last()[0]))


def test_observations_are_the_callers_own():
    env = kingsburg_v0.env()
    env.reset(seed=1)
    first = env.last()[0]
    kept = first["observation"].copy()
    env.step(last_option(first))

    np.testing.assert_array_equal(first["observation"], kept)


def test_an_illegal_action_raises_in_the_raw_environment_and_changes_nothing():
    env = kingsburg_v0.raw_env()
    env.reset(seed=1)
    before, asked = env.state(), env.agent_selection

    with pytest.raises(IllegalActionError, match="; legal: "):
        env.step(0)
    np.testing.assert_array_equal(env.state(), before)
    assert env.agent_selection == asked
    assert env.last()[0]["action_mask"].any()


def test_an_illegal_action_ends_the_game_of_the_usual_environment():
    env = kingsburg_v0.env()
    env.reset(seed=1)
    culprit = env.agent_selection
    env.step(0)

    assert env.rewards == {agent: -1.0 if agent == culprit else 0.0 for agent in env.agents}
    assert all(env.terminations.values())
    assert EnvLogger.mqueue[-1].startswith("[WARNING]: illegal action 0 ('pass') for player_")
    assert [agent for agent in env.agents if "illegal_action" in env.infos[agent]] == [culprit]
    assert env.infos[culprit]["illegal_action"] in EnvLogger.mqueue[-1]
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("action", [-1, 236, 10**9, np.int64(-5)])
def test_an_action_out_of_bounds_is_illegal(action):
    env = kingsburg_v0.raw_env()
    env.reset(seed=1)

    with pytest.raises(IllegalActionError):
        env.step(action)


@pytest.mark.parametrize("action", [1.5, float("nan"), "pass", None, True, [160], np.array([1, 2])])
def test_an_action_that_is_no_whole_number_is_refused(action):
    env = kingsburg_v0.raw_env()
    env.reset(seed=1)

    with pytest.raises(TypeError, match="whole number"):
        env.step(action)


def test_nothing_works_before_reset():
    env = kingsburg_v0.env()

    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.state):
        with pytest.raises(AssertionError, match="reset"):
            call()


@pytest.mark.parametrize(
    "arguments",
    [
        {"num_players": 6},
        {"modules": ("dragons",)},
        {"reward": "gold"},
        {"render_mode": "smell"},
        {"edition": 3},
    ],
)
def test_wrong_arguments_name_the_allowed_ones(arguments):
    with pytest.raises(ValueError, match="must be"):
        kingsburg_v0.env(**arguments)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_a_copy_in_mid_game_goes_on_alike(copied):
    env = kingsburg_v0.env(modules=MODULES)
    env.reset(seed=4)
    for _ in range(60):
        env.step(last_option(env.last()[0]))
    twin = copied(env)

    for agent in env.agent_iter(100):
        assert twin.agent_selection == agent
        np.testing.assert_array_equal(env.last()[0]["observation"], twin.last()[0]["observation"])
        action = last_option(env.last()[0])
        env.step(action)
        twin.step(action)


@pytest.mark.compiled
def test_the_global_state_tells_secrets_apart():
    env = kingsburg_v0.raw_env(modules=MODULES)
    env.reset(seed=2)
    twin = copy.deepcopy(env)
    twin._games = redeal(twin._games, 0, seed=9)

    assert env.state_space.contains(env.state())
    assert not np.array_equal(env.state(), twin.state())


def test_the_text_board_is_what_everybody_sees():
    env = kingsburg_v0.env(render_mode="ansi")
    env.reset(seed=1)

    assert "turn order" in env.render()
    assert "enemy:" not in env.render()


@pytest.mark.parametrize("copied", [lambda env: env, copy.deepcopy], ids=["itself", "a copy"])
def test_features_are_those_of_each_agent_now(copied):
    env = kingsburg_v0.env(num_players=3, obs_type="features")
    env.reset(seed=1)
    for _ in range(4):
        env.step(last_option(env.last()[0]))
    env = copied(env)
    seen = {agent: env.observe(agent)["observation"] for agent in env.agents}

    for seat, agent in enumerate(env.agents):
        np.testing.assert_array_equal(seen[agent], features_of(env.games, seat)[0])
        assert env.observation_space(agent)["observation"].contains(seen[agent])
    np.testing.assert_array_equal(env.last()[0]["observation"], seen[env.agent_selection])
    assert env.state_space.contains(env.state())
