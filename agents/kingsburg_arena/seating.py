"""Loop of games: agents sit at a batch of games, and each is asked once a step about all its games.

Whoever plays games of agents uses this loop and adds only what it keeps of them.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.protocol import Actions, Agent, choose
from kingsburg_env import Buffers, Rules, new_games, ranking, reset, step_batch
from kingsburg_env.check import Games
from kingsburg_env.engine.answers import NO_ACTION
from kingsburg_env.engine.names import NOBODY
from kingsburg_env.engine.state import STATE

Ints = NDArray[np.int64]
Seats = NDArray[np.integer]


class Seating:
    """Agents seated at a batch of games.

    `games` and `buffers` are the batch, `step` counts the steps taken; `seats` may change between two steps.

    Args:
        agents: The agents, each once, wherever and however often it sits.
        seats: For each game and seat the agent, by its index in `agents`.
        rules: Rules of all games.
        seeds: Seed of each game.
        rngs: Random numbers of each agent; agents may share them.
        first: Number of the first game, by which agents are told of it.
        reward: Reward of all seats: "win", "rank", "vp_margin" or "vp_delta".
        with_log: Whether `buffers` keep the events of the last step.
    """

    def __init__(
        self,
        agents: Sequence[Agent],
        seats: Seats,
        rules: Rules,
        seeds: NDArray[np.uint64],
        rngs: Sequence[np.random.Generator],
        *,
        first: int = 0,
        reward: str = "win",
        with_log: bool = False,
    ) -> None:
        self.agents, self.seated, self.seats = agents, seats, seats.copy()
        self.rules, self.rngs, self.reward, self.first, self.step = rules, rngs, reward, first, 0
        self.games = new_games(len(seeds), rules, seeds)
        self.buffers = Buffers(len(seeds), with_log=with_log)
        reset(self.games, seeds, buffers=self.buffers)

    def play(self) -> Iterator[Actions]:
        """Play all games to their ends.

        Yields:
            The actions of each step before it is taken, -1 for games that are over; `buffers` show what they were chosen for,
            with the rewards and events of the step before.
        """
        self.begin()
        while np.any(self.buffers.actor != NOBODY):
            actions = self.choose_actions()
            yield actions
            step_batch(self.games, actions, self.buffers, reward=self.reward)
            self.step += 1
        self.end()

    def begin(self) -> None:
        """Tell every agent in which games and seats it begins."""
        for agent in np.unique(self.seated).tolist():
            rows, seats = np.nonzero(self.seated == agent)
            self.tell_begin(agent, self.first + rows, seats)

    def end(self) -> None:
        """Tell every agent how its games ended."""
        ranks = self.ranks()
        for agent in np.unique(self.seated).tolist():
            rows, seats = np.nonzero(self.seated == agent)
            self.tell_end(agent, self.first + rows, seats, ranks[rows, seats])

    def tell_begin(self, agent: int, games: Ints, seats: Ints) -> None:
        """Tell one agent in which games and seats it begins."""
        self.agents[agent].begin(games, seats, self.rules)

    def tell_end(self, agent: int, games: Ints, seats: Ints, ranks: Ints) -> None:
        """Tell one agent how its games ended."""
        self.agents[agent].end(games, seats, ranks)

    def ranks(self) -> Ints:
        """Rank the seats of each game; 1 wins."""
        return ranking(self.games)[:, : self.rules.num_players]

    def choose_actions(self) -> Actions:
        """Ask every agent about all its games, and return an action for each game that is not over."""
        actor = self.buffers.actor
        actions = np.full(len(actor), NO_ACTION, np.int64)
        rows = np.flatnonzero(actor != NOBODY)
        asked = self.seats[rows, actor[rows]]
        for agent in np.unique(asked).tolist():
            own = rows[asked == agent]
            actions[own] = self.ask(agent, own)
        return actions

    def ask(self, agent: int, rows: Ints) -> Actions:
        """Ask one agent about some games."""
        return ask(self.agents[agent], self.games, self.buffers, rows, self.rngs[agent])


def ask(agent: Agent, games: Games, buffers: Buffers, rows: Ints, rng: np.random.Generator) -> Actions:
    """Ask an agent about some games of a batch.

    Args:
        agent: The agent.
        games: The batch.
        buffers: What its seats see.
        rows: Which of the games; none of them is over.
        rng: The agent's random numbers.

    Returns:
        An action for each row.
    """
    # an agent that uses the engine looks at the games instead: spare the copies
    seen = rows[:0] if agent.uses_engine else rows
    return choose(agent, take(games, rows), buffers.observation[seen], buffers.mask[seen], rng)


def take(games: Games, rows: Ints) -> Games:
    """Copy some games of a batch."""
    # numpy copies structured arrays field by field; as bytes it is one move
    return games.view(np.uint8).reshape(len(games), -1)[rows].reshape(-1).view(STATE)


def win_shares(games: Games, seat: Ints) -> NDArray[np.float64]:
    """Return what a seat of each game won; a win is split among those who tie for it."""
    is_first = ranking(games) == 1
    return is_first[np.arange(len(games)), seat] / is_first.sum(axis=1)
