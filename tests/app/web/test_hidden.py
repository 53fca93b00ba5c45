"""What a seat receives depends on what it may know, and on nothing else: read message by message."""

import json

import numpy as np
import pytest

from kingsburg_app.game_in_progress import GameInProgress
from kingsburg_app.saved_game import SavedGame
from kingsburg_app.web.store import WATCHER
from kingsburg_app.web.view import see
from kingsburg_env import Rules, redeal
from kingsburg_env.engine.answers import masks_of
from tests.hidden import scramble

pytestmark = pytest.mark.compiled

EVERYTHING = ("rows", "governors", "army")


def as_seen(table, game, seat):
    """The message for a seat if the true game were this one; answers and mask are those of that game."""
    true_game, true_mask = table.games.copy(), table.buffers.mask.copy()
    table.games[:] = game
    table.buffers.mask[0] = masks_of(game)[0]
    message = see(table, seat, 0)
    table.games[:], table.buffers.mask[:] = true_game, true_mask
    return json.dumps(message)


def positions(seed, players):
    """Every position of a game of random moves, with everything that can be hidden."""
    table = GameInProgress(SavedGame(Rules(players, modules=EVERYTHING), seed, ("",) * players, []))
    rng = np.random.default_rng(seed)
    while not table.is_over:
        yield table
        table.play(int(rng.choice(table.legal_actions)))


@pytest.mark.parametrize("players", [2, 5])
def test_other_secrets_make_the_same_messages(players):
    changed = 0
    for table in positions(players, players):
        for seat in range(players):
            told = as_seen(table, table.games, seat)
            other = redeal(table.games, seat, seed=len(table.actions))
            if table.actor == seat:
                other["answers"] = table.games["answers"]
            changed += bool(np.any(other["enemies"] != table.games["enemies"]))
            assert as_seen(table, other, seat) == told
            assert as_seen(table, scramble(table.games, np.array([seat]), 1), seat) == told

    assert changed > 100


def test_a_watcher_sees_no_secret_at_all():
    for table in positions(3, 3):
        told = as_seen(table, table.games, WATCHER)
        for seat in range(3):
            assert as_seen(table, redeal(table.games, seat, seed=1), WATCHER) == told


def messages_of(client, seat_seed, other_choice):
    """Everything seat 0 receives at a server until it has picked its governor, whatever its rival picks."""
    tokens, _ = client.lay("", "", seed=seat_seed, modules=["governors"])
    with client.sit(tokens[0]) as me, client.sit(tokens[1]) as rival:
        me.wait_for(lambda message: message["type"] == "view")
        rival.wait_for(lambda message: message["type"] == "view")
        first, other = (me, rival) if "question" in me.view else (rival, me)
        first.answer(other_choice if first is rival else 0)
        other.wait_for(lambda message: message["move"] == 1)
        me.wait_for(lambda message: message["move"] == 1) if me is first else None
        return me.heard


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_a_rivals_secret_pick_never_crosses_the_line(client, seed):
    assert messages_of(client, seed, 0) == messages_of(client, seed, 2)


def test_no_message_holds_the_seed_or_anothers_token(client):
    seed = "1234567890123456789"
    tokens, watch = client.lay("", "adaptive", "", seed=seed, modules=list(EVERYTHING))
    with client.sit(tokens[0]) as me, client.sit(tokens[2]) as rival:
        for _ in range(10):
            for seat in (me, rival):
                seat.wait_for(lambda message: message["type"] == "view")
                if "question" in seat.view:
                    seat.answer()
        said = json.dumps(me.heard)

    assert "seed" not in said
    assert seed not in said
    assert tokens[2] not in said
    assert watch not in said


def test_only_the_seat_asked_is_shown_the_answers():
    for table in positions(4, 4):
        shown = [seat for seat in [*range(4), WATCHER] if "question" in see(table, seat, 0)]
        assert shown == [table.actor]
