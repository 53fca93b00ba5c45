"""Games on disk: rules, seed, seats and moves in SQLite. A position is never stored; it is played again.

Seat tokens are kept as hashes: whoever reads the file cannot sit down with them.
"""

import hashlib
import json
import secrets
import sqlite3
from dataclasses import asdict
from pathlib import Path

from kingsburg_app.game_file import GameRecord
from kingsburg_env import Rules

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


class Store:
    """The database of one server."""

    def __init__(self, place: Path | str) -> None:
        try:
            self._db = sqlite3.connect(place, isolation_level=None, check_same_thread=False)
            self._db.executescript(PRAGMAS + SCHEMA)
        except sqlite3.DatabaseError as error:
            raise OSError(f"database {str(place)!r}: {error}") from error

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def add_game(self, record: GameRecord) -> tuple[int, dict[int, str]]:
        """Write a new game down; return its number, and a token for each person's seat and for watching."""
        people = [seat for seat, agent in enumerate(record.seats) if not agent]
        tokens = {seat: secrets.token_urlsafe(18) for seat in [*people, WATCHER]}
        row = (json.dumps(asdict(record.rules)), str(record.seed), json.dumps(record.seats))
        self._db.execute("BEGIN IMMEDIATE")
        with self._db:
            game = int(
                self._db.execute("INSERT INTO games (rules, seed, seats) VALUES (?, ?, ?)", row).lastrowid
                or 0
            )
            hashed = [(_hash(token), game, seat) for seat, token in tokens.items()]
            self._db.executemany("INSERT INTO tokens VALUES (?, ?, ?)", hashed)
        return game, tokens

    def add_moves(self, game: int, first: int, actions: list[int]) -> None:
        """Write moves down, all or none; they are kept when this returns."""
        rows = [(game, first + place, action) for place, action in enumerate(actions)]
        self._db.execute("BEGIN IMMEDIATE")
        with self._db:
            self._db.executemany("INSERT INTO moves VALUES (?, ?, ?)", rows)

    def find_seat(self, token: str) -> tuple[int, int] | None:
        """Find the game and the seat of a token."""
        found = self._db.execute("SELECT game, seat FROM tokens WHERE hash = ?", (_hash(token),)).fetchone()
        return None if found is None else (int(found[0]), int(found[1]))

    def read_game(self, game: int) -> GameRecord:
        """Read a game back."""
        query = "SELECT rules, seed, seats FROM games WHERE number = ?"
        rules, seed, seats = self._db.execute(query, (game,)).fetchone()
        moves = self._db.execute("SELECT action FROM moves WHERE game = ? ORDER BY number", (game,))
        actions = [int(action) for (action,) in moves]
        return GameRecord(Rules(**json.loads(rules)), int(seed), tuple(json.loads(seats)), actions)

    def count_games(self) -> int:
        """Count the games kept."""
        return int(self._db.execute("SELECT COUNT(*) FROM games").fetchone()[0])


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
