"""One learner against opponents: the Gymnasium environment, the batched one, and Stable-Baselines3's."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env as sb3_check_env

from kingsburg_env import IllegalActionError, Rules, features_of, observe, sample_legal
from kingsburg_env.envs.sb3 import KingsburgSB3VecEnv
from kingsburg_env.envs.seat import SeatGames
from kingsburg_env.envs.single import KingsburgEnv
from kingsburg_env.envs.vector import KingsburgVectorEnv

pytestmark = pytest.mark.compiled


def last_option(_, mask):
    return int(np.flatnonzero(mask)[-1])


def last_options(_, masks):
    return [int(np.flatnonzero(mask)[-1]) for mask in masks]


def play_out(env, seed):
    observation, info = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        observation, reward, over, _, info = env.step(last_option(observation, info["action_mask"]))
        total += reward
    return total, info


@pytest.mark.filterwarnings("ignore:.*not within the observation space|.*Casting")
@pytest.mark.filterwarnings("ignore:.*no screen")
def test_both_checkers_pass():
    env = gymnasium.make("kingsburg/Kingsburg-v0").unwrapped
    check_env(env)
    sb3_check_env(env)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("opponents", [["random"], [last_option], ["first", last_option, "random"]])
def test_the_end_is_delivered_to_the_learner(seat, opponents):
    env = gymnasium.make("kingsburg/Kingsburg-v0", opponents=opponents, seat=seat)
    total, info = play_out(env, seed=3)

    assert info["seat"] == seat
    assert (total > 0) == info["winners"][seat]


@pytest.mark.parametrize("opponents", [["random"], [last_option]])
def test_the_dense_reward_adds_up_to_the_win(opponents):
    # With fixed seats the two games are the same; the potential counts from the learner's first question on.
    totals = [
        play_out(
            gymnasium.make("kingsburg/Kingsburg-v0", opponents=opponents, seat=1, reward=reward), seed=5
        )[0]
        for reward in ("win", "vp_delta")
    ]

    assert totals[0] == pytest.approx(totals[1])


def test_an_opponent_in_python_and_in_compiled_code_play_the_same_game():
    def first(_, mask):
        return int(mask.argmax())

    infos = [
        play_out(gymnasium.make("kingsburg/Kingsburg-v0", opponents=[o], seat=2), seed=8)[1]
        for o in (first, "first")
    ]

    assert infos[0]["scores"].tolist() == infos[1]["scores"].tolist()


def test_an_illegal_action_ends_the_game_and_says_why():
    env = gymnasium.make("kingsburg/Kingsburg-v0")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)

    assert (reward, terminated) == (-1.0, True)
    assert "; legal: " in info["illegal_action"]


@pytest.mark.parametrize(
    "arguments",
    [{"seat": 4}, {"seat": "left"}, {"opponents": []}, {"opponents": ["genius"]}, {"reward": "gold"}],
)
def test_wrong_arguments_name_the_allowed_ones(arguments):
    with pytest.raises(ValueError, match="must be"):
        SeatGames(1, Rules(), **arguments)


def test_make_vec_hands_out_the_batch():
    env = gymnasium.make_vec(
        "kingsburg/Kingsburg-v0", num_envs=8, vectorization_mode="vector_entry_point", num_players=2
    )

    assert isinstance(env, KingsburgVectorEnv)
    assert env.reset(seed=1)[0].shape == env.observation_space.shape


def batch_of(mode, opponents=("random",), reward="win"):
    return KingsburgVectorEnv(16, opponents=opponents, reward=reward, autoreset_mode=mode)


@pytest.mark.parametrize("opponents", [("random",), (last_options,)])
def test_same_step_deals_anew_at_once_and_keeps_the_last_observation(opponents):
    env = batch_of(AutoresetMode.SAME_STEP, opponents)
    observations, infos = env.reset(seed=2)
    ended = 0
    for _ in range(150):
        observations, rewards, terminated, _, infos = env.step(
            np.array(last_options(observations, infos["action_mask"]))
        )
        ended += terminated.sum()

        assert not rewards[~terminated].any()
        assert infos["action_mask"].any(axis=1).all()
        if terminated.any():
            np.testing.assert_array_equal(infos["_final_obs"], terminated)
            assert all((infos["final_obs"][game] is not None) == terminated[game] for game in range(16))
    assert ended > 16


def test_next_step_shows_the_end_and_ignores_the_action_after_it():
    env = batch_of(AutoresetMode.NEXT_STEP)
    _, infos = env.reset(seed=2)
    rng, was_over, ended = np.random.default_rng(0), np.zeros(16, bool), 0
    for _ in range(150):
        masks = infos["action_mask"]
        assert masks[was_over].all()
        assert not masks[~was_over].all(axis=1).any()

        _, rewards, terminated, _, infos = env.step(sample_legal(masks, rng))
        assert not rewards[was_over].any()
        assert not terminated[was_over].any()
        was_over = terminated
        ended += terminated.sum()
    assert ended > 16


def test_an_illegal_action_in_a_batch_raises():
    env = batch_of(AutoresetMode.SAME_STEP)
    env.reset(seed=2)

    with pytest.raises(IllegalActionError, match="; legal: "):
        env.step(np.zeros(16, np.int64))


@pytest.mark.parametrize("reward", ["win", "vp_delta"])
def test_stable_baselines_sees_every_game_through_the_learners_eyes(reward):
    # a reward for another seat, or a position seen by one, would differ from the single environment's
    rules = {"num_players": 3, "opponents": ["first"], "seat": "random", "reward": reward}
    batch = KingsburgSB3VecEnv(num_envs=4, **rules)
    batch.seed(40)
    seen, singles = batch.reset(), [gymnasium.make("kingsburg/Kingsburg-v0", **rules) for _ in range(4)]
    for i, env in enumerate(singles):
        np.testing.assert_array_equal(seen[i], env.reset(seed=40 + i)[0])
    ended, totals = np.zeros(4, bool), np.zeros(4)
    while not ended.all():
        actions = last_options(None, batch.action_masks())
        seen, rewards, dones, infos = batch.step(np.array(actions))
        for i in np.flatnonzero(~ended):
            expected, reward_there, over, _, info = singles[i].step(actions[i])
            totals[i] += reward_there
            assert (rewards[i], dones[i]) == (pytest.approx(reward_there, abs=1e-6), over)
            np.testing.assert_array_equal(infos[i]["terminal_observation"] if over else seen[i], expected)
            if over:
                # the end is an end: nothing is expected of the position behind it
                assert infos[i]["TimeLimit.truncated"] is False
                assert infos[i]["episode"]["r"] == pytest.approx(totals[i], abs=1e-5)
                assert (totals[i] > 0) == info["winners"][info["seat"]] or reward == "vp_delta"
        ended |= dones


def test_maskable_ppo_just_works():
    env = KingsburgSB3VecEnv(num_envs=16)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=256, n_epochs=1, seed=1)
    model.learn(16 * 32 * 2)

    assert model.num_timesteps == 16 * 32 * 2
    assert env.env_method("action_masks").shape == (16, env.action_space.n)


def played_on(games, steps):
    """Play the last options for so many steps; yield after each."""
    games.reset(2)
    for _ in range(steps):
        games.step(np.array(last_options(None, games.mask)))
        yield games


@pytest.mark.parametrize("opponents", [("random",), (last_options,)])
@pytest.mark.parametrize("num_threads", [1, 3])
def test_features_are_those_of_the_learner_at_its_question(opponents, num_threads):
    games = SeatGames(
        16,
        Rules(),
        opponents,
        num_threads=num_threads,
        autoreset_mode=AutoresetMode.SAME_STEP,
        obs_type="features",
    )
    ended = 0
    for _ in played_on(games, 60):
        assert games.observation.tobytes() == features_of(games.games, games.seats).tobytes()
        ended += games.terminal.sum()
    assert ended > 0


@pytest.mark.parametrize(
    ("obs_type", "look"), [("plain", observe), ("features", features_of), (None, features_of)]
)
def test_an_opponent_is_shown_the_type_it_asks_for_or_that_of_the_environment(obs_type, look):
    class Asked:
        wants_games = True

        def __call__(self, games, observations, masks):
            np.testing.assert_array_equal(observations, look(games, games["actor"]))
            return last_options(observations, masks)

    opponent = Asked()
    if obs_type is not None:
        opponent.obs_type = obs_type
    games = SeatGames(4, Rules(num_players=2), [opponent], obs_type="features")

    assert len(list(played_on(games, 5))) == 5


@pytest.mark.parametrize("make", [KingsburgEnv, KingsburgVectorEnv, KingsburgSB3VecEnv])
def test_another_obs_type_is_refused(make):
    with pytest.raises(ValueError, match="obs_type='raw': must be one of"):
        make(obs_type="raw")
