"""How the command ends: one line for whatever is wrong, also where nothing can be written any more."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kingsburg_app import rulebook
from kingsburg_app.cli import app

FULL = Path("/dev/full")
COMMAND = [sys.executable, "-m", "kingsburg_app.cli"]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["arena", "--gaems", "3"], "No such option: --gaems"),
        (["aren"], "No such command 'aren'"),
        (["exploit"], "Missing argument"),
        (["play", "--seed", "x"], "Invalid value for '--seed'"),
        (["train", "selfpaly"], "No such command 'selfpaly'"),
    ],
)
def test_what_the_command_line_has_not_is_refused_in_one_line(arguments, line):
    done = CliRunner().invoke(app, arguments)

    assert done.exit_code == 2
    assert done.stderr.startswith(f"Error: {line}")
    assert done.stderr.endswith(" --help\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["train"]])
def test_no_subcommand_shows_what_there_is(arguments):
    done = CliRunner().invoke(app, arguments)

    assert done.exit_code == 0
    assert "selfplay" in done.stdout or "arena" in done.stdout


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["rules", "--json"], ["rules", "Jester"]])
def test_a_full_disk_is_told_in_one_line(arguments):
    with FULL.open("w") as full:
        done = subprocess.run(
            [*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )

    assert done.returncode == 2
    assert done.stderr == "Error: no space left to write to: free some, or write elsewhere\n"


def test_a_reader_that_goes_away_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*COMMAND, "rules"], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)

    assert done.returncode == 1
    assert done.stderr == ""


def test_a_mistake_of_the_program_itself_is_not_hidden(monkeypatch):
    def fail(*_):
        raise RuntimeError("a mistake")

    monkeypatch.setattr(rulebook, "find_cards", fail)
    done = CliRunner().invoke(app, ["rules"])

    assert isinstance(done.exception, RuntimeError)
