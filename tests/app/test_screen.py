"""No line that a command prints is longer than the terminal."""

import pytest
from typer.testing import CliRunner

from kingsburg_app import measure, tournament
from kingsburg_app.cli import app
from kingsburg_app.demo import YOURS, _say_what_next
from kingsburg_app.screen import fold, fold_command, print_table
from kingsburg_arena.exploitability import Exploit
from kingsburg_env import bench

HEADS = ("agent", "win share", "rating", "lost")
ROWS = [("greedy", "52.9 % (50.3 to 55.5)", "1234 (1200 to 1300)", "0"), ("[red]:x:", "1 %", "0", "17")]


def kingsburg(*arguments):
    return CliRunner().invoke(app, list(arguments))


def widest(text):
    return max(map(len, text.splitlines()))


@pytest.fixture(params=[60, 80])
def width(request, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(request.param))
    return request.param


def tell_of_exploit():
    measure._tell_of_best_response(Exploit("planner:military", False, 4000, 0.5, 0.4, 0.6, 0.25))


def print_strengths():
    row = {
        "win_share": 0.529, "low": 0.503, "high": 0.555, "rating": 1234.0, "rating_low": 1200.0, "rating_high": 1300.0,
        "rating_is_bound": False, "rating_is_anchor": False, "mean_rank": 2.25, "mean_vp": 41.5, "margin": -12.5,
        "us_per_decision": 12345.0, "forfeits": 0,
    }  # fmt: skip
    names = (YOURS, "planner:military", "mcts:net=champion,seconds=1,sims=100000")
    sizes = {"games": 1001, "blocks": 143, "players": 4, "equal_share": 0.25}
    tournament.print_result(sizes | {"agents": dict.fromkeys(names, row)}, tournament.Path("runs/demo/arena"))


def say_what_next():
    _say_what_next(tournament.Path("runs/demo"))


@pytest.mark.parametrize("write", [tell_of_exploit, measure.bench, print_strengths, say_what_next])
def test_what_is_told_fits_the_terminal(capsys, monkeypatch, width, write):
    monkeypatch.setattr(bench, "measure", lambda _tell: dict.fromkeys(bench.LINES, 1234567.8))
    write()

    assert widest(capsys.readouterr().out) <= width


@pytest.mark.parametrize("command", ["rules", "rules --kind governor", "doctor", "describe-env"])
def test_a_command_fits_the_terminal(width, command):
    done = kingsburg(*command.split())

    assert done.exit_code == 0
    assert widest(done.stdout) <= width


@pytest.mark.compiled
def test_a_tournament_and_its_replay_fit_the_terminal(width, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = "random,planner:military,tests.arena.bad_agents:Wordy"
    played = kingsburg(
        *f"arena --table {table} --modules rows,governors,army --games 20 --workers 0 --out r".split()
    )
    told = kingsburg("replay", "r", "17")

    assert played.exit_code == told.exit_code == 0
    assert widest(played.stdout) <= width
    assert widest(told.stdout) <= width


@pytest.mark.parametrize(
    ("columns", "heads", "left_out"),
    [
        ("65", "agent win share rating lost", ""),
        ("60", "agent win share rating", "Left out, for want of room: lost."),
        ("39", "agent win share", "Left out, for want of room: rating, lost."),
    ],
)
def test_columns_that_have_no_room_are_left_out_and_named(capsys, monkeypatch, columns, heads, left_out):
    monkeypatch.setenv("COLUMNS", columns)
    print_table("A title", HEADS, ROWS, ("lost", "rating"))
    lines = capsys.readouterr().out.splitlines()

    assert lines[0] == "A title"
    assert lines[2].replace("┃", " ").split() == heads.split()
    assert "[red]:x:" in lines[5]
    assert " ".join(lines[7:]) == left_out


def test_a_name_is_broken_rather_than_a_figure_cut(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "36")
    print_table("", HEADS[:2], [("mcts:net=champion,seconds=1", ROWS[0][1])], ())
    told = capsys.readouterr().out

    assert ROWS[0][1] in told
    assert widest(told) == 36


def test_a_line_is_broken_between_words_and_never_within_a_path(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")

    assert fold("there in a/path/as-long-as", 24) == "there in\n   a/path/as-long-as"
    assert fold("  the report is in a/long-path/to-the-report", 4) == (
        "  the report is in\n    a/long-path/to-the-report"
    )


def test_a_long_command_can_be_copied_from_its_lines(monkeypatch):
    monkeypatch.setenv("COLUMNS", "32")
    folded = fold_command("   kingsburg train selfplay --run mine --decisions 5", 5)

    assert folded.splitlines() == ["   kingsburg train selfplay \\", "     --run mine --decisions 5"]


def test_a_pipe_has_room(capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    print_strengths()

    assert "margin" in capsys.readouterr().out
