"""Luck is fair: chi-square tests over a million throws, and over enemy cards, governor deals and first orders.

Seeds are fixed, so every p-value is the same in every run; a fair die fails one test in ten thousand.
"""

from functools import cache
from itertools import combinations, permutations

import numpy as np
import pytest
from scipy.stats import chi2_contingency, chisquare

from kingsburg_env import Rules, new_games
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_BONUS_DICE,
    MAX_DICE,
    MAX_PLAYERS,
    NOBODY,
    NUM_DEALT_GOVERNORS,
    NUM_ENEMIES_PER_YEAR,
    NUM_GOVERNORS,
    NUM_OWN_DICE,
    NUM_YEARS,
    Decision,
    Event,
    Phase,
    Step,
)
from kingsburg_env.engine.rules import MODULES
from tests.random_play import PLAYER_COUNTS, chronicle, eager, settle, throws

pytestmark = pytest.mark.compiled

FAIR = 1e-4
SEATS = range(MAX_PLAYERS)
YEARS = range(1, NUM_YEARS + 1)
SEASONS = (Phase.SPRING, Phase.SUMMER, Phase.AUTUMN)
BATCH = 512
# Batches of five players with all modules, for dice of every kind, and of the base game, for the King's die.
NUM_BATCHES, NUM_BASE_BATCHES = 7, 2


@cache
def _events():
    """All events of many games; five players who re-roll whatever they may."""
    modules = [MODULES] * NUM_BATCHES + [()] * NUM_BASE_BATCHES
    parts = []
    for batch, chosen in enumerate(modules):
        rules = Rules(num_players=5, modules=chosen)
        part = chronicle(rules, BATCH, seed=batch * BATCH, policy=eager, policy_seed=batch)
        part["game"] += batch * BATCH
        parts.append(part)
    return np.concatenate(parts)


@cache
def _throws():
    return throws(_events())


def _p_of_uniform(values, cells):
    """How likely so uneven a spread over so many cells is, if all are equally likely."""
    counts = np.bincount(values, minlength=cells)
    assert len(counts) == cells
    assert counts.sum() > 20 * cells, "too few to tell"
    return chisquare(counts).pvalue


def test_a_million_dice_are_thrown():
    thrown, _ = _throws()

    assert len(thrown) > 1_000_000


def test_all_faces_are_equally_likely():
    thrown, _ = _throws()

    assert _p_of_uniform(thrown["amount"] - 1, DIE_SIDES) > FAIR


@pytest.mark.parametrize("seat", SEATS)
def test_every_seat_has_fair_dice(seat):
    thrown, _ = _throws()

    assert _p_of_uniform(thrown["amount"][thrown["seat"] == seat] - 1, DIE_SIDES) > FAIR


@pytest.mark.parametrize("die", range(NUM_OWN_DICE + 1))
def test_every_own_die_and_the_first_bonus_die_is_fair(die):
    thrown, _ = _throws()

    assert _p_of_uniform(thrown["amount"][thrown["what"] == die] - 1, DIE_SIDES) > FAIR


@pytest.mark.parametrize("die", range(MAX_DICE - 1))
def test_the_second_bonus_die_is_fair_and_independent_of_the_others(die):
    # Two bonus dice at once are too rare in play: here everybody has them.
    games = new_games(3000, Rules(num_players=5), seed=0)
    games["decision"], games["actor"] = Decision.NONE, NOBODY
    games["phase"], games["step"], games["year"] = Phase.SUMMER, Step.ROLL, 2
    games["players"]["bonus"] = MAX_BONUS_DICE
    settle(games)
    dice = games["players"]["dice"].reshape(-1, MAX_DICE).astype(np.int64) - 1
    pairs = dice[:, die] * DIE_SIDES + dice[:, MAX_DICE - 1]

    assert _p_of_uniform(pairs, DIE_SIDES**2) > FAIR


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("season", SEASONS, ids=[season.name.lower() for season in SEASONS])
def test_dice_are_fair_in_every_season(year, season):
    thrown, _ = _throws()
    there = (thrown["year"] == year) & (thrown["phase"] == season)

    assert _p_of_uniform(thrown["amount"][there] - 1, DIE_SIDES) > FAIR


@cache
def _hands():
    """First throws as a table: one row for each player's throw, one column a die, 0 where there was none."""
    thrown, numbers = _throws()
    first = thrown[numbers == 0]
    row = (
        (first["game"] * (NUM_YEARS + 1) + first["year"]) * len(Phase) + first["phase"]
    ) * MAX_PLAYERS + first["seat"]
    rows, at = np.unique(row, return_inverse=True)
    hands = np.zeros((len(rows), MAX_DICE), np.int64)
    hands[at, first["what"]] = first["amount"]
    return rows, hands


@pytest.mark.parametrize(("one", "other"), list(combinations(range(NUM_OWN_DICE + 1), 2)))
def test_pairs_of_dice_of_one_throw_are_equally_likely(one, other):
    _, hands = _hands()
    pairs = hands[(hands[:, one] > 0) & (hands[:, other] > 0)] - 1

    assert _p_of_uniform(pairs[:, one] * DIE_SIDES + pairs[:, other], DIE_SIDES**2) > FAIR


def test_triples_of_own_dice_are_equally_likely():
    _, hands = _hands()
    first, second, third = (hands[:, :NUM_OWN_DICE] - 1).T

    assert _p_of_uniform((first * DIE_SIDES + second) * DIE_SIDES + third, DIE_SIDES**3) > FAIR


@pytest.mark.parametrize(("one", "other"), list(combinations(SEATS, 2)))
def test_dice_of_two_seats_in_one_season_are_independent(one, other):
    rows, hands = _hands()
    season, seat = np.divmod(rows, MAX_PLAYERS)
    faces = hands[:, 0] - 1
    assert np.array_equal(season[seat == one], season[seat == other])
    pairs = faces[seat == one] * DIE_SIDES + faces[seat == other]

    assert _p_of_uniform(pairs, DIE_SIDES**2) > FAIR


def test_dice_of_two_following_seasons_are_independent():
    rows, hands = _hands()
    season = rows // MAX_PLAYERS % len(Phase)
    spring, summer = hands[season == Phase.SPRING, 0] - 1, hands[season == Phase.SUMMER, 0] - 1

    assert _p_of_uniform(spring * DIE_SIDES + summer, DIE_SIDES**2) > FAIR


def test_dice_thrown_again_are_fair():
    thrown, numbers = _throws()

    assert _p_of_uniform(thrown["amount"][numbers > 0] - 1, DIE_SIDES) > FAIR


def test_a_die_thrown_again_does_not_depend_on_what_it_showed():
    thrown, numbers = _throws()
    die = (
        ((thrown["game"] * 16 + thrown["year"]) * 16 + thrown["phase"]) * 64
        + thrown["seat"] * 8
        + thrown["what"]
    )
    in_order = np.lexsort((numbers, die))
    again = np.flatnonzero(numbers[in_order] > 0)
    before, after = thrown["amount"][in_order[again - 1]] - 1, thrown["amount"][in_order[again]] - 1
    table = np.bincount(before * DIE_SIDES + after, minlength=DIE_SIDES**2).reshape(DIE_SIDES, DIE_SIDES)

    assert table.sum() > 10_000
    assert chi2_contingency(table).pvalue > FAIR


@pytest.mark.parametrize("kind", [Event.KINGS_DIE, Event.ACADEMY_DIE], ids=["king", "academy"])
def test_the_dice_of_winter_are_fair(kind):
    events = _events()
    thrown = events[events["kind"] == kind]

    assert _p_of_uniform(thrown["amount"] - 1, DIE_SIDES) > FAIR


@pytest.mark.parametrize("year", YEARS)
def test_the_kings_die_is_fair_in_every_year(year):
    events = _events()
    thrown = events[(events["kind"] == Event.KINGS_DIE) & (events["year"] == year)]

    assert _p_of_uniform(thrown["amount"] - 1, DIE_SIDES) > FAIR


NUM_DEALS = 30_000


@cache
def _deals(players):
    """The first orders, enemy cards and governors dealt in many new games."""
    parts = [
        new_games(3000, Rules(num_players=players, modules=("governors",)), seed=seed)
        for seed in range(0, NUM_DEALS, 3000)
    ]
    orders = np.concatenate([part["order"] for part in parts])
    enemies = np.concatenate([part["enemies"] for part in parts])
    dealt = np.concatenate([part["players"]["dealt"].reshape(len(part), -1) for part in parts])
    return orders.astype(np.int64), enemies.astype(np.int64), dealt.astype(np.int64)


@pytest.mark.parametrize("year", YEARS)
def test_the_five_enemies_of_a_year_come_equally_often(year):
    _, enemies, _ = _deals(5)
    cards = enemies[:, year - 1] - (year - 1) * NUM_ENEMIES_PER_YEAR

    assert _p_of_uniform(cards, NUM_ENEMIES_PER_YEAR) > FAIR


@pytest.mark.parametrize(("one", "other"), list(combinations(YEARS, 2)))
def test_the_enemies_of_two_years_are_independent(one, other):
    _, enemies, _ = _deals(5)
    cards = enemies % NUM_ENEMIES_PER_YEAR
    pairs = cards[:, one - 1] * NUM_ENEMIES_PER_YEAR + cards[:, other - 1]

    assert _p_of_uniform(pairs, NUM_ENEMIES_PER_YEAR**2) > FAIR


DEALT_CARDS = range(MAX_PLAYERS * NUM_DEALT_GOVERNORS)


@pytest.mark.parametrize("card", DEALT_CARDS)
def test_every_governor_is_dealt_equally_often(card):
    _, _, dealt = _deals(5)

    assert _p_of_uniform(dealt[:, card], NUM_GOVERNORS) > FAIR


@pytest.mark.parametrize(
    ("one", "other"), [(0, 1), (0, 2), (1, 2), (2, 3), (0, 3), (0, 14), (7, 11), (13, 14)]
)
def test_every_pair_of_governors_is_dealt_equally_often(one, other):
    _, _, dealt = _deals(5)
    # The second of two different governors is one of the other fifteen.
    second = dealt[:, other] - (dealt[:, other] > dealt[:, one])
    pairs = dealt[:, one] * (NUM_GOVERNORS - 1) + second

    assert _p_of_uniform(pairs, NUM_GOVERNORS * (NUM_GOVERNORS - 1)) > FAIR


def test_nobody_is_dealt_a_governor_of_somebody_else():
    _, _, dealt = _deals(5)

    assert all(len(set(cards)) == len(DEALT_CARDS) for cards in dealt.tolist())


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_every_first_order_is_equally_likely(players):
    orders, _, _ = _deals(players)
    numbers = {order: number for number, order in enumerate(permutations(range(players)))}
    drawn = np.array([numbers[tuple(order)] for order in orders[:, :players].tolist()])

    assert _p_of_uniform(drawn, len(numbers)) > FAIR
