"""Chapter 6: the advisors help."""

import pytest

from tests.given import given


@pytest.mark.rule("help.rising-rank")
def test_advisors_help_in_rising_rank_whoever_stands_there():
    game = given(at="help", placed={"red": ["King", "Jester"], "blue": ["Treasurer"], "green": ["Squire"]})
    helped = [line for line in game.history if " helps " in line]

    assert helped == [
        "the Jester helps red",
        "the Squire helps green",
        "the Treasurer helps blue",
        "the King helps red",
    ]


@pytest.mark.rule("help.rising-rank")
def test_goods_of_a_lower_advisor_can_be_paid_to_a_higher_one():
    game = given(at="help", placed={"red": ["Alchemist", "Architect"]})

    assert game.question == "alchemy"
    assert game.options("red") == {"pass", "1 wood"}


@pytest.mark.rule("help.rising-rank")
def test_goods_of_a_higher_advisor_come_too_late_for_a_lower_one():
    game = given(at="help", season="summer", placed={"red": ["Alchemist", "Champion"]})

    assert game.question != "alchemy"
    assert game.goods("red") == "3 stone"


@pytest.mark.rule("help.turn-order")
@pytest.mark.parametrize("order", [("red", "blue", "green", "yellow"), ("yellow", "blue", "green", "red")])
def test_two_groups_on_one_advisor_are_helped_in_turn_order(order):
    game = given(at="help", order=order, placed={"red": ["Queen"], "blue": ["Queen"]})
    first, second = [seat for seat in order if seat in {"red", "blue"}]
    game.play(f"{first}: 2 gold")

    assert game.asked == second
    assert game.question == "take goods"


@pytest.mark.rule("help.turn-order")
def test_two_groups_of_one_player_on_one_advisor_are_both_helped():
    game = given(at="help", season="summer", placed={"red": ["Squire", "Squire"]}, goods={"red": "1 wood"})

    assert game.goods("red") == "2 gold + 1 wood"


@pytest.mark.rule("help.goods-of-choice")
def test_goods_of_choice_may_be_any_mix():
    game = given(at="help", placed={"red": ["Duchess"]})

    assert game.options("red") == {
        "2 gold",
        "2 wood",
        "2 stone",
        "1 gold + 1 wood",
        "1 gold + 1 stone",
        "1 wood + 1 stone",
    }


@pytest.mark.rule("help.goods-of-choice")
def test_the_goods_chosen_are_added_to_those_owned():
    game = given(at="help", placed={"red": ["Duchess"]}, goods={"red": "1 gold, 1 stone"})
    game.play("red: 1 gold + 1 wood")

    assert game.goods("red") == "2 gold + 1 wood + 1 stone"


@pytest.mark.rule("help.look")
@pytest.mark.parametrize("advisor", ["General", "Queen"])
def test_the_general_and_the_queen_let_look_at_the_enemy_card(advisor):
    game = given(at="help", placed={"red": [advisor]})

    assert game.has_looked("red")
    assert not game.has_looked("blue")
    assert game.happened("red looks at the enemy card")


@pytest.mark.rule("help.look")
def test_no_other_advisor_lets_look():
    others = (
        ["Jester", "Squire", "Architect"],
        ["Sergeant", "Treasurer", "Champion"],
        ["Inventor", "Wizard", "King"],
    )
    game = given(at="help", placed=dict(zip(("red", "blue", "green"), others, strict=True)))

    assert not any(game.has_looked(seat) for seat in game.order)


@pytest.mark.rule("help.look")
def test_a_look_is_good_for_this_year_only():
    game = given(at="help", season="autumn", placed={"red": ["General"]})
    game.pass_until(lambda game: game.year == 2)

    assert not game.has_looked("red")


@pytest.mark.rule("frame.negative-points")
@pytest.mark.parametrize(("before", "after"), [(1, 0), (0, -1), (-4, -5)])
def test_points_may_go_below_zero_at_the_smuggler(before, after):
    game = given(at="help", season="summer", placed={"red": ["Smuggler"]}, vp={"red": before})
    game.play("red: 3 stone")

    assert game.vp("red") == after


@pytest.mark.rule("frame.negative-points")
def test_points_may_go_below_zero_in_a_defeat():
    game = given(at="winter", year=5, enemy="Barbarians 7 (year V)", vp={"red": 1})

    assert game.vp("red") == -7
