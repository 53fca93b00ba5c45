"""Print lines and tables that are no wider than the terminal."""

import os
import textwrap
from collections.abc import Iterable, Sequence

import typer
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

# Files and pipes have no width; this is what fits beside another window.
PIPED = 120
UNBOUNDED = 10_000
CONTINUED = " \\\n"


def new_console() -> Console:
    """Make a console as wide as the terminal; names in brackets are no marks to it."""
    console = Console(markup=False, emoji=False, highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PIPED
    return console


def fold(line: str, indent: int = 0) -> str:
    """Break a line between words where the terminal ends; a path is never broken.

    Args:
        line: The line.
        indent: How far what follows is moved to the right, as far as a long word leaves room for that.
    """
    width = new_console().width
    room = width - max(map(len, line.split()), default=0)
    return "\n".join(_wrap(line, width, " " * (indent if room < 0 else min(indent, room))))


def fold_command(line: str, indent: int = 0) -> str:
    """Break a command where the terminal ends so that it can still be copied.

    Args:
        line: The command.
        indent: How far what follows is moved to the right.
    """
    return CONTINUED.join(_wrap(line, new_console().width - len(CONTINUED.strip("\n")), " " * indent))


def _wrap(line: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    ) or [""]


def say(line: str, indent: int = 0) -> None:
    """Print a line, broken where the terminal ends.

    Args:
        line: The line.
        indent: How far what follows is moved to the right.
    """
    typer.echo(fold(line, indent))


def print_table(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], less_needed: Sequence[str]
) -> None:
    """Print names and figures; columns that have no room are left out, and named below.

    Args:
        title: What stands above.
        heads: The heads of the columns, names first.
        rows: A cell for each column.
        less_needed: The columns that may be left out, the first of them first.
    """
    console, cells = new_console(), [dict(zip(heads, row, strict=True)) for row in rows]
    shown, left_out = list(heads), []
    while _width(console, table := _table(shown, cells)) > console.width and len(left_out) < len(less_needed):
        left_out.append(less_needed[len(left_out)])
        shown.remove(left_out[-1])
    say(title)
    console.print(table)
    if left_out:
        say(f"Left out, for want of room: {', '.join(head for head in heads if head in left_out)}.")


def _table(heads: Sequence[str], rows: list[dict[str, str]]) -> Table:
    """Make a table of names, which may be broken, and figures, which never are."""
    table = Table()
    for column, head in enumerate(heads):
        if column:
            table.add_column(head, justify="right", no_wrap=True)
        else:
            table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*(row[head] for head in heads))
    return table


def _width(console: Console, table: Table) -> int:
    """Measure how wide a table would like to be."""
    return Measurement.get(console, console.options.update(width=UNBOUNDED), table).maximum
