"""Placing dice as people do: these dice, on that advisor. The engine asks for the advisor first, then die by die."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_env import Buffers, clone, step_batch
from kingsburg_env.check import Games
from kingsburg_env.engine.actions import BONUS_DIE, INFLUENCE, OWN_DIE
from kingsburg_env.engine.names import (
    MAX_DICE,
    NO_GROUP,
    NUM_ADVISORS,
    NUM_MODIFIERS,
    NUM_OWN_DICE,
    Decision,
)
from kingsburg_env.engine.tables.advisors import ADVISORS, MODIFIER_DELTA

RANKS = ADVISORS["rank"].tolist()
DELTAS = MODIFIER_DELTA.tolist()


class Placement(NamedTuple):
    """A dice group: the places of its dice, the advisor it goes to, how it is modified."""

    dice: tuple[int, ...]
    advisor: int
    modifier: int


def placements(game: Games, mask: NDArray[np.int8]) -> list[Placement]:
    """List every dice group the player asked may place; of equal dice the first ones stand for all."""
    if game["decision"][0] != Decision.INFLUENCE:
        return []
    legal = np.flatnonzero(mask[INFLUENCE : INFLUENCE + NUM_MODIFIERS * NUM_ADVISORS]).tolist()
    totals = [(dice, total) for dice, total in _sets(game["players"][0, int(game["actor"][0])])]
    return [
        Placement(dice, advisor, modifier)
        for modifier, advisor in (divmod(number, NUM_ADVISORS) for number in legal)
        for dice, total in totals
        if total + DELTAS[modifier] == RANKS[advisor]
    ]


def _sets(player: Any) -> Iterator[tuple[tuple[int, ...], int]]:
    """Go through all different sets of dice in hand with an own die, and their totals."""
    faces, groups = player["dice"].tolist(), player["group_of"].tolist()
    hand = [die for die in range(MAX_DICE) if faces[die] and groups[die] == NO_GROUP]
    seen = set()
    for size in range(1, len(hand) + 1):
        for dice in combinations(hand, size):
            alike = tuple(sorted(_action_of(faces, die) for die in dice))
            if dice[0] < NUM_OWN_DICE and alike not in seen:
                seen.add(alike)
                yield dice, sum(faces[die] for die in dice)


def _action_of(faces: list[int], die: int) -> int:
    """Name the action that uses this die."""
    return (OWN_DIE if die < NUM_OWN_DICE else BONUS_DIE) + faces[die] - 1


def actions_for(game: Games, placement: Placement) -> list[int]:
    """Find the actions that place a group: the advisor, then those of its dice that the engine asks for."""
    seat = int(game["actor"][0])
    faces = game["players"][0, seat]["dice"].tolist()
    trial, buffers = clone(game), Buffers(1)
    actions = [INFLUENCE + placement.modifier * NUM_ADVISORS + placement.advisor]
    step_batch(trial, np.array(actions), buffers)
    while buffers.actor[0] == seat and trial["decision"][0] == Decision.PICK_DICE:
        in_hand = trial["players"][0, seat]["group_of"].tolist()
        left = [_action_of(faces, die) for die in placement.dice if in_hand[die] == NO_GROUP]
        action = next(action for action in left if buffers.mask[0, action])
        step_batch(trial, np.array([action]), buffers)
        actions.append(action)
    return actions
