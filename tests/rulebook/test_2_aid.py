"""Chapter 2: phase 1, the King's aid."""

import pytest

from tests.given import given

GOOD = {"1 gold", "1 wood", "1 stone"}


def bonus_dice(game):
    return {seat: game.bonus(seat) for seat in game.order if game.bonus(seat)}


@pytest.mark.rule("aid.bonus-die")
def test_the_one_with_the_fewest_buildings_gets_a_bonus_die():
    game = given(
        at="aid",
        buildings_of={"red": ["Inn"], "blue": ["Inn"], "yellow": ["Inn", "Statue"]},
        goods={"green": "9 gold"},
    )

    assert bonus_dice(game) == {"green": 1}
    assert game.happened("green gets 1 bonus dice")
    assert game.question == "influence"


@pytest.mark.rule("aid.bonus-die")
def test_of_those_with_the_fewest_buildings_the_one_with_the_fewest_goods_gets_it():
    game = given(
        at="aid",
        buildings_of={"yellow": ["Inn"]},
        goods={"red": "1 gold, 1 wood", "blue": "1 stone", "green": "2 stone"},
    )

    assert bonus_dice(game) == {"blue": 1}


@pytest.mark.rule("aid.bonus-die")
def test_the_bonus_die_is_rolled_in_spring_and_gone_in_summer():
    game = given(at="aid", goods={"red": "1 gold", "blue": "1 gold", "green": "1 gold"})
    spring_dice = game.dice("yellow")
    game.pass_until(lambda game: game.phase == "summer" and game.question == "influence")

    assert len(spring_dice) == 4
    assert len([die for die in spring_dice if die.endswith("*")]) == 1
    assert bonus_dice(game) == {}
    assert len(game.dice("yellow")) == 3


@pytest.mark.rule("aid.tie-goods")
def test_in_year_one_everybody_takes_a_good_in_turn_order():
    game = given(at="new year", year=0, order=("green", "red", "yellow", "blue"))
    assert game.options("green") == GOOD
    game.play("green: 1 gold")
    assert game.options("red") == GOOD
    game.play("red: 1 wood")
    assert game.options("yellow") == GOOD
    game.play("yellow: 1 stone")
    assert game.options("blue") == GOOD
    game.play("blue: 1 stone")

    assert [game.goods(seat) for seat in ("green", "red", "yellow", "blue")] == [
        "1 gold",
        "1 wood",
        "1 stone",
        "1 stone",
    ]
    assert bonus_dice(game) == {}
    assert game.question == "influence"


@pytest.mark.rule("aid.tie-goods")
def test_only_those_tied_for_the_fewest_take_a_good():
    game = given(
        at="aid",
        order=("yellow", "green", "blue", "red"),
        buildings_of={"red": ["Inn"], "yellow": ["Inn"], "green": ["Inn", "Market"], "blue": ["Inn"]},
        goods={"red": "1 gold", "yellow": "1 wood", "blue": "2 stone"},
    )
    game.play("yellow: 1 gold", "red: 1 stone")

    assert game.goods("yellow") == "1 gold + 1 wood"
    assert game.goods("red") == "1 gold + 1 stone"
    assert game.goods("green") == "nothing"
    assert game.goods("blue") == "2 stone"
    assert bonus_dice(game) == {}
    assert game.question == "influence"
