"""Many games at once: arrays in, arrays out. One game is a batch of one.

Every entry checks what it is given before it changes anything.
The compiled functions let go of Python's global lock: several threads may each step a batch, or a slice, of their own.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kingsburg_env import features, kernels
from kingsburg_env.check import Games, as_games, as_records, check_rules
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.answers import masks_in, masks_of
from kingsburg_env.engine.events import LOG, MAX_EVENTS
from kingsburg_env.engine.jit import bound
from kingsburg_env.engine.names import MAX_PLAYERS, NOBODY
from kingsburg_env.engine.rules import MODULES, Rules, is_whole
from kingsburg_env.engine.state import INSIDE, NUM_RULES, SHARED, STATE
from kingsburg_env.obs_types import FEATURES, PLAIN, SIZES, check_obs_type
from kingsburg_env.observation import OBSERVATION_SIZE, SPECTATOR, VIEW
from kingsburg_env.rewards import reward_code

INT64 = np.dtype(np.int64)
MAX_INT64 = 2**63 - 1
# The arrays that are not views of others.
KEPT = ("observation", "results", "logs")
# What was asked for when buffers were made.
OPTIONS = ("with_log", "obs_type")
# What compiled code writes, in the order it takes them.
WRITTEN = ("views", "results", "logs")


# What callers see of the results.
SHOWN = ("actor", "rewards", "terminal")


class IllegalActionError(ValueError):
    """An action that the rules do not allow; nothing has changed."""


@dataclass(frozen=True, eq=False)
class Buffers:
    """Arrays that a step writes, owned by the caller and used again and again.

    - observation: float32, what the seat asked may know, as `layout(obs_type)` lists it.
    - mask: int8, 1 for each legal action; all 0 when the game is over.
    - actor: the seat asked, -1 when the game is over.
    - rewards: float64, one for each of five seats, 0 for empty ones.
    - terminal: whether this step ended a game.
    - logs: the events since the last question, if asked for.

    Args:
        num_games: Number of games, at least 1.
        with_log: Whether to keep `logs`.
        obs_type: "plain", or "features" for the observation with what follows from it worked out.

    Raises:
        ValueError: `num_games` or `obs_type` is not one of these.
    """

    num_games: int
    with_log: bool = False
    obs_type: str = PLAIN
    observation: NDArray[np.float32] = field(init=False)
    mask: NDArray[np.int8] = field(init=False)
    actor: NDArray[np.int64] = field(init=False)
    rewards: NDArray[np.float64] = field(init=False)
    terminal: NDArray[np.bool_] = field(init=False)
    results: NDArray[Any] = field(init=False)
    logs: NDArray[Any] = field(init=False)
    views: NDArray[Any] = field(init=False)
    all_arrays: tuple[NDArray[Any], ...] = field(init=False)
    # The batch last stepped with these buffers, already checked, and the same as compiled code sees it.
    _last: list[Any] = field(init=False, repr=False, default_factory=lambda: [None, None])

    def __post_init__(self) -> None:
        """Allocate everything once."""
        if not is_whole(self.num_games) or self.num_games < 1:
            msg = f"num_games={self.num_games!r}: must be a whole number of at least 1"
            raise ValueError(msg)
        check_obs_type(self.obs_type)
        n = self.num_games
        put = object.__setattr__
        plain = np.zeros((n, OBSERVATION_SIZE), np.float32)
        is_plain = self.obs_type == PLAIN
        put(self, "observation", plain if is_plain else np.zeros((n, features.FEATURES_SIZE), np.float32))
        put(self, "results", np.zeros(n, kernels.RESULT))
        put(self, "mask", masks_in(self.results))
        for name in SHOWN:
            put(self, name, self.results[name])
        self.actor[:] = NOBODY
        put(self, "logs", np.zeros(n if self.with_log else 1, LOG))
        self.logs["is_on"] = self.with_log
        put(self, "views", plain.view(VIEW)[:, 0])
        put(self, "all_arrays", tuple(getattr(self, name) for name in WRITTEN))

    def part(self, first: int, end: int) -> "Buffers":
        """Return the rows of some games, as buffers of their own over the same memory."""
        part = object.__new__(Buffers)
        object.__setattr__(part, "num_games", end - first)
        for name in OPTIONS:
            object.__setattr__(part, name, getattr(self, name))
        for name in ("observation", "mask", *WRITTEN, *SHOWN):
            rows = getattr(self, name)
            object.__setattr__(part, name, rows[first:end] if len(rows) > 1 else rows)
        object.__setattr__(part, "all_arrays", tuple(getattr(part, name) for name in WRITTEN))
        object.__setattr__(part, "_last", [None, None])
        return part

    def inside(self, games: Games) -> Games:
        """Check that games and buffers fit, and return the games as compiled code sees them."""
        if self._last[0] is not games or games is None:
            if len(as_games(games)) != self.num_games:
                msg = f"buffers: made for {self.num_games} games, not for {len(games)}"
                raise ValueError(msg)
            self._last[:] = games, games.view(INSIDE)
        return self._last[1]

    def observe(self, inside: Games) -> None:
        """Work out the features of the seats asked, if they are wanted; compiled code has written the rest."""
        if self.obs_type == FEATURES:
            write_all_features(inside, np.maximum(self.actor, SPECTATOR), self.observation)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the arrays; what is a view of another is made anew."""
        return {name: getattr(self, name) for name in ("num_games", *OPTIONS, *KEPT)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Allocate, then fill."""
        for name in ("num_games", *OPTIONS):
            object.__setattr__(self, name, state[name])
        object.__setattr__(self, "_last", [None, None])
        self.__post_init__()
        for name in KEPT:
            getattr(self, name)[...] = state[name]

    def log(self, game: int = 0) -> NDArray[Any]:
        """Return the events of one game since its last question."""
        if not self.with_log:
            msg = "these buffers keep no log: make them with Buffers(num_games, with_log=True)"
            raise ValueError(msg)
        log = self.logs[game]
        if log.is_full:
            msg = f"more than {MAX_EVENTS} events between two questions"
            raise OverflowError(msg)
        return log.events[: int(log.length)]


COMMON_ACTIONS = (int, np.int64)


@functools.cache
def compiled_run() -> Any:
    """Return `kernels.run` for games seen from inside, int64 numbers and the arrays of buffers: theirs never change type."""
    arrays = Buffers(1).all_arrays
    return bound(kernels.run, np.zeros(1, INSIDE), np.zeros(1, np.int64), *arrays, kernels.STEP, 0)


def keys_of(seeds: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Turn seeds into the keys of games."""
    keys = np.empty(len(seeds), np.uint64)
    kernels.make_keys(seeds, keys)
    return keys


def _as_ints(name: str, value: ArrayLike, count: int) -> NDArray[np.int64]:
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        msg = f"{name}: must be integers, not {array.dtype}"
        raise TypeError(msg)
    if array.shape != (count,):
        msg = f"{name}: must have shape ({count},), one for each game, not {array.shape}"
        raise ValueError(msg)
    if array.dtype == np.uint64 and np.any(array > np.uint64(MAX_INT64)):
        msg = f"{name}: {array.max()} is too large"
        raise ValueError(msg)
    return np.require(array, np.int64, ["C", "A"])


def as_seeds(seed: int | ArrayLike, count: int) -> NDArray[np.uint64]:
    """Turn one seed into `count` following ones, or check that there are `count` of them; 0 to 2**64 - 1."""
    if isinstance(seed, int | np.integer) and is_whole(seed):
        if not 0 <= seed < 1 << 64:
            msg = f"seed={seed}: must be from 0 to 2**64 - 1"
            raise ValueError(msg)
        return np.uint64(seed) + np.arange(count, dtype=np.uint64)
    array = np.asarray(seed)
    if (
        array.dtype.kind not in "iu"
        or array.shape != (count,)
        or (array.dtype.kind == "i" and np.any(array < 0))
    ):
        msg = f"seed: must be an integer, or {count} of them, from 0 to 2**64 - 1"
        raise ValueError(msg)
    return np.ascontiguousarray(array, np.uint64)


def new_games(n: int, rules: Rules | Sequence[Rules] | None = None, seed: int | ArrayLike = 0) -> Games:
    """Make `n` new games, each standing at its first question; game i has the seed `seed + i`.

    All of them have the same rules, or each has its own.
    """
    if not is_whole(n) or n < 1:
        msg = f"n={n!r}: must be a whole number of at least 1"
        raise ValueError(msg)
    games = np.zeros(int(n), STATE)
    for rows, chosen in _rules_by_rows(rules, int(n)):
        games["num_players"][rows] = chosen.num_players
        games["first_edition"][rows] = chosen.edition == "first"
        for module in MODULES:
            games[f"with_{module}"][rows] = module in chosen.modules
        games["plus_two_per_group"][rows] = chosen.plus_two == "group"
        games["optional_effects"][rows] = chosen.optional_effects
    reset(games, seed)
    return games


def _rules_by_rows(rules: Rules | Sequence[Rules] | None, n: int) -> list[tuple[slice, Rules]]:
    """Check rules, one for all or one for each game, and tell which games have which."""
    if rules is None or isinstance(rules, Rules):
        return [(slice(None), rules or Rules())]
    if not isinstance(rules, list | tuple) or not all(isinstance(one, Rules) for one in rules):
        msg = f"rules={rules!r}: must be Rules(...), a list of them, or None"
        raise TypeError(msg)
    if len(rules) != n:
        msg = f"rules: must be one for all games, or one for each of the {n} games, not {len(rules)}"
        raise ValueError(msg)
    return [(slice(game, game + 1), one) for game, one in enumerate(rules)]


def rules_of(games: Games) -> Rules:
    """Read the rules of a batch, the same for all its games, from its records."""
    kinds = [games[name] for name, *_ in SHARED[:NUM_RULES]] if len(as_games(games)) else []
    if not kinds or any(np.any(kind != kind[0]) for kind in kinds):
        msg = "games: must be at least one, and all of the same rules"
        raise ValueError(msg)
    state = games[0]
    return Rules(
        num_players=int(state["num_players"]),
        edition="first" if state["first_edition"] else "second",
        modules=tuple(module for module in MODULES if state[f"with_{module}"]),
        plus_two="group" if state["plus_two_per_group"] else "season",
        optional_effects=bool(state["optional_effects"]),
    )


def reset(
    games: Games,
    seed: int | ArrayLike,
    which: ArrayLike | None = None,
    buffers: Buffers | None = None,
) -> None:
    """Deal games anew under the rules they hold: all of them, or those of the given indices."""
    check_rules(as_games(games))
    out = as_buffers(buffers) if buffers is not None else Buffers(len(games))
    inside = out.inside(games)
    if which is None:
        kernels.run(
            inside, keys_of(as_seeds(seed, len(games))).view(np.int64), *out.all_arrays, kernels.RESET, 0
        )
        out.observe(inside)
        return
    chosen = np.asarray(which)
    if chosen.dtype.kind not in "iu" or chosen.ndim != 1 or np.any((chosen < 0) | (chosen >= len(games))):
        msg = f"which: must be indices from 0 to {len(games) - 1}"
        raise ValueError(msg)
    if len(np.unique(chosen)) != len(chosen):
        msg = "which: names a game twice"
        raise ValueError(msg)
    for game, key in zip(chosen, keys_of(as_seeds(seed, len(chosen))).view(np.int64), strict=True):
        row, one = out.part(int(game), int(game) + 1), inside[game : game + 1]
        kernels.run(one, np.array([key]), *row.all_arrays, kernels.RESET, 0)
        row.observe(one)


def as_buffers(buffers: Buffers) -> Buffers:
    """Refuse what are not buffers."""
    if not isinstance(buffers, Buffers):
        msg = f"buffers: must be Buffers(num_games), not {type(buffers).__name__}"
        raise TypeError(msg)
    return buffers


def step_batch(
    games: Games,
    actions: NDArray[np.int64],
    buffers: Buffers,
    *,
    reward: str = "win",
    auto_reset: bool = False,
) -> None:
    """Apply one action to every game; write observation, mask, actor, rewards and terminal into `buffers`.

    A game that is over takes the action -1 and stays as it is.
    With `auto_reset` an ended game is dealt anew at once: its rewards and `terminal` are those of the ended game,
    everything else belongs to the new one.
    An illegal action raises and changes no game.
    """
    inside = as_buffers(buffers).inside(games)
    actions = as_actions(actions, buffers.num_games)
    kind = reward_code(reward)
    mode = kernels.STEP_AND_RESET if auto_reset else kernels.STEP
    wrong = compiled_run()(inside, actions, *buffers.all_arrays, mode, kind)
    if wrong != kernels.ALL_FINE:
        raise illegal_action(games, int(wrong), int(actions[wrong]))
    buffers.observe(inside)


def as_actions(actions: ArrayLike, count: int) -> NDArray[np.int64]:
    """Check actions, one for each game, and bring them into the form compiled code takes."""
    # The careful look costs as much as the step of one game: only for what does not look right at once.
    if (
        type(actions) is np.ndarray
        and actions.dtype is INT64
        and actions.shape == (count,)
        and actions.flags.c_contiguous
        and actions.flags.aligned
    ):
        return actions
    return _as_ints("actions", actions, count)


def as_action(action: Any) -> int:
    """Accept a whole number, or an array that holds one; refuse everything else."""
    # What every loop hands over goes first; the careful look costs as much as the step.
    if type(action) in COMMON_ACTIONS:
        return int(action)
    array = np.asarray(action)
    if array.size != 1 or array.dtype.kind not in "iu" or isinstance(action, list | tuple):
        msg = f"action={action!r}: must be a whole number from 0 to {NUM_ACTIONS - 1}"
        raise TypeError(msg)
    return int(array.reshape(()))


def illegal_action(games: Games, game: int, action: int) -> IllegalActionError:
    """Return the error for an action a game does not allow, with what it would have allowed."""
    from kingsburg_env import text  # noqa: PLC0415 - text stands above this module

    which = f"game {game}, " if len(games) > 1 else ""
    return IllegalActionError(which + text.describe_illegal(games[game], action))


def legal(games: Games) -> NDArray[np.int8]:
    """Return the mask of legal actions of every game."""
    return masks_of(as_games(games))


def observe(games: Games, seats: int | ArrayLike) -> NDArray[np.float32]:
    """Return what a seat may know, for every game, as plain observations.

    Args:
        games: The games; they stay as they are.
        seats: One seat for all games, or one for each.

    Returns:
        A float32 array with a row for each game; `layout("plain")` names its parts.
    """
    games = as_games(games)
    return look(games, _as_seats(games, seats), PLAIN)


def features_of(games: Games, seats: int | ArrayLike) -> NDArray[np.float32]:
    """Return what a seat may know, for every game, as features: the plain observation and what follows from it.

    Args:
        games: The games; they stay as they are.
        seats: One seat for all games, or one for each.

    Returns:
        A float32 array with a row for each game; `layout("features")` names its parts.
    """
    games = as_games(games)
    return look(games, _as_seats(games, seats), FEATURES)


def look(games: Games, seats: NDArray[np.int64], obs_type: str) -> NDArray[np.float32]:
    """Return what a seat of each game may know; games and seats are checked already."""
    seen = np.empty((len(games), SIZES[obs_type]), np.float32)
    inside = games.view(INSIDE)
    if obs_type == PLAIN:
        kernels.observe(inside, seats, seen.view(VIEW)[:, 0])
    else:
        write_all_features(inside, seats, seen)
    return seen


def write_all_features(inside: Games, seats: NDArray[np.int64], seen: NDArray[np.float32]) -> None:
    """Write the features of a seat of each game into rows; the games are as compiled code sees them."""
    kernels.observe_features(
        inside, seats, seen.view(features.FEATURES)[:, 0], np.zeros(1, features.DICE_SETS)
    )


def _as_seats(games: Games, seats: int | ArrayLike) -> NDArray[np.int64]:
    check_rules(games)
    allowed = f"seats: must be from 0 to {int(games['num_players'].min()) - 1}"
    if isinstance(seats, int | np.integer) and is_whole(seats):
        if not 0 <= seats < MAX_PLAYERS:
            raise ValueError(allowed)
        seats = np.full(len(games), seats, np.int64)
    elif isinstance(seats, bool):
        raise TypeError("seats: must be integers, not bool")
    chosen = _as_ints("seats", seats, len(games))
    if np.any((chosen < 0) | (chosen >= games["num_players"])):
        raise ValueError(allowed)
    return chosen


def clone(games: Games) -> Games:
    """Copy games; a copy has the same future."""
    # numpy copies structured arrays field by field; as bytes it is one move
    return as_records(games).view(np.uint8).copy().view(STATE)


def redeal(games: Games, seat: int | ArrayLike, seed: int | ArrayLike) -> Games:
    """Copy games with everything drawn anew that the seat cannot know, keeping everything it does know."""
    copy = clone(games)
    kernels.redeal_all(copy.view(INSIDE), _as_seats(copy, seat), keys_of(as_seeds(seed, len(copy))))
    return copy


def rollout_batch(games: Games, seed: int | ArrayLike = 0) -> NDArray[np.int64]:
    """Play every game to its end by uniformly random legal actions; return how many decisions that took."""
    check_rules(as_games(games))
    numbers = as_seeds(seed, len(games)).copy().view(np.int64)
    kernels.rollout(games.view(INSIDE), numbers)
    return numbers


def scores(games: Games) -> NDArray[np.int64]:
    """Return the victory points of every seat, 0 for empty ones."""
    return as_games(games)["players"]["vp"].astype(np.int64)


def ranking(games: Games) -> NDArray[np.int64]:
    """Return the rank of every seat by points, goods and buildings: 1 has won; ties share a rank; 0 for empty seats."""
    check_rules(as_games(games))
    ranks = np.zeros((len(games), MAX_PLAYERS), np.int64)
    kernels.rank_all(games.view(INSIDE), ranks)
    return ranks
