"""The table as an SVG picture, from the view of whoever looks: head, enemy, question and what happened.

The court is in court.py, the provinces are in province.py; own drawings, no artwork of the publisher.
"""

from kingsburg_env.check import Games
from kingsburg_env.engine.names import NUM_YEARS, EnemyKind
from kingsburg_env.engine.tables import enemies
from kingsburg_env.render import signs
from kingsburg_env.render.court import draw_court
from kingsburg_env.render.layout import (
    ENEMY,
    HEAD,
    HEIGHT,
    HUGE,
    LARGE,
    NORMAL,
    ORDER_STEP,
    ORDER_X,
    PHASE_STEP,
    PHASE_WIDTH,
    PHASES,
    PHASES_X,
    QUESTION,
    SMALL,
    STORY,
    STORY_LINE,
    TINY,
    WIDTH,
    YEAR_RADIUS,
    YEAR_STEP,
    YEARS_X,
    Rect,
)
from kingsburg_env.render.letters import wrap
from kingsburg_env.render.pen import SEATS, THEMES, Sheet, in_range
from kingsburg_env.render.province import draw_province
from kingsburg_env.render.story import Story
from kingsburg_env.text import SEATS as NAMES
from kingsburg_env.view import View, view_of

# The head is dark by day and by night.
BAR, LIGHT, DIM, NOW = "#2B323A", "#F0ECE2", "#96A0AA", "#F2961E"
BLOOD = "#8E2A22"


class Picture(str):
    """SVG text that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(games: Games, seat: int | None = None, story: Story | None = None, theme: str = "auto") -> Picture:
    """Draw the table as SVG.

    Args:
        games: A batch of one game.
        seat: Who looks, or None for somebody who only watches and sees no secret.
        story: What happened last; `Story.tell` takes what `Buffers.log()` returns.
        theme: "light", "dark", or "auto": as the screen of whoever looks is set.

    Returns:
        The text of an SVG file; notebooks show it as a picture.
    """
    if theme not in THEMES:
        raise ValueError(f"theme={theme!r}: must be one of {', '.join(map(repr, THEMES))}")
    view = view_of(games, seat)
    sheet = Sheet(WIDTH, HEIGHT)
    sheet.box(Rect(0, 0, WIDTH, HEIGHT), "table", 0)
    _draw_time(sheet, view)
    _draw_order(sheet, view)
    draw_court(sheet, view)
    _draw_enemy(sheet, view)
    _draw_question(sheet, view)
    _draw_story(sheet, Story() if story is None else story)
    for player in view["players"]:
        draw_province(sheet, view, player)
    return Picture(sheet.finished(f"Kingsburg, {view['time']}", theme))


def _draw_time(sheet: Sheet, view: View) -> None:
    """Draw the track of years, and of the phases of this one."""
    sheet.box(HEAD, "bar", 0)
    y = HEAD.middle[1]
    sheet.write("KINGSBURG", 14, y, HUGE, fill=LIGHT)
    for year in range(1, NUM_YEARS + 1):
        is_now = view["year"] == year
        x = YEARS_X + (year - 1) * YEAR_STEP
        if is_now:
            sheet.disc(x, y, YEAR_RADIUS, fill=NOW)
        else:
            sheet.add("circle", cx=x, cy=y, r=YEAR_RADIUS, fill="none", stroke=DIM)
        sheet.write(enemies.ROMAN[year], x, y, NORMAL, at="middle", fill=BAR if is_now else DIM)
    for number, (phase, name) in enumerate(PHASES.items()):
        is_now = view["phase"] == phase
        chip = Rect(PHASES_X + number * PHASE_STEP, y - 13, PHASE_WIDTH, 26)
        if is_now:
            sheet.box(chip, None, 13, fill=NOW)
        else:
            sheet.frame(chip, DIM, 13)
        ink = BAR if is_now else DIM
        sheet.write(name, *chip.middle, SMALL, at="middle", room=PHASE_WIDTH - 14, fill=ink)


def _draw_order(sheet: Sheet, view: View) -> None:
    """Draw the turn order from left to right; whose turn it is glows."""
    y = HEAD.middle[1]
    sheet.write("turn order", ORDER_X - 20, y, SMALL, at="right", fill=DIM)
    for place, seat in enumerate(view["order"]):
        x = ORDER_X + place * ORDER_STEP
        if view["question"] and view["question"]["seat"] == seat:
            sheet.disc(x, y, 15, fill=NOW)
        sheet.symbol(f"seat-{seat}", x, y, 20)


def _draw_enemy(sheet: Sheet, view: View) -> None:
    """Draw this year's enemy: the card for who knows it, for all others what may come."""
    enemy = view["enemy"]
    sheet.panel(ENEMY)
    crest = Rect(ENEMY.x + 8, ENEMY.y + 8, 66, ENEMY.height - 16)
    if enemy["card"]:
        _draw_card(sheet, view, crest)
    else:
        _draw_hidden(sheet, enemy, crest)
    _draw_past(sheet, view["past_enemies"], crest.right + 12)


def _draw_hidden(sheet: Sheet, enemy: View, crest: Rect) -> None:
    """Draw a card that lies face down: how strong it may be, and the five of which it is one."""
    x, left = crest.middle[0], crest.right + 12
    sheet.box(crest, "bar", 5)
    sheet.write(in_range(enemy["low"], enemy["high"]), x, crest.y + 30, HUGE + 4, at="middle", fill=LIGHT)
    sheet.write("face down", x, crest.bottom - 16, TINY, at="middle", fill=DIM)
    title = f"Enemy of year {enemies.ROMAN[enemy['year']]}: strength {enemy['low']} to {enemy['high']}"
    sheet.write(title, left, ENEMY.y + 19, LARGE, room=ENEMY.right - left - 8)
    for number, card in enumerate(enemy["possible"]):
        at = left + 11 + number * 61
        sheet.symbol(_emblem(card), at, ENEMY.y + 42, 22, "ink")
        sheet.write(str(card["strength"]), at + 15, ENEMY.y + 42, NORMAL + 1)
        sheet.write(_kind(card), left + number * 61, ENEMY.y + 62, TINY, "faint", room=57)


def _draw_card(sheet: Sheet, view: View, crest: Rect) -> None:
    """Draw a known card: who comes, how strong, and what defeat and victory bring."""
    card, left = view["enemy"]["card"], crest.right + 12
    row = enemies.ENEMIES[card["enemy"]]
    sheet.box(crest, None, 5, fill=BLOOD)
    sheet.symbol(_emblem(card), crest.middle[0], crest.y + 25, 38, color=LIGHT)
    sheet.write(str(card["strength"]), crest.middle[0], crest.bottom - 20, HUGE + 8, at="middle", fill=LIGHT)
    name = card["name"].partition(" (")[0]
    seen = "" if view["enemy"]["is_open"] else ", which you have seen"
    sheet.write(f"{name}{seen}", left, ENEMY.y + 18, LARGE, "danger", room=ENEMY.right - left - 60)
    for label, words, y in (("defeat", signs.losses(row), 39), ("victory", signs.gains(row), 59)):
        sheet.write(label, left, ENEMY.y + y, SMALL, "faint")
        sheet.spell(words, left + 48, ENEMY.y + y, 16, "ink")
    if view["kings_die"]:
        x = ENEMY.right - 30
        sheet.write("King's die", x, ENEMY.y + 20, TINY, "faint", "middle")
        sheet.die(x - 16, ENEMY.y + 30, 32, view["kings_die"], len(SEATS) - 1, is_bonus=False)


def _draw_past(sheet: Sheet, past: list[View], left: float) -> None:
    """Draw the enemies of the years before."""
    y = ENEMY.bottom - 13
    if past:
        x = left + sheet.write("before", left, y, TINY, "faint") + 8
        for number, card in enumerate(past):
            at = x + number * 58
            sheet.write(enemies.ROMAN[number + 1], at, y, TINY, "faint")
            sheet.symbol(_emblem(card), at + 24, y, 17, "faint")
            sheet.write(str(card["strength"]), at + 35, y, SMALL, "faint")


def _emblem(card: View) -> str:
    return f"enemy-{_kind(card).lower()}"


def _kind(card: View) -> str:
    return EnemyKind(int(enemies.ENEMIES[card["enemy"]].kind)).name.title()


def _draw_question(sheet: Sheet, view: View) -> None:
    """Say who is asked what, or who has won."""
    question, y = view["question"], QUESTION.middle[1]
    if question is None:
        winners = " and ".join(NAMES[seat] for seat in (view["result"] or {}).get("winners", ()))
        said = f"The game is over: {winners} won" if winners else "The game is over"
        sheet.box(QUESTION, None, 6, fill=NOW)
        sheet.write(said, *QUESTION.middle, LARGE, at="middle", room=QUESTION.width - 20, fill=BAR)
        return
    colours = SEATS[question["seat"]]
    sheet.box(QUESTION, None, 6, fill=colours.fill, edge=colours.edge)
    sheet.symbol(f"seat-{question['seat']}", QUESTION.x + 22, y, 24)
    said = question["sentence"][0].upper() + question["sentence"][1:]
    sheet.write(said, QUESTION.x + 42, y, LARGE, room=QUESTION.width - 52, fill=colours.ink)


def _draw_story(sheet: Sheet, story: Story) -> None:
    """Write what happened last, the newest line at the bottom."""
    sheet.panel(STORY)
    lines: list[tuple[int | None, str]] = []
    for seat, said in story:
        broken = wrap(said[0].upper() + said[1:], SMALL, STORY.width - 36)
        lines += [(seat, broken[0]), *((None, rest) for rest in broken[1:])]
    shown = lines[-int((STORY.height - 8) / STORY_LINE) :]
    for number, (seat, said) in enumerate(shown):
        y = STORY.y + 5 + (number + 0.5) * STORY_LINE
        if seat is not None and seat >= 0:
            sheet.symbol(f"seat-{seat}", STORY.x + 14, y, 12)
        elif seat is not None:
            sheet.disc(STORY.x + 14, y, 2.5, "faint")
        is_new = number > len(shown) - 4
        sheet.write(said, STORY.x + 26, y, SMALL, "ink" if is_new else "faint", bold=is_new)
