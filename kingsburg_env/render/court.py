"""The King's advisors: rank, name, what they give, and whose dice lie there."""

from kingsburg_env.engine.names import NUM_COURT, Advisor
from kingsburg_env.render import signs
from kingsburg_env.render.layout import (
    COURT,
    COURT_COLUMNS,
    COURT_GAP,
    COURT_ROWS,
    DIE,
    NORMAL,
    SMALL_DIE,
    TINY,
    Rect,
)
from kingsburg_env.render.pen import Sheet, in_digits
from kingsburg_env.view import View

RANK_INK = "#F0ECE2"
SIGN = 14


def draw_court(sheet: Sheet, view: View) -> None:
    """Draw the eighteen advisors; those the one asked can reach are framed."""
    width, height = (COURT.width + COURT_GAP) / COURT_COLUMNS, (COURT.height + COURT_GAP) / COURT_ROWS
    offered = view["question"]["advisors"] if view["question"] else []
    for advisor in view["court"][:NUM_COURT]:
        row, column = divmod(advisor["advisor"], COURT_COLUMNS)
        card = Rect(COURT.x + column * width, COURT.y + row * height, width - COURT_GAP, height - COURT_GAP)
        _draw_advisor(sheet, advisor, card)
        if advisor["advisor"] in offered:
            sheet.frame(card.shrunk(-0.5), "glow", 6, 3)


def _draw_advisor(sheet: Sheet, advisor: View, card: Rect) -> None:
    """Draw one advisor's card."""
    member = Advisor(advisor["advisor"])
    sheet.panel(card, "shade" if advisor["is_taken"] else "paper")
    x, y = card.x + 16, card.y + 16
    sheet.disc(x, y, 11.5, "bar")
    sheet.write(str(advisor["rank"]), x, y, NORMAL, at="middle", fill=RANK_INK)
    sheet.write(advisor["name"], card.x + 33, y, NORMAL + 1, room=card.width - 39)
    emblem = f"advisor-{member.name.lower().replace('_', '-')}"
    sheet.symbol(emblem, card.right - 20, card.y + 44, 27, "faint")
    sheet.spell(signs.gift(member), card.x + 8, card.y + 44, 16)
    _draw_dice(sheet, advisor, card)


def _draw_dice(sheet: Sheet, advisor: View, card: Rect) -> None:
    """Draw the groups on an advisor, one below the other where the envoy let a second one in."""
    size = DIE if len(advisor["groups"]) + advisor["is_neutral"] < 2 else SMALL_DIE  # noqa: PLR2004
    y = card.bottom - 7 - size
    if advisor["is_neutral"]:
        for x in (card.x + 8 + size * 0.55, card.x + 8):
            sheet.symbol("neutral", x + size / 2, y + size / 2, size)
        sheet.write("neutral", card.x + 16 + size * 1.55, y + size / 2, TINY, "faint")
        y -= size + 3
    for group in reversed(advisor["groups"]):
        x = draw_group(sheet, group, card.x + 7, y, size)
        if group["shift"]:
            sheet.write(in_digits(group["shift"], signed=True), x + 2, y + size / 2, NORMAL, "ink")
        y -= size + 3


def draw_group(sheet: Sheet, group: View, x: float, y: float, size: float) -> float:
    """Draw a group of dice behind the sign of its seat; return where it ends."""
    sheet.symbol(f"seat-{group['seat']}", x + SIGN / 2, y + size / 2, SIGN)
    x += SIGN + 3
    for face, is_bonus in [(face, False) for face in group["own"]] + [
        (face, True) for face in group["bonus"]
    ]:
        sheet.die(x, y, size, face, group["seat"], is_bonus=is_bonus)
        x += size + (1 if size < DIE else 2)
    return x
