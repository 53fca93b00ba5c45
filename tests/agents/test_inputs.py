"""What a network is shown, found again in the game itself."""

import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_agents.inputs import (
    FIRST_HAND,
    FIRST_LACK,
    FIRST_MARK,
    INPUT_SIZE,
    LACK_MARKS,
    LARGEST,
    MARKS_AT,
    MAX_LACK,
    MAX_LACKS,
    NUM_HANDS,
    UNFOLDED,
    inputs_of,
)
from kingsburg_env import Buffers, Rules, new_games, reset, sample_legal, step_batch
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.engine.tables.buildings import BUILDINGS
from kingsburg_env.observation import OBSERVATION_SIZE, layout

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
    inputs = inputs_of(buffers.observation, buffers.mask)
    block = _block(name, place)
    for game in range(len(games)):
        counted = np.atleast_1d(games["players"][name][game, _seat(games, game, place)])
        for number, value in zip(block, counted.tolist(), strict=True):
            first = MARKS_AT[number]
            marked = np.flatnonzero(inputs[game, first : first + LARGEST[number]]) + 1
            assert marked.tolist() == ([min(value, UNFOLDED[name])] if value > 0 else [])


def _seat(games, game, place):
    """The seat that comes so many places after the one asked."""
    order = games["order"][game, :3].tolist()
    return order[(order.index(int(games["actor"][game])) + place) % 3]


def _block(name, place):
    """The numbers of a counter of the player at a place, in the order of the observation."""
    lengths = {"goods": 3, "plus_two": 1, "soldiers": 1, "rows": 7}
    first = place * sum(lengths.values())
    for other, length in lengths.items():
        if other == name:
            return range(first, first + length)
        first += length
    raise KeyError(name)


@pytest.mark.parametrize("place", range(3))
def test_every_hand_of_own_dice_has_one_mark(asked, place):
    games, buffers = asked
    first = FIRST_HAND + place * NUM_HANDS
    marks = inputs_of(buffers.observation, buffers.mask)[:, first : first + NUM_HANDS]
    number_of = {}
    for game in range(len(games)):
        dice = buffers.observation[game, _hand(place)]
        marked = np.flatnonzero(marks[game]).tolist()
        assert len(marked) == (dice.sum() > 0)
        if marked:
            assert number_of.setdefault(tuple(dice.tolist()), marked[0]) == marked[0]
    assert len(set(number_of.values())) == len(number_of) > 1


def _hand(place):
    first = next(first for name, first, _, _ in layout() if name == f"counters[{place}].own_hand")
    return slice(first, first + 6)


def test_what_is_lacking_for_the_next_building_of_a_row_is_marked(asked):
    games, buffers = asked
    inputs = inputs_of(buffers.observation, buffers.mask)
    for game in range(len(games)):
        player = games["players"][game, _seat(games, game, 0)]
        for row in range(7):
            first = FIRST_LACK + row * LACK_MARKS
            marks = np.flatnonzero(inputs[game, first : first + LACK_MARKS]).tolist()
            assert marks == _lack_marks(player, row)


def _lack_marks(player, row):
    """Work the marks of a row out from the printed prices."""
    if player["rows"][row] == 4:
        return []
    cost = BUILDINGS[row * 4 + int(player["rows"][row])]["cost"]
    lacks = [max(int(price) - int(stored), 0) for price, stored in zip(cost, player["goods"], strict=True)]
    of_each = [good * (MAX_LACK + 1) + lack for good, lack in enumerate(lacks) if lack <= MAX_LACK]
    return of_each + ([3 * (MAX_LACK + 1) + sum(lacks)] if sum(lacks) <= MAX_LACKS else [])


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
