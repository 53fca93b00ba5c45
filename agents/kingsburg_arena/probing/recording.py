"""Record every decision of an agent in duplicate games, and what another agent would have chosen instead."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.protocol import Actions, Agent, Masks, Observations, choose
from kingsburg_arena.play import take
from kingsburg_env import Buffers, Rules, new_games, ranking, reset, step_batch
from kingsburg_env.check import Games
from kingsburg_env.engine.names import NOBODY
from kingsburg_env.engine.play import NO_ACTION
from kingsburg_env.reckoning import season_of

Ints = NDArray[np.int64]


class StepRecord(NamedTuple):
    """Decisions of one step, a row for each game in which the agent was asked."""

    game: Ints
    season: Ints
    decision: Ints
    observation: Observations
    mask: Masks
    action: Actions
    other: Actions


@dataclass(frozen=True, eq=False)
class DecisionRecord:
    """Decisions of an agent, one row each, in the order of play within each game.

    - season: the productive season that had begun last, 1 to 15; 0 before the first.
    - decision: the question, a `Decision`.
    - action, other: what the agent chose, and what the other one would have chosen.
    - won: the agent's share of the win of that game.
    """

    rules: Rules
    game: Ints
    season: Ints
    decision: Ints
    observation: Observations
    mask: Masks
    action: Actions
    other: Actions
    won: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.game)


def record_decisions(agent: Agent, other: Agent, rules: Rules, blocks: int, seed: int = 0) -> DecisionRecord:
    """Play the agent once in every seat of every block, the other one in all seats around it, and record its decisions.

    Args:
        agent: The agent whose decisions are recorded.
        other: Plays at the other seats, and is asked what it would choose instead.
        rules: Rules of the games.
        blocks: Number of seeds, at least 1.
        seed: First of the seeds, and seed of the agents' random numbers.

    Returns:
        The decisions, a row each.

    Raises:
        ValueError: `blocks` is less than 1.
    """
    if blocks < 1:
        raise ValueError(f"blocks={blocks}: must be at least 1")
    players = rules.num_players
    games, buffers = new_games(blocks * players, rules), Buffers(blocks * players)
    reset(games, np.repeat(seed + np.arange(blocks), players), buffers=buffers)
    own_seat = np.tile(np.arange(players), blocks)
    rng, steps = np.random.default_rng(seed), []
    while np.any(buffers.actor != NOBODY):
        actions = _ask(other, games, buffers, np.flatnonzero(buffers.actor != NOBODY), rng)
        own = np.flatnonzero(buffers.actor == own_seat)
        if len(own):
            chosen = _ask(agent, games, buffers, own, rng)[own]
            steps.append(_step_record(games, buffers, own, chosen, actions[own]))
            actions[own] = chosen
        step_batch(games, actions, buffers)
    return _bind(rules, steps, _wins(games, own_seat))


def _ask(agent: Agent, games: Games, buffers: Buffers, rows: Ints, rng: np.random.Generator) -> Actions:
    """Ask an agent about some games; the others get no action."""
    actions = np.full(len(games), NO_ACTION, np.int64)
    actions[rows] = choose(agent, take(games, rows), buffers.observation[rows], buffers.mask[rows], rng)
    return actions


def _step_record(games: Games, buffers: Buffers, rows: Ints, action: Actions, other: Actions) -> StepRecord:
    asked = games[rows]
    return StepRecord(
        rows,
        season_of(asked),
        asked["decision"].astype(np.int64),
        buffers.observation[rows],
        buffers.mask[rows],
        action,
        other,
    )


def _wins(games: Games, own_seat: Ints) -> NDArray[np.float64]:
    """Return the share of each win, split among those who tie for it."""
    is_first = ranking(games) == 1
    return is_first[np.arange(len(games)), own_seat] / is_first.sum(axis=1)


def _bind(rules: Rules, steps: list[StepRecord], won: NDArray[np.float64]) -> DecisionRecord:
    """Join the steps, game by game."""
    game, *rest = (np.concatenate(column) for column in zip(*steps, strict=True))
    by_game = np.argsort(game, kind="stable")
    columns = [column[by_game] for column in rest]
    return DecisionRecord(rules, game[by_game], *columns, won=won[game[by_game]])
