"""A tournament spread by Ray over two processes of this machine."""

import importlib
import sys
import time

import numpy as np
import pytest

from kingsburg_arena.cluster import SECONDS_TO_ANSWER, join
from kingsburg_arena.schedule import table
from kingsburg_arena.tournament import play_unkept, run
from kingsburg_env import Rules
from kingsburg_env.extras import MissingExtraError
from tests.other_ray import other_ray

# What Ray warns about is its own business.
pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("ignore")]

PLAN = table(["random", "first"], Rules(num_players=2), games=300, seed=4)


@pytest.fixture
def two_workers():
    """A Ray of two processes, started and ended here."""
    ray = importlib.import_module("ray")
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
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
    with pytest.raises(ValueError, match="nobody answers"):
        run(PLAN, ray=address)


def test_a_ray_that_runs_here_is_joined_and_one_that_has_ended_is_refused(monkeypatch):
    ray = importlib.import_module("ray")
    with other_ray() as address:
        monkeypatch.setenv("RAY_ADDRESS", address)
        assert join("auto").get_runtime_context().gcs_address == address
        ray.shutdown()
    began = time.monotonic()
    with pytest.raises(ValueError, match=f"{address}.*nobody answers there"):
        join("auto")

    assert time.monotonic() - began < 2 * SECONDS_TO_ANSWER


def test_without_any_ray_there_is_none_to_join(monkeypatch):
    def nothing(*_):
        raise ConnectionError

    monkeypatch.setattr("ray._private.services.get_ray_address_from_environment", nothing)
    with pytest.raises(ValueError, match="none runs on this machine; name the address"):
        run(PLAN, ray="auto")


def test_without_ray_the_answer_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"missing ray: .*\.\[ray\]"):
        run(PLAN, ray="auto")
