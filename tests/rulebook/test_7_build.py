"""Chapter 7: building."""

import pytest

from tests.given import battle, given

RICH = "9 gold, 9 wood, 9 stone"


def buildings_offered(game):
    return {option.removeprefix("build ") for option in game.options() if option != "pass"}


@pytest.mark.rule("build.turn-order")
def test_players_build_in_turn_order():
    game = given(
        at="build",
        order=("green", "red", "yellow", "blue"),
        goods={"red": "2 gold", "green": "2 gold", "blue": "2 gold"},
    )
    game.play("green: build Statue", "red: build Statue")

    assert (game.asked, game.question) == ("blue", "build")


@pytest.mark.rule("build.turn-order")
def test_each_player_builds_one_building():
    game = given(at="build", goods={"red": RICH, "blue": "2 gold"})
    game.play("red: build Statue")

    assert game.asked == "blue"
    assert game.buildings("red") == {"Statue"}


@pytest.mark.rule("build.turn-order")
def test_nobody_has_to_build():
    game = given(at="build", goods={"red": RICH, "blue": "2 gold"})
    game.play("red: pass")

    assert game.asked == "blue"
    assert game.goods("red") == "9 gold + 9 wood + 9 stone"


@pytest.mark.rule("build.leftmost")
def test_an_empty_province_begins_at_the_left_of_any_row():
    game = given(at="build", goods={"red": RICH})

    assert buildings_offered(game) == {"Statue", "Inn", "Guard Tower", "Palisade", "Barricade"}


@pytest.mark.rule("build.leftmost")
def test_in_each_row_the_leftmost_missing_building_comes_next():
    standing = ["Statue", "Inn", "Market", "Guard Tower", "Blacksmith", "Barracks", "Barricade"]
    game = given(at="build", goods={"red": RICH}, buildings_of={"red": standing})

    assert buildings_offered(game) == {"Chapel", "Farms", "Wizards' Guild", "Palisade", "Crane"}


@pytest.mark.rule("build.leftmost")
def test_a_full_row_offers_nothing_more():
    standing = ["Statue", "Chapel", "Church", "Cathedral"]
    game = given(at="build", goods={"red": RICH}, buildings_of={"red": standing})

    assert buildings_offered(game) == {"Inn", "Guard Tower", "Palisade", "Barricade"}


@pytest.mark.rule("build.leftmost")
def test_only_what_can_be_paid_is_offered():
    game = given(at="build", goods={"red": "1 gold, 1 wood"})

    assert buildings_offered(game) == {"Inn", "Barricade"}


@pytest.mark.rule("build.rebuild")
def test_a_destroyed_building_may_be_built_and_scored_again():
    game = battle(
        "Goblins 3 (year I)", buildings_of={"red": ["Statue"]}, goods={"red": "3 gold"}, vp={"red": 3}
    )
    assert game.buildings("red") == set()
    assert game.vp("red") == 0
    game.pass_until(lambda game: game.question == "build")
    game.play("red: build Statue")

    assert game.buildings("red") == {"Statue"}
    assert game.happened("red gains 3 VP (building)")


@pytest.mark.rule("build.pay-and-score")
def test_the_cost_is_paid_and_the_points_are_gained_at_once():
    game = given(
        at="build",
        goods={"red": "4 gold, 2 wood, 2 stone", "blue": "2 gold"},
        buildings_of={"red": ["Statue", "Chapel"]},
        vp={"red": 10},
    )
    game.play("red: build Church")

    assert game.asked == "blue"
    assert game.buildings("red") == {"Statue", "Chapel", "Church"}
    assert game.goods("red") == "1 gold + 1 wood"
    assert game.vp("red") == 17


@pytest.mark.rule("build.pay-and-score")
def test_a_building_works_from_the_moment_it_stands():
    standing = ["Barricade", "Statue", "Chapel"]
    game = given(
        at="build", goods={"red": "2 gold, 2 wood, 3 stone"}, buildings_of={"red": standing}, envoy="red"
    )
    assert "Church" not in buildings_offered(game)
    game.play("red: build Crane", "red: build Church")

    assert game.goods("red") == "nothing"


@pytest.mark.rule("build.envoy")
def test_the_envoy_brings_a_second_building_right_after_the_first():
    game = given(at="build", goods={"red": "2 gold, 2 wood", "blue": "2 gold"}, envoy="red")
    game.play("red: build Statue")
    assert (game.asked, game.question) == ("red", "build")
    game.play("red: build Palisade")

    assert game.asked == "blue"
    assert game.buildings("red") == {"Statue", "Palisade"}
    assert game.goods("red") == "nothing"
    assert game.envoy is None


@pytest.mark.rule("build.envoy")
def test_there_is_no_third_building():
    game = given(at="build", goods={"red": RICH, "blue": "2 gold"}, envoy="red")
    game.play("red: build Statue", "red: build Chapel")

    assert game.asked == "blue"


@pytest.mark.rule("build.envoy")
def test_the_second_building_is_paid_as_usual():
    game = given(at="build", goods={"red": "2 gold, 1 wood"}, envoy="red")
    game.play("red: build Statue")

    assert buildings_offered(game) == {"Barricade"}


@pytest.mark.rule("build.envoy")
def test_who_builds_no_second_building_keeps_the_envoy():
    game = given(at="build", season="autumn", goods={"red": "2 gold, 2 wood", "blue": "2 gold"}, envoy="red")
    game.play("red: build Statue", "red: pass")

    assert game.asked == "blue"
    assert game.envoy == "red"


@pytest.mark.rule("build.envoy")
def test_without_the_envoy_there_is_no_second_building():
    game = given(at="build", goods={"red": RICH, "blue": RICH}, envoy="blue")
    game.play("red: build Statue")

    assert game.asked == "blue"


@pytest.mark.rule("module.rows")
@pytest.mark.parametrize(
    ("modules", "offered"),
    [
        ((), {"Statue", "Inn", "Guard Tower", "Palisade", "Barricade"}),
        (
            ("rows",),
            {"Sawmill", "Statue", "Inn", "Guard Tower", "Palisade", "Barricade", "Improvised Defenses"},
        ),
    ],
)
def test_the_first_and_the_last_row_are_there_with_module_1_alone(modules, offered):
    game = given(at="build", modules=modules, goods={"red": RICH})

    assert buildings_offered(game) == offered
