"""The network: what `kingsburg_agents.network.features` shows in, one logit for each action and the value of the position out."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from kingsburg_agents.network.features import INPUT_SIZE
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_training.sparse import SparseInput, draw, keep_by_input

MAX_WIDTH = 4096


def widths_from(text: str) -> list[int]:
    """Read the widths of the hidden layers, like `256x256`."""
    try:
        widths = [int(part) for part in text.split("x")]
    except ValueError:
        raise ValueError(f"net_arch={text!r}: must be widths like 256x256") from None
    if not all(1 <= width <= MAX_WIDTH for width in widths):
        raise ValueError(f"net_arch={text!r}: widths must be from 1 to {MAX_WIDTH}")
    return widths


class PolicyValue(nn.Module):
    """Hidden layers with ReLU, shared by a policy head and a value head for the seat that looks."""

    def __init__(self, hidden: Sequence[int], input_size: int = INPUT_SIZE) -> None:
        super().__init__()
        sizes = [input_size, *hidden]
        self.hidden = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(sizes))
        self.policy = nn.Linear(sizes[-1], NUM_ACTIONS)
        self.value = nn.Linear(sizes[-1], 1)
        self._begin()
        keep_by_input(self.first)

    @property
    def first(self) -> nn.Linear:
        """The layer that sees the inputs."""
        layer = self.hidden[0]
        assert isinstance(layer, nn.Linear)  # noqa: S101 - for the type checker
        return layer

    def _begin(self) -> None:
        """Start with orthogonal weights, and a policy in which all actions are nearly equal."""
        for layer in self.hidden:
            nn.init.orthogonal_(layer.weight, 2**0.5)  # type: ignore[arg-type]
            nn.init.zeros_(layer.bias)  # type: ignore[arg-type]
        for head, gain in ((self.policy, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(head.weight, gain)
            nn.init.zeros_(head.bias)

    def divide_logits(self, temperature: float) -> None:
        """Divide the logits of all actions: the likeliest stays the likeliest, but the others are sampled again."""
        with torch.no_grad():
            self.policy.weight.div_(temperature)
            self.policy.bias.div_(temperature)

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, and the values for the seat that looks."""
        hidden = self._after(torch.relu(self.first(inputs)))
        return self.policy(hidden), self.value(hidden)[:, 0]

    def run_trunk(self, inputs: Tensor) -> Tensor:
        """Return the last hidden layer, the quick way."""
        return self._after(torch.relu_(SparseInput.apply(inputs, self.first.weight, self.first.bias)))

    def _after(self, x: Tensor) -> Tensor:
        for layer in self.hidden[1:]:
            x = torch.relu_(layer(x))
        return x

    def sample(
        self, inputs: NDArray[np.float32], mask: NDArray[np.int8], rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
        """Sample legal actions; return them, the logarithms of their probabilities, and the values of the positions."""
        actions, log_probs = np.zeros(len(mask), np.int64), np.zeros(len(mask), np.float32)
        with torch.inference_mode():
            hidden = self.run_trunk(torch.from_numpy(inputs))
            values = self.value(hidden)[:, 0].numpy()
            head = (self.policy.weight.numpy(), self.policy.bias.numpy())
        draw(hidden.numpy(), *head, mask, rng.random(len(mask)), actions, log_probs)
        return actions, log_probs, values
