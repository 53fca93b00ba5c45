"""The sixteen governors (module 2): every clause of what they do."""

import pytest

from kingsburg_env import text
from kingsburg_env.engine.names import Advisor
from tests import given as words
from tests.given import COLOURS, given

ORDINARY = {"blue": (6, 6, 6), "green": (6, 6, 6), "yellow": (6, 6, 6)}


@pytest.fixture(autouse=True, params=[0, 1], ids=["seat 0", "seat 1"])
def _seat_of_red(request, monkeypatch):
    """Red, who has the governor, sits in seat 0 and in seat 1; a loop must not leave its first seat out."""
    red, blue, *others = COLOURS
    seats = ((red, blue, *others), (blue, red, *others))[request.param]
    monkeypatch.setattr(words, "SEATS", seats)
    monkeypatch.setattr(text, "SEATS", seats)


def governed(governor, modules=(), **position):
    """A position in which red has this governor and nobody else has one."""
    return given(modules=(*modules, "governors"), governors_of={"red": governor}, **position)


def rolled(governor, faces, *standing, bonus=(), **position):
    return governed(
        governor,
        at="dice",
        dice={"red": faces} | ORDINARY,
        bonus_dice={"red": bonus} if bonus else {},
        buildings_of={"red": standing},
        **position,
    )


# Prince


@pytest.mark.rule("governor.prince")
@pytest.mark.parametrize(("faces", "bonus"), [((1, 2, 3), ()), ((1, 1, 6), ()), ((1, 2, 3), (2,))])
def test_prince_may_set_his_own_dice_to_3_4_and_6_at_a_total_of_eight_or_less(faces, bonus):
    game = rolled("Prince", faces, bonus=bonus)
    assert game.options("red") == {"pass", "set own dice to 3, 4 and 6"}
    game.play("red: set own dice to 3, 4 and 6")

    assert game.dice("red") == sorted(["3", "4", "6", *(f"{face}*" for face in bonus)])
    assert game.question == "influence"


@pytest.mark.rule("governor.prince")
@pytest.mark.parametrize(("faces", "bonus"), [((1, 2, 6), ()), ((1, 2, 3), (3,))])
def test_prince_does_nothing_at_a_total_above_eight(faces, bonus):
    game = rolled("Prince", faces, bonus=bonus)

    assert game.question == "influence"


@pytest.mark.rule("governor.prince")
def test_prince_may_leave_the_dice_as_they_are():
    game = rolled("Prince", (1, 2, 3))
    game.play("red: pass")

    assert game.dice("red") == ["1", "2", "3"]


@pytest.mark.rule("governor.prince")
def test_prince_comes_after_all_re_rolls():
    game = rolled("Prince", (1, 2, 3), "Statue", "Chapel")
    assert game.options("red") == {"pass", "re-roll all dice with the Chapel"}
    game.play("red: pass")

    assert game.options("red") == {"pass", "set own dice to 3, 4 and 6"}


@pytest.mark.rule("governor.prince")
def test_princes_new_dice_make_the_turn_order():
    game = governed("Prince", players=2, at="dice", dice={"red": (1, 2, 3), "blue": (4, 4, 4)})
    game.play("red: set own dice to 3, 4 and 6")

    assert game.order == ["blue", "red"]


# Sorcerer


def year_three(modules=(), **position):
    return governed("Sorcerer", modules=modules, at="new year", year=2, **position)


@pytest.mark.rule("governor.sorcerer")
def test_sorcerer_may_build_any_of_column_one_before_the_kings_aid_of_year_three():
    game = year_three()

    assert (game.year, game.phase, game.question) == (3, "new year", "sorcery")
    assert game.options("red") == {
        "pass",
        "build Statue",
        "build Inn",
        "build Guard Tower",
        "build Palisade",
        "build Barricade",
    }


@pytest.mark.rule("governor.sorcerer")
def test_sorcerer_builds_up_to_three_free_and_without_points():
    game = year_three(goods={"red": "1 gold"})
    game.play("red: build Statue", "red: build Guard Tower", "red: build Inn")

    assert game.buildings("red") == {"Statue", "Guard Tower", "Inn"}
    assert game.vp("red") == 0
    assert game.goods("red") == "1 gold"
    assert game.question != "sorcery"


@pytest.mark.rule("governor.sorcerer")
@pytest.mark.parametrize("wanted", [[], ["Statue"], ["Statue", "Inn"]])
def test_sorcerer_may_stop_before_three(wanted):
    game = year_three()
    game.play(*(f"red: build {building}" for building in wanted), "red: pass")

    assert game.buildings("red") == set(wanted)
    assert game.question != "sorcery"


@pytest.mark.rule("governor.sorcerer")
def test_sorcerer_builds_nothing_twice():
    game = year_three(buildings_of={"red": ["Statue", "Inn", "Market"]})
    game.play("red: build Palisade")

    assert game.options("red") == {"pass", "build Guard Tower", "build Barricade"}


@pytest.mark.rule("governor.sorcerer")
@pytest.mark.parametrize("year", [0, 1, 3, 4])
def test_sorcerer_does_nothing_in_other_years(year):
    game = governed("Sorcerer", at="new year", year=year)

    assert game.year == year + 1
    assert game.question != "sorcery"


@pytest.mark.rule("governor.sorcerer")
def test_the_points_of_a_building_made_by_sorcery_are_lost_with_it():
    def fight_with_a_conjured_statue(seed):
        game = year_three(players=2, modules=("army",), army_tokens={"red": (0,), "blue": (0,)}, seed=seed)
        game.play("red: build Statue", "red: pass")
        return game.pass_until(lambda game: game.year == 4)

    # Three of the five enemies of the year destroy a building.
    stories = [fight_with_a_conjured_statue(seed).history for seed in range(8)]
    destroyed = [story for story in stories if "red loses the Statue" in story]

    assert destroyed
    assert all("red gives 3 VP (destroyed)" in story for story in destroyed)
    assert not any("red gains 3 VP (building)" in story for story in destroyed)


# Duke


@pytest.mark.rule("governor.duke")
def test_duke_may_move_his_highest_group_to_the_duchess():
    game = governed(
        "Duke", at="duke", season="summer", placed={"red": ["Squire", "Master Hunter"], "blue": ["King"]}
    )
    assert game.options("red") == {"pass", "move to the Duchess"}
    game.play("red: move to the Duchess")

    assert game.happened("the Squire helps red")
    assert game.happened("the Duchess helps red")
    assert not game.happened("the Master Hunter helps red")


@pytest.mark.rule("governor.duke")
def test_duke_leaves_nothing_behind_where_his_group_stood():
    game = governed("Duke", at="duke", placed={"red": ["Inventor"], "blue": ["Astronomer"]})
    game.play("red: move to the Duchess")

    assert "Duchess (red" in game.court()
    assert "Inventor" not in game.court()


@pytest.mark.rule("governor.duke")
def test_duke_leaves_his_second_group_and_neutral_dice_behind():
    two = governed("Duke", at="duke", placed={"red": ["Queen", "Queen"], "blue": ["Astronomer"]})
    neutral = governed(
        "Duke", players=2, at="duke", placed={"red": ["Queen"], "blue": ["Astronomer"]}, neutral=["Queen"]
    )

    for game in (two, neutral):
        game.play("red: move to the Duchess")
        assert "Queen" in game.court()


@pytest.mark.rule("governor.duke")
def test_duke_leaves_the_dice_of_the_last_player_behind():
    game = governed("Duke", at="duke", placed={"red": ["Queen"], "yellow": ["Queen"]})
    game.play("red: move to the Duchess")

    assert game.state.taken >> Advisor.QUEEN & 1


@pytest.mark.rule("governor.duke")
def test_duke_acts_right_after_the_influence_step():
    game = governed("Duke", players=2, dice={"red": (6, 6, 6), "blue": (1, 1, 1)})
    game.play("red: influence King with 6+6+6", "blue: pass")

    assert (game.asked, game.question) == ("red", "move to duchess")
    assert not game.happened(" helps ")


@pytest.mark.rule("governor.duke")
def test_duke_may_leave_his_group_where_it_is():
    game = governed("Duke", at="duke", season="summer", placed={"red": ["Champion"]})
    game.play("red: pass")

    assert game.goods("red") == "3 stone"


@pytest.mark.rule("governor.duke")
@pytest.mark.parametrize("there", ["red", "blue"])
def test_duke_does_nothing_if_somebody_is_with_the_duchess(there):
    placed = {"red": ["Jester"], "blue": ["Squire"]}
    placed[there] = [*placed[there], "Duchess"]
    game = governed("Duke", at="duke", placed=placed)

    assert (game.asked, game.question) == (there, "take goods")


@pytest.mark.rule("governor.duke")
def test_duke_without_a_group_is_not_asked():
    game = governed("Duke", at="duke", placed={"blue": ["Merchant"]})

    assert (game.asked, game.question) == ("blue", "take goods")


# Preacher


@pytest.mark.rule("governor.preacher")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
@pytest.mark.parametrize(
    ("builders", "points"),
    [
        (["red", "blue", "green"], 1),
        (["blue", "green", "yellow"], 1),
        ([], 1),
        (["red", "blue", "green", "yellow"], 0),
    ],
)
def test_preacher_scores_a_point_in_a_season_in_which_somebody_did_not_build(season, builders, points):
    game = governed("Preacher", at="end", season=season, built_this_season=builders)

    assert game.history.count("red gains 1 VP (governor)") == points


@pytest.mark.rule("governor.preacher")
def test_preacher_looks_at_what_was_really_built():
    goods = {"red": "2 gold", "blue": "2 gold"}
    all_build = governed("Preacher", players=2, at="build", season="summer", goods=goods)
    one_passes = all_build.copy()
    all_build.play("red: build Statue", "blue: build Statue")
    one_passes.play("red: build Statue", "blue: pass")

    assert (all_build.vp("red"), one_passes.vp("red")) == (3, 3 + 1)


# Fairy


@pytest.mark.rule("governor.fairy")
@pytest.mark.parametrize(("season", "dice"), [("spring", 3), ("summer", 4), ("autumn", 3)])
def test_fairy_brings_a_bonus_die_every_summer(season, dice):
    game = governed("Fairy", at="start", season=season)

    assert len(game.dice("red")) == dice
    assert len(game.dice("blue")) == 3


@pytest.mark.rule("governor.fairy")
def test_fairy_adds_to_the_farms():
    game = governed("Fairy", at="start", season="summer", buildings_of={"red": ["Inn", "Market", "Farms"]})

    assert game.bonus("red") == 2


# Philosopher

PHILOSOPHY = "re-roll all dice with the Philosopher"


def total(game):
    return sum(int(die[0]) for die in game.dice("red"))


@pytest.mark.rule("governor.philosopher")
@pytest.mark.parametrize(
    ("faces", "bonus", "offered"),
    [((2, 3, 5), (), True), ((2, 3, 6), (), False), ((2, 3, 4), (1,), True), ((2, 3, 4), (2,), False)],
)
def test_philosopher_may_re_roll_a_total_of_ten_or_less(faces, bonus, offered):
    game = rolled("Philosopher", faces, bonus=bonus)

    assert (PHILOSOPHY in game.options("red")) == offered


@pytest.mark.rule("governor.philosopher")
def test_philosopher_re_rolls_all_dice():
    game = rolled("Philosopher", (1, 2, 3), bonus=(1,))
    game.play(f"red: {PHILOSOPHY}")

    assert len([line for line in game.events if line.startswith("red re-rolls")]) == 4


@pytest.mark.rule("governor.philosopher")
@pytest.mark.parametrize(("after", "points"), [(10, 1), (7, 1), (11, 0), (14, 0)])
def test_philosopher_scores_a_point_if_the_total_is_again_ten_or_less(after, points):
    game = rolled("Philosopher", (2, 3, 4)).play_until(
        f"red: {PHILOSOPHY}", lambda game: total(game) == after
    )

    assert game.question == "influence"
    assert game.vp("red") == points


@pytest.mark.rule("governor.philosopher")
def test_philosopher_may_leave_the_dice_and_scores_nothing_then():
    game = rolled("Philosopher", (2, 3, 4))
    game.play("red: pass")

    assert game.vp("red") == 0
    assert game.dice("red") == ["2", "3", "4"]


@pytest.mark.rule("governor.philosopher")
def test_philosopher_works_once_a_season():
    game = rolled("Philosopher", (2, 3, 4)).play_until(f"red: {PHILOSOPHY}", lambda game: total(game) == 6)

    assert game.question == "influence"


@pytest.mark.rule("governor.philosopher")
def test_philosopher_comes_before_or_after_statue_and_chapel():
    game = rolled("Philosopher", (2, 2, 2), "Statue", "Chapel")
    assert game.options("red") == {
        "pass",
        PHILOSOPHY,
        "re-roll all dice with the Chapel",
        "re-roll an own die with the Statue",
    }
    chapel_first = game.play_until(
        "red: re-roll all dice with the Chapel", lambda game: game.dice("red") == ["2", "3", "5"]
    )
    philosopher_first = game.play_until(
        f"red: {PHILOSOPHY}", lambda game: game.dice("red") == ["1", "2", "4"]
    )

    assert chapel_first.options("red") == {"pass", PHILOSOPHY}
    assert philosopher_first.options("red") == {"pass", "re-roll all dice with the Chapel"}


@pytest.mark.rule("governor.philosopher")
@pytest.mark.parametrize(("then", "points"), [("pass", 1), ("re-roll all dice with the Chapel", 0)])
def test_philosopher_scores_only_if_nothing_changes_the_dice_after_him(then, points):
    game = rolled("Philosopher", (2, 2, 3), "Statue", "Chapel")
    game = game.play_until(f"red: {PHILOSOPHY}", lambda game: game.dice("red") == ["1", "2", "4"])
    game = game.play_until(f"red: {then}", lambda game: total(game) <= 10)

    assert game.vp("red") == points


# Trickster


@pytest.mark.rule("governor.trickster")
@pytest.mark.parametrize(
    ("change", "dice"), [("turn an own 2 into 1", ["1", "2", "6"]), ("turn an own 2 into 3", ["2", "3", "6"])]
)
def test_trickster_may_turn_one_two_into_one_or_three(change, dice):
    game = rolled("Trickster", (2, 2, 6))
    assert game.options("red") == {"pass", "turn an own 2 into 1", "turn an own 2 into 3"}
    game.play(f"red: {change}")

    assert game.dice("red") == dice
    assert game.question == "influence"


@pytest.mark.rule("governor.trickster")
def test_trickster_may_turn_a_bonus_die():
    game = rolled("Trickster", (4, 5, 6), bonus=(2,))
    assert game.options("red") == {"pass", "turn a bonus 2 into 1", "turn a bonus 2 into 3"}
    game.play("red: turn a bonus 2 into 3")

    assert game.dice("red") == ["3*", "4", "5", "6"]


@pytest.mark.rule("governor.trickster")
def test_trickster_may_leave_the_dice_as_they_are():
    game = rolled("Trickster", (2, 5, 6))
    game.play("red: pass")

    assert game.dice("red") == ["2", "5", "6"]


@pytest.mark.rule("governor.trickster")
def test_trickster_needs_a_two():
    game = rolled("Trickster", (1, 3, 4), bonus=(5,))

    assert game.question == "influence"


# Priest


def start_with_priest(season="spring", **position):
    return governed("Priest", at="start", season=season, **position)


@pytest.mark.rule("governor.priest")
def test_priests_blessing_gives_a_die_to_those_without_and_a_point_to_those_with_one():
    farms = ["Inn", "Market", "Farms"]
    game = start_with_priest(buildings_of={"blue": farms, "green": farms})
    assert game.options("red") == {"pass", "ask the blessing"}
    game.play("red: ask the blessing")

    assert [game.bonus(seat) for seat in ("red", "blue", "green", "yellow")] == [1, 1, 1, 1]
    assert [game.vp(seat) for seat in ("red", "blue", "green", "yellow")] == [0, 1, 1, 0]
    assert [len(game.dice(seat)) for seat in ("red", "blue", "green", "yellow")] == [4, 4, 4, 4]


@pytest.mark.rule("governor.priest")
def test_priest_is_asked_after_every_other_bonus_die_is_given():
    game = governed("Priest", at="aid", goods={"red": "1 gold", "green": "1 gold", "yellow": "1 gold"})
    assert game.question == "bless"
    assert game.bonus("blue") == 1
    game.play("red: ask the blessing")

    assert game.vp("blue") == 1


@pytest.mark.rule("governor.priest")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_priest_may_wait_for_any_productive_season(season):
    game = start_with_priest(season)
    assert game.question == "bless"
    game.play("red: pass")

    assert [game.bonus(seat) for seat in ("red", "blue", "green", "yellow")] == [0, 0, 0, 0]


@pytest.mark.rule("governor.priest")
def test_priest_who_waited_is_asked_again_next_season():
    game = start_with_priest("spring")
    game.play("red: pass")
    game.pass_until(lambda game: game.question == "bless")

    assert game.phase == "summer"


@pytest.mark.rule("governor.priest")
def test_priest_blesses_once_a_year():
    game = start_with_priest("spring")
    game.play("red: ask the blessing")
    game.pass_until(lambda game: game.question == "bless")

    assert (game.year, game.phase) == (2, "spring")


# Tax Collector

CATHEDRAL_NEXT = ["Statue", "Chapel", "Church"]


@pytest.mark.rule("governor.tax-collector")
def test_tax_collector_takes_a_good_at_once_when_an_opponent_builds_in_column_four():
    game = governed(
        "Tax Collector",
        at="build",
        buildings_of={"blue": CATHEDRAL_NEXT},
        goods={"blue": "5 gold, 3 stone", "green": "2 gold"},
    )
    game.play("blue: build Cathedral")
    assert (game.asked, game.options()) == ("red", {"1 gold", "1 wood", "1 stone"})
    game.play("red: 1 wood")

    assert game.goods("red") == "1 wood"
    assert game.asked == "green"


@pytest.mark.rule("governor.tax-collector")
def test_tax_collector_takes_a_good_each_time():
    game = governed(
        "Tax Collector",
        at="build",
        order=("blue", "green", "red", "yellow"),
        buildings_of={"blue": CATHEDRAL_NEXT, "green": CATHEDRAL_NEXT},
        goods={"blue": "5 gold, 3 stone", "green": "5 gold, 3 stone"},
    )
    game.play("blue: build Cathedral", "red: 1 gold", "green: build Cathedral", "red: 1 stone")

    assert game.history.count("red gains 1 gold (governor)") == 1
    assert game.history.count("red gains 1 stone (governor)") == 1


@pytest.mark.rule("governor.tax-collector")
def test_tax_collector_takes_nothing_for_his_own_building():
    game = governed(
        "Tax Collector",
        at="build",
        buildings_of={"red": CATHEDRAL_NEXT},
        goods={"red": "5 gold, 3 stone", "blue": "2 gold"},
    )
    game.play("red: build Cathedral")

    assert (game.asked, game.question) == ("blue", "build")


@pytest.mark.rule("governor.tax-collector")
def test_tax_collector_takes_nothing_for_other_columns():
    game = governed(
        "Tax Collector",
        at="build",
        buildings_of={"blue": CATHEDRAL_NEXT[:2]},
        goods={"blue": "3 gold, 1 wood, 2 stone", "green": "2 gold"},
    )
    game.play("blue: build Church")

    assert (game.asked, game.question) == ("green", "build")


# Borrower


@pytest.mark.rule("governor.borrower")
def test_borrower_begins_with_four_goods_of_any_mix_and_minus_three_points():
    game = governed("Borrower", at="borrowing", year=0)
    assert (game.asked, game.question) == ("red", "take goods")
    assert len(game.options()) == 15
    assert {"4 gold", "1 gold + 1 wood + 2 stone", "4 stone"} <= game.options()
    game.play("red: 1 gold + 1 wood + 2 stone")

    assert game.goods("red") == "1 gold + 1 wood + 2 stone"
    assert game.vp("red") == -3


@pytest.mark.rule("governor.borrower")
def test_borrower_borrows_once():
    game = governed("Borrower", at="new year", year=1)

    assert (game.vp("red"), game.goods("red")) == (0, "nothing")


# Minstrel


@pytest.mark.rule("governor.minstrel")
@pytest.mark.parametrize(
    ("mine", "others", "points"),
    [
        pytest.param(5, (5, 8, 2), 1, id="another has exactly as many"),
        pytest.param(2, (5, 8, 9), 1, id="nobody has fewer"),
        pytest.param(2, (2, 8, 9), 2, id="both"),
        pytest.param(2, (2, 2, 2), 2, id="everybody has the same"),
        pytest.param(5, (4, 8, 9), 0, id="neither"),
        pytest.param(9, (4, 8, 7), 0, id="the most"),
        pytest.param(-1, (0, 0, 0), 1, id="below zero"),
    ],
)
@pytest.mark.parametrize("year", [1, 5])
def test_minstrel_scores_for_company_and_for_being_last_at_the_end_of_every_year(mine, others, points, year):
    points_of = dict(zip(("red", "blue", "green", "yellow"), (mine, *others), strict=True))
    game = governed("Minstrel", at="year end", year=year, vp=points_of)

    assert game.vp("red") == mine + points


@pytest.mark.rule("governor.minstrel")
@pytest.mark.parametrize(("reds", "points"), [(5, 1), (4, 0)])
def test_minstrel_looks_at_the_first_seat_too(reds, points):
    game = given(
        at="year end",
        players=3,
        modules=("governors",),
        governors_of={"blue": "Minstrel"},
        vp={"red": reds, "blue": 5, "green": 3},
    )

    assert game.vp("blue") == 5 + points


@pytest.mark.rule("governor.minstrel")
def test_minstrel_comes_last_of_all():
    game = governed(
        "Minstrel",
        at="year end",
        year=5,
        players=2,
        vp={"red": 10, "blue": 7},
        buildings_of={"blue": [*CATHEDRAL_NEXT, "Cathedral"]},
        goods={"blue": "6 gold"},
    )

    # The Cathedral brings blue to 10 first, so both conditions hold.
    assert (game.vp("red"), game.vp("blue")) == (12, 10)


# Carpenter, Sculptor, Miner


@pytest.mark.rule("governor.yearly-goods")
@pytest.mark.rule("governor.carpenter")
@pytest.mark.rule("governor.sculptor")
@pytest.mark.rule("governor.miner")
@pytest.mark.parametrize(
    ("governor", "goods"), [("Carpenter", "1 wood"), ("Sculptor", "1 stone"), ("Miner", "2 gold")]
)
@pytest.mark.parametrize("year", [1, 2, 3, 4, 5])
def test_these_governors_bring_goods_at_the_end_of_every_year(governor, goods, year):
    game = governed(governor, at="year end", year=year)

    assert game.goods("red") == goods


@pytest.mark.rule("governor.yearly-goods")
@pytest.mark.parametrize(
    ("governor", "owned", "points"),
    [("Carpenter", "1 wood", 1), ("Sculptor", "1 gold", 1), ("Miner", "2 stone", 2)],
)
def test_the_goods_of_year_five_count_for_the_cathedral(governor, owned, points):
    game = governed(
        governor,
        at="year end",
        year=5,
        buildings_of={"red": [*CATHEDRAL_NEXT, "Cathedral"]},
        goods={"red": owned},
    )

    assert game.vp("red") == points


@pytest.mark.rule("governor.yearly-goods")
@pytest.mark.parametrize("governor", ["Duke", "Prince", "Fairy"])
def test_other_governors_bring_no_goods(governor):
    game = governed(governor, at="year end", year=5)

    assert game.goods("red") == "nothing"


@pytest.mark.parametrize(
    ("governor", "building", "standing", "goods"),
    [
        pytest.param("Carpenter", "Palisade", [], "1 wood", marks=pytest.mark.rule("governor.carpenter")),
        pytest.param("Carpenter", "Inn", [], "1 gold", marks=pytest.mark.rule("governor.carpenter")),
        pytest.param(
            "Carpenter",
            "Farms",
            ["Inn", "Market"],
            "2 gold, 2 wood, 1 stone",
            marks=pytest.mark.rule("governor.carpenter"),
        ),
        pytest.param("Sculptor", "Guard Tower", [], "1 gold", marks=pytest.mark.rule("governor.sculptor")),
        pytest.param("Sculptor", "Chapel", ["Statue"], "3 gold", marks=pytest.mark.rule("governor.sculptor")),
        pytest.param(
            "Sculptor",
            "Cathedral",
            CATHEDRAL_NEXT,
            "5 gold, 2 stone",
            marks=pytest.mark.rule("governor.sculptor"),
        ),
    ],
)
def test_carpenter_saves_a_wood_and_sculptor_a_stone(governor, building, standing, goods):
    game = governed(
        governor, at="build", goods={"red": goods, "blue": "2 gold"}, buildings_of={"red": standing}
    )
    game.play(f"red: build {building}")

    assert game.goods("red") == "nothing"


@pytest.mark.parametrize(
    ("governor", "building", "goods"),
    [
        pytest.param("Carpenter", "Statue", "1 gold", marks=pytest.mark.rule("governor.carpenter")),
        pytest.param("Carpenter", "Guard Tower", "1 gold", marks=pytest.mark.rule("governor.carpenter")),
        pytest.param("Sculptor", "Palisade", "1 wood", marks=pytest.mark.rule("governor.sculptor")),
        pytest.param("Miner", "Statue", "1 gold", marks=pytest.mark.rule("governor.miner")),
        pytest.param("Miner", "Palisade", "1 wood", marks=pytest.mark.rule("governor.miner")),
    ],
)
def test_these_governors_save_nothing_here(governor, building, goods):
    game = governed(governor, at="build", goods={"red": goods, "blue": "2 gold"})

    assert f"build {building}" not in game.options("red")


@pytest.mark.rule("governor.carpenter")
def test_carpenter_never_gains_wood_by_building():
    game = governed("Carpenter", at="build", goods={"red": "2 gold, 1 wood", "blue": "2 gold"})
    game.play("red: build Statue")

    assert game.goods("red") == "1 wood"


@pytest.mark.rule("governor.carpenter")
def test_carpenter_saves_each_time_he_builds():
    game = governed("Carpenter", at="build", goods={"red": "1 gold, 2 wood", "blue": "2 gold"}, envoy="red")
    game.play("red: build Palisade", "red: build Inn")

    assert game.goods("red") == "1 wood"


# Architect


def architect(**position):
    return governed("Architect", at="build", **position)


@pytest.mark.rule("governor.architect")
@pytest.mark.parametrize(
    ("saved", "goods"),
    [("1 gold", "2 gold + 2 stone"), ("1 stone", "1 gold + 3 stone")],
)
def test_architect_leaves_out_a_good_of_his_choice_while_an_opponent_owns_more(saved, goods):
    game = architect(
        goods={"red": "2 gold, 3 stone", "blue": "2 gold"}, buildings_of={"green": ["Inn"], "yellow": ["Inn"]}
    )
    game.play("red: build Guard Tower")
    assert (game.question, game.options("red")) == ("save good", {"1 gold", "1 stone"})
    game.play(f"red: {saved}")

    assert game.goods("red") == goods
    assert game.vp("red") == 1


@pytest.mark.rule("governor.architect")
def test_architect_looks_at_the_first_seat_too():
    game = given(
        at="build",
        players=3,
        modules=("governors",),
        governors_of={"blue": "Architect"},
        buildings_of={"red": ["Inn"]},
        goods={"blue": "1 gold"},
    )

    assert "build Guard Tower" in game.options("blue")


@pytest.mark.rule("governor.architect")
def test_architect_may_build_with_one_good_lacking():
    game = architect(goods={"red": "1 gold", "blue": "2 gold"}, buildings_of={"green": ["Inn"]})
    assert game.options("red") == {
        "pass",
        "build Statue",
        "build Guard Tower",
        "build Inn",
        "build Barricade",
    }
    game.play("red: build Guard Tower")

    assert game.asked == "blue"
    assert game.goods("red") == "nothing"


@pytest.mark.rule("governor.architect")
@pytest.mark.parametrize("of_others", [{}, {"green": ["Inn"]}, {"green": ["Statue"], "yellow": ["Palisade"]}])
def test_architect_pays_everything_if_no_opponent_owns_more(of_others):
    game = architect(
        goods={"red": "1 gold", "blue": "2 gold"}, buildings_of={"red": ["Barricade"], **of_others}
    )

    assert game.asked == "blue"


@pytest.mark.rule("governor.architect")
def test_architect_counts_what_players_before_him_built_this_season():
    game = architect(players=2, order=("blue", "red"), goods={"red": "1 gold", "blue": "2 gold"})
    passed = game.copy().play("blue: pass")
    game.play("blue: build Statue")

    assert (game.asked, game.question) == ("red", "build")
    assert "build Statue" in game.options("red")
    assert passed.question != "build"


@pytest.mark.rule("governor.architect")
def test_architect_saves_once_a_season():
    game = architect(
        goods={"red": "2 gold, 1 stone", "blue": "2 gold"},
        buildings_of={"green": ["Inn", "Market", "Farms"]},
        envoy="red",
    )
    game.play("red: build Guard Tower", "red: 1 gold")

    assert (game.asked, game.question, game.goods("red")) == ("red", "build", "2 gold")
    game.play("red: build Statue")
    assert game.goods("red") == "nothing"


# Politician


def politician(**position):
    return governed("Politician", players=2, **position)


def placements(game):
    return {option.removeprefix("influence ") for option in game.options() if option != "pass"}


@pytest.mark.rule("governor.politician")
def test_politician_has_private_advisors_of_ranks_five_and_nine():
    game = politician(dice={"red": (4, 5, 5), "blue": (6, 6, 6)})

    assert {name for name in placements(game) if name.startswith("Private")} == {
        "Private Sergeant",
        "Private Master Hunter",
    }
    game.play(
        "red: influence Private Master Hunter with 4+5",
        "blue: pass",
        "red: influence Private Sergeant with 5",
    )
    assert game.happened("the Private Sergeant helps red")


@pytest.mark.rule("governor.politician")
def test_politicians_private_advisors_are_free_while_the_courts_are_taken():
    game = politician(
        dice={"red": (4, 5, 6), "blue": (6, 6, 6)}, placed={"blue": ["Sergeant", "Master Hunter"]}
    )

    assert {"Private Sergeant", "Private Master Hunter"} <= placements(game)
    assert not {"Sergeant", "Master Hunter"} & placements(game)


@pytest.mark.rule("governor.politician")
def test_politician_may_use_the_courts_advisor_and_his_own_in_one_season():
    game = politician(season="summer", dice={"red": (5, 5, 6), "blue": (6, 6, 6)})
    game.play(
        "red: influence Sergeant with 5", "blue: pass", "red: influence Private Sergeant with 5", "red: pass"
    )

    assert game.soldiers("red") == 2


@pytest.mark.rule("governor.politician")
def test_politicians_private_advisor_takes_one_group_only():
    game = politician(dice={"red": (5, 5, 6), "blue": (6, 6, 6)})
    game.play("red: influence Private Sergeant with 5", "blue: pass")

    assert "Private Sergeant" not in placements(game)


@pytest.mark.rule("governor.politician")
def test_nobody_else_may_use_the_private_advisors():
    game = politician(order=("blue", "red"), dice={"red": (6, 6, 6), "blue": (4, 5, 5)})

    assert game.asked == "blue"
    assert not {name for name in placements(game) if name.startswith("Private")}


@pytest.mark.rule("governor.politician")
def test_without_the_politician_there_are_no_private_advisors():
    game = given(players=2, dice={"red": (4, 5, 5), "blue": (6, 6, 6)})

    assert not {name for name in placements(game) if name.startswith("Private")}
