"""Lets the table be started without the `kingsburg` command: `python -m kingsburg_app.web`."""

import typer

from kingsburg_app.web.command import web

if __name__ == "__main__":
    typer.run(web)
