"""The command `kingsburg`: a page of contents, one subcommand a line.

A subcommand is a function in a module of this package; what is heavy is imported when it is called.
Exit codes: 0 done, 1 a check failed, 2 wrong input, 130 stopped by Ctrl-C.
"""

import typer

from kingsburg_app import learn, tournament
from kingsburg_app.demo import run_demo
from kingsburg_app.describe import describe_env
from kingsburg_app.doctor import check_installation
from kingsburg_app.exits import OneLine, show_help
from kingsburg_app.measure import bench, exploit
from kingsburg_app.play import play_in_terminal
from kingsburg_app.rulebook import rules
from kingsburg_app.web.command import web

app = typer.Typer(
    name="kingsburg",
    help="The board game Kingsburg for agents and people.",
    cls=OneLine,
    invoke_without_command=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


@app.callback()
def main(context: typer.Context) -> None:
    """Play, measure and study Kingsburg."""
    show_help(context)


app.command("demo")(run_demo)
app.command("play")(play_in_terminal)
app.command()(web)
app.command()(tournament.arena)
app.command()(tournament.replay)
app.command()(tournament.ladder)
app.command()(exploit)
app.add_typer(learn.app, name="train")
app.command()(rules)
app.command("describe-env")(describe_env)
app.command()(bench)
app.command("doctor")(check_installation)

if __name__ == "__main__":
    app(prog_name="kingsburg")
