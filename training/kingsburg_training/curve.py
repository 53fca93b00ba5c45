"""The curve of a run: win shares against the decisions played, from its progress.csv; and runs side by side.

python -m kingsburg_training.curve runs/selfplay --out mine.svg
python -m kingsburg_training.curve training/kingsburg_training/configs/champion --out docs/champion.svg
python -m kingsburg_training.curve runs/ppo runs/selfplay --against 4/greedy --out learners.svg
"""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kingsburg_arena.plots import INK, as_svg, colour_of, new_figure
from kingsburg_training.evaluation import HIGH, LOW, WIN_SHARE
from kingsburg_training.logger import LOG, evaluations
from kingsburg_training.options import Parser
from kingsburg_training.rulesets import rules_from


class Point(NamedTuple):
    """One evaluation; the seconds are NaN where nobody knows them any more."""

    decisions: int
    seconds: float
    share: float
    low: float
    high: float


def read_curves(folder: Path) -> dict[str, list[Point]]:
    """Read the evaluations of a run, by ruleset and opponent."""
    path = folder / LOG
    if not path.is_file():
        raise ValueError(f"{folder}: holds no run, there is no {LOG}")
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    return {
        name.removeprefix(WIN_SHARE): [
            Point(
                int(row["decisions"]),
                float(row.get("seconds", "nan")),
                *(float(row[column]) for column in (name, name + LOW, name + HIGH)),
            )
            for row in rows
            if row[name]
        ]
        for name in evaluations(reader.fieldnames or ())
    }


def draw_curves(folder: Path) -> Figure:
    """Draw win shares with their intervals, and what equal strength would win."""
    figure, (axis,) = new_figure(3.4)
    curves = read_curves(folder)
    has_one_ruleset = len({name.partition("/")[0] for name in curves}) == 1
    for number, (name, points) in enumerate(curves.items()):
        ruleset, _, opponent = name.partition("/")
        label = opponent if has_one_ruleset else f"{opponent}, game of {ruleset}"
        _draw(axis, number, [point.decisions for point in points], points, label)
        axis.axhline(100 / rules_from(ruleset).num_players, color=INK, ls="--", lw=1)
    axis.set_xlabel("decisions")
    axis.set_ylabel("games won, %")
    axis.set_ylim(0, 105)
    axis.legend(title="against", frameon=False, loc="lower right")
    return figure


def _draw(axis: Axes, number: int, at: list[float], points: list[Point], label: str) -> None:
    """Draw one curve: shares in percent, with bars from end to end of their intervals."""
    shares = [100 * point.share for point in points]
    below = [100 * (point.share - point.low) for point in points]
    above = [100 * (point.high - point.share) for point in points]
    axis.errorbar(at, shares, (below, above), fmt="o-", capsize=3, color=colour_of(number), label=label)


def draw_runs(folders: Sequence[Path], against: str) -> Figure:
    """Draw the win shares of several runs against the same opponent, by minutes of learning."""
    figure, (axis,) = new_figure(3.4)
    for number, folder in enumerate(folders):
        curves = read_curves(folder)
        if against not in curves:
            raise ValueError(
                f"against={against!r}: {folder} has only {', '.join(curves) or 'no evaluations'}"
            )
        points = curves[against]
        _draw(axis, number, [point.seconds / 60 for point in points], points, folder.name)
    ruleset, _, opponent = against.partition("/")
    axis.axhline(100 / rules_from(ruleset).num_players, color=INK, ls="--", lw=1)
    axis.set_xlabel("minutes of learning")
    axis.set_ylabel(f"games won against {opponent}, %")
    axis.set_ylim(0, 105)
    axis.legend(frameon=False, loc="lower right")
    return figure


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and draw."""
    parser = Parser(description="Draw the curves of a run, or of several side by side.")
    parser.add_argument("runs", type=Path, nargs="+", help="folders of runs")
    parser.add_argument(
        "--against",
        help="ruleset and opponent, as the evaluations name them; one run shows all, several 4/greedy",
    )
    parser.add_argument("--out", type=Path, required=True, help="file to write, .svg")
    given = parser.parse_all(arguments)
    if given.out.suffix != ".svg":
        parser.error(f"{given.out}: must end in .svg")
    try:
        if len(given.runs) == 1 and given.against is None:
            figure = draw_curves(given.runs[0])
        else:
            figure = draw_runs(given.runs, given.against or "4/greedy")
    except ValueError as error:
        parser.error(str(error))
    given.out.write_text(as_svg(figure), encoding="utf-8")


if __name__ == "__main__":
    main()
