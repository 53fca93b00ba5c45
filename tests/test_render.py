"""The table in a terminal, as SVG, as pixels and in a window: complete, readable, and silent about secrets."""

import copy
import io
import pickle
import re
import sys
import tkinter as tk
import warnings
from itertools import pairwise
from pathlib import Path
from xml.dom import minidom

import gymnasium
import numpy as np
import pytest
from fontTools.ttLib import TTFont
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import render_test
from PIL import Image

from kingsburg_env import Rules, kingsburg_v0, legal, redeal, render, svg, text
from kingsburg_env.engine.events import EVENT
from kingsburg_env.engine.names import (
    NUM_COURT,
    Advisor,
    Building,
    Decision,
    EnemyKind,
    Event,
    Good,
    Row,
    Source,
)
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.engine.tables import advisors, buildings
from kingsburg_env.envs.single import KingsburgEnv
from kingsburg_env.render import (
    RENDER_MODES,
    Story,
    ansi,
    draw,
    layout,
    letters,
    pen,
    province,
    signs,
    window,
)
from kingsburg_env.render.raster import as_array, as_png
from kingsburg_env.render.story import MAX_LINES
from kingsburg_env.view import view_of
from tests.given import battle, given
from tests.play import EVERYTHING, PLAYERS, walk

ROOT = Path(__file__).resolve().parent.parent
PICTURE = (layout.HEIGHT, layout.WIDTH, 3)


class Screen:
    """A screen for tkinter that nobody sees: what is shown on it can be read."""

    def __init__(self, monkeypatch):
        self.windows, self.picture = [], None
        for name in ("Tk", "Label", "PhotoImage"):
            monkeypatch.setattr(window.tk, name, getattr(self, name))

    def Tk(self, **_):  # noqa: N802 - tkinter's name
        self.windows.append(Window(self))
        return self.windows[-1]

    def Label(self, parent, **_):  # noqa: N802 - tkinter's name
        parent.children.append(Label(self))
        return parent.children[-1]

    @staticmethod
    def PhotoImage(*, data, **_):  # noqa: N802 - tkinter's name
        return np.array(Image.open(io.BytesIO(data)))


class Window:
    def __init__(self, screen):
        self.screen, self.children, self.on_close = screen, [], None

    def title(self, name):
        assert name == "Kingsburg"

    def protocol(self, what, answer):
        assert what == "WM_DELETE_WINDOW"
        self.on_close = answer

    def winfo_children(self):
        return self.children

    def update(self):
        """Nothing happens on this screen by itself."""

    def destroy(self):
        self.screen.windows.remove(self)


class Label:
    def __init__(self, screen):
        self.screen = screen

    def pack(self):
        """It is the only one."""

    def configure(self, image):
        self.screen.picture = image


@pytest.fixture(autouse=True)
def screen(monkeypatch):
    """A window that nobody sees, and nobody waits for."""
    for made in (kingsburg_v0.raw_env, KingsburgEnv):
        monkeypatch.setitem(made.metadata, "render_fps", 10_000)
    yield Screen(monkeypatch)
    window.close()


def last_option(observation):
    return int(np.flatnonzero(observation["action_mask"])[-1])


def some_steps_of(env, steps, seed=1):
    env.reset(seed=seed)
    for _ in range(steps):
        env.step(last_option(env.last()[0]))
    return env


# Environments


@pytest.mark.compiled
@pytest.mark.parametrize(("num_players", "modules"), [(2, ()), (5, EVERYTHING)])
def test_render_test_passes(num_players, modules):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        render_test(
            lambda render_mode: kingsburg_v0.env(
                num_players=num_players, modules=modules, render_mode=render_mode
            )
        )


@pytest.mark.compiled
@pytest.mark.parametrize("render_mode", RENDER_MODES)
@pytest.mark.filterwarnings("ignore:.*not within the observation space")
def test_gymnasiums_checker_passes_with_rendering(render_mode, monkeypatch):
    if render_mode == "human":  # it shows some hundred pictures
        monkeypatch.setattr(render, "draw", lambda *_: np.zeros(PICTURE, np.uint8))
    check_env(gymnasium.make("kingsburg/Kingsburg-v0", render_mode=render_mode).unwrapped)


@pytest.mark.parametrize("made", [kingsburg_v0.raw_env, KingsburgEnv])
def test_all_modes_are_announced(made):
    assert made.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    assert made.metadata["render_fps"] > 0


@pytest.mark.parametrize("made", [kingsburg_v0.env, KingsburgEnv])
@pytest.mark.parametrize("render_mode", ["human", "rgb_array"])
@pytest.mark.parametrize(("module", "package"), [("resvg_py", "resvg-py"), ("PIL", "pillow")])
def test_without_its_extra_the_error_says_what_to_install(monkeypatch, made, render_mode, module, package):
    monkeypatch.setitem(sys.modules, module, None)

    with pytest.raises(
        gymnasium.error.DependencyNotInstalled, match=rf"missing {package}.* pip install .* '\.\[render\]'"
    ):
        made(render_mode=render_mode)


def test_without_pythons_own_window_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "tkinter", None)

    with pytest.raises(gymnasium.error.DependencyNotInstalled, match=r"missing tkinter.* install python3-tk"):
        kingsburg_v0.env(render_mode="human")
    kingsburg_v0.env(render_mode="rgb_array")


@pytest.mark.parametrize("made", [kingsburg_v0.env, KingsburgEnv])
def test_text_and_svg_need_no_extra(monkeypatch, made):
    for module in ("resvg_py", "PIL", "tkinter"):
        monkeypatch.setitem(sys.modules, module, None)
    env = made(render_mode="ansi")
    env.reset(seed=1)

    assert "turn order" in env.render()
    assert svg(given(dice=DICE).games).startswith("<svg")


@pytest.mark.parametrize("made", [kingsburg_v0.env, KingsburgEnv])
def test_without_a_mode_nothing_is_logged_and_nothing_drawn(made):
    env = made()
    env.reset(seed=1)
    logs = env._buffers.logs if made is kingsburg_v0.env else env._seat.logs

    assert not logs["is_on"].any()
    assert env._story is None
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None


@pytest.mark.compiled
def test_human_mode_shows_every_step_by_itself_and_closes_its_window(screen):
    env = some_steps_of(kingsburg_v0.env(render_mode="human"), 8)

    np.testing.assert_array_equal(screen.picture, draw(env._games, env._story))
    assert env.render() is None
    env.close()
    assert screen.windows == []
    env.close()


@pytest.mark.compiled
def test_the_window_of_the_gymnasium_environment_shows_again_after_it_was_closed(screen):
    env = KingsburgEnv(render_mode="human")
    env.reset(seed=1)
    assert screen.picture.shape == PICTURE
    screen.windows[0].on_close()
    assert screen.windows == []

    env.render()

    assert len(screen.windows) == 1
    env.close()
    assert screen.windows == []


def test_without_a_screen_a_warning_says_so(monkeypatch):
    def no_display(**_):
        raise tk.TclError("no display name and no $DISPLAY environment variable")

    monkeypatch.setattr(window.tk, "Tk", no_display)

    with pytest.warns(UserWarning, match="render_mode='human': no screen .*; use 'rgb_array'"):
        window.show(np.zeros(PICTURE, np.uint8), 0)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_a_copy_shows_the_same(copied):
    env = some_steps_of(kingsburg_v0.env(render_mode="rgb_array", modules=MODULES), 40)

    np.testing.assert_array_equal(copied(env).render(), env.render())


@pytest.mark.compiled
def test_rendering_does_not_change_the_learners_game():
    def play(render_mode):
        env = KingsburgEnv(render_mode=render_mode, seat=1)
        observation, info = env.reset(seed=4)
        for _ in range(20):
            observation, *_, info = env.step(last_option(info))
        return observation

    np.testing.assert_array_equal(play(None), play("ansi"))


@pytest.mark.compiled
def test_the_learners_board_tells_what_the_opponents_did():
    env = KingsburgEnv(render_mode="ansi", seat=0, num_players=3)
    _, info = env.reset(seed=4)
    for _ in range(20):
        *_, info = env.step(last_option(info))

    assert {line.seat for line in env._story} >= {0, 1, 2}


# Pictures


def test_a_picture_has_always_the_same_shape():
    picture = draw(given(dice=DICE).games)

    assert (picture.shape, picture.dtype) == (PICTURE, np.uint8)
    assert picture.flags.c_contiguous
    assert picture.flags.writeable


@pytest.mark.compiled
def test_every_kind_of_question_can_be_drawn_for_every_seat_and_is_well_formed():
    asked = set()
    for seed in range(6):
        for table in walk(Rules(num_players=5, modules=EVERYTHING), seed, "busy"):
            decision = Decision(table.decision.item(0))
            if decision not in asked:
                asked.add(decision)
                for seat in (None, seed % 5, table.actor.item(0)):
                    minidom.parseString(svg(table.games, seat if seat != -1 else None))  # noqa: S318 - our own

    assert len(asked) > 12


CHANGES = {
    "points": {"vp": {"red": 7}},
    "goods": {"goods": {"blue": "1 stone"}},
    "tokens": {"tokens": {"green": 1}},
    "soldiers": {"soldiers": {"yellow": 2}},
    "a building": {"buildings_of": {"red": ("Inn",)}},
    "dice in hand": {"dice": {"red": (1, 2, 4)}},
    "a bonus die": {"bonus_dice": {"red": (3,)}},
    "the order": {"order": ("blue", "red", "green", "yellow")},
    "the envoy": {"envoy": "yellow"},
    "the year": {"year": 2},
    "the season": {"season": "autumn"},
    "neutral dice": {"neutral": ("Jester",)},
    "who passed": {"passed": ("yellow",)},
    "module 1": {"modules": ("rows",)},
    "module 3": {"modules": ("army",)},
}
DICE = dict.fromkeys(("red", "blue", "green", "yellow"), (1, 2, 3))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_picture_shows(change):
    plain, changed = given(dice=DICE), given(**{"dice": DICE} | change)

    assert svg(plain.games) != svg(changed.games)


def words_of(picture):
    """Everything that is written in a picture."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture.split("</defs>")[1])


def test_the_picture_shows_dice_on_advisors_and_what_was_told():
    game = given(dice=DICE)
    before = svg(game.games)
    game.play("red: influence Alchemist with 1+2+3")
    story = Story()
    story.tell(game.buffers.log())

    assert svg(game.games) != before
    assert "Red influences the Alchemist: 1, 2, 3" in words_of(svg(game.games, story=story))


def test_the_picture_shows_governors_and_the_enemy_once_they_lie_open():
    game = given(modules=("governors",), governors_of={"red": "Tax Collector"}, dice=DICE)
    fight = battle("Orcs 3 (year I)", goods={"red": "2 gold, 2 wood"})

    assert "Tax Collector" in words_of(svg(game.games))
    assert "Enemy of year I: strength 2 to 4" in words_of(svg(game.games))
    assert "Orcs 3" in words_of(svg(fight.games))


def test_the_picture_shows_true_prices_and_every_strength():
    game = given(
        at="build",
        players=2,
        modules=("governors",),
        governors_of={"red": "Carpenter"},
        buildings_of={"red": ("Palisade", "Guard Tower")},
        goods={"red": "2 gold"},
    )
    picture = svg(game.games)

    # Barricade costs 1 wood, and the Carpenter saves it; the Palisade counts twice against Zombies.
    assert words_of(picture).count("free") == 1
    assert pen.in_range(2, 3) in words_of(picture)
    assert words_of(picture).count(f"against {pen.in_range(2, 4)}") == 2


def test_what_may_be_chosen_is_framed():
    dice, build = given(dice=DICE), given(at="build", goods={"red": "2 gold"})

    # The province of whoever is asked, and the advisors or buildings.
    assert svg(dice.games).count('class="glow-line"') == 1 + len(view_of(dice.games)["question"]["advisors"])
    assert svg(build.games).count('class="glow-line"') == 1 + 1


def test_the_end_names_winners_and_ranks():
    words = words_of(svg(given(at="year end", year=5, players=2, vp={"red": 3, "blue": 9}).games))

    assert "The game is over: blue won" in words
    assert {"rank 1", "rank 2", "9 VP"} <= set(words)


def test_the_end_tells_where_the_points_came_from():
    game = given(at="build", season="spring", year=5, players=2, goods={"red": "2 gold"})
    game.play("red: build Statue")
    game.pass_until(lambda game: game.asked is None)

    assert [words for words in words_of(svg(game.games)) if "building 3" in words]


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(2))
def test_the_picture_does_not_change_with_what_a_seat_cannot_know(seed):
    for step, table in enumerate(walk(Rules(num_players=3, modules=EVERYTHING), seed, "busy")):
        if step < 4 or step % 30 == 0 or table.decision.item(0) == Decision.COMMIT_TOKEN:
            seat = step % 3
            other = redeal(table.games, seat, seed=step)

            assert svg(other) == svg(table.games)
            assert svg(other, seat) == svg(table.games, seat)


def test_a_seat_sees_its_own_secrets_in_the_picture_and_nobody_else_does():
    looked = given(dice={"red": (4, 6, 1), "blue": (1, 2, 3)}, players=2, enemy="Orcs 3 (year I)")
    looked.play("red: influence General with 4+6")
    looked.pass_until(lambda game: game.has_looked("red"))
    dealt = given(players=3, at="governors", modules=("governors",))
    picker = dealt.asked
    dealt.play(f"{picker}: keep {dealt.options().pop().removeprefix('keep ')}")
    seat = text.SEATS.index(picker)

    assert "Orcs 3, which you have seen" in words_of(svg(looked.games, 0))
    assert not [words for words in words_of(svg(looked.games, 1)) if "Orcs 3" in words]
    assert [words for words in words_of(svg(dealt.games, seat)) if "(not shown yet)" in words]
    assert not [words for words in words_of(svg(dealt.games)) if "(not shown yet)" in words]
    assert "governor picked" in words_of(svg(dealt.games))


# What it is drawn with


def test_a_picture_loads_nothing_and_uses_only_symbols_it_brings():
    picture = svg(given(dice=DICE, neutral=("King",), envoy="blue").games)
    used, brought = set(re.findall(r'href="#([^"]+)"', picture)), set(re.findall(r'\bid="([^"]+)"', picture))

    assert used == brought
    assert re.findall(r"(?:href|src)=\"[^#]|url\(|@import|<script|<image", picture) == []
    assert set(re.findall(r"https?://[^\"]+", picture)) == {"http://www.w3.org/2000/svg"}


def test_the_picture_of_the_docs_is_drawn_by_todays_pen():
    picture = (ROOT / "docs" / "images" / "board.svg").read_text(encoding="utf-8")
    known = pen.read_symbols()

    assert f"<style>{pen.css('auto')}</style>" in picture
    assert set(re.findall(r"<symbol .*?</symbol>", picture)) <= set(known.values())
    minidom.parseString(picture)  # noqa: S318 - our own


def test_notebooks_show_a_picture_as_it_is():
    picture = svg(given(dice=DICE).games)

    assert picture._repr_svg_() == picture
    assert type(picture._repr_svg_()) is str


def test_themes_are_light_dark_or_the_readers():
    games = given(dice=DICE).games
    light, dark, auto = (svg(games, theme=theme) for theme in ("light", "dark", "auto"))

    assert as_array(light).mean() > 2 * as_array(dark).mean()
    assert "prefers-color-scheme:dark" in auto
    np.testing.assert_array_equal(as_array(auto), as_array(light))
    with pytest.raises(ValueError, match=r"^theme='night': must be one of 'auto', 'light', 'dark'$"):
        svg(games, theme="night")


def test_words_are_drawn_without_any_font_of_the_system():
    blank = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40">{}</svg>'
    written = blank.format(
        '<text x="5" y="30" font-family="DejaVu Sans Condensed" font-size="24">King</text>'
    )
    bold = written.replace("<text ", '<text font-weight="bold" ')
    ink = [
        np.array(Image.open(io.BytesIO(as_png(one))))[..., 3].sum()
        for one in (blank.format(""), written, bold)
    ]

    assert ink[0] == 0 < ink[1] < ink[2]


@pytest.mark.parametrize("name", [letters.PLAIN, letters.BOLD])
def test_the_widths_of_letters_are_those_of_the_font(name):
    font = TTFont(letters._path(name))
    advance, glyphs, units = font["hmtx"], font.getBestCmap(), font["head"].unitsPerEm

    assert letters._widths(name) == {chr(code): advance[glyph][0] / units for code, glyph in glyphs.items()}
    assert set(map(chr, range(32, 127))) | {pen.DASH, pen.MINUS, letters.ELLIPSIS} <= set(
        letters._widths(name)
    )


def test_the_font_and_its_licence_are_small_and_together():
    folder = letters._path(letters.PLAIN).parent

    assert sum(file.stat().st_size for file in folder.iterdir()) < 200_000
    assert "Bitstream Vera" in (folder / "LICENSE_DEJAVU").read_text(encoding="utf-8")


def test_words_without_room_are_written_smaller_and_at_last_cut_off():
    for words in [*advisors.NAMES.values(), *buildings.NAMES.values()]:
        fitting, size = letters.fitted(words, layout.NORMAL, 30)

        assert letters.width_of(fitting, size) <= 30.6
    assert letters.fitted("King", layout.NORMAL, 90) == ("King", layout.NORMAL)
    assert letters.fitted("Merchant", layout.NORMAL, 50)[0] == "Merchant"
    assert letters.fitted("Merchants' Guild", layout.NORMAL, 30)[0].endswith(letters.ELLIPSIS)


def test_everything_has_its_symbol():
    named = [
        *(f"advisor-{advisor.name.lower().replace('_', '-')}" for advisor in list(Advisor)[:NUM_COURT]),
        *(f"enemy-{kind.name.lower()}" for kind in EnemyKind),
        *(f"row-{row.name.lower()}" for row in Row),
        *(f"seat-{seat}" for seat in range(len(text.SEATS))),
        *(f"face-{face}" for face in range(1, 7)),
        *(f"coin-{good}" for good in signs.GOODS),
    ]

    assert {f"kb-{name}" for name in named} <= set(pen.read_symbols())
    for face in range(1, 7):
        assert pen.read_symbols()[f"kb-face-{face}"].count("<circle") == face


@pytest.mark.parametrize("advisor", list(Advisor)[:NUM_COURT])
def test_what_an_advisor_gives_is_spelt_in_known_symbols_and_fits_beside_his_emblem(advisor):
    gift, sheet = signs.gift(advisor), pen.Sheet(400, 40)
    card = (layout.COURT.width + layout.COURT_GAP) / layout.COURT_COLUMNS - layout.COURT_GAP

    assert any(f"kb-{word}" in pen.read_symbols() for word in gift)
    assert sheet.spell(gift, 8, 20, 16) < card - 33


@pytest.mark.parametrize("num_players", PLAYERS)
def test_provinces_lie_side_by_side_within_the_picture(num_players):
    places = [province.place_of(seat, num_players) for seat in range(num_players)]

    assert all(left.right < right.x for left, right in pairwise(places))
    assert places[-1].right <= layout.WIDTH
    assert all(place.bottom <= layout.HEIGHT for place in places)


# Machado, Oliveira and Fernandes 2009, full strength.
SEEN_BY = {
    "everybody": np.eye(3),
    "deuteranopes": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "protanopes": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
}


def lab(colour, eyes):
    """A colour as CIE Lab, as these eyes see it."""
    rgb = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
    x, y, z = np.cbrt(xyz @ np.clip(eyes @ linear, 0.001, 1) / (0.95047, 1, 1.08883))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eyes", SEEN_BY.values(), ids=SEEN_BY)
def test_colours_of_seats_are_far_apart_for_all_eyes(eyes):
    seen = [lab(colours.fill, np.array(eyes)) for colours in pen.SEATS]

    assert all(np.linalg.norm(one - other) > 30 for at, one in enumerate(seen) for other in seen[:at])


def test_every_seat_has_a_shape_and_a_letter_beside_its_colour():
    drawn = [pen.read_symbols()[f"kb-seat-{seat}"] for seat in range(len(text.SEATS))]

    assert [re.findall(r">(\w)</text>", one) for one in drawn] == [[name[0].upper()] for name in text.SEATS]
    assert len({re.search(r' d="([^"]+)"', one)[1] for one in drawn}) == len(text.SEATS)
    for one, colours in zip(drawn, pen.SEATS, strict=True):
        assert f'fill="{colours.fill}"' in one


# Text


def test_the_text_board_gives_the_number_of_every_answer():
    game = given(dice=DICE, tokens={"red": 1}, buildings_of={"red": ("Inn", "Market")})
    board = ansi.describe_board(game.games, Story())
    question = board.split("\n\n")[-1]

    for action in np.flatnonzero(legal(game.games)[0]):
        assert f" {action} {text.describe_action(int(action))}" in question


def test_the_text_board_names_what_can_be_built_with_cost_points_and_builders():
    board = ansi.describe_board(given(buildings_of={"blue": ("Statue",)}, dice=DICE).games, Story())

    assert "Statue 2/0/0 3 .b.." in board
    assert "Goldsmith" not in board
    assert all(buildings.NAMES[building] in board for building in list(Building)[4:24])


def test_the_text_board_tells_strengths_as_far_as_the_enemy_is_known():
    board = ansi.describe_board(
        given(
            buildings_of={
                "blue": ("Guard Tower", "Blacksmith", "Barracks", "Wizards' Guild"),
                "red": ("Palisade",),
            },
            dice=DICE,
        ).games,
        Story(),
    )
    lines = {line.partition(":")[0]: line for line in board.splitlines()}

    assert ", strength 1 to 2" in lines["red"]  # the Palisade counts twice against Zombies
    assert re.search(r", strength \d+(,|$)", lines["blue"])


def test_the_text_board_says_what_a_building_that_may_be_built_does():
    game = given(at="build", goods={"red": "2 gold"})

    assert "build Statue: after the roll, all dice equal: may re-roll one" in ansi.describe_board(
        game.games, Story()
    )


def test_the_text_board_shows_the_court_with_dice_gifts_and_choices():
    game = given(dice=DICE)
    game.play("red: influence Architect with 3")
    board = ansi.describe_board(game.games, Story()).splitlines()

    assert "   3 Architect         red 3                    1 wood" in board
    assert ">  1 Jester                                     1 VP" in board


def test_the_politicians_own_advisors_are_on_the_text_board():
    game = given(modules=("governors",), governors_of={"red": "Politician"}, dice={"red": (5, 6, 6)})

    assert "own Sergeant" in ansi.describe_board(game.games, Story())
    assert "own Sergeant" not in ansi.describe_board(given(dice=DICE).games, Story())


def test_only_who_has_looked_reads_the_enemy_card():
    game = given(
        players=2,
        season="spring",
        dice={"red": (4, 6, 1), "blue": (1, 2, 3)},
        goods={"red": "9 gold, 9 wood, 9 stone", "blue": "9 gold, 9 wood, 9 stone"},
        enemy="Orcs 3 (year I)",
    )
    game.play("red: influence General with 4+6")
    game.pass_until(lambda game: game.has_looked("red") and game.asked == "red")
    seen = ansi.describe_board(game.games, Story())
    game.pass_until(lambda game: game.asked == "blue")
    unseen = ansi.describe_board(game.games, Story())

    assert "enemy: Orcs 3 (year I); defeat: 2 goods of choice, 1 VP; victory: 1 gold" in seen
    assert "Orcs" not in unseen
    assert "strength 2 to 4, face down" in unseen


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
def test_the_text_board_does_not_change_with_what_the_player_asked_cannot_know(seed):
    for step, table in enumerate(walk(Rules(num_players=4, modules=EVERYTHING), seed, "busy")):
        if step % 8 < 2 and not table.is_over:
            other = redeal(table.games, table.games["actor"], seed=step)

            assert ansi.describe_board(other, Story()) == ansi.describe_board(table.games, Story())


@pytest.mark.compiled
def test_a_text_board_fits_a_wide_terminal():
    story = Story()
    for step, table in enumerate(walk(Rules(num_players=5, modules=EVERYTHING), 2, "busy")):
        story.tell(table.events())
        if step % 8:
            continue

        assert max(map(len, ansi.describe_board(table.games, story).splitlines())) <= 140


# The story

RED, BLUE = range(2)
HELP, PAID = Source.ADVISOR, Source.BUILDING
STORIES = {
    "the dice of a group in the line of its placing": (
        [
            (Event.PLACED, RED, Advisor.SERGEANT, 0),
            (Event.DIE_PLACED, RED, 0, 3),
            (Event.DIE_PLACED, RED, 3, 2),
        ],
        ["red influences the Sergeant: 3, 2*"],
    ),
    "two groups in two lines": (
        [
            (Event.PLACED, RED, Advisor.JESTER, 0),
            (Event.DIE_PLACED, RED, 0, 1),
            (Event.PLACED, RED, Advisor.SQUIRE, 0),
            (Event.DIE_PLACED, RED, 1, 2),
        ],
        ["red influences the Jester: 1", "red influences the Squire: 2"],
    ),
    "a roll in one line for each player": (
        [(Event.ROLLED, RED, 0, 4), (Event.ROLLED, RED, 3, 6), (Event.ROLLED, BLUE, 0, 1)],
        ["red rolls: 4, 6*", "blue rolls: 1"],
    ),
    "the order in one line": (
        [(Event.ORDER, BLUE, 0, 7), (Event.ORDER, RED, 1, 12)],
        ["turn order: blue 7, red 12"],
    ),
    "the first order without totals": (
        [(Event.ORDER, BLUE, 0, 0), (Event.ORDER, RED, 1, 0)],
        ["turn order: blue, red"],
    ),
    "what an advisor gives in his line": (
        [
            (Event.HELPED, RED, Advisor.QUEEN, 0),
            (Event.POINTS, RED, 0, 3, HELP),
            (Event.LOOKED, RED, 0, 0),
            (Event.GOODS, RED, Good.WOOD, 2, HELP),
            (Event.HELPED, RED, Advisor.KING, 0),
            (Event.SOLDIERS, RED, 0, 2, HELP),
        ],
        ["Queen helps red: +3 VP, looks at the enemy card, +2 wood", "King helps red: +2 soldiers"],
    ),
    "the cost of a building in its line": (
        [
            (Event.GOODS, BLUE, Good.GOLD, -2, PAID),
            (Event.BUILT, BLUE, Building.STATUE, 0),
            (Event.POINTS, BLUE, 0, 3, PAID),
        ],
        ["blue builds: -2 gold, Statue, +3 VP"],
    ),
    "a defeat with what it costs": (
        [
            (Event.STRENGTH, RED, 0, 0),
            (Event.STRENGTH, BLUE, 0, 5),
            (Event.DEFEAT, RED, 0, 0),
            (Event.DESTROYED, RED, Building.INN, 0),
            (Event.VICTORY, BLUE, 0, 0),
            (Event.GOODS, BLUE, Good.GOLD, 1, Source.VICTORY),
        ],
        ["strength: red 0, blue 5", "red is defeated: loses Inn", "blue is victorious: +1 gold"],
    ),
    "what several gain at once in one line": (
        [(Event.POINTS, RED, 0, 1, Source.REWARD), (Event.POINTS, BLUE, 0, 1, Source.REWARD)],
        ["King's reward: red +1 VP, blue +1 VP"],
    ),
    "the reason of other gains": (
        [(Event.GOODS, RED, Good.STONE, 1, Source.AID)],
        ["red (King's aid): +1 stone"],
    ),
    "soldiers that leave not at all": ([(Event.SOLDIERS, RED, 0, -3, Source.WINTER_OVER)], []),
}


@pytest.mark.parametrize(("events", "lines"), STORIES.values(), ids=STORIES)
def test_a_story_tells(events, lines):
    story = Story()
    story.tell(np.array([(*event, -1)[:5] for event in events], EVENT).view(np.recarray))

    assert [line.said for line in story] == lines


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_has_a_story_whose_end_is_kept(seed):
    story = Story()
    for table in walk(Rules(num_players=5, modules=EVERYTHING), seed, "busy"):
        story.tell(table.events())

    assert list(story)[-1].said == "the game is over"
    assert len(list(story)) == MAX_LINES
    story.forget()
    assert list(story) == []
