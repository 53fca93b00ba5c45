"""What is written down of a run: a CSV file, TensorBoard and lines on the screen."""

import csv
import time
from pathlib import Path
from typing import Any

from torch.utils.tensorboard import SummaryWriter

JOURNAL = "progress.csv"


class Journal:
    """What is written down of a run: a CSV file and TensorBoard."""

    def __init__(self, folder: Path, round_reached: int = 0, decisions: int = 0) -> None:
        """Go on after this round: what an earlier run wrote beyond it is dropped."""
        self.path = folder / JOURNAL
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        rows = csv.DictReader(text.splitlines())
        self.rows: list[dict[str, Any]] = [row for row in rows if int(row["round"]) <= round_reached]
        self.names: list[str] = []
        self.board = SummaryWriter(str(folder / "tensorboard"), purge_step=decisions + 1)

    @property
    def seconds(self) -> float:
        """How long the run had learned when it was left."""
        return float(self.rows[-1]["seconds"]) if self.rows else 0.0

    @property
    def round(self) -> int:
        """The last round that was told of."""
        return int(self.rows[-1]["round"]) if self.rows else 0

    def write(self, row: dict[str, Any]) -> None:
        """Add one row; the file is written anew, beside the old one, only when there are new columns."""
        self.rows.append(row)
        if set(row) <= set(self.names):
            with self.path.open("a", encoding="utf-8", newline="") as file:
                csv.DictWriter(file, self.names).writerow(row)
        else:
            self.names = list(dict.fromkeys(name for known in self.rows for name in known))
            half_done = self.path.with_suffix(".tmp")
            with half_done.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, self.names)
                writer.writeheader()
                writer.writerows(self.rows)
            half_done.replace(self.path)
        for name, figure in row.items():
            self.board.add_scalar(name, float(figure), int(row["decisions"]))


class Clock:
    """Counts the seconds a run plays and learns: neither evaluations nor pauses count."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.go_on()

    def go_on(self) -> None:
        """Count from now on."""
        self.began = time.perf_counter()

    def stop(self) -> None:
        """Add what has passed."""
        self.seconds += time.perf_counter() - self.began


def report(bar: Any, row: dict[str, float]) -> None:
    """Show evaluations on lines of their own above the bar."""
    for name, share in row.items():
        if name.startswith("wins/") and not name.endswith("half_width"):
            width = row[f"{name}/half_width"]
            bar.write(
                f"{row['seconds'] / 60:6.1f} min  {row['decisions'] / 1e6:7.1f} M  {name[5:]:24}"
                f"{100 * share:5.1f} % +- {100 * width:.1f}"
            )
