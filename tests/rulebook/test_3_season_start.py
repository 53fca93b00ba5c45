"""Chapter 3: the start of a productive season, and the neutral dice of two players."""

import pytest

from tests.given import given, given_when

RANKS = {
    "Jester": 1,
    "Squire": 2,
    "Architect": 3,
    "Merchant": 4,
    "Sergeant": 5,
    "Alchemist": 6,
    "Astronomer": 7,
    "Treasurer": 8,
    "Master Hunter": 9,
    "General": 10,
    "Swordsmith": 11,
    "Duchess": 12,
    "Champion": 13,
    "Smuggler": 14,
    "Inventor": 15,
    "Wizard": 16,
    "Queen": 17,
    "King": 18,
}


def neutral_ranks(game):
    """The ranks the neutral dice went to, in the order they were put there."""
    told = "neutral dice go to the "
    return [RANKS[line.removeprefix(told)] for line in game.history if line.startswith(told)]


def season_of_two(seed):
    return given(players=2, at="start", seed=seed)


@pytest.mark.rule("start.order")
def test_neutral_dice_then_bonus_dice_then_the_priest_then_the_guild_then_the_roll():
    game = given(
        players=2,
        at="start",
        modules=("governors",),
        governors_of={"red": "Priest"},
        buildings_of={"blue": ["Inn", "Market", "Farms", "Merchants' Guild"]},
    )
    before = list(game.history)
    assert (game.asked, game.question) == ("red", "bless")
    game.play("red: pass")
    after = game.events

    assert before[0].startswith("neutral dice go to")
    assert before[-1] == "blue gets 1 bonus dice"
    assert after[0] == "blue gains 1 gold (Merchants' Guild)"
    assert "rolls" in after[1]


@pytest.mark.rule("start.order")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_every_productive_season_starts_alike(season):
    farms = ["Inn", "Market", "Farms", "Merchants' Guild"]
    game = given(at="start", season=season, buildings_of={"red": farms})

    assert len(game.dice("red")) == 4
    assert game.goods("red") == "1 gold"


@pytest.mark.rule("two-players.neutral-dice")
def test_three_neutral_dice_then_two_go_to_the_advisors_of_their_totals():
    placed = [neutral_ranks(season_of_two(seed)) for seed in range(100)]
    firsts = [ranks[0] for ranks in placed]
    seconds = [ranks[1] for ranks in placed if len(ranks) == 2]

    assert 3 <= min(firsts) <= max(firsts) <= 18
    assert min(seconds) >= 2
    assert max(seconds) <= 12
    # The averages of three dice and of two: 10.5 and 7.
    assert 9.5 < sum(firsts) / len(firsts) < 11.5
    assert 6 < sum(seconds) / len(seconds) < 8


@pytest.mark.rule("two-players.neutral-dice")
def test_an_advisor_with_neutral_dice_counts_as_taken():
    game = given_when(lambda game: neutral_ranks(game) == [10, 6], players=2, at="start")

    assert game.court() == "Alchemist (neutral), General (neutral)"
    assert not {"influence Alchemist", "influence General"} & game.options()


@pytest.mark.rule("two-players.neutral-dice")
def test_the_envoy_may_join_neutral_dice():
    game = given(players=2, neutral=["King"], dice={"red": (6, 6, 6), "blue": (1, 1, 1)}, envoy="red")
    game.play("red: influence King with 6+6+6")

    assert game.envoy is None


@pytest.mark.rule("two-players.neutral-dice")
def test_neutral_dice_leave_at_the_end_of_the_season_and_come_anew_in_the_next():
    game = given_when(lambda game: neutral_ranks(game) == [10, 6], players=2, at="start", season="summer")
    game.pass_until(lambda game: game.phase == "autumn")
    later = neutral_ranks(game)[2:]

    assert len(later) >= 2
    assert game.court().count("neutral") == len(later)


@pytest.mark.rule("two-players.neutral-dice")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_more_than_two_players_play_without_neutral_dice(players):
    game = given(players=players, at="start")

    assert game.court() == ""


@pytest.mark.rule("two-players.same-advisor")
def test_two_dice_that_would_join_the_three_go_to_the_advisors_of_their_own_values():
    game = given_when(lambda game: len(neutral_ranks(game)) == 3, players=2, at="start")
    together, one, other = neutral_ranks(game)

    assert one + other == together
    assert one != other
    assert max(one, other) <= 6


@pytest.mark.compiled
@pytest.mark.rule("two-players.same-advisor")
def test_of_two_equal_dice_only_one_is_placed():
    # About one season in ninety has the two dice equal and their total that of the three.
    placed = [neutral_ranks(season_of_two(seed)) for seed in range(500)]

    assert {len(ranks) for ranks in placed} == {2, 3}
    assert all(len(set(ranks)) == len(ranks) for ranks in placed)
