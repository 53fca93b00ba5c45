"""A batch dealt out to threads: compiled code lets go of Python's global lock, so each slice runs on a core of its own."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from kingsburg_env.engine.rules import is_whole


class Slices:
    """Neighbouring rows for each thread; the calling thread works on the first slice itself."""

    def __init__(self, num_rows: int, num_threads: int = 1) -> None:
        if not is_whole(num_threads) or num_threads < 1:
            raise ValueError(f"num_threads={num_threads!r}: must be a whole number of at least 1")
        count = int(min(num_threads, num_rows))
        self.bounds = [(num_rows * k // count, num_rows * (k + 1) // count) for k in range(count)]
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def __len__(self) -> int:
        return len(self.bounds)

    def run(self, work: Callable[[int], Any]) -> None:
        """Do the work for every slice, by its number; all are done when this returns or raises."""
        if len(self) == 1:
            work(0)
            return
        others = [self._threads().submit(work, k) for k in range(1, len(self))]
        try:
            work(0)
        finally:
            wait(others)
        for other in others:
            other.result()

    def _threads(self) -> ThreadPoolExecutor:
        """Return this process's threads: those of a parent do not live on in a forked child."""
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(len(self) - 1, "kingsburg")
            self._process = os.getpid()
        return self._pool

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle without the threads; they are started anew."""
        return self.__dict__ | {"_pool": None}
