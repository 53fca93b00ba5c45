"""Pages are loaded once, and one address has its share of tables, seats and replays, and a word about it."""

import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.websockets import WebSocketDisconnect

from kingsburg_app.saved_game import FORMAT
from kingsburg_app.web import server
from kingsburg_app.web.limits import FullError, Limits, Rate
from kingsburg_app.web.store import Store
from tests.app.web.conftest import order, serving

pytestmark = pytest.mark.compiled

FILE = {**order("", "", seed="1"), "format": FORMAT, "actions": []}


@pytest.mark.parametrize("address", ["/", "/static/main.js", "/api/catalog"])
def test_what_a_browser_has_is_not_sent_again(client, address):
    first = client.http.get(address)
    again = client.http.get(address, headers={"if-none-match": first.headers["etag"]})
    another = client.http.get(address, headers={"if-none-match": 'W/"0123456789abcdef"'})

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert another.content == first.content


def test_an_address_lays_so_many_tables(tmp_path):
    with serving(tmp_path / "games.sqlite", limits=Limits(tables=Rate(2, 0.001))) as client:
        answers = [client.post("games", order("", "")) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json() == {"error": "too many new tables from your address: wait a little"}


def test_an_address_sits_at_so_many_tables(tmp_path):
    with serving(tmp_path / "games.sqlite", limits=Limits(sockets=1)) as client:
        tokens, _ = client.lay("", "")
        with client.sit(tokens[0]) as seat:
            seat.wait_for_view()
            with client.sit(tokens[1]) as other:
                refusal = other.hear()
                with pytest.raises(WebSocketDisconnect) as closed:
                    other.hear()
        with client.sit(tokens[1]) as other:
            assert other.hear()["type"] == "welcome"

    words = "too many open tables from your address, at most 1: end another first"
    assert refusal == {"type": "refused", "text": words}
    assert (closed.value.code, closed.value.reason) == (1013, words)


def test_an_address_waits_for_so_many_replays_and_agents_do_not_wait_for_them(tmp_path, monkeypatch):
    begun, go_on = threading.Event(), threading.Event()

    def replayed(*_):
        begun.set()
        go_on.wait(60)
        return {"frames": []}

    monkeypatch.setattr(server, "_replayed", replayed)
    with (
        serving(tmp_path / "games.sqlite", limits=Limits(replays=1)) as client,
        ThreadPoolExecutor(1) as elsewhere,
    ):
        with contextlib.ExitStack() as at_last:
            at_last.callback(go_on.set)
            first = elsewhere.submit(client.post, "replay", FILE)
            assert begun.wait(60)
            second = client.post("replay", FILE)
            tokens, _ = client.lay("", "first", "first")
            with client.sit(tokens[0]) as seat:
                seat.wait_for_question()
        assert first.result().status_code == 200

    assert second.status_code == 429
    assert second.json()["error"].startswith("too many replays from your address, at most 1")


def test_a_full_disk_is_told_to_the_player_and_nothing_is_lost(client, monkeypatch):
    def full(*_):
        raise FullError("the disk is full")

    tokens, _ = client.lay("", "first", seed="1")
    with client.sit(tokens[0]) as seat:
        seat.wait_for_question()
        before = seat.move
        with monkeypatch.context() as patched:
            patched.setattr(Store, "add_game", full)
            refused = client.post("games", order("", ""))
            patched.setattr(Store, "add_moves", full)
            seat.answer()
            told = seat.hear()
        with monkeypatch.context() as patched:
            add_moves = Store.add_moves
            # the player's move is the first, the agent's the second
            patched.setattr(Store, "add_moves", lambda *row: full() if row[2] else add_moves(*row))
            seat.answer()
            stands_still = [seat.hear() for _ in range(2)][-1]
    with client.sit(tokens[0]) as again:
        again.wait_for_question()

    assert (refused.status_code, refused.json()) == (503, {"error": "the disk is full"})
    assert told == {"type": "error", "text": "the disk is full"}
    assert stands_still == {"type": "error", "text": "The game stands still: the disk is full"}
    assert again.move > before + 1
