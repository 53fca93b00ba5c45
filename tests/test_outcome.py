"""How games ended, in numbers of the same shapes and types at any time."""

import numpy as np
import pytest

from kingsburg_env import Rules, new_games, ranking, rollout_batch, scores
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.outcome import DECIDED_BY, SOURCES, no_outcome, outcome_of, outcomes
from tests.given import given

LEVEL = {"vp": {"red": 20, "blue": 20, "green": 3}}
ENDS = {
    "vp": {"vp": {"red": 20, "blue": 31, "green": -2}, "goods": {"red": "9 gold"}},
    "goods": LEVEL | {"goods": {"red": "1 gold", "blue": "2 wood"}, "buildings_of": {"red": ["Inn"]}},
    "buildings": LEVEL | {"goods": {"red": "1 gold", "blue": "1 wood"}, "buildings_of": {"blue": ["Inn"]}},
    "shared": LEVEL | {"goods": {"red": "1 gold", "blue": "1 wood"}},
}


def ended(name):
    return given(players=3, at="year end", year=5, **ENDS[name]).games


@pytest.mark.parametrize("name", ENDS)
def test_the_comparison_that_left_one_winner_is_named(name):
    end = outcome_of(ended(name))

    assert DECIDED_BY[end["decided_by"]] == name
    assert end["winners"].tolist() == [int(name == "shared"), 1, 0]


def test_a_batch_is_told_game_by_game():
    games = new_games(3, Rules(num_players=3, modules=MODULES), seed=1)
    rollout_batch(games[:2])
    ends = outcomes(games)

    np.testing.assert_array_equal(ends["scores"][:2], scores(games)[:2, :3])
    np.testing.assert_array_equal(ends["ranks"][:2], ranking(games)[:2, :3])
    np.testing.assert_array_equal(ends["vp_by_source"].sum(axis=2), ends["scores"])
    assert ends["vp_by_source"].shape == (3, 3, len(SOURCES))
    for name, values in outcome_of(games[1:2]).items():
        np.testing.assert_array_equal(values, ends[name][1])


def test_while_a_game_runs_everything_is_0():
    ends = outcomes(new_games(2))

    assert not any(values.any() for values in ends.values())
    assert DECIDED_BY[ends["decided_by"][0]] == "nothing"


@pytest.mark.parametrize("num_players", [2, 5])
def test_neutral_values_have_the_shapes_and_types_of_an_end(num_players):
    games = new_games(1, Rules(num_players=num_players))
    rollout_batch(games)
    neutral = no_outcome(num_players)

    assert {name: (np.shape(values), values.dtype) for name, values in outcome_of(games).items()} == {
        name: (np.shape(values), values.dtype) for name, values in neutral.items()
    }
    assert not any(np.any(values) for values in neutral.values())


def test_neutral_values_are_shared_and_read_only():
    neutral = no_outcome(4)

    assert neutral is no_outcome(4)
    with pytest.raises(ValueError, match="read-only"):
        neutral["scores"][0] = 1
    with pytest.raises(TypeError):
        neutral["scores"] = None  # type: ignore[index]
