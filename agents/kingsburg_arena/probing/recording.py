"""Record every decision of an agent in duplicate games, and what another agent would have chosen instead."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.protocol import Actions, Agent, Masks, Observations
from kingsburg_arena.seating import Seating, win_shares
from kingsburg_env import Rules
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
    own_seat = np.tile(np.arange(players), blocks)
    seats = (np.arange(players) != own_seat[:, None]).astype(np.int64)
    seeds = np.repeat(np.arange(seed, seed + blocks).astype(np.uint64), players)
    seating = Seating([agent, other], seats, rules, seeds, [np.random.default_rng(seed)] * 2)
    steps = []
    for actions in seating.play():
        own = np.flatnonzero(seating.buffers.actor == own_seat)
        if len(own):
            steps.append(_step_record(seating, own, actions[own]))
    return _bind(rules, steps, win_shares(seating.games, own_seat))


def _step_record(seating: Seating, rows: Ints, action: Actions) -> StepRecord:
    """Record what was decided in some games, and what the other agent would have chosen there."""
    games, buffers = seating.games[rows], seating.buffers
    seen, mask = buffers.observation[rows], buffers.mask[rows]
    other = seating.ask(1, rows)
    return StepRecord(rows, season_of(games), games["decision"].astype(np.int64), seen, mask, action, other)


def _bind(rules: Rules, steps: list[StepRecord], won: NDArray[np.float64]) -> DecisionRecord:
    """Join the steps, game by game."""
    game, *rest = (np.concatenate(column) for column in zip(*steps, strict=True))
    by_game = np.argsort(game, kind="stable")
    columns = [column[by_game] for column in rest]
    return DecisionRecord(rules, game[by_game], *columns, won=won[game[by_game]])
