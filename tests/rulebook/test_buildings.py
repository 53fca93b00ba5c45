"""The 28 buildings: cost and points number by number, then what each of them does."""

import operator

import pytest

from tests.given import battle, given, given_when

ROWS = {
    "A": ["Sawmill", "Quarry", "Goldsmith", "Mint"],
    "B": ["Statue", "Chapel", "Church", "Cathedral"],
    "C": ["Inn", "Market", "Farms", "Merchants' Guild"],
    "D": ["Guard Tower", "Blacksmith", "Barracks", "Wizards' Guild"],
    "E": ["Palisade", "Stable", "Stone Wall", "Fortress"],
    "F": ["Barricade", "Crane", "Town Hall", "Embassy"],
    "G": ["Improvised Defenses", "Recruiting Center", "Training Camp", "Military Academy"],
}
GOODS = ("gold", "wood", "stone")
ORDINARY = {"blue": (6, 6, 6), "green": (6, 6, 6), "yellow": (6, 6, 6)}


def up_to(building):
    """The building and all that stand to its left."""
    row = next(row for row in ROWS.values() if building in row)
    return row[: row.index(building) + 1]


def left_of(building):
    return up_to(building)[:-1]


def written(*amounts):
    return ", ".join(f"{amount} {good}" for amount, good in zip(amounts, GOODS, strict=True))


# What is paid with everything to its left standing: in row F that includes the Crane, which saves 1 gold in III and IV.
COSTS = [
    ("Sawmill", 0, 2, 1, 1),
    ("Quarry", 1, 1, 2, 2),
    ("Goldsmith", 2, 2, 2, 3),
    ("Mint", 6, 1, 1, 5),
    ("Statue", 2, 0, 0, 3),
    ("Chapel", 3, 0, 1, 5),
    ("Church", 3, 1, 2, 7),
    ("Cathedral", 5, 0, 3, 9),
    ("Inn", 1, 1, 0, 0),
    ("Market", 2, 2, 0, 1),
    ("Farms", 2, 3, 1, 2),
    ("Merchants' Guild", 3, 1, 2, 4),
    ("Guard Tower", 1, 0, 1, 1),
    ("Blacksmith", 1, 2, 0, 2),
    ("Barracks", 2, 2, 1, 4),
    ("Wizards' Guild", 3, 2, 2, 6),
    ("Palisade", 0, 2, 0, 0),
    ("Stable", 1, 1, 1, 2),
    ("Stone Wall", 2, 0, 2, 2),
    ("Fortress", 3, 0, 2, 4),
    ("Barricade", 0, 1, 0, 0),
    ("Crane", 0, 1, 1, 1),
    ("Town Hall", 2 - 1, 1, 1, 2),
    ("Embassy", 2 - 1, 2, 2, 4),
    ("Improvised Defenses", 0, 0, 1, 0),
    ("Recruiting Center", 1, 1, 0, 1),
    ("Training Camp", 1, 2, 0, 2),
    ("Military Academy", 2, 1, 1, 3),
]


@pytest.mark.rule("build.pay-and-score")
@pytest.mark.parametrize(("building", "gold", "wood", "stone", "vp"), COSTS)
def test_a_building_costs_and_scores_this(building, gold, wood, stone, vp):
    game = given(
        at="build",
        modules=("rows",),
        goods={"red": written(gold, wood, stone), "blue": "2 gold"},
        buildings_of={"red": left_of(building)},
    )
    game.play(f"red: build {building}")

    assert game.asked == "blue"
    assert building in game.buildings("red")
    assert game.goods("red") == "nothing"
    assert game.vp("red") == vp


@pytest.mark.rule("build.pay-and-score")
@pytest.mark.parametrize(
    ("building", "goods"),
    [
        pytest.param(
            building,
            written(*(amount - (kind == lacking) for kind, amount in enumerate(cost))),
            id=f"{building}-{good}",
        )
        for building, *cost, _ in COSTS
        for lacking, good in enumerate(GOODS)
        if cost[lacking]
    ],
)
def test_a_building_is_not_offered_with_one_good_less(building, goods):
    game = given(
        at="build",
        modules=("rows",),
        goods={"red": goods, "blue": "2 gold"},
        buildings_of={"red": left_of(building)},
    )

    assert f"build {building}" not in game.options("red")


def re_rolls(game):
    return {option for option in game.options() if option.startswith("re-roll")}


# Row A


def end_of(season, *standing, **position):
    return given(at="end", season=season, modules=("rows",), buildings_of={"red": standing}, **position)


@pytest.mark.rule("building.sawmill")
def test_sawmill_sells_one_wood_for_two_gold_once_at_the_end_of_summer():
    game = end_of("summer", "Sawmill", goods={"red": "2 wood"})
    assert game.options("red") == {"pass", "sell wood at the Sawmill"}
    game.play("red: sell wood at the Sawmill")

    assert game.goods("red") == "2 gold + 1 wood"
    assert game.question != "end season"


@pytest.mark.rule("building.sawmill")
def test_sawmill_need_not_be_used_and_needs_wood():
    unwilling = end_of("summer", "Sawmill", goods={"red": "1 wood"})
    unwilling.play("red: pass")
    without = end_of("summer", "Sawmill", goods={"red": "3 gold, 3 stone"})

    assert unwilling.goods("red") == "1 wood"
    assert without.question != "end season"


@pytest.mark.rule("building.quarry")
def test_quarry_sells_one_stone_for_three_gold_once_at_the_end_of_summer():
    game = end_of("summer", *up_to("Quarry"), goods={"red": "2 stone"})
    assert game.options("red") == {"pass", "sell stone at the Quarry"}
    game.play("red: sell stone at the Quarry")

    assert game.goods("red") == "3 gold + 1 stone"
    assert game.question != "end season"


@pytest.mark.rule("building.goldsmith")
def test_goldsmith_turns_one_gold_into_a_soldier_and_a_point_once_at_the_end_of_summer():
    game = end_of("summer", *up_to("Goldsmith"), goods={"red": "2 gold"})
    assert game.options("red") == {"pass", "sell gold at the Goldsmith"}
    game.play("red: sell gold at the Goldsmith")

    assert (game.goods("red"), game.soldiers("red"), game.vp("red")) == ("1 gold", 1, 1)
    assert game.question != "end season"


@pytest.mark.rule("building.sawmill")
@pytest.mark.rule("building.quarry")
@pytest.mark.rule("building.goldsmith")
@pytest.mark.parametrize("season", ["spring", "autumn"])
def test_the_three_trades_rest_in_spring_and_autumn(season):
    game = end_of(season, *up_to("Goldsmith"), goods={"red": "1 gold, 1 wood, 1 stone"})

    assert game.question != "end season"


@pytest.mark.rule("building.goldsmith")
def test_goldsmith_needs_gold():
    game = end_of("summer", *up_to("Goldsmith"), goods={"red": "1 wood"})

    assert game.options("red") == {"pass", "sell wood at the Sawmill"}


@pytest.mark.rule("building.mint")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_mint_lets_the_three_trades_work_in_every_season(season):
    game = end_of(season, *up_to("Mint"), goods={"red": "1 gold, 1 wood, 1 stone"})

    assert game.options("red") == {
        "pass",
        "sell wood at the Sawmill",
        "sell stone at the Quarry",
        "sell gold at the Goldsmith",
    }


# Row B


def dice_of(faces, *standing, **position):
    return given(at="dice", dice={"red": faces} | ORDINARY, buildings_of={"red": standing}, **position)


@pytest.mark.rule("building.statue")
def test_statue_re_rolls_one_die_if_all_show_one_value():
    game = dice_of((4, 4, 4), "Statue")
    assert game.options("red") == {"pass", "re-roll an own die with the Statue"}
    game = game.play_until(
        "red: re-roll an own die with the Statue", lambda game: game.dice("red") == ["2", "4", "4"]
    )

    assert game.question == "influence"


@pytest.mark.rule("building.statue")
@pytest.mark.parametrize("bonus", [(4,), (4, 4)])
def test_statue_looks_at_bonus_dice_too(bonus):
    equal = dice_of((4, 4, 4), "Statue", bonus_dice={"red": bonus})
    unequal = dice_of((4, 4, 4), "Statue", bonus_dice={"red": (*bonus[1:], 5)})

    assert re_rolls(equal) == {"re-roll an own die with the Statue", "re-roll a bonus die with the Statue"}
    assert unequal.question == "influence"


@pytest.mark.rule("building.statue")
def test_statue_re_rolls_only_the_die_named():
    game = dice_of((4, 4, 4), "Statue", bonus_dice={"red": (4,)})
    game = game.play_until(
        "red: re-roll a bonus die with the Statue", lambda game: "4*" not in game.dice("red")
    )

    assert [die for die in game.dice("red") if "*" not in die] == ["4", "4", "4"]


@pytest.mark.rule("building.statue")
def test_statue_works_once_a_season_even_if_the_dice_are_equal_again():
    game = dice_of((4, 4, 4), "Statue")
    game = game.play_until(
        "red: re-roll an own die with the Statue", lambda game: game.dice("red") == ["4", "4", "4"]
    )

    assert game.question == "influence"


@pytest.mark.rule("building.statue")
@pytest.mark.parametrize("faces", [(4, 4, 5), (4, 5, 4), (5, 4, 4)])
def test_statue_needs_equal_dice(faces):
    game = dice_of(faces, "Statue")

    assert game.question == "influence"


@pytest.mark.rule("building.chapel")
@pytest.mark.parametrize(
    ("faces", "offered"), [((1, 2, 3), True), ((1, 1, 5), True), ((1, 1, 6), False), ((2, 3, 3), False)]
)
def test_chapel_re_rolls_a_total_of_seven_or_less(faces, offered):
    game = dice_of(faces, *up_to("Chapel"))

    assert ("re-roll all dice with the Chapel" in game.options("red")) == offered


@pytest.mark.rule("building.chapel")
def test_chapel_re_rolls_all_dice():
    game = dice_of((1, 2, 3), *up_to("Chapel"), bonus_dice={"red": (1,)})
    game.play("red: re-roll all dice with the Chapel")

    assert len([line for line in game.events if line.startswith("red re-rolls an own die")]) == 3
    assert len([line for line in game.events if line.startswith("red re-rolls a bonus die")]) == 1


@pytest.mark.rule("building.chapel")
def test_chapel_works_once_a_season():
    game = dice_of((1, 2, 3), *up_to("Chapel"))
    low_again = game.play_until(
        "red: re-roll all dice with the Chapel", lambda game: sum(map(int, game.dice("red"))) <= 7
    )

    assert "re-roll all dice with the Chapel" not in low_again.options("red")


@pytest.mark.rule("winter.strength")
@pytest.mark.parametrize(
    ("enemy", "strength"), [("Demons 8 (year V)", 1), ("Dragons 9 (year V)", 0), ("Zombies 4 (year I)", 0)]
)
def test_church_helps_against_demons_alone(enemy, strength):
    game = battle(enemy, buildings_of={"red": up_to("Church")})

    assert game.happened(f"red has strength {strength}")


@pytest.mark.rule("building.cathedral")
@pytest.mark.parametrize(
    ("goods", "points"),
    [("1 stone", 0), ("1 gold, 1 wood", 1), ("2 gold, 2 wood, 1 stone", 2), ("6 gold", 3)],
)
def test_cathedral_scores_each_pair_of_goods_at_the_end_of_the_game(goods, points):
    game = given(
        at="year end",
        year=5,
        buildings_of={"red": up_to("Cathedral")},
        goods={"red": goods, "blue": "6 gold"},
    )

    assert game.vp("red") == points
    assert game.vp("blue") == 0
    assert game.goods("red") == goods.replace(", ", " + ")


@pytest.mark.rule("building.cathedral")
def test_cathedral_scores_nothing_before_the_end_of_the_game():
    game = given(at="year end", year=4, buildings_of={"red": up_to("Cathedral")}, goods={"red": "6 gold"})

    assert game.vp("red") == 0


# Row C


@pytest.mark.rule("building.inn")
@pytest.mark.parametrize(("season", "tokens"), [("spring", 0), ("summer", 1), ("autumn", 0)])
def test_inn_gives_a_plus_two_token_at_the_end_of_summer(season, tokens):
    game = given(at="end", season=season, buildings_of={"red": ["Inn"]})

    assert game.tokens("red") == tokens
    assert game.tokens("blue") == 0


def placements(game):
    return {option.removeprefix("influence ") for option in game.options() if option != "pass"}


@pytest.mark.rule("building.market")
def test_market_shifts_a_group_by_one_up_or_down():
    game = given(dice={"red": (4, 4, 4)} | ORDINARY, buildings_of={"red": up_to("Market")})

    assert placements(game) == {
        "Architect with market -1",
        "Merchant",
        "Sergeant with market +1",
        "Astronomer with market -1",
        "Treasurer",
        "Master Hunter with market +1",
        "Swordsmith with market -1",
        "Duchess",
        "Champion with market +1",
    }


@pytest.mark.rule("building.market")
def test_market_works_with_a_plus_two_token():
    game = given(dice={"red": (6, 6, 6)} | ORDINARY, tokens={"red": 1}, buildings_of={"red": up_to("Market")})
    game.play("red: influence Inventor with 6+6 and +2 and market +1")

    assert game.at("red") == ["Inventor"]
    assert game.tokens("red") == 0


@pytest.mark.rule("building.market")
def test_market_works_once_a_season():
    game = given(players=2, dice={"red": (4, 4, 4), "blue": (6, 6, 6)}, buildings_of={"red": up_to("Market")})
    game.play("red: influence Sergeant with 4 and market +1", "blue: pass")

    assert placements(game) == {"Merchant", "Treasurer"}


@pytest.mark.rule("building.market")
def test_market_reaches_nobody_below_the_jester_or_above_the_king():
    low = given(dice={"red": (1, 6, 6)} | ORDINARY, buildings_of={"red": up_to("Market")})
    high = given(dice={"red": (6, 6, 6)} | ORDINARY, buildings_of={"red": up_to("Market")})

    assert {"Jester", "Squire with market +1"} <= placements(low)
    assert "King with market -1" not in placements(high)
    assert {"Queen with market -1", "King"} <= placements(high)


@pytest.mark.rule("building.farms")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_farms_bring_a_bonus_die_every_productive_season(season):
    game = given(at="start", season=season, buildings_of={"red": up_to("Farms")})

    assert game.bonus("red") == 1
    assert len(game.dice("red")) == 4
    assert len(game.dice("blue")) == 3


@pytest.mark.rule("building.farms")
def test_farms_bring_their_die_from_the_season_after_they_are_built():
    game = given(
        at="build",
        season="summer",
        goods={"red": "2 gold, 3 wood, 1 stone"},
        buildings_of={"red": left_of("Farms")},
    )
    game.play("red: build Farms")

    assert game.phase == "autumn"
    assert len(game.dice("red")) == 4


@pytest.mark.rule("building.farms")
def test_farms_add_to_the_kings_aid():
    others = ["Inn", "Statue", "Palisade", "Barricade"]
    game = given(
        at="aid", buildings_of={"red": up_to("Farms"), "blue": others, "green": others, "yellow": others}
    )

    assert game.bonus("red") == 2
    assert len(game.dice("red")) == 5


@pytest.mark.rule("winter.strength")
def test_farms_weaken_the_defence_by_one():
    game = battle("Zombies 4 (year I)", buildings_of={"red": up_to("Farms")}, soldiers={"red": 3})

    assert game.happened("red has strength 2")


@pytest.mark.rule("building.merchants-guild")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_merchants_guild_earns_a_gold_before_the_roll_of_every_productive_season(season):
    game = given(at="start", season=season, buildings_of={"red": up_to("Merchants' Guild")})
    told = [line for line in game.history if "(Merchants' Guild)" in line or " rolls " in line]

    assert told[0] == "red gains 1 gold (Merchants' Guild)"
    assert game.goods("red") == "1 gold"
    assert game.goods("blue") == "nothing"


# Row D


@pytest.mark.rule("winter.strength")
@pytest.mark.parametrize(
    ("building", "strength"),
    [("Guard Tower", 1), ("Blacksmith", 1 + 1), ("Barracks", 1 + 1 + 0), ("Wizards' Guild", 1 + 1 + 0 + 2)],
)
@pytest.mark.parametrize("enemy", ["Goblins 2 (year I)", "Dragons 9 (year V)"])
def test_row_d_up_to_this_building_is_worth_this_strength(building, strength, enemy):
    game = battle(enemy, buildings_of={"red": up_to(building)})

    assert game.happened(f"red has strength {strength}")


@pytest.mark.rule("building.barracks")
def test_barracks_let_a_soldier_cost_one_good_of_any_kind():
    game = given(
        at="recruiting",
        buildings_of={"red": up_to("Barracks")},
        goods={"red": "1 gold, 2 stone", "blue": "2 gold"},
    )
    assert game.options("red") == {"pass", "1 gold", "1 stone"}
    game.play("red: 1 stone", "red: 1 gold")

    assert game.soldiers("red") == 2
    assert game.goods("red") == "1 stone"


@pytest.mark.rule("building.barracks")
def test_barracks_help_nobody_else():
    game = given(at="recruiting", buildings_of={"red": up_to("Barracks")}, goods={"blue": "1 gold, 1 stone"})

    assert game.options("blue") == {"pass", "1 gold + 1 stone"}


# Row E


@pytest.mark.rule("winter.strength")
@pytest.mark.parametrize(
    ("enemy", "strength"), [("Orcs 3 (year I)", 1), ("Goblins 3 (year I)", 1), ("Zombies 4 (year I)", 2)]
)
def test_palisade_is_worth_one_and_two_in_all_against_zombies(enemy, strength):
    game = battle(enemy, buildings_of={"red": ["Palisade"]})

    assert game.happened(f"red has strength {strength}")


@pytest.mark.rule("building.stable")
@pytest.mark.parametrize(
    ("advisor", "soldiers"), [("Sergeant", 2), ("General", 3), ("King", 2), ("Treasurer", 0), ("Jester", 0)]
)
def test_stable_adds_a_soldier_whenever_an_advisor_gives_soldiers(advisor, soldiers):
    game = given(at="help", season="summer", placed={"red": [advisor]}, buildings_of={"red": up_to("Stable")})

    assert game.soldiers("red") == soldiers


@pytest.mark.rule("building.stable")
def test_stable_works_at_each_of_two_visits():
    game = given(
        at="help",
        season="summer",
        placed={"red": ["Sergeant", "Sergeant", "General"]},
        buildings_of={"red": up_to("Stable")},
    )

    assert game.soldiers("red") == 2 + 2 + 3


@pytest.mark.rule("building.stable")
def test_stable_adds_nothing_to_recruits():
    game = given(
        at="recruiting", buildings_of={"red": up_to("Stable")}, goods={"red": "2 gold", "blue": "2 gold"}
    )
    game.play("red: 2 gold")

    assert game.soldiers("red") == 1


@pytest.mark.rule("building.stone-wall")
def test_stone_wall_turns_a_tie_into_a_full_victory():
    # Palisade and Stone Wall are worth 2, so that two soldiers make a tie.
    game = battle("Orcs 4 (year II)", buildings_of={"red": up_to("Stone Wall")}, soldiers={"red": 2})

    assert game.happened("red has strength 4")
    assert game.goods("red") == "1 gold"
    assert game.vp("red") == 1


@pytest.mark.rule("building.stone-wall")
def test_stone_wall_does_not_help_the_weaker():
    game = battle("Orcs 4 (year II)", buildings_of={"red": up_to("Stone Wall")}, soldiers={"red": 1})

    assert game.happened("red is defeated")
    assert "Stone Wall" not in game.buildings("red")


@pytest.mark.rule("winter.strength")
@pytest.mark.parametrize(
    ("building", "strength"), [("Stable", 1 + 0), ("Stone Wall", 1 + 0 + 1), ("Fortress", 1 + 0 + 1 + 1)]
)
def test_row_e_up_to_this_building_is_worth_this_strength(building, strength):
    game = battle("Orcs 7 (year IV)", buildings_of={"red": up_to(building)})

    assert game.happened(f"red has strength {strength}")


@pytest.mark.rule("building.fortress")
@pytest.mark.parametrize(
    ("soldiers", "vp"),
    [
        pytest.param(2, 1 + 1 + 1, id="victory: the card, the highest strength, the Fortress"),
        pytest.param(1, 1 + 1 + 1, id="a tie behind the Stone Wall is a victory"),
        pytest.param(0, -2, id="defeat"),
    ],
)
def test_fortress_scores_a_point_with_each_victory(soldiers, vp):
    # Palisade 2 against Zombies, Stone Wall and Fortress 1 each.
    game = battle("Zombies 5 (year II)", buildings_of={"red": up_to("Fortress")}, soldiers={"red": soldiers})

    assert game.vp("red") == vp


# Row F


@pytest.mark.rule("winter.strength")
@pytest.mark.parametrize(
    ("enemy", "strength"), [("Goblins 3 (year I)", 1), ("Orcs 3 (year I)", 0), ("Zombies 4 (year I)", 0)]
)
def test_barricade_helps_against_goblins_alone(enemy, strength):
    game = battle(enemy, buildings_of={"red": ["Barricade"]})

    assert game.happened(f"red has strength {strength}")


@pytest.mark.rule("building.crane")
@pytest.mark.parametrize(
    ("building", "goods"),
    [
        ("Church", "2 gold, 1 wood, 2 stone"),
        ("Cathedral", "4 gold, 3 stone"),
        ("Barracks", "1 gold, 2 wood, 1 stone"),
        ("Fortress", "2 gold, 2 stone"),
    ],
)
def test_crane_saves_a_gold_in_columns_three_and_four(building, goods):
    game = given(
        at="build",
        goods={"red": goods, "blue": "2 gold"},
        buildings_of={"red": [*up_to("Crane"), *left_of(building)]},
    )
    game.play(f"red: build {building}")

    assert game.goods("red") == "nothing"


@pytest.mark.rule("building.crane")
@pytest.mark.parametrize(
    ("building", "goods"), [("Statue", "1 gold"), ("Chapel", "2 gold, 1 stone"), ("Market", "1 gold, 2 wood")]
)
def test_crane_saves_nothing_in_columns_one_and_two(building, goods):
    game = given(
        at="build",
        goods={"red": goods, "blue": "2 gold"},
        buildings_of={"red": [*up_to("Crane"), *left_of(building)]},
    )

    assert f"build {building}" not in game.options("red")


@pytest.mark.rule("building.crane")
def test_crane_helps_nobody_else():
    game = given(
        at="build",
        goods={"blue": "2 gold, 1 wood, 2 stone"},
        buildings_of={"red": up_to("Crane"), "blue": left_of("Church")},
    )

    assert "build Church" not in game.options("blue")


@pytest.mark.rule("building.town-hall")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_town_hall_takes_a_token_or_any_good_for_a_point_at_the_end_of_every_season(season):
    game = given(
        at="end",
        season=season,
        buildings_of={"red": up_to("Town Hall")},
        goods={"red": "1 gold, 1 wood, 1 stone"},
        tokens={"red": 1},
    )

    assert game.options("red") == {
        "pass",
        "pay a +2 token at the Town Hall",
        "pay gold at the Town Hall",
        "pay wood at the Town Hall",
        "pay stone at the Town Hall",
    }


@pytest.mark.rule("building.town-hall")
@pytest.mark.parametrize(
    ("paid", "goods", "tokens"),
    [
        ("a +2 token", "2 gold + 2 wood + 2 stone", 1),
        ("gold", "1 gold + 2 wood + 2 stone", 2),
        ("wood", "2 gold + 1 wood + 2 stone", 2),
        ("stone", "2 gold + 2 wood + 1 stone", 2),
    ],
)
def test_town_hall_is_paid_once_a_season(paid, goods, tokens):
    game = given(
        at="end",
        season="summer",
        buildings_of={"red": up_to("Town Hall")},
        goods={"red": "2 gold, 2 wood, 2 stone"},
        tokens={"red": 2},
    )
    game.play(f"red: pay {paid} at the Town Hall")

    assert (game.goods("red"), game.tokens("red"), game.vp("red")) == (goods, tokens, 1)
    assert game.question != "end season"


@pytest.mark.rule("building.town-hall")
def test_town_hall_need_not_be_used_and_asks_nobody_who_cannot_pay():
    unwilling = given(
        at="end", season="summer", buildings_of={"red": up_to("Town Hall")}, goods={"red": "1 gold"}
    )
    unwilling.play("red: pass")
    poor = given(at="end", season="summer", buildings_of={"red": up_to("Town Hall")}, soldiers={"red": 2})

    assert (unwilling.goods("red"), unwilling.vp("red")) == ("1 gold", 0)
    assert poor.question != "end season"


@pytest.mark.rule("building.embassy")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_embassy_scores_a_point_at_the_end_of_every_productive_season(season):
    game = given(at="end", season=season, buildings_of={"red": up_to("Embassy")})

    assert game.history.count("red gains 1 VP (embassy)") == 1
    assert not game.happened("blue gains 1 VP (embassy)")


# Row G


@pytest.mark.rule("building.improvised-defenses")
@pytest.mark.parametrize(
    ("enemy", "strength"),
    [
        ("Barbarians 2 (year I)", 1),
        ("Orcs 5 (year III)", 1),
        ("Zombies 6 (year III)", 0),
        ("Dragons 9 (year V)", 0),
    ],
)
def test_improvised_defenses_help_against_a_printed_strength_of_five_or_less(enemy, strength):
    game = battle(enemy, modules=("rows",), buildings_of={"red": ["Improvised Defenses"]})

    assert game.happened(f"red has strength {strength}")


def recruiting(*standing, **position):
    return given(
        at="recruiting",
        modules=("rows",),
        buildings_of={"red": standing, "blue": up_to("Barracks")},
        **position,
    )


@pytest.mark.rule("building.recruiting-center")
def test_recruiting_center_gives_a_soldier_for_a_token_any_number_of_times():
    game = recruiting(
        *up_to("Recruiting Center"), tokens={"red": 3}, goods={"red": "2 wood", "blue": "1 gold"}
    )
    assert game.options("red") == {"pass", "2 wood", "pay a +2 token for a soldier"}
    game.play("red: pay a +2 token for a soldier", "red: pay a +2 token for a soldier", "red: 2 wood")
    game.play("red: pay a +2 token for a soldier")

    assert game.asked == "blue"
    assert game.soldiers("red") == 4
    assert game.tokens("red") == 0


@pytest.mark.rule("building.recruiting-center")
def test_without_a_recruiting_center_tokens_buy_no_soldiers():
    game = recruiting(tokens={"red": 3}, goods={"red": "2 wood"})

    assert game.options("red") == {"pass", "2 wood"}


@pytest.mark.rule("building.training-camp")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 2), (3, 3)])
def test_training_camp_gives_a_soldier_to_those_with_fewer_than_two(before, after):
    game = recruiting(*up_to("Training Camp"), soldiers={"red": before}, goods={"blue": "1 gold"})

    assert game.asked == "blue"
    assert game.soldiers("red") == after


@pytest.mark.rule("building.training-camp")
def test_training_camp_trains_once_before_recruiting():
    game = recruiting(*up_to("Training Camp"), goods={"red": "2 gold", "blue": "1 gold"})
    assert game.soldiers("red") == 1
    game.play("red: 2 gold")

    assert game.soldiers("red") == 2


ACADEMY = {
    "modules": ("rows",),
    "buildings_of": {"red": up_to("Military Academy")},
    "at": "winter",
    "players": 2,
}


def shown(game, told):
    """The number at the end of the line that begins like this."""
    return next(int(line.removeprefix(told)) for line in game.history if line.startswith(told))


@pytest.mark.rule("building.military-academy")
@pytest.mark.parametrize("compare", [operator.gt, operator.lt, operator.eq])
def test_military_academys_die_is_used_if_it_is_higher_than_the_kings(compare):
    def dice(game):
        return shown(game, "red's Military Academy rolls "), shown(game, "the King's die shows ")

    game = given_when(lambda game: compare(*dice(game)), **ACADEMY)
    own_die, kings_die = dice(game)

    assert game.happened(f"red gains {max(own_die, kings_die)} soldier")
    assert game.happened(f"blue gains {kings_die} soldier")


@pytest.mark.rule("building.military-academy")
@pytest.mark.parametrize(
    ("token", "own_die", "strength"),
    [(1, 3, 2), (1, 4, 2), (1, 5, 3), (1, 1, 1), (2, 3, 2), (4, 6, 4), (0, 2, 1)],
)
def test_military_academys_die_is_halved_upwards_with_module_3(token, own_die, strength):
    game = given_when(
        lambda game: game.happened(f"red's Military Academy rolls {own_die}"),
        **ACADEMY | {"modules": ("rows", "army")},
        army_tokens={"red": (token,), "blue": (0,)},
        year=5,
        enemy="Dragons 9 (year V)",
    )

    assert game.happened(f"red has strength {strength}")
    assert game.happened("blue has strength 0")


@pytest.mark.rule("winter.strength")
def test_row_g_without_improvised_defenses_adds_nothing_in_battle():
    game = battle("Dragons 9 (year V)", modules=("rows",), buildings_of={"red": up_to("Training Camp")})

    assert game.happened("red has strength 0")


@pytest.mark.rule("winter.strength")
@pytest.mark.parametrize("building", ["Mint", "Chapel", "Cathedral", "Market", "Embassy"])
def test_these_buildings_and_all_to_their_left_add_nothing_against_orcs(building):
    game = battle("Orcs 7 (year IV)", modules=("rows",), buildings_of={"red": up_to(building)})

    assert game.happened("red has strength 0")
