"""Folder of a tournament: what was asked for, and a file for every chunk that is played."""

import json
import os
import platform
import subprocess
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

import kingsburg_env
from kingsburg_arena.fingerprint import code_fingerprint
from kingsburg_arena.schedule import Tournament
from kingsburg_env import Rules
from kingsburg_env.writing import UNFINISHED, open_whole, write_text

TOURNAMENT = "tournament.json"
CHUNKS = "chunks"
# One for each agent: these add up over chunks; all others follow one another.
SUMMED = ("nanoseconds", "decisions")

Arrays = dict[str, NDArray[Any]]


def as_json(tournament: Tournament) -> dict[str, Any]:
    """Write a tournament as what JSON can hold."""
    return json.loads(json.dumps(asdict(tournament)))


def from_json(plan: dict[str, Any]) -> Tournament:
    """Read a tournament back."""
    rules = Rules(**{**plan["rules"], "modules": tuple(plan["rules"]["modules"])})
    lineups = tuple(tuple(lineup) for lineup in plan["lineups"])
    return Tournament(**{**plan, "agents": tuple(plan["agents"]), "lineups": lineups, "rules": rules})


def open_folder(folder: Path, tournament: Tournament) -> None:
    """Make the folder of a tournament, or go on with it; refuse one that holds another tournament."""
    wanted = {
        "code": code_fingerprint(tournament.agents, tournament.players),
        "tournament": as_json(tournament),
    }
    path = folder / TOURNAMENT
    if path.exists():
        found = json.loads(path.read_text(encoding="utf-8"))
        if found != wanted:
            raise ValueError(
                f"{folder}: holds another tournament ({_difference(found, wanted)}); name another --out"
            )
    elif folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{folder}: is neither empty nor the results of a tournament; name another --out")
    (folder / CHUNKS).mkdir(parents=True, exist_ok=True)
    for part in (folder / CHUNKS).glob(f"*{UNFINISHED}"):
        part.unlink()
    write_text(path, json.dumps(wanted, indent=1))


def _difference(found: dict[str, Any], wanted: dict[str, Any]) -> str:
    """Describe what is not the same."""
    before, now = found["tournament"], wanted["tournament"]
    names = [name for name in now if before.get(name) != now[name]]
    if not names:
        return "the same one, but rules or agents have changed since"
    return ", ".join(f"{name} {before.get(name)!r} instead of {now[name]!r}"[:120] for name in names[:3])


def read_tournament(folder: Path) -> Tournament:
    """Read which tournament a folder holds."""
    path = folder / TOURNAMENT
    if not path.is_file():
        raise ValueError(
            f"{folder}: holds no tournament; it must be a folder that `kingsburg arena --out` wrote"
        )
    return from_json(json.loads(path.read_text(encoding="utf-8"))["tournament"])


def chunk_file(folder: Path, chunk: int) -> Path:
    """Return the path of a chunk's file."""
    return folder / CHUNKS / f"{chunk:06}.npz"


def write_chunk(folder: Path, chunk: int, arrays: Arrays) -> None:
    """Write the file of a chunk."""
    with open_whole(chunk_file(folder, chunk)) as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type] - no array is called allow_pickle


def read_chunk(folder: Path, chunk: int) -> Arrays:
    """Read a chunk."""
    path = chunk_file(folder, chunk)
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return dict(arrays)
    except (ValueError, EOFError, BadZipFile):
        raise ValueError(f"{path}: is damaged; remove it, and the same command plays it again") from None


def read_chunks(folder: Path, chunks: list[int]) -> Arrays:
    """Read chunks as one: games follow one another, times add up."""
    parts = [read_chunk(folder, chunk) for chunk in chunks]
    columns = {name: [part[name] for part in parts] for name in parts[0]}
    return {
        name: np.sum(column, axis=0) if name in SUMMED else np.concatenate(column)
        for name, column in columns.items()
    }


def stamp() -> dict[str, str]:
    """Return what played: version, commit, machine, day."""
    return {
        "version": kingsburg_env.__version__,
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


def commit() -> str:
    """Return the commit of the source, with a plus sign if the source was changed since; unknown outside a clone."""
    here = Path(__file__).resolve().parent
    try:
        head = _git(here, "rev-parse", "--short=12", "HEAD")
        return head + ("+" if _git(here, "status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(here: Path, *arguments: str) -> str:
    command = ["git", "-C", str(here), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - fixed words only
    return run.stdout.strip()
