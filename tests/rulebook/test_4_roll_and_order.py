"""Chapter 4: the roll, whose turn it is to re-roll, and the new turn order."""

import pytest

from tests.given import given


@pytest.mark.rule("roll.all-dice")
def test_everybody_rolls_three_own_dice_and_all_bonus_dice():
    game = given(at="roll", bonus={"red": 1, "green": 2})
    dice = {seat: game.dice(seat) for seat in game.order}

    assert {seat: len(faces) for seat, faces in dice.items()} == {
        "red": 4,
        "blue": 3,
        "green": 5,
        "yellow": 3,
    }
    assert {
        seat: sum(die.endswith("*") for die in faces) for seat, faces in dice.items() if len(faces) > 3
    } == {
        "red": 1,
        "green": 2,
    }
    assert {int(die[0]) for faces in dice.values() for die in faces} <= {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("roll.all-dice")
def test_the_dice_are_rolled_anew_every_season():
    seasons = [given(at="roll", season=season).dice("red") for season in ("spring", "summer", "autumn")]

    assert len({tuple(dice) for dice in seasons}) == 3


@pytest.mark.rule("reroll.turn-order")
def test_dice_are_changed_in_the_turn_order_still_in_force():
    game = given(
        at="dice",
        order=("yellow", "red", "green", "blue"),
        buildings_of={"red": ["Statue"], "yellow": ["Statue"]},
        dice={"red": (1, 1, 1), "blue": (1, 2, 3), "green": (1, 2, 4), "yellow": (6, 6, 6)},
    )
    assert (game.asked, game.question) == ("yellow", "reroll")
    game.play("yellow: pass")
    assert (game.asked, game.question) == ("red", "reroll")
    game.play("red: pass")

    assert game.order == ["red", "blue", "green", "yellow"]
    assert game.question == "influence"


@pytest.mark.rule("reroll.turn-order")
def test_who_has_nothing_to_change_dice_with_is_not_asked():
    game = given(
        at="dice", dice={"red": (1, 1, 1), "blue": (1, 1, 2), "green": (3, 3, 3), "yellow": (2, 2, 2)}
    )

    assert game.question == "influence"


@pytest.mark.rule("reroll.turn-order")
def test_what_comes_after_a_re_roll_is_checked_anew():
    game = given(
        at="dice",
        buildings_of={"red": ["Statue", "Chapel"]},
        dice={"red": (3, 3, 3), "blue": (5, 5, 5), "green": (5, 5, 5), "yellow": (5, 5, 5)},
    )
    assert game.options() == {"pass", "re-roll an own die with the Statue"}
    game = game.play_until(
        "red: re-roll an own die with the Statue", lambda game: game.dice("red") == ["1", "3", "3"]
    )

    assert game.options("red") == {"pass", "re-roll all dice with the Chapel"}


@pytest.mark.rule("building.chapel")
def test_a_die_thrown_again_may_show_another_face():
    games = [given(players=2, at="roll", buildings_of={"red": ["Chapel"]}, seed=seed) for seed in range(60)]
    again = "re-roll all dice with the Chapel"
    low = [game for game in games if again in game.options("red")]
    before = [game.dice("red") for game in low]
    after = [game.play(f"red: {again}").dice("red") for game in low]

    assert len(low) > 3
    assert all(one != other for one, other in zip(before, after, strict=True))


@pytest.mark.rule("order.lowest-first")
def test_the_lowest_total_goes_first():
    game = given(
        at="dice",
        dice={"red": (6, 6, 6), "blue": (5, 5, 5), "green": (1, 1, 1), "yellow": (2, 3, 4)},
    )

    assert game.order == ["green", "yellow", "blue", "red"]
    assert game.asked == "green"


@pytest.mark.rule("order.lowest-first")
def test_bonus_dice_count_for_the_turn_order():
    game = given(
        players=3,
        at="dice",
        dice={"red": (1, 2, 3), "blue": (2, 2, 4), "green": (3, 3, 3)},
        bonus_dice={"red": (4,)},
    )

    assert game.order == ["blue", "green", "red"]


@pytest.mark.rule("order.ties-keep")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("red", "blue", "green"), ["blue", "red", "green"]),
        (("green", "blue", "red"), ["blue", "green", "red"]),
    ],
)
def test_equal_totals_keep_their_order(before, after):
    game = given(
        players=3, at="dice", order=before, dice={"red": (3, 3, 3), "blue": (1, 1, 1), "green": (1, 2, 6)}
    )

    assert game.order == after
