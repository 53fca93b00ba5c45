"""The tables: complete, marked, read-only, and each power where its row says it is.

What the numbers mean in play is proved in tests/rulebook; here stand the counts and sums a person can check by hand.
"""

import re
from collections import Counter
from enum import IntEnum
from pathlib import Path

import numpy as np
import pytest

import kingsburg_env
from kingsburg_env.engine import actions, answers
from kingsburg_env.engine.names import Building, Governor
from kingsburg_env.engine.tables import (
    LEFT_OUT,
    MARKS,
    advisors,
    army,
    buildings,
    enemies,
    governors,
    listing,
    provenance,
)

ENGINE = Path(kingsburg_env.__file__).resolve().parent / "engine"


def cards_of(kind):
    return {card.name: card for card in listing() if card.kind == kind}


# Counts and names


def test_every_row_of_every_table_is_listed():
    counts = Counter(card.kind for card in listing())

    assert counts == {"advisor": 18 + 2, "building": 7 * 4, "enemy": 5 * 5, "governor": 16, "army token": 6}


def test_the_box_has_24_governors_of_which_16_are_known():
    assert len(Governor) + len(LEFT_OUT["governor"]) == 24


def test_the_governors_left_out_are_named_as_far_as_they_have_a_name():
    named = [name for name in LEFT_OUT["governor"] if not name.startswith("unnamed")]

    assert named == ["Damsel", "Heiress", "General"]
    assert len(set(LEFT_OUT["governor"])) == 3 + 5
    assert not set(named) & set(cards_of("governor"))


@pytest.mark.parametrize("names", [advisors.NAMES, buildings.NAMES, enemies.NAMES, governors.NAMES])
def test_no_name_is_given_twice(names):
    assert len(set(names.values())) == len(names)


def test_every_listed_card_says_what_it_does():
    assert [card.name for card in listing() if not card.effect] == []


# Provenance


@pytest.mark.parametrize("card", listing(), ids=lambda card: f"{card.kind}: {card.name}")
def test_every_row_has_a_mark_and_a_source(card):
    assert card.mark in MARKS
    assert card.source


def test_the_marks_are_printed_single_source_and_reconstructed():
    assert MARKS == ("P", "S", "R")


def test_the_courts_advisors_are_printed_and_the_private_ones_reconstructed():
    marks = {name: card.mark for name, card in cards_of("advisor").items() if card.mark != "P"}

    assert marks == {"Private Sergeant": "R", "Private Master Hunter": "R"}


def test_the_base_games_buildings_are_printed_and_those_of_module_1_have_one_source():
    one_source = {name for name, card in cards_of("building").items() if card.mark == "S"}
    printed = {name for name, card in cards_of("building").items() if card.mark == "P"}

    assert one_source == {
        "Sawmill",
        "Quarry",
        "Goldsmith",
        "Mint",
        "Improvised Defenses",
        "Recruiting Center",
        "Training Camp",
        "Military Academy",
    }
    assert len(printed) == 20


def test_every_enemy_is_agreed_and_the_one_in_dispute_says_so():
    assert {card.mark for card in cards_of("enemy").values()} == {"P"}
    assert "a third" in cards_of("enemy")["Demons 6 (year IV)"].source


def test_the_governors_marks():
    assert {name: card.mark for name, card in cards_of("governor").items()} == {
        "Prince": "P",
        "Sorcerer": "P",
        "Duke": "P",
        "Preacher": "P",
        "Fairy": "S",
        "Philosopher": "P",
        "Trickster": "S",
        "Priest": "S",
        "Tax Collector": "S",
        "Borrower": "P",
        "Minstrel": "R",
        "Carpenter": "R",
        "Sculptor": "R",
        "Miner": "R",
        "Architect": "R",
        "Politician": "S",
    }


def test_a_governor_whose_card_is_partly_reconstructed_says_so_in_his_source():
    told = {name for name, card in cards_of("governor").items() if "reconstructed" in card.source}

    assert told == {
        "Priest",
        "Tax Collector",
        "Borrower",
        "Minstrel",
        "Carpenter",
        "Sculptor",
        "Miner",
        "Architect",
        "Politician",
    }


@pytest.mark.parametrize(
    ("name", "owed"),
    [
        ("Philosopher", "the threshold: one public source"),
        ("Fairy", "the Summer: one public source"),
        ("Politician", "the rank 5: one public source"),
        ("Prince", "the 8: public descriptions of the card"),
        ("Sorcerer", "the year: public descriptions of the card"),
    ],
)
def test_a_detail_the_rulebook_does_not_have_names_its_own_source(name, owed):
    assert owed in cards_of("governor")[name].source


def test_the_second_edition_rulebook_is_not_credited_with_the_duke():
    assert "second-edition rulebook" not in cards_of("governor")["Duke"].source


@pytest.mark.parametrize("name", ["Private Sergeant", "Private Master Hunter"])
def test_the_second_edition_rulebook_is_not_credited_with_naming_the_private_advisors(name):
    assert "names" not in cards_of("advisor")[name].source


def test_the_army_tokens_values_have_two_sources():
    assert {card.mark for card in cards_of("army token").values()} == {"P"}


# Sums that a person can check


def test_all_buildings_together_cost_51_gold_32_wood_and_30_stone():
    assert buildings.BUILDINGS["cost"].sum(axis=0).tolist() == [51, 32, 30]


@pytest.mark.parametrize(
    ("row", "gold", "wood", "stone", "vp"),
    [
        ("A", 9, 6, 6, 11),
        ("B", 13, 1, 6, 24),
        ("C", 8, 7, 3, 7),
        ("D", 7, 6, 4, 13),
        ("E", 6, 3, 5, 8),
        ("F", 4, 5, 4, 7),
        ("G", 4, 4, 2, 6),
    ],
)
def test_a_row_of_buildings_costs_and_scores_this(row, gold, wood, stone, vp):
    rows = buildings.BUILDINGS[buildings.BUILDINGS["row"] == "ABCDEFG".index(row)]

    assert rows["cost"].sum(axis=0).tolist() == [gold, wood, stone]
    assert rows["vp"].sum() == vp


def test_each_building_has_a_place_of_its_own_on_a_sheet_of_seven_rows_and_four_columns():
    places = {(int(row["row"]), int(row["column"])) for row in buildings.BUILDINGS}

    assert places == {(row, column) for row in range(7) for column in range(4)}


# A province always has the Crane when these are built, so that their printed price is never paid.
@pytest.mark.parametrize(
    ("building", "cost"), [(Building.TOWN_HALL, [2, 1, 1]), (Building.EMBASSY, [2, 2, 2])]
)
def test_the_printed_price_right_of_the_crane(building, cost):
    assert buildings.BUILDINGS[building]["cost"].tolist() == cost


def test_the_courts_ranks_are_one_to_eighteen_and_the_private_ones_five_and_nine():
    assert advisors.ADVISORS["rank"].tolist() == [*range(1, 19), 5, 9]


@pytest.mark.parametrize(
    ("year", "lowest", "highest"), [(1, 2, 4), (2, 3, 5), (3, 4, 6), (4, 5, 7), (5, 7, 9)]
)
def test_the_strengths_of_a_years_enemies(year, lowest, highest):
    strengths = enemies.ENEMIES["strength"][enemies.ENEMIES["year"] == year]

    assert len(strengths) == 5
    assert (strengths.min(), strengths.max()) == (lowest, highest)


def test_each_player_has_the_army_tokens_0_1_1_2_3_and_4():
    assert np.repeat(np.arange(5), army.TOKENS).tolist() == [0, 1, 1, 2, 3, 4]
    assert [card.name for card in army.CARDS] == [f"token {value}" for value in (0, 1, 1, 2, 3, 4)]


# Safety


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(advisors.ADVISORS, id="advisors"),
        pytest.param(advisors.HELP_ORDER, id="order of help"),
        pytest.param(advisors.MODIFIER_DELTA, id="modifiers"),
        pytest.param(advisors.USES_PLUS_TWO, id="modifiers with +2"),
        pytest.param(advisors.USES_MARKET, id="modifiers with the Market"),
        pytest.param(buildings.BUILDINGS, id="buildings"),
        pytest.param(enemies.ENEMIES, id="enemies"),
        pytest.param(governors.GOVERNORS, id="governors"),
        pytest.param(governors.PRINCE_DICE, id="the Prince's dice"),
        pytest.param(army.TOKENS, id="army tokens"),
        pytest.param(actions.BUNDLES, id="bundles of goods"),
        pytest.param(actions.BUNDLE_START, id="starts of bundles"),
        pytest.param(answers.SPREAD, id="bits as bytes"),
    ],
)
def test_a_table_cannot_be_written_to(table):
    with pytest.raises(ValueError, match="read-only"):
        table[0] = table[1]


class Colour(IntEnum):
    RED = 0
    BLUE = 1


COLOUR = np.dtype((np.record, [("number", np.int16)]))
ENTRY = provenance.Entry((1,), "one", "P", "a book")


def test_a_table_without_a_row_for_every_name_is_refused():
    with pytest.raises(ValueError, match="BLUE"):
        provenance.table(COLOUR, Colour, {Colour.RED: ENTRY})


@pytest.mark.parametrize("entry", [ENTRY._replace(mark="?"), ENTRY._replace(source="")])
def test_a_row_without_mark_or_source_is_refused(entry):
    with pytest.raises(ValueError, match=r"no mark .* or no source: \['BLUE'\]"):
        provenance.table(COLOUR, Colour, {Colour.RED: ENTRY, Colour.BLUE: entry})


# Each power is where its row says: from the row to the code, and back


def powers_named(rows):
    """What the rows of a table name as the files in which a card acts: card and file."""
    return [
        (f"{type(member).__name__}.{member.name}", file)
        for member, row in rows.items()
        for file in row.power.split(", ")
        if file
    ]


# Cards by name, since members of different enums may be equal as numbers.
POWERS = [*powers_named(advisors.ROWS), *powers_named(buildings.ROWS), *powers_named(governors.ROWS)]

ENGINE_FILES = sorted(
    path.relative_to(ENGINE).as_posix()
    for path in ENGINE.rglob("*.py")
    if path.parent.name != "tables" and path.name != "names.py"
)


@pytest.mark.parametrize(
    "power",
    [
        ("Advisor.SMUGGLER", "phases/smuggler.py"),
        ("Building.STATUE", "phases/reroll.py"),
        ("Building.MILITARY_ACADEMY", "phases/winter.py"),
        ("Governor.PRINCE", "phases/prince.py"),
    ],
)
def test_powers_are_read_from_the_rows(power):
    assert power in POWERS


@pytest.mark.parametrize(
    "card", ["Building.GUARD_TOWER", "Building.CHURCH", "Governor.MINER", "Advisor.KING"]
)
def test_a_card_that_is_all_columns_names_no_file(card):
    assert card not in dict(POWERS)


@pytest.mark.parametrize(("card", "file"), POWERS)
def test_the_file_a_row_names_knows_the_card(card, file):
    source = (ENGINE / file).read_text(encoding="utf-8")
    # An advisor's own phase is entered by its question, so there the rule's id names the advisor.
    by_rule = f"Rule: {card.lower().replace('_', '-')}$"

    assert re.search(rf"\b{re.escape(card)}\b", source) or re.search(by_rule, source, re.MULTILINE)


@pytest.mark.parametrize("file", ENGINE_FILES)
def test_a_file_knows_only_buildings_and_governors_whose_rows_name_it(file):
    known = set(
        re.findall(r"\b(?:Building|Governor)\.[A-Z_]+\b", (ENGINE / file).read_text(encoding="utf-8"))
    )

    assert {card for card in known if (card, file) not in POWERS} == set()
