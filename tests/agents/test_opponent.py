"""Agents at the other seats of the environments for one learner, and in PettingZoo's."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kingsburg_env
from kingsburg_agents import Opponent, choose, make
from kingsburg_env import kingsburg_v0, sample_legal
from kingsburg_env.vector import KingsburgVectorEnv

pytestmark = pytest.mark.compiled


def lose(opponents, seed=3):
    """Play a game of random answers, and tell how it ended."""
    env = gymnasium.make("kingsburg/Kingsburg-v0", opponents=opponents, seat=1)
    _, info = env.reset(seed=seed)
    rng, is_over = np.random.default_rng(seed), False
    while not is_over:
        _, _, is_over, _, info = env.step(int(sample_legal(info["action_mask"][None], rng)[0]))
    return info


def points(opponents):
    return lose(opponents)["scores"].tolist()


@pytest.mark.parametrize("name", ["greedy", "adaptive", "champion"])
def test_agents_by_name_sit_at_the_other_seats(name):
    info = lose([Opponent(name)])
    assert info["ranks"][1] == max(info["ranks"])
    assert min(score for seat, score in enumerate(info["scores"]) if seat != 1) > 20


def test_an_agent_may_be_given_itself():
    agent = make("first")
    assert Opponent(agent).agent is agent
    assert points([Opponent(agent)]) == points(["first"])


def test_the_same_seed_is_the_same_game():
    opponent = Opponent("random", seed=5)
    assert points([opponent]) == points([opponent])
    assert points([opponent]) == points([Opponent("random", seed=5)])
    assert points([opponent]) != points([Opponent("random", seed=6)])


@pytest.mark.filterwarnings("ignore:.*not within the observation space|.*Casting")
def test_the_checker_of_gymnasium_passes_with_an_agent_that_draws():
    check_env(gymnasium.make("kingsburg/Kingsburg-v0", opponents=[Opponent("random")]).unwrapped)


def test_many_games_have_the_same_opponents_as_one():
    single = gymnasium.make("kingsburg/Kingsburg-v0", opponents=[Opponent("greedy")], seat=0)
    batch = KingsburgVectorEnv(2, opponents=[Opponent("greedy")], seat=0)
    observation, info = single.reset(seed=9)
    observations, infos = batch.reset(seed=9)
    is_over = False
    while not is_over:
        np.testing.assert_array_equal(observation, observations[0])
        np.testing.assert_array_equal(info["action_mask"], infos["action_mask"][0])
        actions = infos["action_mask"].argmax(axis=1)
        observation, reward, is_over, _, info = single.step(actions[0])
        observations, rewards, _, _, infos = batch.step(actions)
    assert reward == rewards[0] == pytest.approx(-1 / 3)


def test_agents_that_use_the_engine_play_in_pettingzoo():
    env, rng = kingsburg_v0.env(num_players=2), np.random.default_rng(0)
    agents = {"player_0": make("greedy"), "player_1": make("random")}
    with pytest.raises(AttributeError, match="call reset"):
        _ = env.games
    env.reset(seed=4)
    for name in env.agent_iter():
        seen, _, termination, truncation, info = env.last()
        if termination or truncation:
            env.step(None)
            continue
        shown = (seen["observation"][None], seen["action_mask"][None])
        env.step(int(choose(agents[name], env.games, *shown, rng)[0]))
    assert info["winners"].tolist() == [1, 0]


def test_the_game_pettingzoo_hands_out_is_a_copy():
    env = kingsburg_v0.env()
    env.reset(seed=1)
    before = env.state()
    kingsburg_env.rollout_batch(env.games)
    np.testing.assert_array_equal(env.state(), before)
