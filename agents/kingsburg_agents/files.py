"""Reading files that somebody names: whole, small, and nothing but files."""

import stat
from pathlib import Path

MOST = 1 << 20
"""No settings, plan or game has more bytes."""


def read_bytes(path: Path, most: int = MOST) -> bytes:
    """Read a small file; refuse what has no end and what is too large to be one.

    Args:
        path: The file.
        most: How many bytes it may have.
    """
    # looked at before it is opened: a pipe nobody writes to would wait for ever
    if not stat.S_ISREG(path.stat().st_mode):
        raise ValueError(f"{path}: must be a file, not a folder or a device")
    with path.open("rb") as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise ValueError(f"{path}: must have at most {most} bytes")
    return found


def read_text(path: Path) -> str:
    """Read a small text file.

    Args:
        path: The file, in UTF-8.
    """
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError:
        raise ValueError(f"{path}: must be text in UTF-8") from None
