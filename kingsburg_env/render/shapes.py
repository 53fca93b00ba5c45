"""What the board is drawn with: boxes, words, dice and the signs of things."""

import math
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

import pygame

from kingsburg_env.render.layout import (
    EDGE,
    GOLD,
    INK,
    NEUTRAL,
    OVERSAMPLING,
    PAPER,
    PIPS,
    POINT,
    SOLDIER,
    STONE,
    TINY,
    TOKEN,
    WOOD,
    Colour,
    Rect,
    SeatColours,
)

Canvas = pygame.Surface
Point = tuple[float, float]

WHITE: Colour = (255, 255, 255)
SMALLEST = 7


def new_canvas(width: int, height: int, colour: Colour) -> Canvas:
    """Make a canvas; words can be written on it from now on."""
    pygame.font.init()
    # Somebody else may have shut the fonts down and started them again, which spoils those already open.
    _font.cache_clear()
    canvas = pygame.Surface((width * OVERSAMPLING, height * OVERSAMPLING))
    canvas.fill(colour)
    return canvas


def finished(canvas: Canvas) -> Canvas:
    """Scale a canvas down to the size of the picture."""
    width, height = canvas.get_size()
    return pygame.transform.smoothscale(canvas, (width // OVERSAMPLING, height // OVERSAMPLING))


def _large(*lengths: float) -> list[int]:
    return [round(length * OVERSAMPLING) for length in lengths]


def box(
    canvas: Canvas, place: Rect, fill: Colour, radius: float = 5, edge: Colour | None = None, line: float = 1
) -> None:
    """Draw a box with round corners."""
    rect, (corner, width) = pygame.Rect(_large(*place)), _large(radius, line)
    pygame.draw.rect(canvas, fill, rect, border_radius=corner)
    if edge is not None:
        pygame.draw.rect(canvas, edge, rect, width, border_radius=corner)


def outline(canvas: Canvas, place: Rect, colour: Colour) -> None:
    """Draw a frame around a box, to say that it may be chosen."""
    rect, (line,) = pygame.Rect(_large(*place)), _large(2.5)
    pygame.draw.rect(canvas, colour, rect, line, border_radius=line * 2)


def disc(canvas: Canvas, centre: Point, radius: float, fill: Colour, edge: Colour | None = None) -> None:
    """Draw a disc."""
    middle, (size, line) = _large(*centre), _large(radius, 1)
    pygame.draw.circle(canvas, fill, middle, size)
    if edge is not None:
        pygame.draw.circle(canvas, edge, middle, size, line)


def polygon(canvas: Canvas, points: Iterable[Point], fill: Colour, edge: Colour | None = None) -> None:
    """Draw a shape with corners."""
    corners = [_large(*point) for point in points]
    pygame.draw.polygon(canvas, fill, corners)
    if edge is not None:
        pygame.draw.polygon(canvas, edge, corners, OVERSAMPLING)


@cache
def _font(size: float) -> pygame.font.Font:
    # None: the font that comes with pygame, the same on every machine.
    return pygame.font.Font(None, round(size * OVERSAMPLING * 1.35))


@lru_cache(maxsize=4096)
def _written(words: str, size: float, colour: Colour) -> Canvas:
    """Draw words by themselves; nearly all of them come again in the next picture."""
    return _font(size).render(words, antialias=True, color=colour)


@lru_cache(maxsize=4096)
def width_of(words: str, size: float) -> float:
    """Measure words."""
    return _font(size).size(words)[0] / OVERSAMPLING


def write(
    canvas: Canvas,
    words: str,
    at: Point,
    size: float,
    colour: Colour = INK,
    anchor: str = "midleft",
    room: float | None = None,
) -> float:
    """Write words at the height `at`, from, to or around it as the anchor says; return their width.

    Where there is too little room they are written smaller, and at last cut off.
    """
    while room is not None and size > SMALLEST and width_of(words, size) > room:
        size -= 0.5
    while room is not None and len(words) > 1 and width_of(words, size) > room:
        words = words[:-2] + "…"
    written = _written(words, size, colour)
    canvas.blit(written, written.get_rect(**{anchor: _large(*at)}))
    return written.get_width() / OVERSAMPLING


def wrap(words: str, size: float, room: float) -> list[str]:
    """Break words into lines that fit."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def die(canvas: Canvas, at: Point, size: float, face: int, colours: SeatColours, *, is_bonus: bool) -> None:
    """Draw a die at its left upper corner; a bonus die is white with coloured pips."""
    fill, pip = (WHITE, colours.accent) if is_bonus else (colours.fill, colours.on_fill)
    box(canvas, Rect(*at, size, size), fill, size / 5, colours.accent, 2 if is_bonus else 1)
    for across, down in PIPS[face]:
        disc(canvas, (at[0] + size * across / 4, at[1] + size * down / 4), size / 10, pip)


def neutral_dice(canvas: Canvas, at: Point, size: float) -> None:
    """Draw neutral dice, whose faces do not matter any more."""
    for shift in (size * 0.6, 0.0):
        box(canvas, Rect(at[0] + shift, at[1], size, size), NEUTRAL, size / 5, INK)


def _gold(canvas: Canvas, at: Point, size: float) -> None:
    disc(canvas, at, size / 2, GOLD, (166, 120, 10))
    disc(canvas, at, size / 4, (250, 214, 100))


def _wood(canvas: Canvas, at: Point, size: float) -> None:
    x, y = at
    box(canvas, Rect(x - size / 2, y - size / 3.2, size, size / 1.6), WOOD, size / 4, (88, 54, 24))
    disc(canvas, (x + size / 4, y), size / 5.5, (206, 160, 108))


def _stone(canvas: Canvas, at: Point, size: float) -> None:
    x, y, half = *at, size / 2
    corners = ((-0.9, 0.8), (-0.7, -0.3), (-0.1, -0.9), (0.6, -0.6), (0.95, 0.3), (0.7, 0.8))
    polygon(canvas, [(x + half * right, y + half * down) for right, down in corners], STONE, (92, 98, 104))


def _good(canvas: Canvas, at: Point, size: float) -> None:
    """A good of choice: a disc in the colours of all three."""
    disc(canvas, at, size / 2, PAPER)
    for third, colour in enumerate((GOLD, WOOD, STONE)):
        angles = [math.tau * (third / 3 + step / 36) - math.pi / 2 for step in range(13)]
        rim = [(at[0] + size / 2 * math.cos(angle), at[1] + size / 2 * math.sin(angle)) for angle in angles]
        polygon(canvas, [at, *rim], colour)


def _soldier(canvas: Canvas, at: Point, size: float) -> None:
    """A shield."""
    x, y, half = *at, size / 2
    corners = ((-0.8, -0.9), (0.8, -0.9), (0.8, 0.1), (0, 1), (-0.8, 0.1))
    polygon(canvas, [(x + half * right, y + half * down) for right, down in corners], SOLDIER, (34, 42, 60))
    box(canvas, Rect(x - size / 14, y - half * 0.8, size / 7, size * 0.7), (222, 226, 236), 0)
    box(canvas, Rect(x - half * 0.7, y - half * 0.35, size * 0.7, size / 7), (222, 226, 236), 0)


def _point(canvas: Canvas, at: Point, size: float) -> None:
    """A star."""
    angles = [math.tau * step / 10 - math.pi / 2 for step in range(10)]
    radii = [size * (0.58, 0.25)[step % 2] for step in range(10)]
    polygon(
        canvas,
        [(at[0] + r * math.cos(a), at[1] + r * math.sin(a)) for r, a in zip(radii, angles, strict=True)],
        POINT,
    )


def _token(canvas: Canvas, at: Point, size: float) -> None:
    box(canvas, Rect(at[0] - size * 0.6, at[1] - size / 2, size * 1.2, size), TOKEN, size / 3)
    write(canvas, "+2", at, size * 0.7, WHITE, "center")


def _look(canvas: Canvas, at: Point, size: float) -> None:
    """An eye."""
    x, y = at
    rim = [(x + size * 0.65 * math.cos(a), y + size * 0.36 * math.sin(a)) for a in _around(20)]
    polygon(canvas, rim, WHITE, INK)
    disc(canvas, at, size / 5, INK)


def _around(steps: int) -> list[float]:
    return [math.tau * step / steps for step in range(steps)]


def _building(canvas: Canvas, at: Point, size: float) -> None:
    """A house."""
    x, y, half = *at, size / 2
    corners = ((-0.8, 0.9), (-0.8, -0.1), (0, -0.9), (0.8, -0.1), (0.8, 0.9))
    polygon(canvas, [(x + half * right, y + half * down) for right, down in corners], (170, 96, 70), INK)


def _envoy(canvas: Canvas, at: Point, size: float) -> None:
    """A pennant."""
    x, y, half = *at, size / 2
    box(canvas, Rect(x - half * 0.7, y - half, size / 8, size), INK, 0)
    polygon(
        canvas,
        [(x - half * 0.5, y - half), (x + half, y - half * 0.4), (x - half * 0.5, y + half * 0.2)],
        POINT,
        INK,
    )


def _arrow(canvas: Canvas, at: Point, size: float) -> None:
    x, y, half = *at, size / 2
    box(canvas, Rect(x - half * 0.8, y - 1, half, 2), INK, 0)
    polygon(canvas, [(x, y - half * 0.5), (x + half * 0.8, y), (x, y + half * 0.5)], INK)


def _crown(canvas: Canvas, at: Point, size: float) -> None:
    x, y, half = *at, size / 2
    corners = ((-1, 0.7), (-1, -0.6), (-0.45, 0), (0, -0.9), (0.45, 0), (1, -0.6), (1, 0.7))
    polygon(canvas, [(x + half * right, y + half * down) for right, down in corners], GOLD, (120, 84, 0))


SIGNS: dict[str, Callable[[Canvas, Point, float], None]] = {
    "gold": _gold,
    "wood": _wood,
    "stone": _stone,
    "good": _good,
    "soldier": _soldier,
    "point": _point,
    "token": _token,
    "look": _look,
    "building": _building,
    "envoy": _envoy,
    "arrow": _arrow,
    "crown": _crown,
}

# How wide a sign is for its height, where it is not as wide as high.
BREADTHS = {"token": 1.25, "look": 1.35, "arrow": 0.8}


def sign(canvas: Canvas, name: str, at: Point, size: float) -> None:
    """Draw the sign of a thing around a point."""
    SIGNS[name](canvas, at, size)


def spell(canvas: Canvas, words: Iterable[str], at: Point, size: float, colour: Colour = INK) -> float:
    """Draw signs and words in a row from a point; return where the row ends."""
    x, y = at
    for word in words:
        if word in SIGNS:
            breadth = size * BREADTHS.get(word, 1)
            sign(canvas, word, (x + breadth / 2, y), size)
            x += breadth + 2
        else:
            x += write(canvas, word, (x, y), max(size * 0.8, TINY), colour) + 3
    return x


def coin(canvas: Canvas, number: int, at: Point, size: float, fill: Colour, ink: Colour = WHITE) -> None:
    """Draw a disc with a number on it."""
    disc(canvas, at, size / 2, fill)
    write(canvas, str(number), at, size * 0.75, ink, "center")


def panel(canvas: Canvas, place: Rect, fill: Colour = PAPER, edge: Colour = EDGE, line: float = 1) -> None:
    """Draw a sheet of paper."""
    box(canvas, place, fill, 6, edge, line)
