"""One seat's games: what a single learner meets, batched.

One transition is one decision of the learner.
The other seats act in between, the rewards of that time are gathered, and the end is delivered to the learner.
"""

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from kingsburg_env import kernels
from kingsburg_env.batch import (
    IllegalActionError,
    as_actions,
    as_seeds,
    illegal_action,
    keys_of,
    look,
    new_games,
    write_all_features,
)
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.answers import NO_ACTION, masks_in
from kingsburg_env.engine.events import LOG
from kingsburg_env.engine.jit import bound
from kingsburg_env.engine.names import NOBODY
from kingsburg_env.engine.rules import Rules
from kingsburg_env.engine.state import INSIDE, STATE
from kingsburg_env.obs_types import PLAIN, SIZES, check_obs_type
from kingsburg_env.observation import OBSERVATION_SIZE, VIEW
from kingsburg_env.outcome import no_ends
from kingsburg_env.rewards import reward_code
from kingsburg_env.threads import Slices

Opponent = str | Callable[..., Any]
"""A name of COMPILED, or a function of the observations and masks of several games that returns their actions.

With an attribute `wants_games` that is true it is called with copies of the games before them; it has to redeal them itself.
With an attribute `obs_type` it is shown observations of that type, else of the environment's.
With an attribute `wants_seeds` it is called with a uint64 seed for each game after them, to draw by
`numpy.random.default_rng(seed)`: a function of the game, the seat and how often it has chosen, so the same seed of
the environment is the same game however many are played at once.
"""

COMPILED = {"random": kernels.RANDOM, "first": kernels.FIRST}
"""Opponents that play inside compiled code, by name."""

AUTORESET = {
    AutoresetMode.NEXT_STEP: kernels.NEXT_STEP,
    AutoresetMode.SAME_STEP: kernels.SAME_STEP,
    AutoresetMode.DISABLED: kernels.DISABLED,
}


class OneByOne:
    """An opponent that knows one game only, asked about several."""

    def __init__(self, opponent: Callable[..., Any]) -> None:
        self.opponent = opponent
        self.wants_seeds = getattr(opponent, "wants_seeds", False)
        self.obs_type = getattr(opponent, "obs_type", None)

    def __call__(self, *rows: NDArray[Any]) -> list[Any]:
        """Choose for each game in turn."""
        return [self.opponent(*row) for row in zip(*rows, strict=True)]

    def __repr__(self) -> str:
        """Return the name of the opponent itself."""
        return _named(self.opponent)


def _seat_number(seat: int | str, num_players: int) -> int:
    """Read which seat the learner takes: its number, or NOBODY to draw one for each game."""
    if isinstance(seat, str) and seat == "random":
        return NOBODY
    if isinstance(seat, int | np.integer) and not isinstance(seat, bool) and 0 <= seat < num_players:
        return int(seat)
    raise ValueError(f'seat={seat!r}: must be "random" or from 0 to {num_players - 1}')


def _code(opponent: Opponent, number: int) -> int:
    """Number an opponent: by its name, or beyond ASK by its index in the pool."""
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
VIEWS = ("mask", "seats", "asked", "last_seats", "has_won", "outcome", "_inside", "_written", "_parts")


@functools.cache
def compiled_run_seat() -> Any:
    """Return `kernels.run_seat` for the arrays of `SeatGames`, whose types never change."""
    games = SeatGames(1, Rules())
    inside, seatings, written = games._parts[0]  # noqa: SLF001 - its own
    return bound(
        kernels.run_seat, inside, np.zeros(1, np.int64), seatings, games.pool, *written, kernels.STEP, 0, 0
    )


class SeatGames:
    """A batch of games as one seat meets them; all arrays are used again and again.

    With exactly as many opponents as there are other seats, they sit in this order after the learner;
    from any other number of them, each seat's opponent is drawn anew for every game.

    - observation, mask: what the learner may know and do.
    - seats, asked: where the learner sits, and who is asked, or NOBODY.
    - rewards: what the last step brought.
    - terminal: whether it ended the game; with DISABLED, whether the game is over.
    - outcome, last_seats, has_won: how games that are `terminal` ended, all 0 for others.
    - last_observation: with SAME_STEP, what the learner saw of that end.
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
        autoreset_mode: AutoresetMode = AutoresetMode.DISABLED,
        with_log: bool = False,
        obs_type: str = PLAIN,
    ) -> None:
        check_obs_type(obs_type)
        self._obs_type = obs_type
        self._autoreset = AUTORESET[autoreset_mode]
        self._kind = reward_code(reward)
        if not isinstance(rules, Rules):
            raise TypeError(f"rules={rules!r}: must be Rules(...)")
        opponents = as_opponents(opponents)
        self.games = new_games(num_games, rules)
        self._slices = Slices(num_games, num_threads)
        # Whether the learner is asked in every game that is not over: not before a reset, nor after an opponent failed.
        self._is_ready = False
        self.seatings = np.zeros(num_games, kernels.SEATING)
        self.seatings["wanted_seat"] = _seat_number(seat, rules.num_players)
        self.pool = np.array([_code(opponent, number) for number, opponent in enumerate(opponents)], np.int64)
        self._asked = {_code(o, number): o for number, o in enumerate(opponents) if callable(o)}
        self._plain = np.zeros((num_games, OBSERVATION_SIZE), np.float32)
        self.observation = (
            self._plain if obs_type == PLAIN else np.zeros((num_games, SIZES[obs_type]), np.float32)
        )
        self.last_observation = np.zeros((num_games, SIZES[obs_type]), np.float32)
        self._finals = np.zeros(num_games, STATE)
        self.rewards = np.zeros(num_games, np.float64)
        self.terminal = np.zeros(num_games, np.bool_)
        self._ends = no_ends(num_games, rules.num_players)
        self.logs = np.zeros(num_games if with_log else 1, LOG)
        self.logs["is_on"] = with_log
        self._cut()

    def _cut(self) -> None:
        """Lay over the arrays what compiled code sees of them, slice by slice."""
        views, finals = self._plain.view(VIEW)[:, 0], self._finals.view(INSIDE)
        self._written = (views, finals, self.rewards, self.terminal)
        self.mask = masks_in(self.seatings)
        self.seats, self.asked = self.seatings["seat"], self.seatings["asked"]
        self.last_seats, self.has_won = self.seatings["last_seat"], self.seatings["has_won"]
        self.outcome = self._ends._asdict()
        self._inside = self.games.view(INSIDE)
        self._parts = [self._part(rows) for rows in itertools.starmap(slice, self._slices.bounds)]

    def _part(self, rows: slice) -> tuple[Any, Any, list[Any]]:
        """Return what compiled code takes of some games."""
        written = [array[rows] for array in self._written]
        ends = kernels.Ends._make(array[rows] for array in self._ends)
        return self._inside[rows], self.seatings[rows], [*written, ends, self._logs_of(rows)]

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

    def reset(self, seed: int | ArrayLike, which: NDArray[np.int64] | None = None) -> None:
        """Deal every game, or those of the given indices, anew and play up to the learner's first question."""
        keys = keys_of(as_seeds(seed, len(self.games))).view(np.int64)
        if which is None:
            self._run(keys, kernels.RESET)
        else:
            self.check_ready()
            for game in which:
                self._run_part(self._part(slice(game, game + 1)), keys[game : game + 1], kernels.RESET)
        self._ask_opponents()
        self._look()

    def step(self, actions: ArrayLike) -> None:
        """Play the learner's actions, and on to its next question; games that are over take any action.

        An illegal action raises and changes no game.
        """
        self.check_ready()
        self._run(as_actions(actions, len(self.games)), kernels.STEP)
        self._ask_opponents()
        self._look()

    def _look(self) -> None:
        """Work out what compiled code has not written: features, and what the learner saw of games dealt anew."""
        if self._obs_type != PLAIN:
            self._slices.run(self._write_features)
        if self._autoreset == kernels.SAME_STEP and self.terminal.any():
            over = self.terminal.nonzero()[0]
            self.last_observation[over] = look(self._finals[over], self.last_seats[over], self._obs_type)

    def _write_features(self, k: int) -> None:
        rows = slice(*self._slices.bounds[k])
        seats = np.ascontiguousarray(self.seats[rows])
        write_all_features(self._inside[rows], seats, self.observation[rows])

    def check_ready(self) -> None:
        """Refuse to go on from where the learner is not asked."""
        if not self._is_ready:
            raise gymnasium.error.ResetNeeded(
                "reset() needs to be called before step(), and after an opponent has failed"
            )

    def _ask_opponents(self) -> None:
        """Ask opponents outside compiled code, all games at once, until the learner is asked everywhere."""
        self._is_ready = False
        asked, seats = self.asked, self.seats
        while self._asked:
            waiting = np.flatnonzero((asked != seats) & (asked != NOBODY))
            if not len(waiting):
                break
            codes = self.seatings["codes"][waiting, asked[waiting]]
            actions = np.full(len(self.games), NO_ACTION, np.int64)
            for code in np.unique(codes):
                rows = waiting[codes == code]
                actions[rows] = self._ask(self._asked[int(code)], rows)
            try:
                self._run(actions, kernels.OPPONENTS)
            except IllegalActionError as error:
                raise IllegalActionError(f"an opponent's action: {error}") from None
        self._is_ready = True

    def _ask(self, opponent: Callable[..., Any], rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Ask an opponent outside compiled code, with copies of what it wants to know."""
        obs_type = getattr(opponent, "obs_type", None) or self._obs_type
        seen = self._plain[rows] if obs_type == PLAIN else look(self.games[rows], self.asked[rows], obs_type)
        shown: list[NDArray[Any]] = [seen, self.mask[rows]]
        if getattr(opponent, "wants_games", False):
            shown.insert(0, self.games[rows])
        if getattr(opponent, "wants_seeds", False):
            shown.append(self.seatings["luck"][rows])
        return _checked(opponent, opponent(*shown), len(rows))

    def _run(self, numbers: NDArray[np.int64], mode: int) -> None:
        # Each slice looks at its own numbers only, so with several all are looked at before any goes on.
        if len(self._slices) > 1:
            self._refuse(kernels.first_illegal(self._inside, numbers, mode), numbers)
        self._slices.run(
            lambda k: self._run_part(self._parts[k], numbers[slice(*self._slices.bounds[k])], mode)
        )

    def _run_part(self, part: tuple[Any, Any, list[Any]], numbers: NDArray[np.int64], mode: int) -> None:
        games, seatings, written = part
        wrong = compiled_run_seat()(
            games, numbers, seatings, self.pool, *written, mode, self._autoreset, self._kind
        )
        self._refuse(wrong, numbers)

    def _refuse(self, wrong: int, numbers: NDArray[np.int64]) -> None:
        """Raise if a game does not allow its action; compiled code has changed nothing then."""
        if wrong != kernels.ALL_FINE:
            raise illegal_action(self.games, int(wrong), int(numbers[wrong]))


def _named(opponent: Callable[..., Any]) -> str:
    """Return how messages call an opponent: a function by its name."""
    return f"{opponent.__name__}()" if hasattr(opponent, "__name__") else repr(opponent)


def _checked(opponent: Callable[..., Any], given: Any, count: int) -> NDArray[np.int64]:
    """Refuse what are no actions."""
    actions = np.asarray(given)
    if actions.dtype.kind not in "iu" or actions.shape != (count,):
        raise TypeError(
            f"opponent {_named(opponent)} returned {actions.dtype} of shape {actions.shape}; "
            f"must return integers of shape ({count},), one action a row"
        )
    if not np.all((actions >= 0) & (actions < NUM_ACTIONS)):
        raise IllegalActionError(f"opponent {_named(opponent)}: actions must be from 0 to {NUM_ACTIONS - 1}")
    return actions
