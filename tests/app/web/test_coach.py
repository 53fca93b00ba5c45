"""The coach: hidden without a network, and never telling a seat what it may not know."""

import json

import numpy as np
import pytest

from kingsburg_app.game_in_progress import GameInProgress
from kingsburg_app.saved_game import SavedGame
from kingsburg_app.web.coach import DISAGREEMENTS, advise, find_coach, review
from kingsburg_env import Rules, redeal
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.observation import OBSERVATION_SIZE
from tests.app.web.conftest import serving
from tests.weights import save

pytestmark = pytest.mark.compiled

HIDDEN_UNITS = 16


@pytest.fixture
def network(tmp_path):
    """The file of a network that knows nothing."""
    rng = np.random.default_rng(1)
    shapes = {
        "w0": (OBSERVATION_SIZE, HIDDEN_UNITS), "b0": (HIDDEN_UNITS,), "w1": (HIDDEN_UNITS, NUM_ACTIONS), "b1": (NUM_ACTIONS,),
        "v0": (HIDDEN_UNITS, 1), "vb0": (1,),
    }  # fmt: skip
    place = tmp_path / "net.npz"
    arrays = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    save(place, arrays)
    return place


def played(moves, players=3):
    table = GameInProgress(SavedGame(Rules(players, modules=("governors", "army")), 5, ("",) * players, []))
    rng = np.random.default_rng(2)
    while len(table.actions) < moves and not table.is_over:
        table.play(int(rng.choice(table.legal_actions)))
    return table


def test_without_a_champion_there_is_no_coach(client):
    assert client.http.get("/api/catalog").json()["has_coach"] is False
    tokens, _ = client.lay("", "")
    with client.sit(tokens[0]) as seat:
        seat.wait_for_view()
        seat.say(type="coach")
        assert seat.hear() == {"type": "error", "text": "there is no coach here"}


def test_an_agent_without_a_network_cannot_coach():
    with pytest.raises(ValueError, match="'adaptive': must be an agent with a network"):
        find_coach("adaptive")


def test_a_network_whose_values_are_points_cannot_coach(network):
    save(network, dict(np.load(network)), value="vp_margin")
    with pytest.raises(ValueError, match=r"coach 'neural:.*predict 'vp_margin', a chance to win is needed"):
        find_coach(f"neural:{network}")


def test_a_seat_is_told_probabilities_of_its_legal_answers_and_a_value_for_everybody(tmp_path, network):
    with serving(tmp_path / "games.sqlite", coach=find_coach(f"neural:{network}")) as client:
        assert client.http.get("/api/catalog").json()["has_coach"]
        tokens, _ = client.lay("", "first", "first", seed="1")
        with client.sit(tokens[0]) as seat:
            seat.wait_for_question()
            seat.say(type="coach")
            advice = seat.hear()

    assert advice["move"] == seat.move
    assert sorted(action for action, _ in advice["probabilities"]) == [
        choice["action"] for choice in seat.view["actions"]
    ]
    assert sum(probability for _, probability in advice["probabilities"]) == pytest.approx(1, abs=0.02)
    assert len(advice["values"]) == 3


def test_the_coach_knows_no_more_than_the_seat(network):
    coach = find_coach(f"neural:{network}")
    for moves in range(0, 60, 4):
        table = played(moves)
        for seat in range(3):
            other = redeal(table.games, seat, seed=moves)
            if table.actor == seat:
                other["answers"] = table.games["answers"]
            told, said = (json.dumps(advise(coach, game, seat, moves)) for game in (table.games, other))
            assert told == said


def test_after_the_game_the_moves_it_liked_least_are_named(network):
    record = played(10_000).saved
    found = review(find_coach(f"neural:{network}"), record)

    assert [len(values) for values in found["values"]] == [len(record.actions) + 1] * 3
    assert len(found["disagreements"]) == DISAGREEMENTS
    probabilities = [one["probability"] for one in found["disagreements"]]
    assert probabilities == sorted(probabilities)
    for one in found["disagreements"]:
        assert one["played"] == record.actions[one["move"]]
        assert one["better_probability"] >= one["probability"]
