"""The quick ends of the network do what the dense layers do."""

import numpy as np
import pytest
import torch

from kingsburg_training.network import PolicyValue
from kingsburg_training.selfplay import SMOKE, Batch, Learner, Settings, loss_of

pytestmark = pytest.mark.compiled

ROWS, SIZE = 64, 50
CLIP_RANGE, ENT_COEF, VF_COEF = 0.2, 0.03, 0.5


@pytest.fixture
def network():
    torch.manual_seed(0)
    return PolicyValue([24, 16], input_size=SIZE)


@pytest.fixture
def batch(network):
    rng = np.random.default_rng(0)
    actions = network.policy.out_features
    mask = (rng.random((ROWS, actions)) < 0.05).astype(np.int8)
    action = rng.integers(0, actions, ROWS)
    mask[np.arange(ROWS), action] = 1
    seen = np.where(rng.random((ROWS, SIZE)) < 0.2, rng.normal(size=(ROWS, SIZE)), 0)
    numbers = rng.normal(size=(3, ROWS)).astype(np.float32)
    arrays = (seen.astype(np.float32), mask, action, numbers[0] * 0.3 - 2, numbers[1], numbers[2])
    return Batch(*map(torch.from_numpy, arrays))


def dense_loss(network, batch):
    hidden = batch.inputs
    for layer in network.hidden:
        hidden = torch.relu(layer(hidden))
    logits, values = network.policy(hidden), network.value(hidden)
    log_probs = torch.log_softmax(logits.masked_fill(batch.mask == 0, -1e9), dim=1)
    log_prob = log_probs.gather(1, batch.action[:, None]).squeeze(1)
    ratio = torch.exp(log_prob - batch.log_prob)
    objective = torch.minimum(
        ratio * batch.advantage, ratio.clamp(1 - CLIP_RANGE, 1 + CLIP_RANGE) * batch.advantage
    ).sum()
    entropy = -(log_probs.exp() * log_probs).sum()
    value_loss = (values[:, 0] - batch.returns).square().sum()
    return -objective - ENT_COEF * entropy + VF_COEF * value_loss, ratio


def test_loss_and_gradients_are_those_of_the_dense_network(network, batch):
    parameters = list(network.parameters())
    expected, ratio = dense_loss(network, batch)
    found, figures = loss_of(network, batch, CLIP_RANGE, ENT_COEF, VF_COEF)
    assert found.item() == pytest.approx(expected.item(), rel=1e-5)
    for mine, theirs in zip(
        torch.autograd.grad(found, parameters), torch.autograd.grad(expected, parameters), strict=True
    ):
        torch.testing.assert_close(mine, theirs, rtol=1e-4, atol=1e-4)
    is_clipped = (ratio - 1).abs() > CLIP_RANGE
    assert 0 < is_clipped.sum() < ROWS
    assert figures["clip_fraction"] == is_clipped.sum()


def test_actions_are_sampled_by_their_probabilities(network, batch):
    torch.nn.init.normal_(network.policy.weight)
    rng, rounds = np.random.default_rng(1), 3000
    row = batch.inputs[:1].repeat(rounds, 1).numpy()
    mask = batch.mask[:1].repeat(rounds, 1).numpy()
    actions, log_probs, values = network.sample(row, mask, rng)
    with torch.no_grad():
        logits, value = network(batch.inputs[:1])
    probabilities = torch.softmax(logits.masked_fill(batch.mask[:1] == 0, -1e9), dim=1)[0].numpy()
    counts = np.bincount(actions, minlength=len(probabilities))
    np.testing.assert_allclose(counts / rounds, probabilities, atol=0.04)
    np.testing.assert_allclose(np.exp(log_probs), probabilities[actions], rtol=1e-4)
    np.testing.assert_allclose(values, value.item(), rtol=1e-4)


def test_a_resumed_optimiser_remembers_each_weight_as_its_own(tmp_path):
    learner = Learner(Settings(**{**SMOKE, "run": str(tmp_path), "n_envs": 32}))
    learner.play_round()
    learner.save()
    path = tmp_path / "checkpoint.pt"
    state = torch.load(path, weights_only=True)
    for kept in state["optimiser"]["state"].values():
        kept.update({name: moment.contiguous() for name, moment in kept.items()})
    torch.save(state, path)
    learner.load()
    moments = learner.optimiser.state[learner.network.first.weight]
    assert moments["exp_avg"].stride() == learner.network.first.weight.stride()


def test_every_weight_moves_against_its_own_gradient(tmp_path):
    learner = Learner(Settings(**{**SMOKE, "run": str(tmp_path), "n_envs": 32, "max_grad_norm": 1e9}))
    torch.manual_seed(1)
    gradients = tuple(torch.randn_like(parameter).contiguous() for parameter in learner.parameters)
    before = [parameter.detach().clone() for parameter in learner.parameters]
    learner._step([gradients, gradients])
    for parameter, old, gradient in zip(learner.parameters, before, gradients, strict=True):
        assert torch.all((parameter - old) * gradient < 0)
