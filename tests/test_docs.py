"""What README and docs show works: every Python block runs, every shell line names what exists, the site builds."""

import contextlib
import importlib
import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
import typer
from typer.main import get_command

from kingsburg_app.cli import app
from kingsburg_training.options import parser_of

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
GLOSSARY = ROOT / "docs" / "glossary.md"
# The first word of lines that are not ours to check.
FOREIGN = ("git", "cd")
LOADED = re.compile(
    r"""<(?:script|img|iframe)[^>]*\bsrc=["']?(?:https?:)?//|<link[^>]*\bhref=["']?(?:https?:)?//"""
)
# Marks that Markdown found within a word: 2**62 and 2**63 on one line are no bold text.
BROKEN_MARK = re.compile(r"\w<(?:strong|em)>|</(?:strong|em)>\w")
PACKAGES = {"sb3_contrib": "sb3_contrib", "kingsburg_training": "torch"}
"""Blocks that name the one need the other."""
LEARNERS = {"selfplay": "kingsburg_training.selfplay", "maskable-ppo": "kingsburg_training.maskable_ppo"}


class Block(NamedTuple):
    page: str
    line: int
    language: str
    text: str

    def __str__(self):
        return f"{self.page}:{self.line}"


def blocks_of(page):
    """The fenced blocks of a page."""
    found, opened = [], None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```") and opened is None:
            opened = Block(page.name, number, line.removeprefix("```").strip(), "")
        elif line.startswith("```"):
            found.append(opened)
            opened = None
        elif opened:
            opened = opened._replace(text=f"{opened.text}{line}\n")
    assert opened is None, f"{page.name}: a block is not closed"
    return found


BLOCKS = [block for page in PAGES for block in blocks_of(page)]
PYTHON = [block for block in BLOCKS if block.language == "python"]
SHELL = [
    (str(block), line.strip())
    for block in BLOCKS
    if block.language in ("", "sh", "bash")
    for line in block.text.splitlines()
    if line.strip()
]


def test_every_block_is_of_a_kind_that_is_checked():
    assert {block.language for block in BLOCKS} <= {"", "sh", "bash", "python"}
    assert len(PYTHON) >= 12
    assert len(SHELL) >= 20


@pytest.mark.compiled
@pytest.mark.parametrize("block", PYTHON, ids=str)
def test_a_python_block_runs(block, tmp_path, monkeypatch):
    for named, needed in PACKAGES.items():
        if named in block.text and find_spec(needed) is None:
            pytest.skip("needs the extra train")
    monkeypatch.chdir(tmp_path)

    exec(compile(block.text, str(block), "exec"), {"__name__": "__main__"})  # noqa: S102 - that is the test


def check_make(words):
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(words) <= set(targets), "no such target"


def check_kingsburg(words):
    """The subcommand must exist and take these options; nothing is run."""
    command, options = get_command(app), list(words)
    while hasattr(command, "commands"):
        command = command.commands[options.pop(0)]
    with contextlib.suppress(typer.Exit):  # --help
        context = command.make_context(command.name, options)
        check_learner(command.name, context.args)


def check_learner(name, options):
    """The options that a subcommand passes on must be those of its learner."""
    if name in LEARNERS and find_spec("torch") is not None:
        settings = importlib.import_module(LEARNERS[name]).Settings
        parser_of(settings, name).parse_args(options)


def check_pip(words):
    """The extras named must exist."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for extras in re.findall(r"\[([a-z,]+)\]", " ".join(words)):
        assert set(extras.split(",")) <= set(project["optional-dependencies"]), "no such extra"


def check_python(words):
    """The module after each -m must exist."""
    for flag, module in pairwise(words):
        if flag == "-m":
            assert find_spec(module) is not None, "no such module"


CHECKS = {"make": check_make, "kingsburg": check_kingsburg, "pip": check_pip, "python": check_python}


def check_line(line):
    words = [word for word in shlex.split(line, comments=True) if not re.fullmatch(r"[A-Z_]+=\S*", word)]
    name = Path(words[0]).name
    if name not in FOREIGN:
        CHECKS[name](words[1:])


@pytest.mark.parametrize("line", [line for _, line in SHELL], ids=[place for place, _ in SHELL])
def test_a_shell_line_names_what_exists(line):
    check_line(line)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("make nothing", "no such target"),
        ("kingsburg dance", "dance"),
        ("kingsburg arena --colour red", "--colour"),
        ("kingsburg train dance", "dance"),
        ("pip install '.[wings]'", "no such extra"),
        (".venv/bin/python -m no_such", "no such module"),
        ("FAST=1 rm -r tests", "rm"),
    ],
)
def test_a_wrong_line_would_be_noticed(line, message):
    with pytest.raises(Exception, match=message):
        check_line(line)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    targets = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if "://" not in target and not (page.parent / target).exists()]

    assert missing == []


def test_every_place_of_the_glossary_is_there():
    named = re.findall(
        r"`((?:kingsburg_env|agents|training|app)/[\w./]+)`", GLOSSARY.read_text(encoding="utf-8")
    )

    assert len(named) > 20
    assert [place for place in named if not (ROOT / place).exists()] == []


@pytest.mark.skipif(find_spec("mkdocs") is None, reason="needs the extra docs")
def test_the_site_builds_clean(tmp_path):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    env = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    pages = {page.name: page.read_text(encoding="utf-8") for page in (tmp_path / "site").glob("*.html")}

    assert done.returncode == 0, done.stderr
    assert len(pages) >= 11
    assert [name for name, text in pages.items() if LOADED.search(text)] == [], "loads from elsewhere"
    assert [name for name, text in pages.items() if BROKEN_MARK.search(text)] == [], "half a sentence is bold"
