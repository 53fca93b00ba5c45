"""Agents by name: what follows the colon, files with any name, and a line for whoever mistypes."""

import numpy as np
import pytest

from kingsburg_agents import Agent, make, register
from kingsburg_agents.registry import _FACTORIES, parameters_of


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def lazy():
    register("lazy", Lazy)
    yield
    del _FACTORIES["lazy"]


class Lazy(Agent):
    """Plays the nth legal action."""

    def __init__(self, nth=0):
        self.nth = nth

    def act(self, observation, mask, rng):
        return int(np.flatnonzero(mask)[self.nth])


def touch(folder, name):
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.touch()


@pytest.mark.parametrize(
    ("name", "values", "keywords"),
    [
        ("greedy", [], {}),
        ("planner:military", ["military"], {}),
        ("mcts:sims=64,c=0.5,playout=net", [], {"sims": 64, "c": 0.5, "playout": "net"}),
        ("neural:w.npz,mode=sample", ["w.npz"], {"mode": "sample"}),
        ("neural:runs/lr=0.1/latest.npz", ["runs/lr=0.1/latest.npz"], {}),
        ("neural:a,b=c.npz,mode=sample", ["a,b=c.npz"], {"mode": "sample"}),
        ("mcts:sims=8,net=a,b=c.npz,depth=3", [], {"sims": 8, "net": "a,b=c.npz", "depth": 3}),
        # the longest path that there is
        ("neural:w.npz,old,mode=sample", ["w.npz,old"], {"mode": "sample"}),
        # a file of that name makes no text of a number
        ("mcts:sims=64", [], {"sims": 64}),
        ("neural:" + 300 * "x", [300 * "x"], {}),
    ],
)
def test_parameters_end_at_commas_unless_a_file_is_called_so(folder, name, values, keywords):
    for file in ("w.npz", "runs/lr=0.1/latest.npz", "a,b=c.npz", "64"):
        touch(folder, file)
    if "old" in name:
        touch(folder, "w.npz,old")
    assert parameters_of(name) == (values, keywords)


def test_a_path_that_looks_like_a_key_is_named_when_it_is_not_there():
    with pytest.raises(ValueError, match=r"there is no file 'runs/lr=0\.1/latest\.npz'"):
        make("neural:runs/lr=0.1/latest.npz")


@pytest.mark.usefixtures("lazy")
def test_an_agent_of_your_own_gets_its_parameters():
    assert make("lazy:nth=2").nth == make("lazy:2").nth == 2


@pytest.mark.parametrize("name", [None, 3])
def test_only_a_text_is_a_name(name):
    with pytest.raises(TypeError, match=f"agent {name}: must be a name, such as 'greedy'"):
        make(name)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("greedyy", "did you mean 'greedy'"),
        ("planer:military", "did you mean 'planner'"),
        ("mcts:simz=3", "parameters are: sims, seconds, .*did you mean 'sims'"),
        ("greedy:3", "parameters are: none"),
        ("neural", r"needs a weights file: neural:FILE\.npz"),
        ("mine.last:Last", "cannot import mine.last: no 'mine' in the current folder; start the command where it lies"),
        ("tests.nowhere:Last", "no 'tests.nowhere' in the current folder"),
        ("tests.agents.test_registry:Lasy", "has no 'Lasy'; did you mean 'Lazy'"),
        ("os.path:getcwd", "has no 'getcwd'"),
        ("http.cookies:SimpleCookie", "must make an Agent, not a SimpleCookie"),
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_is_refused_in_a_line_that_helps(name, words):
    with pytest.raises(ValueError, match=words) as raised:
        make(name)
    assert "\n" not in str(raised.value)


def test_what_a_module_of_your_own_needs_is_named(folder, monkeypatch):
    touch(folder, "needy/__init__.py")
    (folder / "needy" / "agent.py").write_text("import not_installed_anywhere\n")
    monkeypatch.syspath_prepend(folder)
    with pytest.raises(
        ValueError, match=r"cannot import needy\.agent: No module named 'not_installed_anywhere'"
    ):
        make("needy.agent:Mine")


@pytest.mark.parametrize("name", ["two words", "", 3])
def test_a_name_to_register_is_one_word(name):
    with pytest.raises(ValueError, match="must be one word"):
        register(name, Lazy)
