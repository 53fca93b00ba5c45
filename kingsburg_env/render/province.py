"""One player's corner of the board: points, goods, dice, cards and buildings."""

from typing import Any

from kingsburg_env import text
from kingsburg_env.engine.names import (
    MAX_DICE,
    NO_GOVERNOR,
    NO_GROUP,
    NUM_COLUMNS,
    NUM_COURT,
    NUM_OWN_DICE,
    Building,
    Governor,
    Phase,
)
from kingsburg_env.engine.province import standing
from kingsburg_env.engine.tables import advisors, buildings, governors
from kingsburg_env.render import shapes, signs
from kingsburg_env.render.facts import buildings_offered, rows_of
from kingsburg_env.render.layout import (
    BUILDING_GAP,
    DIE,
    EDGE,
    EFFECT_HEIGHT,
    EFFECT_WIDTH,
    FAINT,
    GLOW,
    GOOD_COINS,
    HUGE,
    INK,
    LARGE,
    NORMAL,
    PADDING,
    PAPER,
    POINT,
    PROVINCE_CARDS,
    PROVINCE_GAP,
    PROVINCE_HEAD,
    PROVINCE_LINE,
    PROVINCES,
    SEAT_COLOURS,
    SMALL,
    SMALL_DIE,
    TABLE,
    TINY,
    WIDE_CELL,
    Colour,
    Rect,
    SeatColours,
)
from kingsburg_env.render.shapes import Canvas


def place_of(seat: int, num_players: int) -> Rect:
    """Say where a province lies: all side by side over the whole width."""
    width = (PROVINCES.width - PROVINCE_GAP * (num_players - 1)) / num_players
    return Rect(PROVINCES.x + seat * (width + PROVINCE_GAP), PROVINCES.y, width, PROVINCES.height)


def paint_province(canvas: Canvas, state: Any, seat: int, rank: int) -> None:
    """Draw everything a player owns; the rank is 0 until the game is over."""
    place, colours = place_of(seat, int(state.num_players)), SEAT_COLOURS[seat]
    if state.actor == seat:
        shapes.box(canvas, place.shrunk(-3), GLOW, 9)
    shapes.panel(canvas, place, colours.pale)
    _paint_head(canvas, state, seat, rank, place)
    inner = place.shrunk(PADDING)
    y = place.y + PROVINCE_HEAD + PROVINCE_LINE / 2 + 2
    _paint_stores(canvas, state.players[seat], inner, y)
    y += PROVINCE_LINE
    _paint_dice(canvas, state, seat, inner, y)
    y += PROVINCE_LINE / 2 + 2
    if state.with_governors or state.with_army:
        _paint_cards(canvas, state, seat, inner, y + PROVINCE_CARDS / 2)
        y += PROVINCE_CARDS + 2
    _paint_buildings(canvas, state, seat, Rect(inner.x, y, inner.width, place.y + place.height - PADDING - y))


def _paint_head(canvas: Canvas, state: Any, seat: int, rank: int, place: Rect) -> None:
    """Write whose province it is, what he holds of the King's, and his points."""
    player, colours = state.players[seat], SEAT_COLOURS[seat]
    shapes.box(canvas, Rect(place.x, place.y, place.width, PROVINCE_HEAD), colours.fill, 6, colours.accent)
    y = place.y + PROVINCE_HEAD / 2
    x = place.x + 10 + shapes.write(canvas, text.SEATS[seat], (place.x + 10, y), LARGE, colours.on_fill) + 20
    marks = (
        ["crown"] * int(rank == 1) + ["envoy"] * int(state.envoy == seat) + ["look"] * int(player.has_looked)
    )
    for mark in marks:
        shapes.disc(canvas, (x, y), 11, PAPER)
        shapes.sign(canvas, mark, (x, y), 14)
        x += 26
    width = shapes.write(canvas, f"{player.vp} VP", (place.right - 10, y), HUGE, colours.on_fill, "midright")
    if rank:
        at = (place.right - 20 - width, y)
        shapes.write(canvas, f"rank {rank}", at, NORMAL, colours.on_fill, "midright")


def _paint_stores(canvas: Canvas, player: Any, place: Rect, y: float) -> None:
    """Count goods, tokens and soldiers."""
    things = [*signs.GOODS, "token", "soldier"]
    amounts = [*player.goods, player.plus_two, player.soldiers]
    step = min(place.width / len(things), 80)
    for at, (thing, amount) in enumerate(zip(things, amounts, strict=True)):
        x = place.x + at * step + 10
        shapes.sign(canvas, thing, (x, y), 17)
        colour = INK if amount else FAINT
        shapes.write(canvas, str(amount), (x + 13, y), LARGE, colour)


def _paint_dice(canvas: Canvas, state: Any, seat: int, place: Rect, y: float) -> None:
    """Draw the dice in hand, those on the Politician's own advisors, and how things stand."""
    player, colours = state.players[seat], SEAT_COLOURS[seat]
    x = paint_group(canvas, player, NO_GROUP, (place.x, y - DIE / 2), DIE, colours)
    for group, advisor in enumerate(player.group_at):
        if advisor >= NUM_COURT:
            rank = f"on own {advisors.ADVISORS[int(advisor)].rank}:"
            x += 4 + shapes.write(canvas, rank, (x + 2, y), SMALL, FAINT)
            x = paint_group(canvas, player, group, (x, y - SMALL_DIE / 2), SMALL_DIE, colours)
    room = place.right - x - 6
    shapes.write(canvas, _standing(state, player), (place.right, y), SMALL, FAINT, "midright", room)


def _standing(state: Any, player: Any) -> str:
    """Say in a word or two how a player stands in this phase."""
    if state.phase == Phase.WINTER and state.is_enemy_shown:
        return f"strength {player.strength}"
    if player.passed:
        return "passed"
    if player.bonus and not player.dice.any():
        return f"{player.bonus} bonus {'die' if player.bonus == 1 else 'dice'} due"
    return ""


def paint_group(
    canvas: Canvas, player: Any, group: int, at: tuple[float, float], size: float, colours: SeatColours
) -> float:
    """Draw the dice of a group, or those in hand, in a row; return where it ends."""
    x, y = at
    for number in range(MAX_DICE):
        if player.dice[number] and player.group_of[number] == group:
            face, is_bonus = int(player.dice[number]), number >= NUM_OWN_DICE
            shapes.die(canvas, (x, y), size, face, colours, is_bonus=is_bonus)
            x += size + 2
    return x


def _paint_cards(canvas: Canvas, state: Any, seat: int, place: Rect, y: float) -> None:
    """Write the governor, if shown, and draw the army tokens left."""
    player, colours = state.players[seat], SEAT_COLOURS[seat]
    x = place.right - 9
    for value in reversed(range(len(player.tokens))):
        for _ in range(int(player.tokens[value])):
            shapes.disc(canvas, (x, y), 8.5, TABLE)
            shapes.write(canvas, str(value), (x, y), SMALL, PAPER, "center")
            x -= 19
    if state.with_governors:
        is_shown = player.governor != NO_GOVERNOR
        name = governors.NAMES[Governor(int(player.governor))] if is_shown else "governor hidden"
        colour = colours.accent if is_shown else FAINT
        shapes.write(canvas, name, (place.x, y), LARGE - 1, colour, room=x - place.x)


def _paint_buildings(canvas: Canvas, state: Any, seat: int, place: Rect) -> None:
    """Draw the sheet of buildings, rows from top to bottom."""
    rows = rows_of(state)
    width = (place.width + BUILDING_GAP) / NUM_COLUMNS
    height = (place.height + BUILDING_GAP) / len(rows)
    offered = buildings_offered(state) if state.actor == seat else set()
    stands = standing(state.players[seat].rows)
    for at, row in enumerate(rows):
        for column in range(NUM_COLUMNS):
            building = Building(row * NUM_COLUMNS + column)
            cell = Rect(
                place.x + column * width, place.y + at * height, width - BUILDING_GAP, height - BUILDING_GAP
            )
            is_built = bool(stands[building])
            _paint_building(canvas, building, cell, SEAT_COLOURS[seat], is_built=is_built)
            if building in offered:
                shapes.outline(canvas, cell, GLOW)


def _paint_building(
    canvas: Canvas, building: Building, cell: Rect, colours: SeatColours, *, is_built: bool
) -> None:
    """Draw a building: filled if it stands, with its cost if not."""
    row = buildings.BUILDINGS[building]
    fill, ink, edge = (colours.fill, colours.on_fill, colours.accent) if is_built else (PAPER, INK, EDGE)
    shapes.box(canvas, cell, fill, 4, edge)
    size = SMALL if cell.width > WIDE_CELL else TINY + 0.5
    coin = size + 3
    y = _write_lines(canvas, buildings.NAMES[building], size, cell, cell.y + 3, ink)
    if cell.width >= EFFECT_WIDTH and cell.height >= EFFECT_HEIGHT:
        _write_lines(canvas, buildings.ROWS[building].effect, TINY, cell, y, ink if is_built else FAINT)
    y = cell.y + cell.height - coin / 2 - 2
    shapes.coin(canvas, int(row.vp), (cell.right - coin / 2 - 2, y), coin, POINT)
    if not is_built:
        _paint_cost(canvas, row.cost, (cell.x + coin / 2 + 2, y), coin)


def _write_lines(canvas: Canvas, words: str, size: float, cell: Rect, y: float, ink: Colour) -> float:
    """Write words from a height downwards; return where they end."""
    for line in shapes.wrap(words, size, cell.width - 8):
        shapes.write(canvas, line, (cell.x + 4, y + size / 2 + 1), size, ink, room=cell.width - 6)
        y += size + 1
    return y


def _paint_cost(canvas: Canvas, cost: Any, at: tuple[float, float], size: float) -> None:
    x, y = at
    for amount, (metal, number) in zip(cost, GOOD_COINS, strict=True):
        if amount:
            shapes.coin(canvas, int(amount), (x, y), size, metal, number)
            x += size + 0.5
