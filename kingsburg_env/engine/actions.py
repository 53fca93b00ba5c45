"""The action space: one flat numbering, laid out once, the same for every number of players and every module.

A decision offers actions of one block, and PASS where the rules allow it.
Bundles of goods are one block for gains, losses and payments: a mix of goods is always the same action.
"""

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from kingsburg_env.engine.names import (
    DIE_SIDES,
    NUM_ADVISORS,
    NUM_BUILDINGS,
    NUM_CHANGES,
    NUM_GOODS,
    NUM_GOVERNORS,
    NUM_MODIFIERS,
    NUM_REROLLS,
    NUM_TOKEN_VALUES,
    NUM_TRADES,
    Decision,
)

MAX_BUNDLE = 4

_MIXES = [
    mix for size in range(1, MAX_BUNDLE + 1) for mix in combinations_with_replacement(range(NUM_GOODS), size)
]

BUNDLES = np.array([[mix.count(good) for good in range(NUM_GOODS)] for mix in _MIXES], np.int16)
"""How much gold, wood and stone a bundle holds; smaller bundles first."""
BUNDLES.setflags(write=False)
NUM_BUNDLES = len(BUNDLES)

BUNDLE_START = np.array([sum(len(mix) < size for mix in _MIXES) for size in range(MAX_BUNDLE + 2)], np.int64)
"""The bundles of a size stand from BUNDLE_START[size] up to, not including, BUNDLE_START[size + 1]."""
BUNDLE_START.setflags(write=False)


class Block(NamedTuple):
    """A run of actions that answer one kind of question."""

    first: int
    size: int

    @property
    def end(self) -> int:
        """The first action after the block."""
        return self.first + self.size


def _lay_out(**sizes: int) -> tuple[dict[str, Block], int]:
    blocks, first = {}, 0
    for name, size in sizes.items():
        blocks[name] = Block(first, size)
        first += size
    return blocks, first


BLOCKS, NUM_ACTIONS = _lay_out(
    pass_=1,
    governor=NUM_GOVERNORS,
    bless=1,
    reroll=NUM_REROLLS,
    change=NUM_CHANGES,
    influence=NUM_MODIFIERS * NUM_ADVISORS,
    own_die=DIE_SIDES,
    bonus_die=DIE_SIDES,
    duke=1,
    goods=NUM_BUNDLES,
    recruit_token=1,
    build=NUM_BUILDINGS,
    trade=NUM_TRADES,
    army_token=NUM_TOKEN_VALUES,
    use_effect=1,
)

PASS = BLOCKS["pass_"].first
BLESS = BLOCKS["bless"].first
DUKE = BLOCKS["duke"].first
RECRUIT_TOKEN = BLOCKS["recruit_token"].first
GOVERNOR = BLOCKS["governor"].first
REROLL = BLOCKS["reroll"].first
CHANGE = BLOCKS["change"].first
INFLUENCE = BLOCKS["influence"].first
OWN_DIE = BLOCKS["own_die"].first
BONUS_DIE = BLOCKS["bonus_die"].first
GOODS = BLOCKS["goods"].first
BUILD = BLOCKS["build"].first
TRADE = BLOCKS["trade"].first
ARMY_TOKEN = BLOCKS["army_token"].first
USE_EFFECT = BLOCKS["use_effect"].first

# Which blocks answer which question, apart from PASS; the blocks of one question stand side by side.
ANSWERS: dict[Decision, tuple[str, ...]] = {
    Decision.NONE: (),
    Decision.PICK_GOVERNOR: ("governor",),
    Decision.TAKE_GOODS: ("goods",),
    Decision.SORCERY: ("build",),
    Decision.BLESS: ("bless",),
    Decision.REROLL: ("reroll", "change"),
    Decision.CHANGE: ("change",),
    Decision.INFLUENCE: ("influence",),
    Decision.PICK_DICE: ("own_die", "bonus_die"),
    Decision.MOVE_TO_DUCHESS: ("duke",),
    Decision.ALCHEMY: ("goods",),
    Decision.SMUGGLE: ("goods",),
    Decision.BUILD: ("build",),
    Decision.SAVE_GOOD: ("goods",),
    Decision.END_SEASON: ("trade",),
    Decision.RECRUIT: ("goods", "recruit_token"),
    Decision.COMMIT_TOKEN: ("army_token",),
    Decision.LOSE_GOODS: ("goods",),
    Decision.USE_EFFECT: ("use_effect",),
}
