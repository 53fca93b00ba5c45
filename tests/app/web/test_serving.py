"""The server stays open to others, whatever one client does: half-open requests, floods, a full process, its end.

The server runs in a process of its own with few open files. Clients have addresses of the loopback network of Linux.
"""

import asyncio
import contextlib
import http.client
import logging
import resource
import signal
import socket
import subprocess
import sys
import time

import pytest

from kingsburg_app.web import serving

SERVER = """
import resource, sys
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from kingsburg_app.web import serving
from kingsburg_app.web.limits import Limits

FILES, RESERVED, SHARE, SECONDS = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
serving.RESERVED_FILES = RESERVED

async def whoami(request):
    if request.method == "POST":
        await request.body()
    return PlainTextResponse(request.client.host)

async def listen_on(websocket):
    await websocket.accept()
    async for _ in websocket.iter_text():
        pass

app = Starlette(routes=[Route("/", whoami, methods=["GET", "POST"]), WebSocketRoute("/ws", listen_on)])
with serving.listen("127.0.0.1", 0) as listening:
    print(listening.getsockname()[1], flush=True)
    limits = Limits(connections=SHARE, seconds_for_request=SECONDS)
    serving.serve(app, listening, limits=limits, proxies=serving.networks(["127.0.0.3"]))
"""
# Of 256 files 64 are left for connections, and a quarter of these for one address.
FILES, SHARE = 256, 16
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-a: "
WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Served:
    """A server in a process of its own, and the sockets opened to it."""

    def __init__(self, log, reserved=serving.RESERVED_FILES, share=100, seconds=1):
        self.log, self.sockets = log, []
        command = [sys.executable, "-c", SERVER, *map(str, (FILES, reserved, share, seconds))]
        with log.open("w") as stderr:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)
        self.port = int(self.process.stdout.readline())

    def open(self, data=b"", address="127.0.0.1"):
        opened = socket.create_connection(("127.0.0.1", self.port), 10, (address, 0))
        self.sockets.append(opened)
        with contextlib.suppress(ConnectionError):
            opened.sendall(data)
        return opened

    def who_am_i(self, address, **headers):
        """Ask as somebody new; returns the status, and who the server takes them for."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10, source_address=(address, 0))
        with contextlib.closing(line):
            line.request("GET", "/", headers=headers)
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    def wait_until_open(self, address):
        """Wait until somebody new gets in; returns how long that took."""
        start = time.monotonic()
        while time.monotonic() < start + 10:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.who_am_i(address)[0] == 200:
                    return time.monotonic() - start
            time.sleep(0.1)
        return pytest.fail("nobody gets in any more")

    def close(self):
        for opened in self.sockets:
            opened.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def start(tmp_path):
    started = []

    def start_one(**options):
        started.append(Served(tmp_path / "log", **options))
        return started[-1]

    yield start_one
    for served in started:
        served.close()


def heard(opened):
    """Everything a socket hears until it is closed."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while data := opened.recv(4096):
            found += data
    return found.decode()


def test_half_requests_from_one_address_keep_nobody_else_out(start):
    served = start()
    for _ in range(FILES + 50):
        served.open(HALF)

    assert served.who_am_i("127.0.0.2")[0] == 200
    told = [heard(opened) for opened in served.sockets]
    turned_away = [text for text in told if text.startswith("HTTP/1.1 503")]
    assert len(told) - len(turned_away) <= SHARE
    assert f"too many connections from your address, at most {SHARE}" in turned_away[0]
    assert served.who_am_i("127.0.0.1")[0] == 200
    assert served.log.read_text() == ""


def test_half_requests_from_many_addresses_keep_others_out_no_longer_than_a_request_may_take(start):
    served = start()
    for number in range(FILES):
        served.open(HALF, address=f"127.0.1.{1 + number % 100}")

    assert served.wait_until_open("127.0.0.2") < 5
    assert served.log.read_text() == ""


def test_a_process_without_files_says_so_once_and_goes_on(start):
    served = start(reserved=-10_000, share=10_000)
    for _ in range(FILES + 50):
        served.open(HALF)

    assert served.wait_until_open("127.0.0.2") < 8
    log = served.log.read_text()
    assert log.count("Too many open files") == 1
    assert len(log) < 2000


def test_what_is_not_whole_in_time_is_ended_and_a_websocket_stays(start):
    served = start()
    begun = time.monotonic()
    ended = [served.open(data) for data in (b"", HALF, HALF_BODY, WHOLE + HALF_BODY)]
    stays = served.open(UPGRADE)
    time.sleep(0.7)
    for opened in ended[1:]:
        opened.sendall(b"a")  # a byte now and then buys no time

    assert all("HTTP/1.1 408 Request Timeout" in heard(opened) for opened in ended)
    assert time.monotonic() - begun < 3
    assert b"101 Switching" in stays.recv(4096)
    stays.settimeout(0.3)
    with pytest.raises(TimeoutError):
        stays.recv(4096)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_it_ends_at_once_though_half_requests_and_websockets_stand(start, name):
    served = start(seconds=60)
    for data in (b"", HALF, HALF_BODY, WHOLE + HALF_BODY, UPGRADE):
        served.open(data)
    assert served.who_am_i("127.0.0.2")[0] == 200
    begun = time.monotonic()
    served.process.send_signal(signal.Signals[name])
    served.process.wait(10)

    assert time.monotonic() - begun < serving.SECONDS_TO_END


def test_only_a_proxy_that_was_named_speaks_for_others(start):
    served = start(share=1)

    assert served.who_am_i("127.0.0.2", **{"X-Forwarded-For": "10.1.2.3"}) == (200, "127.0.0.2")
    assert served.who_am_i("127.0.0.3", **{"X-Forwarded-For": "10.1.2.3"}) == (200, "10.1.2.3")
    # all guests of a proxy have its address
    with contextlib.closing(served.open(HALF, "127.0.0.3")):
        assert served.who_am_i("127.0.0.3")[0] == 200


@pytest.mark.parametrize("proxy", ["example.org", "*", "10.0.0.1/8"])
def test_a_proxy_without_a_proper_address_is_refused(proxy):
    with pytest.raises(ValueError, match=r"--proxy: .*; name an address like 127.0.0.1"):
        serving.networks([proxy])


def test_answers_are_sent_without_delay():
    delays = []

    class Noted(asyncio.Protocol):
        def connection_made(self, transport):
            accepted = transport.get_extra_info("socket")
            delays.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            transport.close()

    async def accept_one():
        listening = serving.listen("127.0.0.1", 0)
        server = await asyncio.get_running_loop().create_server(Noted, sock=listening)
        async with server:
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            await reader.read()
            writer.close()

    asyncio.run(accept_one())
    assert delays == [1]


def test_the_log_counts_what_it_leaves_out(caplog, monkeypatch):
    logger = logging.getLogger("test_serving")
    logger.addFilter(serving.Seldom())
    for number in range(5):
        logger.warning("no such place: %s\nat line %d", "here", number)
    logger.warning("something else")
    monkeypatch.setattr(serving, "SECONDS_BETWEEN_LOGS", 0)
    logger.warning("no such place: %s\nat line %d", "here", 5)

    assert caplog.messages == [
        "no such place: here\nat line 0",
        "something else",
        "no such place: here\nat line 5 (and 4 more like it)",
    ]


def test_too_few_open_files_are_refused(monkeypatch):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (64, 128))
    with pytest.raises(
        OSError, match="128 open files are too few, at least 256 are needed: raise `ulimit -n`"
    ):
        serving.raise_file_limit()
