"""The same environment on Ray RLlib: masked PPO, one network for all seats, on this machine or on a cluster.

    python -m kingsburg_training.rllib --run runs/rllib
    python -m kingsburg_training.rllib --run runs/rllib --address auto --workers 32

It needs the extra `ray`, on a cluster on every machine.
"""

# The extra `ray` need not be installed where types are checked.
# pyright: reportMissingImports=false

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kingsburg_env.extras import needed
from kingsburg_env.writing import write_text

with needed("ray", __name__):
    import ray
    from ray.rllib.algorithms.algorithm import Algorithm
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env
    from torch import nn


from kingsburg_agents import make
from kingsburg_agents.neural import Neural
from kingsburg_arena.cluster import join
from kingsburg_env.envs.adapters import aec_for_rllib
from kingsburg_env.rewards import REWARD_CODES, reward_code
from kingsburg_training import evaluation, options
from kingsburg_training.export import write_layers
from kingsburg_training.network import widths_from
from kingsburg_training.options import setting
from kingsburg_training.rulesets import rules_from
from kingsburg_training.run import Run

ENVIRONMENT, POLICY = "kingsburg", "everybody"
# Which checkpoint is whole and how far it is; the other one may be half written.
ROUND = "round.json"
CHECKPOINTS = ("checkpoint-0", "checkpoint-1")
SMOKE: dict[str, Any] = {
    "run": "runs/rllib-smoke",
    "ruleset": "2",
    "rounds": 2,
    "train_batch_size": 256,
    "batch_size": 64,
    "n_epochs": 1,
    "net_arch": "16",
    "workers": 2,
    "eval_blocks": 2,
    "checkpoint_every": 1,
}


@dataclass
class Settings:
    """The settings of a run."""

    run: str = setting("runs/rllib", "folder of the run")
    seed: int = setting(0, "where all the luck comes from", 0, 2**31, is_fixed=True)
    address: str = setting("", "address of a Ray cluster, or auto; empty: this machine alone")
    workers: int = setting(2, "processes that play", 1, 10_000)
    envs_per_worker: int = setting(4, "games each of them plays side by side", 1, 1024)
    rounds: int = setting(200, "rounds of playing and learning", 1)
    train_batch_size: int = setting(8192, "decisions of a round, of all seats together", 1)
    ruleset: str = setting(
        "4", "which game: players, then +rows, +governors, +army, +first, +group, +optional"
    )
    net_arch: str = setting("256x256", "widths of the hidden layers", is_fixed=True)
    n_epochs: int = setting(3, "how often each decision is learned from", 1, 100)
    batch_size: int = setting(1024, "decisions to one step of the optimiser", 1)
    learning_rate: float = setting(5e-4, "size of a step", 0, 1, is_fixed=True)
    gae_lambda: float = setting(0.95, "lambda of GAE: how far a decision's credit looks ahead", 0, 1)
    ent_coef: float = setting(0.005, "weight of keeping an open mind", 0, 10)
    reward: str = setting("win", "what is learned for: " + ", ".join(REWARD_CODES))
    eval_freq: int = setting(20, "rounds between two evaluations", 1)
    eval_agents: str = setting("random", "opponents to be measured against, by name")
    eval_blocks: int = setting(50, "seeds of an evaluation; each is played from every seat", 1, 1 << 20)
    checkpoint_every: int = setting(10, "rounds between two checkpoints", 1)

    def __post_init__(self) -> None:
        """Refuse what cannot work, before any work is done."""
        options.check_ranges(self)
        widths_from(self.net_arch)
        rules_from(self.ruleset)
        reward_code(self.reward)
        if self.batch_size > self.train_batch_size:
            raise ValueError(
                f"batch_size={self.batch_size}: must be at most train_batch_size={self.train_batch_size}"
            )
        for name in self.eval_agents.split():
            make(name)


def environment(config: dict[str, Any]) -> PettingZooEnv:
    """Make the environment as RLlib plays it: all seats, masks in the observations."""
    return PettingZooEnv(aec_for_rllib(**config))


def policy_of(agent: Any, *_: Any, **__: Any) -> str:  # noqa: ARG001 - RLlib's form
    """Let all seats play by the same policy."""
    return POLICY


def plan(settings: Settings) -> PPOConfig:
    """Write the settings as RLlib wants them."""
    register_env(ENVIRONMENT, environment)
    model = {
        "fcnet_hiddens": widths_from(settings.net_arch),
        "fcnet_activation": "relu",
        "head_fcnet_hiddens": [],
        "vf_share_layers": False,
    }
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=model)
    return (
        PPOConfig()
        .environment(
            ENVIRONMENT, env_config={**asdict(rules_from(settings.ruleset)), "reward": settings.reward}
        )
        .env_runners(num_env_runners=settings.workers, num_envs_per_env_runner=settings.envs_per_worker)
        .multi_agent(policies={POLICY}, policy_mapping_fn=policy_of)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
        .training(
            gamma=1.0,
            lambda_=settings.gae_lambda,
            lr=settings.learning_rate,
            entropy_coeff=settings.ent_coef,
            num_epochs=settings.n_epochs,
            minibatch_size=settings.batch_size,
            train_batch_size_per_learner=settings.train_batch_size,
        )
        .debugging(seed=settings.seed, log_level="ERROR")
    )


def policy_layers(algorithm: Algorithm) -> list[nn.Linear]:
    """List the layers from observation to logits."""
    module: Any = algorithm.get_module(POLICY)
    parts = [*module.encoder.actor_encoder.modules(), *module.pi.modules()]
    return [part for part in parts if isinstance(part, nn.Linear)]


class Learner:
    """RLlib's algorithm, how far it is, and its folder."""

    shown = ""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.folder = Path(settings.run).resolve()
        self.algorithm = plan(settings).build_algo()
        self.round = self.decisions = 0
        self.kept = CHECKPOINTS[0]

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1."""
        return min(1.0, self.round / self.settings.rounds)

    def play_round(self) -> dict[str, float]:
        """Play and learn."""
        result = self.algorithm.train()
        self.round += 1
        self.decisions += int(result["env_runners"]["num_env_steps_sampled"])
        return {}

    def evaluate(self) -> dict[str, float]:
        """Play the weights against every opponent asked for."""
        settings = self.settings
        self.write_weights()
        agent = Neural(self.folder / "latest.npz")
        opponents = settings.eval_agents.split()
        return evaluation.win_shares(agent, opponents, settings.ruleset, settings.eval_blocks)

    def write_weights(self) -> None:
        """Write the policy's weights as `neural` reads them."""
        about = {"run": self.folder.name, "decisions": self.decisions}
        write_layers(self.folder / "latest.npz", policy_layers(self.algorithm), [], about)

    def save(self) -> None:
        """Write a checkpoint beside the last one, then say that it is whole."""
        name = next(name for name in CHECKPOINTS if name != self.kept)
        self.algorithm.save_to_path(self.folder / name)
        text = json.dumps({"checkpoint": name, "round": self.round, "decisions": self.decisions})
        write_text(self.folder / ROUND, text)
        self.kept = name
        self.write_weights()

    def load(self) -> None:
        """Go on from the last whole checkpoint."""
        kept = json.loads((self.folder / ROUND).read_text(encoding="utf-8"))
        self.kept = kept["checkpoint"]
        self.algorithm.restore_from_path(self.folder / self.kept)
        self.round, self.decisions = kept["round"], kept["decisions"]


def start_ray(settings: Settings) -> None:
    """Join the cluster at an address, or start Ray on this machine."""
    if settings.address:
        join(settings.address)
    elif not ray.is_initialized():
        # without an address Ray would join whatever it finds on this machine
        ray.init(
            address="local",
            num_cpus=settings.workers + 1,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )


def train(settings: Settings, *, resume: bool = False) -> Learner:
    """Run the experiment; Ctrl-C saves.

    Args:
        settings: the settings; `run` is the folder.
        resume: go on from the checkpoint in that folder.

    Returns:
        The learner, with RLlib's algorithm.
    """
    run = Run(settings, ROUND, resume=resume)
    start_ray(settings)
    learner = Learner(settings)
    run.learn(learner)
    learner.algorithm.stop()
    return learner


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and run."""
    settings, given = options.read(Settings, "Learn with Ray RLlib.", arguments, SMOKE)
    train(settings, resume=given.resume)


if __name__ == "__main__":
    options.start(main)
