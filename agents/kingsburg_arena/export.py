"""Results as files: one JSON object, and a line for each seat of each game as CSV."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from kingsburg_arena.results import Results
from kingsburg_arena.strategy import BATTLES, GOODS, GOVERNORS, SOURCES
from kingsburg_env.writing import write_text

RESULTS = "results.json"
GAMES = "games.csv"


def write_results(folder: Path, result: dict[str, Any], results: Results) -> None:
    """Write what machines read."""
    write_text(folder / RESULTS, json.dumps(result, indent=1))
    write_text(folder / GAMES, as_csv(results))


def as_csv(results: Results) -> str:
    """Write every seat of every game on a line."""
    columns = _columns(results)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()


def _columns(results: Results) -> dict[str, list[Any]]:
    games, agents = results.games, results.agents
    columns = {
        "game": games["number"][results.game].tolist(),
        "block": games["block"][results.game].tolist(),
        "seed": games["seed"][results.game].tolist(),
        "seat": results.seat.tolist(),
        "agent": [agents[agent] for agent in results.agent.tolist()],
        "rank": results.rank.astype(int).tolist(),
        "vp": results.vp.astype(int).tolist(),
        "margin": results.margin.astype(int).tolist(),
        "win": results.win.tolist(),
        "lost_by_default": results.is_lost.astype(int).tolist(),
        "first_good": _words(results.rows("first_good"), GOODS),
        "governor": _words(results.rows("governor"), GOVERNORS),
        "buildings": results.rows("standing").sum(axis=1).tolist(),
    }
    for number, name in enumerate(BATTLES):
        columns[f"battles_{name}"] = results.rows("battles")[:, number].tolist()
    for number, name in enumerate(SOURCES):
        columns[f"vp_{name.replace(' ', '_')}"] = results.rows("vp_from")[:, number].tolist()
    return columns


def _words(numbers: np.ndarray, names: list[str]) -> list[str]:
    """Return the names that the numbers stand for; -1 is nothing."""
    return [names[number] if number >= 0 else "" for number in numbers.tolist()]
