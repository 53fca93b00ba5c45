"""How wide words are, by the font that is shipped: it is drawn with where no other is at hand."""

import struct
from functools import cache
from importlib.resources import files
from pathlib import Path

FONT = "DejaVu Sans Condensed"
PLAIN, BOLD = "DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"
CMAP_FORMAT = 4
SMALLEST = 7.0
ELLIPSIS = "\u2026"


def font_files() -> list[str]:
    """Return the paths of the shipped font, plain and bold."""
    return [str(_path(name)) for name in (PLAIN, BOLD)]


def _path(name: str) -> Path:
    return Path(str(files("kingsburg_env.render"))) / "font" / name


def width_of(words: str, size: float, *, bold: bool = True) -> float:
    """Measure words in a size."""
    widths = _widths(BOLD if bold else PLAIN)
    return size * sum(widths.get(letter, widths["n"]) for letter in words)


def fitted(words: str, size: float, room: float, *, bold: bool = True) -> tuple[str, float]:
    """Make words fit: smaller, and at last cut off; return them and their size."""
    size = max(min(size, size * room / max(width_of(words, size, bold=bold), 1e-9)), min(size, SMALLEST))
    while len(words) > 1 and width_of(words, size, bold=bold) > room + 0.5:
        words = words.removesuffix(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
    return words, size


def wrap(words: str, size: float, room: float, *, bold: bool = True) -> list[str]:
    """Break words into lines."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold=bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@cache
def _widths(name: str) -> dict[str, float]:
    """Read the width of every letter, in parts of the size, out of a TrueType file."""
    data = _path(name).read_bytes()
    tables = {}
    for at in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, start, _ = struct.unpack_from(">4sIII", data, 12 + 16 * at)
        tables[tag.decode()] = start
    (units,) = struct.unpack_from(">H", data, tables["head"] + 18)
    (long_widths,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    return {
        chr(code): struct.unpack_from(">H", data, tables["hmtx"] + 4 * min(glyph, long_widths - 1))[0] / units
        for code, glyph in _glyphs(data, tables["cmap"])
    }


def _glyphs(data: bytes, cmap: int) -> list[tuple[int, int]]:
    """List the letters of a font with the numbers of their glyphs."""
    starts = [
        cmap + struct.unpack_from(">HHI", data, cmap + 4 + 8 * at)[2]
        for at in range(struct.unpack_from(">H", data, cmap + 2)[0])
    ]
    at = next(start for start in starts if struct.unpack_from(">H", data, start)[0] == CMAP_FORMAT)
    count = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends, firsts, deltas, ranges = (
        struct.unpack_from(f">{count}H", data, at + 14 + 2 * count * part + (2 if part else 0))
        for part in range(4)
    )
    found = []
    for segment in range(count - 1):
        for code in range(firsts[segment], ends[segment] + 1):
            glyph = code
            if ranges[segment]:
                where = at + 16 + 2 * (3 * count + segment) + ranges[segment] + 2 * (code - firsts[segment])
                (glyph,) = struct.unpack_from(">H", data, where)
            found.append((code, glyph + deltas[segment] & 0xFFFF))
    return found
