"""Games on disk: rules, seed, seats and moves in SQLite. A position is never stored; it is played again.

Seat tokens are kept as hashes: whoever reads the file cannot sit down with them.
A seed tells everything that is hidden, so only the owner may read the file; one server uses it at a time.
"""

import fcntl
import hashlib
import json
import logging
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO

from kingsburg_app.saved_game import SavedGame
from kingsburg_app.web.limits import FullError
from kingsburg_env import Rules

LOGGER = logging.getLogger(__name__)
WATCHER = -1
"""The seat of somebody who only looks on."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY, rules TEXT NOT NULL, seed TEXT NOT NULL, seats TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS tokens (
    hash BLOB PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moves (
    game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, action INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""
# Write-ahead logging without waiting for the disk: a killed server loses nothing, and a move costs no disk sync.
PRAGMAS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;"
OWNER_ALONE = 0o600
# What SQLite and the server put beside the database, by the end of their names.
BESIDE = ("-wal", "-shm", ".lock")


class Store:
    """Keep the games of one server in a database.

    Args:
        path: The file.
        address: Address of the server, named to whoever finds the file in use.
    """

    def __init__(self, path: Path | str, address: str = "") -> None:
        resolved = Path(path).resolve()
        with ExitStack() as opened:
            try:
                resolved.touch(OWNER_ALONE)
                db = sqlite3.connect(resolved, isolation_level=None, check_same_thread=False)
                self._db = opened.enter_context(closing(db))
                self._db.execute(
                    "PRAGMA schema_version"
                )  # refuses what is no database, before anything is changed
                opened.enter_context(_hold(resolved, address))
                _narrow(resolved)
                self._db.executescript(PRAGMAS + SCHEMA)
            except (sqlite3.DatabaseError, OSError) as error:
                reason = getattr(error, "strerror", None) or error
                raise OSError(f"database {str(path)!r}: {reason}; name another file by --database") from error
            self._opened = opened.pop_all()

    def close(self) -> None:
        """Close the file."""
        self._opened.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write everything or nothing; a full disk is no fault of whoever plays."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            with self._db:
                yield
        except sqlite3.OperationalError as error:
            LOGGER.error("cannot write to the database: %s", error)  # noqa: TRY400 - the trace says no more
            raise FullError(
                f"the server cannot write to its disk ({error}): nothing was changed, try again later"
            ) from None

    def add_game(self, saved: SavedGame) -> tuple[int, dict[int, str]]:
        """Write a new game down; return its number, and a token for each person's seat and for watching."""
        people = [seat for seat, agent in enumerate(saved.seats) if not agent]
        tokens = {seat: secrets.token_urlsafe(18) for seat in [*people, WATCHER]}
        row = (json.dumps(asdict(saved.rules)), str(saved.seed), json.dumps(saved.seats))
        with self._writing():
            game = int(
                self._db.execute("INSERT INTO games (rules, seed, seats) VALUES (?, ?, ?)", row).lastrowid
                or 0
            )
            hashed = [(_hash(token), game, seat) for seat, token in tokens.items()]
            self._db.executemany("INSERT INTO tokens VALUES (?, ?, ?)", hashed)
        return game, tokens

    def add_moves(self, game: int, first: int, actions: list[int]) -> None:
        """Write moves down, all or none; they are kept when this returns."""
        rows = [(game, first + offset, action) for offset, action in enumerate(actions)]
        with self._writing():
            self._db.executemany("INSERT INTO moves VALUES (?, ?, ?)", rows)

    def find_seat(self, token: str) -> tuple[int, int] | None:
        """Find the game and the seat of a token."""
        found = self._db.execute("SELECT game, seat FROM tokens WHERE hash = ?", (_hash(token),)).fetchone()
        return None if found is None else (int(found[0]), int(found[1]))

    def read_game(self, game: int) -> SavedGame:
        """Read a game back."""
        query = "SELECT rules, seed, seats FROM games WHERE number = ?"
        rules, seed, seats = self._db.execute(query, (game,)).fetchone()
        moves = self._db.execute("SELECT action FROM moves WHERE game = ? ORDER BY number", (game,))
        actions = [int(action) for (action,) in moves]
        return SavedGame(Rules(**json.loads(rules)), int(seed), tuple(json.loads(seats)), actions)

    def count_games(self) -> int:
        """Count the games kept."""
        return int(self._db.execute("SELECT COUNT(*) FROM games").fetchone()[0])


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _hold(path: Path, address: str) -> IO[str]:
    """Take the database for this server as long as the file returned is open, or say who has it."""
    lock = os.fdopen(os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, OWNER_ALONE), "r+", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = lock.read()
        lock.close()
        raise OSError(f"a server has it open already ({holder})") from None
    lock.truncate(0)
    lock.write(f"process {os.getpid()} at {address or 'no address'}")
    lock.flush()
    return lock


def _narrow(path: Path) -> None:
    """Take the file from all but its owner, where it was made wider."""
    for name in (str(path), *(f"{path}{end}" for end in BESIDE)):
        if Path(name).exists():
            Path(name).chmod(OWNER_ALONE)
