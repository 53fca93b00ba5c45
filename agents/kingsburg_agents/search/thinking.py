"""A search from question to answer: its budget, its settings, and the halving of the answers still in the race."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kingsburg_agents.first import First
from kingsburg_agents.heuristics.agent import Heuristic
from kingsburg_agents.protocol import Agent, EngineAgent
from kingsburg_agents.random import Random
from kingsburg_agents.registry import make
from kingsburg_agents.search.race import (
    ALL_SEASONS,
    BY_WEIGHTS,
    FIRST,
    LOOKAHEAD,
    NUM_RECORDS,
    RANDOM,
    RIVAL,
    ROOT,
    SEARCHER,
    SETTINGS,
    race,
)
from kingsburg_agents.search.tree import FIRST_QUESTION, MAX_DEPTH, TREE
from kingsburg_env.check import Games, as_games, check_values
from kingsburg_env.engine.names import Decision
from kingsburg_env.engine.state import INSIDE

DEFAULT_SIMS = 400
MAX_SIMS = 10_000_000
MAX_SECONDS = 3600
MAX_EXPLORE = 100
# How many simulations are played between two looks at the clock.
SLICE = 64

Answers = np.ndarray[tuple[int], np.dtype[np.int64]]


def check_range(name: str, value: object, low: float, high: float, kind: type = int) -> None:
    """Refuse a parameter that is no number, or out of its range."""
    allowed = (int, np.integer) if kind is int else (int, float, np.integer, np.floating)
    if isinstance(value, bool) or not isinstance(value, allowed) or not low <= value <= high:  # type: ignore[operator]
        word = "a whole number" if kind is int else "a number"
        raise ValueError(f"{name}={value!r}: must be {word} from {low} to {high}")


@dataclass(frozen=True)
class Budget:
    """How long a search may think: so many simulations (a few more, if there are more answers), or seconds, or both."""

    sims: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Check the ranges."""
        if self.sims is not None:
            check_range("sims", self.sims, 1, MAX_SIMS)
        if self.seconds is not None:
            check_range("seconds", self.seconds, 0.001, MAX_SECONDS, float)

    def slices(self, rounds: int, num_answers: int) -> Iterator[int]:
        """Cut one round of the race into numbers of passes over the answers, until its part of the budget is used."""
        sims = DEFAULT_SIMS if self.sims is None and self.seconds is None else self.sims
        passes = MAX_SIMS if sims is None else max(sims // rounds // num_answers, 1)
        if self.seconds is None:
            yield passes
            return
        end = time.perf_counter() + self.seconds / rounds
        step = max(SLICE // num_answers, 1)
        while passes > 0:
            yield min(step, passes)
            passes -= step
            if time.perf_counter() >= end:
                return


def policy_of(agent: Agent) -> tuple[int, Any] | None:
    """Find the compiled form of an agent, with its weights if it has any; None if it has no such form."""
    if isinstance(agent, Heuristic):
        return BY_WEIGHTS, agent.weights[0]
    if isinstance(agent, Random):
        return RANDOM, None
    return (FIRST, None) if isinstance(agent, First) else None


def policy_named(name: str) -> tuple[int, Any]:
    """Find the policy of playouts by name: `lookahead`, or an agent that has a compiled form."""
    found = (LOOKAHEAD, None) if name == "lookahead" else policy_of(make(str(name)))
    if found is None:
        raise ValueError(
            f"playout={name!r}: must be lookahead, random, first, or a heuristic such as adaptive"
        )
    return found


@dataclass(frozen=True)
class Manner:
    """How a search goes about it."""

    depth: int
    seasons: int
    explore: float = 0.5
    playout: str = "lookahead"
    model: Agent | None = None
    """Who the rivals are thought to be; None: anybody, who chooses what is best for himself."""

    def __post_init__(self) -> None:
        """Check the ranges, and that the playout's player is known."""
        check_range("depth", self.depth, 1, MAX_DEPTH)
        check_range("seasons", self.seasons, 1, ALL_SEASONS)
        check_range("c", self.explore, 0, MAX_EXPLORE, float)
        policy_named(self.playout)

    def settings(self, seed: np.uint64) -> Any:
        """Write it down for compiled code."""
        settings = np.zeros(1, SETTINGS)
        settings["seed"], settings["explore"] = seed, self.explore
        settings["depth"], settings["seasons"] = self.depth, self.seasons
        own = policy_named(self.playout)
        model = None if self.model is None else policy_of(self.model)
        settings["follows_model"] = model is not None
        for who, (policy, weights) in ((SEARCHER, own), (RIVAL, model or own)):
            settings["policy"][0, who] = policy
            if weights is not None:
                settings["weights"][0, who] = weights
        return settings


class Searcher(EngineAgent):
    """Answers with the winner of a race between all legal answers."""

    is_slow = True

    def __init__(self, budget: Budget, manner: Manner) -> None:
        self.budget, self.manner = budget, manner

    def act_on(self, game: Games, rng: np.random.Generator) -> int:
        """Answer the question of one game."""
        return decide(game, rng, self.budget, self.manner)


def decide(game: Games, rng: np.random.Generator, budget: Budget, manner: Manner) -> int:
    """Let all answers to a question race: simulate them all alike, keep the better half, and again, until one is left.

    All luck comes from the generator: what the game hides plays no part.
    """
    table = as_table(game)
    settings = manner.settings(rng.integers(1 << 63, dtype=np.uint64))
    trees = np.empty(1, TREE)
    trees["num_nodes"] = 0
    race(table, settings, trees, 0)
    answers = np.arange(FIRST_QUESTION + 1, trees["num_nodes"][0])
    rounds = math.ceil(math.log2(len(answers)))
    while len(answers) > 1:
        for passes in budget.slices(rounds, len(answers)):
            race(table, settings, trees, passes)
        answers = keep_better_half(trees["nodes"][0], answers, int(game["actor"][0]))
    return int(trees["nodes"]["action"][0, answers[0]])


def as_table(game: Games) -> Games:
    """Check a game and put it where compiled code expects it."""
    if len(as_games(game)) != 1:
        raise ValueError(f"game: must be one game, not {len(game)}")
    check_values(game)
    if game["decision"][0] == Decision.NONE:
        raise ValueError("game: is over, nobody is asked")
    table = np.zeros(NUM_RECORDS, INSIDE)
    table[ROOT : ROOT + 1] = game.view(INSIDE)
    return table


def keep_better_half(nodes: Any, answers: Answers, seat: int) -> Answers:
    """Drop the answers that have done worse for a seat; the best comes first."""
    means = nodes["value"][answers, seat] / nodes["visits"][answers]
    order = np.argsort(-means, kind="stable")
    kept = answers[order[: (len(answers) + 1) // 2]]
    nodes["in_race"][answers] = np.isin(answers, kept)
    return kept
