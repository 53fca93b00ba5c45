"""What each advisor gives, number by number; the position is a Summer, so that no King's reward follows."""

import pytest

from tests.given import given


def helped(advisor, **position):
    return given(at="help", season="summer", placed={"red": [advisor]}, **position)


def belongings(game, seat="red"):
    return game.goods(seat), game.soldiers(seat), game.vp(seat), game.tokens(seat), game.has_looked(seat)


@pytest.mark.parametrize(
    ("advisor", "goods", "soldiers", "vp", "looks"),
    [
        ("Jester", "nothing", 0, 1, False),
        ("Squire", "1 gold", 0, 0, False),
        ("Architect", "1 wood", 0, 0, False),
        ("Sergeant", "nothing", 1, 0, False),
        ("Treasurer", "2 gold", 0, 0, False),
        ("General", "nothing", 2, 0, True),
        ("Champion", "3 stone", 0, 0, False),
        ("Inventor", "1 gold + 1 wood + 1 stone", 0, 0, False),
        ("Wizard", "4 gold", 0, 0, False),
        ("King", "1 gold + 1 wood + 1 stone", 1, 0, False),
    ],
)
def test_an_advisor_without_a_choice_gives_this(advisor, goods, soldiers, vp, looks):
    game = helped(advisor)

    assert belongings(game) == (goods, soldiers, vp, 0, looks)
    assert game.question != "take goods"


ONE_OF_EACH_KIND = {"1 gold", "1 wood", "1 stone"}
TWO_OF_ANY_KIND = {"2 gold", "1 gold + 1 wood", "1 gold + 1 stone", "2 wood", "1 wood + 1 stone", "2 stone"}


@pytest.mark.parametrize(
    ("advisor", "options", "chosen", "goods", "vp", "tokens", "looks"),
    [
        ("Merchant", {"1 gold", "1 wood"}, "1 gold", "1 gold", 0, 0, False),
        ("Astronomer", ONE_OF_EACH_KIND, "1 stone", "1 stone", 0, 1, False),
        ("Master Hunter", {"1 gold", "1 stone"}, "1 stone", "1 wood + 1 stone", 0, 0, False),
        ("Swordsmith", {"1 gold", "1 wood"}, "1 wood", "1 wood + 1 stone", 0, 0, False),
        ("Duchess", TWO_OF_ANY_KIND, "1 gold + 1 stone", "1 gold + 1 stone", 0, 1, False),
        ("Queen", TWO_OF_ANY_KIND, "2 wood", "2 wood", 3, 0, True),
    ],
)
def test_an_advisor_with_a_choice_offers_and_gives_this(advisor, options, chosen, goods, vp, tokens, looks):
    game = helped(advisor)
    assert (game.question, game.options("red")) == ("take goods", options)
    game.play(f"red: {chosen}")

    assert belongings(game) == (goods, 0, vp, tokens, looks)


@pytest.mark.rule("advisor.alchemist")
@pytest.mark.parametrize(
    ("paid", "goods"),
    [
        ("1 gold", "1 gold + 3 wood + 3 stone"),
        ("1 wood", "3 gold + 1 wood + 3 stone"),
        ("1 stone", "3 gold + 3 wood + 1 stone"),
    ],
)
def test_the_alchemist_turns_one_good_into_one_each_of_the_two_others(paid, goods):
    game = helped("Alchemist", goods={"red": "2 gold, 2 wood, 2 stone"})
    assert game.options("red") == {"pass", "1 gold", "1 wood", "1 stone"}
    game.play(f"red: {paid}")

    assert belongings(game) == (goods, 0, 0, 0, False)


@pytest.mark.rule("advisor.alchemist")
def test_the_alchemist_takes_only_a_good_one_owns_and_only_once():
    game = helped("Alchemist", goods={"red": "1 wood"})
    assert game.options("red") == {"pass", "1 wood"}
    game.play("red: 1 wood")

    assert game.goods("red") == "1 gold + 1 stone"
    assert game.question != "alchemy"


@pytest.mark.rule("advisor.alchemist")
def test_who_declines_the_alchemist_keeps_his_goods():
    game = helped("Alchemist", goods={"red": "1 wood"})
    game.play("red: pass")

    assert game.goods("red") == "1 wood"


@pytest.mark.rule("advisor.alchemist")
def test_nobody_without_goods_is_asked_by_the_alchemist():
    game = helped("Alchemist")

    assert game.question != "alchemy"
    assert game.goods("red") == "nothing"


@pytest.mark.rule("advisor.smuggler")
def test_the_smuggler_sells_three_goods_of_any_mix_for_a_point():
    game = helped("Smuggler", vp={"red": 5})
    assert game.options("red") == {
        "pass",
        "3 gold",
        "2 gold + 1 wood",
        "2 gold + 1 stone",
        "1 gold + 2 wood",
        "1 gold + 1 wood + 1 stone",
        "1 gold + 2 stone",
        "3 wood",
        "2 wood + 1 stone",
        "1 wood + 2 stone",
        "3 stone",
    }
    game.play("red: 1 gold + 2 stone")

    assert belongings(game) == ("1 gold + 2 stone", 0, 4, 0, False)


@pytest.mark.rule("advisor.smuggler")
def test_the_smuggler_sells_also_to_those_without_points():
    game = helped("Smuggler", vp={"red": -2})
    game.play("red: 3 stone")

    assert game.vp("red") == -3


@pytest.mark.rule("advisor.smuggler")
def test_who_declines_the_smuggler_pays_nothing():
    game = helped("Smuggler", vp={"red": 5})
    game.play("red: pass")

    assert belongings(game) == ("nothing", 0, 5, 0, False)


POLITICIAN = {"modules": ("governors",), "governors_of": {"red": "Politician"}}


@pytest.mark.rule("governor.politician")
def test_the_private_sergeant_gives_a_soldier():
    game = helped("Private Sergeant", **POLITICIAN)

    assert belongings(game) == ("nothing", 1, 0, 0, False)


@pytest.mark.rule("governor.politician")
def test_the_private_master_hunter_gives_wood_and_gold_or_stone():
    game = helped("Private Master Hunter", **POLITICIAN)
    assert (game.question, game.options("red")) == ("take goods", {"1 gold", "1 stone"})
    game.play("red: 1 gold")

    assert belongings(game) == ("1 gold + 1 wood", 0, 0, 0, False)


@pytest.mark.rule("influence.exact-rank")
@pytest.mark.parametrize(
    ("dice", "advisor"),
    [
        ("1", "Jester"),
        ("2", "Squire"),
        ("3", "Architect"),
        ("4", "Merchant"),
        ("5", "Sergeant"),
        ("6", "Alchemist"),
        ("1+6", "Astronomer"),
        ("2+6", "Treasurer"),
        ("3+6", "Master Hunter"),
        ("4+6", "General"),
        ("5+6", "Swordsmith"),
        ("6+6", "Duchess"),
        ("1+6+6", "Champion"),
        ("2+6+6", "Smuggler"),
        ("3+6+6", "Inventor"),
        ("4+6+6", "Wizard"),
        ("5+6+6", "Queen"),
        ("6+6+6", "King"),
    ],
)
def test_the_rank_of_an_advisor(dice, advisor):
    faces = [*map(int, dice.split("+")), 6, 6][:3]
    game = given(players=2, dice={"red": faces, "blue": (1, 1, 1)})
    game.play(f"red: influence {advisor} with {dice}")

    assert game.at("red") == [advisor]
