"""One seat's games: what a single learner meets, batched.

One transition is one decision of the learner.
The other seats answer in between, the rewards of that time are gathered, and the end is delivered to the learner.
"""

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import ArrayLike, NDArray

from kingsburg_env import kernels
from kingsburg_env.batch import IllegalActionError, as_actions, as_seeds, illegal_action, keys_of, new_games
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.answers import NO_ACTION, masks_in
from kingsburg_env.engine.events import LOG
from kingsburg_env.engine.jit import bound
from kingsburg_env.engine.names import NOBODY
from kingsburg_env.engine.rules import Rules
from kingsburg_env.engine.state import INSIDE
from kingsburg_env.observation import OBSERVATION_SIZE, VIEW
from kingsburg_env.rewards import reward_code
from kingsburg_env.threads import Slices

Opponent = str | Callable[..., Any]
"""A name of COMPILED, or a function of the observations and masks of several games that returns their actions.

One with an attribute `wants_games` that is true is called with copies of the games before them; it has to redeal them itself.
One with a method `reseed` is given the seed of every reset and its number, so that the same seed is the same game.
"""

COMPILED = {"random": kernels.RANDOM, "first": kernels.FIRST}
"""Opponents that play inside compiled code, by name."""


def _seat_number(seat: int | str, num_players: int) -> int:
    """Read which seat the learner takes: its number, or NOBODY to draw one for each game."""
    if isinstance(seat, str) and seat == "random":
        return NOBODY
    if isinstance(seat, int | np.integer) and not isinstance(seat, bool) and 0 <= seat < num_players:
        return int(seat)
    raise ValueError(f'seat={seat!r}: must be "random" or from 0 to {num_players - 1}')


def _code(opponent: Opponent, number: int) -> int:
    """Number an opponent: by its name, or beyond ASK by its place in the pool."""
    if callable(opponent):
        return kernels.ASK + 1 + number
    if isinstance(opponent, str) and opponent in COMPILED:
        return COMPILED[opponent]
    raise ValueError(
        f"opponent {opponent!r}: must be one of {list(COMPILED)}, a function (observations, masks) -> actions,"
        " or kingsburg_agents.Opponent with the name of an agent"
    )


def as_opponents(opponents: Sequence[Opponent]) -> Sequence[Opponent]:
    """Refuse what is not a list of opponents."""
    if not isinstance(opponents, list | tuple) or not opponents:
        raise ValueError(f"opponents={opponents!r}: must be a list of at least one opponent")
    return opponents


# What is laid over other arrays, and made anew rather than copied.
VIEWS = ("mask", "seats", "asked", "_inside", "_parts")


@functools.cache
def compiled_run_seat() -> Any:
    """Return `kernels.run_seat` for the arrays of `SeatGames`, whose types never change."""
    games = SeatGames(1, Rules())
    inside, table, written = games._parts[0]  # noqa: SLF001 - its own
    return bound(
        kernels.run_seat, inside, np.zeros(1, np.int64), table, games.pool, *written, kernels.STEP, True, 0
    )


class SeatGames:
    """A batch of games as one seat meets them; all arrays are used again and again.

    With exactly as many opponents as there are other seats, they sit in this order after the learner;
    from any other number of them, each seat's opponent is drawn anew for every game.

    - observation, mask: what the learner may know and do.
    - seats, asked: where the learner sits, and who is asked, or NOBODY.
    - rewards, terminal: what the last step brought.
    - last_observation: of games that ended and were dealt anew in the same step.
    - logs: the events since the learner's last question, if asked for.

    With `num_threads` the batch is cut into slices that run at the same time; the games are the same.
    """

    def __init__(
        self,
        num_games: int,
        rules: Rules,
        opponents: Sequence[Opponent] = ("random",),
        seat: int | str = "random",
        reward: str = "win",
        num_threads: int = 1,
        *,
        with_log: bool = False,
    ) -> None:
        self._kind = reward_code(reward)
        if not isinstance(rules, Rules):
            raise TypeError(f"rules={rules!r}: must be Rules(...)")
        opponents = as_opponents(opponents)
        self.games = new_games(num_games, rules)
        self._slices = Slices(num_games, num_threads)
        # Whether the learner is asked in every game that is not over: not before a reset, nor after an opponent failed.
        self._is_ready = False
        self.table = np.zeros(num_games, kernels.PLACE)
        self.table["wanted_seat"] = _seat_number(seat, rules.num_players)
        self.pool = np.array([_code(opponent, number) for number, opponent in enumerate(opponents)], np.int64)
        self._asked = {_code(o, number): o for number, o in enumerate(opponents) if callable(o)}
        self.observation = np.zeros((num_games, OBSERVATION_SIZE), np.float32)
        self.last_observation = np.zeros((num_games, OBSERVATION_SIZE), np.float32)
        self.rewards = np.zeros(num_games, np.float64)
        self.terminal = np.zeros(num_games, np.bool_)
        self.logs = np.zeros(num_games if with_log else 1, LOG)
        self.logs["is_on"] = with_log
        self._cut()

    def _cut(self) -> None:
        """Lay over the arrays what compiled code sees of them, slice by slice."""
        views = (self.observation.view(VIEW)[:, 0], self.last_observation.view(VIEW)[:, 0])
        written = (*views, self.rewards, self.terminal)
        self.mask = masks_in(self.table)
        self.seats, self.asked = self.table["seat"], self.table["asked"]
        self._inside = self.games.view(INSIDE)
        self._parts = [
            (self._inside[rows], self.table[rows], [array[rows] for array in written] + [self._logs_of(rows)])
            for rows in itertools.starmap(slice, self._slices.bounds)
        ]

    def _logs_of(self, rows: slice) -> NDArray[Any]:
        """Return the logs of a slice; one that is off serves all games."""
        return self.logs[rows] if self.logs["is_on"].any() else self.logs

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle what is not a view of something else."""
        return {name: value for name, value in self.__dict__.items() if name not in VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Lay the views anew."""
        self.__dict__.update(state)
        self._cut()

    def reset(self, seed: int | ArrayLike) -> None:
        """Deal every game anew and play up to the learner's first question."""
        seeds = as_seeds(seed, len(self.games))
        keys = keys_of(seeds).view(np.int64)
        for number, opponent in self._asked.items():
            if hasattr(opponent, "reseed"):
                opponent.reseed([int(seeds[0]), number])
        self.table["ticks"] = 0
        self._play(keys, kernels.RESET, resets_at_once=True)

    def step(self, actions: ArrayLike, *, resets_at_once: bool) -> None:
        """Play the learner's answers, and on to its next question; ended games are dealt anew now or with the next step.

        An illegal action raises and changes no game.
        """
        if not self._is_ready:
            raise gymnasium.error.ResetNeeded(
                "reset() needs to be called before step(), and after an opponent has failed"
            )
        self._play(as_actions(actions, len(self.games)), kernels.STEP, resets_at_once=resets_at_once)

    def _play(self, numbers: NDArray[np.int64], mode: int, *, resets_at_once: bool) -> None:
        """Deal or play the learner's answers, then let the opponents answer."""
        self._run(numbers, mode, resets_at_once=resets_at_once)
        self._is_ready = False
        self._ask_opponents(resets_at_once=resets_at_once)
        self._is_ready = True

    def _ask_opponents(self, *, resets_at_once: bool) -> None:
        """Let opponents outside compiled code answer, all games at once, until the learner is asked everywhere."""
        while self._asked:
            asked, seats = self.asked, self.seats
            waiting = np.flatnonzero((asked != seats) & (asked != NOBODY))
            if not len(waiting):
                return
            codes = self.table["codes"][waiting, asked[waiting]]
            answers = np.full(len(self.games), NO_ACTION, np.int64)
            for code in np.unique(codes):
                rows = waiting[codes == code]
                answers[rows] = self._ask(self._asked[int(code)], rows)
            try:
                self._run(answers, kernels.ANSWER, resets_at_once=resets_at_once)
            except IllegalActionError as error:
                raise IllegalActionError(f"an opponent's answer: {error}") from None

    def _ask(self, opponent: Callable[..., Any], rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Let an opponent outside compiled code answer; one that `wants_games` is shown copies of the games first."""
        seen = (self.observation[rows], self.mask[rows])
        if getattr(opponent, "wants_games", False):
            return _checked(opponent, opponent(self.games[rows], *seen), len(rows))
        return _checked(opponent, opponent(*seen), len(rows))

    def _run(self, numbers: NDArray[np.int64], mode: int, *, resets_at_once: bool) -> None:
        # Each slice looks at its own numbers only, so with several all are looked at before any goes on.
        if len(self._slices) > 1:
            self._refuse(kernels.first_illegal(self._inside, numbers, mode), numbers)
        self._slices.run(lambda k: self._run_slice(k, numbers, mode, resets_at_once))

    def _run_slice(self, k: int, numbers: NDArray[np.int64], mode: int, resets_at_once: bool) -> None:
        games, table, written = self._parts[k]
        rows = numbers[slice(*self._slices.bounds[k])]
        wrong = compiled_run_seat()(games, rows, table, self.pool, *written, mode, resets_at_once, self._kind)
        self._refuse(wrong, numbers)

    def _refuse(self, wrong: int, numbers: NDArray[np.int64]) -> None:
        """Raise if a game does not allow its action; compiled code has changed nothing then."""
        if wrong != kernels.ALL_FINE:
            raise illegal_action(self.games, int(wrong), int(numbers[wrong]))


def _checked(opponent: Callable[..., Any], given: Any, count: int) -> NDArray[np.int64]:
    """Refuse what are no actions."""
    answers = np.asarray(given)
    if answers.dtype.kind not in "iu" or answers.shape != (count,):
        raise TypeError(
            f"opponent {opponent!r}: must return {count} whole numbers, not {answers.dtype} of shape {answers.shape}"
        )
    if not np.all((answers >= 0) & (answers < NUM_ACTIONS)):
        raise IllegalActionError(f"opponent {opponent!r}: answers must be from 0 to {NUM_ACTIONS - 1}")
    return answers
