"""What is written down of a run: a CSV file, TensorBoard and lines on the screen."""

import csv
from pathlib import Path
from typing import Any

from torch.utils.tensorboard import SummaryWriter


class Journal:
    """What is written down of a run: a CSV file and TensorBoard."""

    def __init__(self, folder: Path, round_reached: int) -> None:
        self.path = folder / "progress.csv"
        rows = list(csv.DictReader(self.path.open(encoding="utf-8"))) if self.path.exists() else []
        self.rows: list[dict[str, Any]] = [row for row in rows if int(row["round"]) <= round_reached]
        self.board = SummaryWriter(str(folder / "tensorboard"), purge_step=round_reached or None)

    def write(self, row: dict[str, Any]) -> None:
        """Add one row."""
        self.rows.append(row)
        names = dict.fromkeys(name for known in self.rows for name in known)
        with self.path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(names))
            writer.writeheader()
            writer.writerows(self.rows)
        for name, figure in row.items():
            self.board.add_scalar(name, float(figure), int(row["decisions"]))


def report(bar: Any, row: dict[str, float]) -> None:
    """Show the state of the run beside the bar, evaluations on lines of their own."""
    bar.set_postfix_str(f"entropy {row['entropy']:.2f}, {row['decisions_per_s'] / 1000:.1f} k/s")
    for name, share in row.items():
        if name.startswith("wins/") and not name.endswith("half_width"):
            width = row[f"{name}/half_width"]
            bar.write(
                f"{row['seconds'] / 60:6.1f} min  {row['decisions'] / 1e6:7.1f} M  {name[5:]:24}"
                f"{100 * share:5.1f} % +- {100 * width:.1f}"
            )
