"""Games of a tournament, for the replay: the folder is named on the command line, a request names only a number."""

from pathlib import Path

from kingsburg_app.fields import RefusedError
from kingsburg_app.saved_game import SavedGame
from kingsburg_arena.replay import actions_of, find_game
from kingsburg_arena.storage import read_tournament

BY_DEFAULT = " (lost by default)"


def count(folder: Path | None) -> int:
    """Count the games of a tournament; 0 without one."""
    return 0 if folder is None else len(read_tournament(folder).schedule)


def read(folder: Path, number: int) -> SavedGame:
    """Read one game of a tournament; the replay shows how it went and names those who lost it by default."""
    try:
        tournament, arrays, index = find_game(folder, number)
    except ValueError as error:
        raise RefusedError(str(error)) from None
    lost = arrays["forfeit_seat"][arrays["forfeit_game"] == number].tolist()
    seats = tuple(
        tournament.agents[agent] + (BY_DEFAULT if seat in lost else "")
        for seat, agent in enumerate(arrays["seats"][index])
    )
    actions = actions_of(arrays, index).tolist()
    return SavedGame(tournament.rules, int(arrays["seed"][index]), seats, actions)
