"""The table in a real browser: games by clicks, two browsers at one table, a reload, a server that comes back.

Without Chromium these tests are skipped; `make test` installs it where it may.
"""

import contextlib
import re
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from playwright.sync_api import sync_playwright

from tests.chromium import CHROMIUM, MISSING

if CHROMIUM is None:
    pytest.skip(MISSING, allow_module_level=True)

pytestmark = [pytest.mark.browser]

LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SECONDS = 60


class Served:
    """A server in a process of its own, which can be stopped and started again."""

    def __init__(self, folder):
        self.database = folder / "games.sqlite"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self):
        command = [
            sys.executable,
            "-m",
            "kingsburg_app.web",
            "--port",
            str(self.port),
            "--database",
            str(self.database),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        # The first start may compile everything.
        end = time.monotonic() + 10 * SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(OSError), urllib.request.urlopen(self.address, timeout=SECONDS):  # noqa: S310 - our own
                return
            time.sleep(0.1)
        pytest.fail("the server did not start")

    def kill(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("web"))
    yield served
    served.kill()


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as p:
        # Root, as in a container, has no sandbox of its own.
        browser = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, site):
    """Open a page in a browser of its own; whatever goes wrong in it fails the test."""
    contexts, troubles = [], []

    def open_one(viewport, address=None, speed="at once"):
        context = chromium.new_context(viewport=viewport)
        context.set_default_timeout(SECONDS * 1000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
        page.add_init_script(f"localStorage.setItem('kingsburg-speed', '{speed}')")
        page.goto(address or site.address)
        page.troubles = troubles
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert [trouble for trouble in troubles if "ERR_CONNECTION_REFUSED" not in trouble] == []


def lay(page, *seats, seed, modules=(), optional_effects=False):
    """Fill in the form for a new game; seats name agents, "" a person."""
    page.select_option("[data-key=count]", str(len(seats)))
    for row, agent in zip(page.query_selector_all(".seat select"), seats, strict=True):
        row.select_option(agent)
    for module in modules:
        page.check(f"#module-{module}")
    page.set_checked("#optional-effects", optional_effects)
    page.fill("#seed", str(seed))
    page.click("[data-key=lay]")


ASKED = "[data-answer]:not([disabled]), .open:not([disabled])"
READY = f"{ASKED}, .result"


def is_asked(page):
    return page.query_selector(".question h2") is not None and page.query_selector(".result") is None


def both_asked_for_long(one, other):
    """Tell whether two pages both show a question and go on doing so; one may hear of an answer before the other."""
    for _ in range(100):
        if not (is_asked(one) and is_asked(other)):
            return False
        one.wait_for_timeout(20)
    return True


def answer(page):
    """Answer the question by clicks: dice and an advisor, a building on the sheet, or a button."""
    dice, ways, buildings = (page.locator(kind) for kind in (".pick", ".ways button", ".building.open"))
    if dice.count():
        dice.last.click()
        (ways.first if ways.count() else page.locator(".answer.pass")).click()
    elif buildings.count():
        buildings.first.click()
    else:
        page.locator("[data-action]").last.click()


def play_to_the_end(page):
    answers = 0
    while True:
        page.wait_for_selector(READY)
        if page.query_selector(".result"):
            return answers
        answer(page)
        answers += 1


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize(
    ("viewport", "seats", "modules"),
    [
        (LAPTOP, ("", "adaptive"), ()),
        (PHONE, ("", "adaptive", "greedy", "random"), ("rows", "governors", "army")),
    ],
    ids=["2 seats on a laptop", "4 seats on a phone"],
)
def test_a_whole_game_is_played_by_clicks(open_page, viewport, seats, modules):
    page = open_page(viewport)
    lay(page, *seats, seed=7, modules=modules)

    assert play_to_the_end(page) > 20
    assert len(page.query_selector_all(".result tr")) == len(seats)
    assert page.inner_text("[role=log]").strip().endswith("The game is over")
    assert fits(page)


def test_an_effect_that_may_be_declined_is_asked_for(open_page):
    page = open_page(LAPTOP)
    lay(page, "", "adaptive", seed=7, modules=["rows", "governors", "army"], optional_effects=True)
    asked = set()
    while not page.query_selector(".result"):
        page.wait_for_selector(READY)
        if is_asked(page) and page.inner_text(".question h2").startswith("You decide whether to use "):
            asked.add((page.inner_text(".question h2"), page.inner_text(".answers .pass")))
        if not page.query_selector(".result"):
            answer(page)

    assert asked
    assert {declined for _, declined in asked} == {"Do without it"}


def test_two_browsers_sit_at_one_table(open_page, site):
    one = open_page(LAPTOP)
    lay(one, "", "", seed=3, modules=["governors"])
    one.wait_for_selector(".links a")
    links = [link.get_attribute("href") for link in one.query_selector_all(".links a")]
    one.goto(site.address + links[0])
    other = open_page(PHONE, site.address + links[1])
    for page in (one, other):
        page.wait_for_selector(".player")
    answers = 0
    while not one.query_selector(".result"):
        assert not both_asked_for_long(one, other)
        asked = next((page for page in (one, other) if page.query_selector(ASKED)), None)
        if asked is None:
            one.wait_for_timeout(20)
            continue
        answer(asked)
        answers += 1
    other.wait_for_selector(".result")

    assert answers > 40
    assert one.inner_text(".result table") == other.inner_text(".result table")


def board_of(page):
    return [page.inner_text(part) for part in (".question", ".court", ".players", ".sheet")]


def test_a_reload_in_mid_game_changes_nothing(open_page):
    page = open_page(LAPTOP)
    lay(page, "", "adaptive", "adaptive", seed=5)
    for _ in range(12):
        page.wait_for_selector(READY)
        answer(page)
    page.wait_for_selector(READY)
    before = board_of(page)
    page.reload()
    page.wait_for_selector(READY)

    assert board_of(page) == before
    answer(page)
    page.wait_for_selector(READY)


def test_the_page_comes_back_by_itself_after_the_server_was_killed(open_page, site):
    page = open_page(LAPTOP)
    lay(page, "", "adaptive", seed=6)
    for _ in range(6):
        page.wait_for_selector(READY)
        answer(page)
    page.wait_for_selector(READY)
    before = board_of(page)
    site.kill()
    page.wait_for_selector("text=The line to the server is lost")
    site.start()
    page.wait_for_selector(".trouble:empty", state="attached")
    # The story is emptied when the line is back, and filled again by the first view.
    page.wait_for_selector("[role=log] li", state="attached")
    page.wait_for_selector(READY)

    assert board_of(page) == before
    answer(page)
    page.wait_for_selector(READY)


def test_dice_and_advisor_are_picked_by_keyboard_alone(open_page):
    page = open_page(LAPTOP)
    lay(page, "", "adaptive", seed=8)
    page.wait_for_selector(READY)
    while not page.query_selector(".pick"):
        answer(page)
        page.wait_for_selector(READY)
    page.focus(".pick")
    page.keyboard.press("Space")
    assert page.get_attribute(".pick", "aria-pressed") == "true"
    assert page.evaluate("document.activeElement.classList.contains('pick')")
    page.focus(".ways button")
    name = (
        re.match(r"[\w ]+? with", page.get_attribute(".ways button", "aria-label"))
        .group()
        .removesuffix(" with")
    )
    page.keyboard.press("Enter")
    page.wait_for_selector(f"[role=log] li:has-text('Red influences the {name}')", state="attached")


def test_what_is_not_legal_cannot_be_clicked(open_page):
    page = open_page(LAPTOP)
    lay(page, "", "adaptive", seed=8)
    page.wait_for_selector(READY)
    while not page.query_selector(".pick"):
        answer(page)
        page.wait_for_selector(READY)
    page.query_selector(".pick").click()
    face = int(page.get_attribute(".pick", "aria-label").split()[-1])
    for advisor in page.query_selector_all(".advisor"):
        rank = int(advisor.query_selector(".rank").inner_text())
        is_button = advisor.evaluate("element => element.tagName === 'BUTTON'")
        assert is_button == (rank == face and "taken" not in advisor.get_attribute("class"))


def test_everything_that_can_be_pressed_has_a_name(open_page):
    page = open_page(PHONE)
    lay(page, "", "adaptive", seed=9, modules=["governors", "army"])
    for _ in range(10):
        page.wait_for_selector(READY)
        nameless = page.evaluate(
            "[...document.querySelectorAll('button, a, input, select')]"
            ".filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).length"
        )
        assert nameless == 0
        answer(page)


def test_agents_are_watched_and_their_game_is_scrubbed(open_page):
    page = open_page(LAPTOP)
    lay(page, "adaptive", "greedy", "random", seed=4)
    page.click("text=Replay")
    page.wait_for_selector(".controls")
    assert "decides" in page.inner_text(".question")
    page.click("[aria-label=Forward]")
    assert page.inner_text(".controls output").startswith("1 /")
    page.focus(".controls input")
    page.keyboard.press("End")
    page.wait_for_selector(".result")
    link = page.url
    again = open_page(PHONE, link)
    again.wait_for_selector(".controls")
    again.click("[aria-label='Last position']")

    assert again.inner_text(".result table") == page.inner_text(".result table")
    assert fits(again)


def test_agents_moves_are_shown_one_by_one_or_at_once(open_page):
    page = open_page(LAPTOP, speed="calm")
    lay(page, "adaptive", "greedy", seed=4)
    page.wait_for_selector(".player")
    page.wait_for_timeout(1500)
    assert page.inner_text(".years .now") == "I"
    page.select_option("[data-key=speed]", "at once")
    page.wait_for_selector(".result")
