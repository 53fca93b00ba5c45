"""Chapter 1: the frame of the game and its set-up."""

import pytest

from kingsburg_env import Rules, new_games
from tests.given import SEATS, Game, given

YEARS = ("I", "II", "III", "IV", "V")
PHASES = ("aid", "spring", "reward", "summer", "envoy", "autumn", "recruiting", "winter")


def fresh(players, modules=(), seed=0):
    return Game(new_games(1, Rules(num_players=players, modules=modules), seed=seed))


def phases_told(game):
    return [line for line in game.history if line.startswith("year ")]


@pytest.mark.rule("frame.eight-phases")
def test_a_year_has_eight_phases_in_this_order():
    game = given(at="new year", year=0)
    game.pass_until(lambda game: game.year == 2)

    assert phases_told(game)[:8] == [f"year I: {phase}" for phase in PHASES]


@pytest.mark.rule("frame.five-years")
def test_the_game_goes_through_five_years_and_is_over():
    game = given(at="new year", year=0)
    game.pass_until(lambda game: game.phase == "over")

    assert [line for line in phases_told(game) if line.endswith("winter")] == [
        f"year {year}: winter" for year in YEARS
    ]
    assert game.asked is None


@pytest.mark.rule("frame.five-years")
@pytest.mark.parametrize("year", [1, 2, 3, 4])
def test_after_an_earlier_year_a_new_one_begins(year):
    game = given(at="year end", year=year)

    assert game.year == year + 1


@pytest.mark.rule("frame.one-option-is-played")
def test_who_can_build_nothing_is_not_asked():
    game = given(at="build", goods={"blue": "1 wood"})

    assert (game.asked, game.question) == ("blue", "build")


@pytest.mark.rule("frame.one-option-is-played")
def test_the_last_army_token_is_put_down_without_a_question():
    game = given(at="winter", players=2, modules=("army",), army_tokens={"red": (2, 3), "blue": (1,)})
    assert (game.asked, game.question) == ("red", "commit token")
    game.play("red: put down army token 3")

    assert game.happened("blue shows army token 1")
    assert game.phase != "winter"


@pytest.mark.rule("frame.one-option-is-played")
def test_who_has_two_options_is_asked():
    game = given(at="build", goods={"red": "1 wood"})

    assert game.options() == {"pass", "build Barricade"}


@pytest.mark.rule("setup.empty-table")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_owns_anything_at_the_start(players):
    game = fresh(players)
    seats = SEATS[:players]

    assert [game.vp(seat) for seat in seats] == [0] * players
    assert {game.goods(seat) for seat in seats} == {"nothing"}
    assert [game.buildings(seat) for seat in seats] == [set()] * players
    assert [game.soldiers(seat) + game.tokens(seat) + game.bonus(seat) for seat in seats] == [0] * players
    assert game.envoy is None
    assert game.year == 1


@pytest.mark.rule("setup.empty-table")
@pytest.mark.parametrize(("modules", "tokens"), [((), []), (("army",), [0, 1, 1, 2, 3, 4])])
def test_six_army_tokens_are_dealt_with_module_3_alone(modules, tokens):
    game = fresh(2, modules=modules)

    assert game.army_tokens("red") == game.army_tokens("blue") == tokens


@pytest.mark.rule("setup.random-order")
def test_every_turn_order_can_be_the_first():
    games = new_games(60, Rules(num_players=3), seed=0)
    orders = {tuple(Game(games[i : i + 1]).order) for i in range(60)}

    assert orders == {
        ("red", "blue", "green"),
        ("red", "green", "blue"),
        ("blue", "red", "green"),
        ("blue", "green", "red"),
        ("green", "red", "blue"),
        ("green", "blue", "red"),
    }


@pytest.mark.rule("setup.enemy-stack")
@pytest.mark.parametrize(
    ("year", "cards"),
    [
        (1, {"Barbarians 2", "Goblins 2", "Goblins 3", "Orcs 3", "Zombies 4"}),
        (2, {"Goblins 3", "Goblins 4", "Orcs 4", "Barbarians 5", "Zombies 5"}),
        (3, {"Goblins 4", "Goblins 5", "Orcs 5", "Zombies 6", "Demons 6"}),
        (4, {"Goblins 5", "Goblins 6", "Demons 6", "Orcs 7", "Zombies 7"}),
        (5, {"Barbarians 7", "Barbarians 8", "Demons 8", "Demons 9", "Dragons 9"}),
    ],
)
def test_each_year_draws_one_of_its_own_five_enemies(year, cards):
    winters = [given(players=2, at="winter", year=year, seed=seed) for seed in range(30)]
    shown = [line for game in winters for line in game.history if line.startswith("the enemy is ")]

    assert len(shown) == 30
    assert set(shown) == {f"the enemy is {card} (year {YEARS[year - 1]})" for card in cards}


@pytest.mark.rule("setup.deal-governors")
@pytest.mark.parametrize("players", [2, 5])
def test_three_governors_are_dealt_to_each_and_none_twice(players):
    game = fresh(players, modules=("governors",), seed=4)
    dealt = []
    for seat in game.order:
        dealt += sorted(game.options(seat))
        game.play(f"{seat}: {min(game.options(seat))}")

    assert len(dealt) == 3 * players
    assert len(set(dealt)) == 3 * players


@pytest.mark.rule("setup.deal-governors")
def test_other_seeds_deal_other_governors():
    hands = {frozenset(fresh(2, modules=("governors",), seed=seed).options()) for seed in range(20)}

    assert len(hands) > 10


@pytest.mark.rule("setup.deal-governors")
def test_without_module_2_there_are_no_governors():
    game = fresh(4)

    assert game.question == "take goods"
    assert [game.governor(seat) for seat in game.order] == [None] * 4


@pytest.mark.rule("setup.pick-governor")
@pytest.mark.parametrize("wanted", [0, 1, 2])
def test_each_player_keeps_any_one_of_his_three(wanted):
    game = fresh(3, modules=("governors",), seed=7)
    kept = {}
    for seat in game.order:
        kept[seat] = sorted(game.options(seat))[wanted]
        game.play(f"{seat}: {kept[seat]}")

    assert {seat: f"keep {game.governor(seat)}" for seat in game.order} == kept
