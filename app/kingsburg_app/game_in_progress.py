"""A game in progress, for terminal and browser: rules, seats, seed and moves, and the position they lead to."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from kingsburg_app.saved_game import PERSON, SavedGame
from kingsburg_env import Buffers, new_games, reset, step_batch
from kingsburg_env.engine.names import NOBODY


class GameInProgress:
    """Play a game move by move.

    Args:
        saved: The game to go on with; its moves are played again from its seed.

    Raises:
        IllegalActionError: If the rules do not allow a move of `saved`; `actions` holds those before it.
    """

    def __init__(self, saved: SavedGame) -> None:
        self.rules, self.seed, self.seats = saved.rules, saved.seed, saved.seats
        self.games = new_games(1, saved.rules, saved.seed)
        self.buffers = Buffers(1, with_log=True)
        self._start()
        for action in saved.actions:
            self.play(action)

    def _start(self) -> None:
        reset(self.games, self.seed, buffers=self.buffers)
        self.actions: list[int] = []
        self.events: list[Any] = list(self.buffers.log().copy())
        """Everything that happened, oldest first."""
        self.seen = 0
        """How many events there were when a person moved last."""
        self._by_people: list[int] = []
        """The numbers of the moves that people made."""

    @property
    def actor(self) -> int:
        """The seat that is asked, or NOBODY when the game is over."""
        return int(self.buffers.actor[0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == NOBODY

    @property
    def agent(self) -> str:
        """The name of the agent that is asked; PERSON if a person is asked, or nobody."""
        return PERSON if self.is_over else self.seats[self.actor]

    @property
    def legal_actions(self) -> list[int]:
        """The actions the rules allow now, in rising order."""
        return np.flatnonzero(self.buffers.mask[0]).tolist()

    @property
    def saved(self) -> SavedGame:
        """The game as it can be saved."""
        return SavedGame(self.rules, self.seed, self.seats, list(self.actions))

    def play(self, action: int) -> None:
        """Play a move of the seat that is asked.

        Raises:
            IllegalActionError: If the rules do not allow it; nothing has changed.
        """
        is_persons = not self.is_over and self.agent == PERSON
        step_batch(self.games, np.array([action], np.int64), self.buffers)
        if is_persons:
            self._by_people.append(len(self.actions))
            self.seen = len(self.events)
        self.actions.append(action)
        self.events.extend(self.buffers.log().copy())

    def undo(self) -> bool:
        """Go back to the last question a person answered, with the same luck to come; return whether there was one."""
        if not self._by_people:
            return False
        kept = self.actions[: self._by_people[-1]]
        self._start()
        for action in kept:
            self.play(action)
        return True


def positions(saved: SavedGame) -> Iterator[GameInProgress]:
    """Play a saved game again and stop at every position; it is one game that moves on.

    Raises:
        IllegalActionError: At a move that the rules do not allow.
    """
    game = GameInProgress(saved._replace(actions=[]))
    yield game
    for action in saved.actions:
        game.play(action)
        yield game
