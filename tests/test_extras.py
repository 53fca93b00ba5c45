"""The optional parts of the project: what they need, and what is said where one is missing."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kingsburg_env import extras

ROOT = Path(__file__).resolve().parent.parent
# Runs a module as a program where one of the packages it imports is not installed.
WITHOUT = (
    "import runpy, sys; sys.modules[sys.argv[1]] = None; "
    "runpy.run_module(sys.argv[2], run_name='__main__', alter_sys=True)"
)


def test_the_packages_of_an_extra_come_from_the_project_itself():
    found = extras.packages()

    assert {"numba", "typer"} <= set(found[""])
    assert "torch" not in found[""]
    assert {"torch", "sb3-contrib"} <= set(found["train"]) <= set(found["ray"])


def test_what_is_installed_is_not_missed_and_what_is_not_is_named():
    extras.need("train", "numpy")
    with pytest.raises(
        extras.MissingExtraError, match=r"^missing no_such: .* -c requirements/lock-3\.\d+\.txt '\.\[ray\]'$"
    ):
        extras.need("ray", "numpy", "no_such")


@pytest.mark.parametrize(
    ("package", "module", "extra"),
    [
        ("torch", "kingsburg_training.selfplay", "train"),
        ("sb3_contrib", "kingsburg_training.maskable_ppo", "train"),
        ("torch", "kingsburg_training.fit_value", "train"),
        ("torch", "kingsburg_training.export", "train"),
        ("minari", "kingsburg_training.make_dataset", "data"),
        ("torch", "kingsburg_training.clone", "data"),
        ("ray", "kingsburg_training.rllib", "ray"),
    ],
)
def test_a_program_without_its_extra_ends_in_one_line(package, module, extra):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, package, module], capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert re.fullmatch(rf"Error: missing {package}: .*'\.\[{extra}\]'\n", done.stderr)


def test_nobody_is_sent_to_a_package_that_is_not_published():
    folders = ("kingsburg_env", "agents", "app", "training", "docs", "notebooks")
    files = [
        path for folder in folders for path in (ROOT / folder).rglob("*.*") if path.suffix in (".py", ".md")
    ]
    telling = [
        path.name
        for path in [*files, ROOT / "README.md"]
        if "install 'kingsburg-env" in path.read_text("utf-8")
    ]

    assert files
    assert telling == []
