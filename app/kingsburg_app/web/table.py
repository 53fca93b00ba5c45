"""One game being played: its position, its moves so far, and what happened in words."""

import numpy as np

from kingsburg_app.game_file import PERSON, GameRecord
from kingsburg_env import Buffers, clone, new_games, reset, step_batch, text
from kingsburg_env.check import Games
from kingsburg_env.engine.names import NOBODY


class Table:
    """A game, its seats and its story. Moves go in; nothing here knows of networks or files."""

    def __init__(self, record: GameRecord) -> None:
        self.rules, self.seed, self.seats = record.rules, record.seed, record.seats
        self.games: Games = new_games(1, record.rules, record.seed)
        self.buffers = Buffers(1, with_log=True)
        self.actions: list[int] = []
        self.story: list[str] = []
        reset(self.games, record.seed, buffers=self.buffers)
        self._tell()
        for action in record.actions:
            self.play(action)

    @property
    def actor(self) -> int:
        """The seat asked, or NOBODY when the game is over."""
        return int(self.buffers.actor[0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == NOBODY

    @property
    def agent(self) -> str:
        """The agent that is asked, or "" if a person is, or nobody."""
        return PERSON if self.is_over else self.seats[self.actor]

    @property
    def has_people(self) -> bool:
        """Whether somebody of flesh and blood plays, from whom things must be hidden."""
        return PERSON in self.seats

    def is_legal(self, action: int) -> bool:
        """Tell whether an action answers the question on the table."""
        return bool(self.buffers.mask[0, action])

    def play(self, action: int) -> None:
        """Answer the question on the table."""
        step_batch(self.games, np.array([action], np.int64), self.buffers)
        self.actions.append(action)
        self._tell()

    def _tell(self) -> None:
        self.story += [text.describe_event(event) for event in self.buffers.log()]

    def copy_game(self) -> Games:
        """Copy the position, for whoever wants to think about it elsewhere."""
        return clone(self.games)

    def record(self) -> GameRecord:
        """Write the game down as it stands."""
        return GameRecord(self.rules, self.seed, self.seats, list(self.actions))
