"""Could a record be a game? Asked of everything that comes from outside, before compiled code sees it."""

from typing import Any

import numpy as np

from kingsburg_env.engine.names import MAX_PLAYERS, NOBODY, Decision, Phase, Step
from kingsburg_env.engine.state import FURTHER, PUBLIC, SHARED, STATE, TAKEN_RANGE

Games = np.ndarray[tuple[int], np.dtype[Any]]
"""A structured array of dtype STATE."""


class ImpossibleGameError(ValueError):
    """A record that no game can have."""


def as_games(games: Games) -> Games:
    """Refuse what is not an array of games."""
    if not isinstance(games, np.ndarray) or games.dtype != STATE or games.ndim != 1:
        msg = (
            f"games: must be a one-dimensional array of games as new_games makes them, not {_shape_of(games)}"
        )
        raise TypeError(msg)
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


_SEASONS = (Phase.SPRING, Phase.SUMMER, Phase.AUTUMN)


def _in_seasons(*steps: Step) -> set[tuple[Phase, Step]]:
    return {(phase, step) for phase in _SEASONS for step in steps}


# Where each question can stand.
WHERE: dict[Decision, set[tuple[Phase, Step]]] = {
    Decision.NONE: {(Phase.OVER, Step.BEGIN)},
    Decision.PICK_GOVERNOR: {(Phase.SETUP, Step.PICK)},
    Decision.TAKE_GOODS: {
        (Phase.SETUP, Step.BORROW),
        (Phase.AID, Step.FAVOUR),
        (Phase.WINTER, Step.FIGHT),
        *_in_seasons(Step.HELP, Step.BUILD),
    },
    Decision.SORCERY: {(Phase.NEW_YEAR, Step.BUILD)},
    Decision.BLESS: _in_seasons(Step.BLESSING),
    Decision.REROLL: _in_seasons(Step.CHANGE),
    Decision.CHANGE: _in_seasons(Step.CHANGE),
    Decision.INFLUENCE: _in_seasons(Step.INFLUENCE),
    Decision.PICK_DICE: _in_seasons(Step.DICE),
    Decision.MOVE_TO_DUCHESS: _in_seasons(Step.DUKE),
    Decision.ALCHEMY: _in_seasons(Step.HELP),
    Decision.SMUGGLE: _in_seasons(Step.HELP),
    Decision.BUILD: _in_seasons(Step.BUILD),
    Decision.SAVE_GOOD: _in_seasons(Step.BUILD),
    Decision.END_SEASON: _in_seasons(Step.SEASON_END),
    Decision.RECRUIT: {(Phase.RECRUITING, Step.BEGIN)},
    Decision.COMMIT_TOKEN: {(Phase.WINTER, Step.BEGIN)},
    Decision.LOSE_GOODS: {(Phase.WINTER, Step.FIGHT)},
}

# Where a game may go on by itself; DICE needs a group begun by a question.
CAN_GO_ON = {
    (Phase.SETUP, Step.BEGIN),
    (Phase.SETUP, Step.PICK),
    (Phase.SETUP, Step.BORROW),
    *((phase, Step.BEGIN) for phase in Phase if phase != Phase.OVER),
    (Phase.NEW_YEAR, Step.BUILD),
    (Phase.AID, Step.FAVOUR),
    (Phase.WINTER, Step.MUSTER),
    (Phase.WINTER, Step.FIGHT),
    *_in_seasons(Step.BLESSING, Step.ROLL, Step.CHANGE, Step.INFLUENCE, Step.DUKE, Step.HELP, Step.BUILD),
    *_in_seasons(Step.SEASON_END),
}


def check_values(games: Games) -> None:
    """Refuse a value out of its range, and seats that do not fit the number of players."""
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


def check_questions(games: Games) -> None:
    """Refuse a question that cannot stand where it does."""
    for game, state in enumerate(games):
        decision = Decision(int(state.decision))
        _refuse_unless(_moment(state) in WHERE[decision], game, "decision")
        _refuse_unless((state.actor == NOBODY) == (decision == Decision.NONE), game, "actor")


def check_can_go_on(games: Games) -> None:
    """Refuse a position without a question from which no rule leads on."""
    for game, state in enumerate(games):
        _refuse_unless(
            state.decision == Decision.NONE and _moment(state) in CAN_GO_ON, game, "phase and step"
        )


def _moment(state: Any) -> tuple[Phase, Step]:
    return Phase(int(state.phase)), Step(int(state.step))


def _check_range(name: str, values: Any, allowed: tuple[int, int]) -> None:
    low, high = allowed
    if np.any((values < low) | (values > high)):
        msg = f"{name}: a value outside {low} to {high}"
        raise ImpossibleGameError(msg)


def _refuse_unless(condition: bool, game: int, what: str) -> None:
    if not condition:
        msg = f"game {game}: no game can stand like this ({what})"
        raise ImpossibleGameError(msg)
