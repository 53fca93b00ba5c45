"""A tournament spread by Ray over two processes of this machine."""

import sys

import numpy as np
import pytest

from kingsburg_agents.arena.run import play_unkept, run
from kingsburg_agents.arena.schedule import table
from kingsburg_env import Rules

# What Ray warns about is its own business.
pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore")]

PLAN = table(["random", "first"], Rules(num_players=2), games=300, seed=4)


@pytest.fixture
def two_workers():
    """A Ray of two processes, started and ended here."""
    ray = pytest.importorskip("ray", reason="the extra `ray` is not installed")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


@pytest.mark.slow
@pytest.mark.usefixtures("two_workers")
def test_ray_plays_the_same_tournament():
    told = []
    spread = play_unkept(PLAN, progress=lambda done, total: told.append((done, total)), ray="local")
    here = play_unkept(PLAN, workers=0)

    for name in ("number", "seats", "ranks", "vp", "actions"):
        np.testing.assert_array_equal(spread.games[name], here.games[name])
    assert told[0] == (0, 3)
    assert told[-1] == (3, 3)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "localhost:door"])
def test_an_address_where_nobody_answers_is_refused_at_once(address):
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    with pytest.raises(ValueError, match="nobody answers"):
        run(PLAN, ray=address)


def test_without_ray_the_answer_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError, match=r"kingsburg-env\[ray\]"):
        run(PLAN, ray="auto")
