"""A search from question to answer: its budget, its settings, and the halving of the answers still in the race."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kingsburg_agents.first import First
from kingsburg_agents.heuristics.agent import Heuristic
from kingsburg_agents.network.compiled import NO_NETWORK, Network, with_room
from kingsburg_agents.protocol import Agent, EngineAgent
from kingsburg_agents.random import Random
from kingsburg_agents.registry import make
from kingsburg_agents.search.ismcts import (
    ALL_SEASONS,
    BY_NETWORK,
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

# Of the answers to the question asked, a network's likeliest are simulated, and none it nearly rules out;
# the likeliest of all actions is likelier than that.
MAX_LIKELY = 16
LEAST_LIKELY = 0.003
# How many simulations a network's odds are worth.
ODDS_WEIGHT = 50

# Who plays in playouts and is no agent.
NAMED_POLICIES = {"lookahead": LOOKAHEAD, "net": BY_NETWORK}

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
    """Find the policy of playouts by name: `lookahead`, `net`, or an agent that has a compiled form."""
    if name in NAMED_POLICIES:
        return NAMED_POLICIES[name], None
    found = policy_of(make(str(name)))
    if found is None:
        raise ValueError(
            f"playout={name!r}: must be lookahead, net, random, first, or a heuristic such as adaptive"
        )
    return found


@dataclass(frozen=True)
class Manner:
    """How a search goes about it."""

    depth: int
    seasons: int
    explore: float = 0.5
    playout: str = "lookahead"
    net: Network | None = None
    """Whose odds guide the search, and who judges positions; None: a heuristic and points."""
    model: Agent | None = None
    """Who the rivals are thought to be; None: anybody, who chooses what is best for himself."""

    def __post_init__(self) -> None:
        """Check the ranges, and that the playout's player is known."""
        check_range("depth", self.depth, 1, MAX_DEPTH)
        check_range("seasons", self.seasons, 0, ALL_SEASONS)
        check_range("c", self.explore, 0, MAX_EXPLORE, float)
        if policy_named(self.playout)[0] == BY_NETWORK and self.net is None:
            raise ValueError(f"playout={self.playout!r}: must come with net=, the network that is to play")

    def settings(self, seed: np.uint64) -> Any:
        """Write it down for compiled code."""
        settings = np.zeros(1, SETTINGS)
        settings["seed"], settings["explore"] = seed, self.explore
        settings["depth"], settings["seasons"] = self.depth, self.seasons
        settings["judges_by_network"] = self.net is not None
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
    net = NO_NETWORK if manner.net is None else with_room(manner.net)
    settings = manner.settings(rng.integers(1 << 63, dtype=np.uint64))
    trees = np.empty(1, TREE)
    trees["num_nodes"] = 0
    race(table, settings, trees, net, 0)
    nodes, seat = trees["nodes"][0], int(game["actor"][0])
    answers = np.arange(FIRST_QUESTION + 1, trees["num_nodes"][0])
    if manner.net is not None:
        answers = keep_likely(nodes, answers)
    rounds = math.ceil(math.log2(len(answers)))
    while len(answers) > 1:
        for passes in budget.slices(rounds, len(answers)):
            race(table, settings, trees, net, passes)
        answers = keep_better_half(nodes, answers, seat, counts_odds=manner.net is not None)
    return int(nodes["action"][answers[0]])


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


def keep_likely(nodes: Any, answers: Answers) -> Answers:
    """Drop the answers of which the network thinks little; there is always one it thinks something of."""
    order = np.argsort(-nodes["prior"][answers], kind="stable")
    kept = answers[order[:MAX_LIKELY]]
    kept = kept[nodes["prior"][kept] >= LEAST_LIKELY]
    nodes["in_race"][answers] = np.isin(answers, kept)
    return kept


def keep_better_half(nodes: Any, answers: Answers, seat: int, *, counts_odds: bool) -> Answers:
    """Drop the answers that have done worse for a seat; the best comes first.

    A network's odds count like simulations made before: the more were made since, the less they weigh.
    """
    means = nodes["value"][answers, seat] / nodes["visits"][answers]
    if counts_odds:
        means += np.log(nodes["prior"][answers]) / (ODDS_WEIGHT + nodes["visits"][answers])
    order = np.argsort(-means, kind="stable")
    kept = answers[order[: (len(answers) + 1) // 2]]
    nodes["in_race"][answers] = np.isin(answers, kept)
    return kept
