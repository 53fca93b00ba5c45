from tests.given import given


def test_placing_as_in_the_rulebook():
    game = given(
        order=("red", "green", "blue", "yellow"),
        dice={"red": (1, 3, 5), "green": (2, 3, 5), "blue": (4, 4, 5), "yellow": (2, 2, 6)},
        bonus_dice={"yellow": (6,)},
        tokens={"blue": 1},
    )
    game.play("red: influence Treasurer with 3+5", "green: influence Astronomer with 2+5")
    game.play("blue: influence Inventor with 4+4+5 and +2")
    assert not game.can("yellow: influence Treasurer with 2+6")
    game.play(
        "yellow: influence Merchant with 2+2",
        "red: influence Jester with 1",
        "green: influence Architect with 3",
    )
    game.play("yellow: influence Duchess with 6+6*")

    assert game.happened("blue passes")
    assert game.phase == "spring"
