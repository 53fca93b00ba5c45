"""Features: the plain observation first, then what follows from the game, found again in the game itself."""

import itertools
from functools import cache

import numpy as np
import pytest

from kingsburg_env import (
    Buffers,
    Rules,
    as_dict,
    clone,
    features_of,
    layout,
    legal,
    new_games,
    observe,
    redeal,
    reset,
    step_batch,
)
from kingsburg_env.engine.actions import BUILD
from kingsburg_env.engine.names import NUM_COLUMNS, Decision, Event, Source
from kingsburg_env.features import FEATURES, FEATURES_SIZE, PARTS
from kingsburg_env.obs_types import SIZES, bounds
from kingsburg_env.observation import OBSERVATION_SIZE
from tests.hidden import scramble
from tests.random_play import ALL_MODULES, EVERY_RULES, name_of, positions, uniform

EVERY = pytest.mark.parametrize("rules", EVERY_RULES, ids=name_of)


@cache
def _positions(rules):
    """Positions from random games, and for each a seat that looks at it."""
    games = positions(rules, count=3, every=23)
    return games, np.random.default_rng(0).integers(rules.num_players, size=len(games))


# The layout


@pytest.mark.parametrize("obs_type", SIZES)
def test_the_layout_names_every_value_once(obs_type):
    parts = layout(obs_type)
    firsts, ends = [part.first for part in parts], [part.first + part.length for part in parts]

    assert firsts == [0, *ends[:-1]]
    assert ends[-1] == SIZES[obs_type]
    assert len({part.name for part in parts}) == len(parts)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_feature_stands_where_the_record_has_it(part):
    dtype, offset = FEATURES.fields[part.name][:2]

    assert (part.first * 4, part.length * 4, part.shape) == (offset, dtype.itemsize, dtype.shape)


@pytest.mark.parametrize("obs_type", SIZES)
def test_a_dictionary_holds_every_part_of_a_vector_in_its_shape(obs_type):
    vectors = np.arange(2 * 3 * SIZES[obs_type], dtype=np.float32).reshape(2, 3, -1)
    parts = as_dict(vectors)

    assert list(parts) == [part.name for part in layout(obs_type)]
    for part in layout(obs_type):
        assert parts[part.name].shape == (2, 3, *part.shape)
        assert parts[part.name][1, 2].ravel()[0] == vectors[1, 2, part.first]
    assert all(np.shares_memory(values, vectors) for values in parts.values())


def test_a_vector_of_neither_length_is_no_dictionary():
    with pytest.raises(
        ValueError, match=rf"\(7,\): .* {OBSERVATION_SIZE} \(plain\) or {FEATURES_SIZE} \(features\)"
    ):
        as_dict(np.zeros(7))


def test_another_obs_type_is_refused():
    with pytest.raises(ValueError, match="obs_type='raw': must be one of 'plain', 'features'"):
        layout("raw")


# What holds of all of it


@pytest.mark.compiled
@EVERY
def test_the_plain_observation_comes_first(rules):
    games, seats = _positions(rules)

    assert features_of(games, seats)[:, :OBSERVATION_SIZE].tobytes() == observe(games, seats).tobytes()


@pytest.mark.compiled
@EVERY
def test_every_value_is_within_its_bounds(rules):
    games, seats = _positions(rules)
    low, high = bounds("features")
    seen = features_of(games, seats)

    assert (seen >= low).all()
    assert (seen <= high).all()


@pytest.mark.compiled
@EVERY
def test_what_a_seat_cannot_know_changes_no_bit(rules):
    games, seats = _positions(rules)
    seen = features_of(games, seats).tobytes()

    assert features_of(scramble(games, seats, seed=1), seats).tobytes() == seen
    assert features_of(redeal(games, seats, seed=2), seats).tobytes() == seen


def test_one_seat_for_all_games_is_the_same_as_one_for_each():
    games = new_games(3, EVERY_RULES[0])

    assert features_of(games, 1).tobytes() == features_of(games, np.ones(len(games), int)).tobytes()


def test_a_seat_that_does_not_play_is_refused():
    with pytest.raises(ValueError, match="seats: must be from 0 to 2"):
        features_of(new_games(2, Rules(num_players=3)), [0, 3])


# Prices


def _asked_to_build(rules, number, seed):
    """Positions in which somebody is asked what to build or to conjure."""
    games, buffers = new_games(number, rules), Buffers(number)
    rng = np.random.default_rng(seed)
    reset(games, seed, buffers=buffers)
    while not (buffers.actor < 0).all():
        rows = np.flatnonzero(np.isin(games["decision"], (Decision.BUILD, Decision.SORCERY)))
        if len(rows):
            yield clone(games[rows])
        step_batch(games, uniform(buffers.mask, rng), buffers)


def _paid(games, actions):
    """What each player has paid when the building stands."""
    paid, is_left = np.zeros((len(games), 3), int), np.ones(len(games), bool)
    buffers, rng = Buffers(len(games), with_log=True), np.random.default_rng(0)
    while is_left.any():
        step_batch(games, actions, buffers)
        for game in np.flatnonzero(is_left):
            log = buffers.log(game)
            paying = log[(log["kind"] == Event.GOODS) & (log["source"] == Source.BUILDING)]
            paid[game, paying["what"]] -= paying["amount"]
            is_left[game] = not (log["kind"] == Event.BUILT).any()
        actions = uniform(buffers.mask, rng)
    return paid


def _every_choice(rules):
    """Positions in which somebody may build, and what they build there."""
    for asked in _asked_to_build(rules, 250, seed=rules.num_players):
        mask = legal(asked)
        mask[:, :BUILD] = 0
        builds = mask.any(axis=1)
        if builds.any():
            yield asked[builds], uniform(mask[builds], np.random.default_rng(len(asked)))


@pytest.mark.compiled
def test_a_price_is_what_is_then_paid():
    looked_at, kinds = 0, set()
    for games, actions in itertools.chain(*map(_every_choice, ALL_MODULES)):
        seen = as_dict(features_of(games, games["actor"]))
        row = (actions - BUILD) // NUM_COLUMNS
        prices = np.rint(seen["price"][np.arange(len(games)), row] * 4).astype(int)
        saves = seen["architect"][:, 0] > 0
        kinds |= set(zip(games["decision"].tolist(), saves.tolist(), strict=True))
        # The Architect leaves out one good, if the building costs any.
        saved = prices - _paid(games, actions)
        assert (saved >= 0).all()
        np.testing.assert_array_equal(saved.sum(axis=1), saves & (prices.sum(axis=1) > 0))
        looked_at += len(games)

    assert looked_at >= 10_000
    assert kinds >= {(Decision.BUILD, False), (Decision.BUILD, True), (Decision.SORCERY, False)}
