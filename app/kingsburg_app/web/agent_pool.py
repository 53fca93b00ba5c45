"""The agents of all tables. They choose in threads of their own, and questions that wait for one agent are asked together."""

import asyncio
import contextlib
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from kingsburg_agents import choose, make, names
from kingsburg_agents.planner import STRATEGIES
from kingsburg_agents.protocol import Agent, Masks, Observations
from kingsburg_env.check import Games

# Agents anybody may seat, if this installation has them. Names with paths or modules come from the command line alone:
# a request must never choose a file to read or code to import.
OFFERED = (
    "champion", "adaptive", *(f"planner:{strategy}" for strategy in STRATEGIES), "greedy", "first", "random",
)  # fmt: skip
THREADS = 2
# How many questions an agent is asked together: many for those that choose at once, one for those that search.
BATCH, SLOW_BATCH = 64, 1


class Question(NamedTuple):
    """A position in which an agent is asked: a batch of one game."""

    game: Games
    observation: Observations
    mask: Masks


def make_agents(more: tuple[str, ...] = ()) -> dict[str, Agent]:
    """Make the agents that may be seated: the usual ones that are there, and those the operator names."""
    agents = {name: make(name) for name in more}
    for name in OFFERED:
        if name.partition(":")[0] in names():
            # A champion whose file is missing is no reason not to lay the table.
            with contextlib.suppress(ValueError, OSError):
                agents.setdefault(name, make(name))
    return agents


class AgentPool:
    """Asks agents without holding up the server."""

    def __init__(self, agents: dict[str, Agent]) -> None:
        self.agents = agents
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="agent")
        self._waiting: defaultdict[str, list[tuple[Question, asyncio.Future[int]]]] = defaultdict(list)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._rng = np.random.default_rng()

    def close(self) -> None:
        """Stop asking."""
        for task in self._busy.values():
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def ask(self, name: str, question: Question) -> int:
        """Return the action an agent chooses."""
        if name not in self.agents:
            raise ValueError(f"agent {name!r}: this server does not offer it any more")
        action: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[name].append((question, action))
        if name not in self._busy:
            self._busy[name] = asyncio.create_task(self._serve(name))
        return await action

    async def _serve(self, name: str) -> None:
        """Ask an agent everything that waits for it, in batches."""
        agent = self.agents[name]
        size = SLOW_BATCH if agent.is_slow else BATCH
        try:
            while waiting := self._waiting[name]:
                batch, self._waiting[name] = waiting[:size], waiting[size:]
                await self._choose(agent, batch)
        finally:
            del self._busy[name]

    async def _choose(self, agent: Agent, batch: list[tuple[Question, asyncio.Future[int]]]) -> None:
        questions = [question for question, _ in batch]
        rng = self._rng.spawn(1)[0]
        try:
            actions = await self.run(_choose_actions, agent, questions, rng)
            if len(actions) != len(batch):
                raise ValueError(f"gave {len(actions)} actions for {len(batch)} positions")  # noqa: TRY301 - as any other failure
        except Exception as error:  # noqa: BLE001 - whatever an agent does wrong concerns its own tables alone
            for _, awaited in batch:
                if not awaited.done():
                    awaited.set_exception(error)
            return
        for (_, awaited), action in zip(batch, actions, strict=True):
            if not awaited.done():
                awaited.set_result(action)

    async def run(self, function, *arguments):  # noqa: ANN001, ANN002, ANN201 - whatever the function takes and returns
        """Run something that takes a while in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)


def _choose_actions(agent: Agent, questions: list[Question], rng: np.random.Generator) -> list[int]:
    """Choose an action for each question of a batch."""
    games, observations, masks = (np.concatenate(column) for column in zip(*questions, strict=True))
    return choose(agent, games, observations, masks, rng).tolist()
