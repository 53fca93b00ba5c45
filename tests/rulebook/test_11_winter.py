"""Chapter 11: phase 8, the battle of Winter."""

import pytest

from kingsburg_env import text
from tests.given import SEATS, battle, given, given_when


def place_of(game, fragment):
    """Where in the story something was told first."""
    return next(place for place, line in enumerate(game.history) if fragment in line)


@pytest.mark.rule("winter.kings-die")
def test_one_die_sends_everybody_the_same_soldiers():
    game = given_when(lambda game: game.happened("the King's die shows 4"), at="winter")

    assert [line for line in game.history if "(King's army)" in line] == [
        f"{seat} gains 4 soldiers (King's army)" for seat in ("red", "blue", "green", "yellow")
    ]


@pytest.mark.rule("winter.kings-die")
def test_the_king_sends_one_to_six_soldiers():
    winters = [given(players=2, at="winter", seed=seed) for seed in range(30)]
    sent = {line for game in winters for line in game.history if line.startswith("the King's die")}

    assert sent == {f"the King's die shows {number}" for number in range(1, 7)}


@pytest.mark.rule("winter.die-then-card")
def test_the_die_is_rolled_before_the_card_is_shown():
    game = given(at="winter", edition="second")

    assert place_of(game, "the King's die") < place_of(game, "(King's army)") < place_of(game, "the enemy is")


@pytest.mark.rule("edition.card-then-die")
def test_in_the_first_edition_the_card_is_shown_before_the_die():
    game = given(at="winter", edition="first")

    assert place_of(game, "the enemy is") < place_of(game, "the King's die")


@pytest.mark.rule("edition.card-then-die")
def test_both_editions_fight_the_same_battle():
    position = {
        "at": "winter",
        "year": 3,
        "soldiers": {"red": 3},
        "buildings_of": {"blue": ["Palisade"]},
        "seed": 5,
    }
    second, first = given(edition="second", **position), given(edition="first", **position)

    assert sorted(second.history) == sorted(first.history)


@pytest.mark.rule("module.army")
def test_with_module_3_each_picks_a_token_in_turn_order_before_the_card_is_shown():
    game = given(at="winter", players=3, modules=("army",), order=("green", "red", "blue"))
    assert game.options("green") == {f"put down army token {value}" for value in range(5)}
    game.play("green: put down army token 4", "red: put down army token 0")
    assert not game.happened("the enemy is")
    game.play("blue: put down army token 1")

    assert place_of(game, "green shows army token 4") < place_of(game, "the enemy is")


@pytest.mark.rule("module.army")
def test_each_gets_the_soldiers_of_his_own_token_and_no_die_is_rolled():
    game = given(at="winter", players=3, modules=("army",), soldiers={"blue": 2})
    game.play("red: put down army token 4", "blue: put down army token 3", "green: put down army token 0")

    assert [line for line in game.history if "has strength" in line] == [
        "red has strength 4",
        "blue has strength 5",
        "green has strength 0",
    ]
    assert not game.happened("the King's die")


@pytest.mark.rule("module.army")
def test_a_token_that_was_shown_leaves_the_game():
    game = given(at="winter", players=2, modules=("army",))
    game.play("red: put down army token 1", "blue: put down army token 3")

    assert [int(game.player(seat).picked_token) for seat in ("red", "blue")] == [-1, -1]
    assert game.army_tokens("red") == [0, 1, 2, 3, 4]
    assert game.army_tokens("blue") == [0, 1, 1, 2, 4]


@pytest.mark.rule("module.army")
def test_only_tokens_still_there_are_offered():
    game = given(at="winter", players=2, modules=("army",), army_tokens={"red": (0, 3, 4)})

    assert game.options("red") == {"put down army token 0", "put down army token 3", "put down army token 4"}


@pytest.mark.rule("winter.strength")
def test_strength_is_soldiers_and_the_modifiers_of_all_buildings():
    standing = [
        "Guard Tower",
        "Blacksmith",
        "Barracks",
        "Wizards' Guild",
        "Palisade",
        "Inn",
        "Market",
        "Farms",
    ]
    game = battle("Orcs 7 (year IV)", soldiers={"red": 3, "blue": 2}, buildings_of={"red": standing})

    # Guard Tower, Blacksmith and Palisade +1 each, Wizards' Guild +2, Farms -1.
    assert game.happened(f"red has strength {3 + 1 + 1 + 2 + 1 - 1}")
    assert game.happened("blue has strength 2")


@pytest.mark.rule("winter.strength")
def test_the_kings_soldiers_count():
    game = given_when(lambda game: game.happened("the King's die shows 2"), at="winter", soldiers={"red": 3})

    assert game.happened("red has strength 5")
    assert game.happened("blue has strength 2")


@pytest.mark.rule("winter.victory")
def test_only_who_is_stronger_than_the_enemy_is_victorious():
    game = battle("Orcs 3 (year I)", players=3, soldiers={"red": 4, "blue": 3, "green": 2})

    assert [line for line in game.history if "victorious" in line] == ["red is victorious"]


@pytest.mark.rule("winter.tie")
def test_who_is_as_strong_as_the_enemy_neither_wins_nor_loses():
    game = battle(
        "Orcs 3 (year I)",
        soldiers={"red": 3},
        goods={"red": "2 gold"},
        buildings_of={"red": ["Inn"]},
        vp={"red": 5},
    )

    assert game.happened("red holds out")
    assert (game.goods("red"), game.vp("red"), game.buildings("red")) == ("2 gold", 5, {"Inn"})


@pytest.mark.rule("winter.reward")
def test_every_victor_gains_the_reward_of_the_card():
    game = battle("Goblins 3 (year I)", players=3, soldiers={"red": 4, "blue": 9})

    assert [game.goods(seat) for seat in ("red", "blue", "green")] == ["1 stone", "1 stone", "nothing"]


@pytest.mark.rule("winter.reward")
def test_a_reward_of_choice_is_the_victors_choice():
    game = battle("Orcs 7 (year IV)", soldiers={"red": 8})
    assert game.options("red") == {"1 gold", "1 wood", "1 stone"}
    game.play("red: 1 wood")

    assert game.goods("red") == "1 wood"


@pytest.mark.rule("winter.losses")
def test_losses_come_in_the_order_gold_wood_stone_building_points():
    goods, buildings = {"red": "9 gold, 9 wood, 9 stone"}, {"red": ["Statue"]}
    demons = battle("Demons 6 (year III)", goods=goods, buildings_of=buildings)
    goblins = battle("Goblins 5 (year IV)", goods=goods, buildings_of=buildings)

    assert demons.history[place_of(demons, "red is defeated") + 1 :][:4] == [
        "red gives 2 gold (defeat)",
        "red gives 1 wood (defeat)",
        "red gives 1 stone (defeat)",
        "red gives 1 VP (defeat)",
    ]
    assert goblins.history[place_of(goblins, "red is defeated") + 1 :][:5] == [
        "red gives 4 wood (defeat)",
        "red gives 4 stone (defeat)",
        "red loses the Statue",
        "red gives 3 VP (destroyed)",
        "red gives 1 VP (defeat)",
    ]


@pytest.mark.rule("winter.losses")
def test_the_goods_of_choice_come_before_the_building():
    game = battle("Orcs 4 (year II)", goods={"red": "3 gold"}, buildings_of={"red": ["Statue"]})

    # The only mix of two goods he can give is two gold, so he is not asked.
    assert place_of(game, "red gives 2 gold (defeat)") < place_of(game, "red loses the Statue")


@pytest.mark.rule("winter.losses")
def test_of_a_named_kind_only_what_is_there_is_lost():
    game = battle("Goblins 4 (year III)", goods={"red": "5 gold, 1 wood"}, vp={"red": 5})

    assert game.goods("red") == "5 gold"
    assert game.vp("red") == 4


@pytest.mark.rule("winter.losses")
def test_who_owns_no_building_loses_none():
    game = battle("Demons 9 (year V)", vp={"red": 5})

    assert game.vp("red") == 5
    assert not game.happened("loses the")


@pytest.mark.rule("winter.losses")
def test_only_the_defeated_lose():
    game = battle(
        "Zombies 6 (year III)",
        players=3,
        soldiers={"red": 7, "blue": 6},
        vp={"red": 5, "blue": 5, "green": 5},
    )

    assert (game.vp("blue"), game.vp("green")) == (5, 3)
    assert game.vp("red") == 5 + 1 + 1


@pytest.mark.rule("winter.goods-of-choice")
def test_the_loser_chooses_any_mix_of_goods_he_owns():
    game = battle("Barbarians 5 (year II)", goods={"red": "2 gold, 1 wood"}, vp={"red": 3})
    assert (game.asked, game.question) == ("red", "lose goods")
    assert game.options("red") == {"2 gold", "1 gold + 1 wood"}
    game.play("red: 1 gold + 1 wood")

    assert game.goods("red") == "1 gold"
    assert game.vp("red") == 2


@pytest.mark.rule("winter.goods-of-choice")
@pytest.mark.parametrize("goods", ["1 wood", "1 gold, 1 stone"])
def test_who_owns_no_more_than_is_lost_loses_everything_unasked(goods):
    game = battle("Barbarians 5 (year II)", goods={"red": goods, "blue": "4 gold"}, soldiers={"blue": 9})

    assert game.goods("red") == "nothing"
    assert game.question != "lose goods"


@pytest.mark.rule("winter.which-building")
@pytest.mark.parametrize(
    ("standing", "lost"),
    [
        (["Barricade", "Inn", "Palisade"], "Inn"),
        (["Statue", "Barricade", "Crane"], "Crane"),
        (["Statue", "Chapel", "Inn", "Market", "Barricade", "Crane"], "Chapel"),
        (["Inn", "Market", "Guard Tower", "Blacksmith", "Barracks"], "Barracks"),
        (["Statue", "Chapel", "Church", "Barricade", "Crane", "Town Hall", "Embassy"], "Embassy"),
        (["Palisade", "Barricade"], "Palisade"),
    ],
)
def test_the_topmost_building_of_the_rightmost_column_is_lost(standing, lost):
    game = battle("Barbarians 8 (year V)", buildings_of={"red": standing})

    assert game.buildings("red") == set(standing) - {lost}


@pytest.mark.rule("winter.which-building")
@pytest.mark.parametrize(
    ("standing", "lost"),
    [
        (["Sawmill", "Statue"], "Sawmill"),
        (["Improvised Defenses", "Recruiting Center", "Sawmill"], "Recruiting Center"),
    ],
)
def test_the_rows_of_module_1_are_the_top_and_the_bottom_one(standing, lost):
    game = battle("Barbarians 8 (year V)", modules=("rows",), buildings_of={"red": standing})

    assert game.buildings("red") == set(standing) - {lost}


@pytest.mark.rule("winter.lost-points")
@pytest.mark.parametrize(("lost", "points"), [("Inn", 0), ("Statue", 3), ("Guard Tower", 1)])
def test_the_printed_points_of_a_destroyed_building_are_lost(lost, points):
    game = battle("Barbarians 8 (year V)", buildings_of={"red": [lost]}, vp={"red": 10})

    assert game.vp("red") == 10 - points


@pytest.mark.rule("winter.strongest")
def test_every_victor_with_the_highest_strength_gains_a_point():
    game = battle("Orcs 3 (year I)", players=4, soldiers={"red": 6, "blue": 4, "green": 6, "yellow": 1})

    assert [game.vp(seat) for seat in ("red", "blue", "green", "yellow")] == [1, 0, 1, -1]


@pytest.mark.rule("winter.strongest")
def test_buildings_count_for_the_highest_strength():
    game = battle(
        "Orcs 3 (year I)", soldiers={"red": 4, "blue": 5}, buildings_of={"red": ["Guard Tower", "Blacksmith"]}
    )

    assert (game.vp("red"), game.vp("blue")) == (1, 0)


@pytest.mark.rule("winter.strongest")
def test_without_a_victory_nobody_is_honoured():
    game = battle("Orcs 3 (year I)", soldiers={"red": 3, "blue": 3})

    assert (game.vp("red"), game.vp("blue")) == (0, 0)


@pytest.mark.rule("winter.soldiers-leave")
def test_all_soldiers_leave_after_the_battle():
    game = battle("Orcs 3 (year I)", players=3, soldiers={"red": 6, "blue": 3, "green": 1})

    assert [game.soldiers(seat) for seat in SEATS[:3]] == [0, 0, 0]
    assert game.year == 2


@pytest.mark.rule("winter.soldiers-leave")
def test_the_card_lies_open_during_the_battle_and_is_put_away_after_it():
    game = battle("Barbarians 5 (year II)", goods={"red": "2 gold, 1 wood"})
    during = text.describe(game.state)
    game.play("red: 2 gold")

    assert "enemy: Barbarians 5 (year II)" in during
    assert "enemy:" not in text.describe(game.state)
