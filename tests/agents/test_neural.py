"""The agent `neural`: a network's weights without torch."""

import json

import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_env import Buffers, Rules, new_games, observation, reset, step_batch
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.observation import OBSERVATION_SIZE
from tests.weights import save


@pytest.fixture
def weights():
    rng = np.random.default_rng(0)
    sizes = [OBSERVATION_SIZE, 16, 16, NUM_ACTIONS]
    arrays = {f"w{i}": rng.normal(size=sizes[i : i + 2]).astype(np.float32) for i in range(3)}
    arrays |= {f"b{i}": rng.normal(size=sizes[i + 1]).astype(np.float32) for i in range(3)}
    return arrays


def agent_of(folder, arrays, suffix="", **header):
    save(folder / "net.npz", arrays, **header)
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
    seen = rng.random(OBSERVATION_SIZE, np.float32)
    mask = (rng.random(NUM_ACTIONS) < 0.3).astype(np.int8)
    x = seen
    for i in range(3):
        x = x @ weights[f"w{i}"] + weights[f"b{i}"]
        x = np.maximum(x, 0) if i < 2 else x
    legal = np.flatnonzero(mask)
    assert agent.act(seen, mask, rng) == legal[x[legal].argmax()]


def test_samples_follow_the_probabilities(tmp_path, weights):
    weights["w2"] *= 0.02
    agent, rng = agent_of(tmp_path, weights, ",mode=sample"), np.random.default_rng(2)
    seen = np.repeat(rng.random((1, OBSERVATION_SIZE), np.float32), 4000, axis=0)
    mask = np.zeros((4000, NUM_ACTIONS), np.int8)
    mask[:, [3, 10, 50]] = 1
    counts = np.bincount(agent.act_batch(seen, mask, rng), minlength=NUM_ACTIONS)
    expected = agent.probabilities(seen[:1], mask[:1])[0]
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
    with pytest.raises(ValueError, match=r"inputs: must have .*plain"):
        agent_of(tmp_path, weights)


def test_layers_that_do_not_follow_each_other_are_refused(tmp_path, weights):
    weights["w1"] = weights["w1"][:-1]
    with pytest.raises(ValueError, match="do not follow a width"):
        agent_of(tmp_path, weights)


def test_weights_for_other_actions_are_refused(tmp_path, weights):
    weights |= {"w2": weights["w2"][:, 1:], "b2": weights["b2"][1:]}
    with pytest.raises(ValueError, match="actions"):
        agent_of(tmp_path, weights)


def test_a_file_may_be_called_by_a_number():
    with pytest.raises(ValueError, match="there is no file '5'"):
        make("neural:5")


def test_a_file_tells_what_it_is_for(tmp_path, weights):
    header = agent_of(tmp_path, weights, rulesets="4", commit="abc", training={"decisions": 7}).header
    assert (header.obs_type, header.obs_version, header.num_actions) == (
        "plain",
        observation.VERSION,
        NUM_ACTIONS,
    )
    assert (header.rulesets, header.commit, header.training, header.value) == (
        "4",
        "abc",
        {"decisions": 7},
        "",
    )


def test_a_file_without_a_header_is_refused(tmp_path, weights):
    np.savez(tmp_path / "net.npz", **weights)
    with pytest.raises(ValueError, match=r"net\.npz: has no header"):
        make(f"neural:{tmp_path / 'net.npz'}")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"format": "kingsburg network 9"}, "format 'kingsburg network 9'; this version reads"),
        ({"obs_version": 99}, "is for observations 'plain' 99; must be one of 'plain' 1, 'inputs' 1"),
        ({"obs_type": "words"}, "is for observations 'words' 1"),
        ({"num_actions": 7}, "is for 7 actions, this environment has"),
        ({"mood": "good"}, "unknown in its header: mood"),
        ({"value": None}, "missing in its header: value"),
        ({"value": "win"}, "value='win' in its header, but 0 layers of a value head"),
        ({"rulesets": 4}, "rulesets=4 in its header must be str"),
        ({"settings": "none"}, "settings='none' in its header must be dict"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(tmp_path, weights, changed, words):
    path = tmp_path / "net.npz"
    agent_of(tmp_path, weights)
    arrays = dict(np.load(path))
    said = json.loads(str(arrays["header"])) | changed
    kept = {name: value for name, value in said.items() if value is not None}
    np.savez(path, **arrays | {"header": np.array(json.dumps(kept))})
    with pytest.raises(ValueError, match=words):
        make(f"neural:{path}")


def test_a_header_that_is_no_table_is_refused(tmp_path, weights):
    np.savez(tmp_path / "net.npz", header=np.array("3"), **weights)
    with pytest.raises(ValueError, match=r"net\.npz: must be a whole"):
        make(f"neural:{tmp_path / 'net.npz'}")


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
