"""`kingsburg web`: the table in the browser."""

import os
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingsburg_app.exits import STOPPED, find_own_modules

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from kingsburg_app.web.serving import Network

DEFAULT_PORT = 8400
# How long agents that are choosing may hold up the end.
SECONDS_TO_CHOOSE = 1
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
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        help="Address or network of a proxy in front, whose X-Forwarded-For is believed; may be repeated."
    ),
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
    proxy: Proxies = None,
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
    from kingsburg_app.web import serving

    proxies = serving.networks(proxy or ())
    with serving.listen(host, port) as listening:
        names, address = (host, *(name or ())), f"http://{_shown(host)}:{port}"
        app = _lay_table(names, database, tuple(agent or ()), coach, results, address)
        typer.echo(f"The table is laid at {address} (games in {database}). Ctrl-C ends it.")
        _serve(app, listening, proxies)


def _lay_table(
    names: tuple[str, ...],
    database: Path,
    agents: tuple[str, ...],
    coach: str,
    results: Path | None,
    address: str,
) -> "Starlette":
    """Make the site, with everything compiled that a first guest would wait for."""
    from kingsburg_app.web.agent_pool import AgentPool, make_agents
    from kingsburg_app.web.coach import find_coach
    from kingsburg_app.web.server import make_app
    from kingsburg_app.web.warm_up import compile_rules

    here = socket.gethostname().lower()
    agent_pool = AgentPool(make_agents(agents))
    hosts = (*map(str.lower, names), here, f"{here}.local")
    app = make_app(database, agent_pool, find_coach(coach), hosts, results, address=address)
    compile_rules(agent_pool.agents)
    return app


def _serve(app: "Starlette", listening: socket.socket, proxies: "tuple[Network, ...]") -> None:
    """Answer until Ctrl-C. Everything is on disk then, so agents that are still choosing are not waited for."""
    from kingsburg_app.web.messages import MAX_MESSAGE
    from kingsburg_app.web.serving import serve

    try:
        serve(app, listening, proxies=proxies, max_message=4 * MAX_MESSAGE)
    finally:
        end = threading.Timer(SECONDS_TO_CHOOSE, os._exit, (STOPPED,))
        end.daemon = True
        end.start()


def _shown(host: str) -> str:
    """Return the host name that browsers can open."""
    if ":" in host and host != "::":
        return f"[{host}]"
    return socket.gethostname() if host in {"0.0.0.0", "::"} else host  # noqa: S104 - it is compared, not bound
