"""`kingsburg web` refuses what cannot work in one line, and listens at this machine alone unless told otherwise."""

import inspect
import socket

import pytest
from typer.testing import CliRunner

from kingsburg_app.cli import app
from kingsburg_app.web import command, server, warm_up

pytestmark = pytest.mark.compiled


def call(*arguments):
    return CliRunner().invoke(app, ["web", *map(str, arguments)])


def test_a_port_in_use_is_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = call("--port", port, "--database", tmp_path / "games.sqlite")

    assert result.exit_code == 2
    assert str(port) in result.stderr


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
    monkeypatch.setattr(warm_up, "warm_up", lambda _: None)
    monkeypatch.setattr(server, "make_app", lambda *arguments: given.extend(arguments))
    command._lay_table(("127.0.0.1", "Games.Example"), tmp_path / "games.sqlite", (), "", None)

    assert "games.example" in given[3]


def test_by_default_nobody_else_in_the_network_can_connect():
    assert inspect.signature(command.web).parameters["host"].default == "127.0.0.1"
