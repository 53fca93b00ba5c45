"""A tournament from beginning to end: play what is missing, then read everything back."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kingsburg_agents.arena.analysis import analyse
from kingsburg_agents.arena.pool import Pool, play_here
from kingsburg_agents.arena.schedule import Tournament, num_chunks, schedule
from kingsburg_agents.arena.storage import Arrays, as_json, chunk_file, open_folder, read_chunks, stamp

Progress = Callable[[float, int], None]


def run(
    tournament: Tournament,
    folder: Path | None = None,
    workers: int = 1,
    progress: Progress = lambda done, total: None,  # noqa: ARG005 - silence
) -> tuple[dict[str, Any], Arrays]:
    """Play a tournament, or what is left of it, and analyse it; without a folder nothing is kept."""
    if workers < 0:
        raise ValueError(f"workers={workers}: must be 0 (this process alone, unguarded) or more")
    if folder is not None:
        open_folder(folder, tournament)
        return _finish(tournament, folder, workers, progress)
    with tempfile.TemporaryDirectory(prefix="kingsburg-arena-") as place:
        open_folder(Path(place), tournament)
        return _finish(tournament, Path(place), workers, progress)


def _finish(
    tournament: Tournament, folder: Path, workers: int, progress: Progress
) -> tuple[dict[str, Any], Arrays]:
    total = num_chunks(tournament, schedule(tournament))
    missing = [chunk for chunk in range(total) if not chunk_file(folder, chunk).exists()]
    before = total - len(missing)

    def tell(done: float) -> None:
        progress(before + done, total)

    tell(0)
    if missing and workers == 0:
        play_here(tournament, folder, missing, tell)
    elif missing:
        Pool(tournament, folder, min(workers, len(missing))).play(missing, tell)
    arrays = read_chunks(folder, list(range(total)))
    return {"stamp": stamp(), "tournament": as_json(tournament), **analyse(tournament, arrays)}, arrays
