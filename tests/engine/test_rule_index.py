"""docs/rules.md, the code and the tests speak of the same rules, each where the page says."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

import kingsburg_env
from kingsburg_env.engine.tables import LEFT_OUT, MARKS, listing

ROOT = Path(__file__).resolve().parents[2]
ENGINE = Path(kingsburg_env.__file__).resolve().parent / "engine"
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


class Row(NamedTuple):
    """One line of the index."""

    id: str
    mark: str
    sentence: str
    where: list[str]
    test: str


def read_row(line):
    rule, mark, sentence, where, test = (cell.strip() for cell in line.strip("|").split("|"))
    return Row(rule.strip("`"), mark, sentence, re.findall(r"`([^`]+)`", where), test.strip("`"))


ROWS = [read_row(line) for line in PAGE.splitlines() if re.match(r"\| `[a-z0-9-]+\.[a-z0-9-]+` \|", line)]
each_row = pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])


def section(heading):
    """The text under a heading of the page."""
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def rules_in_code():
    """Where each rule's id stands in a docstring: the files by id."""
    found = {}
    for path in ENGINE.rglob("*.py"):
        for rule in re.findall(r"^\s*Rule: (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found.setdefault(rule, set()).add(path.relative_to(ENGINE).as_posix())
    return found


def rules_marked(tree):
    """The ids of all `pytest.mark.rule(...)` in a piece of code."""
    return {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule"
    }


def parse(path):
    return ast.parse(path.read_text(encoding="utf-8"))


CODE = rules_in_code()
TESTS = {
    path.relative_to(ROOT).as_posix(): rules_marked(parse(path))
    for path in (ROOT / "tests").rglob("test_*.py")
}


def test_the_page_was_read():
    assert len(ROWS) > 100
    assert ROWS[0].id == "frame.eight-phases"


def test_no_rule_is_listed_twice():
    assert len({row.id for row in ROWS}) == len(ROWS)


def test_the_page_lists_exactly_the_rules_of_the_code():
    assert {row.id for row in ROWS} == set(CODE)


def test_the_page_lists_exactly_the_rules_the_tests_prove():
    assert {row.id for row in ROWS} == set().union(*TESTS.values())


@each_row
def test_a_rule_is_a_sentence_with_a_mark(row):
    assert row.mark in MARKS
    assert re.fullmatch(r"[A-Z].*\.", row.sentence)


@each_row
def test_the_code_of_a_rule_is_where_the_page_says(row):
    assert sorted(row.where) == sorted(CODE.get(row.id, set()))


@each_row
def test_the_test_of_a_rule_is_where_the_page_says(row):
    file, _, name = row.test.partition("::")

    assert row.id in TESTS.get(file, set())
    if name:
        tree = parse(ROOT / file)
        named = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
        assert len(named) == 1
        assert row.id in rules_marked(named[0])


def rule_of(card):
    return f"{card.kind}.{card.name.lower().replace(' ', '-').replace(chr(39), '')}"


OF_CARDS = [(row, card) for card in listing() for row in ROWS if row.id == rule_of(card)]


def test_every_governor_and_every_building_with_a_power_has_a_rule():
    assert len([row for row, card in OF_CARDS if card.kind == "governor"]) == 16
    assert len([row for row, card in OF_CARDS if card.kind == "building"]) == 28 - 6


@pytest.mark.parametrize(("row", "card"), OF_CARDS, ids=[row.id for row, _ in OF_CARDS])
def test_the_rule_of_a_card_has_the_mark_of_its_row(row, card):
    assert row.mark == card.mark


def test_what_the_project_says_of_itself_counts_the_governors_right():
    marks = [card.mark for card in listing() if card.kind == "governor"]
    total = len(marks) + len(LEFT_OUT["governor"])
    said = (
        f"{len(marks)} of {total} governors (no source has the rest; five of the {len(marks)} reconstructed)"
    )

    assert marks.count("R") == 5
    for page in ("README.md", "docs/rules.md", "docs/faq.md", "CHANGELOG.md"):
        assert f"all three modules, {said}" in (ROOT / page).read_text(encoding="utf-8")


def test_rulings_are_marked_as_reconstructed_but_for_what_is_printed_or_implied():
    marks = {row.id: row.mark for row in ROWS if row.id.startswith("ruling.")}
    printed = {"ruling.neutral-first", "ruling.preacher-once", "ruling.what-goods-are"}

    assert {rule for rule, mark in marks.items() if mark == "P"} == printed
    assert {mark for rule, mark in marks.items() if rule not in printed} == {"R"}


@pytest.mark.parametrize(
    "named", ["Demons 6", "The Priest", "The Merchants' Guild", "The envoy", "+2 tokens"]
)
def test_what_is_in_dispute_is_listed(named):
    assert f"\n- {named}" in section("What is in dispute")


RECONSTRUCTED = [card for card in listing() if card.mark == "R" or "reconstructed" in card.source]


@pytest.mark.parametrize("card", RECONSTRUCTED, ids=lambda card: card.name)
def test_every_reconstructed_card_is_named_as_such(card):
    assert re.search(
        rf"^\| {card.name}( \({card.kind}\))? \|", section("What is reconstructed"), re.MULTILINE
    )


def test_every_other_reconstructed_rule_is_named_as_such():
    cards = {f"governor.{card.name.lower()}" for card in RECONSTRUCTED}
    others = {row.id for row in ROWS if row.mark == "R" and not row.id.startswith("ruling.")} - cards

    assert others == set(re.findall(r"`(\w[\w-]*\.[\w-]+)`", section("What is reconstructed")))


@pytest.mark.parametrize("card", [card for card in listing() if card.mark == "S"], ids=lambda card: card.name)
def test_every_card_with_one_source_is_named_as_such(card):
    assert card.name in section("What rests on one source")


def test_the_governors_left_out_are_named():
    told = section("What is left out")
    named = [name for name in LEFT_OUT["governor"] if not name.startswith("unnamed")]

    assert named
    assert [name for name in named if name not in told] == []
    assert len(LEFT_OUT["governor"]) - len(named) == 5
    assert "five whose names are not known" in told
