"""The network: observation in, one logit for each action and the value of the position out."""

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import Tensor, nn

from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.observation import OBSERVATION_SIZE

MAX_WIDTH = 4096


def widths_from(text: str) -> list[int]:
    """Read the widths of the hidden layers, like `256x256`."""
    try:
        widths = [int(part) for part in text.split("x")]
    except ValueError:
        raise ValueError(f"hidden={text!r}: must be widths like 256x256") from None
    if not all(1 <= width <= MAX_WIDTH for width in widths):
        raise ValueError(f"hidden={text!r}: widths must be from 1 to {MAX_WIDTH}")
    return widths


class PolicyValue(nn.Module):
    """Hidden layers shared by a policy head and a value head, rectified in between."""

    def __init__(self, hidden: Sequence[int], observation_size: int = OBSERVATION_SIZE) -> None:
        super().__init__()
        sizes = [observation_size, *hidden]
        self.hidden = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(sizes))
        self.policy = nn.Linear(sizes[-1], NUM_ACTIONS)
        self.value = nn.Linear(sizes[-1], 1)
        self._begin()

    def _begin(self) -> None:
        """Start with orthogonal weights, and a policy in which all actions are nearly equal."""
        for layer in self.hidden:
            nn.init.orthogonal_(layer.weight, 2**0.5)  # type: ignore[arg-type]
            nn.init.zeros_(layer.bias)  # type: ignore[arg-type]
        for head, gain in ((self.policy, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(head.weight, gain)
            nn.init.zeros_(head.bias)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values."""
        x = observation
        for layer in self.hidden:
            x = torch.relu(layer(x))
        return self.policy(x), self.value(x).squeeze(-1)
