"""`make` on machines of every kind: Python, apt-get, id and chromium are scripts of this test."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
APT_GET = 'echo "$@" >> "{calls}"'
APT_GET_INSTALLS = APT_GET + '; case "$*" in *install*) {cp} "{id}" "{chromium}";; esac'
APT_GET_FAILS = APT_GET + "; echo 'E: no network' >&2; exit 100"


class Run(NamedTuple):
    said: str
    calls: list[str]


class Machine:
    """A machine that has nothing but what a test gives it."""

    def __init__(self, programs, user):
        self.programs, self.calls = programs, programs / "calls"
        self.give("id", f"echo {user}")

    def give(self, name, script):
        places = {"calls": self.calls, "id": self.programs / "id", "chromium": self.programs / "chromium"}
        program = self.programs / name
        program.write_text(f"#!/bin/sh\n{script.format(**places, cp=shutil.which('cp'))}\n", encoding="utf-8")
        program.chmod(0o755)

    def make_chromium(self):
        self.calls.write_text("", encoding="utf-8")
        done = subprocess.run(
            [shutil.which("make"), "--old-file=install", f'RUN="{sys.executable}"', "chromium"],
            check=True,
            cwd=ROOT,
            env={"PATH": str(self.programs)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return Run(done.stdout, self.calls.read_text(encoding="utf-8").splitlines())


@pytest.fixture
def machine_of(tmp_path):
    return lambda user: Machine(tmp_path, user)


ROOT_USER, PERSON = 0, 1000


def test_chromium_is_installed_for_root_once(machine_of):
    machine = machine_of(ROOT_USER)
    machine.give("apt-get", APT_GET_INSTALLS)

    first, second = machine.make_chromium(), machine.make_chromium()

    assert first.calls == ["-qq update", "-qq --yes --no-install-recommends install chromium"]
    assert first.said == "Installing Debian's package chromium for the browser tests; this happens once.\n"
    assert second == Run("", [])


def test_who_has_chromium_gets_none(machine_of):
    machine = machine_of(ROOT_USER)
    machine.give("apt-get", APT_GET)
    machine.give("chromium", "true")

    assert machine.make_chromium() == Run("", [])


def test_who_is_not_root_gets_no_chromium(machine_of):
    machine = machine_of(PERSON)
    machine.give("apt-get", APT_GET)

    assert machine.make_chromium() == Run("", [])


def test_a_machine_without_apt_gets_no_chromium(machine_of):
    assert machine_of(ROOT_USER).make_chromium() == Run("", [])


def test_an_apt_that_fails_does_not_fail_the_tests(machine_of):
    machine = machine_of(ROOT_USER)
    machine.give("apt-get", APT_GET_FAILS)

    run = machine.make_chromium()

    assert len(run.calls) == 2
    assert run.said.endswith("apt-get could not install chromium; the tests go on without it.\n")


# Python of another version, which makes no environment.
OTHER_PYTHON = """#!/bin/sh
case "$1" in
-c) exec "{python}" -c "import sys; sys.version_info = ({version}, 0); exec(sys.argv[1])" "$2";;
--version) echo Python {version};;
-m) echo "would make .venv";;
esac
"""


def make_environment(folder, version):
    """Begin `make install` in another folder, with a Python of that version."""
    shutil.copy(ROOT / "Makefile", folder)
    python = folder / "python"
    python.write_text(OTHER_PYTHON.format(python=sys.executable, version=version), encoding="utf-8")
    python.chmod(0o755)
    command = [shutil.which("make"), "--silent", f"PYTHON={python}", ".venv/bin/pip"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("version", ["3, 11", "3, 14", "3, 15"])
def test_every_python_from_3_11_on_is_taken(tmp_path, version):
    assert make_environment(tmp_path, version).stdout == "would make .venv\n"


def test_an_older_python_is_refused_in_one_line(tmp_path):
    done = make_environment(tmp_path, "3, 10")

    assert done.returncode != 0
    assert done.stderr.startswith("Missing: Python 3.11 or later; ")
