"""The 25 enemy cards: what a defeated player loses, what a victor gains, number by number.

The loser owns five of each good, an Inn and a Barricade, neither worth a point, and 20 VP.
"""

import pytest

from tests.given import battle

pytestmark = [pytest.mark.rule("winter.losses"), pytest.mark.rule("winter.reward")]

LOSER = {
    "goods": {"red": "5 gold, 5 wood, 5 stone"},
    "buildings_of": {"red": ["Inn", "Barricade"]},
    "vp": {"red": 20},
}
BOTH, NO_INN = {"Inn", "Barricade"}, {"Barricade"}
HOW_MANY_MIXES = {1: 3, 2: 6, 4: 15}


def lost_to(enemy):
    game = battle(enemy, **LOSER)
    assert game.happened("red is defeated")
    return game


@pytest.mark.parametrize(
    ("enemy", "goods", "buildings", "vp"),
    [
        ("Goblins 2 (year I)", "5 gold + 4 wood + 4 stone", NO_INN, 19),
        ("Goblins 3 (year I)", "4 gold + 5 wood + 5 stone", NO_INN, 20),
        ("Zombies 4 (year I)", "5 gold + 5 wood + 5 stone", BOTH, 18),
        ("Goblins 3 (year II)", "5 gold + 3 wood + 3 stone", NO_INN, 19),
        ("Goblins 4 (year II)", "3 gold + 5 wood + 5 stone", NO_INN, 20),
        ("Zombies 5 (year II)", "5 gold + 5 wood + 5 stone", BOTH, 18),
        ("Goblins 4 (year III)", "5 gold + 2 wood + 2 stone", NO_INN, 19),
        ("Goblins 5 (year III)", "2 gold + 5 wood + 5 stone", NO_INN, 20),
        ("Zombies 6 (year III)", "5 gold + 5 wood + 5 stone", BOTH, 18),
        ("Demons 6 (year III)", "3 gold + 4 wood + 4 stone", BOTH, 19),
        ("Goblins 5 (year IV)", "5 gold + 1 wood + 1 stone", NO_INN, 19),
        ("Goblins 6 (year IV)", "1 gold + 5 wood + 5 stone", NO_INN, 20),
        ("Zombies 7 (year IV)", "5 gold + 5 wood + 5 stone", BOTH, 18),
        ("Barbarians 7 (year V)", "5 gold + 5 wood + 5 stone", BOTH, 12),
        ("Barbarians 8 (year V)", "5 gold + 5 wood + 5 stone", NO_INN, 20),
        ("Demons 8 (year V)", "5 gold + 5 wood + 5 stone", NO_INN, 18),
        ("Demons 9 (year V)", "5 gold + 5 wood + 5 stone", NO_INN, 20),
        ("Dragons 9 (year V)", "5 gold + 5 wood + 5 stone", BOTH, 15),
    ],
)
def test_a_defeat_leaves_this(enemy, goods, buildings, vp):
    game = lost_to(enemy)

    assert game.question != "lose goods"
    assert (game.goods("red"), game.buildings("red"), game.vp("red")) == (goods, buildings, vp)


@pytest.mark.parametrize(
    ("enemy", "chosen", "goods", "buildings", "vp"),
    [
        ("Barbarians 2 (year I)", "1 stone", "5 gold + 5 wood + 4 stone", NO_INN, 20),
        ("Orcs 3 (year I)", "1 gold + 1 wood", "4 gold + 4 wood + 5 stone", BOTH, 19),
        ("Orcs 4 (year II)", "2 gold", "3 gold + 5 wood + 5 stone", NO_INN, 20),
        ("Barbarians 5 (year II)", "1 wood + 1 stone", "5 gold + 4 wood + 4 stone", BOTH, 19),
        ("Orcs 5 (year III)", "2 stone", "5 gold + 5 wood + 3 stone", NO_INN, 20),
        ("Demons 6 (year IV)", "1 gold + 1 wood + 2 stone", "4 gold + 4 wood + 3 stone", BOTH, 19),
        ("Orcs 7 (year IV)", "2 wood", "5 gold + 3 wood + 5 stone", NO_INN, 20),
    ],
)
def test_a_defeat_in_which_the_loser_chooses_goods_leaves_this(enemy, chosen, goods, buildings, vp):
    game = lost_to(enemy)
    assert game.question == "lose goods"
    how_many = sum(int(part.split()[0]) for part in chosen.split(" + "))
    assert len(game.options("red")) == HOW_MANY_MIXES[how_many]
    game.play(f"red: {chosen}")

    assert (game.goods("red"), game.buildings("red"), game.vp("red")) == (goods, buildings, vp)


@pytest.mark.parametrize(
    ("enemy", "goods", "vp"),
    [
        ("Barbarians 2 (year I)", "1 gold", 0),
        ("Goblins 2 (year I)", "1 wood", 0),
        ("Goblins 3 (year I)", "1 stone", 0),
        ("Orcs 3 (year I)", "1 gold", 0),
        ("Zombies 4 (year I)", "nothing", 1),
        ("Goblins 3 (year II)", "1 wood", 0),
        ("Goblins 4 (year II)", "1 stone", 0),
        ("Orcs 4 (year II)", "1 gold", 0),
        ("Barbarians 5 (year II)", "1 gold", 0),
        ("Zombies 5 (year II)", "nothing", 1),
        ("Goblins 4 (year III)", "1 wood", 0),
        ("Goblins 5 (year III)", "1 stone", 0),
        ("Orcs 5 (year III)", "1 gold", 0),
        ("Zombies 6 (year III)", "nothing", 1),
        ("Demons 6 (year III)", "nothing", 1),
        ("Goblins 5 (year IV)", "1 wood", 0),
        ("Goblins 6 (year IV)", "1 stone", 0),
        ("Demons 6 (year IV)", "1 gold", 1),
        ("Zombies 7 (year IV)", "nothing", 1),
        ("Barbarians 7 (year V)", "nothing", 1),
        ("Barbarians 8 (year V)", "nothing", 1),
        ("Demons 8 (year V)", "nothing", 2),
        ("Demons 9 (year V)", "nothing", 2),
        ("Dragons 9 (year V)", "nothing", 3),
    ],
)
def test_a_victory_brings_this(enemy, goods, vp):
    strength = int(enemy.split()[1])
    # Blue is stronger still, so that the point for the highest strength is his.
    game = battle(enemy, soldiers={"red": strength + 1, "blue": strength + 2})

    assert game.happened("red is victorious")
    assert game.question != "take goods" or game.phase == "aid"
    assert (game.goods("red"), game.vp("red")) == (goods, vp)


def test_a_victory_over_the_orcs_of_year_four_brings_a_good_of_choice():
    game = battle("Orcs 7 (year IV)", soldiers={"red": 8, "blue": 9})
    assert (game.phase, game.options("red")) == ("winter", {"1 gold", "1 wood", "1 stone"})
    game.play("red: 1 stone")

    assert (game.goods("red"), game.vp("red")) == ("1 stone", 0)


@pytest.mark.parametrize(
    "enemy",
    [
        "Barbarians 2 (year I)",
        "Goblins 2 (year I)",
        "Goblins 3 (year I)",
        "Orcs 3 (year I)",
        "Zombies 4 (year I)",
        "Goblins 3 (year II)",
        "Goblins 4 (year II)",
        "Orcs 4 (year II)",
        "Barbarians 5 (year II)",
        "Zombies 5 (year II)",
        "Goblins 4 (year III)",
        "Goblins 5 (year III)",
        "Orcs 5 (year III)",
        "Zombies 6 (year III)",
        "Demons 6 (year III)",
        "Goblins 5 (year IV)",
        "Goblins 6 (year IV)",
        "Demons 6 (year IV)",
        "Orcs 7 (year IV)",
        "Zombies 7 (year IV)",
        "Barbarians 7 (year V)",
        "Barbarians 8 (year V)",
        "Demons 8 (year V)",
        "Demons 9 (year V)",
        "Dragons 9 (year V)",
    ],
)
def test_the_strength_on_the_card_parts_victory_tie_and_defeat(enemy):
    strength = int(enemy.split()[1])
    game = battle(enemy, players=3, soldiers={"red": strength + 1, "blue": strength, "green": strength - 1})
    game.pass_until(lambda game: game.phase != "winter")

    assert game.happened("red is victorious")
    assert game.happened("blue holds out")
    assert game.happened("green is defeated")
