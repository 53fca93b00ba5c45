"""Several processes that play chunks, and one that watches them.

An agent runs inside a worker.
A worker writes into shared memory whom it has asked, when, and how long that may take; one that is overdue or dead is replaced.
Its chunk is then played again, the question that was never answered left out.
"""

import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import numpy as np

from kingsburg_arena.play import Hang, Heartbeat, play_chunk
from kingsburg_arena.schedule import Schedule, Tournament, chunk_of
from kingsburg_arena.seating import ask
from kingsburg_arena.storage import write_chunk
from kingsburg_env import Buffers, new_games, ranking, reset
from kingsburg_env.engine.names import NOBODY

# What stands where in the shared memory.
SINCE, SECONDS, AGENT, STEP, GAME, SHARE, HEARTBEAT_LENGTH = range(7)
# Beyond its budget an agent gets this long: measuring inside the worker is fairer than ending the worker.
GRACE = 10.0
# The first question may have to compile.
WARM_UP_SECONDS = 600.0
TICK = 0.2
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")

Progress = Callable[[float], None]


class SharedHeartbeat(Heartbeat):
    """Writes into memory that the watching process reads."""

    def __init__(self, memory: Any) -> None:
        self.memory = memory

    def start(self, agent: int, step: int, game: int, seconds: float) -> None:
        """Write who is asked; the time comes last, since it is what the watcher looks at first."""
        self.memory[AGENT], self.memory[STEP], self.memory[GAME] = agent, step, game
        self.memory[SECONDS] = seconds
        self.memory[SINCE] = time.monotonic()

    def stop(self) -> None:
        """Write that nobody is asked."""
        self.memory[SINCE] = 0.0

    def progress(self, share: float) -> None:
        """Write how much of the chunk is played."""
        self.memory[SHARE] = share


def warm_up(tournament: Tournament, cold: set[int], heartbeat: Heartbeat) -> None:
    """Ask every agent one question that does not count, so that compiling is not taken for thinking."""
    ranking(new_games(1, tournament.rules))
    for number, agent in enumerate(tournament.players):
        if number in cold:
            continue
        games, buffers = new_games(1, tournament.rules), Buffers(1, with_log=True)
        reset(games, 0, buffers=buffers)
        heartbeat.start(number, NOBODY, NOBODY, WARM_UP_SECONDS)
        # What is wrong with it will show in its games.
        with suppress(Exception, SystemExit):
            ask(agent, games, buffers, np.arange(1), np.random.default_rng(0))
        heartbeat.stop()


def work(tournament: Tournament, folder: Path, cold: set[int], pipe: Connection, memory: Any) -> None:
    """Play the chunks that come through the pipe until it closes; this is the whole life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # what an agent prints must not get between the results
    sys.stdout = sys.stderr  # and is not kept in a buffer that dies with the process
    try:
        heartbeat = SharedHeartbeat(memory)
        warm_up(tournament, cold, heartbeat)
        pipe.send("ready")
        while True:
            chunk, games, hangs = pipe.recv()
            write_chunk(folder, chunk, play_chunk(tournament, games, chunk, hangs, heartbeat))
            pipe.send("done")
    except (EOFError, BrokenPipeError):
        return
    except Exception:  # noqa: BLE001 - told to the watcher, who stops the tournament
        pipe.send(traceback.format_exc())


class Worker:
    """A process, the pipe to it, and the memory both share."""

    def __init__(self, tournament: Tournament, folder: Path, cold: set[int]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.memory: Any = context.RawArray("d", HEARTBEAT_LENGTH)
        self.process = context.Process(
            target=work, args=(tournament, folder, cold, other, self.memory), daemon=True
        )
        with one_thread():
            self.process.start()
        other.close()
        self.chunk: int | None = None
        self.is_ready = False

    def send(self, chunk: int, games: Schedule, hangs: tuple[Hang, ...]) -> None:
        """Send a chunk to the process."""
        self.chunk, self.memory[SHARE] = chunk, 0.0
        self.pipe.send((chunk, games, hangs))

    def overdue(self) -> bool:
        """Return whether an agent has been thinking for longer than any excuse allows."""
        since = self.memory[SINCE]
        return since > 0 and time.monotonic() - since > self.memory[SECONDS] + GRACE

    def hang(self, reason: str) -> Hang | None:
        """Return the question that the process is stuck in."""
        if self.memory[SINCE] == 0:
            return None
        return Hang(int(self.memory[AGENT]), int(self.memory[STEP]), int(self.memory[GAME]), reason)

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


@contextmanager
def one_thread() -> Iterator[None]:
    """Start processes whose number crunching uses one thread: workers share the cores, and sums keep their order."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class Pool:
    """Watches the workers: hands out chunks, replaces workers that hang or die, and ends them all."""

    def __init__(self, tournament: Tournament, folder: Path, num_workers: int) -> None:
        self.tournament, self.folder, self.num_workers = tournament, folder, num_workers
        self.workers: list[Worker] = []
        self.cold: set[int] = set()
        self.hangs: dict[int, list[Hang]] = {}
        self.done = 0

    def play(self, chunks: list[int], progress: Progress) -> None:
        """Play chunks; report now and then how many are done."""
        self.todo = deque(chunks)
        try:
            while self.done < len(chunks):
                self._hire()
                self._hand_out()
                for worker in wait([worker.pipe for worker in self.workers], TICK):
                    self._hear(next(one for one in self.workers if one.pipe is worker))
                for worker in [one for one in self.workers if one.overdue()]:
                    seconds = worker.memory[SECONDS] + GRACE
                    self._replace(worker, f"hung: no answer within {seconds:g} s, its process was ended")
                running = sum(worker.memory[SHARE] for worker in self.workers if worker.chunk is not None)
                progress(self.done + running)
        finally:
            for worker in self.workers:
                worker.end()

    def _hire(self) -> None:
        """Start one worker; when it has warmed the cache, start the others."""
        if self.workers and not self.workers[0].is_ready:
            return
        wanted = self.num_workers if self.workers else 1
        while len(self.workers) < wanted:
            self.workers.append(Worker(self.tournament, self.folder, self.cold))

    def _hand_out(self) -> None:
        for worker in self.workers:
            if self.todo and worker.is_ready and worker.chunk is None:
                chunk = self.todo.popleft()
                worker.send(chunk, chunk_of(self.tournament, chunk), tuple(self.hangs.get(chunk, ())))

    def _hear(self, worker: Worker) -> None:
        """Read a worker's message."""
        try:
            message = worker.pipe.recv()
        except (EOFError, ConnectionError):
            worker.process.join()
            self._replace(worker, f"its process died with exit code {worker.process.exitcode}")
            return
        if message == "ready":
            worker.is_ready = True
        elif message == "done":
            worker.chunk = None
            self.done += 1
        else:
            raise RuntimeError(f"a worker of the arena failed:\n{message}")

    def _replace(self, worker: Worker, reason: str) -> None:
        """End a worker, note which question it died of, and put its chunk back."""
        hang = worker.hang(reason)
        worker.end()
        self.workers.remove(worker)
        if hang is None:
            raise RuntimeError(f"a worker of the arena stopped between questions: {reason}")
        if worker.chunk is None:
            self.cold.add(hang.agent)
        else:
            self.hangs.setdefault(worker.chunk, []).append(hang)
            self.todo.appendleft(worker.chunk)


def play_here(tournament: Tournament, folder: Path, chunks: list[int], progress: Progress) -> None:
    """Play chunks in this process: quick to start and easy to debug, but nothing ends an agent that hangs."""
    warm_up(tournament, set(), Heartbeat())
    for done, chunk in enumerate(chunks, 1):
        arrays = play_chunk(tournament, chunk_of(tournament, chunk), chunk)
        write_chunk(folder, chunk, arrays)
        progress(done)
