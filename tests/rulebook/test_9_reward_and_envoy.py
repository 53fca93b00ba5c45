"""Chapter 9: phase 3, the King's reward, and phase 5, the King's envoy."""

import pytest

from tests.given import given


@pytest.mark.rule("reward.most-buildings")
def test_the_one_with_the_most_buildings_gains_a_point():
    game = given(at="reward", buildings_of={"red": ["Inn"], "green": ["Statue", "Palisade"]}, vp={"red": 7})

    assert [game.vp(seat) for seat in ("red", "blue", "green", "yellow")] == [7, 0, 1, 0]


@pytest.mark.rule("reward.most-buildings")
def test_everybody_tied_for_the_most_buildings_gains_a_point():
    game = given(
        at="reward",
        buildings_of={"red": ["Inn", "Market"], "green": ["Statue", "Palisade"], "yellow": ["Barricade"]},
        goods={"red": "3 gold"},
    )

    assert [game.vp(seat) for seat in ("red", "blue", "green", "yellow")] == [1, 0, 1, 0]


@pytest.mark.rule("envoy.least-developed")
def test_the_envoy_goes_to_the_one_with_the_fewest_buildings():
    game = given(
        at="envoy",
        buildings_of={"red": ["Inn"], "blue": ["Inn"], "yellow": ["Inn"]},
        goods={"green": "5 gold"},
    )

    assert game.envoy == "green"


@pytest.mark.rule("envoy.least-developed")
def test_of_those_with_the_fewest_buildings_the_one_with_the_fewest_goods_gets_the_envoy():
    game = given(at="envoy", buildings_of={"red": ["Inn"]}, goods={"blue": "1 gold", "green": "1 wood"})

    assert game.envoy == "yellow"


@pytest.mark.rule("envoy.least-developed")
def test_nobody_gets_the_envoy_if_goods_are_tied_too():
    game = given(
        at="envoy",
        buildings_of={"red": ["Inn"]},
        goods={"blue": "1 gold", "green": "1 wood", "yellow": "2 wood"},
    )

    assert game.envoy is None


@pytest.mark.rule("envoy.least-developed")
def test_the_envoy_stays_over_autumn_spring_and_summer():
    buildings = {"blue": ["Inn"], "green": ["Inn"], "yellow": ["Inn"]}
    game = given(at="envoy", buildings_of=buildings, enemy="Zombies 4 (year I)")
    holders = {}
    for season in ("autumn", "spring", "summer"):
        game.pass_until(lambda game, season=season: game.phase == season and game.question == "influence")
        holders[season] = game.envoy

    assert holders == {"autumn": "red", "spring": "red", "summer": "red"}
    assert game.year == 2


@pytest.mark.rule("envoy.returns-first")
def test_an_unused_envoy_goes_on_to_the_new_least_developed_player():
    game = given(at="envoy", envoy="red", buildings_of={"red": ["Inn"], "blue": ["Inn"], "green": ["Inn"]})

    assert game.envoy == "yellow"
    assert game.happened("the King's envoy leaves red")


@pytest.mark.rule("envoy.returns-first")
def test_an_unused_envoy_goes_back_even_if_nobody_gets_it():
    game = given(at="envoy", envoy="red")

    assert game.envoy is None


@pytest.mark.rule("envoy.returns-first")
def test_who_did_not_use_the_envoy_may_get_it_again():
    game = given(at="envoy", envoy="red", goods={"blue": "1 gold", "green": "1 gold", "yellow": "1 gold"})

    assert game.envoy == "red"
