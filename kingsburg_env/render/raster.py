"""An SVG picture as pixels, drawn by resvg with the shipped font alone: the same on every machine."""

from io import BytesIO

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from kingsburg_env.render.letters import FONT, font_files


def as_png(svg: str, width: int | None = None) -> bytes:
    """Draw a picture as PNG, in its own width or another."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=font_files(),
        font_family=FONT,
        sans_serif_family=FONT,
    )


def as_array(svg: str) -> NDArray[np.uint8]:
    """Draw a picture as an array: height x width x red, green, blue."""
    return np.array(Image.open(BytesIO(as_png(svg))).convert("RGB"))
