"""One engine: compiled and as plain Python it plays the same games, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kingsburg_env import Rules, new_games
from kingsburg_env.engine.rules import MODULES
from tests import fingerprint
from tests.random_play import EVERY_RULES, from_bytes, join, name_of, play_for

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
# Plain Python takes some ten thousandths of a second for what compiled code does in one: few decisions, well chosen.
STEPS = 15
STAGES = (0, 60, 130)
WHOLE_GAMES = (Rules(num_players=2), Rules(num_players=3, modules=MODULES))
PROCESSES = 2
TIMEOUT = 600

# If you changed the rules on purpose, put here what `python -m tests.fingerprint` prints;
# if you did not, your change is a bug.
PLAY = "e85316bb8a6f634a"


def _stages(at, rules):
    """One batch with a game at its first question, one further on and one late."""
    return join(play_for(new_games(1, rules, seed=100 * at + stage), stage, seed=at) for stage in STAGES)


def _save(folder, steps, batches):
    """Save batches, and list the files with the steps to go on from them."""
    files = []
    for name, games in batches:
        files.append((steps, folder / f"{name}.games"))
        files[-1][1].write_bytes(games.tobytes())
    return files


def _plain_python(jobs):
    """Start plain Python on its share of files, with warnings as errors."""
    warnings = ["-W", "error", "-W", "ignore:overflow encountered:RuntimeWarning:kingsburg_env.engine.chance"]
    steps = str(jobs[0][0])
    command = [sys.executable, *warnings, "-m", "tests.fingerprint", steps, *(str(file) for _, file in jobs)]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.fixture(scope="module")
def fingerprints(tmp_path_factory):
    """What plain Python and compiled code make of the same games, by name."""
    folder = tmp_path_factory.mktemp("modes")
    parts = _save(
        folder, STEPS, [(name_of(rules), _stages(at, rules)) for at, rules in enumerate(EVERY_RULES)]
    )
    whole = _save(
        folder, 10_000, [(f"whole-{name_of(rules)}", new_games(1, rules, seed=7)) for rules in WHOLE_GAMES]
    )
    running = [_plain_python(jobs) for jobs in (parts[::PROCESSES], parts[1::PROCESSES], whole)]
    compiled = {
        file.stem: fingerprint.of_bytes(from_bytes(file.read_bytes()), steps) for steps, file in parts + whole
    }
    plain = {}
    for process in running:
        said, wrong = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 0, wrong
        plain |= dict(line.split() for line in said.splitlines())
    return plain, compiled


NAMES = [name_of(rules) for rules in EVERY_RULES] + [f"whole-{name_of(rules)}" for rules in WHOLE_GAMES]


@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_plain_python_write_the_same_bytes(fingerprints, name):
    plain, compiled = fingerprints

    assert plain[name] == compiled[name]


def test_games_under_other_rules_have_other_fingerprints(fingerprints):
    _, compiled = fingerprints

    assert len(set(compiled.values())) == len(NAMES)


def test_play_is_what_it_was():
    assert fingerprint.of_all_play() == PLAY
