"""The two wide ends of the network, worked out only where there is something: few inputs are not 0, few actions are legal.

About one input in fourteen and one action in fifty: the dense products would be most of the work of learning.
The layers are torch's own; the first one keeps its weights input by input, so that each input's row lies together.
"""

from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from kingsburg_env.engine.jit import entry, njit

# Sums may be taken in any order, so that they run on vector registers.
fast_entry, fast_njit = partial(entry, is_fast=True), partial(njit, is_fast=True)


def keep_by_input(layer: nn.Linear) -> None:
    """Let a layer's weights lie in memory input by input; to everyone else it stays the same."""
    layer.weight = nn.Parameter(layer.weight.detach().T.contiguous().T)


class SparseInput(torch.autograd.Function):
    """A linear layer on inputs that are mostly 0."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Add up the rows of the inputs that are not 0."""
        ctx.save_for_backward(x)
        y = torch.empty(len(x), len(bias))
        add_rows(x.numpy(), weight.T.numpy(), bias.numpy(), y.numpy())
        return y

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[None, Tensor, Tensor]:
        """Return weight and bias gradients; x needs none."""
        (x,), gradient = ctx.saved_tensors, gradients[0].contiguous()
        of_weight = torch.zeros(x.shape[1], gradient.shape[1])
        add_outer(x.numpy(), gradient.numpy(), of_weight.numpy())
        return None, of_weight.T, gradient.sum(0)


class PolicyLoss(torch.autograd.Function):
    """PPO's clipped loss with entropy bonus, over legal actions alone; a sum, not a mean."""

    @staticmethod
    def forward(ctx: Any, hidden: Tensor, weight: Tensor, bias: Tensor, *rest: Any) -> Tensor:
        """Compute loss and gradients in one go: mask, action, log_prob, advantage, clip_range, ent_coef, figures."""
        gradients = tuple(torch.zeros_like(tensor) for tensor in (hidden, weight, bias))
        ctx.save_for_backward(*gradients)
        arrays = (value.numpy() if isinstance(value, Tensor) else value for value in rest)
        ends = (hidden.numpy(), weight.numpy(), bias.numpy(), tuple(g.numpy() for g in gradients))
        return torch.tensor(policy_loss(*ends, *arrays))

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Any, ...]:
        """Return the gradients, scaled."""
        return (*(gradients[0].float() * kept for kept in ctx.saved_tensors), *[None] * 7)


@njit
def find_inputs(x, i, found):
    """List the inputs of a row that are not 0, and count them."""
    count = 0
    for j in range(x.shape[1]):
        found[count] = j
        count += x[i, j] != 0
    return count


@entry
def add_rows(x, weight, bias, y):
    """Write x @ weight + bias."""
    found = np.zeros(x.shape[1] + 1, np.int64)
    for i in range(len(x)):
        count = find_inputs(x, i, found)
        for k in range(y.shape[1]):
            y[i, k] = bias[k]
        # four at a time: the sum is written once for four rows
        for at in range(0, count - 3, 4):
            a, b, c, d = found[at], found[at + 1], found[at + 2], found[at + 3]
            for k in range(y.shape[1]):
                y[i, k] += (
                    x[i, a] * weight[a, k]
                    + x[i, b] * weight[b, k]
                    + x[i, c] * weight[c, k]
                    + x[i, d] * weight[d, k]
                )
        for at in range(count - count % 4, count):
            a = found[at]
            for k in range(y.shape[1]):
                y[i, k] += x[i, a] * weight[a, k]


@entry
def add_outer(x, gradient, of_weight):
    """Add x.T @ gradient."""
    found = np.zeros(x.shape[1] + 1, np.int64)
    for i in range(len(x)):
        for at in range(find_inputs(x, i, found)):
            j = found[at]
            for k in range(gradient.shape[1]):
                of_weight[j, k] += x[i, j] * gradient[i, k]


@fast_njit
def write_logits(hidden, weight, bias, mask, logits, legal):
    """List the legal actions of a row with their logits, and count them."""
    count = 0
    for a in range(len(weight)):
        if mask[a]:
            logit = bias[a]
            for k in range(len(hidden)):
                logit += hidden[k] * weight[a, k]
            logits[count], legal[count] = logit, a
            count += 1
    return count


@fast_njit
def normalise(logits):
    """Turn logits into logarithms of probabilities."""
    top, total = logits[0], 0.0
    for c in range(len(logits)):
        top = max(top, logits[c])
    for c in range(len(logits)):
        total += np.exp(logits[c] - top)
    of_all = top + np.log(total)
    for c in range(len(logits)):
        logits[c] -= of_all


@fast_njit
def entropy_of(log_probs):
    """Work out the entropy of a distribution."""
    entropy = 0.0
    for c in range(len(log_probs)):
        entropy -= np.exp(log_probs[c]) * log_probs[c]
    return entropy


@fast_entry
def draw(hidden, weight, bias, mask, numbers, actions, log_probs):
    """Draw a legal action for every row by softmax; the numbers are uniform in [0, 1)."""
    known, legal = np.empty(len(weight)), np.empty(len(weight), np.int64)
    for i in range(len(hidden)):
        count = write_logits(hidden[i], weight, bias, mask[i], known, legal)
        normalise(known[:count])
        left, chosen = numbers[i], 0
        for c in range(count):
            chosen = c
            left -= np.exp(known[c])
            if left < 0:
                break
        actions[i] = legal[chosen]
        log_probs[i] = known[chosen]


@fast_entry
def policy_loss(
    hidden, weight, bias, gradients, mask, action, log_prob, advantage, clip_range, ent_coef, figures
):
    """Return the loss and add its gradients; the figures get entropy, divergence and how many were clipped."""
    of_hidden, of_weight, of_bias = gradients
    log_probs, legal = np.empty(len(weight)), np.empty(len(weight), np.int64)
    loss = 0.0
    for i in range(len(hidden)):
        count = write_logits(hidden[i], weight, bias, mask[i], log_probs, legal)
        normalise(log_probs[:count])
        entropy, chosen = entropy_of(log_probs[:count]), np.searchsorted(legal[:count], action[i])
        moved = log_probs[chosen] - log_prob[i]
        ratio = np.exp(moved)
        limited = min(max(ratio, 1 - clip_range), 1 + clip_range)
        objective = min(ratio * advantage[i], limited * advantage[i])
        # a ratio clipped in the direction of its advantage has no gradient
        weight_of = ratio * advantage[i] if objective == ratio * advantage[i] else 0.0
        loss -= objective + ent_coef * entropy
        figures[0] += entropy
        figures[1] += ratio - 1 - moved
        figures[2] += ratio != limited
        for c in range(count):
            prob, a = np.exp(log_probs[c]), legal[c]
            grad = weight_of * (prob - (c == chosen)) + ent_coef * prob * (log_probs[c] + entropy)
            grad = np.float32(grad)
            of_bias[a] += grad
            for k in range(hidden.shape[1]):
                of_hidden[i, k] += grad * weight[a, k]
                of_weight[a, k] += grad * hidden[i, k]
    return loss
