"""The optional parts of the project: what each of them needs, and how to get what is missing."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import requires
from importlib.util import find_spec

DISTRIBUTION = "kingsburg-env"
# Later Pythons have no lock file.
LOCKED_UP_TO = (3, 14)
WRONG_INPUT = 2
"""The exit code of programs that cannot do what they were asked."""
_NAME = re.compile(r"[\w.-]+")
_EXTRA = re.compile(r"extra == ['\"]([\w-]+)['\"]")


class MissingExtraError(ModuleNotFoundError):
    """An optional part of the project is not installed; the text says how to get it."""


def packages() -> dict[str, list[str]]:
    """List the packages each extra needs; those that are always needed stand under the empty name."""
    found: dict[str, list[str]] = {"": []}
    for line in requires(DISTRIBUTION) or ():
        name, extra = _NAME.match(line), _EXTRA.search(line)
        if name and name[0] != DISTRIBUTION:
            found.setdefault(extra[1] if extra else "", []).append(name[0])
    return found


def how_to_install(missing: str, extra: str = "") -> str:
    """Return what to do about missing packages: an install that works in a clone of the project."""
    target = f"'.[{extra}]'" if extra else "."
    lock = (
        "-c requirements/lock-{}.{}.txt ".format(*sys.version_info) if sys.version_info < LOCKED_UP_TO else ""
    )
    return f"missing {missing}: in a clone of the project run: pip install {lock}{target}"


def need(extra: str, *modules: str) -> None:
    """Refuse to go on without the modules of an extra.

    Args:
        extra: The optional part that brings them.
        modules: The modules that are about to be imported.
    """
    if missing := [module for module in modules if find_spec(module) is None]:
        raise MissingExtraError(how_to_install(", ".join(missing), extra))


@contextmanager
def needed(extra: str, importer: str) -> Iterator[None]:
    """Import the modules of an extra inside; without them a program ends in one line, an import in an error.

    Args:
        extra: The optional part that brings them.
        importer: The `__name__` of the module that imports them.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        text = how_to_install(error.name or "", extra)
        if importer == "__main__":
            sys.stderr.write(f"Error: {text}\n")
            raise SystemExit(WRONG_INPUT) from None
        raise MissingExtraError(text, name=error.name) from error
