"""What clients may send: every field named, typed and bounded. Whatever is not listed is refused."""

import json
from collections.abc import Callable
from typing import Any

from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import MAX_DICE, MAX_PLAYERS, NUM_ADVISORS, NUM_MODIFIERS

# The longest message over a websocket, and the longest body of a request, in bytes.
MAX_MESSAGE = 1024
MAX_BODY = 64 * 1024
# Far more decisions than any game has.
MAX_MOVES = 10_000
MAX_NAME = 80
MAX_TOKEN = 64
MAX_CODE = 32 * 1024

Check = Callable[[Any], bool]


class RefusedError(ValueError):
    """Something a client sent that is not allowed; the text is for the client."""


def whole(end: int) -> Check:
    """Allow whole numbers from 0 up to, not including, the end."""
    return lambda value: type(value) is int and 0 <= value < end


def text(longest: int) -> Check:
    """Allow a text up to a length."""
    return lambda value: type(value) is str and len(value) <= longest


def several(check: Check, longest: int) -> Check:
    """Allow a list up to a length of what a check allows."""
    return lambda value: type(value) is list and len(value) <= longest and all(map(check, value))


def _is_seed(value: Any) -> bool:
    """Seeds travel as text: they are wider than what scripts keep exactly; "" asks for a random one."""
    return type(value) is str and (
        value == "" or (value.isascii() and value.isdigit() and int(value[:21]) < 1 << 64)
    )


RULES: dict[str, Check] = {
    "edition": text(MAX_NAME),
    "modules": several(text(MAX_NAME), 3),
    "plus_two": text(MAX_NAME),
    "seed": _is_seed,
    "seats": several(text(MAX_NAME), MAX_PLAYERS),
}
MOVE = whole(MAX_MOVES)

# What is sent over a websocket, by its "type".
SPOKEN: dict[str, dict[str, Check]] = {
    "join": {"token": text(MAX_TOKEN)},
    "act": {"move": MOVE, "action": whole(NUM_ACTIONS)},
    "place": {
        "move": MOVE,
        "dice": several(whole(MAX_DICE), MAX_DICE),
        "advisor": whole(NUM_ADVISORS),
        "modifier": whole(NUM_MODIFIERS),
    },
    "coach": {},
}

# The bodies of requests, by the last word of their address.
POSTED: dict[str, dict[str, Check]] = {
    "games": RULES,
    "share": {"token": text(MAX_TOKEN)},
    "unpack": {"code": text(MAX_CODE)},
    "replay": {"format": text(MAX_NAME), **RULES, "actions": several(whole(NUM_ACTIONS), MAX_MOVES)},
    "arena": {"game": whole(1 << 31)},
}


def spoken(data: str) -> dict[str, Any]:
    """Read a message of a websocket."""
    message = _object(data)
    kind = message.pop("type", None)
    if type(kind) is not str or kind not in SPOKEN:
        raise RefusedError(f"type: must be one of {', '.join(SPOKEN)}")
    return {"type": kind, **checked(message, SPOKEN[kind])}


def posted(kind: str, data: bytes) -> dict[str, Any]:
    """Read the body of a request."""
    return checked(_object(data), POSTED[kind])


def _object(data: str | bytes) -> dict[str, Any]:
    try:
        found = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise RefusedError("not JSON") from None
    if type(found) is not dict:
        raise RefusedError("must be an object")
    return found


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)


def checked(found: dict[str, Any], fields: dict[str, Check]) -> dict[str, Any]:
    """Refuse missing, unknown and wrong fields."""
    if unknown := found.keys() - fields.keys():
        raise RefusedError(f"unknown field {min(unknown)[:MAX_NAME]!r}")
    for name, check in fields.items():
        if name not in found:
            raise RefusedError(f"missing field {name!r}")
        if not check(found[name]):
            raise RefusedError(f"wrong value of {name!r}")
    return found
