"""The server: a handful of addresses and one websocket. Everything a client sends is taken for hostile.

No address leads to a file: what is served was read into memory when the server started.
Tokens travel in messages and after the # of links, never in addresses, so that no log or proxy sees them.
"""

import asyncio
import contextlib
import ipaddress
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from kingsburg_app import saved_game
from kingsburg_app.fields import RefusedError
from kingsburg_app.saved_game import SavedGame
from kingsburg_app.web import arena_games, sharing
from kingsburg_app.web.agent_pool import AgentPool
from kingsburg_app.web.catalog import make_catalog
from kingsburg_app.web.coach import Coach, review
from kingsburg_app.web.hub import Connection, Hub, Live
from kingsburg_app.web.limits import (
    DEFAULT_LIMITS,
    MAX_REPLAYS,
    MAX_SOCKETS,
    Allowance,
    Allowances,
    FullError,
    Limits,
    Places,
    TooManyError,
)
from kingsburg_app.web.messages import MAX_BODY, MAX_MESSAGE, posted, spoken
from kingsburg_app.web.pages import Page, make_page, read_pages
from kingsburg_app.web.store import WATCHER, Store

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
# Requests that cost more than others: playing a whole game again takes a while.
COSTS = {"replay": 10, "arena": 5}
STATUS: dict[type[RefusedError], int] = {TooManyError: 429, FullError: 503}
# Reasons for closing a websocket (RFC 6455, and the registry it began).
POLICY, TOO_BIG, TRY_AGAIN = 1008, 1009, 1013


@dataclass
class Site:
    """The parts of the server."""

    hub: Hub
    catalog: Page
    pages: dict[str, Page]
    hosts: frozenset[str]
    coach: Coach | None
    results: Path | None
    limits: Limits

    def __post_init__(self) -> None:
        limits = self.limits
        self.requests = Allowances("requests", limits.requests)
        self.tables = Allowances("new tables", limits.tables)
        self.sockets = Places("open tables", limits.sockets, MAX_SOCKETS)
        self.replays = Places("replays", limits.replays, MAX_REPLAYS)
        # Agents do not wait for replays: these have a thread of their own.
        self.replay_thread = ThreadPoolExecutor(1, thread_name_prefix="replay")

    def close(self) -> None:
        """Close everything; the games are on disk."""
        self.hub.close()
        self.hub.agent_pool.close()
        self.replay_thread.shutdown(wait=False, cancel_futures=True)
        self.hub.store.close()


def make_app(
    database: Path | str,
    agent_pool: AgentPool,
    coach: Coach | None = None,
    hosts: tuple[str, ...] = (),
    results: Path | None = None,
    *,
    address: str = "",
    limits: Limits = DEFAULT_LIMITS,
) -> Starlette:
    """Build the server.

    Args:
        database: The file that keeps the games.
        agent_pool: The agents that may be seated.
        coach: The coach, or None.
        hosts: Further names the server may be called by.
        results: The folder of a tournament whose games are shown.
        address: Where the server answers, for another that finds the database taken.
        limits: What one address may have.
    """
    hub = Hub(Store(database, address), agent_pool, coach)
    shown = make_catalog(list(agent_pool.agents), has_coach=coach is not None) | {
        "arena_games": arena_games.count(results)
    }
    catalog = make_page(json.dumps(shown).encode(), "application/json")
    site = Site(hub, catalog, read_pages(), frozenset({"localhost", *hosts}), coach, results, limits)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        site.close()

    routes = [
        Route("/", partial(_show, site.pages["index.html"])),
        Route("/static/{name}", partial(_static, site)),
        Route("/api/catalog", partial(_show, site.catalog)),
        *(
            Route(f"/api/{kind}", partial(_post, site, kind, answer), methods=["POST"])
            for kind, answer in ANSWERS.items()
        ),
        WebSocketRoute("/ws", partial(_talk, site)),
    ]
    middleware = [Middleware(Guard, hosts=site.hosts), Middleware(GZipMiddleware, minimum_size=1024)]
    return Starlette(routes=routes, middleware=middleware, lifespan=lifespan)


class Guard:
    """Refuses requests that other sites make browsers send, and puts the security headers on every answer."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is our own."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif self._is_ours(HTTPConnection(scope)):
            await self.app(scope, receive, partial(_send_with_headers, send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY})
        else:
            await Response("not this site", 403)(scope, receive, send)

    def _is_ours(self, request: HTTPConnection) -> bool:
        """Check that the server was called by a name of its own, and by a page of its own."""
        host = request.headers.get("host", "")
        origin = request.headers.get("origin")
        return is_own_name(host, self.hosts) and (origin is None or origin.partition("://")[2] == host)


def is_own_name(host: str, names: frozenset[str]) -> bool:
    """Allow plain addresses and our own names: a stranger's name may be made to point here."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name.lower() in names
    return True


async def _send_with_headers(send: Send, message: Message) -> None:
    if message["type"] == "http.response.start":
        message["headers"] = [
            *message["headers"],
            *((key.encode(), value.encode()) for key, value in HEADERS.items()),
        ]
    await send(message)


async def _show(page: Page, request: Request) -> Response:
    """Send a page, unless the browser has it."""
    headers = {"etag": page.tag}
    if page.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(page.content, media_type=page.kind, headers=headers)


async def _static(site: Site, request: Request) -> Response:
    page = site.pages.get(request.path_params["name"])
    return await _show(page, request) if page else Response("not found", 404)


Answer = Callable[[Site, str, dict[str, Any]], Awaitable[Any]]


async def _post(site: Site, kind: str, answer: Answer, request: Request) -> Response:
    """Answer a request, or say in one line why not."""
    address = _address(request)
    try:
        site.requests.take(address, COSTS.get(kind, 1))
        return JSONResponse(await answer(site, address, posted(kind, await _body(request))))
    except RefusedError as error:
        return JSONResponse({"error": str(error)}, STATUS.get(type(error), 400))
    except ClientDisconnect:
        return Response(status_code=400)  # for nobody: the client is gone


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


async def _body(request: Request) -> bytes:
    """Read a body, no further than allowed."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            raise RefusedError("too long")
    return body


async def _new_game(site: Site, address: str, found: dict[str, Any]) -> Any:
    saved = sharing.new_game(found)
    site.tables.take(address)
    tokens = site.hub.new_game(saved)
    watch = tokens.pop(WATCHER)
    return {"seats": {str(seat): token for seat, token in tokens.items()}, "watch": watch}


async def _share(site: Site, _: str, found: dict[str, Any]) -> Any:
    file = saved_game.as_object(site.hub.finished(found["token"]))
    return {"file": file, "code": sharing.as_code(file)}


async def _unpack(_site: Site, _: str, found: dict[str, Any]) -> Any:
    return sharing.from_code(found["code"])


async def _replay(site: Site, address: str, found: dict[str, Any]) -> Any:
    saved = saved_game.from_object(found)
    with site.replays.hold(address):
        return await _in_thread(site, _replayed, site.coach, saved)


async def _in_thread(site: Site, function: Callable[..., Any], *arguments: Any) -> Any:
    """Do what takes a while in the thread of replays."""
    return await asyncio.get_running_loop().run_in_executor(site.replay_thread, function, *arguments)


def _replayed(coach: Coach | None, saved: SavedGame) -> Any:
    """Show a whole game, with the coach's review if there is a coach."""
    shown = sharing.frames(saved)
    return {"frames": shown, "review": review(coach, saved) if coach and saved.actions else None}


async def _arena(site: Site, address: str, found: dict[str, Any]) -> Any:
    if site.results is None:
        raise RefusedError("this server shows no arena results")
    with site.replays.hold(address):
        saved = await _in_thread(site, arena_games.read, site.results, found["game"])
    return saved_game.as_object(saved)


ANSWERS: dict[str, Answer] = {
    "games": _new_game,
    "share": _share,
    "unpack": _unpack,
    "replay": _replay,
    "arena": _arena,
}


async def _talk(site: Site, websocket: WebSocket) -> None:
    """Serve one websocket from its join to its end."""
    await websocket.accept()
    try:
        with site.sockets.hold(_address(websocket)):
            await _sit(site, websocket)
    except WebSocketDisconnect:
        pass
    except RefusedError as error:
        await _hang_up(websocket, error)


async def _sit(site: Site, websocket: WebSocket) -> None:
    """Seat somebody, and listen until the line ends."""
    allowance = Allowance(site.limits.messages)
    live, connection = await _join(site, websocket, allowance)
    writer = asyncio.create_task(_write(websocket, connection))
    try:
        await _listen(site, websocket, allowance, live, connection)
    finally:
        writer.cancel()
        site.hub.leave(live, connection)


async def _join(site: Site, websocket: WebSocket, allowance: Allowance) -> tuple[Live, Connection]:
    try:
        async with asyncio.timeout(site.limits.seconds_to_join):
            message = spoken(await _receive(websocket, allowance))
    except TimeoutError:
        raise RefusedError("nobody joined") from None
    if message["type"] != "join":
        raise RefusedError("join first")
    return site.hub.join(message["token"])


async def _listen(
    site: Site, websocket: WebSocket, allowance: Allowance, live: Live, connection: Connection
) -> None:
    """Hear what a client says; what is refused is answered, what is abuse ends the connection."""
    while True:
        data = await _receive(websocket, allowance)
        try:
            await site.hub.hear(live, connection, spoken(data))
        except RefusedError as error:
            connection.send({"type": "error", "text": str(error)})


async def _receive(websocket: WebSocket, allowance: Allowance) -> str:
    message = await websocket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1000))
    data = message.get("text")
    if data is None:
        raise RefusedError("only text is understood")
    if len(data) > MAX_MESSAGE:
        raise RefusedError("too long")
    if not allowance.take():
        raise RefusedError("too many messages")
    return data


async def _write(websocket: WebSocket, connection: Connection) -> None:
    """Send what is on its way, until the client is cut off."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (data := await connection.outgoing.get()) is not None:
            await websocket.send_text(data)
        await websocket.close(POLICY, "too slow")


async def _hang_up(websocket: WebSocket, error: RefusedError) -> None:
    """Send why and close; the other side may be gone already."""
    reason = str(error)
    code = TRY_AGAIN if type(error) in STATUS else TOO_BIG if reason == "too long" else POLICY
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_text(json.dumps({"type": "refused", "text": reason}))
        await websocket.close(code, reason[:100])
