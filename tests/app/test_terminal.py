"""A game at the terminal: agents that move at once, taking back, actions as people type them, advice."""

import pytest

from kingsburg_agents import make
from kingsburg_app import saved_game
from kingsburg_app.game_in_progress import GameInProgress
from kingsburg_app.saved_game import PERSON, SavedGame
from kingsburg_app.terminal import Conversation, advise, describe_game, describe_result, read_action
from kingsburg_env import Rules
from kingsburg_env.text import describe_action

pytestmark = pytest.mark.compiled


def begin(*others, seed=3, **rules):
    """A person who plays red against agents."""
    return going_on(SavedGame(Rules(len(others) + 1, **rules), seed, (PERSON, *others), []))


def going_on(saved):
    return Conversation(GameInProgress(saved), make("first"))


def play_on(conversation, moves):
    for _ in range(moves):
        if not conversation.game.is_over:
            conversation.act(conversation.game.legal_actions[0])


def test_agents_move_by_themselves_until_a_person_is_asked():
    conversation = begin("random", "greedy")
    game = conversation.game
    while not game.is_over:
        assert game.actor == 0
        play_on(conversation, 1)

    assert next(describe_result(game)).startswith("1. ")
    assert "the game is over" in describe_game(game)


def test_the_board_tells_what_happened_since_the_person_moved_and_after_an_undo_what_it_told_before():
    conversation = begin("greedy", "random")
    game = conversation.game
    play_on(conversation, 4)
    before = describe_game(game)
    play_on(conversation, 1)
    assert describe_game(game) != before
    game.undo()

    assert describe_game(game) == before


def test_the_same_moves_after_an_undo_meet_the_same_agents_and_the_same_luck():
    conversation = begin("random", modules=("army",))
    play_on(conversation, 6)
    actions = conversation.game.actions
    conversation.game.undo()
    play_on(conversation, 1)

    assert conversation.game.actions == actions


def test_a_game_read_back_goes_on_as_if_it_had_never_been_put_away(tmp_path):
    kept = begin("random", "greedy", modules=("rows", "governors"))
    play_on(kept, 5)
    saved_game.write(kept.game.saved, tmp_path / "game.json")
    read = going_on(saved_game.read(tmp_path / "game.json"))
    assert describe_game(read.game) == describe_game(kept.game)
    play_on(kept, 5)
    play_on(read, 5)

    assert read.game.saved == kept.game.saved


@pytest.mark.parametrize("said", ["number", "text", "word"])
def test_an_action_is_a_number_a_text_or_words_only_one_action_has(said):
    game = begin("random", seed=5).game
    wood = game.legal_actions[1]
    texts = {"number": str(wood), "text": describe_action(wood).upper(), "word": "wood"}

    assert describe_action(wood) == "1 wood"
    assert read_action(texts[said], game) == wood


def test_words_that_several_actions_have_are_refused_with_all_of_them():
    with pytest.raises(ValueError, match="may be: 1 gold, 1 wood, 1 stone"):
        read_action("o", begin("random", seed=5).game)


def test_advice_of_an_agent_is_legal_and_changes_nothing():
    game = begin("random").game
    before = game.games.tobytes()
    ((action, probability),) = advise(make("adaptive"), game)

    assert action in game.legal_actions
    assert probability is None
    assert game.games.tobytes() == before


def test_a_network_advises_with_probabilities_likeliest_first():
    game = begin("random").game
    advised = advise(make("champion"), game)
    probabilities = [probability for _, probability in advised]

    assert all(action in game.legal_actions for action, _ in advised)
    assert probabilities == sorted(probabilities, reverse=True)
    assert 0 < sum(probabilities) <= 1.0001
