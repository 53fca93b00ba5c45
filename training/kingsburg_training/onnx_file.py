"""A network as an ONNX file, which puts its inputs together itself: `kingsburg_agents.network.features` in torch's words."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from kingsburg_agents.network.features import layout as inputs
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_BONUS_DICE,
    MAX_DICE,
    NUM_ADVISORS,
    NUM_COURT,
    NUM_MODIFIERS,
    NUM_OWN_DICE,
)
from kingsburg_env.engine.tables.advisors import MODIFIER_DELTA, USES_MARKET, USES_PLUS_TWO
from kingsburg_env.observation import OBSERVATION_SIZE
from kingsburg_training.network import PolicyValue

ONNX_OPSET = 18

# Every set of dice, a row each: which dice are in it, which sets it contains, which one has the others.
_DICE_OF = np.arange(1 << MAX_DICE)[:, None] >> np.arange(MAX_DICE) & 1
_CONTAINS = (np.arange(1 << MAX_DICE)[:, None] & np.arange(1 << MAX_DICE)) == np.arange(1 << MAX_DICE)
_HAS_OWN = _DICE_OF[:, :NUM_OWN_DICE].max(axis=1) > 0


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
    in_all = lack.sum(-1) if choice is None else lacks(price, goods, choice)
    of_each = one_hot(lack, inputs.MAX_LACK + 1).flatten(2)
    return torch.cat([of_each, one_hot(in_all, inputs.MAX_LACKS + 1)], dim=2).flatten(1)


def placing_marks(observation: Tensor, mask: Tensor) -> list[Tensor]:
    """Write all marks that follow those of lacking goods; those of placing are 0 while no dice are placed."""
    influences, picks = (observation[:, at] > 0 for at in (inputs.INFLUENCING_AT, inputs.PICKING_AT))
    price = price_of(observation, stands(observation, inputs.CRANE_ROW, inputs.CRANE_STANDS))
    gifts, choices = constant(inputs.GIFTS), constant(inputs.CHOICES)
    influenced = (observation[:, inputs.GROUPS_AT : inputs.GROUPS_AT + NUM_ADVISORS] > 0).long()
    goods, choice = goods_of(observation) + influenced @ gifts, influenced @ choices
    first = inputs.INFLUENCE_AT - OBSERVATION_SIZE
    may = mask[:, first : first + NUM_MODIFIERS * NUM_ADVISORS].reshape(-1, NUM_MODIFIERS, NUM_ADVISORS) != 0
    pairs = pair_marks(observation, may)

    now = lacks(price, goods, choice)[:, None] > 0
    with_one = lacks(price[:, None], goods[:, None] + gifts, choice[:, None] + choices)
    # by first advisor, second advisor and row
    both = gifts[:, None] + gifts[:NUM_COURT], choices[:, None] + choices[:NUM_COURT]
    with_two = lacks(price[:, None, None], goods[:, None, None] + both[0], choice[:, None, None] + both[1])
    enough = may.any(1)[..., None] & now & (with_one == 0)
    plans = now & (with_one > 0) & (pairs[..., None] & (with_two == 0)).any(2)
    return [
        lack_marks(price, goods, choice) & (influences | picks)[:, None],
        enough.flatten(1) & influences[:, None],
        *strength_marks(observation),
        pairs.flatten(1) & influences[:, None],
        plans.flatten(1) & influences[:, None],
        rival_marks(observation) & influences[:, None],
    ]


def lacks(price: Tensor, goods: Tensor, choice: Tensor) -> Tensor:
    """Count the goods lacking for each row; goods of choice fill in."""
    return ((price - goods[..., None, :]).clamp(min=0).sum(-1) - choice[..., None]).clamp(min=0)


def stands(observation: Tensor, row: int, number: int) -> Tensor:
    """Tell whether at least so many own buildings stand in a row."""
    return standing_of(observation)[:, row] >= number


def dice_of(observation: Tensor, at: int, size: int) -> Tensor:
    """Read the faces of dice that are counted by face; 0 where there are fewer."""
    up_to = observation[:, at : at + DIE_SIDES].round().long().cumsum(1)
    place = torch.arange(size)
    face = (up_to[:, None] <= place[:, None]).sum(-1) + 1
    return torch.where(face <= DIE_SIDES, face, 0)


def free_advisors(observation: Tensor) -> Tensor:
    """Read which advisors of the court are free."""
    return observation[:, inputs.TAKEN_AT : inputs.TAKEN_AT + NUM_COURT] == 0


def groups_of(observation: Tensor, player: int) -> tuple[Tensor, Tensor]:
    """Add up every set of a player's dice; tell which sets make a group: dice that are there, one of them an own one."""
    own = dice_of(observation, int(inputs.HANDS_AT[player]), NUM_OWN_DICE)
    dice = torch.cat([own, dice_of(observation, int(inputs.BONUS_AT[player]), MAX_BONUS_DICE)], dim=1)
    members = constant(_DICE_OF)
    is_there = ((dice > 0).long()[:, None] >= members).all(-1)
    return (dice[:, None] * members).sum(-1), is_there & constant(_HAS_OWN)


def pair_marks(observation: Tensor, may: Tensor) -> Tensor:
    """Tell for each advisor that may be influenced which others the dice left then reach."""
    total, is_group = groups_of(observation, 0)
    # a set's totals are those of the groups in it; ranks go one beyond the court on either side, for the Market
    makes = one_hot(total, NUM_COURT + 2) & is_group[..., None]
    reach = (constant(_CONTAINS).float() @ makes.float()) > 0
    left = reach.flip(1)  # the set that has the others
    plus_two = (observation[:, inputs.PLUS_TWO_AT] > 0) & (observation[:, inputs.PLUS_TWO_USED_AT] == 0)
    market = stands(observation, inputs.MARKET_ROW, inputs.MARKET_STANDS) & (
        observation[:, inputs.MARKET_USED_AT] == 0
    )
    then = []
    for modifier in range(NUM_MODIFIERS):
        ranks = left
        if not USES_PLUS_TWO[modifier]:
            ranks = ranks | shifted(left, 2) & plus_two[:, None, None]
        if not USES_MARKET[modifier]:
            ranks = ranks | (shifted(ranks, 1) | shifted(ranks, -1)) & market[:, None, None]
        needed = constant(inputs.RANK) - int(MODIFIER_DELTA[modifier])
        goes = (total[:, None] == needed[:, None]) & is_group[:, None] & may[:, modifier, :, None]
        then.append(goes.float() @ ranks.float() > 0)
    others = ~torch.eye(NUM_ADVISORS, NUM_COURT, dtype=torch.bool)
    return torch.stack(then).any(0)[..., 1 : NUM_COURT + 1] & free_advisors(observation)[:, None] & others


def shifted(ranks: Tensor, by: int) -> Tensor:
    """Move marks of ranks up or down; what leaves the range is lost."""
    gone = torch.zeros_like(ranks[..., : abs(by)])
    return torch.cat([gone, ranks[..., :-by]] if by > 0 else [ranks[..., -by:], gone], dim=-1)


def rival_marks(observation: Tensor) -> Tensor:
    """Mark how many rivals who have not passed reach each advisor who is free."""
    reaching = []
    for player in range(1, len(inputs.HANDS_AT)):
        total, is_group = groups_of(observation, player)
        reached = (one_hot(total, NUM_COURT + 1) & is_group[..., None]).any(1)[:, 1:]
        has_passed = observation[:, int(inputs.PASSED_AT[player])] > 0
        reaching.append(reached & free_advisors(observation) & ~has_passed[:, None])
    count = torch.stack(reaching).long().sum(0)
    return (count[:, None] > torch.arange(inputs.MAX_RIVALS)[:, None]).flatten(1)


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
