"""Chapter 12: the end of the game, and who has won."""

import pytest

from tests.given import given


def ended(**position):
    return given(players=3, at="year end", year=5, **position)


@pytest.mark.rule("frame.winner")
def test_most_points_win():
    game = ended(
        vp={"red": 20, "blue": 31, "green": -2}, goods={"red": "9 gold"}, buildings_of={"red": ["Inn"]}
    )

    assert [game.rank(seat) for seat in ("blue", "red", "green")] == [1, 2, 3]


@pytest.mark.rule("frame.winner")
def test_equal_points_are_parted_by_goods():
    game = ended(
        vp={"red": 20, "blue": 20, "green": 20},
        goods={"red": "1 gold", "blue": "1 wood, 2 stone", "green": "2 gold"},
        buildings_of={"red": ["Inn", "Market"]},
    )

    assert [game.rank(seat) for seat in ("blue", "green", "red")] == [1, 2, 3]


@pytest.mark.rule("frame.winner")
def test_equal_points_and_goods_are_parted_by_buildings():
    game = ended(
        vp={"red": 20, "blue": 20, "green": 20},
        goods={"red": "2 gold", "blue": "1 wood, 1 stone", "green": "2 stone"},
        buildings_of={"red": ["Inn"], "green": ["Inn", "Statue"]},
    )

    assert [game.rank(seat) for seat in ("green", "red", "blue")] == [1, 2, 3]


@pytest.mark.rule("frame.winner")
def test_those_equal_in_everything_share_the_rank():
    game = ended(vp={"red": 20, "blue": 20, "green": 3}, goods={"red": "2 gold", "blue": "2 wood"})

    assert [game.rank(seat) for seat in ("red", "blue", "green")] == [1, 1, 3]


@pytest.mark.rule("frame.winner")
def test_tokens_and_soldiers_part_nobody():
    game = ended(vp={"red": 20, "blue": 20}, tokens={"red": 3}, soldiers={"red": 5})

    assert game.rank("red") == game.rank("blue") == 1


@pytest.mark.rule("frame.winner")
def test_points_below_zero_are_fewer_than_none():
    game = ended(vp={"red": -1, "blue": -3}, goods={"red": "9 gold", "blue": "9 gold"})

    assert [game.rank(seat) for seat in ("green", "red", "blue")] == [1, 2, 3]


@pytest.mark.rule("frame.five-years")
def test_after_year_five_the_game_is_over():
    game = ended()

    assert game.phase == "over"
    assert game.asked is None
    assert game.options() == set()
    assert game.happened("the game is over")


@pytest.mark.rule("module.army-left-token")
def test_the_token_left_scores_its_value_at_the_end():
    game = ended(modules=("army",), army_tokens={"red": (4,), "blue": (1,), "green": (0,)}, vp={"green": 2})

    assert [game.vp(seat) for seat in ("red", "blue", "green")] == [4, 1, 2]


@pytest.mark.rule("module.army-left-token")
def test_the_token_left_after_five_winters_is_the_one_never_put_down():
    game = given(
        players=2, at="winter", year=5, modules=("army",), army_tokens={"red": (2, 3), "blue": (1, 4)}
    )
    game.play("red: put down army token 3", "blue: put down army token 1")

    assert game.happened("red gains 2 VP (King's army)")
    assert game.happened("blue gains 4 VP (King's army)")


@pytest.mark.rule("module.army-left-token")
def test_tokens_score_nothing_before_the_end():
    game = given(players=2, at="year end", year=4, modules=("army",))

    assert game.vp("red") == 0


@pytest.mark.rule("module.army-left-token")
def test_without_module_3_there_is_no_token_to_score():
    game = ended()

    assert [game.vp(seat) for seat in ("red", "blue", "green")] == [0, 0, 0]
