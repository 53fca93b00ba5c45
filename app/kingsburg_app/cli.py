"""The command `kingsburg`: a page of contents, one subcommand a line.

A subcommand is a function in a module of this package; what is heavy is imported when it is called.
Exit codes: 0 done, 1 a check failed, 2 wrong input, 130 stopped by Ctrl-C.
"""

import typer

from kingsburg_app import tournament
from kingsburg_app.web.command import web

app = typer.Typer(
    name="kingsburg",
    help="The board game Kingsburg for agents and people.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


@app.callback()
def main() -> None:
    """Play, measure and study Kingsburg."""


app.command()(tournament.arena)
app.command()(tournament.replay)
app.command()(tournament.ladder)
app.command()(web)

if __name__ == "__main__":
    app()
