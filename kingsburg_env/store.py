"""Games as bytes: versioned, and checked when they come back."""

import hashlib
import struct

import numpy as np

from kingsburg_env.batch import clone
from kingsburg_env.check import Games, ImpossibleGameError, as_records, check_questions, check_values
from kingsburg_env.engine.answers import masks_of
from kingsburg_env.engine.names import Decision
from kingsburg_env.engine.state import INSIDE, STATE
from kingsburg_env.kernels import find_all_answers

MAGIC = b"KINGSBRG"
FORMAT = 5
"""Goes up whenever the record's layout or the rules' course of play changes."""

HEADER = struct.Struct("<8sHIQ")
DIGEST_SIZE = 16


class BadBytesError(ValueError):
    """Bytes that are not games of this version."""


def to_bytes(games: Games) -> bytes:
    """Write games as bytes, with their rules and their luck."""
    games = as_records(games)
    body = HEADER.pack(MAGIC, FORMAT, STATE.itemsize, len(games)) + games.tobytes()
    return body + _digest(body)


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=DIGEST_SIZE).digest()


def from_bytes(data: bytes) -> Games:
    """Read games back; whatever is not whole, not ours or not a possible game is refused."""
    if not isinstance(data, bytes | bytearray | memoryview):
        msg = f"data: must be bytes, not {type(data).__name__}"
        raise TypeError(msg)
    data = bytes(data)
    if len(data) < HEADER.size + DIGEST_SIZE or not data.startswith(MAGIC):
        msg = "these bytes are no Kingsburg games"
        raise BadBytesError(msg)
    _, version, itemsize, count = HEADER.unpack_from(data)
    if version != FORMAT or itemsize != STATE.itemsize:
        msg = f"games of format {version} ({itemsize} bytes each); this version reads {FORMAT} ({STATE.itemsize} bytes)"
        raise BadBytesError(msg)
    body, digest = data[:-DIGEST_SIZE], data[-DIGEST_SIZE:]
    if len(body) != HEADER.size + count * itemsize or digest != _digest(body):
        msg = f"{len(data)} bytes for {count} games: truncated or changed"
        raise BadBytesError(msg)
    games = np.frombuffer(body, STATE, offset=HEADER.size).view(np.uint8).copy().view(STATE)
    try:
        _check(games)
    except ImpossibleGameError as error:
        raise BadBytesError(str(error)) from None
    return games


def _check(games: Games) -> None:
    """Refuse games that cannot be: also those whose answers are not what the rules say."""
    check_values(games)
    check_questions(games)
    again = clone(games)
    find_all_answers(again.view(INSIDE))
    is_asked = games["decision"] != Decision.NONE
    wrong = np.any(games["answers"] != again["answers"], axis=1) | (
        masks_of(again).sum(axis=1) < 2 * is_asked
    )
    if np.any(wrong):
        msg = f"game {np.flatnonzero(wrong)[0]}: no game can stand like this (answers)"
        raise ImpossibleGameError(msg)
