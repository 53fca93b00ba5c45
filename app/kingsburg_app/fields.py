"""Checks of JSON from outside: every field is named, typed and bounded; whatever is not listed is refused."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

# No more of an unknown name is repeated.
SHOWN = 80


class RefusedError(ValueError):
    """Something from outside that is not allowed; the text is for whoever sent it."""


class Check(NamedTuple):
    """The values a field may hold, in words and as a test."""

    words: str
    allows: Callable[[Any], bool]


def exactly(allowed: str) -> Check:
    """Allow this text alone."""
    return Check(repr(allowed), lambda value: value == allowed)


def whole(end: int) -> Check:
    """Allow whole numbers from 0 up to, not including, the end."""
    return Check(f"a whole number from 0 to {end - 1}", lambda value: type(value) is int and 0 <= value < end)


def text(longest: int) -> Check:
    """Allow a text up to a length."""
    return Check(
        f"a text of at most {longest} characters", lambda value: type(value) is str and len(value) <= longest
    )


def yes_or_no() -> Check:
    """Allow true and false."""
    return Check("true or false", lambda value: type(value) is bool)


def several(check: Check, longest: int) -> Check:
    """Allow a list up to a length of what a check allows."""
    return Check(
        f"a list of at most {longest}, each {check.words}",
        lambda value: type(value) is list and len(value) <= longest and all(map(check.allows, value)),
    )


def read_object(data: str | bytes) -> dict[str, Any]:
    """Read a JSON object."""
    try:
        found = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise RefusedError("not JSON") from None
    if type(found) is not dict:
        raise RefusedError("must be an object")
    try:
        # half a character can be read, and never be written again
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise RefusedError("must be text that can be written in UTF-8") from None
    return found


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)


def checked(found: dict[str, Any], fields: dict[str, Check]) -> dict[str, Any]:
    """Refuse missing, unknown and wrong fields."""
    for name, check in fields.items():
        if name not in found:
            raise RefusedError(f"{name}: is missing, must be {check.words}")
        if not check.allows(found[name]):
            raise RefusedError(f"{name}: must be {check.words}")
    if unknown := found.keys() - fields.keys():
        raise RefusedError(f"{min(unknown)[:SHOWN]}: no such field; there are {', '.join(fields)}")
    return found
