"""How subcommands end: their exit codes, and one clear line on stderr for wrong input."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import typer

CHECK_FAILED = 1
WRONG_INPUT = 2
STOPPED = 130


@contextmanager
def refused() -> Iterator[None]:
    """Turn what the packages below refuse into an error message."""
    try:
        yield
    except (ValueError, OSError) as error:
        typer.secho(f"Error: {error}", err=True, fg="red")
        raise typer.Exit(WRONG_INPUT) from error


def needs(extra: str, *packages: str) -> None:
    """Refuse to go on without packages of an extra, naming it."""
    if missing := [package for package in packages if find_spec(package) is None]:
        raise ValueError(f"missing {', '.join(missing)}: pip install 'kingsburg-env[{extra}]'")


def find_own_modules() -> None:
    """Let agents of the user, `module:Class`, be found in the folder where the command is called."""
    here = os.getcwd()  # noqa: PTH109 - sys.path holds strings
    if here not in sys.path:
        sys.path.append(here)
