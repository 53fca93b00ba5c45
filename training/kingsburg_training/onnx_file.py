"""A network as an ONNX file, which puts its inputs together itself: `kingsburg_agents.inputs` in torch's words."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from kingsburg_agents import inputs
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import NUM_ADVISORS, NUM_MODIFIERS
from kingsburg_env.observation import OBSERVATION_SIZE
from kingsburg_training.network import PolicyValue

ONNX_OPSET = 18


class WithInputs(nn.Module):
    """A network that puts its inputs together itself, as `inputs_of` does."""

    def __init__(self, network: PolicyValue) -> None:
        super().__init__()
        self.network = network

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values."""
        marks = [
            counter_marks(observation),
            hand_marks(observation),
            lack_marks(price_of(observation), goods_of(observation)),
            *placing_marks(observation, mask),
            *strength_marks(observation),
        ]
        return self.network(torch.cat([observation, mask.float(), *(part.float() for part in marks)], dim=1))


def constant(array: NDArray[Any]) -> Tensor:
    """Make a tensor of a table; torch wants arrays that may be written to."""
    return torch.tensor(array.copy())


def one_hot(number: Tensor, size: int) -> Tensor:
    """Mark each number below the size; a larger one has no mark."""
    return number[..., None] == torch.arange(size)


def counter_marks(observation: Tensor) -> Tensor:
    """Mark the values of small counters."""
    number = constant(np.repeat(np.arange(len(inputs.AT)), inputs.LARGEST))
    value = constant(np.concatenate([np.arange(1, largest + 1) for largest in inputs.LARGEST]))
    values = torch.round(observation[:, constant(inputs.AT)] * constant(inputs.TIMES))
    return torch.minimum(values, constant(inputs.LARGEST))[:, number] == value


def hand_marks(observation: Tensor) -> Tensor:
    """Mark which own dice every player still holds."""
    dice = observation[:, constant(inputs.HANDS_AT[:, None] + np.arange(len(inputs.DIGITS)))]
    code = (dice.round().long().clamp(0, inputs.MAX_HAND) * constant(inputs.DIGITS)).sum(-1)
    return one_hot(constant(inputs.HANDS)[code], inputs.NUM_HANDS).flatten(1)


def goods_of(observation: Tensor) -> Tensor:
    """Read the own gold, wood and stone."""
    goods = inputs.COST.shape[-1]
    return (observation[:, inputs.GOODS_AT : inputs.GOODS_AT + goods] * inputs.GOODS_TIMES).round().long()


def standing_of(observation: Tensor) -> Tensor:
    """Read how many own buildings stand in each row."""
    rows = inputs.COST.shape[1]
    return (observation[:, inputs.ROWS_AT : inputs.ROWS_AT + rows] * inputs.ROWS_TIMES).round().long()


def price_of(observation: Tensor, crane: Tensor | None = None) -> Tensor:
    """Look up what the next building of each row costs; the printed price, or what is left of it with a Crane."""
    which = torch.zeros_like(observation[:, :1]).long() if crane is None else crane.long()[:, None]
    return constant(inputs.COST)[which, torch.arange(inputs.COST.shape[1]), standing_of(observation)]


def lack_marks(price: Tensor, goods: Tensor, choice: Tensor | None = None) -> Tensor:
    """Mark how many goods are lacking for the next building of each row."""
    lack = (price - goods[:, None]).clamp(min=0)
    in_all = lack.sum(-1)
    if choice is not None:
        in_all = (in_all - choice[:, None]).clamp(min=0)
    of_each = one_hot(lack, inputs.MAX_LACK + 1).flatten(2)
    return torch.cat([of_each, one_hot(in_all, inputs.MAX_LACKS + 1)], dim=2).flatten(1)


def placing_marks(observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Mark, while dice are placed, what will be lacking, and which advisor would bring enough for which row."""
    places = (observation[:, inputs.INFLUENCING_AT] > 0) | (observation[:, inputs.PICKING_AT] > 0)
    price = price_of(observation, standing_of(observation)[:, inputs.CRANE_ROW] >= inputs.CRANE_STANDS)
    gifts, choices = constant(inputs.GIFTS), constant(inputs.CHOICES)
    influenced = (observation[:, inputs.GROUPS_AT : inputs.GROUPS_AT + NUM_ADVISORS] > 0).long()
    goods, choice = goods_of(observation) + influenced @ gifts, influenced @ choices
    lacks = (price - goods[:, None]).clamp(min=0).sum(-1) - choice[:, None]
    then = (price[:, None] - goods[:, None, None] - gifts[:, None]).clamp(min=0).sum(-1)
    is_enough = then <= choice[:, None, None] + choices[:, None]
    first = inputs.INFLUENCE_AT - OBSERVATION_SIZE
    may = mask[:, first : first + NUM_MODIFIERS * NUM_ADVISORS].reshape(-1, NUM_MODIFIERS, NUM_ADVISORS)
    enough = (may != 0).any(1)[..., None] & (lacks > 0)[:, None] & is_enough
    return lack_marks(price, goods, choice) & places[:, None], (enough & places[:, None, None]).flatten(1)


def strength_marks(observation: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Mark the own strength, and its lead over the enemy that is known and over the usual one of the year."""
    size, rows = inputs.MAX_STRENGTH + 1, torch.arange(inputs.COST.shape[1])
    standing = standing_of(observation)
    soldiers = (observation[:, inputs.SOLDIERS_AT] * inputs.SOLDIERS_TIMES).round().long()
    strength = soldiers + constant(inputs.DEFENCE)[rows, standing].sum(-1)
    more = constant(inputs.DEFENCE_VS)[rows, standing].sum(1)[:, constant(inputs.ENEMY_KIND)]

    def leads(at: int, against: NDArray[np.int64], lead: Tensor) -> Tensor:
        is_seen = observation[:, at : at + len(against)] > 0
        ahead = (lead - constant(against) + inputs.EVEN).clamp(0, inputs.MAX_STRENGTH)
        return (one_hot(ahead, size) & is_seen[..., None]).any(1)

    return (
        one_hot(strength.clamp(0, inputs.MAX_STRENGTH), size),
        leads(inputs.ENEMY_AT, inputs.ENEMY_STRENGTH, strength[:, None] + more),
        leads(inputs.YEAR_AT, inputs.USUAL_ENEMY, strength[:, None]),
    )


def write_onnx(network: PolicyValue, path: Path) -> None:
    """Write the network as an ONNX file: `observation` and `mask` in, `logits` and `value` out, any number of rows."""
    # The rows of the mask are those of the observation; torch warns of a name that is given twice.
    rows = {"observation": {0: torch.export.Dim("rows")}, "mask": {0: torch.export.Dim.DYNAMIC}}
    torch.onnx.export(
        WithInputs(network).eval(),
        (torch.zeros(2, OBSERVATION_SIZE), torch.zeros(2, NUM_ACTIONS, dtype=torch.int8)),
        path,
        input_names=["observation", "mask"],
        output_names=["logits", "value"],
        dynamic_shapes=rows,
        opset_version=ONNX_OPSET,
        dynamo=True,
        external_data=False,
        verbose=False,
    )
