"""`kingsburg web` refuses what cannot work in one line, and listens at this machine alone unless told otherwise."""

import contextlib
import inspect
import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
import websockets.sync.client
from typer.testing import CliRunner

from kingsburg_app.cli import app
from kingsburg_app.web import command, server, warm_up
from kingsburg_app.web.store import Store
from tests.app.web.conftest import order

pytestmark = pytest.mark.compiled


def call(*arguments):
    return CliRunner().invoke(app, ["web", *map(str, arguments)])


def test_a_port_in_use_is_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = call("--port", port, "--database", tmp_path / "games.sqlite")

    assert result.exit_code == 2
    assert result.stderr == f"Error: --port {port}: in use already; name another\n"


@pytest.mark.parametrize("host", ["300.1.1.1", "192.0.2.1"])
def test_an_address_that_is_not_this_machines_is_named(tmp_path, host):
    result = call("--host", host, "--database", tmp_path / "games.sqlite")

    assert result.exit_code == 2
    assert result.stderr == f"Error: --host {host}: no address of this machine\n"


@pytest.mark.parametrize("content", [None, b"this is no database, whatever its name says"])
def test_a_file_that_cannot_be_a_database_is_named(tmp_path, content):
    place = tmp_path / "missing" / "games.sqlite" if content is None else tmp_path / "games.sqlite"
    if content:
        place.write_bytes(content * 100)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    result = call("--port", port, "--database", place)

    assert result.exit_code == 2
    assert "games.sqlite" in result.stderr


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(command, "NEEDED", ("starlette", "a_package_nobody_has"))
    result = call()

    assert result.exit_code == 2
    assert "missing a_package_nobody_has: in a clone" in result.stderr


def test_names_given_are_those_the_server_answers_to(tmp_path, monkeypatch):
    given = []
    monkeypatch.setattr(warm_up, "compile_rules", lambda _: None)
    monkeypatch.setattr(server, "make_app", lambda *arguments, **_: given.extend(arguments))
    command._lay_table(("127.0.0.1", "Games.Example"), tmp_path / "games.sqlite", (), "", None, "")

    assert "games.example" in given[3]


def test_a_proxy_without_a_proper_address_is_named(tmp_path):
    result = call("--proxy", "example.org", "--database", tmp_path / "games.sqlite")

    assert result.exit_code == 2
    assert "--proxy: 'example.org'" in result.stderr
    assert not list(tmp_path.iterdir())


SLOW = """
import time
from kingsburg_agents import Agent

class Slow(Agent):
    asked = 0

    def act(self, observation, mask, rng):
        self.asked += 1
        if self.asked > 1:
            time.sleep(60)
        return int(mask.argmax())
"""


@contextlib.contextmanager
def started(folder, *arguments):
    """Start a server in a process of its own, in a folder with a slow agent; gives process and port."""
    (folder / "mine").mkdir()
    (folder / "mine" / "slow.py").write_text(SLOW)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "kingsburg_app.web", "--port", str(port), *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            process.stdout.readline()
            yield process, port
        finally:
            process.kill()


def lay(port, *seats):
    """Lay a table where the first seat is asked first; returns its token."""
    body = json.dumps(order(*seats, seed="1")).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/games", body)
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - our own
        return json.load(answer)["seats"]["0"]


def play_one(line, token):
    """Sit down and answer the first question; returns how many moves have been played then."""
    line.send(json.dumps({"type": "join", "token": token}))
    actions = []
    while not actions:
        message = json.loads(line.recv(60))
        actions = [choice["action"] for choice in message.get("view", {}).get("actions", [])]
    line.send(json.dumps({"type": "act", "move": message["move"], "actions": actions[:1]}))
    return json.loads(line.recv(60))["move"]


def test_ctrl_c_ends_it_with_everything_on_disk_whatever_goes_on(tmp_path):
    with started(tmp_path, "--database", "games.sqlite", "--agent", "mine.slow:Slow") as (process, port):
        token = lay(port, "", "mine.slow:Slow")
        half = socket.create_connection(("127.0.0.1", port))
        half.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        with half, websockets.sync.client.connect(f"ws://127.0.0.1:{port}/ws") as line:
            move = play_one(line, token)
            refused = call("--port", port + 1, "--database", tmp_path / "games.sqlite")
            begun = time.monotonic()
            process.send_signal(signal.SIGINT)
            process.wait(60)
            seconds = time.monotonic() - begun
        stderr = process.stderr.read()

    assert seconds < 5
    assert process.returncode == 130
    assert "Traceback" not in stderr
    assert refused.exit_code == 2
    assert f"(process {process.pid} at http://127.0.0.1:{port})" in refused.stderr
    store = Store(tmp_path / "games.sqlite")
    assert len(store.read_game(1).actions) == move > 0
    store.close()


def test_by_default_nobody_else_in_the_network_can_connect():
    assert inspect.signature(command.web).parameters["host"].default == "127.0.0.1"
