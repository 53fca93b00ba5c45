"""Luck is keyed: a throw depends on the seed and on what it is for, not on what anybody did before it."""

from functools import cache

import numpy as np
import pytest
from scipy.stats import chi2_contingency, chisquare

from kingsburg_env import Rules, new_games
from kingsburg_env.engine.names import (
    NUM_ENEMIES_PER_YEAR,
    NUM_GOVERNORS,
    NUM_OWN_DICE,
    NUM_YEARS,
    Event,
    Phase,
)
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.envs.single import KingsburgEnv
from kingsburg_env.envs.vector import KingsburgVectorEnv
from tests.given import given
from tests.random_play import POLICIES, chronicle, eager, lazy, name_of, play, play_for, throws, uniform

TWO_PLAYERS = Rules(num_players=2, modules=("rows",))
ALL_MODULES = Rules(num_players=4, modules=MODULES)
BASE_GAME = Rules(num_players=3)
RULES = pytest.mark.parametrize("rules", [TWO_PLAYERS, BASE_GAME, ALL_MODULES], ids=name_of)
OTHER_POLICY = pytest.mark.parametrize("policy", [eager, lazy], ids=["eager", "lazy"])
NUM_GAMES = 20
SEED = 20


@cache
def _events(rules, policy, seed=SEED):
    return chronicle(rules, NUM_GAMES, seed, policy, policy_seed=POLICIES.index(policy))


@cache
def _dice(rules, policy, seed=SEED):
    """What every die showed, by game, year, season, seat, die and number of the throw."""
    thrown, numbers = throws(_events(rules, policy, seed))
    return {
        (*(int(throw[name]) for name in ("game", "year", "phase", "seat", "what")), int(number)): int(
            throw["amount"]
        )
        for throw, number in zip(thrown, numbers, strict=True)
    }


def _told(rules, policy, kind, seed=SEED):
    """What was told of one kind, by game, year, phase and seat."""
    events = _events(rules, policy, seed)
    told = {}
    for event in events[events["kind"] == kind]:
        when = tuple(int(event[name]) for name in ("game", "year", "phase", "seat"))
        told.setdefault(when, []).append((int(event["what"]), int(event["amount"])))
    return told


@pytest.mark.compiled
@RULES
@OTHER_POLICY
def test_the_same_throw_shows_the_same_face_whatever_was_played(rules, policy):
    one, other = _dice(rules, uniform), _dice(rules, policy)
    common = one.keys() & other.keys()

    assert {throw: one[throw] for throw in common} == {throw: other[throw] for throw in common}
    # All first throws of own dice are common; bonus dice and re-rolls are where both lines of play have them.
    assert len(common) >= NUM_GAMES * rules.num_players * NUM_YEARS * 3 * 3


@pytest.mark.compiled
def test_bonus_dice_and_second_throws_are_among_the_throws_compared():
    common = _dice(ALL_MODULES, uniform).keys() & _dice(ALL_MODULES, eager).keys()
    dice, numbers = {throw[4] for throw in common}, {throw[5] for throw in common}

    assert max(dice) >= NUM_OWN_DICE
    assert max(numbers) >= 1


@pytest.mark.compiled
@RULES
@OTHER_POLICY
def test_other_play_is_really_other_play(rules, policy):
    assert len(_events(rules, uniform)) != len(_events(rules, policy))


@pytest.mark.compiled
@RULES
@OTHER_POLICY
def test_the_enemies_are_the_same_whatever_was_played(rules, policy):
    enemies = _told(rules, uniform, Event.ENEMY)

    assert enemies == _told(rules, policy, Event.ENEMY)
    assert len(enemies) == NUM_GAMES * NUM_YEARS


@pytest.mark.compiled
@pytest.mark.parametrize("rules", [TWO_PLAYERS, BASE_GAME], ids=name_of)
@OTHER_POLICY
def test_the_kings_die_is_the_same_each_year_whatever_was_played(rules, policy):
    kings_dice = _told(rules, uniform, Event.KINGS_DIE)

    assert kings_dice == _told(rules, policy, Event.KINGS_DIE)
    assert len(kings_dice) == NUM_GAMES * NUM_YEARS


@pytest.mark.compiled
@OTHER_POLICY
def test_the_neutral_dice_are_the_same_each_season_whatever_was_played(policy):
    neutral_dice = _told(TWO_PLAYERS, uniform, Event.NEUTRAL)

    assert neutral_dice == _told(TWO_PLAYERS, policy, Event.NEUTRAL)
    assert len(neutral_dice) == NUM_GAMES * NUM_YEARS * 3


def _winter(order, soldiers, seed=SEED, year=3):
    academies = {seat: ["Military Academy"] for seat in ("red", "blue", "green")}
    game = given(
        players=3,
        at="winter",
        year=year,
        modules=("rows",),
        order=order,
        soldiers=dict.fromkeys(order, soldiers),
        buildings_of=academies,
        seed=seed,
    )
    return {event for event in game.events if "Academy rolls" in event or "King's die" in event}


def test_the_academy_die_is_the_same_for_a_seat_and_year_whatever_was_played():
    winter = _winter(("red", "blue", "green"), soldiers=0)

    assert len(winter) == 4
    assert winter == _winter(("green", "red", "blue"), soldiers=7)


def test_the_academy_die_is_another_in_another_year():
    winters = {frozenset(_winter(("red", "blue", "green"), 0, year=year)) for year in range(1, NUM_YEARS + 1)}

    assert len(winters) == NUM_YEARS


def test_seats_and_the_king_have_academy_dice_of_their_own():
    faces = [
        [event[-1] for event in sorted(_winter(("red", "blue", "green"), soldiers=0, seed=seed))]
        for seed in range(12)
    ]
    columns = set(map(tuple, np.transpose(faces)))

    assert len(columns) == 4


@pytest.mark.parametrize("field", ["order", "enemies"])
@pytest.mark.parametrize("modules", [("rows",), ("governors",), ("army",)], ids="-".join)
def test_first_orders_and_enemies_depend_on_the_seed_alone(field, modules):
    base = new_games(5, Rules(num_players=4), seed=SEED)
    other = new_games(5, Rules(num_players=4, modules=modules, edition="first", plus_two="group"), seed=SEED)

    assert np.array_equal(base[field], other[field])
    assert len(np.unique(base[field], axis=0)) > 1


def test_governor_deals_depend_on_the_seed_alone():
    one = new_games(5, Rules(num_players=5, modules=("governors",)), seed=SEED)["players"]["dealt"]
    other = new_games(5, Rules(num_players=5, modules=MODULES, edition="first"), seed=SEED)["players"][
        "dealt"
    ]

    assert np.array_equal(one, other)
    assert len(np.unique(one.reshape(5, -1), axis=0)) == 5


def test_a_game_is_the_same_alone_and_in_a_batch():
    batch = new_games(8, ALL_MODULES, seed=SEED)
    alone = new_games(1, ALL_MODULES, seed=SEED + 5)

    assert batch[5:6].tobytes() == alone.tobytes()


def test_the_same_seed_gives_the_same_game():
    one, other = (play_for(new_games(2, ALL_MODULES, seed=SEED), steps=20, seed=4) for _ in range(2))

    assert one.tobytes() == other.tobytes()


@pytest.mark.compiled
@RULES
def test_another_seed_gives_other_dice(rules):
    one, other = _dice(rules, uniform), _dice(rules, uniform, seed=SEED + NUM_GAMES)
    common = one.keys() & other.keys()
    equal = sum(one[throw] == other[throw] for throw in common)

    # One of six by chance; the same luck would be all of them.
    assert equal < len(common) / 4


@pytest.mark.compiled
@pytest.mark.parametrize("kind", [Event.ENEMY, Event.KINGS_DIE])
def test_another_seed_gives_other_winters(kind):
    assert _told(BASE_GAME, uniform, kind) != _told(BASE_GAME, uniform, kind, seed=SEED + NUM_GAMES)


def test_another_seed_gives_other_first_orders_and_deals():
    one, other = new_games(5, ALL_MODULES, seed=0), new_games(5, ALL_MODULES, seed=1000)

    assert not np.array_equal(one["order"], other["order"])
    assert not np.array_equal(one["players"]["dealt"], other["players"]["dealt"])


def test_seeds_from_both_ends_are_taken():
    games = new_games(2, BASE_GAME, seed=2**64 - 1)

    assert games[1:].tobytes() == new_games(1, BASE_GAME, seed=0).tobytes()
    assert games[0]["key"] != games[1]["key"]


# Neighbouring seeds: game i has seed i, so neighbours in a batch are neighbours in seed.
NUM_NEIGHBOURS = 6000


@cache
def _first_throws():
    """The first three dice of seat 0 in Spring of year I, by seed."""
    games = new_games(NUM_NEIGHBOURS, Rules(num_players=3), seed=0)
    rolled = np.zeros((NUM_NEIGHBOURS, 3), np.int64)
    for _ in play(games, seed=0):
        dice = games["players"]["dice"][:, 0, :3]
        new = (rolled[:, 0] == 0) & (games["phase"] == Phase.SPRING) & (dice[:, 0] > 0)
        rolled[new] = dice[new]
        if rolled.all():
            return rolled
    raise AssertionError


def _p_of_independence(ones, others):
    table = np.zeros((ones.max() + 1, others.max() + 1))
    np.add.at(table, (ones, others), 1)
    return chi2_contingency(table[table.any(axis=1)][:, table.any(axis=0)]).pvalue


@pytest.mark.compiled
@pytest.mark.parametrize("distance", [1, 2, 3, 64, 256])
@pytest.mark.parametrize("die", range(3))
def test_dice_of_neighbouring_seeds_are_independent(distance, die):
    faces = _first_throws()[:, die]

    assert _p_of_independence(faces[:-distance], faces[distance:]) > 1e-4


@pytest.mark.compiled
@pytest.mark.parametrize("year", range(NUM_YEARS))
def test_enemies_of_neighbouring_seeds_are_independent(year):
    cards = new_games(NUM_NEIGHBOURS, Rules(num_players=3), seed=0)["enemies"][:, year] % NUM_ENEMIES_PER_YEAR

    assert _p_of_independence(cards[:-1], cards[1:]) > 1e-4


@pytest.mark.compiled
def test_first_players_of_neighbouring_seeds_are_independent():
    first = new_games(NUM_NEIGHBOURS, Rules(num_players=5), seed=0)["order"][:, 0]

    assert _p_of_independence(first[:-1], first[1:]) > 1e-4


def test_governors_are_dealt_evenly():
    dealt = new_games(1000, Rules(num_players=2, modules=("governors",)), seed=0)["players"]["dealt"][:, :2]
    counts = np.array([np.bincount(cards, minlength=NUM_GOVERNORS) for cards in dealt.reshape(1000, -1).T])

    assert chisquare(counts, axis=1).pvalue.min() > 1e-4


def test_a_function_that_wants_seeds_gets_one_for_each_of_its_answers():
    given = {}

    def draws(_, mask, seed):
        given[turn].append(int(seed))
        return int(np.random.default_rng(seed).choice(np.flatnonzero(mask)))

    def draw(observations, masks, seeds):
        return [draws(*row) for row in zip(observations, masks, seeds, strict=True)]

    draws.wants_seeds = draw.wants_seeds = True
    single = KingsburgEnv(num_players=2, opponents=[draws])
    batch = KingsburgVectorEnv(1, num_players=2, opponents=[draw])
    for turn, env in enumerate([single, batch, single]):
        given[turn] = []
        env.reset(seed=3)
        for _ in range(15):
            action = env.action_masks().argmax(axis=-1)
            env.step(action)

    assert given[0] == given[1] == given[2]
    assert len(set(given[0])) == len(given[0]) > 10
