"""What our games cost a learner: `python -m benchmarks.learner`, `MaskablePPO` on them and on an environment that costs nothing.

Both learn in turn, round by round, so that noise meets both alike; the medians and their ratio are printed.
"""

import argparse
import json
import time
from statistics import median
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from kingsburg_env.sb3 import KingsburgSB3VecEnv

NUM_GAMES, STEPS, BATCH = 256, 32, 2048
ROUNDS = 5


class Free(KingsburgSB3VecEnv):
    """The same spaces, arrays and masks, but a step does nothing: every game stands at its first question for ever."""

    def step_async(self, actions: NDArray[Any]) -> None:
        """Forget the actions."""

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Hand out what is always the same, copied as the real one is."""
        batch = self._seat
        nothing = np.zeros(self.num_envs, np.float32)
        return (
            batch.observation.copy(),
            nothing,
            nothing.astype(np.bool_),
            [{} for _ in range(self.num_envs)],
        )


def learn(model: MaskablePPO) -> float:
    """Learn for one round; return decisions per second of CPU time."""
    started = time.process_time()
    model.learn(NUM_GAMES * STEPS, reset_num_timesteps=False)
    return NUM_GAMES * STEPS / (time.process_time() - started)


def measure(rounds: int) -> dict[str, float]:
    """Let the learner learn on both, in turn."""
    torch.set_num_threads(1)
    ours, free = (
        MaskablePPO("MlpPolicy", env(num_envs=NUM_GAMES), n_steps=STEPS, batch_size=BATCH, seed=0)
        for env in (KingsburgSB3VecEnv, Free)
    )
    # The first round compiles and allocates.
    pairs = [(learn(ours), learn(free)) for _ in range(rounds + 1)][1:]
    return {
        "ours_per_s": median(rate for rate, _ in pairs),
        "free_per_s": median(rate for _, rate in pairs),
        "ratio": median(rate / other for rate, other in pairs),
    }


def main() -> None:
    """Print the figures, as lines or as one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of learning on each")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    if given.rounds < 1:
        parser.error(f"--rounds {given.rounds}: must be at least 1")
    figures = measure(given.rounds)
    if given.json:
        print(json.dumps(figures))
        return
    print(f"MaskablePPO, MlpPolicy, {NUM_GAMES} games, one thread, decisions/s learned from by CPU time:")
    print(f"{figures['ours_per_s']:>10,.0f}  on Kingsburg, three random opponents")
    print(f"{figures['free_per_s']:>10,.0f}  on an environment that costs nothing")
    print(f"{figures['ratio']:>10.0%}  of it")


if __name__ == "__main__":
    main()
