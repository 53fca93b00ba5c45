"""A server for the tests, and clients that play at it."""

import contextlib
import json

import pytest
from starlette.testclient import TestClient

from kingsburg_app.web import server
from kingsburg_app.web.agent_pool import AgentPool, make_agents
from kingsburg_app.web.limits import Limits, Rate

HOME = "http://localhost"
# No limit on how often somebody speaks: tests speak faster than people.
PATIENT = Limits(requests=Rate(1e9, 1e9), tables=Rate(1e9, 1e9), messages=Rate(1e9, 1e9))


def order(*seats, **changes):
    """What the page asks for when somebody lays a table."""
    rules = {
        "edition": "second",
        "modules": [],
        "plus_two": "season",
        "optional_effects": False,
        "seed": "",
        "seats": list(seats),
    }
    return rules | changes


class Seat:
    """A client at one seat that remembers every message it got."""

    def __init__(self, socket, token):
        self.socket, self.heard, self.view, self.move, self.welcome = socket, [], None, -1, None
        self.say(type="join", token=token)

    def say(self, **message):
        self.socket.send_text(json.dumps(message))

    def hear(self):
        message = self.socket.receive_json()
        self.heard.append(message)
        if message["type"] == "view":
            self.view, self.move = message["view"], message["move"]
        elif message["type"] == "welcome":
            self.welcome = message
        return message

    def wait_for(self, wanted):
        """Listen until a message is as wanted."""
        while not wanted(message := self.hear()):
            assert message["type"] in {"view", "welcome"}, message
        return message

    def wait_for_question(self):
        """Listen until this seat is asked or the game is over."""
        return self.wait_for(lambda _: self.is_asked or self.is_over)

    def wait_for_view(self):
        return self.wait_for(lambda message: message["type"] == "view")

    @property
    def is_asked(self):
        return self.view is not None and bool(self.view["actions"])

    @property
    def is_over(self):
        return self.view is not None and self.view["result"] is not None

    def answer(self, number=0):
        """Answer the question: by dice and advisor where dice are placed, else by an action."""
        ways = [way["actions"] for way in self.view["placements"]]
        ways = ways or [[choice["action"]] for choice in self.view["actions"]]
        self.say(type="act", move=self.move, actions=ways[number % len(ways)])


class Client:
    """A browser without a screen."""

    def __init__(self, test_client):
        self.http = test_client

    def post(self, kind, body):
        return self.http.post(f"/api/{kind}", content=body if isinstance(body, bytes) else json.dumps(body))

    def lay(self, *seats, **changes):
        """Lay a table; returns the tokens by seat, and the one for watching."""
        made = self.post("games", order(*seats, **changes)).json()
        return {int(seat): token for seat, token in made["seats"].items()}, made["watch"]

    @contextlib.contextmanager
    def sit(self, token):
        with self.http.websocket_connect("/ws", headers={"host": "localhost"}) as socket:
            yield Seat(socket, token)


@contextlib.contextmanager
def serving(database, coach=None, agent_pool=None, limits=PATIENT, address="testclient", **options):
    """Serve a client; `address` is the client's."""
    app = server.make_app(database, agent_pool or AgentPool(make_agents()), coach, limits=limits, **options)
    with TestClient(app, base_url=HOME, client=(address, 50000)) as test_client:
        yield Client(test_client)


@pytest.fixture
def client(tmp_path):
    with serving(tmp_path / "games.sqlite") as made:
        yield made
