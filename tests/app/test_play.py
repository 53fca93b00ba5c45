"""`kingsburg play`: its options and files, and what is typed."""

import json
import os

import pytest
from typer.testing import CliRunner

from kingsburg_app import saved_game
from kingsburg_app.cli import app
from kingsburg_app.saved_game import PERSON, SavedGame
from kingsburg_env import Rules

pytestmark = pytest.mark.compiled


def play(*options, typed=""):
    return CliRunner().invoke(app, ["play", *options], input=typed)


def test_effects_may_be_optional_and_a_saved_game_knows_it(tmp_path):
    done = play(
        "--against", "first", "--optional-effects", "--game", str(tmp_path / "game.json"), typed="quit\n"
    )

    assert done.exit_code == 0
    assert saved_game.read(tmp_path / "game.json").rules == Rules(2, optional_effects=True)


def test_the_champion_advises_unless_another_is_named():
    asked = ["--seed", "5", "--against", "random", "--seat", "red"]

    assert "champion would: " in play(*asked, typed="hint\n").stdout
    assert "adaptive would: " in play(*asked, "--adviser", "adaptive", typed="hint\n").stdout


def test_a_terminal_game_shows_board_card_and_help():
    typed = "card farms\nhelp\nnonsense\nundo\n"
    done = play("--seed", "5", "--against", "random", "--seat", "red", typed=typed)

    assert done.exit_code == 0
    assert "A new game, seed 5: red is person, blue is random." in done.stdout
    assert "red decides which goods to take" in done.stdout
    assert "Farms (building): one bonus die" in done.stdout
    assert "take back your last action" in done.stdout
    assert "'nonsense' is no action here" in done.stdout
    assert "There is nothing to take back" in done.stdout


def test_a_game_with_a_file_is_kept_after_every_answer_and_goes_on(tmp_path):
    place = str(tmp_path / "game.json")
    begun = play("--seed", "5", "--against", "random", "--seat", "red", "--game", place, typed="wood\nquit\n")
    went_on = play("--game", place, typed="undo\nboard\n")

    assert begun.exit_code == went_on.exit_code == 0
    assert f"kingsburg play --game {place}" in begun.stdout
    assert "The game goes on, seed 5" in went_on.stdout
    assert "red decides which goods to take" in went_on.stdout


def test_save_writes_a_game_to_go_on_with(tmp_path):
    place = tmp_path / "saved.json"
    done = play("--seed", "5", "--against", "random", typed=f"save\nsave {place}\n")

    assert "save: name a file" in done.stdout
    assert done.exit_code == 0
    assert json.loads(place.read_text())["format"] == saved_game.FORMAT


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--against", "nobody"], "must be one of"),
        (["--against", ""], "--against '': must name 1 to 4 agents"),
        (["--against", "random", "--seat", "white"], "red, blue"),
        (["--seed", "-1"], "2**64 - 1"),
        (["--adviser", "nobody"], "must be one of"),
        (["--modules", "cards"], "choose from rows, governors, army"),
    ],
)
def test_wrong_options_are_named_with_what_is_allowed(options, message):
    done = play(*options)

    assert done.exit_code == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "chess"}, "not a Kingsburg game (format: must be 'kingsburg game 1')"),
        ({"seed": "-1"}, "seed: must be"),
        ({"seed": 1}, "seed: must be a whole number"),
        ({"seed": "0" * 21 + "9" * 30}, "seed: must be a whole number"),
        ({"seats": ["", 3]}, "seats: must be a list of at most 5, each a text"),
        ({"seats": [""]}, "2, 3, 4, 5"),
        ({"seats": ["", "nobody"]}, "must be one of"),
        ({"seats": ["", "ctypes.util:test"]}, "if you trust it, add --against ctypes.util:test"),
        ({"actions": [-1]}, "actions: must be"),
        ({"actions": [0]}, "; legal: "),
        ({"colour": "red"}, "colour: no such field"),
    ],
)
def test_a_file_that_is_no_game_is_refused(tmp_path, change, message):
    place = tmp_path / "game.json"
    saved_game.write(SavedGame(Rules(2), 5, (PERSON, "random"), []), place)
    place.write_text(json.dumps(json.loads(place.read_text()) | change))
    done = play("--game", str(place))

    assert done.exit_code == 2
    assert message in done.stderr


@pytest.mark.parametrize("place", ["/dev/zero", "/dev", "pipe"])
def test_a_file_that_has_no_end_is_refused(tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    done = play("--game", place)

    assert done.exit_code == 2
    assert done.stderr == f"Error: {place}: must be a file, not a folder or a device\n"


@pytest.mark.parametrize("options", [["--against", "nobody"], ["--adviser", "nobody"]])
def test_a_game_that_cannot_be_played_is_not_announced(options):
    done = play(*options)

    assert done.exit_code == 2
    assert done.stdout == ""


def test_a_file_may_seat_an_agent_of_ones_own_that_the_command_names_too(tmp_path):
    own = "kingsburg_agents.first:First"
    place = tmp_path / "game.json"
    saved_game.write(SavedGame(Rules(2), 5, (PERSON, own), []), place)
    done = play("--game", str(place), "--against", own, typed="quit\n")

    assert done.exit_code == 0
    assert "The game goes on" in done.stdout


def test_a_file_that_is_no_json_is_refused(tmp_path):
    (tmp_path / "game.json").write_text("dice")
    done = play("--game", str(tmp_path / "game.json"))

    assert done.exit_code == 2
    assert "not a Kingsburg game (not JSON)" in done.stderr
