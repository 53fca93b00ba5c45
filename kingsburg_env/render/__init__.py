"""Showing a game: as text for a terminal, as an SVG picture, as pixels, or in a window.

Pictures show what everybody at the table sees; pixels need the extra `render`, text and SVG need nothing.
"""

from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from kingsburg_env.extras import how_to_install
from kingsburg_env.render import ansi
from kingsburg_env.render.drawing import svg
from kingsburg_env.render.story import Story

RENDER_MODES = ("human", "ansi", "rgb_array")
RENDER_FPS = 2
# What the extra `render` brings: the module, and the package it comes in.
NEEDED = {"resvg_py": "resvg-py", "PIL": "pillow"}

__all__ = [
    "RENDER_FPS",
    "RENDER_MODES",
    "Story",
    "check_render_mode",
    "close_window",
    "draw",
    "render",
    "svg",
]


def check_render_mode(render_mode: str | None) -> None:
    """Refuse a mode that does not exist, and one that cannot work here."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        allowed = ", ".join(map(repr, RENDER_MODES))
        raise ValueError(f"render_mode={render_mode!r}: must be None or one of {allowed}")
    if render_mode in ("human", "rgb_array"):
        if missing := [package for module, package in NEEDED.items() if not _is_there(module)]:
            raise gymnasium.error.DependencyNotInstalled(
                f"render_mode={render_mode!r}: {how_to_install(', '.join(missing), 'render')}"
            )
        if render_mode == "human" and not _is_there("tkinter"):
            raise gymnasium.error.DependencyNotInstalled(
                "render_mode='human': missing tkinter, the window of Python itself: on Debian and Ubuntu install python3-tk"
            )


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ValueError:  # it is marked as missing
        return False


def render(games: Any, story: Story, render_mode: str, fps: float = RENDER_FPS) -> Any:
    """Show a batch of one game: return text or a picture, or show the picture in the window and return nothing."""
    if render_mode == "ansi":
        return ansi.describe_board(games, story)
    if render_mode == "rgb_array":
        return draw(games, story)
    from kingsburg_env.render import window  # noqa: PLC0415 - see check_render_mode

    return window.show(draw(games, story), fps)


def draw(games: Any, story: Story | None = None) -> NDArray[np.uint8]:
    """Draw the table of a batch of one game as pixels: height x width x red, green, blue."""
    from kingsburg_env.render import raster  # noqa: PLC0415 - see check_render_mode

    return raster.as_array(svg(games, story=story, theme="light"))


def close_window() -> None:
    """Close the window, if one is open."""
    from kingsburg_env.render import window  # noqa: PLC0415 - see check_render_mode

    window.close()
