"""Corners of the engine that whole games in plain Python would take too long to reach."""

import numpy as np
import pytest

from kingsburg_env import Buffers, redeal, step_batch
from kingsburg_env.engine import events
from kingsburg_env.engine.events import MAX_EVENTS
from kingsburg_env.engine.names import Event
from tests.given import given


def test_an_ended_game_is_dealt_anew_at_once_if_asked_for():
    game = given(players=2, at="recruiting", year=5, goods={"red": "2 gold"}, enemy="Barbarians 8 (year V)")
    buffers = Buffers(1)
    step_batch(game.games, np.array([0]), buffers, auto_reset=True)

    assert buffers.terminal[0]
    assert game.year == 1
    assert game.asked is not None


def test_a_log_without_room_says_so():
    buffers = Buffers(1, with_log=True)
    buffers.logs["length"] = MAX_EVENTS
    # As plain Python: compiled, it can be called by the rules only, and no game has so many events.
    write = getattr(events.write, "py_func", events.write)
    write(buffers.logs[0], Event.PASSED, 0, 0, 0, 0)

    assert buffers.logs[0].length == MAX_EVENTS
    with pytest.raises(OverflowError, match="more than"):
        buffers.log()


def test_redealing_lets_a_rival_have_put_down_any_of_his_tokens():
    game = given(players=2, modules=("army",), at="winter", army_tokens={"red": (0, 3, 3), "blue": (1, 2)})
    game.play("red: put down army token 0")
    seen = [int(redeal(game.games, 1, seed=seed)[0].players[0].picked_token) for seed in range(60)]

    assert set(seen) == {0, 3}
    assert seen.count(3) > seen.count(0)
