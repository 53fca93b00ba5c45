"""A game in progress: it is its rules, seats, seed and moves, whatever was played, taken back or read back."""

import json

import pytest

from kingsburg_app import saved_game
from kingsburg_app.game_in_progress import GameInProgress, positions
from kingsburg_app.saved_game import SavedGame
from kingsburg_env import IllegalActionError, Rules

EVERYTHING = Rules(3, modules=("rows", "governors", "army"), optional_effects=True)


def played(moves, seats=("", "somebody", "")):
    game = GameInProgress(SavedGame(EVERYTHING, 7, seats, []))
    for number in range(moves):
        game.play(game.legal_actions[number % len(game.legal_actions)])
    return game


def state_of(game):
    events = [event.tobytes() for event in game.events]
    return game.games.tobytes(), game.actor, game.legal_actions, game.actions, events, game.seen


def test_saved_as_text_and_played_again_it_is_the_same_game(tmp_path):
    game = played(40)
    saved_game.write(game.saved, tmp_path / "game.json")

    assert state_of(GameInProgress(saved_game.read(tmp_path / "game.json"))) == state_of(game)
    assert (tmp_path / "game.json").stat().st_size < 1000
    assert json.loads((tmp_path / "game.json").read_text())["seed"] == "7"


def test_undo_goes_back_to_the_last_question_a_person_answered():
    game = played(30)
    asked = [before.agent for before in positions(game.saved)][: len(game.actions)]
    last = max(number for number, agent in enumerate(asked) if agent == "")
    before = state_of(played(last))

    assert game.undo()
    assert state_of(game) == before


def test_where_no_person_has_moved_nothing_is_taken_back():
    game = played(30, seats=("somebody",) * 3)
    before = state_of(game)

    assert not game.undo()
    assert state_of(game) == before


def test_an_illegal_move_is_refused_and_changes_nothing():
    game = played(5)
    before = state_of(game)
    illegal = next(action for action in range(200) if action not in game.legal_actions)
    with pytest.raises(IllegalActionError):
        game.play(illegal)

    assert state_of(game) == before
