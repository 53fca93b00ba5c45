"""One seat's games: what a single learner meets, batched.

One transition is one decision of the learner.
The other seats answer in between, the rewards of that time are gathered, and the end is delivered to the learner.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kingsburg_env import kernels, text
from kingsburg_env.batch import IllegalActionError, as_seeds, keys_of, new_games
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import MAX_PLAYERS, NOBODY
from kingsburg_env.engine.rules import Rules
from kingsburg_env.observation import OBSERVATION_SIZE, VIEW
from kingsburg_env.rewards import REWARD_CODES

COMPILED = {"random": kernels.RANDOM, "first": kernels.FIRST}
"""Opponents that play inside compiled code, by name."""


def seat_number(seat: int | str, num_players: int) -> int:
    """Read which seat the learner takes: its number, or NOBODY to draw one for each game."""
    if seat == "random":
        return NOBODY
    if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < num_players:
        return seat
    raise ValueError(f'seat={seat!r}: must be "random" or from 0 to {num_players - 1}')


class SeatGames:
    """A batch of games as one seat meets them; all arrays are used again and again.

    - observation, mask: what the learner may know and do.
    - rewards, terminal: what the last step brought.
    - last_observation: of games that ended and were dealt anew in the same step.
    - seats: where the learner sits in each game.
    """

    def __init__(self, num_games: int, rules: Rules, opponents: Sequence[str], seat: int | str, reward: str) -> None:
        if reward not in REWARD_CODES:
            raise ValueError(f"reward={reward!r}: must be one of {', '.join(map(repr, REWARD_CODES))}")
        self.games = new_games(num_games, rules)
        self.seat = seat_number(seat, rules.num_players)
        self.kind = REWARD_CODES[reward]
        self.codes = np.resize([COMPILED[name] for name in opponents], MAX_PLAYERS).astype(np.int64)
        self.ticks = np.zeros(num_games, np.int64)
        self.seats = np.zeros(num_games, np.int64)
        self.observation = np.zeros((num_games, OBSERVATION_SIZE), np.float32)
        self.last_observation = np.zeros((num_games, OBSERVATION_SIZE), np.float32)
        self.mask = np.zeros((num_games, NUM_ACTIONS), np.int8)
        self.rewards = np.zeros(num_games, np.float64)
        self.terminal = np.zeros(num_games, np.bool_)
        self._views = (self.observation.view(VIEW)[:, 0], self.last_observation.view(VIEW)[:, 0])

    def reset(self, seed: int | ArrayLike) -> None:
        """Deal every game anew and play up to the learner's first question."""
        self.ticks[:] = 0
        self._run(keys_of(as_seeds(seed, len(self.games))).view(np.int64), kernels.RESET)

    def step(self, actions: NDArray[np.int64], *, reset_at_once: bool) -> None:
        """Play the learner's answers and up to its next question; ended games are dealt anew now or with the next step."""
        actions = np.ascontiguousarray(actions, np.int64)
        if actions.shape != (len(self.games),):
            raise ValueError(f"actions: must have shape ({len(self.games)},), not {actions.shape}")
        wrong = self._run(actions, kernels.STEP_AND_RESET if reset_at_once else kernels.STEP)
        if wrong != kernels.ALL_FINE:
            raise IllegalActionError(f"game {wrong}, {text.describe_illegal(self.games[wrong], int(actions[wrong]))}")

    def _run(self, numbers: NDArray[np.int64], mode: int) -> int:
        return kernels.run_seat(
            self.games,
            numbers,
            self.ticks,
            self.seats,
            self.codes,
            *self._views,
            self.mask,
            self.rewards,
            self.terminal,
            self.seat,
            mode,
            self.kind,
        )
