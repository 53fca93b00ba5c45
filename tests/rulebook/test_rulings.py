"""The rulings: questions the rulebook leaves open, settled; each test carries the number of its ruling."""

import pytest

from kingsburg_env import redeal
from tests.given import SEATS, Game, given, given_when

GOVERNORS = ("governors",)
ROWS = ("rows",)
ARMY = ("army",)


def total(game: Game, seat: str = "red") -> int:
    """What all dice of a player show."""
    return sum(int(die[0]) for die in game.dice(seat))


def asks_red_to_re_roll(game: Game) -> bool:
    return (game.asked, game.question) == ("red", "reroll")


# Dice and placing


@pytest.mark.rule("ruling.throwing-order")
def test_ruling_1_dice_are_thrown_in_turn_order_own_dice_before_bonus_dice():
    game = given(players=3, at="roll", order=("green", "red", "blue"), bonus={"green": 1, "blue": 2})
    thrown = [line.partition(":")[0] for line in game.told(" rolls ")]

    assert thrown == [
        *["green rolls an own die"] * 3,
        "green rolls a bonus die",
        *["red rolls an own die"] * 3,
        *["blue rolls an own die"] * 3,
        *["blue rolls a bonus die"] * 2,
    ]


@pytest.mark.rule("ruling.neutral-first")
def test_ruling_1_neutral_dice_lie_on_the_court_before_the_priest_decides():
    game = given(players=2, at="start", modules=GOVERNORS, governors_of={"red": "Priest"})

    assert (game.asked, game.question) == ("red", "bless")
    assert game.happened("neutral dice go to the")


@pytest.mark.rule("ruling.neutral-first")
@pytest.mark.rule("start.order")
def test_ruling_1_neutral_dice_come_before_bonus_dice_and_guild_gold():
    game = given(players=2, at="start", buildings_of={"blue": ("Inn", "Market", "Farms", "Merchants' Guild")})
    told = game.told("neutral", "bonus dice", "Merchants' Guild", "rolls")

    assert told[0].startswith("neutral dice")
    assert [line for line in told if "rolls" not in line and "neutral" not in line] == [
        "blue gets 1 bonus dice",
        "blue gains 1 gold (Merchants' Guild)",
    ]
    assert max(told.index(line) for line in told if "neutral" in line) < told.index("blue gets 1 bonus dice")


@pytest.mark.rule("ruling.own-turn")
def test_ruling_2_a_player_ends_his_re_rolls_and_changes_before_the_next_begins():
    game = given(
        players=3,
        at="dice",
        order=("green", "red", "blue"),
        modules=GOVERNORS,
        governors_of={"green": "Prince", "red": "Trickster"},
        dice={"green": (1, 1, 1), "red": (2, 2, 2), "blue": (1, 1, 1)},
        buildings_of={"green": ("Statue",), "red": ("Statue",), "blue": ("Statue",)},
    )
    asked = []
    while game.question != "influence":
        asked.append((game.asked, game.question))
        game.play(f"{game.asked}: pass")

    assert asked == [
        ("green", "reroll"),
        ("green", "change"),
        ("red", "reroll"),
        ("blue", "reroll"),
    ]


@pytest.mark.rule("ruling.prince-last")
@pytest.mark.rule("governor.prince")
def test_ruling_2_the_prince_looks_at_the_total_after_the_re_rolls():
    game = given(
        at="dice",
        modules=GOVERNORS,
        governors_of={"red": "Prince"},
        dice={"red": (1, 1, 1)},
        buildings_of={"red": ("Statue", "Chapel")},
    )
    game = game.play_until("red: re-roll all dice with the Chapel", lambda game: total(game) > 8)

    assert (game.asked, game.question) == ("red", "influence")


@pytest.mark.rule("ruling.prince-last")
def test_ruling_2_after_the_prince_nothing_is_re_rolled():
    game = given(
        at="dice",
        modules=GOVERNORS,
        governors_of={"red": "Prince"},
        dice={"red": (2, 2, 2)},
        buildings_of={"red": ("Statue", "Chapel")},
    )
    game.play("red: pass", "red: set own dice to 3, 4 and 6")

    assert game.dice("red") == ["3", "4", "6"]
    assert (game.asked, game.question) == ("red", "influence")


@pytest.mark.rule("ruling.prince-last")
def test_ruling_2_the_prince_is_asked_once_a_season():
    game = given(at="dice", modules=GOVERNORS, governors_of={"red": "Prince"}, dice={"red": (1, 2, 2)})
    game.play("red: pass")

    assert (game.asked, game.question) == ("red", "influence")


@pytest.mark.rule("ruling.any-order")
@pytest.mark.rule("governor.trickster")
def test_ruling_2_the_trickster_turns_one_die_a_season():
    game = given(at="dice", modules=GOVERNORS, governors_of={"red": "Trickster"}, dice={"red": (2, 2, 2)})
    game.play("red: turn an own 2 into 3")

    assert game.dice("red") == ["2", "2", "3"]
    assert (game.asked, game.question) == ("red", "influence")


@pytest.mark.rule("ruling.any-order")
@pytest.mark.rule("governor.trickster")
@pytest.mark.parametrize(
    ("move", "dice"),
    [
        ("red: turn an own 2 into 1", ["1", "2*", "5", "6"]),
        ("red: turn an own 2 into 3", ["2*", "3", "5", "6"]),
        ("red: turn a bonus 2 into 1", ["1*", "2", "5", "6"]),
        ("red: turn a bonus 2 into 3", ["2", "3*", "5", "6"]),
    ],
)
def test_ruling_2_the_trickster_turns_an_own_or_a_bonus_die(move, dice):
    game = given(
        at="dice",
        modules=GOVERNORS,
        governors_of={"red": "Trickster"},
        dice={"red": (2, 5, 6)},
        bonus_dice={"red": (2,)},
    )
    game.play(move)

    assert game.dice("red") == dice


@pytest.mark.rule("ruling.any-order")
@pytest.mark.parametrize(
    ("dice", "building", "then"),
    [
        pytest.param((1, 1, 2), "Statue", "re-roll an own die with the Statue", id="1 1 2 becomes 1 1 1"),
        pytest.param((2, 3, 3), "Chapel", "re-roll all dice with the Chapel", id="8 becomes 7"),
    ],
)
def test_ruling_2_the_trickster_makes_the_dice_that_statue_and_chapel_need(dice, building, then):
    game = given(
        at="dice",
        modules=GOVERNORS,
        governors_of={"red": "Trickster"},
        dice={"red": dice},
        buildings_of={"red": ("Statue", "Chapel")[: 1 + (building == "Chapel")]},
    )
    before = game.options("red")
    game.play("red: turn an own 2 into 1")

    assert then not in before
    assert game.options("red") == {"pass", then}


@pytest.mark.rule("ruling.any-order")
def test_ruling_2_the_trickster_turns_what_a_re_roll_shows():
    game = given(
        at="dice",
        modules=GOVERNORS,
        governors_of={"red": "Trickster"},
        dice={"red": (1, 1, 1)},
        buildings_of={"red": ("Statue",)},
    )
    before = game.options("red")
    game = game.play_until(
        "red: re-roll an own die with the Statue", lambda game: game.dice("red") == ["1", "1", "2"]
    )
    game.play("red: turn an own 2 into 3")

    assert "turn an own 2 into 3" not in before
    assert game.dice("red") == ["1", "1", "3"]
    assert (game.asked, game.question) == ("red", "influence")


@pytest.mark.rule("ruling.any-order")
def test_ruling_2_the_trickster_works_again_in_the_next_season():
    game = given(at="dice", modules=GOVERNORS, governors_of={"red": "Trickster"}, dice={"red": (2, 2, 2)})
    game.play("red: turn an own 2 into 1")
    used = int(game.player("red").governor_used)
    game.pass_until(lambda game: game.phase == "summer")

    assert (used, int(game.player("red").governor_used)) == (1, 0)


@pytest.mark.rule("ruling.any-order")
def test_ruling_2_with_two_bonus_dice_the_trickster_turns_the_one_that_shows_2():
    game = given(
        at="dice",
        modules=GOVERNORS,
        governors_of={"red": "Trickster"},
        dice={"red": (6, 6, 6)},
        bonus_dice={"red": (5, 2)},
    )
    game.play("red: turn a bonus 2 into 3")

    assert game.dice("red") == ["3*", "5*", "6", "6", "6"]


@pytest.mark.rule("ruling.statue-any-die")
@pytest.mark.parametrize(
    ("move", "unchanged"),
    [
        ("red: re-roll an own die with the Statue", ["4", "4", "4*"]),
        ("red: re-roll a bonus die with the Statue", ["4", "4", "4"]),
    ],
)
def test_ruling_3_the_statue_re_rolls_an_own_or_a_bonus_die_as_its_owner_likes(move, unchanged):
    game = given(
        at="dice", dice={"red": (4, 4, 4)}, bonus_dice={"red": (4,)}, buildings_of={"red": ("Statue",)}
    )
    game = game.play_until(move, lambda game: total(game) == 13)

    assert [die for die in game.dice("red") if die.startswith("4")] == unchanged


@pytest.mark.rule("ruling.statue-any-die")
def test_ruling_3_the_statue_offers_no_bonus_die_to_who_has_none():
    game = given(at="dice", dice={"red": (4, 4, 4)}, buildings_of={"red": ("Statue",)})

    assert game.options("red") == {"pass", "re-roll an own die with the Statue"}


@pytest.mark.rule("ruling.totals-with-bonus-dice")
@pytest.mark.parametrize(("bonus_die", "question"), [(1, "reroll"), (2, "influence")])
def test_ruling_3_the_chapel_counts_bonus_dice_towards_its_7(bonus_die, question):
    game = given(
        at="dice",
        dice={"red": (1, 2, 3)},
        bonus_dice={"red": (bonus_die,)},
        buildings_of={"red": ("Statue", "Chapel")},
    )

    assert (game.asked, game.question) == ("red", question)


@pytest.mark.rule("ruling.totals-with-bonus-dice")
@pytest.mark.parametrize(("bonus_die", "question"), [(4, "reroll"), (5, "influence")])
def test_ruling_3_the_philosopher_counts_bonus_dice_towards_his_10(bonus_die, question):
    game = given(
        at="dice",
        modules=GOVERNORS,
        governors_of={"red": "Philosopher"},
        dice={"red": (1, 2, 3)},
        bonus_dice={"red": (bonus_die,)},
    )

    assert (game.asked, game.question) == ("red", question)


@pytest.mark.rule("ruling.totals-with-bonus-dice")
@pytest.mark.parametrize("how", ["Chapel", "Philosopher"])
def test_ruling_3_chapel_and_philosopher_re_roll_the_bonus_dice_too(how):
    game = given(
        at="dice",
        modules=GOVERNORS,
        governors_of={"red": "Philosopher"},
        dice={"red": (1, 2, 3)},
        bonus_dice={"red": (1,)},
        buildings_of={"red": ("Statue", "Chapel")},
    )
    game.play(f"red: re-roll all dice with the {how}")

    assert [line.partition(":")[0] for line in game.told("re-rolls")] == [
        *["red re-rolls an own die"] * 3,
        "red re-rolls a bonus die",
    ]


def philosopher(
    dice: tuple[int, ...] = (3, 3, 4), buildings: tuple[str, ...] = (), bonus: tuple[int, ...] = ()
) -> Game:
    """A Philosopher after the roll."""
    return given(
        at="dice",
        modules=GOVERNORS,
        governors_of={"red": "Philosopher"},
        dice={"red": dice},
        bonus_dice={"red": bonus} if bonus else {},
        buildings_of={"red": buildings},
    )


@pytest.mark.rule("ruling.philosopher-point")
@pytest.mark.rule("governor.philosopher")
@pytest.mark.parametrize(("reached", "points"), [(9, 1), (10, 1), (11, 0)])
def test_ruling_4_the_philosopher_scores_if_the_total_is_again_10_or_less(reached, points):
    game = philosopher().play_until(
        "red: re-roll all dice with the Philosopher", lambda game: total(game) == reached
    )

    assert game.question == "influence"
    assert game.vp("red") == points


@pytest.mark.rule("ruling.philosopher-point")
def test_ruling_4_the_philosopher_does_not_score_without_re_rolling():
    game = philosopher().play("red: pass")

    assert game.vp("red") == 0


def low_after_philosopher() -> Game:
    """The Philosopher has re-rolled to 7 or less, equal dice, and Statue and Chapel could still follow."""
    return philosopher(buildings=("Statue", "Chapel")).play_until(
        "red: re-roll all dice with the Philosopher", lambda game: game.dice("red") in (["1"] * 3, ["2"] * 3)
    )


@pytest.mark.rule("ruling.philosopher-point")
def test_ruling_4_the_philosopher_is_judged_when_the_owner_has_ended_his_re_rolls():
    game = low_after_philosopher()
    before = game.vp("red")
    game.play("red: pass")

    assert (before, game.vp("red")) == (0, 1)


@pytest.mark.rule("ruling.philosopher-point")
def test_ruling_4_a_bonus_die_re_rolled_after_the_philosopher_forfeits_the_point():
    game = philosopher((1, 1, 1), ("Statue",), bonus=(1,)).play_until(
        "red: re-roll all dice with the Philosopher", lambda game: game.dice("red") == ["2", "2", "2", "2*"]
    )
    was_due = int(game.player("red").point_due)
    game = game.play_until("red: re-roll a bonus die with the Statue", lambda game: total(game) <= 10)

    assert was_due == 1
    assert not asks_red_to_re_roll(game)
    assert game.vp("red") == 0


@pytest.mark.rule("ruling.philosopher-point")
@pytest.mark.rule("building.statue")
def test_ruling_4_a_bonus_die_re_rolled_without_the_philosopher_scores_nothing_and_uses_the_statue():
    game = given(
        at="dice", dice={"red": (1, 1, 1)}, bonus_dice={"red": (1,)}, buildings_of={"red": ("Statue",)}
    ).play_until("red: re-roll a bonus die with the Statue", lambda game: "1*" in game.dice("red"))

    assert game.vp("red") == 0
    assert not asks_red_to_re_roll(game)


@pytest.mark.rule("ruling.philosopher-point")
@pytest.mark.parametrize("move", ["re-roll an own die with the Statue", "re-roll all dice with the Chapel"])
def test_ruling_4_a_statue_or_chapel_after_the_philosopher_forfeits_the_point(move):
    game = low_after_philosopher().play_until(f"red: {move}", lambda game: total(game) <= 10)
    while asks_red_to_re_roll(game):
        game.play("red: pass")

    assert game.question == "influence"
    assert game.vp("red") == 0


@pytest.mark.rule("ruling.philosopher-point")
@pytest.mark.parametrize("move", ["re-roll an own die with the Statue", "re-roll all dice with the Chapel"])
def test_ruling_4_a_statue_or_chapel_before_the_philosopher_does_not_forfeit_the_point(move):
    game = philosopher((2, 2, 2), ("Statue", "Chapel"))
    game = game.play_until(
        f"red: {move}", lambda game: 7 < total(game) <= 10 and len(set(game.dice("red"))) > 1
    )
    game = game.play_until(
        "red: re-roll all dice with the Philosopher",
        lambda game: total(game) in (9, 10) and len(set(game.dice("red"))) > 1,
    )

    assert game.question == "influence"
    assert game.vp("red") == 1


@pytest.mark.rule("ruling.only-the-rank-counts")
@pytest.mark.parametrize(
    ("dice", "bonus_dice", "move"),
    [
        ((6, 6, 6), (1,), "red: influence King with 6+6+6+1* and market -1"),
        ((5, 6, 6), (), "red: influence King with 5+6+6 and +2 and market -1"),
    ],
)
def test_ruling_5_a_total_of_19_shifted_by_the_market_to_18_is_legal(dice, bonus_dice, move):
    game = given(
        dice={"red": dice},
        bonus_dice={"red": bonus_dice},
        tokens={"red": 1},
        buildings_of={"red": ("Inn", "Market")},
    )
    game.play(move)

    assert game.happened("the King helps red")


@pytest.mark.rule("ruling.only-the-rank-counts")
@pytest.mark.rule("influence.exact-rank")
def test_ruling_5_a_total_of_20_reaches_nobody():
    game = given(
        dice={"red": (6, 6, 6)},
        bonus_dice={"red": (2,)},
        tokens={"red": 1},
        buildings_of={"red": ("Inn", "Market")},
    )

    assert not game.can("red: influence King with 6+6+6+2* and market -1")
    assert game.can("red: influence King with 6+6+6")


@pytest.mark.rule("ruling.plus-two-leaves")
def test_ruling_6_a_used_plus_two_token_leaves_the_player_at_once():
    game = given(dice={"red": (1, 3, 5), "blue": (1, 1, 1)}, tokens={"red": 2})
    game.play("red: influence Architect with 1 and +2")

    assert game.asked == "blue"
    assert game.tokens("red") == 1


@pytest.mark.rule("option.plus-two-per-group")
@pytest.mark.rule("influence.one-plus-two")
@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize(("plus_two", "offered"), [("season", False), ("group", True)])
def test_ruling_6_one_token_per_group_is_a_switch_of_its_own_for_either_edition(edition, plus_two, offered):
    game = given(edition=edition, plus_two=plus_two, dice={"red": (1, 3, 6)}, tokens={"red": 2})
    game.play("red: influence Architect with 1 and +2")

    assert game.asked == "red"
    assert ("influence Sergeant with +2" in game.options()) is offered


@pytest.mark.rule("ruling.no-group-is-out")
def test_ruling_7_who_has_no_legal_group_is_out_for_the_season_like_one_who_passed():
    game = given(
        players=3,
        dice={"red": (6, 6, 6), "blue": (1, 2, 4)},
        placed={"green": ("Alchemist", "Duchess", "King")},
    )
    asked_first = game.asked
    game.play(
        "blue: influence Jester with 1", "blue: influence Squire with 2", "blue: influence Merchant with 4"
    )

    assert asked_first == "blue"
    assert game.told("red passes") == ["red passes"]


@pytest.mark.rule("ruling.no-group-is-out")
def test_ruling_7_a_player_whose_last_group_is_taken_away_is_not_asked_again():
    game = given(players=2, dice={"red": (1, 6, 6), "blue": (5, 6, 6)}, neutral=("Duchess",))
    # Red's 12 is closed already, and blue closes the 6.
    game.play("red: influence Jester with 1", "blue: influence Alchemist with 6")

    assert game.happened("red passes")
    assert game.asked == "blue"


# Advisors and governors


@pytest.mark.rule("ruling.gifts-are-taken")
@pytest.mark.rule("help.goods-of-choice")
@pytest.mark.parametrize(
    "advisor",
    ["Merchant", "Astronomer", "Master Hunter", "Swordsmith", "Duchess", "Queen", "Private Master Hunter"],
)
def test_ruling_8_a_gift_with_a_choice_cannot_be_refused(advisor):
    game = given(at="help", modules=GOVERNORS, governors_of={"red": "Politician"}, placed={"red": (advisor,)})

    assert (game.asked, game.question) == ("red", "take goods")
    assert "pass" not in game.options()


@pytest.mark.rule("ruling.gifts-are-taken")
@pytest.mark.parametrize(
    "advisor",
    [
        "Jester",
        "Squire",
        "Architect",
        "Sergeant",
        "Treasurer",
        "General",
        "Champion",
        "Inventor",
        "Wizard",
        "King",
        "Private Sergeant",
    ],
)
def test_ruling_8_a_gift_without_a_choice_is_given_without_a_question(advisor):
    game = given(
        at="help",
        modules=GOVERNORS,
        governors_of={"red": "Politician"},
        placed={"red": (advisor,)},
        goods={"red": "2 gold"},
    )

    assert game.happened("red gains")
    assert (game.asked, game.question) == ("red", "build")


@pytest.mark.rule("ruling.may-decline")
def test_ruling_8_the_alchemist_may_be_declined():
    game = given(at="help", placed={"red": ("Alchemist",)}, goods={"red": "1 gold, 1 wood"})
    options = game.options("red")
    game.play("red: pass")

    assert options == {"pass", "1 gold", "1 wood"}
    assert game.goods("red") == "1 gold + 1 wood"


@pytest.mark.rule("ruling.may-decline")
@pytest.mark.rule("advisor.smuggler")
def test_ruling_8_the_smuggler_may_be_declined():
    # Summer: no King's reward follows.
    game = given(at="help", season="summer", placed={"red": ("Smuggler",)}, vp={"red": 3})
    game.play("red: pass")

    assert (game.goods("red"), game.vp("red")) == ("nothing", 3)


@pytest.mark.rule("ruling.private-advisor-after-court")
def test_ruling_8_a_private_advisor_helps_right_after_the_court_advisor_of_his_rank():
    game = given(
        players=3,
        at="help",
        modules=GOVERNORS,
        governors_of={"red": "Politician"},
        placed={
            "red": ("Private Master Hunter", "Private Sergeant"),
            "blue": ("Sergeant", "Treasurer"),
            "green": ("General",),
        },
    )
    # The Private Master Hunter asks which good; everything before the General has happened by then.
    asked = (game.asked, game.question)
    game.play("red: 1 stone")

    assert asked == ("red", "take goods")
    assert game.told("helps") == [
        "the Sergeant helps blue",
        "the Private Sergeant helps red",
        "the Treasurer helps blue",
        "the Private Master Hunter helps red",
        "the General helps green",
    ]
    assert game.goods("red") == "1 wood + 1 stone"


@pytest.mark.rule("ruling.private-advisor-after-court")
def test_ruling_8_the_master_hunter_of_the_court_helps_before_the_private_one():
    game = given(
        at="help",
        modules=GOVERNORS,
        governors_of={"red": "Politician"},
        placed={"red": ("Private Master Hunter",), "blue": ("Master Hunter",)},
    )
    game.play("blue: 1 gold")

    assert game.told("helps") == ["the Master Hunter helps blue", "the Private Master Hunter helps red"]


@pytest.mark.rule("governor.politician")
@pytest.mark.rule("building.stable")
def test_ruling_8_the_stable_works_at_the_private_sergeant():
    game = given(
        at="help",
        modules=GOVERNORS,
        governors_of={"red": "Politician"},
        placed={"red": ("Private Sergeant",)},
        buildings_of={"red": ("Palisade", "Stable")},
    )

    assert game.told("soldiers") == ["red gains 2 soldiers (advisor)"]


@pytest.mark.rule("governor.politician")
@pytest.mark.parametrize(
    "move",
    [
        "red: influence Private Sergeant with 1+4",
        "red: influence Private Sergeant with 4 and market +1",
        "red: influence Private Sergeant with 6 and market -1",
        "red: influence Private Sergeant with 4 and +2 and market -1",
        "red: influence Private Master Hunter with 1+6 and +2",
        "red: influence Private Master Hunter with 4+6 and market -1",
    ],
)
def test_ruling_8_market_and_plus_two_token_work_at_the_private_advisors(move):
    game = given(
        modules=GOVERNORS,
        governors_of={"red": "Politician"},
        dice={"red": (1, 4, 6)},
        tokens={"red": 1},
        buildings_of={"red": ("Inn", "Market")},
    )
    game.play(move)

    assert game.at("red") == [move.removeprefix("red: influence ").partition(" with ")[0]]


@pytest.mark.rule("governor.politician")
@pytest.mark.rule("influence.envoy")
def test_ruling_8_the_envoy_opens_a_taken_private_advisor():
    game = given(modules=GOVERNORS, governors_of={"red": "Politician"}, dice={"red": (5, 5, 1)}, envoy="red")
    game.play("red: influence Private Sergeant with 5", "red: influence Private Sergeant with 5")

    assert game.at("red") == ["Private Sergeant", "Private Sergeant"]
    assert game.envoy is None


@pytest.mark.rule("governor.politician")
@pytest.mark.rule("influence.taken-is-closed")
def test_ruling_8_a_taken_private_advisor_is_closed_without_the_envoy():
    game = given(modules=GOVERNORS, governors_of={"red": "Politician"}, dice={"red": (5, 5, 1)})
    game.play("red: influence Private Sergeant with 5")

    assert "influence Private Sergeant" not in game.options("red")


@pytest.mark.rule("governor.politician")
@pytest.mark.rule("two-players.neutral-dice")
@pytest.mark.parametrize("advisor", ["Sergeant", "Master Hunter"])
def test_ruling_8_neutral_dice_never_go_to_a_private_advisor(advisor):
    game = given_when(
        lambda game: game.happened(f"neutral dice go to the {advisor}"),
        players=2,
        at="start",
        modules=GOVERNORS,
        governors_of={"red": "Politician"},
    )

    assert f"{advisor} (neutral)" in game.court()
    assert "Private" not in game.court()


def duke(*advisors: str, **position: object) -> Game:
    """A Duke after the influence step."""
    return given(
        at="duke", modules=GOVERNORS, governors_of={"red": "Duke"}, placed={"red": advisors}, **position
    )


@pytest.mark.rule("ruling.duke")
def test_ruling_9_the_duke_counts_neutral_dice_with_the_duchess_as_somebody():
    game = duke("Jester", players=2, neutral=("Duchess",), goods={"red": "2 gold"})

    assert (game.asked, game.question) == ("red", "build")


@pytest.mark.rule("ruling.duke")
@pytest.mark.rule("governor.duke")
def test_ruling_9_the_duke_does_not_join_a_rival_with_the_duchess():
    game = given(
        at="duke",
        modules=GOVERNORS,
        governors_of={"red": "Duke"},
        placed={"red": ("Jester",), "blue": ("Duchess",)},
    )

    assert (game.asked, game.question) == ("blue", "take goods")


@pytest.mark.rule("ruling.duke")
@pytest.mark.parametrize("advisor", ["Champion", "Smuggler", "Inventor", "Wizard", "Queen", "King"])
def test_ruling_9_the_duke_may_move_down_from_13_to_18(advisor):
    game = duke(advisor)
    game.play("red: move to the Duchess")

    assert game.told("helps") == ["the Duchess helps red"]


@pytest.mark.rule("ruling.duke")
def test_ruling_9_of_two_own_groups_on_one_advisor_the_duke_moves_only_one():
    game = duke("Wizard", "Wizard")
    game.play("red: move to the Duchess")
    game.play("red: 2 gold")

    assert game.told("helps") == ["the Duchess helps red", "the Wizard helps red"]


@pytest.mark.rule("ruling.duke")
@pytest.mark.parametrize("advisors", [("Jester", "Swordsmith", "Squire"), ("Swordsmith", "Jester", "Squire")])
def test_ruling_9_the_duke_moves_only_the_group_on_his_highest_advisor(advisors):
    game = duke(*advisors)
    offered = game.options("red")
    game.play("red: move to the Duchess")

    assert offered == {"pass", "move to the Duchess"}
    assert game.told("helps") == ["the Jester helps red", "the Squire helps red", "the Duchess helps red"]


def sorcerer(**position: object) -> Game:
    """The turn from year II to year III; red is the Sorcerer."""
    position = {"modules": GOVERNORS, "governors_of": {"red": "Sorcerer"}, "players": 3} | position
    return given(at="new year", year=2, **position)


@pytest.mark.rule("ruling.sorcerer")
def test_ruling_10_the_sorcerer_builds_before_the_aid_of_year_3():
    game = sorcerer(buildings_of={"blue": ("Inn",), "green": ("Inn",)})
    asked = (game.asked, game.question, game.year)
    aid_before = game.happened("bonus dice")
    game.play("red: build Statue", "red: build Inn", "red: pass")

    assert asked == ("red", "sorcery", 3)
    assert not aid_before
    # With two buildings red is no longer the least developed: blue and green tie for a good each.
    assert (game.asked, game.question, game.phase) == ("blue", "take goods", "aid")


@pytest.mark.rule("ruling.sorcerer")
@pytest.mark.parametrize("year_before", [0, 1, 3, 4])
def test_ruling_10_the_sorcerer_builds_in_no_other_year(year_before):
    game = given(at="new year", year=year_before, modules=GOVERNORS, governors_of={"red": "Sorcerer"})

    assert game.year == year_before + 1
    assert game.question == "take goods"


@pytest.mark.rule("ruling.sorcerer")
@pytest.mark.parametrize(
    "moves",
    [
        ("red: pass",),
        ("red: build Inn", "red: pass"),
        ("red: build Inn", "red: build Palisade", "red: pass"),
        ("red: build Inn", "red: build Palisade", "red: build Statue"),
    ],
)
def test_ruling_10_the_sorcerer_builds_none_to_three_one_by_one(moves):
    game = sorcerer()
    game.play(*moves)

    assert game.question != "sorcery"
    assert len(game.buildings("red")) == len([move for move in moves if "build" in move])


@pytest.mark.rule("ruling.sorcerer")
@pytest.mark.rule("governor.sorcerer")
def test_ruling_10_sorcery_is_free_and_brings_no_points():
    game = sorcerer(goods={"red": "2 gold"}, vp={"red": 4})
    game.play("red: build Statue")

    assert (game.goods("red"), game.vp("red")) == ("2 gold", 4)


@pytest.mark.rule("ruling.sorcerer")
@pytest.mark.rule("module.rows")
@pytest.mark.parametrize(
    ("modules", "more"),
    [(GOVERNORS, set()), (GOVERNORS + ROWS, {"build Sawmill", "build Improvised Defenses"})],
)
def test_ruling_10_the_sorcerer_may_build_column_I_of_every_row_in_play(modules, more):  # noqa: N802 - the sheet's own numbering
    game = sorcerer(modules=modules, buildings_of={"red": ("Inn", "Market")})

    assert (
        game.options("red")
        == {
            "pass",
            "build Statue",
            "build Guard Tower",
            "build Palisade",
            "build Barricade",
        }
        | more
    )


@pytest.mark.rule("ruling.sorcerer")
@pytest.mark.rule("governor.preacher")
def test_ruling_10_sorcery_is_no_build_for_the_preacher():
    game = sorcerer(
        governors_of={"red": "Sorcerer", "blue": "Preacher"},
        goods={"blue": "3 wood", "green": "3 wood"},
    )
    game.play("red: build Inn", "red: pass").pass_until(lambda game: game.question == "build")
    while game.phase == "spring":
        game.play(f"{game.asked}: build Barricade")

    assert sorted(game.told("Barricade")) == ["blue builds the Barricade", "green builds the Barricade"]
    assert game.told("(governor)") == ["blue gains 1 VP (governor)"]


@pytest.mark.rule("ruling.sorcerer")
@pytest.mark.rule("winter.lost-points")
def test_ruling_10_the_points_of_a_destroyed_sorcery_are_lost():
    def through_the_year(game: Game) -> Game:
        game = game.copy().play("red: build Statue", "red: pass")
        return game.pass_until(lambda game: game.year == 4)

    game = given_when(
        lambda game: through_the_year(game).happened("red loses the Statue"),
        players=2,
        at="new year",
        year=2,
        modules=GOVERNORS,
        governors_of={"red": "Sorcerer"},
    )

    assert "red gives 3 VP (destroyed)" in through_the_year(game).history
    assert not through_the_year(game).happened("red gains 3 VP")


@pytest.mark.rule("ruling.sorcerer")
@pytest.mark.rule("build.rebuild")
def test_ruling_10_a_sorcery_rebuilt_for_goods_scores_as_usual():
    # Summer: no King's reward follows.
    game = given(
        at="build",
        season="summer",
        year=4,
        modules=GOVERNORS,
        governors_of={"red": "Sorcerer"},
        goods={"red": "2 gold"},
        vp={"red": -3},
    )
    game.play("red: build Statue")

    assert (game.goods("red"), game.vp("red")) == ("nothing", 0)


def blessing(**position: object) -> Game:
    """Red is the Priest and asks the blessing at the start of Spring."""
    game = given(players=3, at="start", modules=GOVERNORS, governors_of={"red": "Priest"}, **position)
    return game.play("red: ask the blessing")


@pytest.mark.rule("ruling.priest")
def test_ruling_11_the_priest_gets_a_bonus_die_himself():
    game = blessing()

    assert [game.bonus(seat) for seat in ("red", "blue", "green")] == [1, 1, 1]
    assert [game.vp(seat) for seat in ("red", "blue", "green")] == [0, 0, 0]


@pytest.mark.rule("ruling.priest")
def test_ruling_11_the_priest_with_a_bonus_die_gains_a_point_himself():
    game = blessing(buildings_of={"red": ("Inn", "Market", "Farms")})

    assert [game.bonus(seat) for seat in ("red", "blue", "green")] == [1, 1, 1]
    assert [game.vp(seat) for seat in ("red", "blue", "green")] == [1, 0, 0]


@pytest.mark.rule("ruling.priest")
def test_ruling_11_a_player_with_two_bonus_dice_gains_1_point_not_2():
    game = blessing(buildings_of={"blue": ("Inn", "Market", "Farms")}, bonus={"blue": 1})

    assert [game.bonus(seat) for seat in ("red", "blue", "green")] == [1, 2, 1]
    assert [game.vp(seat) for seat in ("red", "blue", "green")] == [0, 1, 0]


@pytest.mark.rule("ruling.minstrel")
@pytest.mark.rule("governor.minstrel")
@pytest.mark.parametrize(
    ("minstrel", "others", "points"),
    [
        pytest.param(3, (3, 5), 2, id="alike and last: the first point does not spoil the second"),
        pytest.param(3, (4, 5), 1, id="last alone: the point does not make him alike"),
        pytest.param(3, (3, 2), 1, id="alike, not last"),
        pytest.param(3, (2, 5), 0, id="neither"),
        pytest.param(2, (3, 1), 0, id="the point of being alike is not there yet"),
        pytest.param(-2, (-2, -2), 2, id="a tie for last counts, below 0 too"),
    ],
)
def test_ruling_12_the_minstrel_is_judged_on_the_points_before_either_point(minstrel, others, points):
    blue, green = others
    game = given(
        players=3,
        at="year end",
        modules=GOVERNORS,
        governors_of={"red": "Minstrel"},
        vp={"red": minstrel, "blue": blue, "green": green},
    )

    assert game.vp("red") == minstrel + points


@pytest.mark.rule("ruling.preacher-once")
@pytest.mark.rule("governor.preacher")
@pytest.mark.parametrize(
    ("built", "points"),
    [((), 1), (("blue",), 1), (("red", "blue"), 1), (("blue", "green"), 1), (("red", "blue", "green"), 0)],
)
def test_ruling_13_the_preacher_scores_1_point_in_all_however_many_did_not_build(built, points):
    # Summer: no King's reward follows.
    game = given(
        players=3,
        at="end",
        season="summer",
        modules=GOVERNORS,
        governors_of={"red": "Preacher"},
        built_this_season=built,
    )

    assert game.vp("red") == points


def cathedral_under_tax() -> Game:
    """Red, with the envoy, has just built the Cathedral; blue is the Tax Collector."""
    game = given(
        players=3,
        at="build",
        modules=GOVERNORS,
        governors_of={"blue": "Tax Collector"},
        goods={"red": "9 gold, 2 wood, 5 stone"},
        buildings_of={"red": ("Statue", "Chapel", "Church", "Inn", "Market", "Farms")},
        envoy="red",
    )
    return game.play("red: build Cathedral")


@pytest.mark.rule("ruling.tax-before-second")
@pytest.mark.rule("governor.tax-collector")
def test_ruling_13_the_tax_collector_takes_after_the_builder_has_paid_and_scored():
    game = cathedral_under_tax()

    assert (game.asked, game.question) == ("blue", "take goods")
    assert (game.goods("red"), game.vp("red")) == ("4 gold + 2 wood + 2 stone", 9)


@pytest.mark.rule("ruling.tax-before-second")
def test_ruling_13_the_tax_comes_from_the_supply_and_before_a_second_building():
    game = cathedral_under_tax()
    game.play("blue: 1 stone")

    assert (game.goods("blue"), game.goods("red")) == ("1 stone", "4 gold + 2 wood + 2 stone")
    assert (game.asked, game.question) == ("red", "build")


@pytest.mark.rule("ruling.tax-before-second")
def test_ruling_13_a_second_building_of_column_4_is_taxed_again():
    game = cathedral_under_tax()
    game.play("blue: 1 stone", "red: build Merchants' Guild", "blue: 1 stone")

    assert game.goods("blue") == "2 stone"


def architect(goods: str, *mine: str, **position: object) -> Game:
    """Red is the Architect, blue owns more buildings."""
    rich = (
        "Statue",
        "Inn",
        "Guard Tower",
        "Palisade",
        "Barricade",
        "Chapel",
        "Market",
        "Blacksmith",
        "Stable",
        "Crane",
    )
    return given(
        players=2,
        at="build",
        modules=GOVERNORS,
        governors_of={"red": "Architect"},
        goods={"red": goods},
        buildings_of={"red": mine, "blue": rich},
        **position,
    )


@pytest.mark.rule("ruling.architect-chooses")
@pytest.mark.parametrize(
    ("saved", "left"),
    [("1 gold", "1 gold + 1 wood"), ("1 stone", "1 wood + 1 stone")],
)
def test_ruling_14_the_architect_chooses_which_good_of_the_cost_he_saves(saved, left):
    game = architect("1 gold, 1 wood, 1 stone")
    game.play("red: build Guard Tower")
    options = game.options("red")
    game.play(f"red: {saved}")

    assert options == {"1 gold", "1 stone"}
    assert game.goods("red") == left


@pytest.mark.rule("ruling.architect-chooses")
def test_ruling_14_the_architect_who_lacks_one_good_saves_that_one():
    game = architect("1 stone, 1 wood")
    game.play("red: build Guard Tower")

    assert game.goods("red") == "1 wood"
    assert "Guard Tower" in game.buildings("red")


@pytest.mark.rule("ruling.architect-chooses")
def test_ruling_14_the_architect_saves_only_one_good_of_two_he_lacks():
    game = architect("1 wood")

    assert "build Guard Tower" not in game.options("red")
    assert "build Inn" in game.options("red")


@pytest.mark.rule("ruling.architect-chooses")
@pytest.mark.rule("governor.architect")
def test_ruling_14_the_architect_saves_once_a_season():
    game = architect("1 gold, 1 wood", envoy="red")
    game.play("red: build Statue")
    second = game.options("red")

    assert game.goods("red") == "1 wood"
    assert second == {"pass", "build Barricade"}


@pytest.mark.rule("ruling.architect-chooses")
@pytest.mark.rule("governor.architect")
@pytest.mark.parametrize(
    ("blue_builds", "left"), [("build Barricade", "2 gold"), ("pass", "1 gold")], ids=["more", "not more"]
)
def test_ruling_14_the_architect_counts_what_players_before_him_built_this_season(blue_builds, left):
    game = given(
        players=2,
        at="build",
        order=("blue", "red"),
        modules=GOVERNORS,
        governors_of={"red": "Architect"},
        goods={"red": "3 gold", "blue": "1 wood"},
    )
    game.play(f"blue: {blue_builds}", "red: build Statue")

    assert game.goods("red") == left


@pytest.mark.rule("ruling.savings-stack")
@pytest.mark.rule("governor.carpenter")
@pytest.mark.rule("governor.sculptor")
@pytest.mark.parametrize(
    ("governor", "building", "price"),
    [
        pytest.param("Carpenter", "Statue", "2 gold", id="Carpenter, no wood in the cost"),
        pytest.param(
            "Carpenter", "Guard Tower", "1 gold, 1 stone", id="Carpenter, no wood in the cost either"
        ),
        pytest.param("Carpenter", "Palisade", "1 wood", id="Carpenter"),
        pytest.param("Sculptor", "Palisade", "2 wood", id="Sculptor, no stone in the cost"),
        pytest.param("Sculptor", "Guard Tower", "1 gold", id="Sculptor"),
    ],
)
def test_ruling_14_carpenter_and_sculptor_save_nothing_where_the_cost_has_none(governor, building, price):
    game = given(at="build", modules=GOVERNORS, governors_of={"red": governor}, goods={"red": price})
    game.play(f"red: build {building}")

    assert game.goods("red") == "nothing"


@pytest.mark.rule("ruling.savings-stack")
@pytest.mark.parametrize(
    ("governor", "standing", "moves", "price"),
    [
        ("Carpenter", (), ("red: build Barricade", "red: build Palisade"), "1 wood"),
        ("Sculptor", (), ("red: build Barricade", "red: build Guard Tower"), "1 gold, 1 wood"),
        (
            "Miner",
            ("Statue", "Chapel", "Barricade", "Crane"),
            ("red: build Inn", "red: build Church"),
            "3 gold, 2 wood, 2 stone",
        ),
    ],
    ids=["Carpenter", "Sculptor", "Crane"],
)
def test_ruling_14_the_savings_hold_for_the_second_building_of_the_envoy_too(
    governor, standing, moves, price
):
    game = given(
        at="build",
        modules=GOVERNORS,
        governors_of={"red": governor},
        goods={"red": price},
        buildings_of={"red": standing},
        envoy="red",
    )
    game.play(*moves)

    assert game.goods("red") == "nothing"


@pytest.mark.rule("ruling.savings-stack")
@pytest.mark.rule("building.crane")
def test_ruling_14_a_crane_built_first_already_saves_on_the_second_building():
    game = given(
        at="build",
        goods={"red": "1 gold, 2 wood, 2 stone"},
        buildings_of={"red": ("Barricade",)},
        envoy="red",
    )
    game.play("red: build Crane", "red: build Town Hall")

    assert game.goods("red") == "nothing"


@pytest.mark.rule("ruling.savings-stack")
@pytest.mark.parametrize(
    ("governor", "building", "price"),
    [
        pytest.param("Carpenter", "Farms", "1 gold, 2 wood, 1 stone", id="Crane and Carpenter"),
        pytest.param("Sculptor", "Farms", "1 gold, 3 wood", id="Crane and Sculptor"),
        pytest.param("Architect", "Farms", "3 wood, 1 stone", id="Crane and Architect"),
    ],
)
def test_ruling_14_the_savings_stack_with_the_crane(governor, building, price):
    game = given(
        players=2,
        at="build",
        modules=GOVERNORS,
        governors_of={"red": governor},
        goods={"red": price},
        buildings_of={
            "red": ("Inn", "Market", "Barricade", "Crane"),
            "blue": ("Statue", "Inn", "Guard Tower", "Palisade", "Barricade"),
        },
    )
    game.play(f"red: build {building}")

    assert game.goods("red") == "nothing"


@pytest.mark.rule("ruling.borrower")
@pytest.mark.rule("governor.borrower")
def test_ruling_15_the_borrower_chooses_after_the_governors_are_shown_and_before_year_1():
    game = given_when(
        lambda game: "keep Borrower" in game.options("red"),
        players=2,
        at="governors",
        year=0,
        modules=GOVERNORS,
    )
    game.play("red: keep Borrower")
    shown_early = game.happened("is the")
    game.play(f"blue: {min(game.options('blue'))}")

    assert not shown_early
    assert len(game.told("is the")) == 2
    assert (game.asked, game.question, game.phase, game.year) == ("red", "take goods", "setup", 0)


@pytest.mark.rule("ruling.borrower")
@pytest.mark.rule("aid.bonus-die")
def test_ruling_15_of_two_players_the_one_beside_a_borrower_gets_the_die_and_not_a_good():
    game = given(players=2, at="borrowing", year=0, modules=GOVERNORS, governors_of={"red": "Borrower"})
    game.play("red: 2 gold + 2 wood")

    assert game.told("bonus dice") == ["blue gets 1 bonus dice"]
    assert (game.goods("red"), game.goods("blue")) == ("2 gold + 2 wood", "nothing")


@pytest.mark.rule("ruling.borrower")
@pytest.mark.rule("aid.tie-goods")
def test_ruling_15_of_three_players_the_two_beside_a_borrower_take_a_good_each():
    game = given(players=3, at="borrowing", year=0, modules=GOVERNORS, governors_of={"red": "Borrower"})
    game.play("red: 4 stone", "blue: 1 gold", "green: 1 wood")

    assert not game.happened("bonus dice")
    assert [game.goods(seat) for seat in ("red", "blue", "green")] == ["4 stone", "1 gold", "1 wood"]


@pytest.mark.rule("ruling.secret-picks")
@pytest.mark.parametrize(
    "moment",
    [{"at": "governors", "year": 0, "modules": GOVERNORS}, {"at": "winter", "modules": ARMY}],
    ids=["governors", "tokens"],
)
def test_ruling_16_secret_picks_are_asked_in_turn_order(moment):
    game = given(players=3, order=("green", "red", "blue"), **moment)
    asked = []
    while game.question in {"pick governor", "commit token"}:
        asked.append(game.asked)
        game.play(f"{game.asked}: {min(game.options())}")

    assert asked == ["green", "red", "blue"]


@pytest.mark.rule("ruling.secret-picks")
@pytest.mark.parametrize(
    "moment",
    [{"at": "governors", "year": 0, "modules": GOVERNORS}, {"at": "winter", "modules": ARMY}],
    ids=["governors", "tokens"],
)
def test_ruling_16_nobody_else_can_tell_one_secret_pick_from_another(moment):
    game = given(players=3, **moment)
    one, other = (game.copy().play(f"red: {pick}") for pick in (min(game.options()), max(game.options())))

    assert one.seen_by("blue") == other.seen_by("blue")
    assert one.seen_by("red") != other.seen_by("red")
    assert one.events == other.events == []


@pytest.mark.rule("ruling.secret-picks")
@pytest.mark.parametrize(
    ("moment", "shown"),
    [
        ({"at": "governors", "year": 0, "modules": GOVERNORS}, " is the "),
        ({"at": "winter", "modules": ARMY}, "shows army token"),
    ],
    ids=["governors", "tokens"],
)
def test_ruling_16_nothing_is_shown_before_the_last_has_picked(moment, shown):
    game = given(players=3, **moment)
    for _ in range(2):
        game.play(f"{game.asked}: {min(game.options())}")
    early = game.told(shown)
    game.play(f"{game.asked}: {min(game.options())}")

    assert early == []
    assert [line.split()[0] for line in game.told(shown)] == ["red", "blue", "green"]


@pytest.mark.rule("ruling.secret-picks")
def test_ruling_16_put_aside_governors_stay_secret():
    game = given(players=3, at="governors", year=0, modules=GOVERNORS)
    while game.question == "pick governor":
        game.play(f"{game.asked}: {min(game.options())}")
    other = Game(redeal(game.games, SEATS.index("blue"), seed=2))

    assert other.governor("red") == game.governor("red")
    assert other.seen_by("red") != game.seen_by("red")
    assert other.seen_by("blue") == game.seen_by("blue")


# Building, seasons, winter


@pytest.mark.rule("ruling.second-needs-first")
def test_ruling_17_who_builds_no_first_building_is_not_asked_for_a_second():
    game = given(players=2, at="build", goods={"red": "2 gold, 2 wood", "blue": "2 gold"}, envoy="red")
    game.play("red: pass")

    assert game.asked == "blue"
    assert game.envoy == "red"


@pytest.mark.rule("ruling.second-needs-first")
def test_ruling_17_the_second_building_may_be_declined_and_the_envoy_stays():
    game = given(players=2, at="build", goods={"red": "2 gold, 2 wood", "blue": "2 gold"}, envoy="red")
    game.play("red: build Statue", "red: pass")

    assert game.asked == "blue"
    assert game.envoy == "red"


@pytest.mark.rule("ruling.second-needs-first")
def test_ruling_17_there_is_no_third_building():
    game = given(players=2, at="build", goods={"red": "4 gold, 4 wood", "blue": "2 gold"}, envoy="red")
    game.play("red: build Statue", "red: build Palisade")

    assert game.asked == "blue"


@pytest.mark.rule("ruling.aid-counts-first")
def test_ruling_18_the_aid_counts_before_anybody_takes_a_good():
    game = given(players=3, at="aid", goods={"red": "1 gold", "blue": "1 gold", "green": "1 gold"})
    game.play("red: 1 gold", "blue: 1 wood", "green: 1 stone")

    assert [game.goods(seat) for seat in ("red", "blue", "green")] == [
        "2 gold",
        "1 gold + 1 wood",
        "1 gold + 1 stone",
    ]
    assert not game.happened("bonus dice")


@pytest.mark.rule("ruling.reward-without-buildings")
def test_ruling_18_with_no_building_anywhere_everybody_gains_the_kings_reward():
    game = given(players=3, at="reward")

    assert [game.vp(seat) for seat in ("red", "blue", "green")] == [1, 1, 1]


@pytest.mark.rule("ruling.what-goods-are")
def test_ruling_19_tokens_and_soldiers_do_not_break_a_tie_for_the_aid():
    game = given(players=2, at="aid", tokens={"red": 1}, soldiers={"red": 2})

    assert (game.asked, game.question) == ("red", "take goods")


@pytest.mark.rule("ruling.what-goods-are")
def test_ruling_19_tokens_and_soldiers_do_not_break_a_tie_for_the_envoy():
    game = given(players=2, at="envoy", tokens={"red": 1}, soldiers={"red": 2})

    assert game.envoy is None


@pytest.mark.rule("ruling.what-goods-are")
@pytest.mark.rule("frame.winner")
def test_ruling_19_tokens_do_not_break_a_tie_for_the_victory():
    game = given(players=2, at="year end", year=5, tokens={"red": 3}, vp={"red": 9, "blue": 9})

    assert (game.rank("red"), game.rank("blue")) == (1, 1)


@pytest.mark.rule("ruling.what-goods-are")
@pytest.mark.rule("building.cathedral")
def test_ruling_19_the_cathedral_counts_neither_tokens_nor_soldiers():
    game = given(
        players=2,
        at="year end",
        year=5,
        buildings_of={"red": ("Statue", "Chapel", "Church", "Cathedral")},
        goods={"red": "1 gold, 1 wood, 1 stone"},
        tokens={"red": 5},
        soldiers={"red": 5},
    )

    assert game.vp("red") == 1


@pytest.mark.rule("ruling.what-goods-are")
@pytest.mark.rule("winter.losses")
def test_ruling_19_a_defeated_player_loses_no_tokens_for_goods():
    # Orcs 7 take 2 goods; nobody without soldiers stands against them.
    game = given(
        players=2, at="winter", year=4, enemy="Orcs 7 (year IV)", goods={"red": "1 gold"}, tokens={"red": 3}
    )

    assert game.told("(defeat)") == ["red gives 1 gold (defeat)"]
    assert (game.goods("red"), game.tokens("red")) == ("nothing", 3)


@pytest.mark.rule("ruling.what-goods-are")
@pytest.mark.rule("recruiting.two-goods")
def test_ruling_19_tokens_do_not_pay_for_soldiers():
    game = given(players=2, at="recruiting", goods={"red": "1 gold", "blue": "2 gold"}, tokens={"red": 3})

    assert (game.asked, game.question) == ("blue", "recruit")


@pytest.mark.rule("ruling.what-goods-are")
@pytest.mark.rule("build.pay-and-score")
def test_ruling_19_tokens_do_not_pay_for_buildings():
    game = given(players=2, at="build", goods={"red": "1 gold", "blue": "2 gold"}, tokens={"red": 3})

    assert game.asked == "blue"


@pytest.mark.rule("ruling.season-end-order")
def test_ruling_20_a_season_ends_player_by_player_inn_then_embassy_then_the_rest():
    town = ("Inn", "Barricade", "Crane", "Town Hall", "Embassy")
    game = given(
        players=2, at="end", season="summer", order=("blue", "red"), buildings_of={"red": town, "blue": town}
    )
    # Town Hall can be paid with the Inn's token only because the Inn came first.
    first, before = game.asked, game.told("gains")
    game.play("blue: pay a +2 token at the Town Hall")
    second, after = game.asked, game.told("gains", "gives")

    assert (first, before) == ("blue", ["blue gains 1 +2 token (inn)", "blue gains 1 VP (embassy)"])
    assert (second, after[2:]) == (
        "red",
        [
            "blue gives 1 +2 token (town hall)",
            "blue gains 1 VP (town hall)",
            "red gains 1 +2 token (inn)",
            "red gains 1 VP (embassy)",
        ],
    )


@pytest.mark.rule("ruling.season-end-order")
@pytest.mark.rule("governor.preacher")
def test_ruling_20_the_preacher_comes_after_the_last_player():
    embassy = ("Barricade", "Crane", "Town Hall", "Embassy")
    game = given(
        players=2,
        at="end",
        season="autumn",
        modules=GOVERNORS,
        governors_of={"red": "Preacher"},
        buildings_of={"red": embassy, "blue": embassy},
    )

    assert game.told("(embassy)", "(governor)") == [
        "red gains 1 VP (embassy)",
        "blue gains 1 VP (embassy)",
        "red gains 1 VP (governor)",
    ]


TRADES = ("Sawmill", "Quarry", "Goldsmith")
SELL = {"Sawmill": "sell wood", "Quarry": "sell stone", "Goldsmith": "sell gold"}


@pytest.mark.rule("ruling.season-end-order")
@pytest.mark.rule("building.town-hall")
@pytest.mark.parametrize(
    "moves",
    [
        ("sell wood at the Sawmill", "sell gold at the Goldsmith", "pay gold at the Town Hall"),
        ("sell wood at the Sawmill", "pay gold at the Town Hall", "sell gold at the Goldsmith"),
    ],
)
def test_ruling_20_the_owner_chooses_the_order_of_the_trades(moves):
    # The gold for the later trades comes from the Sawmill.
    game = given(
        players=2,
        at="end",
        season="summer",
        modules=ROWS,
        buildings_of={"red": ("Sawmill", "Quarry", "Goldsmith", "Barricade", "Crane", "Town Hall")},
        goods={"red": "1 wood"},
    )
    game.play(*(f"red: {move}" for move in moves))

    assert (game.goods("red"), game.vp("red")) == ("nothing", 2)


@pytest.mark.rule("ruling.season-end-order")
@pytest.mark.rule("building.town-hall")
def test_ruling_20_the_town_hall_works_once_a_season():
    game = given(
        players=2,
        at="end",
        season="summer",
        buildings_of={"red": ("Barricade", "Crane", "Town Hall")},
        goods={"red": "3 gold"},
    )
    game.play("red: pay gold at the Town Hall")

    assert game.question != "end season"
    assert (game.goods("red"), game.vp("red")) == ("2 gold", 1)


@pytest.mark.rule("ruling.season-end-order")
@pytest.mark.rule("building.mint")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
@pytest.mark.parametrize("trade", TRADES)
def test_ruling_20_with_the_mint_each_trade_works_once_in_each_season(season, trade):
    game = given(
        players=2,
        at="end",
        season=season,
        modules=ROWS,
        buildings_of={"red": (*TRADES, "Mint")},
        goods={"red": "3 gold, 3 wood, 3 stone"},
    )
    others = {f"{SELL[other]} at the {other}" for other in TRADES if other != trade}
    game.play(f"red: {SELL[trade]} at the {trade}")

    assert game.options("red") == {"pass"} | others


@pytest.mark.rule("ruling.season-end-order")
@pytest.mark.rule("building.mint")
@pytest.mark.parametrize("season", ["spring", "autumn"])
def test_ruling_20_without_the_mint_the_trades_rest_outside_summer(season):
    game = given(
        players=2,
        at="end",
        season=season,
        modules=ROWS,
        buildings_of={"red": TRADES},
        goods={"red": "3 gold, 3 wood, 3 stone"},
    )

    assert game.question != "end season"


@pytest.mark.rule("ruling.training-camp-counts")
@pytest.mark.rule("building.training-camp")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 2), (3, 3)])
def test_ruling_21_the_training_camp_counts_soldiers_gained_earlier_in_the_year(before, after):
    game = given(
        players=2,
        at="recruiting",
        modules=ROWS,
        buildings_of={"red": ("Improvised Defenses", "Recruiting Center", "Training Camp")},
        soldiers={"red": before},
        goods={"red": "2 gold"},
    )

    assert (game.asked, game.question) == ("red", "recruit")
    assert game.soldiers("red") == after


@pytest.mark.rule("ruling.barracks-price")
@pytest.mark.rule("building.barracks")
def test_ruling_21_with_barracks_a_soldier_costs_exactly_1_good():
    game = given(
        players=2,
        at="recruiting",
        buildings_of={"red": ("Guard Tower", "Blacksmith", "Barracks")},
        goods={"red": "2 gold, 1 wood"},
    )
    options = game.options("red")
    game.play("red: 1 gold")

    assert options == {"pass", "1 gold", "1 wood"}
    assert (game.goods("red"), game.soldiers("red")) == ("1 gold + 1 wood", 1)


ACADEMY = ("Improvised Defenses", "Recruiting Center", "Training Camp", "Military Academy")


@pytest.mark.rule("ruling.academy-die")
@pytest.mark.parametrize("kings_die", [1, 6])
def test_ruling_22_the_die_of_the_academy_is_thrown_whatever_the_kings_die_shows(kings_die):
    game = given_when(
        lambda game: game.happened(f"the King's die shows {kings_die}"),
        players=2,
        at="winter",
        modules=ROWS,
        buildings_of={"red": ACADEMY},
    )

    assert len(game.told("red's Military Academy rolls")) == 1


@pytest.mark.rule("ruling.academy-die")
@pytest.mark.parametrize(
    ("edition", "told"),
    [
        ("second", ["the King's die", "blue's Military Academy", "the enemy is"]),
        ("first", ["the enemy is", "the King's die", "blue's Military Academy"]),
    ],
)
def test_ruling_22_the_die_of_the_academy_is_thrown_right_after_the_kings_die(edition, told):
    game = given(players=2, at="winter", edition=edition, modules=ROWS, buildings_of={"blue": ACADEMY})
    lines = game.told("the King's die", "Military Academy rolls", "the enemy is")

    assert [line.startswith(start) for line, start in zip(lines, told, strict=True)] == [True] * 3


@pytest.mark.rule("ruling.academy-die")
@pytest.mark.parametrize("edition", ["second", "first"])
def test_ruling_22_the_die_of_the_academy_is_thrown_right_after_all_tokens_are_shown(edition):
    game = given(
        players=3,
        at="winter",
        edition=edition,
        modules=ROWS + ARMY,
        buildings_of={"red": ACADEMY},
    )
    game.play("red: put down army token 2", "blue: put down army token 0", "green: put down army token 1")
    lines = game.told("shows army token", "Military Academy rolls", "the enemy is")

    assert lines[:3] == ["red shows army token 2", "blue shows army token 0", "green shows army token 1"]
    assert lines[3].startswith("red's Military Academy rolls")
    assert lines[4].startswith("the enemy is")


@pytest.mark.rule("ruling.academy-die")
@pytest.mark.rule("building.military-academy")
@pytest.mark.parametrize(("die", "soldiers"), [(1, 2), (4, 2), (5, 3), (6, 3)])
def test_ruling_22_beside_a_token_the_die_of_the_academy_counts_half_rounded_up(die, soldiers):
    game = given_when(
        lambda game: (
            game.copy()
            .play("red: put down army token 2", "blue: put down army token 0")
            .happened(f"red's Military Academy rolls {die}")
        ),
        players=2,
        at="winter",
        modules=ROWS + ARMY,
        buildings_of={"red": ACADEMY},
    )
    game.play("red: put down army token 2", "blue: put down army token 0")

    assert game.told("red gains")[0].startswith(f"red gains {soldiers} soldier")


@pytest.mark.rule("module.army")
@pytest.mark.parametrize("edition", ["second", "first"])
def test_ruling_22_tokens_are_picked_before_the_card_is_shown_in_both_editions(edition):
    game = given(players=2, at="winter", edition=edition, modules=ARMY)
    shown_before = game.happened("the enemy is")
    game.play("red: put down army token 2", "blue: put down army token 0")

    assert not shown_before
    assert game.happened("the enemy is")


def battle(**position: object) -> Game:
    """Orcs of year I (strength 3, a defeat costs 2 goods and 1 VP), a King's die of 1."""
    return given_when(
        lambda game: game.happened("the King's die shows 1"),
        at="winter",
        enemy="Orcs 3 (year I)",
        **position,
    )


@pytest.mark.rule("ruling.strengths-first")
def test_ruling_23_all_strengths_are_fixed_before_anybody_wins_or_loses():
    game = battle(players=3, soldiers={"red": 5, "blue": 2})
    lines = game.told("has strength", "is victorious", "holds out", "is defeated")

    assert lines == [
        "red has strength 6",
        "blue has strength 3",
        "green has strength 1",
        "red is victorious",
        "blue holds out",
        "green is defeated",
    ]


@pytest.mark.rule("ruling.strengths-first")
def test_ruling_23_rewards_and_losses_come_player_by_player_in_turn_order():
    goods = "1 gold, 1 wood, 1 stone"
    game = battle(
        players=3, order=("green", "red", "blue"), goods={"red": goods, "green": goods}, soldiers={"blue": 5}
    )
    asked = [game.asked]
    untouched = (game.goods("red"), game.goods("blue"), game.vp("red"))
    game.play("green: 1 gold + 1 wood")
    asked.append(game.asked)
    seen = (game.goods("green"), game.vp("green"), game.goods("blue"))
    game.play("red: 1 gold + 1 stone")

    assert asked == ["green", "red"]
    assert untouched == ("1 gold + 1 wood + 1 stone", "nothing", 0)
    assert seen == ("1 stone", -1, "nothing")
    assert game.told("is victorious", "is defeated") == [
        "green is defeated",
        "red is defeated",
        "blue is victorious",
    ]


@pytest.mark.rule("ruling.strengths-first")
@pytest.mark.rule("winter.strongest")
def test_ruling_23_the_highest_strength_is_honoured_after_all_losses():
    game = battle(players=2, soldiers={"red": 5}, goods={"blue": "3 gold, 1 wood"})
    while_blue_decides = (game.asked, game.question, game.vp("red"), game.soldiers("red"))
    game.play("blue: 2 gold")

    assert while_blue_decides == ("blue", "lose goods", 0, 6)
    assert game.vp("red") == 1


@pytest.mark.rule("ruling.strengths-first")
@pytest.mark.rule("winter.soldiers-leave")
def test_ruling_23_soldiers_leave_last():
    game = battle(players=2, soldiers={"red": 5})

    assert game.told("is defeated", "(highest strength)", "(winter over)") == [
        "blue is defeated",
        "red gains 1 VP (highest strength)",
        "red gives 6 soldiers (winter over)",
        "blue gives 1 soldier (winter over)",
    ]


@pytest.mark.rule("ruling.strengths-first")
@pytest.mark.rule("building.stone-wall")
@pytest.mark.parametrize(
    ("soldiers", "outcome"), [(0, "red is defeated"), (1, "red is victorious"), (2, "red is victorious")]
)
def test_ruling_23_a_tie_at_the_stone_wall_is_judged_with_its_own_1_counted(soldiers, outcome):
    # Palisade, Stone Wall and the King add 1 each.
    game = given_when(
        lambda game: game.happened("the King's die shows 1"),
        players=2,
        at="winter",
        year=2,
        enemy="Orcs 4 (year II)",
        soldiers={"red": soldiers},
        buildings_of={"red": ("Palisade", "Stable", "Stone Wall")},
    )

    assert game.told("red has strength") == [f"red has strength {soldiers + 3}"]
    assert game.happened(outcome)


@pytest.mark.rule("ruling.year-end-order")
@pytest.mark.rule("governor.yearly-goods")
def test_ruling_24_the_goods_of_governors_come_in_turn_order():
    game = given(
        players=3,
        at="year end",
        order=("green", "red", "blue"),
        modules=GOVERNORS,
        governors_of={"red": "Carpenter", "blue": "Miner", "green": "Sculptor"},
    )

    assert game.told("(governor)") == [
        "green gains 1 stone (governor)",
        "red gains 1 wood (governor)",
        "blue gains 2 gold (governor)",
    ]


@pytest.mark.rule("ruling.year-end-order")
@pytest.mark.rule("module.army-left-token")
@pytest.mark.rule("building.cathedral")
@pytest.mark.rule("governor.minstrel")
def test_ruling_24_year_5_ends_with_goods_then_tokens_then_cathedrals_then_the_minstrel():
    cathedral = ("Statue", "Chapel", "Church", "Cathedral")
    game = given(
        players=3,
        at="year end",
        year=5,
        modules=GOVERNORS + ARMY,
        governors_of={"red": "Minstrel", "blue": "Miner"},
        army_tokens={"red": (2,), "blue": (0,), "green": (4,)},
        buildings_of={"red": cathedral, "blue": cathedral},
        goods={"red": "2 gold"},
        vp={"red": 1, "blue": 3},
    )

    # 1 + 2 + 1 = 4, just what the others have by then.
    assert game.told("gains") == [
        "blue gains 2 gold (governor)",
        "red gains 2 VP (King's army)",
        "green gains 4 VP (King's army)",
        "red gains 1 VP (cathedral)",
        "blue gains 1 VP (cathedral)",
        "red gains 2 VP (governor)",
    ]


@pytest.mark.rule("ruling.year-end-order")
@pytest.mark.parametrize("year", [1, 2, 3, 4])
def test_ruling_24_tokens_and_cathedrals_score_after_year_5_only(year):
    game = given(
        players=2,
        at="year end",
        year=year,
        modules=ARMY,
        buildings_of={"red": ("Statue", "Chapel", "Church", "Cathedral")},
        goods={"red": "4 gold"},
    )

    assert (game.vp("red"), game.vp("blue")) == (0, 0)


@pytest.mark.rule("ruling.autumn-order-holds")
@pytest.mark.parametrize("question", ["recruit", "commit token", "take goods"])
def test_ruling_25_the_order_made_in_autumn_holds_for_recruiting_winter_and_the_next_aid(question):
    # Zombies take points only, so all three tie for the aid of the next year.
    game = given(
        players=3,
        at="dice",
        season="autumn",
        modules=ARMY,
        dice={"red": (3, 4, 5), "blue": (6, 6, 6), "green": (1, 1, 2)},
        goods=dict.fromkeys(("red", "blue", "green"), "2 stone"),
        enemy="Zombies 4 (year I)",
    )
    asked = []
    while game.phase != "spring":
        if game.question == question:
            asked.append(game.asked)
        game.play(f"{game.asked}: {'pass' if 'pass' in game.options() else min(game.options())}")

    assert asked == ["green", "red", "blue"]


def look(advisor: str, enemy: str = "Orcs 3 (year I)") -> Game:
    """Red is helped by an advisor."""
    game = given(players=3, at="help", placed={"red": (advisor,)}, enemy=enemy, goods={"blue": "2 gold"})
    if game.asked == "red" and game.question == "take goods":
        game.play("red: 2 stone")
    return game


@pytest.mark.rule("ruling.looks-are-public")
@pytest.mark.rule("help.look")
@pytest.mark.parametrize("advisor", ["General", "Queen"])
def test_ruling_26_that_somebody_looked_at_the_enemy_card_is_public(advisor):
    game = look(advisor)

    assert game.told("looks") == ["red looks at the enemy card"]
    assert [game.has_looked(seat) for seat in ("red", "blue", "green")] == [True, False, False]
    assert game.seen_by("blue") != look("Sergeant").seen_by("blue")


@pytest.mark.rule("ruling.looks-are-public")
@pytest.mark.rule("help.look")
@pytest.mark.parametrize("advisor", ["General", "Queen"])
def test_ruling_26_what_he_saw_is_not_public(advisor):
    one, other = look(advisor, "Orcs 3 (year I)"), look(advisor, "Zombies 4 (year I)")

    assert one.seen_by("red") != other.seen_by("red")
    assert one.seen_by("blue") == other.seen_by("blue")
    assert one.history == other.history


@pytest.mark.rule("ruling.looks-are-public")
def test_ruling_26_who_did_not_look_knows_nothing_of_the_card():
    one, other = look("Sergeant", "Orcs 3 (year I)"), look("Sergeant", "Zombies 4 (year I)")

    assert one.seen_by("red") == other.seen_by("red")
