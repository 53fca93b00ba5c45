"""Chapter 5: influencing the advisors."""

import pytest

from tests.given import given

HIGH = {"blue": (6, 6, 6), "green": (6, 6, 6), "yellow": (6, 6, 6)}


def advisors_offered(game):
    return {option.removeprefix("influence ") for option in game.options() if option.startswith("influence ")}


@pytest.mark.rule("influence.again-and-again")
def test_one_group_at_a_time_round_after_round():
    game = given(
        players=3,
        order=("green", "red", "blue"),
        dice={"green": (1, 2, 6), "red": (3, 4, 6), "blue": (5, 6, 6)},
    )
    game.play(
        "green: influence Jester with 1", "red: influence Architect with 3", "blue: influence Sergeant with 5"
    )
    game.play(
        "green: influence Squire with 2", "red: influence Merchant with 4", "blue: influence Duchess with 6+6"
    )

    assert game.options("green") == {"pass", "influence Alchemist"}
    assert game.at("green") == ["Jester", "Squire"]


@pytest.mark.rule("influence.again-and-again")
def test_dice_may_be_left_unused_on_purpose():
    game = given(dice={"red": (1, 2, 3)} | HIGH)
    game.play("red: influence Jester with 1", "blue: pass", "green: pass", "yellow: pass", "red: pass")

    assert game.happened("the Jester helps red")
    assert not game.happened("the Squire helps red")


@pytest.mark.rule("influence.passed-is-out")
def test_who_has_passed_is_not_asked_again_this_season():
    game = given(players=2, dice={"red": (1, 2, 3), "blue": (4, 5, 6)})
    game.play("red: pass", "blue: influence Merchant with 4")

    assert (game.asked, game.question) == ("blue", "influence")


@pytest.mark.rule("influence.passed-is-out")
def test_who_has_passed_plays_again_next_season():
    game = given(season="summer", dice={"red": (1, 2, 3)} | HIGH)
    game.play("red: pass")
    game.pass_until(lambda game: game.phase == "autumn" and game.asked == "red")

    assert game.question == "influence"


@pytest.mark.rule("influence.own-die")
def test_bonus_dice_alone_are_no_group():
    game = given(players=2, dice={"red": (5, 6, 6), "blue": (6, 6, 6)}, bonus_dice={"red": (1, 2)})

    assert not {"Jester", "Squire", "Architect"} & advisors_offered(game)
    assert {"Alchemist", "Astronomer", "Treasurer"} <= advisors_offered(game)


@pytest.mark.rule("influence.own-die")
def test_bonus_dice_that_make_the_total_alone_are_no_choice():
    game = given(players=2, dice={"red": (5, 6, 6), "blue": (6, 6, 6)}, bonus_dice={"red": (2, 3)})
    game.play("red: influence Sergeant")

    assert game.dice("red") == ["2*", "3*", "6", "6"]
    assert game.asked == "blue"


@pytest.mark.rule("influence.own-die")
def test_one_own_die_may_take_any_number_of_bonus_dice():
    game = given(players=2, dice={"red": (1, 6, 6), "blue": (6, 6, 6)}, bonus_dice={"red": (5, 5)})
    game.play("red: influence Swordsmith with 1+5*+5*")

    assert game.dice("red") == ["6", "6"]


@pytest.mark.rule("influence.own-die")
def test_who_has_only_bonus_dice_left_is_out():
    game = given(players=2, dice={"red": (1, 2, 3), "blue": (4, 5, 6)}, bonus_dice={"red": (6,)})
    game.play("red: influence Alchemist with 1+2+3", "blue: influence Merchant with 4")

    assert game.happened("red passes")
    assert game.asked == "blue"


@pytest.mark.rule("influence.taken-is-closed")
def test_an_advisor_with_dice_is_closed_to_the_others():
    game = given(dice={"red": (5, 6, 6), "blue": (5, 6, 6), "green": (6, 6, 6), "yellow": (6, 6, 6)})
    assert game.can("red: influence Queen with 5+6+6")
    game.play("red: influence Queen with 5+6+6")

    assert "influence Queen" not in game.options("blue")


@pytest.mark.rule("influence.taken-is-closed")
def test_an_advisor_is_closed_to_whoever_stands_there_already():
    game = given(players=2, dice={"red": (3, 3, 5), "blue": (6, 6, 6)})
    game.play("red: influence Architect with 3", "blue: pass")

    assert advisors_offered(game) == {"Sergeant", "Treasurer"}


@pytest.mark.rule("influence.envoy")
@pytest.mark.parametrize(
    "position", [{"placed": {"blue": ["King"]}}, {"placed": {"red": ["King"]}}, {"neutral": ["King"]}]
)
def test_the_envoy_opens_a_taken_advisor_whoever_is_there(position):
    dice = {"red": (6, 6, 6), "blue": (1, 1, 1)}
    without = given(players=2, dice=dice, **position)
    holding = given(players=2, dice=dice, envoy="red", **position)

    assert not without.can("red: influence King with 6+6+6")
    assert holding.can("red: influence King with 6+6+6")


@pytest.mark.rule("influence.envoy")
def test_the_envoy_opens_nothing_to_those_who_do_not_hold_him():
    game = given(
        players=2, dice={"red": (6, 6, 6), "blue": (6, 6, 6)}, envoy="blue", placed={"blue": ["King"]}
    )

    assert not game.can("red: influence King with 6+6+6")


@pytest.mark.rule("influence.envoy")
def test_the_total_must_be_the_rank_with_the_envoy_too():
    game = given(
        players=2, dice={"red": (5, 6, 6), "blue": (1, 1, 1)}, envoy="red", placed={"blue": ["King"]}
    )

    assert "influence King" not in game.options("red")


@pytest.mark.rule("influence.envoy-returns")
def test_the_envoy_goes_back_at_once_after_opening_an_advisor():
    game = given(
        players=2,
        dice={"red": (4, 5, 6), "blue": (1, 1, 1)},
        envoy="red",
        placed={"blue": ["Merchant", "Sergeant"]},
    )
    game.play("red: influence Merchant with 4")

    assert game.envoy is None
    game.play("blue: pass")
    assert "influence Sergeant" not in game.options("red")


@pytest.mark.rule("influence.envoy-returns")
def test_placing_on_a_free_advisor_keeps_the_envoy():
    game = given(
        players=2, dice={"red": (4, 5, 6), "blue": (1, 1, 1)}, envoy="red", placed={"blue": ["Merchant"]}
    )
    game.play("red: influence Alchemist with 6")

    assert game.envoy == "red"


@pytest.mark.rule("influence.exact-rank")
def test_a_group_reaches_exactly_the_advisor_of_its_total():
    game = given(dice={"red": (2, 4, 5)} | HIGH)

    assert advisors_offered(game) == {
        "Squire",
        "Merchant",
        "Sergeant",
        "Alchemist",
        "Astronomer",
        "Master Hunter",
        "Swordsmith",
    }


@pytest.mark.rule("influence.exact-rank")
def test_a_total_above_eighteen_reaches_nobody():
    game = given(players=2, dice={"red": (6, 6, 6), "blue": (1, 1, 1)}, bonus_dice={"red": (6,)})

    assert advisors_offered(game) == {"Alchemist", "Duchess", "King"}


@pytest.mark.rule("influence.exact-rank")
def test_a_group_may_hold_any_number_of_dice():
    game = given(dice={"red": (1, 2, 4)} | HIGH)

    assert game.can("red: influence Jester with 1")
    assert game.can("red: influence Alchemist with 2+4")
    assert game.can("red: influence Astronomer with 1+2+4")


@pytest.mark.rule("influence.one-plus-two")
def test_a_plus_two_token_adds_exactly_two():
    game = given(dice={"red": (5, 5, 5)} | HIGH, tokens={"red": 1})

    assert advisors_offered(game) == {
        "Sergeant",
        "General",
        "Inventor",
        "Astronomer with +2",
        "Duchess with +2",
        "Queen with +2",
    }


@pytest.mark.rule("influence.one-plus-two")
def test_only_one_plus_two_token_may_be_used_a_season():
    game = given(players=2, dice={"red": (1, 2, 4), "blue": (6, 6, 6)}, tokens={"red": 2})
    game.play("red: influence Architect with 1 and +2", "blue: pass")

    assert advisors_offered(game) == {"Squire", "Merchant", "Alchemist"}
    assert game.tokens("red") == 1


@pytest.mark.rule("influence.one-plus-two")
def test_another_plus_two_token_may_be_used_next_season():
    game = given(players=2, season="summer", dice={"red": (1, 2, 4), "blue": (6, 6, 6)}, tokens={"red": 2})
    game.play("red: influence Architect with 1 and +2")
    game.pass_until(
        lambda game: game.phase == "autumn" and game.asked == "red" and game.question == "influence"
    )

    assert any("with +2" in option for option in game.options())


@pytest.mark.rule("influence.one-plus-two")
def test_without_a_plus_two_token_nothing_is_added():
    game = given(dice={"red": (5, 5, 5)} | HIGH)

    assert advisors_offered(game) == {"Sergeant", "General", "Inventor"}


@pytest.mark.rule("influence.which-dice")
def test_the_player_chooses_which_dice_make_the_total():
    game = given(dice={"red": (1, 2, 3)} | HIGH)
    game.play("red: influence Architect")

    assert game.question == "pick dice"
    assert game.options("red") == {"use an own 1", "use an own 2", "use an own 3"}
    game.play("red: use an own 3")
    assert game.dice("red") == ["1", "2"]


@pytest.mark.rule("influence.which-dice")
def test_the_first_die_named_may_settle_the_group():
    game = given(dice={"red": (1, 2, 3)} | HIGH)
    game.play("red: influence Architect", "red: use an own 1")

    assert game.dice("red") == ["3"]
    assert game.asked == "blue"


@pytest.mark.rule("influence.which-dice")
def test_an_own_die_and_an_equal_bonus_die_are_not_alike():
    game = given(dice={"red": (4, 2, 6)} | HIGH, bonus_dice={"red": (4,)})
    with_own, with_bonus = game.copy(), game.copy()
    with_own.play("red: influence Alchemist with 2+4")
    with_bonus.play("red: influence Alchemist with 2+4*")

    assert with_own.dice("red") == ["4*", "6"]
    assert with_bonus.dice("red") == ["4", "6"]


@pytest.mark.rule("influence.which-dice")
def test_where_only_one_set_of_dice_makes_the_total_nobody_is_asked():
    game = given(dice={"red": (1, 1, 4)} | HIGH)
    game.play("red: influence Sergeant")

    assert game.dice("red") == ["1"]
    assert game.asked == "blue"


@pytest.mark.rule("option.plus-two-per-group")
def test_by_the_printed_first_rule_every_group_may_take_a_plus_two_token():
    game = given(players=2, plus_two="group", dice={"red": (1, 2, 4), "blue": (6, 6, 6)}, tokens={"red": 2})
    game.play("red: influence Architect with 1 and +2", "blue: pass")

    assert advisors_offered(game) == {
        "Squire",
        "Merchant",
        "Alchemist",
        "Merchant with +2",
        "Alchemist with +2",
        "Treasurer with +2",
    }


@pytest.mark.rule("option.plus-two-per-group")
def test_by_the_printed_first_rule_a_group_still_takes_only_one_token():
    game = given(players=2, plus_two="group", dice={"red": (5, 5, 5), "blue": (6, 6, 6)}, tokens={"red": 2})

    # 5 + 2 + 2, 5 + 5 + 2 + 2 and 5 + 5 + 5 + 2 + 2 would be 9, 14 and 19.
    assert not [offer for offer in advisors_offered(game) if offer.startswith(("Master Hunter", "Smuggler"))]


@pytest.mark.rule("option.plus-two-per-group")
def test_the_printed_first_rule_works_in_the_second_edition_too():
    game = given(
        players=2,
        edition="second",
        plus_two="group",
        dice={"red": (1, 2, 4), "blue": (6, 6, 6)},
        tokens={"red": 3},
    )
    game.play("red: influence Architect with 1 and +2", "blue: pass", "red: influence Merchant with 2 and +2")
    game.play("red: influence Alchemist with 4 and +2")

    assert game.tokens("red") == 0
