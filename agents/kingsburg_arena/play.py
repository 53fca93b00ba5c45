"""Playing a chunk: all its games step together, and every agent answers all its questions of a step at once.

An agent that crashes, answers illegally or takes too long loses that game: its seat ranks last.
So that the others' game still ends, and stays in its block, the seat goes on with the first legal action, mostly passing.
"""

import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.first import First
from kingsburg_agents.protocol import Actions, Agent, EngineAgent, NoActionError, choose
from kingsburg_arena.game_statistics import Happenings
from kingsburg_arena.schedule import Schedule, Tournament
from kingsburg_env import Buffers, new_games, ranking, reset, scores, step_batch
from kingsburg_env.check import Games
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import NOBODY, NUM_YEARS
from kingsburg_env.engine.play import NO_ACTION
from kingsburg_env.engine.state import STATE

# An agent that gave no answer so often in one chunk is not asked again in it: every wait costs a budget.
MAX_HANGS = 3
MAX_REASON = 300
SECOND = 1_000_000_000

Rows = NDArray[np.int64]
ChunkArrays = dict[str, NDArray[Any]]


class Hang(NamedTuple):
    """An agent that gave no answer, as the process that watched it saw it."""

    agent: int
    step: int
    game: int  # within the chunk, or NOBODY: it was asked about several games at once
    reason: str


class Watch:
    """What a player's process says about itself while it plays; the plain one says nothing."""

    def start(self, agent: int, step: int, game: int, seconds: float) -> None:
        """Say that an agent is asked, and how long it may take before its process is ended."""

    def stop(self) -> None:
        """Say that the agent has answered."""

    def progress(self, share: float) -> None:
        """Say how much of the chunk is played."""


@dataclass
class Table:
    """A chunk while it is played."""

    tournament: Tournament
    agents: list[Agent]
    seats: NDArray[np.int16]
    rngs: list[np.random.Generator]
    games: Games
    buffers: Buffers
    hangs: tuple[Hang, ...]
    watch: Watch
    step: int = 0
    forfeits: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)
    """For each game and seat that lost by default: at which step, and why."""

    def __post_init__(self) -> None:
        """Put the stand-in behind the agents and start the clocks."""
        self.stand_in = len(self.agents) - 1
        self.nanoseconds = np.zeros(len(self.agents), np.int64)
        self.decisions = np.zeros(len(self.agents), np.int64)
        self.alone = {hang.agent for hang in self.hangs}
        self.alone |= {number for number, agent in enumerate(self.agents) if _answers_alone(agent)}


def _answers_alone(agent: Agent) -> bool:
    """Tell whether an agent thinks game by game anyway, so that asking it so shows sooner where it hangs."""
    kind = type(agent)
    together = EngineAgent.act_on_batch if agent.uses_engine else Agent.act_batch
    return agent.is_slow or getattr(kind, together.__name__, None) is together


def play_chunk(
    tournament: Tournament,
    agents: list[Agent],
    games: Schedule,
    chunk: int,
    hangs: tuple[Hang, ...] = (),
    watch: Watch | None = None,
) -> ChunkArrays:
    """Play the games of one chunk to their ends; return everything about them as arrays."""
    table = _lay(tournament, agents, games, chunk, hangs, watch or Watch())
    happenings = Happenings(len(games))
    answers: list[NDArray[np.int16]] = []
    happenings.read(table.buffers)
    while np.any(table.buffers.actor != NOBODY):
        actions = _answers(table)
        step_batch(table.games, actions, table.buffers)
        answers.append(actions.astype(np.int16))
        happenings.read(table.buffers)
        table.step += 1
        table.watch.progress(float(table.games["year"].mean()) / NUM_YEARS)
    return _result(table, games, np.stack(answers), happenings)


def _lay(
    tournament: Tournament,
    agents: list[Agent],
    games: Schedule,
    chunk: int,
    hangs: tuple[Hang, ...],
    watch: Watch,
) -> Table:
    records = new_games(len(games), tournament.rules, games.seed)
    buffers = Buffers(len(games), with_log=True)
    reset(records, games.seed, buffers=buffers)
    rngs = [np.random.default_rng([tournament.seed, chunk, number]) for number in range(len(agents) + 1)]
    return Table(tournament, [*agents, First()], games.seats.copy(), rngs, records, buffers, hangs, watch)


def _answers(table: Table) -> Actions:
    """Collect one answer for every game that is not over."""
    actor = table.buffers.actor
    actions = np.full(len(actor), NO_ACTION, np.int64)
    rows = np.flatnonzero(actor != NOBODY)
    asked = table.seats[rows, actor[rows]]
    for agent in np.unique(asked).tolist():
        mine = rows[asked == agent]
        actions[mine] = _alone(table, agent, mine) if agent in table.alone else _together(table, agent, mine)
    return actions


def _together(table: Table, agent: int, rows: Rows) -> Actions:
    """Let an agent answer in several games at once; if that fails, ask it game by game to find out where."""
    given = _ask(table, agent, rows)
    if isinstance(given, str):
        return _alone(table, agent, rows)
    return _checked(table, rows, given)


def _alone(table: Table, agent: int, rows: Rows) -> Actions:
    """Let an agent answer in game after game."""
    return np.array([_answer(table, agent, row) for row in rows.tolist()], np.int64)


def _answer(table: Table, agent: int, game: int) -> int:
    row = np.array([game])
    if hang := _hang(table, agent, game):
        return _forfeit(table, game, hang)
    given = _ask(table, agent, row)
    if isinstance(given, str):
        return _forfeit(table, game, given)
    return int(_checked(table, row, given)[0])


def _hang(table: Table, agent: int, game: int) -> str:
    """Tell why this question is not put to the agent again, or nothing."""
    single = [hang for hang in table.hangs if hang.agent == agent and hang.game != NOBODY]
    for hang in single:
        if (hang.step, hang.game) == (table.step, game):
            return hang.reason
    if len(single) >= MAX_HANGS and table.step >= sorted(hang.step for hang in single)[MAX_HANGS - 1]:
        return f"not asked again after {len(single)} hangs in this chunk ({single[-1].reason})"
    return ""


def _ask(table: Table, agent: int, rows: Rows) -> Actions | str:
    """Ask one agent, by the clock; return its answers, or what went wrong."""
    budget = table.tournament.budget
    games = take(table.games, rows)
    observations, masks = table.buffers.observation[rows], table.buffers.mask[rows]
    single = int(rows[0]) if len(rows) == 1 else NOBODY
    table.watch.start(agent, table.step, single, budget * len(rows))
    start = time.perf_counter_ns()
    given = _call(table.agents[agent], games, observations, masks, table.rngs[agent])
    spent = time.perf_counter_ns() - start
    table.watch.stop()
    table.nanoseconds[agent] += spent
    table.decisions[agent] += len(rows)
    if spent > budget * SECOND * len(rows):
        return f"over its budget: {spent / SECOND / len(rows):.3f} s for a decision, allowed are {budget:g} s"
    return given


def _call(
    agent: Agent, games: Games, observations: Any, masks: Any, rng: np.random.Generator
) -> Actions | str:
    """Let foreign code run; whatever it raises or returns, the tournament goes on."""
    try:
        return choose(agent, games, observations, masks, rng)
    except NoActionError as error:
        return str(error)[:MAX_REASON]
    except (Exception, SystemExit) as error:  # noqa: BLE001 - an agent may fail in any way
        return f"crashed: {type(error).__name__}: {error}"[:MAX_REASON]


def _checked(table: Table, rows: Rows, given: Actions) -> Actions:
    """Let every illegal answer lose its game."""
    inside = (given >= 0) & (given < NUM_ACTIONS)
    is_legal = inside & (table.buffers.mask[rows, np.where(inside, given, 0)] == 1)
    for place in np.flatnonzero(~is_legal).tolist():
        given[place] = _forfeit(table, int(rows[place]), f"illegal action {given[place]}")
    return given


def _forfeit(table: Table, game: int, reason: str) -> int:
    """Let the seat asked lose this game, and put the stand-in there; return the stand-in's answer."""
    seat = int(table.buffers.actor[game])
    table.forfeits[game, seat] = table.step, reason
    table.seats[game, seat] = table.stand_in
    return int(table.buffers.mask[game].argmax())


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


def _result(table: Table, games: Schedule, answers: NDArray[np.int16], happenings: Happenings) -> ChunkArrays:
    seats = games.seats.shape[1]
    lost = np.zeros(games.seats.shape, np.bool_)
    for game, seat in table.forfeits:
        lost[game, seat] = True
    is_answer = answers.T != NO_ACTION
    ranks = final_ranks(ranking(table.games)[:, :seats], lost)
    return {
        "number": games.first_game + np.arange(len(games)),
        "block": games.block,
        "seed": games.seed,
        "seats": games.seats,
        "ranks": ranks.astype(np.int8),
        "vp": scores(table.games)[:, :seats].astype(np.int16),
        "length": is_answer.sum(axis=1),
        "actions": answers.T[is_answer],
        "nanoseconds": table.nanoseconds[:-1],
        "decisions": table.decisions[:-1],
        **_forfeit_arrays(table, games.first_game),
        **happenings.summary(table.games),
    }


def _forfeit_arrays(table: Table, first_game: int) -> ChunkArrays:
    where = sorted(table.forfeits)
    return {
        "forfeit_game": np.array([first_game + game for game, _ in where], np.int64),
        "forfeit_seat": np.array([seat for _, seat in where], np.int64),
        "forfeit_step": np.array([table.forfeits[place][0] for place in where], np.int64),
        "forfeit_reason": np.array([table.forfeits[place][1] for place in where], np.str_),
    }
