"""The worked examples of the rulebook, one test for each."""

import pytest

from tests.given import Game, given, given_when


def throw(total: int) -> tuple[int, int, int]:
    """Three dice of this total, as even as they can be."""
    return total // 3, (total + 1) // 3, (total + 2) // 3


@pytest.mark.rule("order.lowest-first")
@pytest.mark.rule("order.ties-keep")
@pytest.mark.parametrize(
    ("before", "totals", "after"),
    [
        (("red", "blue", "green", "yellow"), (12, 6, 9, 9), ["blue", "green", "yellow", "red"]),
        (("yellow", "green", "blue", "red"), (12, 6, 9, 9), ["green", "blue", "red", "yellow"]),
        (("red", "blue", "green", "yellow"), (9, 13, 10, 10), ["red", "green", "yellow", "blue"]),
        (("yellow", "green", "blue", "red"), (9, 13, 10, 10), ["yellow", "blue", "red", "green"]),
    ],
)
def test_turn_order_goes_from_the_lowest_total_up_and_ties_keep_their_old_order(before, totals, after):
    dice = {seat: throw(total) for seat, total in zip(before, totals, strict=True)}
    game = given(at="dice", order=before, dice=dice)

    assert game.order == after


@pytest.fixture
def placing() -> Game:
    """The placing example, played to its end."""
    game = given(
        order=("red", "green", "blue", "yellow"),
        dice={"red": (1, 3, 5), "green": (2, 3, 5), "blue": (4, 4, 5), "yellow": (2, 2, 6)},
        bonus_dice={"yellow": (6,)},
        tokens={"blue": 1},
    )
    game.play("red: influence Treasurer with 3+5", "green: influence Astronomer with 2+5")
    game.play("blue: influence Inventor with 4+4+5 and +2", "yellow: influence Merchant with 2+2")
    game.play("red: influence Jester with 1", "green: influence Architect with 3")
    return game.play("yellow: influence Duchess with 6+6*")


@pytest.mark.rule("influence.exact-rank")
@pytest.mark.rule("influence.again-and-again")
@pytest.mark.parametrize(
    ("seat", "advisors"),
    [
        ("red", ["Treasurer", "Jester"]),
        ("green", ["Astronomer", "Architect"]),
        ("blue", ["Inventor"]),
        ("yellow", ["Merchant", "Duchess"]),
    ],
)
def test_placing_brings_every_group_to_the_advisor_of_its_total(placing, seat, advisors):
    assert placing.at(seat) == advisors


@pytest.mark.rule("influence.passed-is-out")
def test_placing_goes_on_without_blue_who_has_no_dice_left(placing):
    moves = placing.told("influences", "passes")

    assert moves[4:] == [
        "red influences the Jester",
        "green influences the Architect",
        "blue passes",
        "yellow influences the Duchess",
        "red passes",
        "green passes",
        "yellow passes",
    ]


@pytest.mark.rule("influence.one-plus-two")
def test_placing_takes_the_plus_two_token_from_blue(placing):
    assert placing.tokens("blue") == 0


@pytest.mark.rule("influence.taken-is-closed")
def test_placing_closes_the_treasurer_to_a_second_group():
    game = given(
        order=("red", "green", "blue", "yellow"),
        dice={"red": (1, 3, 5), "yellow": (2, 2, 6)},
        bonus_dice={"yellow": (6,)},
    )
    would_have_been_open = given(dice={"yellow": (2, 2, 6)}, bonus_dice={"yellow": (6,)})
    game.play("red: influence Treasurer with 3+5")

    assert not game.can("yellow: influence Treasurer with 2+6")
    assert would_have_been_open.can("yellow: influence Treasurer with 2+6")


@pytest.mark.rule("help.rising-rank")
@pytest.mark.rule("advisor.alchemist")
def test_the_wood_of_the_merchant_can_be_traded_at_the_alchemist_in_the_same_step():
    game = given(at="help", placed={"red": ("Alchemist", "Merchant")})
    game.play("red: 1 wood")
    offered = game.options("red")
    game.play("red: 1 wood")

    assert offered == {"pass", "1 wood"}
    assert game.goods("red") == "1 gold + 1 stone"


@pytest.mark.rule("building.crane")
def test_with_a_crane_farms_cost_1_gold_3_wood_and_1_stone():
    game = given(
        at="build",
        goods={"red": "1 gold, 3 wood, 1 stone"},
        buildings_of={"red": ("Inn", "Market", "Barricade", "Crane")},
    )
    game.play("red: build Farms")

    assert game.goods("red") == "nothing"


@pytest.mark.rule("building.crane")
def test_without_a_crane_farms_cost_a_second_gold():
    game = given(
        at="build",
        goods={"red": "1 gold, 3 wood, 1 stone"},
        buildings_of={"red": ("Inn", "Market", "Barricade")},
    )

    assert "build Farms" not in game.options("red")


@pytest.mark.rule("building.market")
@pytest.mark.parametrize(
    ("move", "helper"),
    [
        ("red: influence Treasurer with 2+3+4 and market -1", "Treasurer"),
        ("red: influence Master Hunter with 2+3+4", "Master Hunter"),
        ("red: influence General with 2+3+4 and market +1", "General"),
    ],
)
def test_with_a_market_a_total_of_9_reaches_8_and_9_and_10(move, helper):
    game = given(dice={"red": (2, 3, 4)}, buildings_of={"red": ("Inn", "Market")})
    game.play(move)

    assert game.told("helps red") == [f"the {helper} helps red"]


@pytest.mark.rule("building.market")
def test_without_a_market_a_total_of_9_reaches_neither_8_nor_10():
    game = given(dice={"red": (3, 3, 3)})

    assert game.options("red") == {
        "pass",
        "influence Architect",
        "influence Alchemist",
        "influence Master Hunter",
    }


def four_twos() -> Game:
    """Statue and Chapel with 2 2 2 2, one of them a bonus die."""
    return given(
        at="dice",
        dice={"red": (2, 2, 2)},
        bonus_dice={"red": (2,)},
        buildings_of={"red": ("Statue", "Chapel")},
    )


def total(game: Game) -> int:
    """What all dice of red show."""
    return sum(int(die[0]) for die in game.dice("red"))


@pytest.mark.rule("building.statue")
@pytest.mark.rule("building.chapel")
def test_four_twos_let_the_statue_but_not_the_chapel_re_roll():
    game = four_twos()

    assert game.options("red") == {
        "pass",
        "re-roll an own die with the Statue",
        "re-roll a bonus die with the Statue",
    }


@pytest.mark.rule("building.statue")
@pytest.mark.rule("building.chapel")
@pytest.mark.parametrize(
    ("move", "dice"),
    [
        ("red: re-roll an own die with the Statue", ["1", "2", "2", "2*"]),
        ("red: re-roll a bonus die with the Statue", ["1*", "2", "2", "2"]),
    ],
)
def test_when_the_statue_makes_one_of_four_twos_a_1_the_chapel_may_re_roll_all(move, dice):
    game = four_twos().play_until(move, lambda game: total(game) == 7)

    assert game.dice("red") == dice
    assert game.options("red") == {"pass", "re-roll all dice with the Chapel"}


@pytest.mark.rule("building.statue")
@pytest.mark.rule("building.chapel")
def test_after_the_chapel_has_re_rolled_four_twos_neither_works_again_this_season():
    game = four_twos().play_until("red: re-roll an own die with the Statue", lambda game: total(game) == 7)
    game = game.play_until("red: re-roll all dice with the Chapel", lambda game: total(game) <= 7)

    assert len(game.told("red re-rolls")) == 1 + 4
    assert (game.asked, game.question) == ("red", "influence")


@pytest.mark.rule("building.statue")
def test_the_statue_does_not_work_again_when_the_re_rolled_die_shows_2_once_more():
    game = four_twos().play_until("red: re-roll an own die with the Statue", lambda game: total(game) == 8)

    assert (game.asked, game.question) == ("red", "influence")


# So many buildings without any that roll, give or ask in a season.
PROVINCE = ("Inn", "Guard Tower", "Palisade", "Barricade", "Blacksmith", "Stable")


@pytest.mark.rule("aid.bonus-die")
def test_the_aid_of_year_3_goes_to_the_third_player_with_few_buildings_and_no_goods():
    game = given(
        at="aid",
        year=3,
        buildings_of={
            "red": PROVINCE[:6],
            "blue": PROVINCE[:5],
            "green": PROVINCE[:5],
            "yellow": PROVINCE[:6],
        },
        goods={"blue": "1 gold, 1 stone", "yellow": "1 wood"},
    )

    assert game.told("bonus dice") == ["green gets 1 bonus dice"]
    assert len(game.told("green rolls")) == 4


def envoy_example(**goods: str) -> Game:
    """Buildings 5 4 4 4 before the envoy comes."""
    few = PROVINCE[:4]
    provinces = {"red": PROVINCE[:5], "blue": few, "green": few, "yellow": few}
    return given(at="envoy", buildings_of=provinces, goods=goods)


@pytest.mark.rule("envoy.least-developed")
def test_the_envoy_comes_to_the_fourth_player_with_few_buildings_and_no_goods():
    game = envoy_example(blue="1 gold, 1 wood", green="1 stone")

    assert game.envoy == "yellow"


@pytest.mark.rule("envoy.least-developed")
def test_the_envoy_comes_to_nobody_if_the_third_player_has_no_goods_either():
    game = envoy_example(blue="1 gold, 1 wood")

    assert game.envoy is None
    assert not game.happened("the King's envoy")


@pytest.mark.rule("build.envoy")
def test_with_the_envoy_1_gold_and_3_wood_build_barricade_and_blacksmith_in_one_season():
    game = given(
        at="build", goods={"red": "1 gold, 3 wood"}, buildings_of={"red": ("Guard Tower",)}, envoy="red"
    )
    game.play("red: build Barricade", "red: build Blacksmith")

    assert game.buildings("red") == {"Guard Tower", "Barricade", "Blacksmith"}
    assert game.goods("red") == "nothing"
    assert game.envoy is None


@pytest.mark.rule("build.envoy")
def test_without_the_envoy_1_gold_and_3_wood_build_one_of_the_two():
    game = given(at="build", goods={"red": "1 gold, 3 wood"}, buildings_of={"red": ("Guard Tower",)})
    game.play("red: build Barricade")

    assert game.asked != "red" or game.question != "build"


def standing(game: Game, seat: str) -> tuple[str, set[str], int]:
    """What a battle can change for good: goods, buildings and points."""
    return game.goods(seat), game.buildings(seat), game.vp(seat)


@pytest.fixture(scope="module")
def goblins_of_year_1() -> Game:
    """The first battle: Goblins 3 against a reinforcement of 1; everybody has 5 points."""
    return given_when(
        lambda game: game.happened("the King's die shows 1"),
        at="winter",
        year=1,
        enemy="Goblins 3 (year I)",
        vp=dict.fromkeys(("red", "blue", "green", "yellow"), 5),
        soldiers={"blue": 1},
        buildings_of={
            "red": ("Statue", "Palisade", "Barricade"),
            "blue": ("Inn", "Guard Tower"),
            "green": ("Guard Tower", "Blacksmith", "Barricade"),
            "yellow": ("Inn", "Barricade", "Crane"),
        },
    )


@pytest.mark.rule("winter.strength")
def test_the_first_battle_is_fought_with_strengths_3_and_3_and_4_and_2(goblins_of_year_1):
    assert goblins_of_year_1.told("has strength") == [
        "red has strength 3",
        "blue has strength 3",
        "green has strength 4",
        "yellow has strength 2",
    ]


@pytest.mark.rule("winter.tie")
@pytest.mark.rule("winter.reward")
@pytest.mark.rule("winter.strongest")
@pytest.mark.rule("winter.losses")
@pytest.mark.rule("winter.which-building")
@pytest.mark.rule("winter.lost-points")
@pytest.mark.parametrize(
    ("seat", "outcome", "after"),
    [
        ("red", "red holds out", ("nothing", {"Statue", "Palisade", "Barricade"}, 5)),
        ("blue", "blue holds out", ("nothing", {"Inn", "Guard Tower"}, 5)),
        ("green", "green is victorious", ("1 stone", {"Guard Tower", "Blacksmith", "Barricade"}, 6)),
        ("yellow", "yellow is defeated", ("nothing", {"Inn", "Barricade"}, 4)),
    ],
)
def test_the_first_battle_ends_as_printed_for(goblins_of_year_1, seat, outcome, after):
    assert goblins_of_year_1.happened(outcome)
    assert standing(goblins_of_year_1, seat) == after


@pytest.fixture(scope="module")
def goblins_of_year_3() -> Game:
    """The second battle: Goblins 4; of each player's soldiers one is the King's; everybody has 5 points."""
    return given_when(
        lambda game: game.happened("the King's die shows 1"),
        at="winter",
        year=3,
        enemy="Goblins 4 (year III)",
        vp=dict.fromkeys(("red", "blue", "green", "yellow"), 5),
        soldiers={"red": 1, "blue": 2, "green": 1},
        goods={"yellow": "1 gold"},
        buildings_of={
            "red": ("Palisade", "Barricade"),
            "blue": ("Guard Tower",),
            "green": ("Guard Tower", "Blacksmith", "Barricade"),
            "yellow": ("Inn", "Guard Tower", "Barricade", "Market", "Crane"),
        },
    )


@pytest.mark.rule("winter.strength")
def test_the_second_battle_is_fought_with_strengths_4_and_4_and_5_and_3(goblins_of_year_3):
    assert goblins_of_year_3.told("has strength") == [
        "red has strength 4",
        "blue has strength 4",
        "green has strength 5",
        "yellow has strength 3",
    ]


@pytest.mark.rule("winter.tie")
@pytest.mark.rule("winter.reward")
@pytest.mark.rule("winter.strongest")
@pytest.mark.rule("winter.losses")
@pytest.mark.rule("winter.which-building")
@pytest.mark.rule("winter.lost-points")
@pytest.mark.parametrize(
    ("seat", "outcome", "after"),
    [
        ("red", "red holds out", ("nothing", {"Palisade", "Barricade"}, 5)),
        ("blue", "blue holds out", ("nothing", {"Guard Tower"}, 5)),
        ("green", "green is victorious", ("1 wood", {"Guard Tower", "Blacksmith", "Barricade"}, 6)),
        ("yellow", "yellow is defeated", ("1 gold", {"Inn", "Guard Tower", "Barricade", "Crane"}, 3)),
    ],
)
def test_the_second_battle_ends_as_printed_for(goblins_of_year_3, seat, outcome, after):
    assert goblins_of_year_3.happened(outcome)
    assert standing(goblins_of_year_3, seat) == after
