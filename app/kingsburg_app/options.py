"""Options that several commands have, declared once."""

from typing import Annotated

import typer

Edition = Annotated[str, typer.Option(help="second or first.")]
Modules = Annotated[str, typer.Option(help="Any of rows,governors,army.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def split_modules(text: str) -> tuple[str, ...]:
    """Split the names of modules at commas."""
    return tuple(filter(None, text.split(",")))
