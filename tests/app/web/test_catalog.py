"""The page knows the game from the catalog and the drawing's symbols: no fact stands in its scripts."""

import re

import pytest

from kingsburg_app.web.catalog import make_catalog
from kingsburg_app.web.pages import read_pages
from kingsburg_env.text import SEATS

CATALOG = make_catalog([], has_coach=False)
PAGES = read_pages()
SCRIPTS = {name: page.content.decode() for name, page in PAGES.items() if name.endswith(".js")}
KINDS = ("advisors", "buildings", "governors")


@pytest.mark.parametrize("script", sorted(SCRIPTS))
def test_no_script_names_a_card_a_good_or_a_seat(script):
    names = {entry["name"] for kind in KINDS for entry in CATALOG[kind]} | {*CATALOG["goods"], *SEATS}
    literals = {words for _, words in re.findall(r"([\"'`])([^\"'`\n]*)\1", SCRIPTS[script])}

    assert not names & literals


def test_every_symbol_that_is_named_stands_in_the_page():
    page = PAGES["index.html"].content.decode()
    named = {entry["symbol"] for kind in ("advisors", "rows", "buildings") for entry in CATALOG[kind]}
    named |= {*CATALOG["enemies"], *CATALOG["goods"]} | {f"seat-{seat}" for seat in range(len(SEATS))}
    named |= set(re.findall(r'draw\.symbol\("([\w-]+)"', "".join(SCRIPTS.values())))

    assert {"soldier", "battle", "neutral"} < named
    assert [name for name in sorted(named) if f'id="kb-{name}"' not in page] == []


def test_every_seat_has_its_colour():
    style = PAGES["seats.css"].content.decode()
    assert all(f".{colour} {{ --seat: #" in style for colour in SEATS)
