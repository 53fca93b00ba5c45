"""No index leaves its array: random games under every kind of rules, run with Numba's bounds check.

`make test LEGS=bounds` runs this with NUMBA_BOUNDSCHECK=1; without it a bad index would read or write the next field.
"""

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from kingsburg_env import (
    Buffers,
    Rules,
    clone,
    new_games,
    observe,
    ranking,
    redeal,
    reset,
    rollout_batch,
    scores,
    step_batch,
)
from kingsburg_env.engine.names import NOBODY, NUM_YEARS, Phase
from tests.random_play import EVERY_RULES, POLICIES, differences, name_of, play, uniform

pytestmark = [pytest.mark.bounds, pytest.mark.compiled]

ROOT = Path(__file__).resolve().parents[2]
EVERY = pytest.mark.parametrize("rules", EVERY_RULES, ids=name_of)
NUM_GAMES = 8

BAD_INDEX = """
import numpy as np
from kingsburg_env.engine.jit import entry, njit
from kingsburg_env.engine.state import STATE

@njit
def peek(state, at):
    return state.{field}

@entry
def look(games, at):
    return peek(games[0], at)

look(np.zeros(2, STATE), {at})
"""
PLACES = pytest.mark.parametrize(
    ("field", "at"),
    [("order[at]", "5"), ("players[at].vp", "5"), ("answers[at]", "np.uintp(999)")],
    ids=lambda value: value,
)


def _run(source, tmp_path, **environment):
    """Run a module of its own; the compiler looks for the source of what it compiles."""
    module = tmp_path / "peeking.py"
    module.write_text(source)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "KINGSBURG_CACHE_DIR": str(tmp_path)} | environment
    environment.pop("NUMBA_DISABLE_JIT", None)
    return subprocess.run(
        [sys.executable, str(module)], env=environment, capture_output=True, text=True, check=False
    )


@PLACES
def test_a_bad_index_is_caught_when_bounds_are_checked(tmp_path, field, at):
    checked = _run(BAD_INDEX.format(field=field, at=at), tmp_path, NUMBA_BOUNDSCHECK="1")

    assert checked.returncode == 1
    assert "IndexError" in checked.stderr


def test_a_bad_index_goes_unseen_otherwise(tmp_path):
    unchecked = _run(BAD_INDEX.format(field="order[at]", at="5"), tmp_path, NUMBA_BOUNDSCHECK="0")

    assert unchecked.returncode == 0
    assert "IndexError" not in unchecked.stderr


@pytest.mark.skipif(
    "NUMBA_BOUNDSCHECK" not in os.environ, reason="only `make test LEGS=bounds` checks bounds"
)
def test_this_run_checks_bounds():
    assert numba.config.BOUNDSCHECK == 1


@EVERY
@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
def test_random_games_end(rules, policy):
    games = new_games(NUM_GAMES, rules, seed=11)
    buffers = Buffers(NUM_GAMES, with_log=True)
    for _ in play(games, 5, policy, buffers):
        pass

    assert set(games["phase"].tolist()) == {Phase.OVER}
    assert set(games["year"].tolist()) == {NUM_YEARS}


@EVERY
def test_everything_can_be_asked_of_games_on_their_way(rules):
    games = new_games(NUM_GAMES, rules, seed=12)
    ended = []
    for step, _ in enumerate(play(games, seed=6)):
        if step % 20 == 0:
            for seat in range(rules.num_players):
                observe(games, seat)
            redealt = redeal(games, step % rules.num_players, seed=step)
            ended.append(_roll_out(redealt, step))
            ended.append(_roll_out(clone(games), step))
            scores(games)
            ranking(games)

    assert len(ended) >= 10
    assert set(ended) == {True}


def _roll_out(games, seed):
    rollout_batch(games, seed=seed)
    return bool((games["phase"] == Phase.OVER).all())


@EVERY
def test_games_dealt_anew_by_themselves_go_on(rules):
    games = new_games(NUM_GAMES, rules, seed=13)
    buffers = Buffers(NUM_GAMES)
    reset(games, 13, buffers=buffers)
    rng, endings = np.random.default_rng(0), 0
    for step in range(500):
        step_batch(
            games,
            uniform(buffers.mask, rng),
            buffers,
            auto_reset=True,
            reward="vp_delta" if step % 2 else "rank",
        )
        endings += int(buffers.terminal.sum())

    assert endings >= NUM_GAMES
    assert (buffers.actor != NOBODY).all()


def test_a_subset_is_dealt_anew():
    games = new_games(NUM_GAMES, Rules(num_players=5), seed=14)
    before = clone(games)
    reset(games, 99, which=[1, 6])
    changed = {difference.split(":")[0] for difference in differences(games, before)}

    assert changed == {"game 1", "game 6"}
