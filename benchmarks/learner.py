"""What our games cost a learner: `python -m benchmarks.learner`.

`MaskablePPO` and our own fast learner, each on Kingsburg and on an environment that costs nothing.
Both environments are learned from in turn, round by round, so that noise meets both alike; the medians and their ratio are printed.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from kingsburg_env.envs.sb3 import KingsburgSB3VecEnv
from kingsburg_training.collect import Collector
from kingsburg_training.league import Seated
from kingsburg_training.network import PolicyValue
from kingsburg_training.rulesets import shares_from, spread
from kingsburg_training.selfplay import Learner, Settings

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


class FreeCollector(Collector):
    """Games of which one round is played and then shown again and again: the network answers, nothing else is done."""

    is_played = False

    def collect(self, network: PolicyValue, league: list[Seated], reward: str, gae_lambda: float) -> None:
        """Play once; afterwards only ask the network the questions of that round."""
        if not self.is_played:
            super().collect(network, league, reward, gae_lambda)
            self.is_played = True
            return
        for t in range(len(self.action)):
            sampled = network.sample(self.inputs[t].copy(), self.mask[t].copy(), self.rng)
            self.action[t], self.log_prob[t], self.value[t] = sampled
        self.estimate_advantages(gae_lambda)


def cpu_seconds(learn: Callable[[], object]) -> float:
    """Learn for one round; return the CPU time of all threads."""
    started = time.process_time()
    learn()
    return time.process_time() - started


def medians(pairs: list[tuple[float, float]]) -> dict[str, float]:
    """Sum up the rates on Kingsburg and on what costs nothing, round by round, without the first: it compiles and allocates."""
    pairs = pairs[1:]
    return {
        "ours_per_s": median(ours for ours, _ in pairs),
        "free_per_s": median(free for _, free in pairs),
        "ratio": median(ours / free for ours, free in pairs),
    }


def measure_maskable_ppo(rounds: int) -> dict[str, float]:
    """Let `MaskablePPO` learn on both, in turn, with one thread."""
    torch.set_num_threads(1)
    models = [
        MaskablePPO("MlpPolicy", env(num_envs=NUM_GAMES), n_steps=STEPS, batch_size=BATCH, seed=0)
        for env in (KingsburgSB3VecEnv, Free)
    ]

    def rate(model: MaskablePPO) -> float:
        decisions = NUM_GAMES * STEPS
        return decisions / cpu_seconds(lambda: model.learn(decisions, reset_num_timesteps=False))

    return medians([(rate(models[0]), rate(models[1])) for _ in range(rounds + 1)])


def measure_selfplay(rounds: int, **settings: Any) -> dict[str, float]:
    """Let the fast learner learn on both, in turn, for all seats of every game."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = Settings(run=folder, league_share=0.0, **settings)
        ours, free = Learner(chosen), Learner(chosen)
        rulesets = spread(shares_from(chosen.rulesets), chosen.n_envs // chosen.threads)
        free.collectors = [
            FreeCollector(rulesets, chosen.n_steps, 0.0, [chosen.seed, thread])
            for thread in range(chosen.threads)
        ]

        def rate(learner: Learner) -> float:
            seconds = cpu_seconds(learner.play_round)
            return sum(len(collector.usable) for collector in learner.collectors) / seconds

        figures = medians([(rate(ours), rate(free)) for _ in range(rounds + 1)])
        for learner in (ours, free):
            learner.pool.shutdown()
    return figures


def main() -> None:
    """Print the figures, as lines or as one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of learning on each")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    if given.rounds < 1:
        parser.error(f"--rounds {given.rounds}: must be at least 1")
    figures = {
        "maskable_ppo": measure_maskable_ppo(given.rounds),
        "selfplay": measure_selfplay(given.rounds),
    }
    if given.json:
        print(json.dumps(figures))
        return
    print("Decisions learned from, per second of CPU time of one core:")
    for name, row in figures.items():
        print(
            f"{name:>12}  {row['ours_per_s']:>9,.0f} on Kingsburg  "
            f"{row['free_per_s']:>9,.0f} on an environment that costs nothing  {row['ratio']:.0%} of it"
        )


if __name__ == "__main__":
    main()
