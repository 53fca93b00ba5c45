"""Random legal actions: legal, equally likely, and never without a legal one."""

import numpy as np
import pytest
from scipy.stats import chisquare

from kingsburg_env import Rules, legal, new_games, sample_legal
from kingsburg_env.engine.actions import NUM_ACTIONS

LEGAL = [0, 7, NUM_ACTIONS // 2, NUM_ACTIONS - 2, NUM_ACTIONS - 1]


def mask_of(actions, dtype=np.int8):
    mask = np.zeros(NUM_ACTIONS, dtype)
    mask[actions] = 1
    return mask


def rng(seed=0):
    return np.random.default_rng(seed)


def test_one_mask_gives_one_action():
    action = sample_legal(mask_of([5]), rng())

    assert type(action) is int
    assert action == 5


def test_a_batch_gives_an_action_for_each_row():
    actions = sample_legal(np.stack([mask_of([action]) for action in LEGAL]), rng())

    assert actions.dtype == np.int64
    assert actions.tolist() == LEGAL


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.bool_, np.int64, np.float32])
def test_masks_may_be_numbers_or_truths(dtype):
    assert sample_legal(mask_of(LEGAL, dtype), rng()) in LEGAL
    assert sample_legal(mask_of(LEGAL, dtype)[None], rng())[0] in LEGAL


def test_masks_may_lie_apart():
    masks = np.stack([mask_of([action]) for action in LEGAL for _ in range(2)])

    assert sample_legal(masks[::2], rng()).tolist() == LEGAL
    assert sample_legal(np.asfortranarray(masks[::2]), rng()).tolist() == LEGAL


def test_wide_numbers_are_not_narrowed_away():
    assert sample_legal(256 * mask_of([9], np.int64)[None], rng()).tolist() == [9]


def test_every_legal_action_of_a_batch_is_equally_likely():
    actions = sample_legal(np.repeat(mask_of(LEGAL)[None], 5000, axis=0), rng(1))
    counts = np.bincount(actions, minlength=NUM_ACTIONS)

    assert np.flatnonzero(counts).tolist() == LEGAL
    assert chisquare(counts[LEGAL]).pvalue > 0.001


def test_every_legal_action_of_one_mask_is_equally_likely():
    generator, mask = rng(2), mask_of(LEGAL)
    counts = np.bincount([sample_legal(mask, generator) for _ in range(5000)], minlength=NUM_ACTIONS)

    assert np.flatnonzero(counts).tolist() == LEGAL
    assert chisquare(counts[LEGAL]).pvalue > 0.001


def test_rows_are_drawn_apart_from_each_other():
    first, second = sample_legal(np.repeat(mask_of(LEGAL)[None], 5000, axis=0), rng(3)).reshape(-1, 2).T
    pairs = [np.sum((first == a) & (second == b)) for a in LEGAL for b in LEGAL]

    assert chisquare(pairs).pvalue > 0.001


def test_the_same_seed_draws_the_same():
    masks = legal(new_games(50, Rules(num_players=5)))

    assert sample_legal(masks, rng(4)).tolist() == sample_legal(masks, rng(4)).tolist()


def test_no_rows_give_no_actions():
    assert sample_legal(np.zeros((0, NUM_ACTIONS), np.int8), rng()).shape == (0,)


def test_a_mask_without_a_legal_action_is_refused():
    with pytest.raises(ValueError, match=r"^mask: no action is legal"):
        sample_legal(mask_of([]), rng())


def test_the_row_without_a_legal_action_is_named():
    with pytest.raises(ValueError, match=r"^mask: row 1: no action is legal"):
        sample_legal(np.stack([mask_of([1]), mask_of([])]), rng())


@pytest.mark.parametrize("value", [0.5, -np.inf, np.nan, 2.0])
def test_numbers_between_are_no_mask(value):
    with pytest.raises(ValueError, match=r"^mask: must be 0 or 1 for each action"):
        sample_legal(np.append(mask_of([0], np.float32)[1:], np.float32(value)), rng())


@pytest.mark.parametrize("dtype", [object, "U1", complex])
def test_masks_of_other_things_are_refused(dtype):
    with pytest.raises(TypeError, match=r"^mask: must be of int8 or bool, not "):
        sample_legal(np.zeros(NUM_ACTIONS, dtype), rng())


@pytest.mark.parametrize(
    "shape", [(), (0,), (NUM_ACTIONS - 1,), (NUM_ACTIONS, 2), (1, 1, NUM_ACTIONS)], ids=str
)
def test_masks_of_another_shape_are_refused(shape):
    with pytest.raises(ValueError, match=rf"^mask: must have shape \({NUM_ACTIONS},\) or"):
        sample_legal(np.ones(shape, np.int8), rng())


@pytest.mark.parametrize(
    "generator",
    [None, 5, np.random, np.random.RandomState(0)],
    ids=["None", "a number", "a module", "an old generator"],
)
def test_what_draws_no_random_numbers_is_refused(generator):
    with pytest.raises(TypeError, match=r"^rng: must be a numpy.random.Generator"):
        sample_legal(mask_of(LEGAL), generator)
