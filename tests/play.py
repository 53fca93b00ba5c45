"""Playing games at random in several manners, so that rare corners of the game are reached too."""

from collections.abc import Iterator
from itertools import chain, combinations
from random import Random
from typing import Any

import numba
import numpy as np
from hypothesis import strategies as st

from kingsburg_env import Buffers, Rules, new_games, reset, step_batch
from kingsburg_env.engine.actions import BLOCKS, PASS
from kingsburg_env.engine.answers import masks_of
from kingsburg_env.engine.names import Decision, Effect
from kingsburg_env.engine.rules import MODULES

EDITIONS = ("second", "first")
PLAYERS = (2, 3, 4, 5)
MODULE_SETS = tuple(chain.from_iterable(combinations(MODULES, size) for size in range(len(MODULES) + 1)))
MANNERS = ("any", "busy", "builder", "soldier")

# Questions at which a builder keeps his goods.
SAVING = {Decision.RECRUIT, Decision.SMUGGLE, Decision.END_SEASON}


def choose(options: list[int], decision: int, manner: str, rng: Random) -> int:
    """Pick a legal action.

    Any: all alike. Busy: never passes. Builder: saves his goods and builds as far right as he can.
    Soldier: recruits whatever he can pay.
    """
    if manner != "any" and options[0] == PASS:
        if manner == "builder" and decision in SAVING:
            return PASS
        if manner == "builder" and decision == Decision.BUILD:
            return max(options[1:], key=lambda action: ((action - BLOCKS["build"].first) % 4, rng.random()))
        if manner != "soldier" or decision == Decision.RECRUIT or rng.random() < 0.7:
            options = options[1:]
    return options[int(rng.random() * len(options))]


class Table:
    """One game with its buffers; keeps the columns a test looks at, since numpy records are slow to read."""

    def __init__(self, games: Any, buffers: Buffers | None = None) -> None:
        self.games = games
        self.buffers = buffers or Buffers(1, with_log=True)
        self.actor, self.decision, self.answers = games["actor"], games["decision"], games["answers"][0]
        self.effect = games["effect"]
        self._length, self._events = self.buffers.logs["length"], self.buffers.logs["events"][0]
        self._action = np.zeros(1, np.int64)

    @classmethod
    def new(cls, rules: Rules, seed: int) -> "Table":
        """A new game at its first question, with the log of how it came there."""
        table = cls(new_games(1, rules, seed=seed))
        reset(table.games, seed, buffers=table.buffers)
        return table

    @property
    def is_over(self) -> bool:
        return self.decision.item(0) == Decision.NONE

    def options(self) -> list[int]:
        return np.flatnonzero(masks_of({"answers": self.answers})).tolist()

    def question(self) -> str:
        """What is asked, in words; of an effect "use" and its name."""
        decision = Decision(self.decision.item(0))
        word = f"USE_{Effect(self.effect.item(0)).name}" if decision == Decision.USE_EFFECT else decision.name
        return word.lower().replace("_", " ")

    def play(self, manner: str, rng: Random) -> int:
        """Answer the question in a manner; return the action."""
        action = choose(self.options(), self.decision.item(0), manner, rng)
        self.step(action)
        return action

    def step(self, action: int) -> None:
        self._action[0] = action
        step_batch(self.games, self._action, self.buffers)

    def events(self) -> Any:
        """The events since the last question."""
        assert not self.buffers.logs["is_full"][0]
        return self._events[: self._length.item(0)]


def walk(rules: Rules, seed: int, manner: str) -> Iterator[Table]:
    """Play a game, stopping at every question and at the end."""
    table, rng = Table.new(rules, seed), Random(seed)
    yield table
    while not table.is_over:
        table.play(manner, rng)
        yield table


def reach(rules: Rules, seed: int, manner: str, steps: int) -> Table:
    """Play so many decisions, or to the end if it comes first."""
    for step, table in enumerate(walk(rules, seed, manner)):
        if step == steps or table.is_over:
            return table
    raise AssertionError


def many(compiled: int, plain: int) -> int:
    """How many examples Hypothesis tries, or steps are played: plain Python is some hundred times slower."""
    return plain if numba.config.DISABLE_JIT else compiled


def name_of(rules: Rules) -> str:
    """Rules as a short name: "3-rows-army-first"."""
    parts = [str(rules.num_players), *rules.modules]
    parts += ["first"] * (rules.edition == "first") + ["group"] * (rules.plus_two == "group")
    parts += ["optional"] * rules.optional_effects
    return "-".join(parts) if len(parts) > 1 else f"{parts[0]}-base"


ALL_RULES = [
    Rules(num_players=players, edition=edition, modules=modules)
    for players in PLAYERS
    for modules in MODULE_SETS
    for edition in EDITIONS
]
"""Every number of players with every set of modules in both editions."""

EVERYTHING = ("rows", "governors", "army")

# What random games are drawn from.
seeds = st.integers(0, 2**64 - 1)
manners = st.sampled_from(MANNERS)
some_steps = st.integers(0, many(300, 12))
any_rules = st.builds(
    Rules,
    num_players=st.sampled_from(PLAYERS),
    edition=st.sampled_from(EDITIONS),
    modules=st.sampled_from(MODULE_SETS),
    plus_two=st.sampled_from(("season", "group")),
    optional_effects=st.booleans(),
)
