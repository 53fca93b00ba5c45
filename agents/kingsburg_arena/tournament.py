"""A tournament from beginning to end: play what is missing, read everything back, analyse it, write it down."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kingsburg_arena.cluster import play_on_ray
from kingsburg_arena.export import write_results
from kingsburg_arena.pool import Pool, play_here
from kingsburg_arena.results import Results, as_results
from kingsburg_arena.schedule import Tournament, num_chunks
from kingsburg_arena.statistics import analyse
from kingsburg_arena.storage import as_json, chunk_file, open_folder, read_chunks, stamp
from kingsburg_arena.strategy import strategies

Progress = Callable[[float, int], None]


def no_progress(done: float, total: int) -> None:
    """Ignore how far a tournament is."""


def run(
    tournament: Tournament,
    folder: Path | None = None,
    workers: int = 1,
    progress: Progress = no_progress,
    ray: str = "",
) -> dict[str, Any]:
    """Play a tournament, or what is left of it, and analyse it.

    Args:
        tournament: The plan, from `schedule.table` or `schedule.mixes`.
        folder: Where games, results and report are written, and where a stopped tournament goes on; None: nothing is kept.
        workers: Processes of this machine; 0: this one, where nothing ends an agent that hangs.
        progress: Called with how many chunks are played and how many there are.
        ray: Address of a Ray cluster that plays instead; `auto`, or `local`.

    Returns:
        The analysis, as `results.json` has it.

    Raises:
        ValueError: An argument is not one of the above, or the folder holds something else.
    """
    _check(workers)
    if folder is None:
        return analyse(play_unkept(tournament, workers, progress, ray)) | provenance(tournament)
    open_folder(folder, tournament)
    return write(folder, play_missing(tournament, folder, workers, progress, ray))


def play_unkept(
    tournament: Tournament, workers: int = 1, progress: Progress = no_progress, ray: str = ""
) -> Results:
    """Play a tournament and keep nothing but what is returned.

    Args:
        tournament: The plan, from `schedule.table` or `schedule.mixes`.
        workers: Processes of this machine; 0: this one, where nothing ends an agent that hangs.
        progress: Called with how many chunks are played and how many there are.
        ray: Address of a Ray cluster that plays instead; `auto`, or `local`.

    Returns:
        All games, seat by seat.

    Raises:
        ValueError: An argument is not one of the above.
    """
    _check(workers)
    with tempfile.TemporaryDirectory(prefix="kingsburg-arena-") as place:
        open_folder(Path(place), tournament)
        return play_missing(tournament, Path(place), workers, progress, ray)


def _check(workers: int) -> None:
    if workers < 0:
        raise ValueError(f"workers={workers}: must be 0 (this process alone, unguarded) or more")


def provenance(tournament: Tournament) -> dict[str, Any]:
    """Return what was played, by what."""
    return {"stamp": stamp(), "tournament": as_json(tournament)}


def play_missing(
    tournament: Tournament, folder: Path, workers: int, progress: Progress, ray: str = ""
) -> Results:
    """Play the chunks that are missing, then read them all."""
    total = num_chunks(tournament)
    missing = [chunk for chunk in range(total) if not chunk_file(folder, chunk).exists()]
    before = total - len(missing)

    def tell(done: float) -> None:
        progress(before + done, total)

    tell(0)
    if missing and ray:
        play_on_ray(tournament, folder, missing, ray, tell)
    elif missing and workers == 0:
        play_here(tournament, folder, missing, tell)
    elif missing:
        Pool(tournament, folder, min(workers, len(missing))).play(missing, tell)
    return as_results(tournament, read_chunks(folder, list(range(total))))


def write(folder: Path, results: Results) -> dict[str, Any]:
    """Analyse a tournament and write results and report into its folder."""
    from kingsburg_arena.report import write_report  # noqa: PLC0415 - matplotlib, for a report alone

    result = provenance(results.tournament) | analyse(results)
    full = result | {"strategy": strategies(results)}
    write_results(folder, full, results)
    write_report(folder, full, results)
    return result
