"""What RLlib, TorchRL and Tianshou are handed: their names for observation and mask, and games that end as they should.

The tests with the libraries themselves are part of `make clients`: each has an environment of its own.
"""

import importlib
import subprocess
import sys
import warnings
from pathlib import Path

import numba
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from kingsburg_env import kingsburg_v0, sample_legal
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.envs import adapters
from kingsburg_env.envs.single import KingsburgEnv
from kingsburg_env.features import FEATURES_SIZE
from kingsburg_env.observation import OBSERVATION_SIZE

ROOT = Path(__file__).resolve().parents[2]
# What these libraries warn about, at import and in use, is their own business.
LIBRARY = pytest.mark.filterwarnings("ignore")
LEARNERS = {
    "rllib": (lambda **arguments: adapters.for_rllib(arguments), "observations", "action_mask", np.float32),
    "torchrl": (adapters.for_torchrl, "observation", "action_mask", np.bool_),
    "tianshou": (adapters.for_tianshou, "obs", "mask", np.bool_),
}
EVERY_LEARNER = pytest.mark.parametrize(
    ("make", "observation", "mask", "mask_type"), LEARNERS.values(), ids=LEARNERS
)


def first_legal(mask):
    return int(np.asarray(mask).argmax())


@EVERY_LEARNER
def test_observation_and_mask_have_the_names_and_types_the_library_wants(make, observation, mask, mask_type):
    env = make(num_players=3)
    seen, _ = env.reset(seed=1)

    assert set(seen) == set(env.observation_space.spaces) == {observation, mask}
    assert (seen[observation].shape, seen[observation].dtype) == ((OBSERVATION_SIZE,), np.float32)
    assert (seen[mask].shape, seen[mask].dtype) == ((NUM_ACTIONS,), mask_type)
    assert env.observation_space.contains(seen)


@EVERY_LEARNER
def test_features_are_shown_if_asked_for(make, observation, mask, mask_type):  # noqa: ARG001 - one list for all tests
    env = make(num_players=2, obs_type="features")
    seen, _ = env.reset(seed=1)

    assert seen[observation].shape == (FEATURES_SIZE,)
    assert env.observation_space.contains(seen)


@EVERY_LEARNER
def test_the_game_is_the_learners_game(make, observation, mask, mask_type):  # noqa: ARG001 - one list for all tests
    env, plain = make(num_players=2, seat=1), KingsburgEnv(num_players=2, seat=1)
    seen, _ = env.reset(seed=4)
    plain.reset(seed=4)
    for _ in range(8):
        action = first_legal(seen[mask])
        seen, reward, over, _, _ = env.step(action)
        expected = plain.step(action)

        np.testing.assert_array_equal(seen[observation], expected[0])
        np.testing.assert_array_equal(seen[mask], plain.action_masks())
        assert (reward, over) == (expected[1], expected[2])


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
@EVERY_LEARNER
def test_gymnasiums_own_checker_passes(make, observation, mask, mask_type):  # noqa: ARG001 - one list for all tests
    check_env(make(), skip_render_check=True)


def test_rllib_sees_all_seats_under_its_names():
    env = adapters.aec_for_rllib(num_players=3)
    env.reset(seed=1)
    seen = env.last()[0]

    assert set(seen) == {"observations", "action_mask"}
    assert seen["action_mask"].dtype == np.float32
    assert env.observation_space(env.agent_selection).contains(seen)
    np.testing.assert_array_equal(seen["action_mask"], env.unwrapped.last()[0]["action_mask"])


def test_the_seats_of_rllib_play_the_usual_game():
    env, plain = adapters.aec_for_rllib(num_players=2), kingsburg_v0.env(num_players=2)
    env.reset(seed=4)
    plain.reset(seed=4)
    for _ in range(8):
        action = first_legal(env.last()[0]["action_mask"])
        env.step(action)
        plain.step(action)

        assert env.agent_selection == plain.agent_selection
        np.testing.assert_array_equal(env.last()[0]["observations"], plain.last()[0]["observation"])


def test_no_library_is_imported_before_it_is_asked_for():
    names = "ray torchrl tianshou torch stable_baselines3"
    code = (
        f"import sys, kingsburg_env.envs.adapters; print([n for n in '{names}'.split() if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


# With the libraries themselves


@LIBRARY
@pytest.mark.client(name="rllib")
def test_rllibs_own_masking_module_gives_illegal_actions_no_chance():
    module = importlib.import_module("ray.rllib.examples.rl_modules.classes.action_masking_rlm")
    spec = importlib.import_module("ray.rllib.core.rl_module.rl_module").RLModuleSpec
    torch = importlib.import_module("torch")
    env = adapters.for_rllib({"num_players": 3})
    policy = spec(
        module_class=module.ActionMaskingTorchRLModule,
        observation_space=env.observation_space,
        action_space=env.action_space,
        model_config={"fcnet_hiddens": [8]},
    ).build()
    seen, _ = env.reset(seed=1)
    batch = {"obs": {name: torch.as_tensor(value)[None] for name, value in seen.items()}}
    logits = policy.forward_exploration(batch)["action_dist_inputs"][0]
    chances = torch.softmax(logits, -1).detach().numpy()

    assert chances[seen["action_mask"] == 0].max() == 0
    assert (chances[seen["action_mask"] == 1] > 0).all()


@LIBRARY
@pytest.mark.client(name="rllib")
def test_rllibs_own_wrapper_plays_all_seats_to_the_end():
    wrapper = importlib.import_module("ray.rllib.env.wrappers.pettingzoo_env").PettingZooEnv
    env, rng = wrapper(adapters.aec_for_rllib(num_players=3)), np.random.default_rng(0)
    seen, _ = env.reset(seed=1)
    ends, totals = {"__all__": False}, {}
    while not ends["__all__"]:
        ((agent, values),) = seen.items()
        seen, rewards, ends, _, _ = env.step({agent: sample_legal(values["action_mask"] == 1, rng)})
        totals |= {agent: totals.get(agent, 0) + reward for agent, reward in rewards.items()}

    assert sum(totals.values()) == pytest.approx(0)
    assert max(totals.values()) > 0


@LIBRARY
@pytest.mark.client(name="torchrl")
def test_torchrl_plays_one_learner_to_the_end():
    envs = importlib.import_module("torchrl.envs")
    wrapped = envs.GymWrapper(adapters.for_torchrl(num_players=3), categorical_action_encoding=True)
    played = envs.TransformedEnv(wrapped, envs.ActionMask()).rollout(500)

    assert played["next", "done"].sum() == 1
    assert played["action_mask"].gather(-1, played["action"][:, None]).all()
    assert played["next", "reward"].sum() != 0


@LIBRARY
@pytest.mark.client(name="torchrl")
def test_torchrl_plays_all_seats_to_the_end():
    wrapper = importlib.import_module("torchrl.envs.libs.pettingzoo").PettingZooWrapper
    played = wrapper(kingsburg_v0.env(num_players=3), use_mask=True, seed=1).rollout(2000)
    totals = [float(played["next", f"player_{seat}", "reward"].sum()) for seat in range(3)]

    assert played["next", "done"].sum() == 1
    assert sum(totals) == pytest.approx(0, abs=1e-6)
    assert max(totals) > 0


@pytest.fixture(scope="module")
def tianshou():
    """Tianshou in plain Python: to compile its helpers takes ten times as long as these tests."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patch.setattr(numba.config, "DISABLE_JIT", 1)
        return importlib.import_module("tianshou")


def q_learning(tianshou, observation, actions):
    common = importlib.import_module("tianshou.utils.net.common")
    net = common.Net(state_shape=observation.shape, action_shape=int(actions.n), hidden_sizes=[8])
    dqn = tianshou.algorithm.modelfree.dqn
    policy = dqn.DiscreteQLearningPolicy(model=net, action_space=actions, eps_training=0.1)
    return dqn.DQN(policy=policy, optim=tianshou.algorithm.optim.AdamOptimizerFactory(lr=1e-3), gamma=1.0)


def one_learner(tianshou):
    def make():
        return adapters.for_tianshou(num_players=2)

    env = make()
    return make, q_learning(tianshou, env.observation_space["obs"], env.action_space)


def all_seats(tianshou):
    """Q-learning in the first seat, random in the second."""

    def make():
        return tianshou.env.PettingZooEnv(kingsburg_v0.env(num_players=2))

    env, algorithm = make(), tianshou.algorithm
    learner = q_learning(tianshou, env.observation_space["observation"], env.action_space)
    other = algorithm.MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space)
    return make, algorithm.MultiAgentOffPolicyAlgorithm(algorithms=[learner, other], env=env)


@LIBRARY
@pytest.mark.client(name="tianshou")
@pytest.mark.parametrize("seats", [one_learner, all_seats])
def test_tianshou_learns_from_a_buffer_of_whole_games(tianshou, seats):
    make, algorithm = seats(tianshou)
    buffer, envs = tianshou.data.VectorReplayBuffer(2000, 2), tianshou.env.DummyVectorEnv([make] * 2)
    collector = tianshou.data.Collector(algorithm, envs, buffer, exploration_noise=True)
    collector.reset()
    algorithm.run_training(
        tianshou.trainer.OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=600,
            collection_step_num_env_steps=300,
            batch_size=16,
            update_step_num_gradient_steps_per_sample=0.02,
            verbose=False,
            show_progress=False,
        )
    )
    played = buffer[:]

    assert not buffer.hasnull()
    assert played.done.sum() >= 2
    assert (played.info.ranks[played.done].min(axis=1) == 1).all()
    assert not played.info.ranks[~played.done].any()
    assert played.obs.mask[np.arange(len(played)), played.act].all()
