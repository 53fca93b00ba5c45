"""One player's corner of the table: points, goods, dice, strength, cards, and buildings with what they cost now."""

from kingsburg_env.engine.names import NUM_COLUMNS, NUM_COURT, Building, Row
from kingsburg_env.engine.tables import buildings
from kingsburg_env.render import signs
from kingsburg_env.render.court import draw_group
from kingsburg_env.render.layout import (
    BUILDING_GAP,
    DIE,
    EFFECT_HEIGHT,
    EFFECT_WIDTH,
    HUGE,
    LARGE,
    NARROW_CELL,
    NORMAL,
    PADDING,
    PROVINCE_GAP,
    PROVINCE_HEAD,
    PROVINCE_LINE,
    PROVINCES,
    SMALL,
    SMALL_DIE,
    TINY,
    WIDE_CELL,
    Rect,
)
from kingsburg_env.render.letters import width_of, wrap
from kingsburg_env.render.pen import DARK, SEATS, WHITE, SeatColours, Sheet, in_digits, in_range
from kingsburg_env.view import View

PAPER = "#FFFAF0"
TOKEN = "#2B323A"  # noqa: S105 - the colour of an army token, no password


def place_of(seat: int, num_players: int) -> Rect:
    """Say where a province lies: all side by side over the whole width."""
    width = (PROVINCES.width - PROVINCE_GAP * (num_players - 1)) / num_players
    return Rect(PROVINCES.x + seat * (width + PROVINCE_GAP), PROVINCES.y, width, PROVINCES.height)


def draw_province(sheet: Sheet, view: View, player: View) -> None:
    """Draw everything a player owns."""
    place = place_of(player["seat"], len(view["players"]))
    question = view["question"]
    is_asked = question is not None and question["seat"] == player["seat"]
    sheet.panel(place)
    sheet.box(place, None, 6, fill=SEATS[player["seat"]].fill, opacity=0.12)
    _draw_head(sheet, view, player, place)
    inner = place.shrunk(PADDING)
    y = place.y + PROVINCE_HEAD + PROVINCE_LINE / 2 + 2
    _draw_stores(sheet, player, inner, y)
    y += PROVINCE_LINE
    if view["result"]:
        sheet.write(_sources(player), inner.x + 2, y, SMALL, "faint", room=inner.width - 4)
    else:
        _draw_dice(sheet, view, player, inner, y)
    y += PROVINCE_LINE / 2 + 3
    if {"governors", "army"} & set(view["rules"]["modules"]):
        _draw_cards(sheet, view, player, inner, y + 10)
        y += PROVINCE_LINE - 2
    rest = Rect(inner.x, y, inner.width, place.bottom - PADDING - y)
    _draw_buildings(sheet, view, player, rest, question["buildings"] if question and is_asked else [])
    if is_asked:
        sheet.frame(place.shrunk(-2), "glow", 8, 4)


def _draw_head(sheet: Sheet, view: View, player: View, place: Rect) -> None:
    """Write whose province it is, what they hold of the King's, and their points."""
    seat, colours = player["seat"], SEATS[player["seat"]]
    sheet.box(
        Rect(place.x, place.y, place.width, PROVINCE_HEAD), None, 6, fill=colours.fill, edge=colours.edge
    )
    y = place.y + PROVINCE_HEAD / 2
    sheet.symbol(f"seat-{seat}", place.x + 18, y, 21)
    x = place.x + 34 + sheet.write(player["colour"], place.x + 34, y, LARGE, fill=colours.ink) + 16
    result = view["result"]
    marks = ["crown"] * (result is not None and seat in result["winners"])
    marks += ["envoy"] * (view["envoy"] == seat) + ["look"] * player["has_looked"]
    for mark in marks:
        sheet.disc(x, y, 11, fill=PAPER)
        sheet.symbol(mark, x, y, 15)
        x += 25
    width = sheet.write(
        f"{in_digits(player['vp'])} VP", place.right - 10, y, HUGE, at="right", fill=colours.ink
    )
    if result is not None:
        rank = f"rank {result['ranks'][seat]}"
        sheet.write(rank, place.right - 18 - width, y, NORMAL, at="right", fill=colours.ink)


def _draw_stores(sheet: Sheet, player: View, place: Rect, y: float) -> None:
    """Count goods, tokens and soldiers."""
    things = [*signs.GOODS, "token", "soldier"]
    amounts = [*player["goods"], player["plus_two"], player["soldiers"]]
    step = min(place.width / len(things), 84)
    for at, (thing, amount) in enumerate(zip(things, amounts, strict=True)):
        x = place.x + at * step + 11
        sheet.symbol(thing, x, y, 19)
        sheet.write(str(amount), x + 14, y, LARGE, "ink" if amount else "faint")


def _draw_dice(sheet: Sheet, view: View, player: View, place: Rect, y: float) -> None:
    """Draw the dice in hand, those on the Politician's own advisors, how the player stands, and the strength."""
    hand = {"seat": player["seat"], "own": player["own_dice"], "bonus": player["bonus_dice"]}
    x = place.x
    for face, is_bonus in [(face, False) for face in hand["own"]] + [(face, True) for face in hand["bonus"]]:
        sheet.die(x, y - DIE / 2, DIE, face, player["seat"], is_bonus=is_bonus)
        x += DIE + 2
    for advisor in view["court"][NUM_COURT:]:
        for group in advisor["groups"]:
            if group["seat"] == player["seat"]:
                x += 4 + sheet.write(f"own {advisor['rank']}:", x + 2, y, TINY, "faint")
                x = draw_group(sheet, group, x, y - SMALL_DIE / 2, SMALL_DIE)
    right = place.right - _draw_strength(sheet, view, player, place, y) - 8
    sheet.write(_standing(player), x + 4, y, TINY, "faint", room=max(right - x - 4, 1))


def _draw_strength(sheet: Sheet, view: View, player: View, place: Rect, y: float) -> float:
    """Write the strength against what is known of the enemy; return how wide that is."""
    own, enemy = player["strength"], view["enemy"]
    mine, theirs = in_range(own["low"], own["high"]), in_range(enemy["low"], enemy["high"])
    x = place.right
    x -= sheet.write(f"against {theirs}", x, y, TINY, "faint", "right") + 5
    x -= sheet.write(mine, x, y, LARGE, "ink" if own["high"] else "faint", "right") + 5
    if place.width > 2 * EFFECT_WIDTH:
        x -= sheet.write("strength", x, y, TINY, "faint", "right") + 4
    sheet.symbol("battle", x - 8, y, 16, "faint")
    x -= 16
    return place.right - x


def _standing(player: View) -> str:
    """Say in a word or two how a player stands in this phase."""
    if player["passed"]:
        return "passed"
    if player["bonus_due"]:
        return f"{player['bonus_due']} bonus {'die' if player['bonus_due'] == 1 else 'dice'} due"
    return ""


def _sources(player: View) -> str:
    """Tell where the points came from, most of them first."""
    sources = sorted(player["vp_by_source"].items(), key=lambda source: -abs(source[1]))
    return ", ".join(f"{name.replace('_', ' ')} {in_digits(vp)}" for name, vp in sources if vp)


def _draw_cards(sheet: Sheet, view: View, player: View, place: Rect, y: float) -> None:
    """Write the governor, as far as whoever looks knows, and draw the army tokens left."""
    x = place.right - 9
    secrets = view["secrets"] if view["seat"] == player["seat"] else None
    for value in reversed(player["army_tokens"]):
        sheet.disc(x, y, 8.5, fill=TOKEN)
        sheet.write(str(value), x, y, SMALL, at="middle", fill=WHITE)
        x -= 19
    if "governors" in view["rules"]["modules"]:
        kind = "ink" if player["governor"] else "faint"
        words = _governor(player, secrets)
        if secrets and secrets["army_token"] is not None:
            words += f", token {secrets['army_token']} put down"
        sheet.write(words, place.x, y, LARGE - 1, kind, room=x - place.x)


def _governor(player: View, secrets: View | None) -> str:
    """Name the governor: shown, picked by whoever looks, dealt to them, or face down."""
    if player["governor"]:
        return player["governor"]["name"]
    if secrets and secrets["governor"]:
        return f"{secrets['governor']['name']} (not shown yet)"
    if secrets and secrets["dealt"]:
        return "one of " + ", ".join(card["name"] for card in secrets["dealt"])
    return "governor picked" if player["has_picked"] else "governor face down"


def _draw_buildings(sheet: Sheet, view: View, player: View, place: Rect, offered: list[int]) -> None:
    """Draw the sheet of buildings, rows from top to bottom."""
    rows = [row for row in Row if "rows" in view["rules"]["modules"] or row not in (Row.A, Row.G)]
    width = (place.width + BUILDING_GAP) / NUM_COLUMNS
    height = (place.height + BUILDING_GAP) / len(rows)
    prices = {cost["building"]: (cost, 1.0) for cost in player["next"]}
    prices |= {cost["building"]: (cost, 0.55) for cost in player["later"]}
    for at, row in enumerate(rows):
        for column in range(NUM_COLUMNS):
            building = Building(row * NUM_COLUMNS + column)
            cell = Rect(
                place.x + column * width, place.y + at * height, width - BUILDING_GAP, height - BUILDING_GAP
            )
            if building in player["buildings"]:
                _draw_standing(sheet, building, cell, SEATS[player["seat"]])
            else:
                cost, opacity = prices[building]
                _draw_missing(sheet, building, cell, cost, opacity)
            if building in offered:
                sheet.frame(cell, "glow", 4, 3)


def _draw_standing(sheet: Sheet, building: Building, cell: Rect, colours: SeatColours) -> None:
    """Draw a building that stands: in the colour of its owner."""
    sheet.box(cell, None, 4, fill=colours.fill, edge=colours.edge)
    _draw_names(sheet, building, cell, colours.ink)
    size = _coin(cell)
    y = cell.bottom - size / 2 - 3
    sheet.write("✓", cell.x + 5, y, size, fill=colours.ink)
    _draw_worth(sheet, building, cell, size, colours.ink)


def _draw_missing(sheet: Sheet, building: Building, cell: Rect, cost: View, opacity: float) -> None:
    """Draw a building that does not stand: with its price for this player, paler if others come before it."""
    sheet.parts.append(f'<g opacity="{opacity:g}">' if opacity < 1 else "<g>")
    sheet.box(cell, "paper", 4, edge="ink" if opacity == 1 and not cost["lacks"] else "edge")
    _draw_names(sheet, building, cell, None)
    size = _coin(cell)
    x, y = cell.x + 2, cell.bottom - size / 2 - 3
    for amount, good in zip(cost["price"], signs.GOODS, strict=True):
        if amount:
            sheet.symbol(f"coin-{good}", x + size / 2, y, size)
            ink = WHITE if good == "wood" else DARK
            sheet.write(str(amount), x + size / 2, y, size * 0.72, at="middle", fill=ink)
            x += size + (0.5 if size > 12 else 0)  # noqa: PLR2004
    if not any(cost["price"]):
        sheet.write("free", x, y, size * 0.8)
    _draw_worth(sheet, building, cell, size, None)
    sheet.parts.append("</g>")


def _coin(cell: Rect) -> float:
    """Say how large numbers and prices are."""
    if cell.width > WIDE_CELL:
        return 15
    return 13 if cell.width > NARROW_CELL else 12


def _draw_worth(sheet: Sheet, building: Building, cell: Rect, size: float, fill: str | None) -> None:
    """Draw the points of a building, and what it adds to every battle."""
    row = buildings.BUILDINGS[building]
    x, y = cell.right - size / 2 - 2, cell.bottom - size / 2 - 3
    if row.vp:
        sheet.symbol("coin-point", x, y, size + 1)
        sheet.write(str(int(row.vp)), x, y, size * 0.72, at="middle", fill=WHITE)
        x -= size + 2
    if row.defence and (fill or cell.width > WIDE_CELL):
        defence = in_digits(int(row.defence), signed=True)
        width = width_of(defence, size * 0.7)
        sheet.write(defence, x + size / 2, y, size * 0.7, "ink", "right", fill=fill)
        sheet.symbol("soldier", x - width + 1, y, size * 0.85)


def _draw_names(sheet: Sheet, building: Building, cell: Rect, fill: str | None) -> None:
    """Write what a building is called, and where there is room what it does."""
    size = SMALL if cell.width > WIDE_CELL else TINY - 0.5
    y = cell.y + 3
    for line in wrap(buildings.NAMES[building], size, cell.width - 8):
        sheet.write(line, cell.x + 4, y + size / 2 + 1, size, fill=fill, room=cell.width - 7)
        y += size + 1
    if cell.width >= EFFECT_WIDTH and cell.height >= EFFECT_HEIGHT:
        lines = int((cell.bottom - _coin(cell) - 3 - y) / TINY)
        for line in wrap(buildings.ROWS[building].effect, TINY - 0.5, cell.width - 10, bold=False)[:lines]:
            sheet.write(line, cell.x + 4, y + TINY / 2, TINY - 0.5, "faint", bold=False, fill=fill)
            y += TINY
