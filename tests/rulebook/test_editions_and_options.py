"""Editions and options, what is asked and what is not, and which rules a game can be made with."""

from itertools import chain, combinations, combinations_with_replacement

import pytest

from kingsburg_env import Rules, new_games, rollout_batch, rules_of
from tests.given import Game, given, given_when

MODULES = ("rows", "governors", "army")
MODULE_SETS = list(chain.from_iterable(combinations(MODULES, count) for count in range(len(MODULES) + 1)))


def name_of(modules: tuple[str, ...]) -> str:
    return "+".join(modules) or "base game"


def mixes(count: int, *kinds: str) -> set[str]:
    """Every mix of so many goods of these kinds, as the options say it."""
    found = set()
    for mix in combinations_with_replacement(kinds, count):
        found.add(" + ".join(f"{mix.count(kind)} {kind}" for kind in kinds if kind in mix))
    return found


# The editions


@pytest.mark.rule("winter.die-then-card")
def test_the_second_edition_shows_the_card_after_the_kings_die():
    game = given(at="winter", edition="second")

    assert [line[:10] for line in game.told("the King's die", "the enemy is")] == ["the King's", "the enemy "]


@pytest.mark.rule("edition.card-then-die")
def test_the_first_edition_shows_the_card_before_the_kings_die():
    game = given(at="winter", edition="first")

    assert [line[:10] for line in game.told("the King's die", "the enemy is")] == ["the enemy ", "the King's"]


@pytest.mark.rule("winter.die-then-card")
@pytest.mark.rule("edition.card-then-die")
@pytest.mark.parametrize("seed", range(3))
def test_the_winters_of_both_editions_are_the_same_to_play(seed):
    second, first = (given(at="winter", edition=edition, seed=seed) for edition in ("second", "first"))

    assert sorted(first.history) == sorted(second.history)
    assert [first.vp(seat) for seat in first.order] == [second.vp(seat) for seat in second.order]


@pytest.mark.rule("module.army")
@pytest.mark.parametrize("edition", ["second", "first"])
def test_with_army_tokens_no_kings_die_is_rolled_and_the_card_comes_last(edition):
    game = given(players=2, at="winter", edition=edition, modules=("army",))
    game.play("red: put down army token 3", "blue: put down army token 0")
    told = game.told("the King's die", "shows army token", "the enemy is")

    assert told[:2] == ["red shows army token 3", "blue shows army token 0"]
    assert told[2].startswith("the enemy is")
    assert len(told) == 3


@pytest.mark.rule("winter.kings-die")
@pytest.mark.parametrize("edition", ["second", "first"])
def test_one_kings_die_is_rolled_for_all(edition):
    game = given_when(
        lambda game: game.happened("the King's die shows 4"), players=3, at="winter", edition=edition
    )

    assert game.told("(King's army)") == [
        f"{seat} gains 4 soldiers (King's army)" for seat in ("red", "blue", "green")
    ]


# The modules, in any combination


@pytest.mark.rule("module.rows")
@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize("modules", MODULE_SETS, ids=name_of)
def test_rows_A_and_G_can_be_built_with_their_module_only(edition, modules):  # noqa: N802 - the sheet's own letters
    game = given(at="build", edition=edition, modules=modules, goods={"red": "9 gold, 9 wood, 9 stone"})
    base = {"pass", "build Statue", "build Inn", "build Guard Tower", "build Palisade", "build Barricade"}
    added = {"build Sawmill", "build Improvised Defenses"}

    assert game.options("red") == (base | added if "rows" in modules else base)


@pytest.mark.rule("setup.pick-governor")
@pytest.mark.rule("setup.deal-governors")
@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize("modules", MODULE_SETS, ids=name_of)
def test_a_game_begins_with_governors_in_their_module_only(edition, modules):
    game = Game(new_games(1, Rules(edition=edition, modules=modules)))

    assert game.question == ("pick governor" if "governors" in modules else "take goods")
    assert len(game.options()) == 3


@pytest.mark.rule("module.army")
@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize("modules", MODULE_SETS, ids=name_of)
def test_army_tokens_are_dealt_in_their_module_only(edition, modules):
    game = given(at="winter", edition=edition, modules=modules)

    assert (game.question == "commit token") == ("army" in modules)
    assert game.army_tokens("red") == ([0, 1, 1, 2, 3, 4] if "army" in modules else [])


@pytest.mark.compiled
@pytest.mark.rule("frame.five-years")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize("modules", MODULE_SETS, ids=name_of)
def test_every_combination_is_played_to_its_end(players, edition, modules):
    games = new_games(3, Rules(num_players=players, edition=edition, modules=modules), seed=7)
    rollout_batch(games, seed=8)
    game = Game(games[:1])

    assert (game.asked, game.phase, game.year) == (None, "over", 5)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize(
    ("plus_two", "optional_effects"), [("season", False), ("group", False), ("season", True)]
)
def test_a_game_knows_its_rules(players, edition, plus_two, optional_effects):
    rules = Rules(players, edition, ("rows", "army"), plus_two, optional_effects)

    assert rules_of(new_games(1, rules)) == rules


# The printed rule of the +2 token


def two_tokens(plus_two: str, edition: str = "second") -> Game:
    """Red has put a +2 token beside his first group and has two more."""
    game = given(plus_two=plus_two, edition=edition, dice={"red": (1, 3, 5)}, tokens={"red": 3})
    return game.play("red: influence Architect with 1 and +2")


@pytest.mark.rule("option.plus-two-per-group")
def test_the_printed_rule_allows_a_plus_two_token_with_every_group():
    game = two_tokens("group")
    game.play("red: influence Sergeant with 3 and +2", "red: influence Astronomer with 5 and +2")

    assert game.told("red influences") == [
        "red influences the Architect with +2",
        "red influences the Sergeant with +2",
        "red influences the Astronomer with +2",
    ]
    # The Astronomer has given one back.
    assert game.tokens("red") == 1


@pytest.mark.rule("option.plus-two-per-group")
def test_the_printed_rule_allows_one_token_in_a_group_and_no_second():
    game = two_tokens("group")

    assert not game.can("red: influence Astronomer with 3 and +2")
    assert not game.can("red: influence Astronomer with 3")
    assert game.can("red: influence Sergeant with 3 and +2")


@pytest.mark.rule("option.plus-two-per-group")
def test_the_printed_rule_still_needs_a_token():
    game = given(plus_two="group", dice={"red": (1, 3, 5)}, tokens={"red": 1})
    game.play("red: influence Architect with 1 and +2")

    assert not [option for option in game.options("red") if "+2" in option]


@pytest.mark.rule("influence.one-plus-two")
@pytest.mark.parametrize("edition", ["second", "first"])
def test_by_default_one_plus_two_token_a_season_may_be_placed(edition):
    game = two_tokens("season", edition)

    assert Rules(edition=edition).plus_two == "season"
    assert not [option for option in game.options("red") if "+2" in option]


@pytest.mark.rule("influence.one-plus-two")
def test_in_the_next_season_a_plus_two_token_may_be_placed_again():
    game = two_tokens("season")
    game.pass_until(
        lambda game: game.phase == "summer" and game.asked == "red" and game.question == "influence"
    )

    assert [option for option in game.options("red") if "+2" in option]


# Making rules


def test_rules_without_a_word_are_the_second_edition_for_four_without_modules():
    assert Rules() == Rules(
        num_players=4, edition="second", modules=(), plus_two="season", optional_effects=False
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_can_play(players):
    game = Game(new_games(1, Rules(num_players=players)))

    assert len(game.order) == players


@pytest.mark.parametrize("players", [0, 1, 6, -1, 4.5, True, "4", None])
def test_a_wrong_number_of_players_is_refused_with_the_allowed_ones(players):
    with pytest.raises(ValueError, match=r"num_players=.*: must be one of 2, 3, 4, 5$"):
        Rules(num_players=players)


@pytest.mark.parametrize("edition", ["third", "Second", "", 2, None])
def test_a_wrong_edition_is_refused_with_the_allowed_ones(edition):
    with pytest.raises(ValueError, match=r"edition=.*: must be one of 'second', 'first'$"):
        Rules(edition=edition)


@pytest.mark.rule("option.optional-effects")
@pytest.mark.parametrize("optional_effects", ["yes", "", 1, None, 0.0])
def test_effects_neither_optional_nor_not_are_refused(optional_effects):
    with pytest.raises(ValueError, match=r"optional_effects=.*: must be one of False, True$"):
        Rules(optional_effects=optional_effects)


@pytest.mark.parametrize("plus_two", ["year", "", 2, None, True])
def test_a_wrong_plus_two_rule_is_refused_with_the_allowed_ones(plus_two):
    with pytest.raises(ValueError, match=r"plus_two=.*: must be one of 'season', 'group'$"):
        Rules(plus_two=plus_two)


@pytest.mark.parametrize(
    "modules", [("dragons",), ("rows", "Governors"), ("rows", 3), "rows", "army", 3, None, True]
)
def test_wrong_modules_are_refused_with_the_allowed_ones(modules):
    with pytest.raises(
        ValueError, match=r"modules=.*: must be a tuple of any of 'rows', 'governors', 'army'$"
    ):
        Rules(modules=modules)


def test_the_refusal_names_the_wrong_module():
    with pytest.raises(ValueError, match="'dragons'"):
        Rules(modules=("rows", "dragons"))


@pytest.mark.parametrize(
    "modules", [("army", "rows"), ["army", "rows"], ("rows", "army", "army"), {"army", "rows"}]
)
def test_modules_may_be_named_in_any_order_and_are_kept_in_theirs(modules):
    assert Rules(modules=modules).modules == ("rows", "army")


def test_rules_are_fixed_once_made():
    rules = Rules()

    with pytest.raises(AttributeError):
        rules.num_players = 3


# What is not asked: gains, looks, discounts


@pytest.mark.rule("ruling.gifts-are-taken")
@pytest.mark.parametrize(
    ("advisor", "gains"),
    [
        ("Jester", ["1 VP (advisor)"]),
        ("Squire", ["1 gold (advisor)"]),
        ("Architect", ["1 wood (advisor)"]),
        ("Sergeant", ["1 soldier (advisor)"]),
        ("Treasurer", ["2 gold (advisor)"]),
        ("General", ["2 soldiers (advisor)"]),
        ("Champion", ["3 stone (advisor)"]),
        ("Inventor", ["1 gold (advisor)", "1 wood (advisor)", "1 stone (advisor)"]),
        ("Wizard", ["4 gold (advisor)"]),
        ("King", ["1 gold (advisor)", "1 wood (advisor)", "1 stone (advisor)", "1 soldier (advisor)"]),
    ],
)
def test_nobody_is_asked_about_a_gift_without_a_choice(advisor, gains):
    game = given(at="help", placed={"red": (advisor,)}, goods={"red": "2 gold"})

    assert game.told("red gains") == [f"red gains {gain}" for gain in gains]
    assert (game.asked, game.question) == ("red", "build")


@pytest.mark.rule("help.look")
def test_nobody_is_asked_about_a_look_at_the_enemy_card():
    game = given(at="help", placed={"red": ("General",)}, goods={"red": "2 gold"})

    assert game.has_looked("red")
    assert game.question == "build"


TOWN = ("Barricade", "Crane", "Town Hall", "Embassy")
FARM = ("Inn", "Market", "Farms", "Merchants' Guild")
CAMP = ("Improvised Defenses", "Recruiting Center", "Training Camp")


@pytest.mark.parametrize(
    ("position", "gain"),
    [
        pytest.param({"at": "aid", "goods": {"blue": "1 gold"}}, "red gets 1 bonus dice", id="King's aid"),
        pytest.param({"at": "reward"}, "red gains 1 VP (King's reward)", id="King's reward"),
        pytest.param(
            {"at": "envoy", "goods": {"blue": "1 gold"}}, "the King's envoy comes to red", id="envoy"
        ),
        pytest.param({"at": "start", "buildings_of": {"red": FARM}}, "red gets 1 bonus dice", id="Farms"),
        pytest.param(
            {"at": "start", "buildings_of": {"red": FARM}},
            "red gains 1 gold (Merchants' Guild)",
            id="Merchants' Guild",
        ),
        pytest.param(
            {"at": "start", "season": "summer", "governors_of": {"red": "Fairy"}},
            "red gets 1 bonus dice",
            id="Fairy",
        ),
        pytest.param({"at": "end", "buildings_of": {"red": TOWN}}, "red gains 1 VP (embassy)", id="Embassy"),
        pytest.param(
            {"at": "end", "season": "summer", "buildings_of": {"red": ("Inn",)}},
            "red gains 1 +2 token (inn)",
            id="Inn",
        ),
        pytest.param(
            {"at": "end", "governors_of": {"red": "Preacher"}}, "red gains 1 VP (governor)", id="Preacher"
        ),
        pytest.param(
            {"at": "recruiting", "buildings_of": {"red": CAMP}},
            "red gains 1 soldier (training camp)",
            id="Training Camp",
        ),
        pytest.param(
            {"at": "year end", "governors_of": {"red": "Miner"}}, "red gains 2 gold (governor)", id="Miner"
        ),
        pytest.param(
            {"at": "year end", "governors_of": {"red": "Minstrel"}},
            "red gains 2 VP (governor)",
            id="Minstrel",
        ),
        pytest.param(
            {"at": "winter", "soldiers": {"red": 9}},
            "red gains 1 VP (highest strength)",
            id="highest strength",
        ),
    ],
)
def test_nobody_is_asked_about_a_gain(position, gain):
    game = given(players=2, modules=("rows", "governors"), **position)

    # Told before the first question of the position.
    assert gain in game.history


@pytest.mark.rule("building.crane")
@pytest.mark.rule("governor.carpenter")
@pytest.mark.rule("governor.sculptor")
@pytest.mark.parametrize(
    ("governor", "left"),
    [("Miner", "1 gold"), ("Carpenter", "1 gold + 1 wood"), ("Sculptor", "1 gold + 1 stone")],
    ids=["Crane", "Crane and Carpenter", "Crane and Sculptor"],
)
def test_nobody_is_asked_about_a_discount(governor, left):
    game = given(
        at="build",
        modules=("governors",),
        governors_of={"red": governor},
        buildings_of={"red": ("Inn", "Market", "Barricade", "Crane")},
        goods={"red": "2 gold, 3 wood, 1 stone"},
    )
    game.play("red: build Farms")

    assert game.goods("red") == left


# What is asked: whatever costs something, re-rolls or changes dice, or offers a choice

QUARRY = ("Sawmill", "Quarry", "Goldsmith")


@pytest.mark.parametrize(
    ("position", "question", "options"),
    [
        pytest.param(
            {"at": "help", "placed": {"red": ("Alchemist",)}, "goods": {"red": "1 gold, 2 stone"}},
            "alchemy",
            {"pass", "1 gold", "1 stone"},
            id="Alchemist",
        ),
        pytest.param(
            {"at": "help", "placed": {"red": ("Smuggler",)}},
            "smuggle",
            {"pass"} | mixes(3, "gold", "wood", "stone"),
            id="Smuggler",
        ),
        pytest.param(
            {
                "at": "end",
                "buildings_of": {"red": TOWN[:3]},
                "goods": {"red": "1 gold, 2 wood"},
                "tokens": {"red": 1},
            },
            "end season",
            {
                "pass",
                "pay gold at the Town Hall",
                "pay wood at the Town Hall",
                "pay a +2 token at the Town Hall",
            },
            id="Town Hall",
        ),
        pytest.param(
            {
                "at": "end",
                "season": "summer",
                "buildings_of": {"red": QUARRY},
                "goods": {"red": "1 gold, 1 wood, 1 stone"},
            },
            "end season",
            {"pass", "sell wood at the Sawmill", "sell stone at the Quarry", "sell gold at the Goldsmith"},
            id="Sawmill, Quarry, Goldsmith",
        ),
        pytest.param(
            {
                "at": "recruiting",
                "buildings_of": {"red": CAMP[:2]},
                "tokens": {"red": 1},
                "goods": {"red": "3 gold"},
            },
            "recruit",
            {"pass", "pay a +2 token for a soldier", "2 gold"},
            id="recruiting",
        ),
        pytest.param(
            {"at": "dice", "dice": {"red": (2, 2, 2)}, "buildings_of": {"red": ("Statue", "Chapel")}},
            "reroll",
            {"pass", "re-roll an own die with the Statue", "re-roll all dice with the Chapel"},
            id="Statue and Chapel",
        ),
        pytest.param(
            {"at": "dice", "dice": {"red": (2, 2, 2)}, "governors_of": {"red": "Philosopher"}},
            "reroll",
            {"pass", "re-roll all dice with the Philosopher"},
            id="Philosopher",
        ),
        pytest.param(
            {"at": "dice", "dice": {"red": (2, 2, 2)}, "governors_of": {"red": "Prince"}},
            "change",
            {"pass", "set own dice to 3, 4 and 6"},
            id="Prince",
        ),
        pytest.param(
            {"at": "dice", "dice": {"red": (2, 2, 2)}, "governors_of": {"red": "Trickster"}},
            "reroll",
            {"pass", "turn an own 2 into 1", "turn an own 2 into 3"},
            id="Trickster",
        ),
        pytest.param(
            {"at": "duke", "placed": {"red": ("King",)}, "governors_of": {"red": "Duke"}},
            "move to duchess",
            {"pass", "move to the Duchess"},
            id="Duke",
        ),
        pytest.param(
            {"at": "start", "governors_of": {"red": "Priest"}},
            "bless",
            {"pass", "ask the blessing"},
            id="Priest",
        ),
        pytest.param(
            {
                "at": "new year",
                "year": 2,
                "governors_of": {"red": "Sorcerer"},
                "buildings_of": {"red": ("Inn", "Statue")},
            },
            "sorcery",
            {
                "pass",
                "build Sawmill",
                "build Guard Tower",
                "build Palisade",
                "build Barricade",
                "build Improvised Defenses",
            },
            id="Sorcerer",
        ),
        pytest.param(
            {"at": "borrowing", "governors_of": {"red": "Borrower"}},
            "take goods",
            mixes(4, "gold", "wood", "stone"),
            id="Borrower",
        ),
        pytest.param({"at": "aid"}, "take goods", mixes(1, "gold", "wood", "stone"), id="King's aid"),
        pytest.param(
            {"at": "winter", "year": 4, "enemy": "Demons 6 (year IV)", "goods": {"red": "3 gold, 2 wood"}},
            "lose goods",
            {"3 gold + 1 wood", "2 gold + 2 wood"},
            id="losses",
        ),
    ],
)
def test_whatever_costs_or_changes_or_offers_something_is_asked_with_every_option(
    position, question, options
):
    if "enemy" in position:
        game = given_when(
            lambda game: game.happened("the King's die shows 1"),
            players=2,
            modules=("rows", "governors"),
            **position,
        )
    else:
        game = given(players=2, modules=("rows", "governors"), **position)

    assert (game.asked, game.question) == ("red", question)
    assert game.options() == options


@pytest.mark.rule("help.goods-of-choice")
@pytest.mark.parametrize(
    ("advisor", "options"),
    [
        ("Merchant", mixes(1, "gold", "wood")),
        ("Astronomer", mixes(1, "gold", "wood", "stone")),
        ("Master Hunter", mixes(1, "gold", "stone")),
        ("Swordsmith", mixes(1, "gold", "wood")),
        ("Duchess", mixes(2, "gold", "wood", "stone")),
        ("Queen", mixes(2, "gold", "wood", "stone")),
    ],
)
def test_a_gift_with_a_choice_offers_every_choice(advisor, options):
    game = given(at="help", placed={"red": (advisor,)})

    assert game.options("red") == options


@pytest.mark.rule("winter.reward")
def test_a_reward_of_choice_is_asked():
    game = given(players=2, at="winter", year=4, enemy="Orcs 7 (year IV)", soldiers={"red": 9})

    assert (game.asked, game.question) == ("red", "take goods")
    assert game.options() == mixes(1, "gold", "wood", "stone")


@pytest.mark.rule("influence.which-dice")
def test_which_dice_make_a_total_is_the_players_choice():
    game = given(dice={"red": (1, 2, 3)})

    assert game.can("red: influence Architect with 3")
    assert game.can("red: influence Architect with 1+2")


# A decision with exactly one legal option is played by itself


@pytest.mark.rule("frame.one-option-is-played")
def test_who_can_build_nothing_is_not_asked_to_build():
    game = given(players=2, at="build", goods={"red": "1 gold", "blue": "2 gold"})

    assert (game.asked, game.question) == ("blue", "build")


@pytest.mark.rule("frame.one-option-is-played")
def test_who_owns_nothing_is_not_asked_by_the_alchemist():
    game = given(players=2, at="help", placed={"red": ("Alchemist",)}, goods={"blue": "2 gold"})

    assert game.happened("the Alchemist helps red")
    assert (game.asked, game.question) == ("blue", "build")


@pytest.mark.rule("frame.one-option-is-played")
@pytest.mark.parametrize("left", [(3,), (1, 1)], ids=["one token", "two alike"])
def test_the_only_kind_of_army_token_is_put_down_by_itself(left):
    game = given(players=2, at="winter", year=5, modules=("army",), army_tokens={"red": left, "blue": (0, 4)})

    assert game.asked == "blue"
    game.play("blue: put down army token 0")
    assert game.happened(f"red shows army token {left[0]}")


@pytest.mark.rule("frame.one-option-is-played")
@pytest.mark.parametrize(
    ("goods", "left"), [("3 gold", "1 gold"), ("1 gold, 1 wood", "nothing"), ("1 wood", "nothing")]
)
def test_losses_without_a_choice_are_not_asked(goods, left):
    # Orcs 7 take 2 goods of choice; the King's die alone never stands against them.
    game = given(players=2, at="winter", year=4, enemy="Orcs 7 (year IV)", goods={"red": goods})

    assert game.goods("red") == left
    assert game.phase != "winter"


@pytest.mark.rule("frame.one-option-is-played")
def test_dice_without_a_choice_are_placed_without_a_question():
    game = given(dice={"red": (2, 2, 6), "blue": (1, 1, 1)})
    game.play("red: influence Treasurer")

    assert game.told("red uses") == ["red uses an own die: 2", "red uses an own die: 6"]
    assert game.asked == "blue"


@pytest.mark.rule("frame.one-option-is-played")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("modules", [(), MODULES], ids=name_of)
def test_nobody_is_ever_asked_with_fewer_than_two_options(seed, modules):
    game = Game(new_games(1, Rules(num_players=2, modules=modules), seed=seed))
    fewest = len(game.options())
    while game.asked and game.year < 3:
        game.play(f"{game.asked}: {max(game.options())}")
        fewest = min(fewest, len(game.options()) if game.asked else fewest)

    assert fewest >= 2
