"""Showing a game: as text for a terminal, as a picture, or in a window. Own drawings, no artwork of the publisher.

Pictures show what everybody at the table sees; they need the extra `render`, the text needs nothing.
"""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from kingsburg_env.extras import how_to_install
from kingsburg_env.render import ansi
from kingsburg_env.render.story import Story

RENDER_MODES = ("human", "ansi", "rgb_array")
RENDER_FPS = 2

__all__ = ["RENDER_FPS", "RENDER_MODES", "Story", "check_render_mode", "close_window", "draw", "render"]


def check_render_mode(render_mode: str | None) -> None:
    """Refuse a mode that does not exist, and one that cannot work here."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        allowed = ", ".join(map(repr, RENDER_MODES))
        raise ValueError(f"render_mode={render_mode!r}: must be None or one of {allowed}")
    if render_mode in ("human", "rgb_array"):
        try:
            import pygame  # noqa: F401, PLC0415 - an extra: only who asks for pictures needs it
        except ImportError as missing:
            raise gymnasium.error.DependencyNotInstalled(
                f"render_mode={render_mode!r}: {how_to_install('pygame', 'render')}"
            ) from missing


def render(games: Any, story: Story, render_mode: str, fps: float = RENDER_FPS) -> Any:
    """Show a batch of one game: return text or a picture, or show the picture in the window and return nothing."""
    if render_mode == "ansi":
        return ansi.describe_board(games[0], story)
    if render_mode == "rgb_array":
        return draw(games, story)
    from kingsburg_env.render import board, window  # noqa: PLC0415 - see check_render_mode

    return window.show(board.paint(games, story), fps)


def draw(games: Any, story: Story | None = None) -> NDArray[np.uint8]:
    """Draw the table of a batch of one game as a picture: height x width x red, green, blue."""
    from kingsburg_env.render import board  # noqa: PLC0415 - see check_render_mode

    return board.as_array(board.paint(games, Story() if story is None else story))


def close_window() -> None:
    """Close the window, if one is open."""
    from kingsburg_env.render import window  # noqa: PLC0415 - see check_render_mode

    window.close()
