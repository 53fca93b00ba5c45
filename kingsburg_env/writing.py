"""Write files that are there whole or not at all, whatever stops the writer."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".part"
"""Suffix of what is being written; only a writer that was killed leaves such a file behind."""


@contextmanager
def open_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing; it stands at its path only when the block has ended without an error.

    Args:
        path: Where the file is to stand; one that stands there already stays until then.

    Yields:
        The file, opened for bytes.
    """
    unfinished = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        with unfinished.open("wb") as file:
            yield file
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all.

    Args:
        path: Where the file is to stand.
        text: All of its text.
    """
    with open_whole(path) as file:
        file.write(text.encode())
