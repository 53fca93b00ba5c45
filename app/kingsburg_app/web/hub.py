"""All tables of a server: who is connected to which seat, moves in, views out, agents' turns in between.

A move is first checked, then written to the database, then played, then told. What was told is never lost.
"""

import asyncio
import json
import logging
from dataclasses import dataclass, field
from typing import Any

from kingsburg_app.fields import RefusedError
from kingsburg_app.game_in_progress import GameInProgress
from kingsburg_app.saved_game import PERSON, SavedGame
from kingsburg_app.web.agent_pool import AgentPool, Question
from kingsburg_app.web.coach import Coach, advise
from kingsburg_app.web.limits import FullError
from kingsburg_app.web.store import WATCHER, Store
from kingsburg_env import IllegalActionError, view_of
from kingsburg_env.view import placements

Message = dict[str, Any]

LOGGER = logging.getLogger(__name__)
MAX_GAMES = 100_000
MAX_CONNECTIONS_AT_TABLE = 20
# Messages that wait for a client who does not read; one more and it is cut off.
MAX_WAITING = 1_000
# Events that somebody is sent who sits down.
RECENT_EVENTS = 60


@dataclass(eq=False)
class Connection:
    """Somebody at a table: their seat, and what is on its way to them."""

    seat: int | None  # None for somebody who only watches
    outgoing: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(MAX_WAITING))
    told: int = 0

    def send(self, message: Message) -> None:
        """Put a message on its way; cut off whoever has stopped reading."""
        if self.outgoing.full():
            while not self.outgoing.empty():
                self.outgoing.get_nowait()
            self.outgoing.put_nowait(None)
        else:
            self.outgoing.put_nowait(json.dumps(message, separators=(",", ":")))


@dataclass(eq=False)
class Live:
    """A table in memory."""

    number: int
    game: GameInProgress
    connections: set[Connection] = field(default_factory=set)
    agents_turn: asyncio.Task[None] | None = None


class Hub:
    """Everything that is being played."""

    def __init__(self, store: Store, agent_pool: AgentPool, coach: Coach | None) -> None:
        self.store, self.agent_pool, self.coach = store, agent_pool, coach
        self._live: dict[int, Live] = {}

    def close(self) -> None:
        """End the agents' turns; the games are on disk."""
        for live in self._live.values():
            if live.agents_turn:
                live.agents_turn.cancel()

    def new_game(self, saved: SavedGame) -> dict[int, str]:
        """Begin a game; return the tokens of its seats."""
        unknown = [name for name in saved.seats if name != PERSON and name not in self.agent_pool.agents]
        if unknown:
            raise RefusedError(
                f"seats: no agent {unknown[0]!r}; there are {', '.join(self.agent_pool.agents)}"
            )
        if self.store.count_games() >= MAX_GAMES:
            raise FullError("this server keeps no more games")
        return self.store.add_game(saved)[1]

    def find(self, token: str) -> tuple[int, int | None]:
        """Find the game and the seat of a token; the seat is None for a watcher."""
        found = self.store.find_seat(token)
        if found is None:
            raise RefusedError("no such seat: is the link complete?")
        number, seat = found
        return number, None if seat == WATCHER else seat

    def finished(self, token: str) -> SavedGame:
        """Return a game with its seed and all moves, which tell everything: only when nothing is left to hide."""
        number, _ = self.find(token)
        game = self._open(number).game
        self._forget_if_idle(number)
        if not game.is_over:
            raise RefusedError(
                "a game can be shared when it is over: its seed tells all that is still hidden"
            )
        return game.saved

    def join(self, token: str) -> tuple[Live, Connection]:
        """Seat somebody, for the first time or again, and show them the table."""
        number, seat = self.find(token)
        live = self._open(number)
        if len(live.connections) >= MAX_CONNECTIONS_AT_TABLE:
            self._forget_if_idle(number)
            raise FullError("no room at this table")
        connection = Connection(seat, told=max(0, len(live.game.events) - RECENT_EVENTS))
        live.connections.add(connection)
        connection.send({"type": "welcome", "seat": seat, "seats": live.game.seats})
        self._show(live, connection)
        self._wake_agents(live)
        return live, connection

    def leave(self, live: Live, connection: Connection) -> None:
        """Take somebody from a table; a table without anybody leaves the memory, not the disk."""
        live.connections.discard(connection)
        self._forget_if_idle(live.number)

    def _open(self, number: int) -> Live:
        if number not in self._live:
            try:
                game = GameInProgress(self.store.read_game(number))
            except IllegalActionError:
                raise RefusedError("this game was begun with another version of the rules") from None
            self._live[number] = Live(number, game)
        return self._live[number]

    def _forget_if_idle(self, number: int) -> None:
        live = self._live.get(number)
        if live and not live.connections and not live.agents_turn:
            del self._live[number]

    async def hear(self, live: Live, connection: Connection, message: dict[str, Any]) -> None:
        """Do what a client asks for."""
        match message["type"]:
            case "act":
                self._check_turn(live, connection, message["move"])
                self._check_actions(live, message["actions"])
                self._play(live, message["actions"])
            case "coach":
                await self._coach(live, connection)
            case _:
                raise RefusedError("you have joined already")

    def _check_turn(self, live: Live, connection: Connection, move: int) -> None:
        if live.game.is_over or connection.seat != live.game.actor:
            raise RefusedError("it is not your turn")
        if move != len(live.game.actions):
            raise RefusedError("that question has been answered")

    def _check_actions(self, live: Live, actions: list[int]) -> None:
        """Refuse what is neither a legal action nor a way to place dice."""
        singles = [[action] for action in live.game.legal_actions]
        if actions not in singles and all(way["actions"] != actions for way in placements(live.game.games)):
            raise RefusedError("the rules do not allow that")

    def _play(self, live: Live, actions: list[int]) -> None:
        """Write legal moves down, play them, tell everybody."""
        self.store.add_moves(live.number, len(live.game.actions), actions)
        for action in actions:
            live.game.play(action)
        for connection in live.connections:
            self._show(live, connection)
        self._wake_agents(live)

    def _show(self, live: Live, connection: Connection) -> None:
        game = live.game
        view = view_of(game.games, connection.seat, game.events[connection.told :])
        connection.send({"type": "view", "move": len(game.actions), "view": view})
        connection.told = len(game.events)

    def _wake_agents(self, live: Live) -> None:
        if live.game.agent and not live.agents_turn:
            live.agents_turn = asyncio.create_task(self._agents_turn(live))

    async def _agents_turn(self, live: Live) -> None:
        """Ask agents until a person is asked."""
        game = live.game
        try:
            while name := game.agent:
                buffers = game.buffers
                question = Question(game.games.copy(), buffers.observation.copy(), buffers.mask.copy())
                action = await self.agent_pool.ask(name, question)
                self._check_actions(live, [action])
                self._play(live, [action])
        except FullError as error:
            self._excuse(live, f"The game stands still: {error}")
        except Exception:
            LOGGER.exception("agent %s failed", game.agent)
            self._excuse(live, f"The agent {game.agent} failed; the game stands still.")
        finally:
            live.agents_turn = None
            self._forget_if_idle(live.number)

    def _excuse(self, live: Live, text: str) -> None:
        """Send everybody at a table why it does not go on."""
        for connection in live.connections:
            connection.send({"type": "error", "text": text})

    async def _coach(self, live: Live, connection: Connection) -> None:
        """Send a seat the coach's advice; watchers of people's games get none, they could pass it on."""
        if self.coach is None or connection.seat is None:
            raise RefusedError("there is no coach here")
        game, move = live.game.games.copy(), len(live.game.actions)
        connection.send(await self.agent_pool.run(advise, self.coach, game, connection.seat, move))
