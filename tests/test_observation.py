"""What a seat sees: everything it may know, nothing it may not, its own block first, the same length always."""

import re
from functools import cache

import numpy as np
import pytest

from kingsburg_env import Buffers, Rules, clone, new_games, observe, redeal
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_PLAYERS,
    NOBODY,
    NUM_YEARS,
    Advisor,
    Column,
    Decision,
    Effect,
    Phase,
    Step,
)
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.engine.state import GOODS, PLUS_TWO, POINTS, PUBLIC, SOLDIERS, STATE, STRENGTH
from kingsburg_env.engine.tables.advisors import ADVISORS
from kingsburg_env.engine.tables.buildings import BUILDINGS
from kingsburg_env.engine.tables.enemies import ENEMIES
from kingsburg_env.engine.tables.governors import BORROWER_POINTS
from kingsburg_env.obs_types import bounds, layout
from kingsburg_env.observation import OBSERVATION_SIZE, VIEW
from tests.given import SEATS, battle, given
from tests.hidden import scramble
from tests.random_play import ALL_MODULES, EVERY_RULES, differences, name_of, play, positions

EVERY = pytest.mark.parametrize("rules", EVERY_RULES, ids=name_of)
PARTS = {part.name: slice(part.first, part.first + part.length) for part in layout()}
MEANINGS = {part.name: part.meaning for part in layout()}
# Parts of a player's block are called block[k].name; k counts the players in turn order from the observer on.
OF_PLAYER = re.compile(r"(\w+)\[(\d)\]\.(\w+)")
OF_TABLE = [name for name in PARTS if not OF_PLAYER.fullmatch(name)]
BLOCKS = {
    OF_PLAYER.fullmatch(name)[3]: OF_PLAYER.fullmatch(name)[1] for name in PARTS if name not in OF_TABLE
}


@cache
def _positions(rules):
    """Positions from random games, and for each a seat that looks at it."""
    games = positions(rules, count=6, every=11)
    return games, np.random.default_rng(0).integers(rules.num_players, size=len(games))


def _see(game, seat):
    return observe(game.games, SEATS.index(seat))[0]


def _part(observation, name, player=None):
    """One part of an observation by its name, of a player by his place from the observer on."""
    return observation[PARTS[name if player is None else f"{BLOCKS[name]}[{player}].{name}"]]


def _changed(before, after):
    """The names of the parts in which two observations differ."""
    return {name for name, part in PARTS.items() if not np.array_equal(before[part], after[part])}


# The layout


def test_parts_follow_each_other_without_gaps_to_the_end():
    ends = [part.first + part.length for part in layout()]
    firsts = [part.first for part in layout()]

    assert firsts == [0, *ends[:-1]]
    assert ends[-1] == OBSERVATION_SIZE


def test_names_of_parts_are_unique():
    names = [part.name for part in layout()]

    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", PARTS)
def test_a_part_stands_where_the_record_has_it(name):
    if inside := OF_PLAYER.fullmatch(name):
        block, place, field = inside.groups()
        players, offset = VIEW.fields[block][:2]
        dtype, within = players.base.fields[field][:2]
        offset += int(place) * players.base.itemsize + within
    else:
        dtype, offset = VIEW.fields[name][:2]
    size = np.dtype(np.float32).itemsize

    assert dtype.base == np.float32
    assert (PARTS[name].start, PARTS[name].stop) == (offset // size, (offset + dtype.itemsize) // size)


def test_every_public_counter_is_a_part_of_every_player():
    counters = {f"{BLOCKS[name]}[{k}].{name}" for name, *_ in PUBLIC for k in range(MAX_PLAYERS)}

    assert counters <= set(PARTS)


def test_a_view_is_nothing_but_the_vector():
    assert VIEW.itemsize == OBSERVATION_SIZE * np.dtype(np.float32).itemsize


@pytest.mark.parametrize("rules", [EVERY_RULES[0], EVERY_RULES[12], EVERY_RULES[-1]], ids=name_of)
def test_the_length_is_the_same_for_all_rules(rules):
    assert observe(new_games(1, rules), 0).shape == (1, OBSERVATION_SIZE)


# What stands in it


def _building(**position):
    """A game of three that stands still: the first player is asked what to build."""
    first = position.get("order", SEATS)[0]
    return given(players=3, at="build", goods={first: "9 gold, 9 wood, 9 stone"}, **position)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_blocks_of_absent_players_are_zero(players):
    seen = _see(given(players=players, modules=MODULES, at="aid"), "red")
    absent = [name for name in PARTS if (of := OF_PLAYER.fullmatch(name)) and int(of[2]) >= players]

    assert absent
    assert not any(seen[PARTS[name]].any() for name in absent)


@pytest.mark.parametrize(
    ("observer", "expected"),
    [
        ("red", ["red", "blue", "green"]),
        ("green", ["green", "red", "blue"]),
        ("blue", ["blue", "green", "red"]),
    ],
)
def test_the_own_block_comes_first_then_the_others_in_turn_order(observer, expected):
    game = _building(order=("green", "red", "blue"), vp={"red": 1, "blue": 2, "green": 3})
    seen = _see(game, observer)
    points = [_part(seen, "vp", k)[0] * 32 for k in range(3)]

    assert points == [game.vp(seat) for seat in expected]


def test_the_observer_knows_their_index_in_the_turn_order():
    seen = _see(_building(order=("green", "red", "blue")), "red")

    assert _part(seen, "turn_index").tolist() == [0, 1, 0, 0, 0]


@pytest.mark.parametrize(("observer", "expected"), [("red", 0), ("blue", 2), ("green", 1)])
def test_who_is_asked_is_counted_from_the_observer_on(observer, expected):
    seen = _see(_building(), observer)

    assert _part(seen, "actor").tolist() == np.eye(MAX_PLAYERS)[expected].tolist()


@pytest.mark.parametrize(("name", "scale"), [(counter.name, counter.scale) for counter in PUBLIC])
@pytest.mark.parametrize("observer", ["red", "blue"])
def test_a_public_counter_is_seen_by_everybody_and_changes_nothing_else(name, scale, observer):
    game = _building()
    before = _see(game, observer)
    game.player("red")[name] += 1
    after = _see(game, observer)
    place = 0 if observer == "red" else 2
    change = _part(after, name, place) - _part(before, name, place)

    # Who looks at the card sees it.
    too = {"enemy"} if (name, observer) == ("has_looked", "red") else set()

    assert _changed(before, after) == {f"{BLOCKS[name]}[{place}].{name}"} | too
    assert np.allclose(change, scale)


def _picking_dice():
    game = given(players=3, dice={"red": (1, 2, 3)}, bonus_dice={"red": (3, 3)}, tokens={"red": 1})
    return game.play("red: influence Alchemist")


def _helped(advisor="Duchess"):
    return given(players=3, at="help", placed={"red": [advisor]})


def _saving():
    game = given(
        players=3,
        at="build",
        modules=("governors",),
        governors_of={"red": "Architect"},
        goods={"red": "9 gold, 9 wood, 9 stone"},
        buildings_of={"blue": ["Statue"]},
    )
    return game.play("red: build Inn")


def _having_looked():
    return given(players=3, at="help", placed={"red": ["Queen"]}, enemy="Orcs 3 (year I)")


def _picking_governors():
    game = given(players=3, at="governors", modules=("governors",))
    return game.play(f"red: {min(game.options())}")


def _putting_down_tokens():
    return given(players=3, at="winter", modules=("army",)).play("red: put down army token 3")


def _offered():
    return given(
        players=3,
        at="start",
        season="summer",
        year=2,
        buildings_of={"red": ["Farms"]},
        optional_effects=True,
    )


def _place_a_bonus_die(state):
    state.players[0].group_of[3] = state.group


def _place_an_own_die(state):
    state.players[0].group_of[2] = state.group


# Edits of what red may know: a game, the field of the record, its new value, and what then stands in the part.
KNOWN = [
    ("num_players", _building, "num_players", 4, {2: 1}),
    ("first_edition", _building, "first_edition", 1, {0: 1}),
    ("modules", _building, "with_rows", 1, {0: 1}),
    ("modules", _building, "with_governors", 1, {1: 1}),
    ("modules", _building, "with_army", 1, {2: 1}),
    ("plus_two_per_group", _building, "plus_two_per_group", 1, {0: 1}),
    ("optional_effects", _building, "optional_effects", 1, {0: 1}),
    ("year", _building, "year", 3, {2: 1}),
    ("phase", _building, "phase", Phase.AUTUMN, {Phase.AUTUMN: 1}),
    ("decision", _building, "decision", Decision.END_SEASON, {Decision.END_SEASON: 1}),
    ("actor", _building, "actor", 1, {1: 1}),
    ("taken", _building, "taken", 1 << 17, {17: 1}),
    ("advisor", _picking_dice, "advisor", 16, {16: 1}),
    ("advisor", _helped, "advisor", 3, {3: 1}),
    ("modifier", _picking_dice, "modifier", 1, {1: 1}),
    ("amount", _helped, "amount", 1, {0: 1 / 4}),
    ("kinds", _helped, "kinds", 0b011, {0: 1, 1: 1}),
    ("row", _saving, "building", 16, {4: 1}),
    ("built", _building, "visit", 1, {0: 1 / 2}),
    ("built", _saving, "visit", 2, {0: 1}),
    ("effect", _offered, "effect", Effect.KINGS_AID, {Effect.KINGS_AID: 1}),
    ("effect", _saving, "is_full_price", 1, {Effect.SAVINGS: 1}),
    ("reinforcement", _building, "reinforcement", 5, {0: 5 / 6}),
]


@pytest.mark.parametrize(
    ("name", "make", "field", "value", "expected"),
    KNOWN,
    ids=[f"{name}-{make.__name__}-{field}" for name, make, field, *_ in KNOWN],
)
def test_what_lies_on_the_table_is_seen(name, make, field, value, expected):
    game = make()
    before = _part(_see(game, "red"), name)
    game.state[field] = value
    after = _part(_see(game, "red"), name)

    assert before.tolist() != after.tolist()
    assert {at: after[at] for at in np.flatnonzero(after)} == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "place_it"),
    [("picked_own", _place_an_own_die), ("picked_bonus", _place_a_bonus_die)],
    ids=["own", "bonus"],
)
def test_dice_already_in_the_group_are_seen(name, place_it):
    game = _picking_dice()
    before = _part(_see(game, "red"), name)
    place_it(game.state)
    after = _part(_see(game, "red"), name)

    # Each of them shows 3.
    assert game.question == "pick dice"
    assert (after - before).tolist() == [0, 0, 1, 0, 0, 0]


def test_the_advisor_and_the_goods_of_a_gift_are_seen():
    merchant, hunter = _see(_helped("Merchant"), "red"), _see(_helped("Master Hunter"), "red")

    assert _part(merchant, "advisor").tolist().index(1) == 3
    assert _part(hunter, "advisor").tolist().index(1) == 8
    assert _part(merchant, "kinds").tolist() == [1, 1, 0]
    assert _part(hunter, "kinds").tolist() == [1, 0, 1]


def test_whoever_loses_goods_sees_that_all_kinds_may_be_lost():
    game = battle("Barbarians 5 (year II)", goods={"red": "2 gold, 1 wood"})
    assert game.question == "lose goods"
    assert _part(_see(game, "red"), "kinds").tolist() == [1, 1, 1]


# Where red sits, seen from each seat: the turn order is red, blue, green.
FROM_EACH_SEAT = pytest.mark.parametrize(("observer", "place"), [("red", 0), ("blue", 2), ("green", 1)])


@FROM_EACH_SEAT
def test_a_shown_governor_is_seen_with_whose_he_is(observer, place):
    game = _building(modules=("governors",))
    before = _see(game, observer)
    game.player("red").governor = 5
    after = _see(game, observer)
    name, value = ("governor", 1) if observer == "red" else ("shown", place / 4)

    assert _changed(before, after) == {name}
    assert _part(after, name)[5] == value


@FROM_EACH_SEAT
def test_the_envoy_is_seen_with_his_holder(observer, place):
    before, after = (_see(_building(envoy=envoy), observer) for envoy in (None, "red"))

    assert _changed(before, after) == {"envoy"}
    assert _part(after, "envoy").tolist().index(1) == place


def test_every_part_of_the_table_is_proved_to_be_seen():
    proved = {name for name, *_ in KNOWN} | {
        "picked_own",
        "picked_bonus",
        "enemy",
        "dealt",
        "governor",
        "shown",
        "picked_token",
        "turn_index",
        "envoy",
    }

    assert proved == set(OF_TABLE)


def test_every_part_of_a_player_is_proved_to_be_seen():
    assert {name for name, *_ in PUBLIC} == set(BLOCKS)


# Hidden information. Each secret: a game, who may know it, how to change it.


def _other_luck(game):
    game.state.key += np.uint64(1)


def _other_enemy(game):
    game.state.enemies[0] = (game.state.enemies[0] + 1) % 5


def _other_later_enemy(game):
    game.state.enemies[3] = 15 + (game.state.enemies[3] + 1) % 5


def _other_deal(game):
    dealt = game.player("red").dealt
    dealt[1] = next(card for card in range(16) if card not in dealt)


def _other_pick(game):
    player = game.player("red")
    player.picked_governor = next(card for card in player.dealt if card != player.picked_governor)


def _other_token(game):
    game.player("red").picked_token = 0


SECRETS = [
    (_building, None, _other_luck, set()),
    (_building, None, _other_enemy, set()),
    (_having_looked, None, _other_later_enemy, set()),
    (_having_looked, "red", _other_enemy, {"enemy"}),
    (_picking_governors, "red", _other_deal, {"dealt"}),
    (_picking_governors, "red", _other_pick, {"governor"}),
    (_putting_down_tokens, "red", _other_token, {"picked_token"}),
]
SECRET = pytest.mark.parametrize(
    ("make", "owner", "change", "parts"),
    SECRETS,
    ids=[f"{make.__name__}-{change.__name__}" for make, _, change, _ in SECRETS],
)


@SECRET
def test_a_secret_is_not_seen_by_others(make, owner, change, parts):
    game = make()
    others = [seat for seat in game.order if seat != owner]
    before = [_see(game, seat).tobytes() for seat in others]
    record = game.games.tobytes()
    change(game)
    after = [_see(game, seat).tobytes() for seat in others]

    assert game.games.tobytes() != record
    assert before == after
    assert (owner is None) == (parts == set())


@pytest.mark.parametrize(
    ("make", "owner", "change", "parts"),
    [secret for secret in SECRETS if secret[1]],
    ids=[secret[2].__name__ for secret in SECRETS if secret[1]],
)
def test_a_secret_is_seen_by_its_owner(make, owner, change, parts):
    game = make()
    before = _see(game, owner)
    change(game)
    after = _see(game, owner)

    assert _changed(before, after) == parts


def test_a_shown_enemy_is_seen_by_everybody():
    game = _building()
    game.state.is_enemy_shown = 1
    seen = [_part(_see(game, seat), "enemy").tolist().index(1) for seat in game.order]

    assert seen == [int(game.state.enemies[0])] * 3


def test_that_somebody_looked_is_seen_by_everybody():
    game = _having_looked()

    assert _part(_see(game, "green"), "has_looked", 1).tolist() == [1]


def test_which_tokens_are_left_shows_no_secret_pick():
    before = given(players=3, at="winter", modules=("army",))
    after = before.copy().play("red: put down army token 3")

    assert (
        _part(_see(before, "red"), "tokens", 0).tolist() == _part(_see(after, "blue"), "tokens", 2).tolist()
    )


@pytest.mark.compiled
@EVERY
def test_everything_a_seat_cannot_know_may_change_unseen(rules):
    games, seats = _positions(rules)
    before, after = observe(games, seats), observe(scramble(games, seats, seed=3), seats)

    assert before.tobytes() == after.tobytes()


@pytest.mark.compiled
@EVERY
def test_a_redealt_game_looks_the_same(rules):
    games, seats = _positions(rules)
    before, after = observe(games, seats), observe(redeal(games, seats, seed=3), seats)

    assert before.tobytes() == after.tobytes()


# In random games


@cache
def _extremes(rules):
    """The smallest and the largest number at each place, whoever looks."""
    games, _ = _positions(rules)
    seen = np.concatenate([observe(games, seat) for seat in range(rules.num_players)])
    return np.array([seen.min(axis=0), seen.max(axis=0)])


@pytest.mark.compiled
@EVERY
def test_values_stay_within_their_bounds_and_of_a_size_that_networks_like(rules):
    low, high = _extremes(rules)

    lowest, highest = bounds("plain")
    assert (low >= lowest).all()
    assert (high <= highest).all()
    assert high.max() <= 6


# Random games are far from the ends of these; the next test adds them up.
ADDED_UP = {"vp", "goods", "plus_two", "soldiers", "strength"}
# Two bonus dice at once, three own dice of one face in a group: too seldom.
SELDOM = {"bonus", "bonus_hand", "picked_own", "picked_bonus"}


def _ends_seen(rules):
    """The extremes of many games, seen by each seat in turn."""
    low, high = bounds("plain")
    ends = np.array([high, low])
    games = new_games(200, rules, seed=1)
    for step, _ in enumerate(play(games, seed=2)):
        seen = observe(games, step % rules.num_players)
        ends = np.array([np.minimum(ends[0], seen.min(axis=0)), np.maximum(ends[1], seen.max(axis=0))])
    return ends


@pytest.mark.compiled
def test_all_other_bounds_are_reached():
    ends = [
        _ends_seen(Rules(num_players=5, modules=MODULES)),
        _ends_seen(Rules(num_players=5, modules=MODULES, optional_effects=True)),
        _ends_seen(Rules(num_players=2, edition="first", plus_two="group")),
    ]
    low, high = np.min([low for low, _ in ends], axis=0), np.max([high for _, high in ends], axis=0)
    reached = {name: [] for name in BLOCKS | dict.fromkeys(OF_TABLE)}
    for part in layout():
        at = PARTS[part.name]
        reached[part.name.rpartition(".")[2]].append((low[at].min() == part.low, high[at].max() == part.high))

    missed = {name for name, ends in reached.items() if not np.any(ends, axis=0).all()}

    assert ADDED_UP <= missed <= ADDED_UP | SELDOM


def _best(values, years=NUM_YEARS):
    """What the three best groups of each season bring in a game, the best advisor twice a year by the envoy."""
    first, second, third = sorted(values, reverse=True)[:3]
    return years * (3 * (first + second + third) + first - third)


def test_counters_end_where_the_cards_add_up_to():
    gifts, cards = ADVISORS, ENEMIES.reshape(NUM_YEARS, -1)
    given_goods = gifts["goods"].sum(axis=1) + gifts["choice"]
    given_goods[[Advisor.ALCHEMIST, Advisor.SMUGGLER]] = 1, 3
    seasons, won = 3 * NUM_YEARS, cards["gain_goods"].sum(axis=2) + cards["gain_choice"]
    # Guild, Sawmill and Quarry every season; King's aid and a victory every year; a Tax Collector.
    goods = _best(given_goods) + seasons * (1 + 1 + 2) + NUM_YEARS + won.max(axis=1).sum() + 4 * 9
    plus_two = NUM_YEARS * (3 * gifts["plus_two"].sum() + 1 + 1)
    helped = gifts["soldiers"] + (gifts["soldiers"] > 0)
    # Goldsmith, Training Camp, King's army, and all goods and tokens recruited in one year.
    soldiers = _best(helped, years=1) + 3 + 1 + DIE_SIDES + goods + plus_two
    kinds = BUILDINGS["defence_vs"].sum(axis=0).max()
    defence = BUILDINGS["defence"].clip(min=0).sum() + kinds + 1
    points = (
        BUILDINGS["vp"].sum()
        + _best(gifts["vp"])
        + cards["gain_vp"].max(axis=1).sum()
        # The King's reward, the strongest, the Fortress; Embassy, Town Hall, Goldsmith; token; Preacher, Priest.
        + 3 * NUM_YEARS
        + 3 * seasons
        + 4
        + seasons
        + NUM_YEARS
        + goods // 2
    )
    free = np.sort(BUILDINGS["vp"][BUILDINGS["column"] == Column.I])[-3:].sum()
    lost = cards["lose_vp"].max(axis=1).sum() + seasons + NUM_YEARS - BORROWER_POINTS + free

    assert (0, goods) == GOODS
    assert (0, plus_two) == PLUS_TWO
    assert (0, soldiers) == SOLDIERS
    assert (BUILDINGS["defence"].min(), soldiers + defence) == STRENGTH
    assert (-lost, points) == POINTS


@pytest.mark.compiled
@EVERY
def test_one_hot_parts_have_at_most_one_one(rules):
    seen = observe(*_positions(rules))
    one_hot = [name for name, meaning in MEANINGS.items() if "one-hot" in meaning]
    wrong = [
        name
        for name in one_hot
        if not np.isin(seen[:, PARTS[name]], (0, 1)).all() or seen[:, PARTS[name]].sum(axis=1).max() > 1
    ]

    assert len(one_hot) > 10
    assert wrong == []


@pytest.mark.compiled
@EVERY
def test_looking_changes_no_byte(rules):
    games = clone(_positions(rules)[0])
    before = clone(games)
    for seat in range(rules.num_players):
        observe(games, seat)
    changed = differences(games, before)

    assert changed == []


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ALL_MODULES, ids=name_of)
def test_a_step_delivers_the_view_of_the_seat_asked(rules):
    games = new_games(10, rules)
    wrong = 0
    for buffers in play(games, seed=2):
        asked = np.where(buffers.actor == NOBODY, 0, buffers.actor)
        wrong += not np.array_equal(buffers.observation, observe(games, asked))

    assert wrong == 0


def _relabel(games, new_seat):
    """Let everybody sit elsewhere: seat s becomes new_seat[s], and nothing else changes."""
    moved = clone(games)
    n = len(new_seat)
    new_seat = np.asarray(new_seat)
    plain_players = games["players"].view(np.uint8).reshape(len(games), MAX_PLAYERS, -1)
    players = np.ascontiguousarray(moved["players"]).view(np.uint8).reshape(plain_players.shape)
    players[:, new_seat] = plain_players[:, :n]
    for field in ("actor", "envoy"):
        moved[field] = np.where(games[field] == NOBODY, NOBODY, new_seat[games[field]])
    moved["order"][:, :n] = new_seat[games["order"][:, :n]]
    moved["favoured"] = sum((games["favoured"] >> seat & 1) << int(new_seat[seat]) for seat in range(n))
    offset, size = STATE.fields["players"][1], players[0].size
    moved.view(np.uint8).reshape(len(games), -1)[:, offset : offset + size] = players.reshape(len(games), -1)
    return moved


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ALL_MODULES, ids=name_of)
def test_sitting_elsewhere_changes_nothing_in_the_view(rules):
    games, seats = _positions(rules)
    new_seat = np.roll(np.arange(rules.num_players), 1)
    moved = _relabel(games, new_seat)
    before, after = observe(games, seats), observe(moved, new_seat[seats])
    is_moved = games["players"]["vp"].tolist() != moved["players"]["vp"].tolist()

    assert is_moved
    assert before.tobytes() == after.tobytes()


def test_anybody_may_look_at_any_time():
    game = given(at="year end", year=5)
    seen = [_see(game, seat) for seat in game.order]

    assert game.asked is None
    assert all(_part(one, "phase").tolist().index(1) == Phase.OVER for one in seen)
    assert not any(_part(one, "actor").any() for one in seen)


def test_a_look_at_a_game_before_its_first_year_shows_no_year():
    seen = _see(given(at="governors", modules=("governors",), year=0), "red")

    assert not _part(seen, "year").any()
    assert _part(seen, "decision").tolist().index(1) == Decision.PICK_GOVERNOR


def test_buffers_are_views_of_one_vector():
    buffers = Buffers(2)
    buffers.observation[1, PARTS["reinforcement"]] = 0.5

    assert buffers.views[1].reinforcement[0] == 0.5
    assert buffers.observation.shape == (2, OBSERVATION_SIZE)


def test_the_rules_are_part_of_what_is_seen():
    seen = _see(
        given(
            players=2,
            edition="first",
            modules=("rows", "army"),
            plus_two="group",
            optional_effects=True,
            at="aid",
            year=2,
        ),
        "red",
    )

    assert _part(seen, "num_players").tolist() == [1, 0, 0, 0]
    assert _part(seen, "modules").tolist() == [1, 0, 1]
    assert (_part(seen, "first_edition")[0], _part(seen, "plus_two_per_group")[0]) == (1, 1)
    assert _part(seen, "optional_effects")[0] == 1


def test_dice_are_taken_for_the_step_of_the_group():
    game = _picking_dice()

    assert (game.state.step, game.question) == (Step.DICE, "pick dice")
    assert _part(_see(game, "red"), "advisor").tolist().index(1) == 5


def test_rules_unlike_each_other_give_views_unlike_each_other():
    seen = {
        observe(new_games(1, rules), 0).tobytes() for rules in (Rules(num_players=n) for n in (2, 3, 4, 5))
    }

    assert len(seen) == 4
