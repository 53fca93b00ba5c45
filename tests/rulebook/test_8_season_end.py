"""Chapter 8: the end of a productive season."""

import pytest

from tests.given import given

TOWN_HALL = ["Barricade", "Crane", "Town Hall"]


@pytest.mark.rule("season-end.turn-order")
@pytest.mark.parametrize("order", [("red", "blue", "green"), ("green", "blue", "red")])
def test_the_season_ends_for_one_player_after_the_other_in_turn_order(order):
    game = given(
        players=3,
        at="end",
        order=order,
        buildings_of={"red": TOWN_HALL, "blue": TOWN_HALL},
        goods={"red": "1 gold", "blue": "1 gold"},
    )
    first, second = [seat for seat in order if seat != "green"]
    assert (game.asked, game.question) == (first, "end season")
    game.play(f"{first}: pass")

    assert (game.asked, game.question) == (second, "end season")


@pytest.mark.rule("season-end.turn-order")
def test_several_effects_are_used_in_the_order_the_owner_likes():
    game = given(
        at="end",
        season="summer",
        modules=("rows",),
        buildings_of={"red": ["Sawmill", "Quarry", *TOWN_HALL]},
        goods={"red": "1 wood, 1 stone"},
    )
    sold_first, paid_first = game.copy(), game.copy()
    sold_first.play(
        "red: sell wood at the Sawmill", "red: sell stone at the Quarry", "red: pay gold at the Town Hall"
    )
    paid_first.play("red: pay wood at the Town Hall", "red: sell stone at the Quarry")

    assert sold_first.goods("red") == "4 gold"
    assert paid_first.goods("red") == "3 gold"
    assert sold_first.vp("red") == paid_first.vp("red") == 1


@pytest.mark.rule("season-end.new-buildings-count")
def test_an_inn_built_in_summer_gives_its_token_in_the_same_summer():
    game = given(at="build", season="summer", goods={"red": "1 gold, 1 wood"})
    game.play("red: build Inn")

    assert game.tokens("red") == 1


@pytest.mark.rule("season-end.new-buildings-count")
def test_an_embassy_scores_in_the_season_it_is_built():
    game = given(
        at="build", season="summer", goods={"red": "1 gold, 2 wood, 2 stone"}, buildings_of={"red": TOWN_HALL}
    )
    game.play("red: build Embassy")

    assert game.vp("red") == 4 + 1


@pytest.mark.rule("season-end.dice-go-home")
def test_all_dice_leave_the_court():
    game = given(
        players=2, at="end", season="summer", placed={"red": ["King"], "blue": ["Jester"]}, neutral=["Queen"]
    )

    assert game.phase == "autumn"
    assert game.at("red") == game.at("blue") == []
    # What lies there now was put there in Autumn.
    assert game.court().count("(neutral)") == len(
        [line for line in game.history if line.startswith("neutral")]
    )


@pytest.mark.rule("season-end.dice-go-home")
def test_bonus_dice_go_back():
    game = given(at="end", season="summer", dice={"red": (1, 1, 1)}, bonus_dice={"red": (4, 4)})

    assert game.bonus("red") == 0
    assert len(game.dice("red")) == 3


@pytest.mark.rule("season-end.dice-go-home")
def test_what_works_once_a_season_works_again_in_the_next():
    game = given(
        players=2,
        season="summer",
        dice={"red": (2, 4, 6), "blue": (6, 6, 6)},
        tokens={"red": 2},
        buildings_of={"red": ["Inn", "Market"]},
    )
    game.play("red: influence Sergeant with 2 and +2 and market +1", "blue: pass")
    used = set(game.options("red"))
    game.pass_until(lambda game: game.phase == "autumn" and game.asked == "red")

    assert not [option for option in used if "+2" in option or "market" in option]
    assert [option for option in game.options("red") if "with +2" in option]
    assert [option for option in game.options("red") if "market" in option]


@pytest.mark.rule("season-end.dice-go-home")
@pytest.mark.parametrize(
    ("position", "re_roll"),
    [
        ({"buildings_of": {"red": ["Statue"]}}, "re-roll an own die with the Statue"),
        ({"buildings_of": {"red": ["Statue", "Chapel"]}}, "re-roll all dice with the Chapel"),
        (
            {"modules": ("governors",), "governors_of": {"red": "Philosopher"}},
            "re-roll all dice with the Philosopher",
        ),
    ],
)
def test_a_re_roll_used_in_one_season_may_be_used_in_the_next(position, re_roll):
    game = given(
        players=2, at="dice", season="summer", dice={"red": (2, 2, 2), "blue": (6, 6, 6)}, **position
    )
    game = game.play_until(
        f"red: {re_roll}", lambda game: game.asked == "red" and game.question == "influence"
    )
    game.play("red: pass")
    autumn = game.play_until("blue: pass", lambda game: re_roll in game.options("red"))

    assert (autumn.phase, autumn.question) == ("autumn", "reroll")


@pytest.mark.rule("season-end.dice-go-home")
def test_a_trade_made_in_one_season_may_be_made_in_the_next():
    game = given(at="end", season="summer", buildings_of={"red": TOWN_HALL}, goods={"red": "2 gold"})
    game.play("red: pay gold at the Town Hall")
    game.pass_until(lambda game: game.question == "end season")

    assert game.phase == "autumn"
    assert game.options("red") == {"pass", "pay gold at the Town Hall"}


@pytest.mark.rule("season-end.dice-go-home")
def test_the_architect_may_save_again_in_the_next_season():
    game = given(
        at="build",
        season="summer",
        modules=("governors",),
        governors_of={"red": "Architect"},
        buildings_of={"green": ["Inn", "Market", "Farms"]},
        goods={"red": "2 gold, 1 stone"},
    )
    game.play("red: build Guard Tower", "red: 1 gold")
    game.pass_until(lambda game: game.phase == "autumn" and game.question == "build")

    # With 2 gold alone, a Barricade of 1 wood is within reach only if that wood is saved.
    assert "build Barricade" in game.options("red")


@pytest.mark.rule("season-end.dice-go-home")
def test_who_built_in_one_season_has_not_built_in_the_next():
    game = given(
        players=2,
        at="build",
        season="summer",
        modules=("governors",),
        governors_of={"red": "Preacher"},
        goods={"red": "2 gold", "blue": "2 gold"},
    )
    game.play("red: build Statue", "blue: build Statue")
    summer = game.history.count("red gains 1 VP (governor)")
    game.pass_until(lambda game: game.year == 2)

    assert summer == 0
    assert game.history.count("red gains 1 VP (governor)") == 1
