"""Records that come from outside: a value no game can have is refused by the name of its field."""

import numpy as np
import pytest

from kingsburg_env import ImpossibleGameError, Rules, check_values, new_games
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.engine.state import FURTHER, PUBLIC, SHARED, TAKEN_RANGE
from tests.random_play import EVERY_RULES, from_bytes, name_of, play_for, positions


def _games():
    return play_for(new_games(2, Rules(num_players=3, modules=MODULES), seed=1), steps=8, seed=1)


@pytest.mark.compiled
@pytest.mark.parametrize("rules", EVERY_RULES, ids=name_of)
def test_games_read_back_from_their_bytes_are_fine(rules):
    games = positions(rules, count=2, every=30)
    again = from_bytes(games.tobytes())
    check_values(again)

    assert again.tobytes() == games.tobytes()


RANGES = {
    **{name: allowed for name, _, allowed in SHARED},
    "taken": TAKEN_RANGE,
    "neutral": TAKEN_RANGE,
    **{f"players.{name}": allowed for name, _, allowed, *_ in [*PUBLIC, *FURTHER]},
}
OUT_OF_RANGE = [(name, value) for name, (low, high) in RANGES.items() for value in (low - 1, high + 1)]


@pytest.mark.parametrize(
    ("name", "value"), OUT_OF_RANGE, ids=[f"{name}={value}" for name, value in OUT_OF_RANGE]
)
def test_a_value_out_of_its_range_is_refused_by_name(name, value):
    games, (low, high) = _games(), RANGES[name]
    inside = name.startswith("players.")
    values = games["players"][name.removeprefix("players.")] if inside else games[name]
    values[(0,) * values.ndim] = value

    with pytest.raises(ImpossibleGameError, match=rf"^{name}: a value outside {low} to {high}$"):
        check_values(games)


def test_there_is_no_governor_16():
    games = _games()
    games["players"]["dealt"][0, 0, 0] = 16

    with pytest.raises(ImpossibleGameError, match=r"^players.dealt: a value outside -1 to 15$"):
        check_values(games)


STRANGERS = {
    "order": [0, 0, 1, -1, -1],
    "order with a stranger": [0, 1, 4, -1, -1],
    "cursor": 4,
    "envoy": 3,
    "actor": 3,
}


@pytest.mark.parametrize(("what", "value"), STRANGERS.items(), ids=STRANGERS)
def test_seats_that_do_not_fit_the_number_of_players_are_refused(what, value):
    games, name = _games(), what.partition(" ")[0]
    games[name][1] = value

    with pytest.raises(ImpossibleGameError, match=rf"^game 1: no game can stand like this \({name}\)$"):
        check_values(games)


def test_players_who_are_not_there_are_refused():
    games = _games()
    games["players"]["present"] = np.array([1, 1, 1, 1, 0])

    with pytest.raises(ImpossibleGameError, match=r"^game 0: .*players.present"):
        check_values(games)
