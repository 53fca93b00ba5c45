"""Sockets, time-outs and the log: how the server stays open to everybody, whatever one client does.

Nothing here knows of the game; what is served is any ASGI application.
"""

import asyncio
import errno
import ipaddress
import logging
import resource
import socket
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from kingsburg_app.web.limits import DEFAULT_LIMITS, Limits, network_of

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# Open files the server asks the system for, and those it keeps for other things than connections that stand.
FILES, RESERVED_FILES, FEWEST_FILES = 8192, 192, 256
# Connections that wait to be accepted, and those accepted in one go. Each is judged only some rounds of the loop later,
# so a few times as many files are reserved.
WAITING, AT_ONCE = 1024, 32
# How long who is turned away may read why, how long a client may read nothing, how long the end may take.
SECONDS_TO_READ_WHY = 0.2
SECONDS_UNREAD = 60
SECONDS_TO_END = 3
# Errors a client can cause again and again, and how often each kind of them is logged.
LOGGERS = ("asyncio", "uvicorn.error", "kingsburg_app.web.hub", "kingsburg_app.web.store")
SECONDS_BETWEEN_LOGS = 60
# Neither tokens nor addresses of players go into logs; views are small, so packing them costs more than it saves.
QUIET: dict[str, Any] = {"log_level": "warning", "access_log": False, "ws_per_message_deflate": False}


def listen(host: str, port: int) -> socket.socket:
    """Open the socket to listen at.

    It names its protocol: asyncio sends without delay (TCP_NODELAY) only where that is TCP by name.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        unnamed = socket.create_server((host, port), family=family)
    except OSError as error:
        raise ValueError(_why_not(error, host, port)) from None
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=unnamed.detach())
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * SECONDS_UNREAD)
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    """Write why the address cannot be listened at, and what to do."""
    if error.errno == errno.EADDRINUSE:
        return f"--port {port}: in use already; name another"
    if error.errno == errno.EACCES:
        return f"--port {port}: only the administrator may use it; name another"
    return f"--host {host}: no address of this machine"


def networks(proxies: Iterable[str]) -> tuple[Network, ...]:
    """Read the addresses of proxies."""
    try:
        return tuple(map(ipaddress.ip_network, proxies))
    except ValueError as error:
        raise ValueError(
            f"--proxy: {error}; name an address like 127.0.0.1 or a network like 10.0.0.0/8"
        ) from None


def serve(
    app: Any,
    listening: socket.socket,
    *,
    limits: Limits = DEFAULT_LIMITS,
    proxies: tuple[Network, ...] = (),
    max_message: int = 1 << 16,
) -> None:
    """Answer until Ctrl-C or SIGTERM.

    Args:
        app: The ASGI application.
        listening: The socket to listen at, from `listen`.
        limits: What one address may have.
        proxies: Addresses and networks whose `X-Forwarded-For` is believed.
        max_message: The longest message of a websocket, in bytes.
    """
    door = Door(limits, raise_file_limit() - RESERVED_FILES, proxies)
    config = uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(LimitedHTTP, door)),
        loop="asyncio",
        ws_max_size=max_message,
        backlog=AT_ONCE,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(map(str, proxies)),
        timeout_graceful_shutdown=SECONDS_TO_END,
        **QUIET,
    )
    seldom = Seldom()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(seldom)
    Server(config).run([listening])


class Server(uvicorn.Server):
    """A server where more connections wait than are accepted in one go; asyncio has one number for both."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(WAITING)


def raise_file_limit() -> int:
    """Ask for as many open files as the server wants; return how many it got."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return FILES
    wanted = max(soft, FILES if hard == resource.RLIM_INFINITY else min(FILES, hard))
    if wanted < FEWEST_FILES:
        raise OSError(
            f"{wanted} open files are too few, at least {FEWEST_FILES} are needed: raise `ulimit -n`"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


@dataclass
class Door:
    """The rules of admission: a number of places, a share of them for each address, proxies speak for many."""

    limits: Limits
    places: int
    proxies: tuple[Network, ...] = ()

    @property
    def share(self) -> int:
        """How many places one address may hold. While it is turned away it holds twice as many: half of all at most."""
        return min(self.limits.connections, self.places // 4)

    def refusal(self, client: tuple[str, int] | None, connections: set[Any]) -> tuple[str, float] | None:
        """Return why a new connection is refused and for how many seconds that may be read, or None."""
        if len(connections) > self.places:
            return "this server is full: try again in a while", 0
        held = self._held(client, connections)
        if held <= self.share:
            return None
        words = f"too many connections from your address, at most {self.share}: end another first"
        return words, SECONDS_TO_READ_WHY if held <= 2 * self.share else 0

    def _held(self, client: tuple[str, int] | None, connections: set[Any]) -> int:
        """Count the connections of an address; a proxy's are those of many."""
        if client is None or self._is_proxy(client[0]):
            return 0
        mine = network_of(client[0])
        return sum(mine == network_of(other.client[0]) for other in connections if other.client)

    def _is_proxy(self, address: str) -> bool:
        return any(ipaddress.ip_address(address) in network for network in self.proxies)


class LimitedHTTP(H11Protocol):
    """HTTP as uvicorn speaks it, for whoever is let in and sends whole requests in time.

    The time runs from the connection's begin, or from the last answer, until a request is whole.
    """

    def __init__(self, door: Door, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._door = door
        self._deadline: asyncio.TimerHandle | None = None
        self._is_turned_away = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or write why not."""
        super().connection_made(transport)
        if refusal := self._door.refusal(self.client, self.connections):
            self._turn_away("503 Service Unavailable", *refusal)
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Hear whoever was let in."""
        if not self._is_turned_away:
            super().data_received(data)
            self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request; part of it may be here already."""
        super().on_response_complete()
        self._watch()

    def shutdown(self) -> None:
        """End without waiting for requests that are not whole."""
        if self._deadline or self._is_turned_away:
            self.transport.abort()
        else:
            super().shutdown()

    def _watch(self) -> None:
        """Run the clock while a request is awaited or half sent, and only then."""
        waits = self.cycle is None or self.cycle.response_complete or self.cycle.more_body
        if not waits or self.transport.get_protocol() is not self or self.transport.is_closing():
            self._stop_clock()
        elif not self._deadline:
            seconds = self._door.limits.seconds_for_request
            reason = f"the request was not whole after {seconds:g} seconds"
            self._deadline = self.loop.call_later(seconds, self._turn_away, "408 Request Timeout", reason)

    def _stop_clock(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def _turn_away(self, status: str, reason: str, seconds: float = SECONDS_TO_READ_WHY) -> None:
        """Write why and close soon: closing at once would lose the words for a client that is still sending."""
        self._is_turned_away = True
        body = f'{{"error": "{reason}"}}'
        self.transport.write(
            f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"Connection: close\r\n\r\n{body}".encode()
        )
        if seconds:
            self.loop.call_later(seconds, self.transport.abort)
        else:
            self.connections.discard(self)
            self.transport.abort()


class Seldom(logging.Filter):
    """Log each kind of message once a minute, with the number of those left out since."""

    def __init__(self) -> None:
        super().__init__()
        self._logged: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Check whether a message is to be logged."""
        kind, now = str(record.msg).partition("\n")[0], time.monotonic()
        if kind in self._logged and now < self._logged[kind] + SECONDS_BETWEEN_LOGS:
            self._left_out[kind] += 1
            return False
        self._logged[kind] = now
        if left_out := self._left_out.pop(kind, 0):
            record.msg, record.args = f"{record.getMessage()} (and {left_out} more like it)", ()
        return True
