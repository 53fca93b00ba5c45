"""`kingsburg web`: the table in the browser."""

import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingsburg_app.exits import find_own_modules

if TYPE_CHECKING:
    from starlette.applications import Starlette

DEFAULT_PORT = 8400
# Neither tokens nor addresses of players go into logs; views are small, so packing them costs more than it saves.
QUIET: dict[str, Any] = {"log_level": "warning", "access_log": False, "ws_per_message_deflate": False}
NEEDED = ("starlette", "uvicorn", "websockets")


Host = Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 lets others in the network join.")]
Port = Annotated[int, typer.Option(help="Port to listen at.", min=1, max=65535)]
Database = Annotated[Path, typer.Option(help="File that keeps the games.")]
FurtherAgents = Annotated[
    list[str] | None,
    typer.Option(help="A further agent to offer, e.g. neural:run/policy.npz; may be repeated."),
]
CoachName = Annotated[str, typer.Option(help="Agent with a network that coaches; by default the champion.")]
FurtherNames = Annotated[
    list[str] | None,
    typer.Option(help="A name browsers call this server by, as behind a proxy; may be repeated."),
]
ArenaResults = Annotated[
    Path | None, typer.Option(help="Folder of `kingsburg arena --out`, to watch its games.")
]


def web(
    host: Host = "127.0.0.1",
    port: Port = DEFAULT_PORT,
    database: Database = Path("kingsburg.sqlite"),
    agent: FurtherAgents = None,
    coach: CoachName = "",
    results: ArenaResults = None,
    name: FurtherNames = None,
) -> None:
    """Play Kingsburg in the browser, alone against agents or with others in the network.

    Games are kept in a file: the server may be stopped and started again at any time.

    Examples:
      kingsburg web

      kingsburg web --host 0.0.0.0 --port 8080

      kingsburg web --results results
    """
    find_own_modules()
    from kingsburg_env.extras import need

    need("web", *NEEDED)
    with socket.create_server((host, port), family=_family(host)) as listening:
        names = (host, *(name or ()))
        app = _lay_table(names, database, tuple(agent or ()), coach, results)
        typer.echo(
            f"The table is laid at http://{_shown(host)}:{port} (games in {database}). Ctrl-C ends it."
        )
        _serve(app, listening)


def _lay_table(
    names: tuple[str, ...], database: Path, agents: tuple[str, ...], coach: str, results: Path | None
) -> "Starlette":
    """Make the site, with everything compiled that a first guest would wait for."""
    from kingsburg_app.web.coach import find_coach
    from kingsburg_app.web.server import make_app
    from kingsburg_app.web.thinkers import Thinkers, offered
    from kingsburg_app.web.warm_up import warm_up

    here = socket.gethostname().lower()
    thinkers = Thinkers(offered(agents))
    warm_up(thinkers.agents)
    return make_app(
        database, thinkers, find_coach(coach), (*map(str.lower, names), here, f"{here}.local"), results
    )


def _serve(app: "Starlette", listening: socket.socket) -> None:
    """Answer until Ctrl-C."""
    import uvicorn

    from kingsburg_app.web.messages import MAX_MESSAGE

    uvicorn.Server(uvicorn.Config(app, ws_max_size=4 * MAX_MESSAGE, **QUIET)).run([listening])


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _shown(host: str) -> str:
    """Name the address that browsers can open."""
    if ":" in host and host != "::":
        return f"[{host}]"
    return socket.gethostname() if host in {"0.0.0.0", "::"} else host  # noqa: S104 - it is compared, not bound
