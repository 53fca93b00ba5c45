"""The messages clients may send: every field is named, typed and bounded; whatever is not listed is refused."""

from typing import Any

from kingsburg_app import saved_game
from kingsburg_app.fields import Check, RefusedError, checked, read_object, several, text, whole
from kingsburg_app.saved_game import MAX_MOVES, is_seed
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import MAX_DICE

# The longest message over a websocket, and the longest body of a request, in bytes.
MAX_MESSAGE = 1024
MAX_BODY = 64 * 1024
MAX_TOKEN = 64
MAX_CODE = 32 * 1024

MOVE = whole(MAX_MOVES)
SEED = Check("a seed, or nothing for a random one", lambda value: value == "" or is_seed(value))

# What is sent over a websocket, by its "type".
SPOKEN: dict[str, dict[str, Check]] = {
    "join": {"token": text(MAX_TOKEN)},
    # one action, or those of a placement
    "act": {"move": MOVE, "actions": several(whole(NUM_ACTIONS), 1 + MAX_DICE)},
    "coach": {},
}

# The bodies of requests, by the last word of their address.
POSTED: dict[str, dict[str, Check]] = {
    "games": {**saved_game.RULES, "seed": SEED},
    "share": {"token": text(MAX_TOKEN)},
    "unpack": {"code": text(MAX_CODE)},
    "replay": saved_game.FIELDS,
    "arena": {"game": whole(1 << 31)},
}


def spoken(data: str) -> dict[str, Any]:
    """Read a message of a websocket."""
    message = read_object(data)
    kind = message.pop("type", None)
    if type(kind) is not str or kind not in SPOKEN:
        raise RefusedError(f"type: must be one of {', '.join(SPOKEN)}")
    return {"type": kind, **checked(message, SPOKEN[kind])}


def posted(kind: str, data: bytes) -> dict[str, Any]:
    """Read the body of a request."""
    return checked(read_object(data), POSTED[kind])
