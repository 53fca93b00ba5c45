"""How far a long job is, on a terminal and without one."""

import os
import pty
import re
import subprocess
import sys

import pytest

from kingsburg_agents import progress
from kingsburg_agents.progress import Progress, time_text

# Runs a command with its first lines due at once.
IMPATIENT = (
    "import sys; from kingsburg_agents import progress; progress.SECONDS = float(sys.argv.pop(1)); "
    "from kingsburg_app.cli import app; app(prog_name='kingsburg')"
)
JOB = (
    "from kingsburg_agents.progress import Progress\n"
    "with Progress() as bar:\n"
    "    bar.tell('playing', 1, 4)\n"
    "    bar.write('a result')\n"
    "    bar.tell('playing', 2, 4, 'going well')\n"
)


def run_piped(*arguments):
    return subprocess.run(
        [sys.executable, "-c", IMPATIENT, *arguments], capture_output=True, text=True, check=True
    )


def test_a_line_every_ten_seconds_says_what_how_far_and_how_long_still(monkeypatch, capsys):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    with Progress() as bar:
        for second in range(0, 45, 3):
            now[0] = 100.0 + second
            bar.tell("playing", 100 + 10 * second, 1000, "quick")

    assert capsys.readouterr().err.splitlines() == [
        "playing: 22 %, 1.3 min left, quick",
        "playing: 34 %, 1.1 min left, quick",
        "playing: 46 %, 54 s left, quick",
    ]


def test_a_short_job_says_nothing_and_results_go_to_the_output(capsys):
    with Progress() as bar:
        bar.tell("playing", 0, 2)
        bar.write("a result")
        bar.tell("playing", 2, 2)
    told = capsys.readouterr()

    assert told.err == ""
    assert told.out == "a result\n"


def test_a_terminal_shows_a_bar():
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-c", JOB],
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm"},
        check=True,
    )
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()

    assert "50%" in shown
    assert "going well" in shown
    assert "a result\r\n" in shown


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("command", "job"),
    [
        ("arena --table first,first --games 40 --workers 0 --json", "playing"),
        ("exploit first --players 2 --blocks 1 --sims 2 --json", "2 games against first"),
    ],
)
def test_commands_tell_how_far_they_are_into_a_pipe(command, job):
    lines = run_piped("0", *command.split()).stderr.splitlines()

    assert re.fullmatch(rf"{job}: \d+ %(, .* left)?", lines[-1])
    assert "\r" not in "".join(lines)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (59.4, "59 s"), (90, "1.5 min"), (22_320, "6.2 h")]
)
def test_a_time_is_written_in_a_unit_that_can_be_read(seconds, text):
    assert time_text(seconds) == text
