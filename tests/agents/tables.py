"""Tables of agents that the tests of agents share."""

from typing import Any

import numpy as np

from kingsburg_agents.protocol import Agent, choose
from kingsburg_env import Buffers, Rules, clone, legal, new_games, observe, ranking, scores, step_batch
from kingsburg_env.engine.play import NO_ACTION
from tests.random_play import join


def answers_of(agent: Agent, games: Any, rng: np.random.Generator) -> Any:
    """Let an agent answer in the form it declares; a game that is over gets no action."""
    actions = np.full(len(games), NO_ACTION, np.int64)
    asked = np.flatnonzero(games["actor"] >= 0)
    if len(asked):
        batch = np.ascontiguousarray(games[asked])
        actions[asked] = choose(agent, batch, observe(batch, batch["actor"]), legal(batch), rng)
    return actions


def play_table(agents: list[Agent], rules: Rules, blocks: int, seed: int) -> tuple[Any, Any]:
    """Play every seed with every rotation of the agents; return win shares and VP, a row a game, a column an agent."""
    players = len(agents)
    rotation = np.tile(np.arange(players), blocks)
    seeds = np.repeat(np.arange(seed, seed + blocks, dtype=np.uint64), players)
    games = new_games(len(seeds), rules, seed=seeds)
    buffers, rng = Buffers(len(games)), np.random.default_rng(seed)
    while (games["actor"] >= 0).any():
        actions = np.full(len(games), NO_ACTION, np.int64)
        whose = (games["actor"] + rotation) % players
        for at, agent in enumerate(agents):
            asked = np.flatnonzero((games["actor"] >= 0) & (whose == at))
            actions[asked] = answers_of(agent, games[asked], rng)
        step_batch(games, actions, buffers)
    ranks = ranking(games)[:, :players]
    shares = (ranks == 1) / (ranks == 1).sum(axis=1, keepdims=True)
    seats, rows = (np.arange(players) - rotation[:, None]) % players, np.arange(len(games))[:, None]
    return shares[rows, seats], scores(games)[rows, seats]


def positions_of(agent: Agent, rules: Rules, count: int, every: int, seed: int = 0) -> Any:
    """Collect positions of games in which every seat plays like this agent: each `every`-th question."""
    games, buffers, rng = new_games(count, rules, seed=seed), Buffers(count), np.random.default_rng(seed)
    found, step = [clone(games)], 0
    while (games["actor"] >= 0).any():
        step_batch(games, answers_of(agent, games, rng), buffers)
        step += 1
        if step % every == 0:
            found.append(clone(games))
    positions = join(found)
    return positions[positions["actor"] >= 0]
