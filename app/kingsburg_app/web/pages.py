"""Pages that are served as they are; symbols and colours of the seats are those of the drawing."""

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from kingsburg_env.render.pen import SEATS, read_symbols
from kingsburg_env.text import SEATS as COLOURS

KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
# What the page is given in place of this comment.
SYMBOLS = b"<!-- symbols -->"


class Page(NamedTuple):
    """Something that is served as it is, with a tag by which browsers know whether they have it already."""

    content: bytes
    kind: str
    tag: str


def make_page(content: bytes, kind: str) -> Page:
    """Make a page of its content and its media type."""
    return Page(content, kind, f'W/"{hashlib.sha256(content).hexdigest()[:16]}"')


def read_pages() -> dict[str, Page]:
    """Read everything that is served, by name."""
    folder = files("kingsburg_app.web") / "static"
    contents = {page.name: page.read_bytes() for page in folder.iterdir() if Path(page.name).suffix in KINDS}
    symbols = "\n".join(read_symbols().values()).encode()
    contents["index.html"] = contents["index.html"].replace(SYMBOLS, symbols)
    contents["seats.css"] = _seat_colours().encode()
    return {name: make_page(content, KINDS[Path(name).suffix]) for name, content in contents.items()}


def _seat_colours() -> str:
    """Write the colours of the seats as a style sheet."""
    return "".join(
        f".{colour} {{ --seat: {seat.fill}; --seat-ink: {seat.ink}; --seat-edge: {seat.edge}; }}\n"
        for colour, seat in zip(COLOURS, SEATS, strict=True)
    )
