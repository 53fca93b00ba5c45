"""What the table is drawn with: boxes, words, dice and symbols, as SVG.

Colours that change between light and dark are classes, all others stand where they are used.
"""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from xml.sax.saxutils import escape

from kingsburg_env.render.layout import Rect
from kingsburg_env.render.letters import FONT, fitted, width_of

THEMES = ("auto", "light", "dark")


class Shade(NamedTuple):
    """A colour by day and by night."""

    light: str
    dark: str


SHADES = {
    "table": Shade("#E4D8C0", "#14181C"),
    "paper": Shade("#FFFAF0", "#272D34"),
    "shade": Shade("#E8DCC4", "#1B2025"),
    "edge": Shade("#BFAE8B", "#4A535C"),
    "ink": Shade("#2B2118", "#F1EBDE"),
    "faint": Shade("#6B5B49", "#ABA495"),
    "glow": Shade("#E07B00", "#FFA630"),
    "danger": Shade("#962828", "#F07A70"),
    "bar": Shade("#2B323A", "#0E1114"),
}


class SeatColours(NamedTuple):
    """How a seat is drawn; its shape and letter are in symbols/seats.svg."""

    fill: str  # its dice, its houses, the head of its province
    ink: str  # pips and words on that
    edge: str  # around it


SEATS = (
    SeatColours("#C8371F", "#FFFFFF", "#7E1F10"),
    SeatColours("#1F6FB8", "#FFFFFF", "#0F3F6C"),
    SeatColours("#12A583", "#10261F", "#075C48"),
    SeatColours("#F2CF2B", "#2B2410", "#7D6600"),
    SeatColours("#F1F0EC", "#26262B", "#62626B"),
)

WHITE, DARK = "#FFFFFF", "#2B2118"
# How wide a symbol is for its height, where it is not as wide as high.
BREADTHS = {"token": 1.1, "arrow": 0.9}
# The least size of words beside symbols.
TINY = 9.0
# From the middle of capital letters to the line they stand on.
DROP = 0.36
MINUS, DASH = "\u2212", "\u2013"
ANCHORS = {"left": "start", "middle": "middle", "right": "end"}


def in_digits(number: int, *, signed: bool = False) -> str:
    """Write a number with a real minus sign, and with a plus if it is to be added."""
    return f"{number:+d}".replace("-", MINUS) if signed or number < 0 else str(number)


def in_range(low: int, high: int) -> str:
    """Write what lies between two numbers."""
    return in_digits(low) if low == high else f"{in_digits(low)}{DASH}{in_digits(high)}"


def css(theme: str) -> str:
    """Write the style of a picture: for light, for dark, or as the reader's screen is set."""
    rules = f'.kb text{{font-family:"{FONT}","DejaVu Sans","Liberation Sans",Arial,sans-serif}}'
    rules += ".kb .b{font-weight:bold}"
    if theme == "auto":
        return f"{rules}{_colours(0)}@media (prefers-color-scheme:dark){{{_colours(1)}}}"
    return rules + _colours(THEMES.index(theme) - 1)


def _colours(at: int) -> str:
    return "".join(
        f".kb .{name}{{fill:{shade[at]};color:{shade[at]}}}.kb .{name}-line{{stroke:{shade[at]}}}"
        for name, shade in SHADES.items()
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _sides(place: Rect) -> dict[str, float]:
    return {"x": place.x, "y": place.y, "width": place.width, "height": place.height}


class Sheet:
    """A picture in the making: a list of SVG elements."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.parts: list[str] = []

    def add(self, name: str, inner: str | None = None, /, **attributes: str | float | None) -> None:
        """Add an element; an underscore in an attribute's name is a hyphen, `kind` is its class."""
        written = "".join(
            f' {"class" if name == "kind" else name.replace("_", "-")}="{value if isinstance(value, str) else _number(value)}"'
            for name, value in attributes.items()
            if value is not None
        )
        self.parts.append(f"<{name}{written}/>" if inner is None else f"<{name}{written}>{inner}</{name}>")

    def box(
        self,
        place: Rect,
        kind: str | None = None,
        radius: float = 5,
        *,
        fill: str | None = None,
        opacity: float | None = None,
        edge: str | None = None,
    ) -> None:
        """Fill a box with round corners, with a shade by name or a colour; its edge likewise, if it has one."""
        is_shade = edge in SHADES
        self.add(
            "rect",
            **_sides(place),
            rx=radius,
            kind=f"{kind or ''} {edge}-line".strip() if is_shade else kind,
            fill=fill,
            fill_opacity=opacity,
            stroke=None if is_shade else edge,
        )

    def frame(self, place: Rect, edge: str = "edge", radius: float = 5, line: float = 1) -> None:
        """Draw a frame around a box, in a shade by name or a colour."""
        look = {"kind": f"{edge}-line"} if edge in SHADES else {"stroke": edge}
        self.add("rect", **_sides(place), rx=radius, fill="none", stroke_width=line, **look)

    def panel(self, place: Rect, kind: str = "paper", radius: float = 6) -> None:
        """Draw a sheet of paper."""
        self.box(place, kind, radius, edge="edge")

    def disc(
        self, x: float, y: float, radius: float, kind: str | None = None, fill: str | None = None
    ) -> None:
        """Draw a disc."""
        self.add("circle", cx=x, cy=y, r=radius, kind=kind, fill=fill)

    def write(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        kind: str = "ink",
        at: str = "left",
        *,
        bold: bool = True,
        room: float | None = None,
        fill: str | None = None,
    ) -> float:
        """Write words at the height `y`, from, around or up to `x`; return their width.

        Where there is too little room they are written smaller, and at last cut off.
        """
        if not words:
            return 0.0
        if room is not None:
            words, size = fitted(words, size, room, bold=bold)
        look = "b " * bold + ("" if fill else kind)
        self.add(
            "text",
            escape(words),
            x=x,
            y=y + DROP * size,
            font_size=size,
            kind=look.strip() or None,
            fill=fill,
            text_anchor=None if at == "left" else ANCHORS[at],
        )
        return width_of(words, size, bold=bold)

    def symbol(
        self, name: str, x: float, y: float, size: float, kind: str | None = None, **more: str
    ) -> None:
        """Draw a symbol around a point."""
        self.add(
            "use",
            href=f"#kb-{name}",
            x=x - size / 2,
            y=y - size / 2,
            width=size,
            height=size,
            kind=kind,
            **more,
        )

    def die(self, x: float, y: float, size: float, face: int, seat: int, *, is_bonus: bool) -> None:
        """Draw a die at its left upper corner; a bonus die is white with a coloured rim."""
        colours = SEATS[seat]
        rim = size / 8 if is_bonus else size / 20
        inner = Rect(x, y, size, size).shrunk(rim / 2)
        self.add(
            "rect",
            **_sides(inner),
            rx=size / 5,
            fill=WHITE if is_bonus else colours.fill,
            stroke=colours.fill if is_bonus and seat != len(SEATS) - 1 else colours.edge,
            stroke_width=rim,
        )
        pips = DARK if is_bonus else colours.ink
        self.symbol(f"face-{face}", x + size / 2, y + size / 2, size, color=pips)

    def spell(self, words: Iterable[str], x: float, y: float, size: float, kind: str = "faint") -> float:
        """Draw symbols and words in a row from a point; return where the row ends."""
        known = read_symbols()
        for word in words:
            if f"kb-{word}" in known:
                breadth = size * BREADTHS.get(word, 1)
                self.symbol(word, x + breadth / 2, y, size, "ink" if word == "arrow" else None)
                x += breadth + 2
            else:
                x += self.write(word, x + 1, y, max(size * 0.8, TINY), kind) + 4
        return x

    def finished(self, title: str, theme: str) -> str:
        """Close the picture, with the symbols it uses and nothing else."""
        drawn = "\n".join(self.parts)
        wanted = sorted(set(re.findall(r'href="#(kb-[\w-]+)"', drawn)))
        known = read_symbols()
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="kb" role="img" width="{self.width}" '
            f'height="{self.height}" viewBox="0 0 {self.width} {self.height}">\n<title>{escape(title)}</title>\n'
            f"<style>{css(theme)}</style>\n<defs>\n{chr(10).join(known[name] for name in wanted)}\n</defs>\n"
            f"{drawn}\n</svg>\n"
        )


@cache
def read_symbols() -> dict[str, str]:
    """Read all symbols, by their ids."""
    folder = files("kingsburg_env.render") / "symbols"
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".svg")]
    return {
        match[1]: match[0]
        for text in texts
        for match in re.finditer(r'<symbol [^>]*?id="(kb-[\w-]+)".*?</symbol>', text, re.DOTALL)
    }
