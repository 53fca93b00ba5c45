"""A whole game in a link, and the way back to every position of it."""

import base64
import binascii
import json
import secrets
import zlib
from collections.abc import Iterator
from typing import Any

from kingsburg_app.fields import RefusedError
from kingsburg_app.game_in_progress import GameInProgress, positions
from kingsburg_app.saved_game import SavedGame, rules_of
from kingsburg_app.web.messages import MAX_BODY, posted
from kingsburg_env import IllegalActionError, view_of
from kingsburg_env.view import View


def as_code(file: dict[str, Any]) -> str:
    """Squeeze a shared game into the end of a link."""
    packed = zlib.compress(json.dumps(file, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def from_code(code: str) -> dict[str, Any]:
    """Read a shared game from a link; nothing unpacks to more than a request may hold."""
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        data = zlib.decompressobj().decompress(packed, MAX_BODY)
    except (binascii.Error, ValueError, zlib.error):
        raise RefusedError("code: not a shared game") from None
    return posted("replay", data)


def new_game(found: dict[str, Any]) -> SavedGame:
    """Read a new game from checked fields; an empty seed becomes a random one."""
    seed = int(found["seed"] or secrets.randbits(64))
    return SavedGame(rules_of(found), seed, tuple(found["seats"]), [])


def replayed(saved: SavedGame) -> Iterator[GameInProgress]:
    """Play a game from outside again and stop at every position; refuse moves that the rules do not allow."""
    number = 0
    try:
        for game in positions(saved):
            number = len(game.actions) + 1
            yield game
    except IllegalActionError as error:
        raise RefusedError(f"move {number}: {error}") from None


def frames(saved: SavedGame) -> list[View]:
    """Show a whole game as a watcher sees it, position by position."""
    shown, since = [], 0
    for game in replayed(saved):
        shown.append(view_of(game.games, None, game.events[since:]))
        since = len(game.events)
    return shown
