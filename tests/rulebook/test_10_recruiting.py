"""Chapter 10: phase 7, recruiting."""

import pytest

from tests.given import given


@pytest.mark.rule("recruiting.turn-order")
@pytest.mark.parametrize("order", [("red", "blue", "green"), ("green", "blue", "red")])
def test_players_recruit_in_turn_order(order):
    game = given(players=3, at="recruiting", order=order, goods={"red": "2 gold", "blue": "2 gold"})
    first, second = [seat for seat in order if seat != "green"]
    assert (game.asked, game.question) == (first, "recruit")
    game.play(f"{first}: pass")

    assert (game.asked, game.question) == (second, "recruit")


@pytest.mark.rule("recruiting.turn-order")
def test_a_player_recruits_all_he_wants_before_the_next_begins():
    game = given(at="recruiting", goods={"red": "6 gold", "blue": "2 gold"})
    game.play("red: 2 gold", "red: 2 gold", "red: pass")

    assert game.asked == "blue"
    assert game.soldiers("red") == 2
    assert game.goods("red") == "2 gold"


@pytest.mark.rule("recruiting.two-goods")
def test_a_soldier_costs_two_goods_of_any_kinds():
    game = given(at="recruiting", goods={"red": "2 gold, 1 wood, 1 stone", "blue": "2 gold"})

    assert game.options("red") == {
        "pass",
        "2 gold",
        "1 gold + 1 wood",
        "1 gold + 1 stone",
        "1 wood + 1 stone",
    }
    game.play("red: 1 gold + 1 stone")
    assert game.soldiers("red") == 1
    assert game.goods("red") == "1 gold + 1 wood"


@pytest.mark.rule("recruiting.two-goods")
def test_goods_are_spent_until_fewer_than_two_are_left():
    game = given(at="recruiting", goods={"red": "3 gold, 2 stone", "blue": "2 gold"})
    game.play("red: 2 gold", "red: 2 stone")

    assert game.asked == "blue"
    assert game.soldiers("red") == 2
    assert game.goods("red") == "1 gold"


@pytest.mark.rule("recruiting.two-goods")
def test_who_has_a_single_good_is_not_asked():
    game = given(at="recruiting", goods={"red": "1 gold", "blue": "2 gold"})

    assert game.asked == "blue"


@pytest.mark.rule("recruiting.two-goods")
def test_recruits_join_the_soldiers_gained_before():
    game = given(at="recruiting", goods={"red": "2 gold", "blue": "2 gold"}, soldiers={"red": 3})
    game.play("red: 2 gold")

    assert game.soldiers("red") == 4
