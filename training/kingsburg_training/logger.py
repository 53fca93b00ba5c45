"""The log of a run: a CSV file, TensorBoard and lines on the screen."""

import csv
import io
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

from torch.utils.tensorboard import SummaryWriter

from kingsburg_agents.progress import time_text
from kingsburg_arena.figures import share_text
from kingsburg_env.writing import write_text
from kingsburg_training.evaluation import HIGH, LOW, WIN_SHARE

LOG = "progress.csv"
HEAD = f"{'time':>8}  {'decisions':>9}  {'against':26}  games won (95 % interval)"
THOUSAND, MILLION = 1000, 1_000_000


class Logger:
    """Writes the figures of every round into a CSV file and to TensorBoard, and evaluations on the screen."""

    def __init__(self, folder: Path, round_reached: int = 0, decisions: int = 0) -> None:
        """Continue after this round: drop what an earlier run wrote beyond it."""
        self.path = folder / LOG
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        rows = csv.DictReader(text.splitlines())
        self.rows: list[dict[str, Any]] = [row for row in rows if int(row["round"]) <= round_reached]
        self.names: list[str] = []
        self.is_headed = False
        self.board = SummaryWriter(str(folder / "tensorboard"), purge_step=decisions + 1)

    @property
    def seconds(self) -> float:
        """Seconds of learning so far."""
        return float(self.rows[-1]["seconds"]) if self.rows else 0.0

    @property
    def round(self) -> int:
        """Last round logged."""
        return int(self.rows[-1]["round"]) if self.rows else 0

    def write(self, row: dict[str, Any]) -> None:
        """Add one row; the file is written anew, beside the old one, only when there are new columns."""
        self.rows.append(row)
        if set(row) <= set(self.names):
            with self.path.open("a", encoding="utf-8", newline="") as file:
                csv.DictWriter(file, self.names).writerow(row)
        else:
            self.names = list(dict.fromkeys(name for known in self.rows for name in known))
            text = io.StringIO()
            writer = csv.DictWriter(text, self.names)
            writer.writeheader()
            writer.writerows(self.rows)
            write_text(self.path, text.getvalue())
        for name, figure in row.items():
            self.board.add_scalar(name, float(figure), int(row["decisions"]))

    def show(self, bar: Any, row: dict[str, Any]) -> None:
        """Show evaluations on lines of their own above the bar, below a line that names the columns."""
        for name in evaluations(row):
            if not self.is_headed:
                bar.write(HEAD)
                self.is_headed = True
            share = share_text(row[name], row[name + LOW], row[name + HIGH])
            bar.write(
                f"{time_text(row['seconds']):>8}  {count_text(row['decisions']):>9}  {opponents_text(name):26}  {share}"
            )


class Stopwatch:
    """Counts the seconds of playing and learning, without evaluations and pauses."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.start()

    def start(self) -> None:
        """Count from now on."""
        self.began = time.perf_counter()

    def stop(self) -> None:
        """Add what has passed."""
        self.seconds += time.perf_counter() - self.began


def evaluations(columns: Collection[str]) -> list[str]:
    """List the columns that are shares of games won."""
    return [name for name in columns if name.startswith(WIN_SHARE) and name + LOW in columns]


def opponents_text(name: str) -> str:
    """Write whom it played against: `3 greedy` for `eval/win_share/4/greedy`, with the modules where there are any."""
    ruleset, _, opponent = name.removeprefix(WIN_SHARE).partition("/")
    players, *modules = ruleset.split("+")
    return f"{int(players) - 1} {opponent}{' with ' + '+'.join(modules) if modules else ''}"


def count_text(number: int) -> str:
    """Write a number whole, in thousands or in millions."""
    if number < THOUSAND:
        return str(number)
    return f"{number / THOUSAND:.1f} k" if number < MILLION else f"{number / MILLION:,.1f} M"
