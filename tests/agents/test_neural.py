"""The agent `neural`: a network's weights without torch."""

import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_env import Buffers, Rules, new_games, reset, step_batch
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.observation import OBSERVATION_SIZE


@pytest.fixture
def weights():
    rng = np.random.default_rng(0)
    sizes = [OBSERVATION_SIZE, 16, 16, NUM_ACTIONS]
    arrays = {f"w{i}": rng.normal(size=sizes[i : i + 2]).astype(np.float32) for i in range(3)}
    arrays |= {f"b{i}": rng.normal(size=sizes[i + 1]).astype(np.float32) for i in range(3)}
    return arrays


def agent_of(folder, arrays, suffix=""):
    np.savez(folder / "net.npz", **arrays)
    return make(f"neural:{folder / 'net.npz'}{suffix}")


@pytest.mark.parametrize("mode", ["best", "sample"])
@pytest.mark.parametrize("rules", [Rules(2), Rules(5, modules=("rows", "governors", "army"))])
def test_it_plays_only_legal_actions(tmp_path, weights, mode, rules):
    agent, rng = agent_of(tmp_path, weights, f",mode={mode}"), np.random.default_rng(0)
    games, buffers = new_games(4, rules), Buffers(4)
    reset(games, 0, buffers=buffers)
    for _ in range(120):
        step_batch(games, agent.act_batch(buffers.observation, buffers.mask, rng), buffers, auto_reset=True)


def test_the_best_answer_is_the_legal_one_with_the_largest_logit(tmp_path, weights):
    agent, rng = agent_of(tmp_path, weights), np.random.default_rng(1)
    observation = rng.random(OBSERVATION_SIZE, np.float32)
    mask = (rng.random(NUM_ACTIONS) < 0.3).astype(np.int8)
    x = observation
    for i in range(3):
        x = x @ weights[f"w{i}"] + weights[f"b{i}"]
        x = np.maximum(x, 0) if i < 2 else x
    legal = np.flatnonzero(mask)
    assert agent.act(observation, mask, rng) == legal[x[legal].argmax()]


def test_samples_follow_the_probabilities(tmp_path, weights):
    weights["w2"] *= 0.02
    agent, rng = agent_of(tmp_path, weights, ",mode=sample"), np.random.default_rng(2)
    observation = np.repeat(rng.random((1, OBSERVATION_SIZE), np.float32), 4000, axis=0)
    mask = np.zeros((4000, NUM_ACTIONS), np.int8)
    mask[:, [3, 10, 50]] = 1
    counts = np.bincount(agent.act_batch(observation, mask, rng), minlength=NUM_ACTIONS)
    expected = agent.probabilities(observation[:1], mask[:1])[0]
    assert expected[mask[0] == 0].sum() == 0
    np.testing.assert_allclose(counts / 4000, expected, atol=0.04)


def test_a_decision_works_out_no_values(tmp_path, weights):
    weights |= {"v0": np.ones((16, 1), np.float32), "vb0": np.ones(1, np.float32)}
    agent, rng = agent_of(tmp_path, weights), np.random.default_rng(3)
    questions = np.zeros((2, OBSERVATION_SIZE), np.float32), np.ones((2, NUM_ACTIONS), np.int8)
    expected = agent.logits_and_values(*questions)[0].argmax(axis=1)
    layers = agent.net.layers.copy()
    layers["num_inputs"][-1] = 0
    agent.net = agent.net._replace(layers=layers)
    with pytest.raises(ValueError, match="must be rows of 0"):
        agent.logits_and_values(*questions)
    assert agent.act_batch(*questions, rng).tolist() == expected.tolist()
    assert agent.probabilities(*questions).shape == (2, NUM_ACTIONS)


def test_weights_for_another_observation_are_refused(tmp_path, weights):
    weights["w0"] = weights["w0"][:-1]
    with pytest.raises(ValueError, match="do not follow a width"):
        agent_of(tmp_path, weights)


def test_weights_for_other_actions_are_refused(tmp_path, weights):
    weights |= {"w2": weights["w2"][:, 1:], "b2": weights["b2"][1:]}
    with pytest.raises(ValueError, match="actions"):
        agent_of(tmp_path, weights)


def test_a_file_may_be_called_by_a_number():
    with pytest.raises(ValueError, match="there is no file '5'"):
        make("neural:5")


def test_meta_that_is_no_table_is_refused(tmp_path, weights):
    with pytest.raises(ValueError, match=r"net\.npz: must be a whole"):
        agent_of(tmp_path, weights | {"meta": np.array("3")})


@pytest.mark.parametrize("content", [b"", b"PK broken", b"no numbers"])
def test_a_file_that_holds_no_weights_is_named(tmp_path, content):
    path = tmp_path / "net.npz"
    path.write_bytes(content)
    with pytest.raises(
        ValueError, match=r"net\.npz: must be a whole \.npz file of weights, as a learner writes it$"
    ):
        make(f"neural:{path}")


def test_a_missing_file_and_an_unknown_mode_are_refused(tmp_path, weights):
    with pytest.raises(ValueError, match="no file"):
        make("neural:nowhere.npz")
    with pytest.raises(ValueError, match="best, sample"):
        agent_of(tmp_path, weights, ",mode=loud")
