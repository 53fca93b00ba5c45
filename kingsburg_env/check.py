"""Could a record be a game? Asked of everything that comes from outside, before compiled code sees it."""

from typing import Any

import numpy as np

from kingsburg_env.engine.names import MAX_PLAYERS, NOBODY
from kingsburg_env.engine.state import FURTHER, NUM_RULES, PUBLIC, SHARED, STATE, TAKEN_RANGE

Games = np.ndarray[tuple[int], np.dtype[Any]]
"""A structured array of dtype STATE."""


class ImpossibleGameError(ValueError):
    """A record that no game can have."""


def as_records(games: Games) -> Games:
    """Refuse what are not records of games; bring those that lie apart together."""
    if not isinstance(games, np.ndarray) or games.dtype != STATE or games.ndim != 1:
        msg = (
            f"games: must be a one-dimensional array of games as new_games makes them, not {_shape_of(games)}"
        )
        raise TypeError(msg)
    return np.ascontiguousarray(games)


def as_games(games: Games) -> Games:
    """Refuse what is not an array of games that can be played in place."""
    as_records(games)
    if not games.flags.c_contiguous or not games.flags.writeable:
        msg = "games: must be contiguous and writeable; use clone(games)"
        raise ValueError(msg)
    return games


def _shape_of(value: object) -> str:
    if isinstance(value, np.ndarray):
        return (
            f"an array of {value.dtype if value.dtype.names is None else 'records'} and shape {value.shape}"
        )
    return f"{type(value).__name__}"


# The rules stand together in a record.
RULES_HELD = np.dtype((np.int16, (NUM_RULES,)))
RULES_AT = STATE.fields[SHARED[0][0]][1]  # type: ignore[index]
LOWEST_RULES, HIGHEST_RULES = np.array([allowed for _, _, allowed in SHARED[:NUM_RULES]], np.int16).T


def check_rules(games: Games) -> None:
    """Refuse records that hold no possible rules, such as records of zeros."""
    # All at once: one look costs as much as a field.
    held = games.getfield(RULES_HELD, RULES_AT)
    if ((held < LOWEST_RULES) | (held > HIGHEST_RULES)).any():
        for name, _, allowed in SHARED[:NUM_RULES]:
            _check_range(name, games[name], allowed)


def check_values(games: Games) -> None:
    """Refuse records with a value out of its range, or with seats that do not fit the number of players.

    For records that come from outside, such as bytes of a file; that they were reached by play is not checked.

    Args:
        games: The records, of dtype STATE.

    Raises:
        TypeError: These are no records of games.
        ImpossibleGameError: Names the field, and the game if it is one of several fields that disagree.
    """
    as_records(games)
    for name, _, allowed in SHARED:
        _check_range(name, games[name], allowed)
    _check_range("taken", games["taken"], TAKEN_RANGE)
    _check_range("neutral", games["neutral"], TAKEN_RANGE)
    for name, _, allowed, *_ in [*PUBLIC, *FURTHER]:
        _check_range(f"players.{name}", games["players"][name], allowed)
    for game, state in enumerate(games):
        n = int(state.num_players)
        _refuse_unless(
            sorted(state.order[:n]) == list(range(n)) and all(state.order[n:] == NOBODY), game, "order"
        )
        _refuse_unless(
            list(state.players["present"]) == [1] * n + [0] * (MAX_PLAYERS - n), game, "players.present"
        )
        _refuse_unless(int(state.cursor) <= n, game, "cursor")
        _refuse_unless(int(state.envoy) < n, game, "envoy")
        _refuse_unless(int(state.actor) < n, game, "actor")


def _check_range(name: str, values: Any, allowed: tuple[int, int]) -> None:
    low, high = allowed
    if np.any((values < low) | (values > high)):
        msg = f"{name}: a value outside {low} to {high}"
        raise ImpossibleGameError(msg)


def _refuse_unless(condition: bool, game: int, what: str) -> None:
    if not condition:
        msg = f"game {game}: no game can stand like this ({what})"
        raise ImpossibleGameError(msg)
