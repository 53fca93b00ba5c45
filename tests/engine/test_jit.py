"""Compiled code: compiled once, kept in a folder named by everything it depends on, and announced."""

import os
import shutil
import subprocess
import sys
from enum import IntEnum
from pathlib import Path
from types import FunctionType, SimpleNamespace

import numba
import numpy as np
import pytest
from numba.core import config, event

from kingsburg_env.engine import jit

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "kingsburg_env"
WHERE = "from kingsburg_env.engine import jit; print(jit.CACHE)"
# Cheap to compile, and ours by its name.
SMALL_RULES = """
from kingsburg_env.engine.jit import entry, njit

@njit
def double(x):
    return 2 * x

@entry
def quadruple(x):
    return double(double(x))

@entry
def octuple(x):
    return 2 * double(double(x))
"""
READS_A_TABLE = """
from kingsburg_env.engine.jit import entry
from kingsburg_env.engine.tables.buildings import SOLDIER_PRICE

@entry
def price():
    return SOLDIER_PRICE
"""
USE_SMALL_RULES = "import kingsburg_small as small; print(small.quadruple(3), small.octuple(3))"
SOMEBODY_ELSES = "import numba, kingsburg_env; print(numba.njit(lambda x: x + 1)(1))"
ANNOUNCEMENT = "kingsburg-env: compiling the rules, once, for about a minute"


def _run(code, folder, **environment):
    """Run Python in a folder, compiling as usual, with a cache of its own unless it is told otherwise."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "KINGSBURG_"))
    }
    environment = inherited | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"} | environment
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture
def copy(tmp_path):
    """A copy of the package that a test may edit."""
    folder = tmp_path / "a copy"
    shutil.copytree(ROOT / PACKAGE, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def small_rules(tmp_path):
    (tmp_path / "kingsburg_small.py").write_text(SMALL_RULES)
    return tmp_path


# The folder


def _cache_of(folder, **environment):
    return Path(_run(WHERE, folder, **environment).stdout.strip())


@pytest.fixture(scope="module")
def folder_of_these_sources(tmp_path_factory):
    """Where the sources as they are keep their compiled code, apart from the folder around it."""
    return _cache_of(ROOT, KINGSBURG_CACHE_DIR=str(tmp_path_factory.mktemp("cache"))).name


@pytest.mark.compiled
def test_the_same_sources_have_the_same_folder_wherever_they_lie(copy, tmp_path, folder_of_these_sources):
    assert _cache_of(copy, KINGSBURG_CACHE_DIR=str(tmp_path)) == tmp_path / folder_of_these_sources


@pytest.mark.compiled
@pytest.mark.parametrize(
    "source",
    [
        "engine/tables/buildings.py",
        "engine/phases/winter.py",
        "engine/state.py",
        "observation.py",
        "kernels.py",
    ],
)
def test_an_edited_source_has_another_folder(copy, tmp_path, folder_of_these_sources, source):
    edited = copy / PACKAGE / source
    edited.write_text(edited.read_text() + "\n# edited\n")

    assert _cache_of(copy, KINGSBURG_CACHE_DIR=str(tmp_path)).name != folder_of_these_sources


@pytest.mark.compiled
def test_a_new_source_has_another_folder(copy, tmp_path, folder_of_these_sources):
    (copy / PACKAGE / "engine" / "tables" / "ships.py").write_text("SHIPS = 3\n")

    assert _cache_of(copy, KINGSBURG_CACHE_DIR=str(tmp_path)).name != folder_of_these_sources


@pytest.mark.compiled
def test_what_is_not_compiled_does_not_count(copy, tmp_path, folder_of_these_sources):
    edited = copy / PACKAGE / "text.py"
    edited.write_text(edited.read_text() + "\n# edited\n")

    assert _cache_of(copy, KINGSBURG_CACHE_DIR=str(tmp_path)).name == folder_of_these_sources


@pytest.mark.compiled
def test_an_edited_table_changes_the_rules_that_read_it(copy, tmp_path):
    # The file of the rule itself stays as it is, which is all that Numba looks at.
    (copy / "kingsburg_small.py").write_text(READS_A_TABLE)
    table = copy / PACKAGE / "engine" / "tables" / "buildings.py"
    cache = str(tmp_path / "cache")
    before = _run(
        "import kingsburg_small as small; print(small.price())", copy, KINGSBURG_CACHE_DIR=cache
    ).stdout
    table.write_text(table.read_text() + "\nSOLDIER_PRICE = 9\n")
    after = _run(
        "import kingsburg_small as small; print(small.price())", copy, KINGSBURG_CACHE_DIR=cache
    ).stdout

    assert (before, after) == ("2\n", "9\n")


@pytest.mark.compiled
def test_code_with_checked_bounds_has_a_folder_of_its_own(tmp_path, folder_of_these_sources):
    checked = _cache_of(tmp_path, KINGSBURG_CACHE_DIR=str(tmp_path), NUMBA_BOUNDSCHECK="1")

    assert checked.name != folder_of_these_sources


# Keeping and announcing


@pytest.mark.compiled
def test_compiling_is_announced_once(small_rules):
    done = _run(USE_SMALL_RULES, small_rules, KINGSBURG_CACHE_DIR=str(small_rules / "cache"))

    assert done.stdout == "12 24\n"
    assert done.stderr.count(ANNOUNCEMENT) == 1
    assert f"kept in {small_rules / 'cache'}" in done.stderr


@pytest.mark.compiled
def test_what_was_kept_is_not_compiled_again_and_nothing_is_said(small_rules):
    _run(USE_SMALL_RULES, small_rules, KINGSBURG_CACHE_DIR=str(small_rules / "cache"))
    again = _run(USE_SMALL_RULES, small_rules, KINGSBURG_CACHE_DIR=str(small_rules / "cache"))

    assert (again.stdout, again.stderr) == ("12 24\n", "")


@pytest.mark.compiled
def test_where_nothing_can_be_kept_the_rules_still_work(small_rules):
    # A folder below a file can be made by nobody, not even by root.
    (small_rules / "file").touch()
    done = _run(USE_SMALL_RULES, small_rules, KINGSBURG_CACHE_DIR=str(small_rules / "file" / "cache"))

    assert done.stdout == "12 24\n"
    assert done.stderr.count(ANNOUNCEMENT) == 1
    assert "no folder is writable to keep it: set KINGSBURG_CACHE_DIR" in done.stderr


@pytest.mark.compiled
def test_what_others_compile_is_none_of_our_business(tmp_path):
    done = _run(SOMEBODY_ELSES, tmp_path, KINGSBURG_CACHE_DIR=str(tmp_path))

    assert (done.stdout, done.stderr) == ("2\n", "")


@pytest.mark.compiled
def test_importing_compiles_nothing(tmp_path):
    done = _run("import kingsburg_env", tmp_path, KINGSBURG_CACHE_DIR=str(tmp_path))

    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.compiled
def test_somebody_elses_cache_stays_where_it_was(tmp_path):
    asked = "import kingsburg_env, numba; print(numba.config.CACHE_DIR)"
    done = _run(asked, tmp_path, KINGSBURG_CACHE_DIR=str(tmp_path), NUMBA_CACHE_DIR="elsewhere")

    assert done.stdout == "elsewhere\n"


def test_the_parts_of_somebody_elses_package_may_be_compiled_into_each_other(tmp_path):
    for part in ("players", "players/minds", "players/searches"):
        (tmp_path / part).mkdir()
        (tmp_path / part / "__init__.py").touch()
    mind = tmp_path / "players" / "minds" / "mind.py"
    mind.write_text("from kingsburg_env.engine.jit import njit")
    cache_of = jit._cache_of.__wrapped__
    before = cache_of(tmp_path / "players" / "searches")
    mind.write_text("from kingsburg_env.engine.jit import njit, entry")

    assert cache_of(tmp_path / "players" / "searches") != before


# The decorators, in whichever mode the tests run


class Colour(IntEnum):
    RED = 1


@pytest.fixture
def compiling(monkeypatch):
    """Compile even where plain Python is asked for."""
    monkeypatch.setattr(config, "DISABLE_JIT", 0)


@pytest.mark.usefixtures("compiling")
def test_a_rule_is_compiled_once_for_whole_numbers_of_every_kind():
    @jit.njit
    def double(number):
        return 2 * number

    numbers = np.array([5], np.int16)

    @jit.entry
    def add_up(narrow):
        return double(narrow[0]) + double(3) + double(Colour.RED) + double(np.int8(2))

    assert add_up(numbers) == 10 + 6 + 2 + 4
    assert len(double.overloads) == 1


@pytest.mark.usefixtures("compiling")
def test_keys_of_luck_stay_unsigned():
    @jit.njit
    def halve(key):
        return key >> np.uint64(1)

    @jit.entry
    def look(keys):
        return halve(keys[0])

    assert look(np.array([2**64 - 2], np.uint64)) == 2**63 - 1


def _begin(listener, module):
    """Tell a listener that a function of this module is going to be compiled."""
    dispatcher = SimpleNamespace(py_func=SimpleNamespace(__module__=module))
    listener.on_start(event.Event("numba:compile", event.EventStatus.START, {"dispatcher": dispatcher}))


def test_the_announcement_is_made_before_the_first_of_our_functions_and_never_again(capsys):
    listener = jit._Announcement()
    said = []
    for module in ("somebody.elses", "kingsburg_env.batch", "kingsburg_env.batch"):
        _begin(listener, module)
        said.append(capsys.readouterr().err.count(ANNOUNCEMENT))
    listener.on_end(None)

    assert said == [0, 1, 0]
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("compiling")
def test_somebody_elses_function_may_be_in_no_module():
    double = FunctionType((lambda x: 2 * x).__code__, {})

    assert double.__module__ is None
    assert numba.njit(double)(4) == 8


def test_a_folder_that_can_be_written_is_found_out(monkeypatch, tmp_path):
    monkeypatch.setattr(jit, "CACHE", tmp_path / "new" / "folder")

    assert jit.is_cache_writable()
    assert list((tmp_path / "new" / "folder").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_found_out(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(jit, "CACHE", tmp_path / "file" / "folder")

    assert not jit.is_cache_writable()


# Where the folder is looked for is read once, at import, before any test could wish for something.


def test_compiled_code_is_kept_where_the_user_says(monkeypatch, tmp_path):
    monkeypatch.setenv("KINGSBURG_CACHE_DIR", str(tmp_path))

    assert jit._root() == tmp_path


def test_without_a_wish_it_is_kept_in_the_users_cache(monkeypatch, tmp_path):
    monkeypatch.delenv("KINGSBURG_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert jit._root() == tmp_path / "kingsburg-env"


def test_without_a_users_cache_it_is_kept_in_his_home(monkeypatch, tmp_path):
    monkeypatch.delenv("KINGSBURG_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))

    assert jit._root() == tmp_path / ".cache" / "kingsburg-env"
