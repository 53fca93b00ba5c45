"""Whole games by messages, and what must survive: a lost line, a stopped server, a killed one."""

import json
import os
import signal
import subprocess
import sys

import pytest

from kingsburg_app import saved_game
from kingsburg_app.saved_game import PERSON, SavedGame
from kingsburg_env import Rules, text
from tests.app.web.conftest import serving

pytestmark = pytest.mark.compiled


def play_on(seats, most=10_000):
    """Let people answer in turn until the game is over, or so many answers were given; returns how many."""
    answers = 0
    for seat in seats:
        seat.wait_for_view()
    while answers < most:
        move = max(seat.move for seat in seats)
        for seat in seats:
            if seat.move < move:
                seat.wait_for(lambda message, move=move: message.get("move", -1) >= move)
        asked = next((seat for seat in seats if seat.is_asked), None)
        if asked is None:
            if seats[0].is_over:
                break
            seats[0].hear()
            continue
        asked.answer(answers)
        answers += 1
        asked.wait_for(lambda message, move=move: message.get("move", -1) > move)
    return answers


@pytest.mark.parametrize(
    ("seats", "rules"),
    [
        (("", "adaptive"), {}),
        (("greedy", "", "random", "planner:faith"), {"modules": ["rows", "governors", "army"]}),
        (("", "first", "first", "first", "adaptive"), {"edition": "first", "plus_two": "group"}),
        (("", "greedy"), {"modules": ["rows", "governors", "army"], "optional_effects": True}),
    ],
)
def test_a_person_plays_a_whole_game_against_agents(client, seats, rules):
    tokens, _ = client.lay(*seats, seed="11", **rules)
    with client.sit(tokens[seats.index("")]) as seat:
        play_on([seat])

    assert min(seat.view["result"]["ranks"]) == 1
    assert seat.view["question"] is None
    assert seat.view["events"][-1]["text"] == "the game is over"


def test_four_people_play_a_whole_game(client):
    tokens, _ = client.lay("", "", "", "", seed="3", modules=["governors", "army"])
    with (
        client.sit(tokens[0]) as a,
        client.sit(tokens[1]) as b,
        client.sit(tokens[2]) as c,
        client.sit(tokens[3]) as d,
    ):
        play_on([a, b, c, d])

        assert a.view["result"] == b.view["result"] == c.view["result"] == d.view["result"]


def test_agents_play_each_other_while_somebody_watches(client):
    _, watch = client.lay("adaptive", "greedy", seed="5")
    with client.sit(watch) as watcher:
        watcher.wait_for(lambda _: watcher.is_over)

    assert watcher.welcome["seat"] is watcher.view["seat"] is None
    assert len(watcher.heard) > 50


def test_the_story_is_told_once_and_in_words(client):
    tokens, _ = client.lay("", "first", seed="2")
    with client.sit(tokens[0]) as seat:
        play_on([seat], most=8)
        views = [message["view"] for message in seat.heard if message["type"] == "view"]
        lines = [event["text"] for view in views for event in view["events"]]

    assert lines[0] == "red takes place 1" or "takes place 1" in " ".join(lines[:3])
    assert sum(line == "year I: spring" for line in lines) == 1


def test_dice_and_advisor_are_placed_as_picked(client):
    tokens, _ = client.lay("", "first", seed="4")
    with client.sit(tokens[0]) as seat:
        while not seat.wait_for_question()["view"]["placements"]:
            seat.answer()
        move, way = seat.move, max(seat.view["placements"], key=lambda way: len(way["own"]))
        seat.say(type="act", move=move, actions=way["actions"])
        seat.wait_for(lambda message: message["move"] > move)

    (group,) = seat.view["court"][way["advisor"]]["groups"]
    assert len(way["own"]) > 1
    assert (group["seat"], group["own"], group["bonus"]) == (0, way["own"], way["bonus"])


def test_a_lost_line_loses_nothing(client):
    tokens, _ = client.lay("", "adaptive", seed="6")
    with client.sit(tokens[0]) as seat:
        play_on([seat], most=10)
        seat.wait_for_question() if not seat.is_asked else None
        before = seat.view
    with client.sit(tokens[0]) as again:
        again.wait_for_question()

    assert {**again.view, "events": []} == {**before, "events": []}
    assert again.view["events"][-1:] == before["events"][-1:]


def test_two_tabs_at_one_seat_see_the_same(client):
    tokens, _ = client.lay("", "", seed="6")
    with client.sit(tokens[0]) as one, client.sit(tokens[0]) as other, client.sit(tokens[1]) as rival:
        play_on([one, rival], most=6)
        other.wait_for(lambda message: message.get("move") == one.move)

        assert {**other.view, "events": []} == {**one.view, "events": []}


def test_games_survive_a_restart(tmp_path):
    with serving(tmp_path / "games.sqlite") as client:
        tokens, _ = client.lay("", "adaptive", "random", seed="8", modules=["rows"])
        with client.sit(tokens[0]) as seat:
            play_on([seat], most=12)
            seat.wait_for_question() if not seat.is_asked else None
            before = seat.view
    with serving(tmp_path / "games.sqlite") as client, client.sit(tokens[0]) as seat:
        seat.wait_for_question()

        assert {**seat.view, "events": []} == {**before, "events": []}
        play_on_from(seat)


def play_on_from(seat):
    """Play a game on that stands at a question."""
    while not seat.is_over:
        seat.answer()
        seat.wait_for_question()


KILLED = """
import sys
from tests.app.web.conftest import serving
with serving(sys.argv[1]) as client:
    tokens, _ = client.lay("", "first", seed="9")
    with client.sit(tokens[0]) as seat:
        seat.wait_for_question()
        while True:
            print(tokens[0], seat.move, flush=True)
            seat.answer()
            seat.wait_for_question()
"""


def test_a_killed_server_loses_no_acknowledged_move(tmp_path):
    place = tmp_path / "games.sqlite"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, place], stdout=subprocess.PIPE, text=True, env=os.environ
    ) as process:
        told = [process.stdout.readline() for _ in range(25)]
        process.send_signal(signal.SIGKILL)
        told += process.stdout.read().splitlines()
    token, move = [line for line in told if len(line.split()) == 2][-1].split()
    with serving(place) as client, client.sit(token) as seat:
        seat.wait_for_question()

        assert seat.move >= int(move) > 20


def test_a_finished_game_is_shared_and_replayed(client):
    tokens, watch = client.lay("", "first", seed="12", modules=["governors"])
    with client.sit(tokens[0]) as seat:
        seat.wait_for_question()
        refused = client.post("share", {"token": tokens[0]})
        assert refused.status_code == 400
        assert "when it is over" in refused.json()["error"]
        play_on_from(seat)
    shared = client.post("share", {"token": watch}).json()

    assert client.post("unpack", {"code": shared["code"]}).json() == shared["file"]
    assert shared["file"]["seed"] == "12"
    frames = client.post("replay", shared["file"]).json()["frames"]
    assert len(frames) == len(shared["file"]["actions"]) + 1
    assert frames[-1]["result"] == seat.view["result"]
    assert frames[-1]["players"] == seat.view["players"]


def test_a_game_of_the_terminal_is_replayed_even_if_a_long_path_names_its_agent(client, tmp_path):
    record = SavedGame(Rules(2), 5, (PERSON, f"neural:{'folder/' * 40}latest.npz"), [])
    saved_game.write(record, tmp_path / "game.json")

    frames = client.post("replay", json.loads((tmp_path / "game.json").read_text())).json()["frames"]

    assert len(frames) == 1


def test_a_changed_game_is_refused_with_the_move_named(client):
    tokens, _ = client.lay("", "first", seed="12")
    with client.sit(tokens[0]) as seat:
        seat.wait_for_question()
        play_on_from(seat)
    file = client.post("share", {"token": tokens[0]}).json()["file"]
    pick_governor = text.parse_action("keep Prince")
    file["actions"][5] = pick_governor

    refused = client.post("replay", file)

    assert refused.status_code == 400
    assert refused.json()["error"].startswith("move 6:")


def test_a_seed_decides_the_game(client):
    views = []
    for _ in range(2):
        tokens, _ = client.lay("", "", seed="77")
        with client.sit(tokens[0]) as seat:
            seat.wait_for_view()
            views.append(seat.view)

    assert views[0] == views[1]
