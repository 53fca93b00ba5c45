"""Agents at the other seats of the environments for one learner, and in PettingZoo's."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kingsburg_env
from kingsburg_agents import Opponent, choose, make
from kingsburg_agents.protocol import Agent
from kingsburg_env import kingsburg_v0, sample_legal
from kingsburg_env.envs.sb3 import KingsburgSB3VecEnv
from kingsburg_env.envs.single import KingsburgEnv
from kingsburg_env.envs.vector import KingsburgVectorEnv

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


class Dice(Agent):
    """Somebody's agent that draws, and remembers how many it was asked at once."""

    def __init__(self):
        self.asked = set()

    def act_batch(self, observations, masks, rng):
        self.asked.add(len(masks))
        return sample_legal(masks, rng)


class Steady(Dice):
    draws = False

    def act_batch(self, observations, masks, rng):
        self.asked.add(len(masks))
        return masks.argmax(axis=1)


# The game of seed 7 in every form it comes in, and how many answers of the learner are watched.
SEED, STEPS = 7, 20
GAME = {"num_players": 3, "seat": "random"}


def watch_single(opponents):
    env = KingsburgEnv(opponents=opponents, **GAME)
    seen, info = env.reset(seed=SEED)
    for _ in range(STEPS):
        yield seen
        seen, *_, info = env.step(int(info["action_mask"].argmax()))


def watch_single_beside_another(opponents):
    other, game = KingsburgEnv(opponents=opponents), watch_single(opponents)
    for seen in game:
        other.reset(seed=1)
        yield seen


def watch_batch(opponents, num_envs, **arguments):
    env = gymnasium.make_vec(
        "kingsburg_env:kingsburg/Kingsburg-v0", num_envs=num_envs, opponents=opponents, **GAME, **arguments
    )
    seen, infos = env.reset(seed=SEED - num_envs + 1)
    for _ in range(STEPS):
        yield seen[-1]
        seen, *_, infos = env.step(infos["action_mask"].argmax(axis=1))
    env.close()


def watch_sb3(opponents):
    env = KingsburgSB3VecEnv(3, opponents=opponents, **GAME)
    env.seed(SEED - 2)
    seen = env.reset()
    for _ in range(STEPS):
        yield seen[-1]
        seen = env.step(env.action_masks().argmax(axis=1))[0]


FORMS = {
    "beside another": watch_single_beside_another,
    "batch of 1": lambda opponents: watch_batch(opponents, 1),
    "batch of 2": lambda opponents: watch_batch(opponents, 2),
    "batch of 8 in two threads": lambda opponents: watch_batch(opponents, 8, num_threads=2),
    "sync": lambda opponents: watch_batch(opponents, 2, vectorization_mode="sync"),
    "sb3": watch_sb3,
}
DRAWING = {
    "compiled": lambda: ["random"],
    "random": lambda: [Opponent("random")],
    "network": lambda: [Opponent("champion:mode=sample")],
    "own": lambda: [Opponent(Dice())],
    "drawn": lambda: [Opponent("random"), Opponent("champion:mode=sample"), Opponent(Dice(), seed=3)],
}


@pytest.mark.parametrize("opponents", DRAWING.values(), ids=DRAWING)
def test_a_seed_is_the_same_game_in_every_form(opponents):
    game = list(watch_single(opponents()))
    for name, watch in FORMS.items():
        np.testing.assert_array_equal(list(watch(opponents())), game, err_msg=name)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_seed_is_the_same_game_in_a_process_of_its_own():
    seen = list(watch_batch(DRAWING["drawn"](), 2, vectorization_mode="async"))
    np.testing.assert_array_equal(seen, list(watch_single(DRAWING["drawn"]())))


@pytest.mark.parametrize("opponents", DRAWING.values(), ids=DRAWING)
def test_the_luck_of_a_game_does_not_depend_on_the_game_before(opponents):
    def second_game(first_answer):
        env = KingsburgVectorEnv(1, opponents=opponents(), **GAME, autoreset_mode="SameStep")
        _, infos = env.reset(seed=SEED)
        over = [False]
        while not over[0]:
            seen, _, over, _, infos = env.step(np.array([first_answer(infos["action_mask"][0])]))
        for _ in range(STEPS):
            yield seen
            seen, *_, infos = env.step(infos["action_mask"].argmax(axis=1))

    one, other = (list(second_game(by)) for by in (np.argmax, lambda mask: np.flatnonzero(mask)[-1]))
    np.testing.assert_array_equal(one, other)


def test_only_agents_that_draw_are_asked_game_by_game():
    agents = [Dice(), Steady()]
    for agent in agents:
        list(watch_batch([Opponent(agent)], 8))

    assert agents[0].asked == {1}
    assert max(agents[1].asked) > 4


@pytest.mark.parametrize("name", ["greedy", "adaptive", "planner:farms", "first", "champion"])
def test_agents_that_always_answer_alike_say_so(name):
    assert not make(name).draws


@pytest.mark.parametrize("name", ["random", "champion:mode=sample", "mcts", "rollout"])
def test_agents_that_draw_say_so(name):
    assert make(name).draws


@pytest.mark.filterwarnings("ignore:.*not within the observation space|.*Casting|.*no screen")
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
