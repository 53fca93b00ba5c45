"""The end of a command: its exit code, and one clear line on stderr for wrong input."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

CHECK_FAILED = 1
WRONG_INPUT = 2
STOPPED = 130
# What the parser refuses; it has no name of its own in typer.
UsageError: Any = typer.BadParameter.__base__


class OneLine(TyperGroup):
    """The command with all its subcommands: what they refuse ends in one line, without usage or traceback."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> NoReturn:
        """Run a subcommand and end the program."""
        words = sys.argv[1:] if args is None else list(args)
        with refused(words):
            code = super().main(words, prog_name, standalone_mode=False, **extra)
            sys.stdout.flush()
        sys.exit(code or 0)


@contextmanager
def refused(arguments: Sequence[str]) -> Iterator[None]:
    """Turn what the packages below refuse into one line that names options as they were typed."""
    try:
        yield
    except UsageError as error:
        command = error.ctx.command_path if error.ctx else "kingsburg"
        _end(f"{error.format_message().rstrip('.')}; see {command} --help")
    except (ValueError, OSError, ModuleNotFoundError) as error:
        from kingsburg_training.options import explain

        _drop_output()
        if isinstance(error, BrokenPipeError):
            sys.exit(CHECK_FAILED)
        _end(explain(error, arguments))


def _end(message: str) -> NoReturn:
    typer.secho(f"Error: {message}", err=True, fg="red")
    sys.exit(WRONG_INPUT)


def _drop_output() -> None:
    """Drop output that cannot be written: Python would try again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def show_help(context: typer.Context) -> None:
    """Show what there is to whoever names no subcommand."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def find_own_modules() -> None:
    """Make the folder of the call importable, for agents of the user (`module:Class`)."""
    here = os.getcwd()  # noqa: PTH109 - sys.path holds strings
    if here not in sys.path:
        sys.path.append(here)
