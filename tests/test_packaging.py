"""What the wheel promises: requirements that work, types, files that come along, pages without dead links."""

import email
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from email.message import Message
from pathlib import Path

import pytest
import yaml

import hatch_build
import kingsburg_env

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("kingsburg_env", "kingsburg_agents", "kingsburg_training", "kingsburg_app")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ADDRESS = "https://code.example/kingsburg-env"
RIGHT = """
import kingsburg_env as kb
from kingsburg_agents import Agent, make
from kingsburg_env import kingsburg_v0
from kingsburg_env.envs.single import KingsburgEnv

players: int = kb.Rules().num_players
agent: Agent = make("greedy")
observation, info = KingsburgEnv(num_players=3).reset(seed=1)
kingsburg_v0.env(num_players=3).reset(seed=1)
kb.new_games(4, kb.Rules(num_players=3), seed=1)["round"].max()
shape: tuple[int, ...] = kb.Buffers(4).mask.shape
"""
WRONG = "name: str = KingsburgEnv(num_players=3).action_masks()"
FILES = """
from pathlib import Path
from kingsburg_arena import ladder
from kingsburg_training import options
contests = ladder.read_plan(ladder.PLAN)
published = ladder.read_published(ladder.PLAN)
assert [c.name for c in contests] == [c["name"] for c in published["contests"]]
print(ladder.__file__, *sorted(path.stem for path in options.CONFIGS.glob("champion/*.json")))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built here and now without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return zipfile.ZipFile(next(folder.glob("*.whl")))


@pytest.fixture(scope="module")
def metadata(wheel):
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return email.message_from_bytes(wheel.read(name))


@pytest.fixture(scope="module")
def user(wheel, tmp_path_factory):
    """The Python of a user who installed the wheel, with everybody else's packages borrowed from this one."""
    home = tmp_path_factory.mktemp("user")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    own = Path(sysconfig.get_path("purelib", vars={"base": str(home)}))
    wheel.extractall(own)
    (own / "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return home / "bin" / "python"


def as_user(python, *arguments, folder):
    """Run Python outside the clone, without the clone's packages."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(python), *arguments],
        cwd=folder,
        env=env | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def requirements(metadata: Message, extra=""):
    """What is required, by package; without an extra, what everybody gets."""
    lines = [line.partition(";") for line in metadata.get_all("Requires-Dist", [])]
    wanted = [line for line, _, marker in lines if marker.strip() == (f"extra == '{extra}'" if extra else "")]
    return {re.split(r"[<>=\[]", line)[0]: line.strip() for line in wanted}


def test_versions_that_cannot_work_are_not_asked_for(metadata):
    needed = requirements(metadata)

    assert needed["numba"] == "numba>=0.68"
    assert needed["numpy"] == "numpy>=2.0.2"
    assert needed["matplotlib"] == "matplotlib>=3.10"


def test_torch_is_pinned_for_those_who_work_on_the_project_alone(metadata):
    pins = [
        re.search(
            r"^torch==2\.13\.0$", (ROOT / "requirements" / name).read_text(encoding="utf-8"), re.MULTILINE
        )
        for name in ("torch.txt", "lock-3.11.txt", "client-rllib.txt")
    ]

    assert requirements(metadata, "train")["torch"] == "torch>=2.13"
    assert all(pins)


def test_no_later_python_is_shut_out(metadata):
    assert metadata["Requires-Python"] == ">=3.11"
    assert "Programming Language :: Python :: 3.14" in metadata.get_all("Classifier")


def test_type_checkers_are_told_of_every_package(wheel):
    assert {f"{package}/py.typed" for package in PACKAGES} <= set(wheel.namelist())


def test_the_type_checker_of_a_user_passes_what_is_right_and_finds_what_is_wrong(user, tmp_path):
    (tmp_path / "right.py").write_text(RIGHT)
    (tmp_path / "wrong.py").write_text(f"{RIGHT}{WRONG}\n")
    (tmp_path / "pyrightconfig.json").write_text('{"reportMissingTypeStubs": true}')
    done = as_user(sys.executable, "-m", "pyright", "--pythonpath", str(user), folder=tmp_path)

    errors = [line for line in done.stdout.splitlines() if " error: " in line]
    assert len(errors) == 1, done.stdout
    assert "wrong.py:13" in errors[0]
    assert 'declared type "str"' in errors[0]


def test_ladder_and_settings_of_the_champion_are_found_where_the_wheel_is_installed(user, tmp_path):
    done = as_user(user, "-c", FILES, folder=tmp_path)

    place, *legs = done.stdout.split() or [done.stderr]
    assert legs == ["1", "2", "3", "4", "5", "6"]
    assert Path(place).is_relative_to(user.parents[1])


def test_what_pictures_are_drawn_with_comes_along(wheel):
    render = Path("kingsburg_env/render")
    drawn_with = [*(ROOT / render / "symbols").iterdir(), *(ROOT / render / "font").iterdir()]

    assert {file.suffix for file in drawn_with} == {".svg", ".ttf", ""}
    assert {str(file.relative_to(ROOT)) for file in drawn_with} <= set(wheel.namelist())


def test_no_link_of_an_index_page_leads_nowhere(metadata):
    text = metadata.get_payload()

    assert "# kingsburg-env" in text
    assert re.findall(r"\]\((?!https://|#)", text) == []


def test_links_lead_into_the_repository_where_its_address_is_known():
    text = "[![A picture](docs/a.svg)](docs/a.md), [else](https://else.example) and [here](#here)"

    assert hatch_build.for_index_page(text, ADDRESS) == (
        f"[![A picture]({ADDRESS}/raw/main/docs/a.svg)]({ADDRESS}/blob/main/docs/a.md), "
        "[else](https://else.example) and [here](#here)"
    )
    assert hatch_build.urls(ADDRESS)["Changelog"] == f"{ADDRESS}/blob/main/CHANGELOG.md"


def test_without_an_address_only_words_stay():
    text = "[![A picture](docs/a.svg)](docs/a.md), [else](https://else.example) and [here](#here)"

    assert hatch_build.for_index_page(text, "") == (
        "A picture, [else](https://else.example) and [here](#here)"
    )
    assert hatch_build.urls("") == {}


def test_the_citation_is_that_of_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(
        rf"^## {re.escape(kingsburg_env.__version__)} \(([\d-]+)\)", changelog, re.MULTILINE
    )

    assert citation["title"] == PROJECT["name"]
    assert citation["version"] == kingsburg_env.__version__
    assert citation["authors"] == PROJECT["authors"]
    assert citation["license"] == PROJECT["license"]
    assert [str(citation[name]) for name in ("date-released",) if name in citation] == released
