"""The option of the rules by which effects may be declined: what is asked, what is not, and what declining leads to."""

import pytest

from kingsburg_env import text
from tests.given import Game, given

GUILD = ("Inn", "Market", "Farms", "Merchants' Guild")
EMBASSY = ("Barricade", "Crane", "Town Hall", "Embassy")
MINSTREL = {"modules": ("governors",), "governors_of": {"red": "Prince", "blue": "Minstrel"}}


def optional(**position) -> Game:
    """A position in which effects may be declined."""
    return given(optional_effects=True, **position)


def governed(governor: str, **position) -> Game:
    """The same, where red has this governor."""
    return optional(modules=("governors",), governors_of={"red": governor}, **position)


USED_OR_NOT = {"pass", "use the effect"}


@pytest.mark.rule("option.optional-effects")
@pytest.mark.parametrize("is_optional", [False, True])
def test_an_effect_is_taken_without_a_question_unless_effects_are_optional(is_optional):
    game = given(
        at="start", season="summer", players=3, buildings_of={"red": ("Farms",)}, optional_effects=is_optional
    )

    assert (game.question == "use farms") == is_optional
    assert game.happened("red gets 1 bonus dice") != is_optional


# Dice


@pytest.mark.rule("option.optional-effects")
@pytest.mark.parametrize(("answer", "dice"), [("use the effect", 4), ("pass", 3)])
@pytest.mark.parametrize(
    ("question", "position"),
    [
        ("use farms", {"buildings_of": {"red": ("Farms",)}}),
        ("use fairy", {"modules": ("governors",), "governors_of": {"red": "Fairy"}}),
    ],
)
def test_a_bonus_die_of_summer_may_be_declined(question, position, answer, dice):
    game = optional(at="start", season="summer", players=3, **position)
    asked = (game.asked, game.question, game.options())
    game.play(f"red: {answer}")

    assert asked == ("red", question, USED_OR_NOT)
    assert len(game.dice("red")) == dice


@pytest.mark.rule("option.optional-effects")
@pytest.mark.rule("aid.bonus-die")
@pytest.mark.parametrize(("answer", "dice"), [("use the effect", 4), ("pass", 3)])
def test_the_die_of_the_kings_aid_may_be_declined_as_spring_begins(answer, dice):
    game = optional(at="aid", year=2, players=3, buildings_of={"blue": ("Inn",), "green": ("Inn",)})
    asked = (game.phase, game.asked, game.question, game.bonus("red"))
    game.play(f"red: {answer}")

    assert asked == ("spring", "red", "use kings aid", 1)
    assert len(game.dice("red")) == dice
    assert game.happened("red gives 1 bonus dice back") == (answer == "pass")


@pytest.mark.rule("option.optional-dice")
def test_dice_are_asked_about_one_by_one_in_turn_order_before_the_priest():
    game = optional(
        at="aid",
        year=2,
        players=3,
        order=("blue", "green", "red"),
        modules=("governors",),
        governors_of={"green": "Priest"},
        buildings_of={"red": ("Farms",), "blue": ("Farms",), "green": ("Farms", "Guard Tower")},
        goods={"red": "1 wood"},
    )
    asked = []
    while game.question not in ("bless", "influence"):
        asked.append((game.asked, game.question))
        game.play(f"{game.asked}: use the effect")

    assert asked == [
        ("blue", "use farms"),
        ("blue", "use kings aid"),
        ("green", "use farms"),
        ("red", "use farms"),
    ]
    assert game.question == "bless"
    assert [game.bonus(seat) for seat in ("red", "blue", "green")] == [1, 2, 1]


@pytest.mark.rule("option.optional-dice")
def test_in_summer_the_fairys_die_comes_after_that_of_the_farms():
    game = governed("Fairy", at="start", season="summer", players=3, buildings_of={"red": ("Farms",)})
    first = game.question
    game.play("red: pass")

    assert (first, game.question) == ("use farms", "use fairy")
    assert game.play("red: use the effect").bonus("red") == 1


@pytest.mark.rule("option.optional-dice")
@pytest.mark.rule("ruling.priest")
def test_who_declined_his_die_gets_one_from_the_priest_instead_of_a_point():
    game = optional(
        at="start",
        season="summer",
        players=3,
        modules=("governors",),
        governors_of={"green": "Priest"},
        buildings_of={"red": ("Farms",), "blue": ("Farms",)},
    )
    game.play("red: pass", "blue: use the effect", "green: ask the blessing")

    assert (game.vp("red"), game.bonus("red")) == (0, 1)
    assert (game.vp("blue"), game.bonus("blue")) == (1, 1)


# Goods


@pytest.mark.rule("option.optional-effects")
@pytest.mark.rule("building.merchants-guild")
@pytest.mark.parametrize(("answer", "goods"), [("use the effect", "1 gold"), ("pass", "nothing")])
def test_the_guilds_gold_may_be_declined_before_the_roll(answer, goods):
    game = optional(at="start", season="autumn", players=3, buildings_of={"red": GUILD})
    game.play("red: use the effect")
    asked = (game.asked, game.question, game.happened("rolls"))
    game.play(f"red: {answer}")

    assert asked == ("red", "use merchants guild", False)
    assert game.goods("red") == goods


@pytest.mark.rule("option.optional-effects")
@pytest.mark.rule("governor.yearly-goods")
@pytest.mark.parametrize(
    ("governor", "goods"), [("Carpenter", "1 wood"), ("Sculptor", "1 stone"), ("Miner", "2 gold")]
)
def test_yearly_goods_may_be_declined_as_a_whole(governor, goods):
    game = governed(governor, at="year end", year=1, players=3, buildings_of={"red": ("Inn",)})
    asked = (game.asked, game.question)
    used, declined = game.copy().play("red: use the effect"), game.copy().play("red: pass")

    assert asked == ("red", "use yearly goods")
    assert (used.goods("red"), declined.goods("red")) == (goods, "nothing")


@pytest.mark.rule("option.optional-effects")
@pytest.mark.rule("governor.yearly-goods")
def test_yearly_goods_are_asked_about_in_turn_order_and_only_of_their_governors():
    game = optional(
        at="year end",
        year=1,
        players=3,
        order=("green", "blue", "red"),
        modules=("governors",),
        governors_of={"red": "Miner", "blue": "Duke", "green": "Carpenter"},
        buildings_of={"red": ("Inn",)},
    )
    first = (game.asked, game.question)
    game.play("green: use the effect")

    assert (first, (game.asked, game.question)) == (
        ("green", "use yearly goods"),
        ("red", "use yearly goods"),
    )


@pytest.mark.rule("option.optional-tax")
@pytest.mark.rule("governor.tax-collector")
def test_the_tax_collector_may_leave_his_good():
    game = optional(
        at="build",
        players=2,
        modules=("governors",),
        governors_of={"blue": "Tax Collector"},
        goods={"red": "5 gold, 2 wood, 2 stone"},
        buildings_of={"red": ("Barricade", "Crane", "Town Hall")},
    )
    game.play("red: build Embassy", "red: use the effect")
    asked = (game.asked, game.question, game.options())
    game.play("blue: pass")

    assert asked == ("blue", "take goods", {"pass", "1 gold", "1 wood", "1 stone"})
    assert game.goods("blue") == "nothing"


@pytest.mark.rule("option.optional-tax")
@pytest.mark.rule("ruling.gifts-are-taken")
def test_gifts_of_advisors_cannot_be_declined_even_where_effects_are_optional():
    game = optional(at="help", players=2, placed={"red": ("Astronomer",)})

    assert game.question == "take goods"
    assert "pass" not in game.options()


# Savings


def crane(goods: str, **position) -> Game:
    """Red has the Crane and stands before the Town Hall: 2 gold, 1 wood, 1 stone, with the Crane 1 gold less."""
    return optional(
        at="build", players=2, goods={"red": goods}, buildings_of={"red": ("Barricade", "Crane")}, **position
    )


@pytest.mark.rule("option.optional-savings")
@pytest.mark.rule("building.crane")
@pytest.mark.parametrize(("answer", "left"), [("use the effect", "1 gold"), ("pass", "nothing")])
def test_a_saving_may_be_left_once_the_building_is_chosen(answer, left):
    game = crane("2 gold, 1 wood, 1 stone").play("red: build Town Hall")
    asked = (game.asked, game.question, game.options(), game.goods("red"))
    game.play(f"red: {answer}")

    assert asked == ("red", "use savings", USED_OR_NOT, "2 gold + 1 wood + 1 stone")
    assert "Town Hall" in game.buildings("red")
    assert game.goods("red") == left


@pytest.mark.rule("option.optional-savings")
def test_no_saving_is_asked_about_where_the_full_price_cannot_be_paid():
    game = crane("1 gold, 1 wood, 1 stone").play("red: build Town Hall")

    assert not game.question.startswith("use")
    assert game.goods("red") == "nothing"


@pytest.mark.rule("option.optional-savings")
def test_no_saving_is_asked_about_where_there_is_none():
    game = optional(
        at="build", players=2, goods={"red": "9 gold, 9 wood, 9 stone"}, buildings_of={"red": ("Crane",)}
    ).play("red: build Inn")

    assert not game.question.startswith("use")
    assert game.goods("red") == "8 gold + 8 wood + 9 stone"


@pytest.mark.rule("option.optional-savings")
@pytest.mark.parametrize(
    ("governor", "saved"), [("Carpenter", "1 gold + 1 wood"), ("Sculptor", "1 gold + 1 stone")]
)
def test_crane_and_governor_are_saved_or_left_together(governor, saved):
    game = governed(
        governor,
        at="build",
        players=2,
        goods={"red": "2 gold, 1 wood, 1 stone"},
        buildings_of={"red": ("Barricade", "Crane")},
    ).play("red: build Town Hall")
    used, declined = game.copy().play("red: use the effect"), game.copy().play("red: pass")

    assert (used.goods("red"), declined.goods("red")) == (saved, "nothing")


@pytest.mark.rule("option.optional-savings")
@pytest.mark.rule("build.envoy")
def test_the_second_building_begins_with_its_savings_again():
    game = optional(
        at="build",
        players=2,
        envoy="red",
        goods={"red": "9 gold, 9 wood, 9 stone"},
        buildings_of={"red": ("Barricade", "Crane")},
    ).play("red: build Town Hall", "red: pass", "red: build Embassy")
    asked = game.question
    game.play("red: use the effect")

    assert asked == "use savings"
    # In full 2 gold, 1 wood, 1 stone; then with the Crane 1 gold, 2 wood, 2 stone.
    assert game.goods("red") == "6 gold + 6 wood + 6 stone"


# The Architect


def architect(goods: str, *standing: str, **position) -> Game:
    """Red is the Architect, and blue owns more buildings."""
    return governed(
        "Architect",
        at="build",
        players=2,
        goods={"red": goods},
        buildings_of={"red": standing, "blue": ("Fortress", "Wizards' Guild")},
        **position,
    )


@pytest.mark.rule("option.optional-architect")
@pytest.mark.rule("ruling.architect-chooses")
def test_the_architect_may_save_nothing_where_the_price_can_be_paid():
    game = architect("1 gold, 1 wood").play("red: build Inn")
    asked = (game.question, game.options())
    game.play("red: pass")

    assert asked == ("save good", {"pass", "1 gold", "1 wood"})
    assert game.goods("red") == "nothing"


@pytest.mark.rule("option.optional-architect")
def test_the_architect_has_to_save_what_is_lacking():
    game = architect("1 gold").play("red: build Inn")

    assert "Inn" in game.buildings("red")
    assert game.goods("red") == "nothing"


@pytest.mark.rule("option.optional-architect")
@pytest.mark.parametrize(("answer", "is_asked_again"), [("pass", True), ("1 gold", False)])
def test_an_architect_who_saved_nothing_has_his_saving_for_the_envoys_building(answer, is_asked_again):
    game = architect("9 gold, 9 wood, 9 stone", envoy="red")
    game.play("red: build Inn", f"red: {answer}", "red: build Guard Tower")

    assert (game.question == "save good") == is_asked_again


@pytest.mark.rule("option.optional-architect")
@pytest.mark.rule("option.optional-savings")
def test_the_architect_saves_from_the_price_that_was_settled_before():
    game = architect("2 gold, 1 wood, 1 stone", "Barricade", "Crane").play("red: build Town Hall")
    asked = game.question
    game.play("red: pass")
    then = (game.question, game.options())
    game.play("red: 1 stone")

    assert (asked, then) == ("use savings", ("save good", {"pass", "1 gold", "1 wood", "1 stone"}))
    assert game.goods("red") == "1 stone"


@pytest.mark.rule("option.optional-architect")
@pytest.mark.rule("option.optional-savings")
def test_the_full_price_counts_as_payable_if_the_architect_saves_the_missing_good():
    game = architect("1 gold, 1 wood, 1 stone", "Barricade", "Crane").play("red: build Town Hall")
    asked = game.question
    game.play("red: pass")

    assert asked == "use savings"
    assert "Town Hall" in game.buildings("red")
    assert game.goods("red") == "nothing"


# Soldiers


@pytest.mark.rule("option.optional-barracks")
@pytest.mark.rule("building.barracks")
def test_barracks_may_be_left_unused_for_each_soldier():
    game = optional(
        at="recruiting", players=2, goods={"red": "2 gold, 2 wood"}, buildings_of={"red": ("Barracks",)}
    )
    first = game.options()
    game.play("red: 1 gold + 1 wood", "red: 1 gold")

    assert first == {"pass", "1 gold", "1 wood", "2 gold", "1 gold + 1 wood", "2 wood"}
    assert (game.soldiers("red"), game.goods("red")) == (2, "1 wood")


@pytest.mark.rule("option.optional-barracks")
@pytest.mark.rule("recruiting.two-goods")
def test_without_barracks_a_soldier_still_costs_two_goods():
    game = optional(at="recruiting", players=2, goods={"red": "2 gold, 2 wood"})

    assert game.options() == {"pass", "2 gold", "1 gold + 1 wood", "2 wood"}


# Points


def at_the_end(**position) -> Game:
    return optional(at="end", players=2, **position)


@pytest.mark.rule("option.optional-points")
@pytest.mark.parametrize(("with_minstrel", "question"), [(True, "use embassy"), (False, "end season")])
def test_points_may_be_declined_where_a_minstrel_is_in_the_game_alone(with_minstrel, question):
    game = at_the_end(
        buildings_of={"red": EMBASSY}, goods={"red": "1 wood"}, **(MINSTREL if with_minstrel else {})
    )

    assert (game.asked, game.question) == ("red", question)
    assert game.vp("red") == (0 if with_minstrel else 1)


@pytest.mark.rule("option.optional-points")
@pytest.mark.rule("building.embassy")
@pytest.mark.parametrize(("answer", "points"), [("use the effect", 1), ("pass", 0)])
def test_the_embassys_point_may_be_declined_before_the_trades(answer, points):
    game = at_the_end(buildings_of={"red": EMBASSY}, goods={"red": "1 wood"}, **MINSTREL)
    game.play(f"red: {answer}")

    assert (game.question, game.vp("red")) == ("end season", points)


@pytest.mark.rule("option.optional-points")
@pytest.mark.rule("governor.preacher")
@pytest.mark.parametrize(("answer", "points"), [("use the effect", 1), ("pass", 0)])
def test_the_preachers_point_may_be_declined_after_the_last_player(answer, points):
    game = optional(
        at="end",
        season="autumn",
        players=2,
        modules=("governors",),
        governors_of={"red": "Preacher", "blue": "Minstrel"},
        buildings_of={"blue": ("Barricade", "Crane", "Town Hall")},
        goods={"blue": "1 wood"},
    )
    game.play("blue: pass")
    asked = (game.asked, game.question)
    game.play(f"red: {answer}")

    assert asked == ("red", "use preacher")
    assert len(game.told("red gains 1 VP (governor)")) == points


@pytest.mark.rule("option.optional-points")
@pytest.mark.rule("building.fortress")
@pytest.mark.parametrize(("answer", "points"), [("use the effect", 1), ("pass", 0)])
def test_the_fortresss_point_may_be_declined_before_goods_of_choice(answer, points):
    game = optional(
        at="winter",
        players=2,
        year=4,
        order=("red", "blue"),
        modules=("governors", "army"),
        army_tokens={"red": (0, 0), "blue": (0, 0)},
        governors_of={"red": "Prince", "blue": "Minstrel"},
        enemy="Orcs 7 (year IV)",
        buildings_of={"red": ("Fortress",)},
        soldiers={"red": 9},
    )
    asked = (game.asked, game.question, game.vp("red"))
    game.play(f"red: {answer}")

    assert asked == ("red", "use fortress", 0)
    assert (game.question, game.vp("red")) == ("take goods", points)


# Never asked


@pytest.mark.rule("option.optional-effects")
def test_what_cannot_pay_to_decline_is_never_asked():
    inn = optional(at="end", season="summer", players=2, buildings_of={"red": ("Inn",)})
    stable = optional(
        at="help", players=2, placed={"red": ("Sergeant",)}, buildings_of={"red": ("Palisade", "Stable")}
    )
    camp = optional(
        at="recruiting",
        players=2,
        modules=("rows",),
        buildings_of={"red": ("Improvised Defenses", "Recruiting Center", "Training Camp")},
        goods={"red": "2 gold"},
    )

    assert (inn.tokens("red"), stable.soldiers("red"), camp.soldiers("red")) == (1, 2, 1)


# Words


@pytest.mark.rule("option.optional-effects")
def test_the_question_and_its_text_name_the_effect_and_the_building():
    game = crane("2 gold, 1 wood, 1 stone").play("red: build Town Hall")

    assert text.describe_question(game.state) == "red decides whether to use what is saved on the Town Hall"
