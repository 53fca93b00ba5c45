"""How fast the engine is: `python -m kingsburg_env.bench`, with `--json` for one object.

Rates are decisions per second of random legal play on one core, by CPU time, so that a busy machine counts less.
Every figure is the median of several rounds.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from kingsburg_env import Buffers, Rules, clone, new_games, reset, rollout_batch, sample_legal, step_batch
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.engine.state import STATE

NUM_GAMES = 1024
STEPS = 100
ROUNDS = 9
# Far enough into the games for a mix of all phases.
WARM_UP = 150


def batched_per_s(rules: Rules) -> float:
    """Measure step + mask + observation of 1024 games, with actions coming from numpy."""
    rng = np.random.default_rng(0)
    games, buffers = new_games(NUM_GAMES, rules), Buffers(NUM_GAMES)
    reset(games, 0, buffers=buffers)
    for _ in range(WARM_UP):
        step_batch(games, sample_legal(buffers.mask, rng), buffers, auto_reset=True)

    def run() -> float:
        spent = 0.0
        for _ in range(STEPS):
            actions = sample_legal(buffers.mask, rng)
            start = time.thread_time()
            step_batch(games, actions, buffers, auto_reset=True)
            spent += time.thread_time() - start
        return STEPS * NUM_GAMES / spent

    return median(run() for _ in range(ROUNDS))


def rollout_per_s() -> float:
    """Measure random play inside the engine, without observations."""
    games = new_games(NUM_GAMES)

    def run(seed: int) -> float:
        played = clone(games)
        start = time.thread_time()
        decisions = rollout_batch(played, seed).sum()
        return decisions / (time.thread_time() - start)

    return median(run(seed) for seed in range(ROUNDS))


def two_threads_ratio() -> float:
    """Measure how much more two threads play than one in the same time, each over a slice of its own."""
    games = new_games(NUM_GAMES)

    def play(num_threads: int) -> float:
        slices = [clone(part) for part in np.array_split(games, num_threads)]
        threads = [
            threading.Thread(target=lambda part=part: [rollout_batch(clone(part), s) for s in range(4)])
            for part in slices
        ]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.perf_counter() - start

    return median(play(1) / play(2) for _ in range(ROUNDS))


def one_game_us() -> float:
    """Measure one game stepped from Python, in microseconds a step, apart from picking the action."""
    rng = np.random.default_rng(0)
    games, buffers = new_games(1), Buffers(1)
    reset(games, 0, buffers=buffers)
    start_of_play = clone(games)
    actions = []
    while buffers.actor[0] >= 0:
        actions.append(sample_legal(buffers.mask, rng))
        step_batch(games, actions[-1], buffers)

    def run() -> float:
        played = clone(start_of_play)
        start = time.thread_time()
        for action in actions:
            step_batch(played, action, buffers)
        return (time.thread_time() - start) / len(actions) * 1e6

    return median(run() for _ in range(ROUNDS * 5))


def clone_ns() -> float:
    """Measure copying a game, in nanoseconds, in a batch."""
    games = new_games(NUM_GAMES)

    def run() -> float:
        start = time.thread_time()
        for _ in range(20):
            clone(games)
        return (time.thread_time() - start) / 20 / NUM_GAMES * 1e9

    return median(run() for _ in range(ROUNDS))


FIRST_STEP = (
    "import kingsburg_env as k; g = k.new_games(1); b = k.Buffers(1); k.reset(g, 0, buffers=b);"
    "k.step_batch(g, b.mask.argmax(axis=1), b); k.rollout_batch(g)"
)
FIRST_SAMPLE = "import numpy as np; k.sample_legal(np.ones((2, 236), np.int8), np.random.default_rng(0))"


def start_s(cache: str) -> float:
    """Measure a new Python process up to its first step and its first finished game, in seconds."""
    start = time.perf_counter()
    command = [sys.executable, "-c", FIRST_STEP]
    subprocess.run(command, check=True, env=os.environ | {"KINGSBURG_CACHE_DIR": cache}, capture_output=True)  # noqa: S603
    return time.perf_counter() - start


def fill_cache() -> None:
    """Compile in another process: code runs up to 15 % slower in the process that has just compiled it."""
    subprocess.run([sys.executable, "-c", f"{FIRST_STEP};{FIRST_SAMPLE}"], check=True)  # noqa: S603


def measure(tell: Callable[[str], None]) -> dict[str, float]:
    """Measure everything, telling what is being measured."""
    figures: dict[str, float] = {}
    tell("cold and warm start")
    with tempfile.TemporaryDirectory() as cache:
        figures["cold_compile_s"] = start_s(cache)
        figures["warm_start_s"] = median(start_s(cache) for _ in range(3))
    fill_cache()
    tell("batched, base game")
    figures["batched_per_s"] = batched_per_s(Rules(num_players=4))
    tell("batched, all modules")
    figures["batched_all_modules_per_s"] = batched_per_s(Rules(num_players=4, modules=MODULES))
    tell("rollouts")
    figures["rollout_per_s"] = rollout_per_s()
    tell("two threads")
    figures["two_threads_ratio"] = two_threads_ratio()
    tell("one game")
    figures["one_game_us"] = one_game_us()
    figures["clone_ns"] = clone_ns()
    figures["bytes_per_game"] = STATE.itemsize
    return figures


LINES = {
    "batched_per_s": "decisions/s, one core, 1024 games, step + mask + observation, 4 players, base game",
    "batched_all_modules_per_s": "the same with all modules",
    "rollout_per_s": "decisions/s, one core, random play inside the engine",
    "two_threads_ratio": "times as much with two threads",
    "one_game_us": "µs a step for one game stepped from Python",
    "cold_compile_s": "s from a new process to the first finished game, nothing compiled yet",
    "warm_start_s": "s the same, compiled before",
    "bytes_per_game": "bytes a game",
    "clone_ns": "ns to copy a game",
}


def main() -> None:
    """Print the figures, as lines or as one JSON object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    wants_json = parser.parse_args().json
    figures = measure(lambda what: print(f"measuring: {what} …", file=sys.stderr, flush=True))
    if wants_json:
        print(json.dumps(figures))
        return
    for name, meaning in LINES.items():
        print(f"{figures[name]:>14,.2f}  {meaning}")


if __name__ == "__main__":
    main()
