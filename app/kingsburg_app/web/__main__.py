"""Starts the table without the installed command: `python -m kingsburg_app.web` is `kingsburg web`."""

import sys

from kingsburg_app.cli import app

if __name__ == "__main__":
    app(["web", *sys.argv[1:]], prog_name="kingsburg")
