"""One seat's games: what a single learner meets, batched.

One transition is one decision of the learner.
The other seats answer in between, the rewards of that time are gathered, and the end is delivered to the learner.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kingsburg_env import kernels, text
from kingsburg_env.batch import IllegalActionError, as_seeds, keys_of, new_games
from kingsburg_env.engine.answers import NO_ACTION, masks_in
from kingsburg_env.engine.names import NOBODY
from kingsburg_env.engine.rules import Rules
from kingsburg_env.engine.state import INSIDE
from kingsburg_env.observation import OBSERVATION_SIZE, VIEW
from kingsburg_env.rewards import REWARD_CODES, unknown_reward

Opponent = str | Callable[[NDArray[np.float32], NDArray[np.int8]], Any]
"""A name of COMPILED, or a function of the observations and masks of several games that returns their actions."""

COMPILED = {"random": kernels.RANDOM, "first": kernels.FIRST}
"""Opponents that play inside compiled code, by name."""


def _seat_number(seat: int | str, num_players: int) -> int:
    """Read which seat the learner takes: its number, or NOBODY to draw one for each game."""
    if seat == "random":
        return NOBODY
    if isinstance(seat, int | np.integer) and not isinstance(seat, bool) and 0 <= seat < num_players:
        return int(seat)
    raise ValueError(f'seat={seat!r}: must be "random" or from 0 to {num_players - 1}')


def _code(opponent: Opponent, number: int) -> int:
    """Number an opponent: by its name, or beyond ASK by its place in the pool."""
    if callable(opponent):
        return kernels.ASK + 1 + number
    if opponent in COMPILED:
        return COMPILED[opponent]
    raise ValueError(
        f"opponent {opponent!r}: must be a function (observations, masks) -> actions or one of {list(COMPILED)}"
    )


class SeatGames:
    """A batch of games as one seat meets them; all arrays are used again and again.

    With exactly as many opponents as there are other seats, they sit in this order after the learner;
    from any other number of them, each seat's opponent is drawn anew for every game.

    - observation, mask: what the learner may know and do.
    - rewards, terminal: what the last step brought.
    - last_observation: of games that ended and were dealt anew in the same step.
    """

    def __init__(
        self,
        num_games: int,
        rules: Rules,
        opponents: Sequence[Opponent] = ("random",),
        seat: int | str = "random",
        reward: str = "win",
    ) -> None:
        if reward not in REWARD_CODES:
            raise unknown_reward(reward)
        if isinstance(opponents, str) or not opponents:
            raise ValueError(f"opponents={opponents!r}: must be a list of at least one opponent")
        self.games = new_games(num_games, rules)
        self._inside = self.games.view(INSIDE)
        self.table = np.zeros(num_games, kernels.PLACE)
        self.table["wanted_seat"] = _seat_number(seat, rules.num_players)
        self.pool = np.array([_code(opponent, number) for number, opponent in enumerate(opponents)], np.int64)
        self._asked = {_code(o, number): o for number, o in enumerate(opponents) if callable(o)}
        self._kind = REWARD_CODES[reward]
        self.observation = np.zeros((num_games, OBSERVATION_SIZE), np.float32)
        self.last_observation = np.zeros((num_games, OBSERVATION_SIZE), np.float32)
        self.mask = masks_in(self.table)
        self.rewards = np.zeros(num_games, np.float64)
        self.terminal = np.zeros(num_games, np.bool_)
        views = (self.observation.view(VIEW)[:, 0], self.last_observation.view(VIEW)[:, 0])
        self._written = (*views, self.rewards, self.terminal)

    @property
    def seats(self) -> NDArray[np.int64]:
        """Where the learner sits in each game."""
        return self.table["seat"]

    def reset(self, seed: int | ArrayLike) -> None:
        """Deal every game anew and play up to the learner's first question."""
        self.table["ticks"] = 0
        self._run(keys_of(as_seeds(seed, len(self.games))).view(np.int64), kernels.RESET, resets_at_once=True)
        self._ask_opponents(resets_at_once=True)

    def step(self, actions: ArrayLike, *, resets_at_once: bool) -> None:
        """Play the learner's answers, and on to its next question; ended games are dealt anew now or with the next step."""
        array = np.asarray(actions)
        if array.shape != self.rewards.shape or array.dtype.kind not in "iu":
            raise ValueError(
                f"actions: must be {len(self.games)} whole numbers, not {array.dtype} of shape {array.shape}"
            )
        self._run(np.ascontiguousarray(array, np.int64), kernels.STEP, resets_at_once=resets_at_once)
        self._ask_opponents(resets_at_once=resets_at_once)

    def _ask_opponents(self, *, resets_at_once: bool) -> None:
        """Let opponents outside compiled code answer, all games at once, until the learner is asked everywhere."""
        while self._asked:
            asked, seats = self.table["asked"], self.table["seat"]
            waiting = np.flatnonzero((asked != seats) & (asked != NOBODY))
            if not len(waiting):
                return
            codes = self.table["codes"][waiting, asked[waiting]]
            answers = np.full(len(self.games), NO_ACTION, np.int64)
            for code in np.unique(codes):
                rows = waiting[codes == code]
                answers[rows] = self._asked[int(code)](self.observation[rows], self.mask[rows])
            self._run(answers, kernels.ANSWER, resets_at_once=resets_at_once)

    def _run(self, numbers: NDArray[np.int64], mode: int, *, resets_at_once: bool) -> None:
        wrong = kernels.run_seat(
            self._inside, numbers, self.table, self.pool, *self._written, mode, resets_at_once, self._kind
        )
        if wrong != kernels.ALL_FINE:
            raise IllegalActionError(
                f"game {wrong}, {text.describe_illegal(self.games[wrong], int(numbers[wrong]))}"
            )
