"""The board in a terminal, as a picture and in a window: complete, readable, and silent about secrets."""

import copy
import pickle
import sys
import warnings
from itertools import pairwise

import gymnasium
import numpy as np
import pygame
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import render_test

from kingsburg_env import Rules, kingsburg_v0, legal, redeal, text
from kingsburg_env.engine.events import EVENT
from kingsburg_env.engine.names import NUM_COURT, Advisor, Building, Decision, Event, Good, Source
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.engine.tables import advisors, buildings
from kingsburg_env.render import RENDER_MODES, Story, ansi, draw, layout, province, shapes, signs
from kingsburg_env.render.story import MAX_LINES
from kingsburg_env.single import KingsburgEnv
from tests.given import battle, given
from tests.play import EVERYTHING, MODULE_SETS, PLAYERS, walk

PICTURE = (layout.HEIGHT, layout.WIDTH, 3)


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch):
    """A window that nobody sees, and nobody waits for."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    for made in (kingsburg_v0.raw_env, KingsburgEnv):
        monkeypatch.setitem(made.metadata, "render_fps", 10_000)
    yield
    pygame.display.quit()


def last_option(observation):
    return int(np.flatnonzero(observation["action_mask"])[-1])


def some_steps_of(env, steps, seed=1):
    env.reset(seed=seed)
    for _ in range(steps):
        env.step(last_option(env.last()[0]))
    return env


# Environments


@pytest.mark.compiled
@pytest.mark.parametrize("modules", MODULE_SETS, ids="+".join)
@pytest.mark.parametrize("num_players", PLAYERS)
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
def test_gymnasiums_checker_passes_with_rendering(render_mode):
    check_env(gymnasium.make("kingsburg/Kingsburg-v0", render_mode=render_mode).unwrapped)


@pytest.mark.parametrize("made", [kingsburg_v0.raw_env, KingsburgEnv])
def test_all_modes_are_announced(made):
    assert made.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    assert made.metadata["render_fps"] > 0


@pytest.mark.parametrize("made", [kingsburg_v0.env, KingsburgEnv])
@pytest.mark.parametrize("render_mode", ["human", "rgb_array"])
def test_without_pygame_the_error_says_what_to_install(monkeypatch, made, render_mode):
    monkeypatch.setitem(sys.modules, "pygame", None)

    with pytest.raises(
        gymnasium.error.DependencyNotInstalled, match=r"missing pygame.* pip install .* '\.\[render\]'"
    ):
        made(render_mode=render_mode)


@pytest.mark.parametrize("made", [kingsburg_v0.env, KingsburgEnv])
def test_text_needs_no_pygame(monkeypatch, made):
    monkeypatch.setitem(sys.modules, "pygame", None)
    env = made(render_mode="ansi")
    env.reset(seed=1)

    assert "turn order" in env.render()


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
def test_human_mode_shows_every_step_by_itself_and_closes_its_window():
    env = some_steps_of(kingsburg_v0.env(render_mode="human"), 30)
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).transpose(1, 0, 2)

    np.testing.assert_array_equal(shown, draw(env._games, env._story))
    assert env.render() is None
    env.close()
    assert pygame.display.get_surface() is None
    env.close()


@pytest.mark.compiled
def test_the_window_of_the_gymnasium_environment_shows_and_closes_too():
    env = KingsburgEnv(render_mode="human")
    env.reset(seed=1)

    assert pygame.display.get_surface().get_size() == (layout.WIDTH, layout.HEIGHT)
    env.close()
    assert pygame.display.get_surface() is None


@pytest.mark.compiled
def test_pictures_go_on_after_somebody_else_has_shut_pygame_down():
    env = some_steps_of(kingsburg_v0.env(render_mode="rgb_array"), 10)
    before = env.render()
    pygame.quit()

    np.testing.assert_array_equal(env.render(), before)


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


@pytest.mark.compiled
@pytest.mark.parametrize("modules", [(), EVERYTHING], ids=["base", "everything"])
@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_picture_has_always_the_same_shape(num_players, modules):
    for step, table in enumerate(walk(Rules(num_players=num_players, modules=modules), 3, "busy")):
        if step % 40 == 0 or table.is_over:
            picture = draw(table.games)

            assert (picture.shape, picture.dtype) == (PICTURE, np.uint8)
            assert picture.flags.c_contiguous
            assert picture.flags.writeable


@pytest.mark.compiled
def test_every_kind_of_question_can_be_drawn():
    asked = set()
    for seed in range(6):
        for table in walk(Rules(num_players=5, modules=EVERYTHING), seed, "busy"):
            decision = Decision(table.decision.item(0))
            if decision not in asked:
                asked.add(decision)
                draw(table.games)

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

    assert not np.array_equal(draw(plain.games), draw(changed.games))


def test_the_picture_shows_dice_on_advisors_and_what_was_told():
    game = given(dice=DICE)
    before = draw(game.games)
    game.play("red: influence Alchemist with 1+2+3")
    story = Story()
    story.tell(game.buffers.log())

    assert not np.array_equal(draw(game.games), before)
    assert not np.array_equal(draw(game.games, story), draw(game.games))


def test_the_picture_shows_governors_and_the_enemy_once_they_lie_open():
    governors = [
        given(modules=("governors",), governors_of={"red": name}, dice=DICE) for name in ("Duke", "Miner")
    ]
    loser = {"goods": {"red": "2 gold, 2 wood"}}
    enemies = [battle(enemy, **loser) for enemy in ("Barbarians 2 (year I)", "Orcs 3 (year I)")]

    assert not np.array_equal(draw(governors[0].games), draw(governors[1].games))
    assert not np.array_equal(draw(enemies[0].games), draw(enemies[1].games))


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(2))
def test_the_picture_does_not_change_with_what_a_player_cannot_know(seed):
    for step, table in enumerate(walk(Rules(num_players=3, modules=EVERYTHING), seed, "busy")):
        if step < 4 or step % 30 == 0 or table.decision.item(0) == Decision.COMMIT_TOKEN:
            picture, seat = draw(table.games), step % 3
            other = redeal(table.games, seat, seed=step)

            np.testing.assert_array_equal(draw(other), picture)


def test_the_enemy_card_that_somebody_looked_at_stays_hidden_in_the_picture():
    cards = []
    for enemy in ("Barbarians 2 (year I)", "Orcs 3 (year I)"):
        game = given(dice={"red": (4, 6, 1), "blue": (1, 2, 3)}, players=2, enemy=enemy)
        game.play("red: influence General with 4+6")
        game.pass_until(lambda game: game.has_looked("red"))
        cards.append(draw(game.games))

    np.testing.assert_array_equal(*cards)


# What it is drawn with


def test_every_seat_has_colours_of_its_own():
    assert len(layout.SEAT_COLOURS) == len(text.SEATS)
    assert len({colours.fill for colours in layout.SEAT_COLOURS}) == len(text.SEATS)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_provinces_lie_side_by_side_within_the_picture(num_players):
    places = [province.place_of(seat, num_players) for seat in range(num_players)]

    assert all(left.right < right.x for left, right in pairwise(places))
    assert places[-1].right <= layout.WIDTH
    assert all(place.y + place.height <= layout.HEIGHT for place in places)


@pytest.mark.parametrize("advisor", list(Advisor)[:NUM_COURT])
def test_what_an_advisor_gives_is_spelt_in_known_signs_and_fits_his_card(advisor):
    gift = signs.gift(advisor)
    canvas = shapes.new_canvas(400, 40, layout.PAPER)
    card = (layout.COURT.width + layout.COURT_GAP) / layout.COURT_COLUMNS - layout.COURT_GAP

    assert gift
    assert any(word in shapes.SIGNS for word in gift)
    assert shapes.spell(canvas, gift, (8, 20), 17) < card


@pytest.mark.parametrize("words", [*advisors.NAMES.values(), *buildings.NAMES.values()])
def test_words_without_room_are_written_smaller(words):
    canvas = shapes.new_canvas(400, 40, layout.PAPER)

    assert shapes.write(canvas, words, (0, 20), layout.NORMAL, room=30) <= 30


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_as_many_pips_as_it_shows(face):
    assert len(set(layout.PIPS[face])) == face


# Text


def test_the_text_board_gives_the_number_of_every_answer():
    game = given(dice=DICE, tokens={"red": 1}, buildings_of={"red": ("Inn", "Market")})
    board = ansi.describe_board(game.state, Story())
    question = board.split("\n\n")[-1]

    for action in np.flatnonzero(legal(game.games)[0]):
        assert f" {action} {text.describe_action(int(action))}" in question


def test_the_text_board_names_what_can_be_built_with_cost_points_and_builders():
    board = ansi.describe_board(given(buildings_of={"blue": ("Statue",)}, dice=DICE).state, Story())

    assert "Statue 2/0/0 3 .b.." in board
    assert "Goldsmith" not in board
    assert all(buildings.NAMES[building] in board for building in list(Building)[4:24])


def test_the_text_board_says_what_a_building_that_may_be_built_does():
    game = given(at="build", goods={"red": "2 gold"})

    assert "build Statue: after the roll, all dice equal: may re-roll one" in ansi.describe_board(
        game.state, Story()
    )


def test_the_text_board_shows_the_court_with_dice_gifts_and_choices():
    game = given(dice=DICE)
    game.play("red: influence Architect with 3")
    board = ansi.describe_board(game.state, Story()).splitlines()

    assert "   3 Architect         red 3                    1 wood" in board
    assert ">  1 Jester                                     1 VP" in board


def test_the_politicians_own_advisors_are_on_the_text_board():
    game = given(modules=("governors",), governors_of={"red": "Politician"}, dice={"red": (5, 6, 6)})

    assert "own Sergeant" in ansi.describe_board(game.state, Story())
    assert "own Sergeant" not in ansi.describe_board(given(dice=DICE).state, Story())


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
    seen = ansi.describe_board(game.state, Story())
    game.pass_until(lambda game: game.asked == "blue")
    unseen = ansi.describe_board(game.state, Story())

    assert "enemy: Orcs 3 (year I); defeat: 2 goods of choice, 1 VP; victory: 1 gold" in seen
    assert "Orcs" not in unseen
    assert "strength 2 to 4, face down" in unseen


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
def test_the_text_board_does_not_change_with_what_the_player_asked_cannot_know(seed):
    for step, table in enumerate(walk(Rules(num_players=4, modules=EVERYTHING), seed, "busy")):
        if step % 8 < 2 and not table.is_over:
            other = redeal(table.games, table.games["actor"], seed=step)

            assert ansi.describe_board(other[0], Story()) == ansi.describe_board(table.games[0], Story())


@pytest.mark.compiled
def test_a_text_board_fits_a_wide_terminal():
    story = Story()
    for step, table in enumerate(walk(Rules(num_players=5, modules=EVERYTHING), 2, "busy")):
        story.tell(table.events())
        if step % 8:
            continue

        assert max(map(len, ansi.describe_board(table.games[0], story).splitlines())) <= 140


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
