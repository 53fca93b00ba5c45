"""The tool that tries small faults: what it changes, and that it sees whether a test notices."""

import json
import os
import subprocess
import sys

import pytest

from tests.equivalents import EQUIVALENTS
from tests.faults import Fault, compile_with, faults_of
from tests.mutants import GROUPS, ROOT, Report, all_faults, main

SOURCE = '''"""A hand of dice."""

LIMIT = 3

def is_low(dice, log):
    """Say it."""
    tell(log, 7)
    total = 0
    for die in range(2):
        total += dice[die]
    if total > LIMIT and not log:
        return True
    return False
'''
CHANGES = {
    "3 (column 8) -> 4",
    "0 (column 12) -> -1",
    "0 (column 12) -> 1",
    "range(2) ends one earlier",
    "2 (column 21) -> 0",
    "2 (column 21) -> 1",
    "2 (column 21) -> 3",
    "without: total += dice[die]",
    "total += dice[die] -> total -= dice[die]",
    "total > LIMIT -> total >= LIMIT",
    "not (total > LIMIT and (not log))",
    "total > LIMIT and (not log) -> total > LIMIT or not log",
    "without the condition total > LIMIT",
    "without the condition not log",
    "without: return True",
}


@pytest.fixture
def root(tmp_path):
    """A clone with one small module."""
    names = tmp_path / "kingsburg_env/engine/names.py"
    names.parent.mkdir(parents=True)
    names.write_text("class Step(IntEnum):\n    BEGIN = 0\n    ROLL = 1\n", encoding="utf-8")
    (tmp_path / "dice.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def test_every_place_that_decides_something_is_changed_and_what_is_told_is_not(root):
    assert {fault.what for fault in faults_of(root, "dice.py")} == CHANGES


def test_a_fault_changes_what_it_says(root):
    fault = next(
        fault for fault in faults_of(root, "dice.py") if fault.what == "total > LIMIT -> total >= LIMIT"
    )
    names = {"tell": lambda *_: None}
    exec(compile_with(root, fault), names)  # noqa: S102 - the module is the one above

    assert (fault.line, fault.function, fault.text) == (11, "is_low", "if total > LIMIT and not log:")
    assert names["is_low"]([1, 2], None)


def test_a_member_becomes_its_neighbour(root):
    (root / "dice.py").write_text("def first():\n    return Step.BEGIN\n", encoding="utf-8")

    assert [fault.what for fault in faults_of(root, "dice.py")] == ["Step.BEGIN -> Step.ROLL"]


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_has_faults_and_tests(group):
    assert all_faults(GROUPS[group])
    assert all((ROOT / test).exists() for test in GROUPS[group].tests)


def test_a_fault_is_noticed_by_the_tests_that_run_its_line_alone():
    code = (
        "import sys; from tests import mutants;"
        "mutants.GROUPS['batch'] = mutants.Group(('writing.py', 'threads.py'), ('tests/test_writing.py',));"
        "sys.exit(mutants.main('--of batch --json --sample 3 --seed 0'.split()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT, env=os.environ
    )
    said = json.loads(done.stdout)

    # Of the three drawn, one is in the module that is tested.
    assert said["killed"] == 1
    assert {survivor["file"] for survivor in said["survivors"]} == {"kingsburg_env/threads.py"}


def test_every_fault_known_to_change_nothing_is_there():
    there = {
        (fault.file, fault.text, fault.what) for file, *_ in EQUIVALENTS for fault in faults_of(ROOT, file)
    }

    assert there >= EQUIVALENTS.keys()


def test_the_report_names_what_nobody_noticed():
    noticed, missed = (Fault("a.py", 0, line, range(1), "f", "x = 1", f"change {line}") for line in (3, 4))
    report = Report(seed=1, sample=2, seconds=1.25, results=[(missed, False), (noticed, True)])

    assert report.as_text().splitlines() == [
        "a.py:4: change 4",
        "    x = 1",
        f"{'a.py':44}    1 of    2",
        "noticed 1 of 2, 50.0 %",
    ]
    assert report.as_json()["survivors"] == [{"file": "a.py", "line": 4, "what": "change 4"}]


def test_a_sample_of_nothing_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["--sample", "0"])

    assert "--sample 0: must be 1 or more" in capsys.readouterr().err
