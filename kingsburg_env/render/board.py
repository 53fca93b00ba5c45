"""The whole table as one picture: head, court, enemy, question, story and provinces."""

from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

from kingsburg_env import text
from kingsburg_env.batch import ranking
from kingsburg_env.engine.names import (
    NOBODY,
    NUM_COURT,
    NUM_YEARS,
    Advisor,
    Decision,
    Enemy,
    EnemyKind,
    Governor,
    Phase,
)
from kingsburg_env.engine.tables import advisors, enemies
from kingsburg_env.render import shapes, signs
from kingsburg_env.render.facts import advisors_offered, is_enemy_open, strengths
from kingsburg_env.render.layout import (
    COURT,
    COURT_COLUMNS,
    COURT_GAP,
    COURT_ROWS,
    DANGER,
    DIE,
    DIM,
    EDGE,
    ENEMY,
    FAINT,
    GLOW,
    HEAD,
    HEIGHT,
    HUGE,
    INK,
    LARGE,
    LIGHT,
    NEUTRAL,
    NORMAL,
    ORDER_STEP,
    ORDER_X,
    PAPER,
    PHASE_STEP,
    PHASE_WIDTH,
    PHASES,
    PHASES_X,
    QUESTION,
    SEAT_COLOURS,
    SHADE,
    SMALL,
    STORY,
    STORY_LINE,
    TABLE,
    TINY,
    TINY_DIE,
    TOKEN,
    WIDTH,
    YEAR_RADIUS,
    YEAR_STEP,
    YEARS_X,
    Rect,
)
from kingsburg_env.render.province import paint_group, paint_province
from kingsburg_env.render.shapes import Canvas
from kingsburg_env.render.story import Story


def paint(games: Any, story: Story) -> Canvas:
    """Draw a batch of one game as everybody at the table sees it."""
    state, canvas = games[0], shapes.new_canvas(WIDTH, HEIGHT, TABLE)
    num_players = int(state.num_players)
    ranks = ranking(games)[0] if state.phase == Phase.OVER else np.zeros(num_players, np.int64)
    _paint_time(canvas, state)
    _paint_order(canvas, state)
    _paint_court(canvas, state)
    _paint_enemy(canvas, state)
    _paint_question(canvas, state, ranks)
    _paint_story(canvas, story)
    for seat in range(num_players):
        paint_province(canvas, state, seat, int(ranks[seat]))
    return shapes.finished(canvas)


def as_array(picture: Canvas) -> NDArray[np.uint8]:
    """Copy a picture into an array: height x width x red, green, blue."""
    raw = np.frombuffer(pygame.image.tobytes(picture, "RGB"), np.uint8)
    return raw.reshape(picture.get_height(), picture.get_width(), 3).copy()


def _paint_time(canvas: Canvas, state: Any) -> None:
    """Draw the track of years and of the phases of this one."""
    y = HEAD.middle[1]
    shapes.write(canvas, "KINGSBURG", (HEAD.x + 4, y), HUGE - 2, LIGHT)
    for year in range(1, NUM_YEARS + 1):
        is_now = state.year == year
        at = (YEARS_X + (year - 1) * YEAR_STEP, y)
        shapes.disc(canvas, at, YEAR_RADIUS, GLOW if is_now else TABLE, GLOW if is_now else DIM)
        shapes.write(canvas, enemies.ROMAN[year], at, NORMAL, INK if is_now else DIM, "center")
    for number, (phase, name) in enumerate(PHASES.items()):
        is_now = state.phase == phase
        chip = Rect(PHASES_X + number * PHASE_STEP, y - 13, PHASE_WIDTH, 26)
        shapes.box(canvas, chip, GLOW if is_now else TABLE, 13, GLOW if is_now else DIM)
        shapes.write(canvas, name, chip.middle, SMALL, INK if is_now else DIM, "center", PHASE_WIDTH - 12)


def _paint_order(canvas: Canvas, state: Any) -> None:
    """Draw the turn order from left to right; whose turn it is glows."""
    y = HEAD.middle[1]
    shapes.write(canvas, "turn order", (ORDER_X - 18, y), SMALL, DIM, "midright")
    for place, seat in enumerate(state.order[: int(state.num_players)]):
        at, colours = (ORDER_X + place * ORDER_STEP, y), SEAT_COLOURS[int(seat)]
        if state.actor == seat:
            shapes.disc(canvas, at, 14, GLOW)
        shapes.disc(canvas, at, 11, colours.fill, colours.accent)
        shapes.write(canvas, str(place + 1), at, NORMAL, colours.on_fill, "center")


def _paint_court(canvas: Canvas, state: Any) -> None:
    width, height = (COURT.width + COURT_GAP) / COURT_COLUMNS, (COURT.height + COURT_GAP) / COURT_ROWS
    offered = advisors_offered(state)
    for advisor in range(NUM_COURT):
        row, column = divmod(advisor, COURT_COLUMNS)
        card = Rect(COURT.x + column * width, COURT.y + row * height, width - COURT_GAP, height - COURT_GAP)
        _paint_advisor(canvas, state, Advisor(advisor), card)
        if advisor in offered:
            shapes.outline(canvas, card, GLOW)


def _paint_advisor(canvas: Canvas, state: Any, advisor: Advisor, card: Rect) -> None:
    """Draw an advisor: rank, name, what he gives, and the dice on him."""
    is_taken = int(state.taken) >> advisor & 1
    shapes.panel(canvas, card, SHADE if is_taken else PAPER)
    at = (card.x + 15, card.y + 15)
    shapes.disc(canvas, at, 11, TABLE)
    shapes.write(canvas, str(advisors.ADVISORS[advisor].rank), at, NORMAL, PAPER, "center")
    shapes.write(canvas, advisors.NAMES[advisor], (card.x + 31, at[1]), NORMAL + 1, INK, room=card.width - 36)
    shapes.spell(canvas, signs.gift(advisor), (card.x + 8, card.y + 42), 17, FAINT)
    _paint_groups(canvas, state, advisor, card)


def _paint_groups(canvas: Canvas, state: Any, advisor: Advisor, card: Rect) -> None:
    """Draw the dice groups on an advisor, one below the other where the envoy let a second one in."""
    groups = [
        (seat, group)
        for seat in map(int, state.order[: int(state.num_players)])
        for group, at in enumerate(state.players[seat].group_at)
        if at == advisor
    ]
    is_neutral = int(state.neutral) >> advisor & 1
    size = DIE if len(groups) + is_neutral < 2 else TINY_DIE  # noqa: PLR2004
    bottom = card.y + card.height - 6
    y = bottom - size
    if is_neutral:
        shapes.neutral_dice(canvas, (card.x + 8, y), size)
        shapes.write(canvas, "neutral", (card.x + 14 + size * 1.6, y + size / 2), TINY, FAINT)
        y -= size + 2
    for seat, group in reversed(groups):
        x = paint_group(canvas, state.players[seat], group, (card.x + 8, y), size, SEAT_COLOURS[seat])
        shapes.write(canvas, _modifier(state, seat, group, advisor), (x + 2, y + size / 2), NORMAL, TOKEN)
        y -= size + 2


def _modifier(state: Any, seat: int, group: int, advisor: Advisor) -> str:
    """Say what a +2 token or the Market added to a group: what its dice lack of the advisor's rank."""
    player = state.players[seat]
    is_unfinished = state.decision == Decision.PICK_DICE and state.actor == seat
    if is_unfinished or (player.governor == Governor.DUKE and advisor == Advisor.DUCHESS):
        return ""
    lacking = int(advisors.ADVISORS[advisor].rank - player.dice[player.group_of == group].sum())
    return f"{lacking:+d}" if lacking else ""


def _paint_enemy(canvas: Canvas, state: Any) -> None:
    """Draw this year's enemy: the card once it lies open, before that what everybody may expect."""
    shapes.panel(canvas, ENEMY)
    crest = Rect(ENEMY.x + 8, ENEMY.y + 8, 64, ENEMY.height - 16)
    left, year = crest.right + 12, max(int(state.year), 1)
    if not is_enemy_open(state):
        shapes.box(canvas, crest, TABLE, 5)
        shapes.write(canvas, "?", crest.middle, HUGE * 1.6, DIM, "center")
        weakest, strongest = strengths(year)
        shapes.write(canvas, f"The enemy of year {enemies.ROMAN[year]}", (left, ENEMY.y + 24), LARGE)
        expected = f"face down until Winter, strength {weakest} to {strongest}"
        shapes.write(canvas, expected, (left, ENEMY.y + 48), NORMAL, FAINT)
        return
    card = enemies.ENEMIES[Enemy(int(state.enemies[year - 1]))]
    shapes.box(canvas, crest, DANGER, 5)
    shapes.write(canvas, str(card.strength), crest.middle, HUGE * 2, PAPER, "center")
    name = f"{EnemyKind(int(card.kind)).name.title()} of strength {card.strength}"
    shapes.write(canvas, name, (left, ENEMY.y + 20), LARGE, DANGER)
    for label, words, y in (("defeat", signs.losses(card), 45), ("victory", signs.gains(card), 70)):
        shapes.write(canvas, label, (left, ENEMY.y + y), NORMAL, FAINT)
        shapes.spell(canvas, words, (left + 56, ENEMY.y + y), 16)
    _paint_kings_die(canvas, state)


def _paint_kings_die(canvas: Canvas, state: Any) -> None:
    if state.reinforcement:
        x = ENEMY.right - 46
        shapes.write(canvas, "King's die", (x + 16, ENEMY.y + 30), SMALL, FAINT, "center")
        at = (x, ENEMY.y + 42)
        shapes.die(canvas, at, 32, int(state.reinforcement), SEAT_COLOURS[-1], is_bonus=False)


def _paint_question(canvas: Canvas, state: Any, ranks: NDArray[np.int64]) -> None:
    """Say who is asked what, or who has won."""
    if state.actor == NOBODY:
        shapes.panel(canvas, QUESTION, GLOW)
        winners = " and ".join(text.SEATS[seat] for seat in np.flatnonzero(ranks == 1))
        said, colour = f"The game is over: {winners} won" if winners else "The game is over", INK
    else:
        colours = SEAT_COLOURS[int(state.actor)]
        shapes.panel(canvas, QUESTION, colours.fill, colours.accent)
        said, colour = text.describe_question(state), colours.on_fill
    shapes.write(canvas, said, QUESTION.middle, LARGE, colour, "center", QUESTION.width - 20)


def _paint_story(canvas: Canvas, story: Story) -> None:
    """Write what happened last, the newest line at the bottom."""
    shapes.panel(canvas, STORY)
    lines: list[tuple[int, str]] = []
    for seat, said in story:
        broken = shapes.wrap(said, SMALL, STORY.width - 34)
        broken[0] = broken[0][0].upper() + broken[0][1:]
        lines += [(seat, broken[0]), *((NOBODY - 1, rest) for rest in broken[1:])]
    shown = lines[-int((STORY.height - 8) / STORY_LINE) :]
    for number, (seat, said) in enumerate(shown):
        y = STORY.y + 6 + (number + 0.5) * STORY_LINE
        if seat >= NOBODY:
            fill, edge = (NEUTRAL, EDGE) if seat == NOBODY else SEAT_COLOURS[seat][0:3:2]
            shapes.disc(canvas, (STORY.x + 13, y), 4, fill, edge)
        shapes.write(canvas, said, (STORY.x + 24, y), SMALL, INK if number > len(shown) - 4 else FAINT)
