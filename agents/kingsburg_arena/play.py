"""Play a chunk: all its games step together, and every agent is asked once a step about all its games.

An agent that crashes, acts illegally or takes too long loses that game: its seat ranks last.
So that the others' game still ends, and stays in its block, the seat goes on with the first legal action, mostly passing.
"""

import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.first import First
from kingsburg_agents.protocol import Actions, Agent, EngineAgent, NoActionError, choose
from kingsburg_arena.game_statistics import GameStatistics
from kingsburg_arena.schedule import Schedule, Tournament
from kingsburg_env import Buffers, new_games, ranking, reset, scores, step_batch
from kingsburg_env.check import Games
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import NOBODY, NUM_YEARS
from kingsburg_env.engine.play import NO_ACTION
from kingsburg_env.engine.state import STATE

# An agent that returned nothing so often in one chunk is not asked again in it: every wait costs a budget.
MAX_HANGS = 3
MAX_REASON = 300
SECOND = 1_000_000_000

Rows = NDArray[np.int64]
ChunkArrays = dict[str, NDArray[Any]]


class Hang(NamedTuple):
    """An agent that did not return, as the process that watches it saw it."""

    agent: int
    step: int
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


@dataclass
class ChunkState:
    """A chunk while it is played."""

    tournament: Tournament
    agents: list[Agent]
    seats: NDArray[np.int16]
    rngs: list[np.random.Generator]
    games: Games
    buffers: Buffers
    hangs: tuple[Hang, ...]
    heartbeat: Heartbeat
    step: int = 0
    forfeits: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)
    """For each game and seat that lost by default: at which step, and why."""

    def __post_init__(self) -> None:
        """Append the stand-in's number and start the clocks."""
        self.stand_in = len(self.agents) - 1
        self.nanoseconds = np.zeros(len(self.agents), np.int64)
        self.decisions = np.zeros(len(self.agents), np.int64)
        self.alone = {hang.agent for hang in self.hangs}
        self.alone |= {number for number, agent in enumerate(self.agents) if _acts_alone(agent)}


def _acts_alone(agent: Agent) -> bool:
    """Return whether an agent acts game by game anyway, so that asking it so shows sooner where it hangs."""
    kind = type(agent)
    together = EngineAgent.act_on_batch if agent.uses_engine else Agent.act_batch
    return agent.is_slow or getattr(kind, together.__name__, None) is together


def play_chunk(
    tournament: Tournament,
    agents: list[Agent],
    games: Schedule,
    chunk: int,
    hangs: tuple[Hang, ...] = (),
    heartbeat: Heartbeat | None = None,
) -> ChunkArrays:
    """Play the games of one chunk to their ends; return everything about them as arrays."""
    state = _start_chunk(tournament, agents, games, chunk, hangs, heartbeat or Heartbeat())
    statistics = GameStatistics(len(games))
    played: list[NDArray[np.int16]] = []
    statistics.read(state.buffers)
    while np.any(state.buffers.actor != NOBODY):
        actions = _actions(state)
        step_batch(state.games, actions, state.buffers)
        played.append(actions.astype(np.int16))
        statistics.read(state.buffers)
        state.step += 1
        state.heartbeat.progress(float(state.games["year"].mean()) / NUM_YEARS)
    return _result(state, games, np.stack(played), statistics)


def _start_chunk(
    tournament: Tournament,
    agents: list[Agent],
    games: Schedule,
    chunk: int,
    hangs: tuple[Hang, ...],
    heartbeat: Heartbeat,
) -> ChunkState:
    records = new_games(len(games), tournament.rules, games.seed)
    buffers = Buffers(len(games), with_log=True)
    reset(records, games.seed, buffers=buffers)
    rngs = [np.random.default_rng([tournament.seed, chunk, number]) for number in range(len(agents) + 1)]
    return ChunkState(
        tournament, [*agents, First()], games.seats.copy(), rngs, records, buffers, hangs, heartbeat
    )


def _actions(state: ChunkState) -> Actions:
    """Collect one action for every game that is not over."""
    actor = state.buffers.actor
    actions = np.full(len(actor), NO_ACTION, np.int64)
    rows = np.flatnonzero(actor != NOBODY)
    asked = state.seats[rows, actor[rows]]
    for agent in np.unique(asked).tolist():
        mine = rows[asked == agent]
        actions[mine] = _alone(state, agent, mine) if agent in state.alone else _together(state, agent, mine)
    return actions


def _together(state: ChunkState, agent: int, rows: Rows) -> Actions:
    """Ask an agent about several games at once; if that fails, ask it game by game to find out where."""
    given = _ask(state, agent, rows)
    if isinstance(given, str):
        return _alone(state, agent, rows)
    return _checked(state, rows, given)


def _alone(state: ChunkState, agent: int, rows: Rows) -> Actions:
    """Ask an agent about one game after the other."""
    return np.array([_action(state, agent, row) for row in rows.tolist()], np.int64)


def _action(state: ChunkState, agent: int, game: int) -> int:
    row = np.array([game])
    if hang := _hang(state, agent, game):
        return _forfeit(state, game, hang)
    given = _ask(state, agent, row)
    if isinstance(given, str):
        return _forfeit(state, game, given)
    return int(_checked(state, row, given)[0])


def _hang(state: ChunkState, agent: int, game: int) -> str:
    """Return why this question is not put to the agent again, or nothing."""
    single = [hang for hang in state.hangs if hang.agent == agent and hang.game != NOBODY]
    for hang in single:
        if (hang.step, hang.game) == (state.step, game):
            return hang.reason
    if len(single) >= MAX_HANGS and state.step >= sorted(hang.step for hang in single)[MAX_HANGS - 1]:
        return f"not asked again after {len(single)} hangs in this chunk ({single[-1].reason})"
    return ""


def _ask(state: ChunkState, agent: int, rows: Rows) -> Actions | str:
    """Ask one agent, by the clock; return its actions, or what went wrong."""
    budget = state.tournament.budget
    games = take(state.games, rows)
    observations, masks = state.buffers.observation[rows], state.buffers.mask[rows]
    single = int(rows[0]) if len(rows) == 1 else NOBODY
    state.heartbeat.start(agent, state.step, single, budget * len(rows))
    start = time.perf_counter_ns()
    given = _call(state.agents[agent], games, observations, masks, state.rngs[agent])
    spent = time.perf_counter_ns() - start
    state.heartbeat.stop()
    state.nanoseconds[agent] += spent
    state.decisions[agent] += len(rows)
    if spent > budget * SECOND * len(rows):
        return f"over its budget: {spent / SECOND / len(rows):.3f} s for a decision, allowed are {budget:g} s"
    return given


def _call(
    agent: Agent, games: Games, observations: Any, masks: Any, rng: np.random.Generator
) -> Actions | str:
    """Call foreign code; whatever it raises or returns, the tournament goes on."""
    try:
        return choose(agent, games, observations, masks, rng)
    except NoActionError as error:
        return str(error)[:MAX_REASON]
    except (Exception, SystemExit) as error:  # noqa: BLE001 - an agent may fail in any way
        return f"crashed: {type(error).__name__}: {error}"[:MAX_REASON]


def _checked(state: ChunkState, rows: Rows, given: Actions) -> Actions:
    """Replace illegal actions; each of them loses its game."""
    inside = (given >= 0) & (given < NUM_ACTIONS)
    is_legal = inside & (state.buffers.mask[rows, np.where(inside, given, 0)] == 1)
    for i in np.flatnonzero(~is_legal).tolist():
        given[i] = _forfeit(state, int(rows[i]), f"illegal action {given[i]}")
    return given


def _forfeit(state: ChunkState, game: int, reason: str) -> int:
    """End this game for the seat asked as lost, seat the stand-in there, and return its action."""
    seat = int(state.buffers.actor[game])
    state.forfeits[game, seat] = state.step, reason
    state.seats[game, seat] = state.stand_in
    return int(state.buffers.mask[game].argmax())


def take(games: Games, rows: Rows) -> Games:
    """Copy some games of a batch."""
    # numpy copies structured arrays field by field; as bytes it is one move
    return games.view(np.uint8).reshape(len(games), -1)[rows].reshape(-1).view(STATE)


def final_ranks(ranks: NDArray[np.int64], has_forfeited: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Rank those who played to the end among themselves, and those who lost by default behind them, all equal."""
    finished = ~has_forfeited
    is_before = (ranks[:, None, :] < ranks[:, :, None]) & finished[:, None, :]
    among = 1 + is_before.sum(axis=2)
    return np.where(finished, among, 1 + finished.sum(axis=1, keepdims=True))


def _result(
    state: ChunkState, games: Schedule, actions: NDArray[np.int16], statistics: GameStatistics
) -> ChunkArrays:
    seats = games.seats.shape[1]
    lost = np.zeros(games.seats.shape, np.bool_)
    for game, seat in state.forfeits:
        lost[game, seat] = True
    is_action = actions.T != NO_ACTION
    ranks = final_ranks(ranking(state.games)[:, :seats], lost)
    return {
        "number": games.first_game + np.arange(len(games)),
        "block": games.block,
        "seed": games.seed,
        "seats": games.seats,
        "ranks": ranks.astype(np.int8),
        "vp": scores(state.games)[:, :seats].astype(np.int16),
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
