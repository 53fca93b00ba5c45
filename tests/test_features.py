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
from kingsburg_env.engine.actions import BUILD, INFLUENCE
from kingsburg_env.engine.names import (
    NUM_ADVISORS,
    NUM_COLUMNS,
    Building,
    Decision,
    Event,
    Phase,
    Source,
)
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.engine.tables.buildings import BUILDINGS
from kingsburg_env.engine.tables.enemies import ENEMIES
from kingsburg_env.features import FEATURES, FEATURES_SIZE, PARTS
from kingsburg_env.obs_types import SIZES, bounds
from kingsburg_env.observation import OBSERVATION_SIZE
from tests.hidden import scramble
from tests.play import many
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


# The features one by one, worked out a second time from the record


@pytest.fixture(scope="module")
def asked():
    """Games of three with all modules some way on, and what the seats asked see."""
    rng, number = np.random.default_rng(0), many(64, 12)
    games, buffers = new_games(number, Rules(num_players=3, modules=MODULES)), Buffers(number)
    reset(games, 0, buffers=buffers)
    for _ in range(many(100, 80)):
        step_batch(games, uniform(buffers.mask, rng), buffers, auto_reset=True)
    seen = as_dict(features_of(games, games["actor"]))
    return games, [{name: values[game] for name, values in seen.items()} for game in range(number)]


def _at(game, place):
    """The player that comes so many places after the one asked."""
    order = game["order"][:3].tolist()
    return game["players"][order[(order.index(int(game["actor"])) + place) % 3]]


def _ones(values):
    return np.flatnonzero(values).tolist()


def _one_hot(length, value):
    return np.eye(length)[min(max(value, 0), length - 1)].tolist()


def test_legal_actions_are_those_of_the_mask(asked):
    games, seen = asked

    assert [one["legal"].tolist() for one in seen] == legal(games).tolist()


def test_a_seat_that_is_not_asked_has_no_legal_action():
    games = new_games(1, Rules(num_players=2))

    assert not as_dict(features_of(games, 1 - games["actor"]))["legal"].any()


def _counted(player):
    """Which values of `counts` are 1: goods to 6, +2 tokens to 3, soldiers to 8, rows to 4, one after another."""
    numbers = [(number, 6) for number in player["goods"]]
    numbers += [(player["plus_two"], 3), (player["soldiers"], 8), *((number, 4) for number in player["rows"])]
    firsts = itertools.accumulate((most for _, most in numbers), initial=0)
    return [
        first + min(int(number), most) - 1
        for first, (number, most) in zip(firsts, numbers, strict=False)
        if number
    ]


@pytest.mark.parametrize("place", range(3))
def test_a_counter_is_one_hot_by_its_value(asked, place):
    for game, seen in zip(*asked, strict=True):
        assert _ones(seen["counts"][place]) == _counted(_at(game, place))


@pytest.mark.parametrize("place", range(3))
def test_every_hand_of_own_dice_has_a_value_of_its_own(asked, place):
    numbers = {}
    for game, seen in zip(*asked, strict=True):
        ones = _ones(seen["hands"][place])
        hand = tuple(sorted(face for face, is_own in _in_hand(_at(game, place)) if is_own))
        assert len(ones) == (len(hand) > 0)
        assert numbers.setdefault(hand, ones) == ones
    held = [ones[0] for hand, ones in numbers.items() if hand]
    assert len(set(held)) == len(held) > 1


def test_the_season_is_the_one_that_has_begun_last(asked):
    seasons = set()
    for game, seen in zip(*asked, strict=True):
        begun = sum(game["phase"] >= phase for phase in (Phase.SPRING, Phase.SUMMER, Phase.AUTUMN))
        number = 3 * (int(game["year"]) - 1) + begun
        assert _ones(seen["season"]) == ([number - 1] if number > 0 else [])
        seasons.add(number)
    assert len(seasons) > 1


def _short(price, goods, choice=0):
    """Which values of a row are 1: gold, wood, stone short, 0 to 2 each, then all together, 0 to 3."""
    short = np.maximum(price - goods, 0)
    of_each = [good * 3 + number for good, number in enumerate(short.tolist()) if number <= 2]
    in_all = max(int(short.sum()) - choice, 0)
    return of_each + ([9 + in_all] if in_all <= 3 else [])


def _printed(player, row, saving=0):
    """The printed price of the next building of a row, less some gold; nothing can be bought in a full row."""
    if player["rows"][row] == 4:
        return None
    return BUILDINGS[row * 4 + int(player["rows"][row])]["cost"].astype(int) - [saving, 0, 0]


@pytest.mark.parametrize("row", range(7))
def test_what_is_short_counts_from_the_printed_price_and_from_the_price_now(asked, row):
    for game, seen in zip(*asked, strict=True):
        player = _at(game, 0)
        printed, now = _printed(player, row), np.rint(seen["price"][row] * 4).astype(int)
        choice = int(seen["architect"][0])
        expected = (
            [[], []]
            if printed is None
            else [
                _short(printed, player["goods"]),
                _short(now, player["goods"], choice),
            ]
        )
        assert [_ones(seen["short_printed"][row]), _ones(seen["short"][row])] == expected


# What the advisors bring, by rank: gold, wood, stone, goods of choice.
GIFTS = {
    2: (1, 0, 0, 0), 3: (0, 1, 0, 0), 4: (0, 0, 0, 1), 7: (0, 0, 0, 1), 8: (2, 0, 0, 0), 9: (0, 1, 0, 1),
    11: (0, 0, 1, 1), 12: (0, 0, 0, 2), 13: (0, 0, 3, 0), 14: (0, 0, 0, 3), 15: (1, 1, 1, 0), 16: (4, 0, 0, 0),
    17: (0, 0, 0, 2), 18: (1, 1, 1, 0),
}  # fmt: skip
NOTHING = (0, 0, 0, 0)


def _to_come(player):
    """The goods a player will have when the advisors have helped, and how many of choice besides."""
    helped = [GIFTS.get(int(rank) + 1, NOTHING) for rank in np.flatnonzero(player["groups"])]
    gifts = np.array([NOTHING, *helped]).sum(axis=0)
    return player["goods"] + gifts[:3], int(gifts[3])


def _with_crane(player, row):
    """The price of the next building of a row; the Crane, second in row F, saves 1 gold from column III on."""
    return _printed(player, row, int(player["rows"][5] >= 2 and player["rows"][row] >= 2))


@pytest.fixture(scope="module")
def placing():
    """Questions where to place dice, in half of the games with a Crane, a Market and a +2 token for everybody."""
    rng, number = np.random.default_rng(0), many(256, 16)
    games, buffers = new_games(number, Rules(num_players=3)), Buffers(number)
    reset(games, 0, buffers=buffers)
    for step in range(many(100, 64)):
        if step == 40:
            games["players"]["rows"][::2, :, [2, 5]] = 2
            games["players"]["plus_two"][::2] = 1
        step_batch(games, uniform(buffers.mask, rng), buffers, auto_reset=True)
    games = games[games["decision"] == Decision.INFLUENCE]
    seen = as_dict(features_of(games, games["actor"]))
    players = [_at(game, 0) for game in games]
    assert any(player["groups"].any() for player in players)
    assert any(player["plus_two_used"] for player in players)
    return (
        games,
        players,
        [{name: values[game] for name, values in seen.items()} for game in range(len(games))],
    )


def test_while_dice_are_placed_the_goods_to_come_count(placing):
    for _, player, seen in zip(*placing, strict=True):
        goods, choice = _to_come(player)
        prices = [_with_crane(player, row) for row in range(7)]
        expected = [[] if price is None else _short(price, goods, choice) for price in prices]
        assert [_ones(row) for row in seen["short_then"]] == expected


def _in_hand(player):
    """The dice in hand, each with whether it is an own one."""
    return [
        (int(player["dice"][die]), die < 3)
        for die in range(len(player["dice"]))
        if player["dice"][die] > 0 and player["group_of"][die] < 0
    ]


def _groups(dice):
    """Every group: its total, and the dice left."""
    for number in range(1, 1 << len(dice)):
        group = [die for at, die in enumerate(dice) if number >> at & 1]
        if any(is_own for _, is_own in group):
            yield sum(face for face, _ in group), [die for at, die in enumerate(dice) if not number >> at & 1]


def _ways(may_plus_two, may_market):
    """What may be added to a group: how much, and whether token and Market are still there afterwards."""
    for token in range(may_plus_two + 1):
        for shift in (-1, 0, 1) if may_market else (0,):
            yield 2 * token + shift, (may_plus_two and not token, may_market and not shift)


def _second(game, player, first):
    """The ranks of the free advisors whom the dice left reach when a group has gone to this rank."""
    has_token = bool(player["plus_two"] > 0 and not player["plus_two_used"])
    has_market = bool(player["rows"][2] >= 2 and not player["market_used"])
    ranks = {
        then + add
        for total, left in _groups(_in_hand(player))
        for more, still in _ways(has_token, has_market)
        if total + more == first
        for then, _ in _groups(left)
        for add, _ in _ways(*still)
    }
    return {
        rank for rank in ranks if 1 <= rank <= 18 and rank != first and not game["taken"] >> (rank - 1) & 1
    }


def _offered(seen):
    """The ranks of the court that may be influenced."""
    offered = seen["legal"][INFLUENCE : INFLUENCE + 6 * NUM_ADVISORS].reshape(6, NUM_ADVISORS).any(axis=0)
    return [rank for rank in range(1, 19) if offered[rank - 1]]


def test_a_pair_is_an_advisor_and_another_whom_the_dice_left_then_reach(placing):
    for game, player, seen in zip(*placing, strict=True):
        expected = np.zeros((NUM_ADVISORS, NUM_ADVISORS))
        for rank in _offered(seen):
            for second in _second(game, player, rank):
                expected[rank - 1, second - 1] = 1
        np.testing.assert_array_equal(seen["pair"], expected)


def _lacks(player, row, goods, choice):
    """Whether goods are short for the next building of a row; None for a full row."""
    price = _with_crane(player, row)
    return None if price is None else np.maximum(price - goods, 0).sum() > choice


def _plans(game, player, seen):
    """For which advisors and rows one advisor is enough, and for which it takes a second."""
    goods, choice = _to_come(player)
    enough, plan = np.zeros((NUM_ADVISORS, 7)), np.zeros((NUM_ADVISORS, 7))
    for rank, row in itertools.product(_offered(seen), range(7)):
        gift = np.array(GIFTS.get(rank, NOTHING))
        if not _lacks(player, row, goods, choice):
            continue
        if not _lacks(player, row, goods + gift[:3], choice + gift[3]):
            enough[rank - 1, row] = 1
            continue
        pairs = [gift + GIFTS.get(second, NOTHING) for second in _second(game, player, rank)]
        plan[rank - 1, row] = any(
            not _lacks(player, row, goods + both[:3], choice + both[3]) for both in pairs
        )
    return enough, plan


def test_one_advisor_is_enough_or_it_takes_a_second(placing):
    found = np.zeros(2)
    for game, player, seen in zip(*placing, strict=True):
        enough, plan = _plans(game, player, seen)
        np.testing.assert_array_equal(seen["enough"], enough)
        np.testing.assert_array_equal(seen["plan"], plan)
        found += enough.any(), plan.any()
    assert (found > 0).all()


def test_opponents_who_reach_an_advisor_are_counted(placing):
    for game, _, seen in zip(*placing, strict=True):
        reached = [
            {total for total, _ in _groups(_in_hand(game["players"][seat]))}
            for seat in range(3)
            if seat != game["actor"] and not game["players"][seat]["passed"]
        ]
        for rank in range(1, 19):
            count = 0 if game["taken"] >> (rank - 1) & 1 else sum(rank in totals for totals in reached)
            assert seen["opponents"][:, rank - 1].tolist() == [count > 0, count > 1, count > 2]


PLACING = ("short_then", "enough", "plan", "pair", "opponents")


def test_where_no_dice_are_placed_nothing_is_said_of_placing(asked):
    games, seen = asked
    others = [
        one
        for game, one in zip(games, seen, strict=True)
        if game["decision"] not in (Decision.INFLUENCE, Decision.PICK_DICE)
    ]

    assert others
    assert not any(one[name].any() for one in others for name in PLACING)


# Strength and the coming battle


def _owned(player):
    return [row * 4 + column for row in range(7) for column in range(player["rows"][row])]


def _strength(player, kind=None):
    """Soldiers and buildings, and what buildings add against a kind of enemy."""
    owned = BUILDINGS[_owned(player)]
    against = 0 if kind is None else int(owned["defence_vs"][:, kind].sum())
    return int(player["soldiers"]) + int(owned["defence"].sum()) + against


def _ahead(player, card):
    """How far a player is ahead of an enemy card; Improvised Defenses add 1 against weak ones."""
    improvised = Building.IMPROVISED_DEFENSES in _owned(player) and card["strength"] <= 5
    return _strength(player, card["kind"]) + improvised - int(card["strength"])


def _cards(seen, year):
    """The enemy cards the seat holds possible this year."""
    known = _ones(seen["enemy"])
    return known or list(range(5 * (year - 1), 5 * year))


def test_strength_and_its_lead_are_one_hot(asked):
    usual, known = [3, 4, 5, 6, 8], 0
    for game, seen in zip(*asked, strict=True):
        player, year = _at(game, 0), int(game["year"])
        strength, shown = _strength(player), _ones(seen["enemy"])
        assert seen["strength"].tolist() == _one_hot(16, strength)
        if year > 0:
            assert seen["usual_lead"].tolist() == _one_hot(16, strength - usual[year - 1] + 10)
        for enemy in shown:
            lead = _strength(player, ENEMIES[enemy]["kind"]) - int(ENEMIES[enemy]["strength"])
            assert seen["lead"].tolist() == _one_hot(16, lead + 10)
        assert len(_ones(seen["lead"])) == len(shown)
        known += len(shown)
    assert known > 0


def test_the_coming_battle_is_foretold_over_the_cards_possible(asked):
    chances = set()
    for game, seen in zip(*asked, strict=True):
        player, year = _at(game, 0), int(game["year"])
        if year == 0 or game["phase"] > Phase.WINTER:
            assert not seen["victory"].any()
            continue
        wall = Building.STONE_WALL in _owned(player)
        ahead = np.array([_ahead(player, ENEMIES[card]) for card in _cards(seen, year)])[:, None] + np.arange(
            11
        )
        np.testing.assert_allclose(seen["victory"], (ahead >= 1 - wall).mean(axis=0), rtol=1e-6)
        np.testing.assert_allclose(seen["defeat"], (ahead < 0).mean(axis=0), rtol=1e-6)
        chances |= set(seen["victory"].tolist())
    assert len(chances) > 2
