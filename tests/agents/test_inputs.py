"""What a network is shown, found again in the game itself."""

import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_agents.inputs import FIRST_MARK, INPUT_SIZE, NUMBER, UNFOLDED, VALUE, inputs_of
from kingsburg_env import Buffers, Rules, new_games, reset, sample_legal, step_batch
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.observation import OBSERVATION_SIZE

RULES = Rules(num_players=3, modules=MODULES)


@pytest.fixture(scope="module")
def asked():
    """Games some way on, and their questions."""
    rng = np.random.default_rng(0)
    games, buffers = new_games(64, RULES), Buffers(64)
    reset(games, 0, buffers=buffers)
    for _ in range(100):
        step_batch(games, sample_legal(buffers.mask, rng), buffers, auto_reset=True)
    return games, buffers


def test_observation_and_mask_come_first(asked):
    _, buffers = asked
    inputs = inputs_of(buffers.observation, buffers.mask)
    assert inputs.shape == (64, INPUT_SIZE)
    np.testing.assert_array_equal(inputs[:, :OBSERVATION_SIZE], buffers.observation)
    np.testing.assert_array_equal(inputs[:, OBSERVATION_SIZE:FIRST_MARK], buffers.mask)


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("name", UNFOLDED)
def test_a_counter_is_marked_by_its_value(asked, name, place):
    games, buffers = asked
    marks = inputs_of(buffers.observation, buffers.mask)[:, FIRST_MARK:]
    block = _block(name, place)
    actors = games["actor"].astype(int)
    for game in range(len(games)):
        order = games["order"][game, :3].tolist()
        seat = order[(order.index(actors[game]) + place) % 3]
        counted = np.atleast_1d(games["players"][name][game, seat])
        for number, value in zip(block, counted.tolist(), strict=True):
            marked = VALUE[number == NUMBER][marks[game, number == NUMBER] == 1].tolist()
            assert marked == ([min(value, UNFOLDED[name])] if value > 0 else [])


def _block(name, place):
    """The numbers of a counter of the player at a place, in the order of the observation."""
    lengths = {"goods": 3, "plus_two": 1, "soldiers": 1, "rows": 7}
    first = place * sum(lengths.values())
    for other, length in lengths.items():
        if other == name:
            return range(first, first + length)
        first += length
    raise KeyError(name)


def test_a_network_may_see_everything_or_the_observation_alone(tmp_path, asked):
    _, buffers = asked
    rng, answers = np.random.default_rng(1), []
    weight = rng.normal(size=(INPUT_SIZE, NUM_ACTIONS)).astype(np.float32)
    for rows in (OBSERVATION_SIZE, INPUT_SIZE):
        path = tmp_path / f"{rows}.npz"
        np.savez(path, w0=weight[:rows], b0=np.zeros(NUM_ACTIONS, np.float32))
        answers.append(make(f"neural:{path}").evaluate(buffers.observation, buffers.mask)[0])
    np.testing.assert_allclose(answers[0], buffers.observation @ weight[:OBSERVATION_SIZE], rtol=1e-4)
    shown = inputs_of(buffers.observation, buffers.mask)
    np.testing.assert_allclose(answers[1], shown @ weight, rtol=1e-3, atol=1e-4)
