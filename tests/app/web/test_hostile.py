"""A client that means harm: nothing it sends changes a game, reaches a file, or stops the server."""

import json

import pytest
from starlette.websockets import WebSocketDisconnect

from kingsburg_app.saved_game import FORMAT
from kingsburg_app.web import messages
from kingsburg_app.web.limits import Limits, Rate
from kingsburg_app.web.server import is_own_name
from kingsburg_app.web.sharing import as_code
from tests.app.web.conftest import order, serving

pytestmark = pytest.mark.compiled


@pytest.fixture
def seated(client):
    tokens, _ = client.lay("", "", seed="1")
    with client.sit(tokens[0]) as one, client.sit(tokens[1]) as other:
        one.wait_for_view()
        other.wait_for_view()
        yield (one, other) if one.is_asked else (other, one)


BAD_MESSAGES = [
    '{"type": "act"}',
    '{"type": "act", "move": 0, "actions": [-1]}',
    '{"type": "act", "move": 0, "actions": [100000]}',
    '{"type": "act", "move": 0, "actions": [true]}',
    '{"type": "act", "move": 0, "actions": [1.0]}',
    '{"type": "act", "move": 0, "actions": [NaN]}',
    '{"type": "act", "move": 0, "actions": []}',
    '{"type": "act", "move": 0, "actions": 0}',
    '{"type": "act", "move": 0, "actions": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}',
    '{"type": "act", "move": 0, "actions": [0], "seat": 1}',
    '{"type": "act", "move": "0", "actions": [0]}',
    '{"type": "seed"}',
    '{"type": "\\ud800"}',
    '{"\\ud800": "act"}',
    '{"type": ["act"]}',
    '{"type": "join", "token": "x"}',
    "[]",
    "act",
    "",
    "[" * 900,
    '{"type": "act", "move": 0, "actions": [' + "9" * 900 + "]}",
]


@pytest.mark.parametrize("said", BAD_MESSAGES)
def test_a_wrong_message_is_refused_and_changes_nothing(seated, said):
    asked, other = seated
    asked.socket.send_text(said)

    assert asked.hear()["type"] == "error"
    asked.answer()
    assert other.wait_for_view()["move"] > 0


def test_illegal_stale_and_foreign_moves_are_refused(seated):
    asked, other = seated
    legal = [choice["action"] for choice in asked.view["actions"]]
    illegal = next(action for action in range(200) if action not in legal)
    for actions in ([illegal], legal[:2]):
        asked.say(type="act", move=0, actions=actions)
        assert asked.hear()["text"] == "the rules do not allow that"
    other.say(type="act", move=0, actions=legal[:1])
    assert other.hear()["text"] == "it is not your turn"
    asked.say(type="act", move=5, actions=legal[:1])
    assert asked.hear()["text"] == "that question has been answered"
    asked.say(type="act", move=0, actions=legal[:1])
    assert asked.hear()["move"] == 1
    asked.say(type="act", move=0, actions=legal[:1])
    assert asked.hear()["type"] == "error"


def test_a_watcher_cannot_move(client):
    _, watch = client.lay("", "", seed="1")
    with client.sit(watch) as watcher:
        watcher.wait_for_view()
        watcher.say(type="act", move=watcher.move, actions=[0])
        assert watcher.hear()["text"] == "it is not your turn"


@pytest.mark.parametrize("token", ["", "x", "../../etc/passwd", "a" * 64, "' OR 1=1 --"])
def test_a_wrong_token_seats_nobody(client, token):
    with client.sit(token) as seat:
        assert seat.hear()["type"] == "refused"
        with pytest.raises(WebSocketDisconnect):
            seat.hear()


def test_who_does_not_join_first_is_sent_away(client):
    with client.http.websocket_connect("/ws", headers={"host": "localhost"}) as socket:
        socket.send_text('{"type": "coach"}')
        assert socket.receive_json() == {"type": "refused", "text": "join first"}


def hear_to_the_end(seat):
    while True:
        seat.hear()


@pytest.mark.parametrize("data", ["x" * (messages.MAX_MESSAGE + 1), b"\x00\x01"])
def test_oversized_and_binary_messages_end_the_line(seated, data):
    asked, _ = seated
    asked.socket.send_text(data) if isinstance(data, str) else asked.socket.send_bytes(data)
    with pytest.raises(WebSocketDisconnect):
        hear_to_the_end(asked)


def test_who_speaks_too_often_is_cut_off(tmp_path):
    limits = Limits(messages=Rate(5, 0.1))
    with serving(tmp_path / "games.sqlite", limits=limits) as client:
        tokens, _ = client.lay("", "")
        with client.sit(tokens[0]) as seat:
            for _ in range(10):
                seat.say(type="coach")
            with pytest.raises(WebSocketDisconnect):
                hear_to_the_end(seat)


def test_who_asks_too_often_is_refused(tmp_path):
    limits = Limits(requests=Rate(3, 0.1))
    with serving(tmp_path / "games.sqlite", limits=limits) as client:
        assert [client.post("games", order("", "")).status_code for _ in range(5)] == [200] * 3 + [429] * 2


def test_replays_count_for_more_than_other_requests(tmp_path):
    limits = Limits(requests=Rate(25, 0.01))
    file = {**order("", "", seed="1"), "format": FORMAT, "actions": []}
    with serving(tmp_path / "games.sqlite", limits=limits) as client:
        assert [client.post("replay", file).status_code for _ in range(3)] == [200, 200, 429]
        assert client.post("games", order("", "")).status_code == 200


BAD_ORDERS = [
    {"seats": []},
    {"seats": [""]},
    {"seats": [""] * 6},
    {"seats": ["", "neural:/etc/passwd"]},
    {"seats": ["", "os.path:join"]},
    {"seats": ["", "planner:nothing"]},
    {"seats": ["", 5]},
    {"seed": "-1"},
    {"seed": str(1 << 64)},
    {"seed": 5},
    {"seed": "9" * 5000},
    {"seed": "\uff11"},
    {"edition": "third"},
    {"modules": ["rows", "dragons"]},
    {"modules": "rows"},
    {"plus_two": "always"},
    {"optional_effects": "yes"},
    {"actions": []},
]


@pytest.mark.parametrize("change", BAD_ORDERS)
def test_a_wrong_order_lays_no_table(client, change):
    refused = client.post("games", order("", "") | change)

    assert refused.status_code == 400
    assert refused.json()["error"]


def test_bodies_are_bounded(client):
    assert client.post("games", b"x" * (messages.MAX_BODY + 1)).json() == {"error": "too long"}
    assert client.post("games", b"[" * 60_000).json() == {"error": "not JSON"}


@pytest.mark.parametrize("code", ["", "!", "AAAA", "é"])
def test_a_broken_link_is_refused(client, code):
    assert client.post("unpack", {"code": code}).status_code == 400


def test_a_link_cannot_unpack_to_more_than_a_request_may_hold(client):
    bomb = as_code({"format": "x" * 20_000_000})

    assert len(bomb) < messages.MAX_CODE
    assert client.post("unpack", {"code": bomb}).json() == {"error": "not JSON"}


@pytest.mark.parametrize(
    "address",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static/server.py",
        "/static//etc/passwd",
        "/static/C:%5cwindows",
        "/games.sqlite",
        "/static/",
    ],
)
def test_no_address_leads_to_a_file(client, address):
    assert client.http.get(address).status_code == 404


def test_pages_of_other_sites_are_refused(client):
    assert client.http.get("/", headers={"host": "evil.example"}).status_code == 403
    refused = client.http.post(
        "/api/games", content=json.dumps(order("", "")), headers={"origin": "http://evil.example"}
    )
    assert refused.status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        client.http.websocket_connect("/ws", headers={"host": "localhost", "origin": "http://evil.example"}),
    ):
        pass


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("localhost", True),
        ("localhost:8400", True),
        ("127.0.0.1:8400", True),
        ("[::1]:8400", True),
        ("[::1]", True),
        ("192.168.1.5", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example:80", False),
        ("", False),
    ],
)
def test_only_plain_addresses_and_own_names_are_answered(host, is_own):
    assert is_own_name(host, frozenset({"localhost"})) is is_own


def test_every_answer_carries_the_security_headers(client):
    for address in ("/", "/static/main.js", "/api/catalog", "/nothing"):
        headers = client.http.get(address).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"


def test_the_page_loads_nothing_from_elsewhere(client):
    for name in (
        "index.html",
        "style.css",
        "main.js",
        "board.js",
        "question.js",
        "live.js",
        "lobby.js",
        "replay.js",
    ):
        page = client.http.get(f"/static/{name}").text
        assert page
        assert "http://" not in page
        assert "https://" not in page.replace('"https:"', "")
        assert "innerHTML" not in page


def test_tokens_are_unguessable_and_not_on_disk(client, tmp_path):
    tokens = {client.lay("", "")[0][0] for _ in range(20)}

    assert len(tokens) == 20
    assert min(map(len, tokens)) >= 22
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite*"))
    assert stored
    assert not any(token.encode() in stored for token in tokens)
