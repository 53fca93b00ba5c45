"""The window of the mode "human", by tkinter: nothing has to be installed for it."""

import time
import tkinter as tk

import gymnasium
import numpy as np
from numpy.typing import NDArray

TITLE = "Kingsburg"
# The window, what it shows, and when that was put there.
_open: dict[str, tk.Tk] = {}
_shown: dict[str, float] = {"at": 0.0}


def show(picture: NDArray[np.uint8], fps: float) -> None:
    """Show a picture, in a window opened at need, no longer than `fps` allows; 0 for at once.

    Where there is no screen, nothing is shown, and a warning says so.
    """
    window = _window()
    if window is None:
        return
    height, width, _ = picture.shape
    # The simplest of all picture formats, which tkinter reads by itself.
    image = tk.PhotoImage(master=window, data=b"P6 %d %d 255\n" % (width, height) + picture.tobytes())
    label = window.winfo_children()[0]
    label.configure(image=image)  # type: ignore[attr-defined]
    label.image = image  # type: ignore[attr-defined] - tkinter keeps no picture alive
    window.update()
    if fps:
        time.sleep(max(0.0, _shown["at"] + 1 / fps - time.monotonic()))
    _shown["at"] = time.monotonic()


def _window() -> tk.Tk | None:
    """Return the window; one that its user has closed is opened again. Without a screen there is none."""
    if TITLE not in _open:
        try:
            window = tk.Tk(className=TITLE)
        except tk.TclError as problem:
            gymnasium.logger.warn(f"render_mode='human': no screen for a window ({problem}); use 'rgb_array'")
            return None
        window.title(TITLE)
        window.protocol("WM_DELETE_WINDOW", close)
        tk.Label(window, borderwidth=0).pack()
        _open[TITLE] = window
    return _open[TITLE]


def close() -> None:
    """Close the window, if there is one."""
    if window := _open.pop(TITLE, None):
        window.destroy()
