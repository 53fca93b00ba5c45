"""Play a chunk: all its games step together, and every agent is asked once a step about all its games.

An agent that crashes, acts illegally or takes too long loses that game: its seat ranks last.
So that the others' game still ends, and stays in its block, the seat goes on with the first legal action, mostly passing.
"""

import time
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.first import First
from kingsburg_agents.protocol import Actions, Agent, EngineAgent, NoActionError
from kingsburg_arena.game_statistics import GameStatistics
from kingsburg_arena.schedule import Schedule, Tournament
from kingsburg_arena.seating import Ints, Seating
from kingsburg_env import scores
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.answers import NO_ACTION
from kingsburg_env.engine.names import NOBODY, NUM_YEARS

# An agent that returned nothing so often in one chunk is not asked again in it: every wait costs a budget.
MAX_HANGS = 3
MAX_REASON = 300
SECOND = 1_000_000_000
# Instead of a step: the agent is told that its games begin, or that they have ended.
BEGIN, END = -2, -3

ChunkArrays = dict[str, NDArray[Any]]


class Hang(NamedTuple):
    """An agent that did not return, as the process that watches it saw it."""

    agent: int
    step: int  # or BEGIN, or END
    game: int  # within the chunk, or NOBODY: it was asked about several games at once
    reason: str


class Heartbeat:
    """Receives what a process does while it plays; this one ignores it."""

    def start(self, agent: int, step: int, game: int, seconds: float) -> None:
        """Note that an agent is asked, and how long it may take before its process is ended."""

    def stop(self) -> None:
        """Note that the agent has returned."""

    def progress(self, share: float) -> None:
        """Note how much of the chunk is played."""


class ChunkState(Seating):
    """A chunk while it is played: agents asked by the clock, and what they lost by default."""

    def __init__(
        self,
        tournament: Tournament,
        games: Schedule,
        chunk: int,
        hangs: tuple[Hang, ...],
        heartbeat: Heartbeat,
    ) -> None:
        everybody = [*tournament.players, First()]
        rngs = [np.random.default_rng([tournament.seed, chunk, number]) for number in range(len(everybody))]
        super().__init__(
            everybody, games.seats, tournament.rules, games.seed, rngs, first=games.first_game, with_log=True
        )
        self.budget, self.hangs, self.heartbeat = tournament.budget, hangs, heartbeat
        self.stand_in = len(everybody) - 1
        self.nanoseconds = np.zeros(len(everybody), np.int64)
        self.decisions = np.zeros(len(everybody), np.int64)
        self.alone = {hang.agent for hang in hangs}
        self.alone |= {number for number, agent in enumerate(everybody) if _acts_alone(agent)}
        # why agents are not asked at all
        self.refused = {hang.agent: hang.reason for hang in hangs if hang.step == BEGIN}
        # for each game and seat that lost by default: at which step, and why
        self.forfeits: dict[tuple[int, int], tuple[int, str]] = {}

    def tell_begin(self, agent: int, games: Ints, seats: Ints) -> None:
        """Tell an agent that its games begin; one that fails is not asked in any of them."""
        if agent in self.refused or not _wants(self.agents[agent], "begin"):
            return
        self.heartbeat.start(agent, BEGIN, NOBODY, self.budget * len(games))
        try:
            super().tell_begin(agent, games, seats)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an agent may fail in any way
            self.refused[agent] = _crash(error)
            self.alone.add(agent)
        self.heartbeat.stop()

    def tell_end(self, agent: int, games: Ints, seats: Ints, ranks: Ints) -> None:
        """Tell an agent that its games have ended; nothing depends on it any more."""
        if (agent, END) in {hang[:2] for hang in self.hangs} or not _wants(self.agents[agent], "end"):
            return
        self.heartbeat.start(agent, END, NOBODY, self.budget * len(games))
        with suppress(Exception, SystemExit):
            super().tell_end(agent, games, seats, ranks)
        self.heartbeat.stop()

    def ranks(self) -> Ints:
        """Rank the seats of each game, those that lost by default last."""
        lost = np.zeros(self.seats.shape, np.bool_)
        for game, seat in self.forfeits:
            lost[game, seat] = True
        return final_ranks(super().ranks(), lost)

    def ask(self, agent: int, rows: Ints) -> Actions:
        """Ask an agent about several games at once; if that fails, ask it game by game to find out where."""
        given = "" if agent in self.alone else self._ask_by_clock(agent, rows)
        if isinstance(given, str):
            return np.array([self._ask_alone(agent, row) for row in rows.tolist()], np.int64)
        return self._checked(rows, given)

    def _ask_alone(self, agent: int, game: int) -> int:
        """Ask an agent about one game."""
        row = np.array([game])
        if reason := self._refusal(agent, game):
            return self._forfeit(game, reason)
        given = self._ask_by_clock(agent, row)
        if isinstance(given, str):
            return self._forfeit(game, given)
        return int(self._checked(row, given)[0])

    def _refusal(self, agent: int, game: int) -> str:
        """Return why this question is not put to the agent, or nothing."""
        if agent in self.refused:
            return self.refused[agent]
        single = [hang for hang in self.hangs if hang.agent == agent and hang.game != NOBODY]
        for hang in single:
            if (hang.step, hang.game) == (self.step, game):
                return hang.reason
        if len(single) >= MAX_HANGS and self.step >= sorted(hang.step for hang in single)[MAX_HANGS - 1]:
            return f"not asked again after {len(single)} hangs in this chunk ({single[-1].reason})"
        return ""

    def _ask_by_clock(self, agent: int, rows: Ints) -> Actions | str:
        """Ask one agent, by the clock; return its actions, or what went wrong."""
        single = int(rows[0]) if len(rows) == 1 else NOBODY
        self.heartbeat.start(agent, self.step, single, self.budget * len(rows))
        start = time.perf_counter_ns()
        given = self._call(agent, rows)
        spent = time.perf_counter_ns() - start
        self.heartbeat.stop()
        self.nanoseconds[agent] += spent
        self.decisions[agent] += len(rows)
        if spent > self.budget * SECOND * len(rows):
            mean = spent / SECOND / len(rows)
            return f"over its budget: {mean:.3f} s for a decision, allowed are {self.budget:g} s"
        return given

    def _call(self, agent: int, rows: Ints) -> Actions | str:
        """Call foreign code; whatever it raises or returns, the tournament goes on."""
        try:
            return super().ask(agent, rows)
        except NoActionError as error:
            return str(error)[:MAX_REASON]
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an agent may fail in any way
            return _crash(error)

    def _checked(self, rows: Ints, given: Actions) -> Actions:
        """Replace illegal actions; each of them loses its game."""
        inside = (given >= 0) & (given < NUM_ACTIONS)
        is_legal = inside & (self.buffers.mask[rows, np.where(inside, given, 0)] == 1)
        for i in np.flatnonzero(~is_legal).tolist():
            given[i] = self._forfeit(int(rows[i]), f"illegal action {given[i]}")
        return given

    def _forfeit(self, game: int, reason: str) -> int:
        """End this game for the seat asked as lost, seat the stand-in there, and return its action."""
        seat = int(self.buffers.actor[game])
        self.forfeits[game, seat] = self.step, reason
        self.seats[game, seat] = self.stand_in
        return int(self.buffers.mask[game].argmax())


def _acts_alone(agent: Agent) -> bool:
    """Return whether an agent acts game by game anyway, so that asking it so shows sooner where it hangs."""
    kind = type(agent)
    together = EngineAgent.act_on_batch if agent.uses_engine else Agent.act_batch
    return agent.is_slow or getattr(kind, together.__name__, None) is together


def _wants(agent: Agent, method: str) -> bool:
    """Return whether an agent has a method of its own to be told by."""
    return getattr(type(agent), method) is not getattr(Agent, method)


def _crash(error: BaseException) -> str:
    return f"crashed: {type(error).__name__}: {error}"[:MAX_REASON]


def play_chunk(
    tournament: Tournament,
    games: Schedule,
    chunk: int,
    hangs: tuple[Hang, ...] = (),
    heartbeat: Heartbeat | None = None,
) -> ChunkArrays:
    """Play the games of one chunk to their ends; return everything about them as arrays."""
    state = ChunkState(tournament, games, chunk, hangs, heartbeat or Heartbeat())
    statistics, played = GameStatistics(len(games)), []
    for actions in state.play():
        statistics.read(state.buffers)
        played.append(actions.astype(np.int16))
        state.heartbeat.progress(float(state.games["year"].mean()) / NUM_YEARS)
    statistics.read(state.buffers)
    return _result(state, games, np.stack(played), statistics)


def final_ranks(ranks: NDArray[np.int64], has_forfeited: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Rank those who played to the end among themselves, and those who lost by default behind them, all equal."""
    finished = ~has_forfeited
    is_before = (ranks[:, None, :] < ranks[:, :, None]) & finished[:, None, :]
    among = 1 + is_before.sum(axis=2)
    return np.where(finished, among, 1 + finished.sum(axis=1, keepdims=True))


def _result(
    state: ChunkState, games: Schedule, actions: NDArray[np.int16], statistics: GameStatistics
) -> ChunkArrays:
    players = games.seats.shape[1]
    is_action = actions.T != NO_ACTION
    return {
        "number": games.first_game + np.arange(len(games)),
        "block": games.block,
        "seed": games.seed,
        "seats": games.seats,
        "ranks": state.ranks().astype(np.int8),
        "vp": scores(state.games)[:, :players].astype(np.int16),
        "length": is_action.sum(axis=1),
        "actions": actions.T[is_action],
        "nanoseconds": state.nanoseconds[:-1],
        "decisions": state.decisions[:-1],
        **_forfeit_arrays(state, games.first_game),
        **statistics.summary(state.games),
    }


def _forfeit_arrays(state: ChunkState, first_game: int) -> ChunkArrays:
    where = sorted(state.forfeits)
    return {
        "forfeit_game": np.array([first_game + game for game, _ in where], np.int64),
        "forfeit_seat": np.array([seat for _, seat in where], np.int64),
        "forfeit_step": np.array([state.forfeits[one][0] for one in where], np.int64),
        "forfeit_reason": np.array([state.forfeits[one][1] for one in where], np.str_),
    }
