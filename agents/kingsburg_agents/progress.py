"""How far a long job is: a bar on a terminal, elsewhere a plain line every ten seconds."""

import sys
import time
from types import TracebackType
from typing import Any, Self

SECONDS = 10.0
"""Between two lines where there is no terminal."""
MINUTE, HOUR = 60, 3600


class Progress:
    """Shows on stderr what is done, how far it is and how long it still takes.

    On a terminal this is a bar that goes away at the end; into a file or a pipe go lines.
    """

    def __init__(self) -> None:
        self._jobs: dict[str, _Bar | _Lines] = {}
        self._screen: Any = None

    def tell(self, job: str, done: float, total: float, note: str = "") -> None:
        """Note how far a job is.

        Args:
            job: What is done.
            done: How much of it is done.
            total: How much there is to do.
            note: A few words about how it goes.
        """
        if job not in self._jobs:
            self._jobs[job] = self._begin(job, done)
        # the last round of a run may do more than was asked for
        self._jobs[job].tell(min(done, total), total, note)

    def _begin(self, job: str, done: float) -> "_Bar | _Lines":
        if self._screen is None:
            self._screen = _new_screen()
        return _Bar(self._screen, job) if self._screen.console.is_interactive else _Lines(job, done)

    def write(self, line: str) -> None:
        """Write a line of results to stdout, above the bar.

        Args:
            line: The line.
        """
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def close(self) -> None:
        """Take the bars away."""
        if self._screen is not None and self._screen.console.is_interactive:
            self._screen.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _new_screen() -> Any:
    """Make the bars; rich is imported by whoever shows some."""
    from rich import progress  # noqa: PLC0415 - see above
    from rich.console import Console  # noqa: PLC0415 - see above

    columns = (
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TimeRemainingColumn(),
        progress.TextColumn("{task.fields[note]}", markup=False),
    )
    # what is written to stdout is only drawn above the bar if both go to the terminal
    return progress.Progress(
        *columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty()
    )


class _Bar:
    """A job shown as a bar."""

    def __init__(self, screen: Any, job: str) -> None:
        screen.start()
        self.screen, self.task = screen, screen.add_task(job, note="")

    def tell(self, done: float, total: float, note: str) -> None:
        self.screen.update(self.task, completed=done, total=total, note=note)


class _Lines:
    """A job told line by line."""

    def __init__(self, job: str, done: float) -> None:
        self.job, self.done_before = job, done
        self.began = self.told = time.monotonic()

    def tell(self, done: float, total: float, note: str) -> None:
        now = time.monotonic()
        if now - self.told < SECONDS:
            return
        self.told = now
        # what was done before it began says nothing of the pace
        fresh = done - self.done_before
        left = f"{time_text((now - self.began) * (total - done) / fresh)} left" if fresh > 0 else ""
        parts = (f"{self.job}: {100 * done / total:.0f} %", left, note)
        sys.stderr.write(", ".join(filter(None, parts)) + "\n")
        sys.stderr.flush()


def time_text(seconds: float) -> str:
    """Write a time in seconds, minutes or hours.

    Args:
        seconds: The time.
    """
    if seconds < MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / MINUTE:.1f} min" if seconds < HOUR else f"{seconds / HOUR:.1f} h"
