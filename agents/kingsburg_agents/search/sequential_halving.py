"""A search from decision to action: its budget, its settings, and sequential halving of the candidates at the root."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kingsburg_agents.first import First
from kingsburg_agents.heuristics.agent import Heuristic
from kingsburg_agents.network.exact_math import write_logs
from kingsburg_agents.network.forward_pass import NO_NETWORK, Network, with_room
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
    OPPONENT,
    RANDOM,
    ROOT,
    SEARCHER,
    SETTINGS,
    run_simulations,
)
from kingsburg_agents.search.tree import MAX_DEPTH, ROOT_NODE, TREE
from kingsburg_env.check import Games, as_games, check_values
from kingsburg_env.engine.names import Decision
from kingsburg_env.engine.state import INSIDE

DEFAULT_SIMS = 400
MAX_SIMS = 10_000_000
MAX_SECONDS = 3600
MAX_C_PUCT = 100
# How many simulations are played between two looks at the clock.
SLICE = 64

# Of the actions at the root, a network's likeliest are simulated, and none it nearly rules out;
# the likeliest of all actions is likelier than that.
MAX_LIKELY = 16
LEAST_LIKELY = 0.003
# How many simulations a network's prior is worth.
PRIOR_WEIGHT = 50

# Who plays in playouts and is no agent.
NAMED_POLICIES = {"lookahead": LOOKAHEAD, "net": BY_NETWORK}

Children = np.ndarray[tuple[int], np.dtype[np.int64]]


def check_range(name: str, value: object, low: float, high: float, kind: type = int) -> None:
    """Refuse a parameter that is no number, or out of its range."""
    allowed = (int, np.integer) if kind is int else (int, float, np.integer, np.floating)
    if isinstance(value, bool) or not isinstance(value, allowed) or not low <= value <= high:  # type: ignore[operator]
        word = "a whole number" if kind is int else "a number"
        raise ValueError(f"{name}={value!r}: must be {word} from {low} to {high}")


@dataclass(frozen=True)
class Budget:
    """The budget of one decision: simulations (a few more, if there are more actions), or seconds, or both."""

    sims: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Check the ranges."""
        if self.sims is not None:
            check_range("sims", self.sims, 1, MAX_SIMS)
        if self.seconds is not None:
            check_range("seconds", self.seconds, 0.001, MAX_SECONDS, float)

    def slices(self, rounds: int, num_candidates: int) -> Iterator[int]:
        """Cut one round of halving into numbers of passes over the candidates, until its part of the budget is used."""
        sims = DEFAULT_SIMS if self.sims is None and self.seconds is None else self.sims
        passes = MAX_SIMS if sims is None else max(sims // rounds // num_candidates, 1)
        if self.seconds is None:
            yield passes
            return
        end = time.perf_counter() + self.seconds / rounds
        step = max(SLICE // num_candidates, 1)
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
class SearchSettings:
    """The settings of a search."""

    depth: int
    seasons: int
    c_puct: float = 0.5
    playout: str = "lookahead"
    net: Network | None = None
    """Network of the prior and of the values of leaves; None: a heuristic and points."""
    model: Agent | None = None
    """Model of the opponents; None: they choose what is best for themselves."""

    def __post_init__(self) -> None:
        """Check the ranges, and that the playout's player is known."""
        check_range("depth", self.depth, 1, MAX_DEPTH)
        check_range("seasons", self.seasons, 0, ALL_SEASONS)
        check_range("c", self.c_puct, 0, MAX_C_PUCT, float)
        if policy_named(self.playout)[0] == BY_NETWORK and self.net is None:
            raise ValueError(f"playout={self.playout!r}: must come with net=, the network that is to play")

    def as_record(self, seed: np.uint64) -> Any:
        """Return the record for compiled code."""
        record = np.zeros(1, SETTINGS)
        record["seed"], record["c_puct"] = seed, self.c_puct
        record["depth"], record["seasons"] = self.depth, self.seasons
        record["has_network_value"] = self.net is not None
        own = policy_named(self.playout)
        model = None if self.model is None else policy_of(self.model)
        record["follows_model"] = model is not None
        for who, (policy, weights) in ((SEARCHER, own), (OPPONENT, model or own)):
            record["policy"][0, who] = policy
            if weights is not None:
                record["weights"][0, who] = weights
        return record


class Searcher(EngineAgent):
    """Plays the action that is left after sequential halving of all legal actions."""

    is_slow = True

    def __init__(self, budget: Budget, settings: SearchSettings) -> None:
        self.budget, self.settings = budget, settings

    def act_on(self, game: Games, rng: np.random.Generator) -> int:
        """Choose an action for one game."""
        return decide(game, rng, self.budget, self.settings)


def decide(game: Games, rng: np.random.Generator, budget: Budget, settings: SearchSettings) -> int:
    """Choose an action by sequential halving: simulate all alike, keep the better half, and again, until one is left.

    All luck comes from the generator: what the game hides plays no part.
    """
    records = as_records(game)
    net = NO_NETWORK if settings.net is None else with_room(settings.net)
    record = settings.as_record(rng.integers(1 << 63, dtype=np.uint64))
    trees = np.empty(1, TREE)
    trees["num_nodes"] = 0
    run_simulations(records, record, trees, net, 0)
    nodes, seat = trees["nodes"][0], int(game["actor"][0])
    candidates = np.arange(ROOT_NODE + 1, trees["num_nodes"][0])
    if settings.net is not None:
        candidates = keep_likely(nodes, candidates)
    rounds = (len(candidates) - 1).bit_length()
    while len(candidates) > 1:
        for passes in budget.slices(rounds, len(candidates)):
            run_simulations(records, record, trees, net, passes)
        candidates = keep_better_half(nodes, candidates, seat, counts_prior=settings.net is not None)
    return int(nodes["action"][candidates[0]])


def as_records(game: Games) -> Games:
    """Check a game and return the records compiled code works on."""
    if len(as_games(game)) != 1:
        raise ValueError(f"game: must be one game, not {len(game)}")
    check_values(game)
    if game["decision"][0] == Decision.NONE:
        raise ValueError("game: is over, nobody is asked")
    records = np.zeros(NUM_RECORDS, INSIDE)
    records[ROOT : ROOT + 1] = game.view(INSIDE)
    return records


def keep_likely(nodes: Any, candidates: Children) -> Children:
    """Drop the candidates of small prior; there is always one of larger."""
    order = np.argsort(-nodes["prior"][candidates], kind="stable")
    kept = candidates[order[:MAX_LIKELY]]
    kept = kept[nodes["prior"][kept] >= LEAST_LIKELY]
    nodes["is_candidate"][candidates] = np.isin(candidates, kept)
    return kept


def keep_better_half(nodes: Any, candidates: Children, seat: int, *, counts_prior: bool) -> Children:
    """Drop the candidates that have done worse for a seat; the best comes first.

    A network's prior counts like simulations made before: the more were made since, the less it weighs.
    """
    means = nodes["value"][candidates, seat] / nodes["visits"][candidates]
    if counts_prior:
        logits = nodes["prior"][candidates]
        write_logs(logits)
        means += logits / (PRIOR_WEIGHT + nodes["visits"][candidates])
    order = np.argsort(-means, kind="stable")
    kept = candidates[order[: (len(candidates) + 1) // 2]]
    nodes["is_candidate"][candidates] = np.isin(candidates, kept)
    return kept
