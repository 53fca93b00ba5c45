"""A first useful agent by a library: sb3-contrib's MaskablePPO, one seat learning against a pool of opponents.

    python -m kingsburg_training.maskable_ppo --run runs/ppo

The pool holds agents by name, past versions of the learner and its latest weights; each seat's opponent is drawn for every game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingsburg_env.extras import needed
from kingsburg_env.writing import open_whole

with needed("train", __name__):
    import torch
    from sb3_contrib import MaskablePPO
    from torch import nn

import numpy as np

from kingsburg_agents import Opponent, make
from kingsburg_agents.neural import Neural
from kingsburg_env.envs.sb3 import KingsburgSB3VecEnv
from kingsburg_env.rewards import REWARD_CODES, reward_code
from kingsburg_training import evaluation, options
from kingsburg_training.export import write_layers
from kingsburg_training.network import widths_from
from kingsburg_training.options import setting
from kingsburg_training.rulesets import rules_from
from kingsburg_training.run import Run

CHECKPOINT = "checkpoint.zip"
LOSSES = "train/"
SMOKE: dict[str, Any] = {
    "run": "runs/ppo-smoke",
    "total_timesteps": 4_096,
    "n_envs": 32,
    "n_steps": 32,
    "batch_size": 512,
    "n_epochs": 1,
    "net_arch": "32x32",
    "agents": "random",
    "snapshot_every": 1,
    "eval_freq": 2,
    "checkpoint_every": 2,
    "eval_blocks": 4,
}


@dataclass
class Settings:
    """The settings of a run."""

    run: str = setting("runs/ppo", "folder of the run")
    seed: int = setting(0, "where all the luck comes from", 0, 2**31, is_fixed=True)
    total_timesteps: int = setting(5_000_000, "how many decisions of the learner to play", 1)
    ruleset: str = setting(
        "4", "which game: players, then +rows, +governors, +army, +first, +group, +optional", is_fixed=True
    )
    n_envs: int = setting(512, "games played side by side", 1, 1 << 16, is_fixed=True)
    n_steps: int = setting(
        32, "the learner's decisions in each game between two rounds of learning", 2, 4096, is_fixed=True
    )
    threads: int = setting(1, "threads of torch; more than one is slow on a machine that others use", 1, 64)
    net_arch: str = setting("256x256", "widths of the hidden layers", is_fixed=True)
    n_epochs: int = setting(3, "how often each decision is learned from", 1, 100, is_fixed=True)
    batch_size: int = setting(2048, "decisions to one step of the optimiser", 2, is_fixed=True)
    learning_rate: float = setting(5e-4, "size of a step", 0, 1, is_fixed=True)
    gae_lambda: float = setting(
        0.95, "lambda of GAE: how far a decision's credit looks ahead", 0, 1, is_fixed=True
    )
    ent_coef: float = setting(0.005, "weight of keeping an open mind", 0, 10, is_fixed=True)
    reward: str = setting("win", "what is learned for: " + ", ".join(REWARD_CODES))
    agents: str = setting("random greedy", "opponents always in the pool, by name")
    snapshots: int = setting(2, "past versions in the pool at a time, beside the latest weights", 0, 64)
    snapshot_every: int = setting(10, "rounds between two snapshots", 1)
    eval_freq: int = setting(20, "rounds between two evaluations", 1)
    eval_agents: str = setting("random greedy", "opponents to be measured against, by name")
    eval_blocks: int = setting(100, "seeds of an evaluation; each is played from every seat", 1, 1 << 20)
    checkpoint_every: int = setting(10, "rounds between two checkpoints", 1)

    def __post_init__(self) -> None:
        """Refuse what cannot work, before any work is done."""
        options.check_ranges(self)
        widths_from(self.net_arch)
        rules_from(self.ruleset)
        reward_code(self.reward)
        # sb3-contrib divides by the spread of a minibatch's advantages, and one decision has none
        if self.n_envs * self.n_steps % self.batch_size == 1:
            raise ValueError(
                f"batch_size={self.batch_size}: must not leave one of games x steps = {self.n_envs * self.n_steps} over"
            )
        for name in (*self.agents.split(), *self.eval_agents.split()):
            make(name)


class Learner:
    """The model, its games, and the pool of opponents."""

    shown = "entropy_loss"

    def __init__(self, settings: Settings) -> None:
        torch.set_num_threads(settings.threads)
        self.settings = settings
        self.folder = Path(settings.run)
        self.games, self.changing = environment(settings)
        self.model = new_model(settings, self.games)
        self.round = self.first_round = 0
        self.rng = np.random.default_rng([settings.seed, 0])

    @property
    def decisions(self) -> int:
        """The learner's decisions so far."""
        return self.model.num_timesteps

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1."""
        return min(1.0, self.decisions / self.settings.total_timesteps)

    def play_round(self) -> dict[str, float]:
        """Play and learn; return the model's own figures."""
        self.renew_pool()
        size = self.settings.n_envs * self.settings.n_steps
        self.model.learn(size, reset_num_timesteps=False, log_interval=None)  # type: ignore[arg-type]
        self.round += 1
        logged = self.model.logger.name_to_value
        return {name.removeprefix(LOSSES): logged[name] for name in logged if name.startswith(LOSSES)}

    def renew_pool(self) -> None:
        """Bring the pool up to date."""
        write_weights(self.model, self.folder / "latest.npz")
        is_due = self.round % self.settings.snapshot_every == 0
        if is_due:
            write_weights(self.model, self.folder / "snapshots" / f"{self.round:06d}.npz")
        if is_due or self.round == self.first_round:
            self._draw_snapshots()
        self.changing[0].agent = Neural(self.folder / "latest.npz", "sample")

    def _draw_snapshots(self) -> None:
        """Draw which past versions play; later ones are likelier, and those of a future that was lost do not count."""
        paths = sorted((self.folder / "snapshots").glob("*.npz"))
        known = [path for path in paths if int(path.stem) <= self.round]
        for opponent in self.changing[1:]:
            opponent.agent = Neural(known[int(len(known) * self.rng.random() ** 0.5)], "sample")

    def evaluate(self) -> dict[str, float]:
        """Play duplicate games, always the likeliest action, against every opponent asked for."""
        settings, path = self.settings, self.folder / "latest.npz"
        write_weights(self.model, path)
        opponents = settings.eval_agents.split()
        return evaluation.win_shares(Neural(path), opponents, settings.ruleset, settings.eval_blocks)

    def save(self) -> None:
        """Write checkpoint and weights; a kill in the middle leaves the old ones."""
        with open_whole(self.folder / CHECKPOINT) as file:
            self.model.save(file)  # type: ignore[arg-type] - any file opened for bytes
        write_weights(self.model, self.folder / "latest.npz")

    def load(self) -> None:
        """Go on from the checkpoint, with luck that was not there before."""
        settings = self.settings
        self.model = MaskablePPO.load(self.folder / CHECKPOINT, self.games, device="cpu")
        self.round = self.first_round = self.decisions // (settings.n_envs * settings.n_steps)
        self.rng = np.random.default_rng([settings.seed, self.round])
        luck = np.random.SeedSequence([settings.seed, self.round]).generate_state(1)
        self.model.set_random_seed(int(luck[0]))


def policy_layers(model: MaskablePPO) -> list[nn.Linear]:
    """List the layers from observation to logits."""
    extractor: Any = model.policy.mlp_extractor
    layers = [*extractor.policy_net, model.policy.action_net]
    return [layer for layer in layers if isinstance(layer, nn.Linear)]


def write_weights(model: MaskablePPO, path: Path) -> None:
    """Write the policy's weights as `neural` reads them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_layers(path, policy_layers(model), [], {"decisions": model.num_timesteps})


def environment(settings: Settings) -> tuple[KingsburgSB3VecEnv, list[Opponent]]:
    """Make the games and the pool; returns those opponents too that change from round to round."""
    rules = rules_from(settings.ruleset)
    fixed = [make(name) for name in settings.agents.split()]
    places = [*fixed, *[make("random")] * (1 + settings.snapshots)]
    pool = [Opponent(agent, [settings.seed, number]) for number, agent in enumerate(places)]
    # exactly as many as there are seats would always sit in the same order
    is_one_each = len(pool) == rules.num_players - 1
    games = KingsburgSB3VecEnv(
        settings.n_envs,
        rules.num_players,
        rules.edition,
        rules.modules,
        rules.plus_two,
        rules.optional_effects,
        opponents=pool * 2 if is_one_each else pool,
        reward=settings.reward,
    )
    games.seed(settings.seed)
    return games, pool[len(fixed) :]


def new_model(settings: Settings, games: KingsburgSB3VecEnv) -> MaskablePPO:
    """Make a model that has learned nothing."""
    return MaskablePPO(
        "MlpPolicy",
        games,
        learning_rate=settings.learning_rate,
        n_steps=settings.n_steps,
        batch_size=settings.batch_size,
        n_epochs=settings.n_epochs,
        gamma=1.0,
        gae_lambda=settings.gae_lambda,
        ent_coef=settings.ent_coef,
        policy_kwargs={"net_arch": widths_from(settings.net_arch), "activation_fn": nn.ReLU},
        seed=settings.seed,
        device="cpu",
    )


def train(settings: Settings, *, resume: bool = False) -> MaskablePPO:
    """Run the experiment; Ctrl-C saves.

    Args:
        settings: the settings; `run` is the folder.
        resume: go on from the checkpoint in that folder.

    Returns:
        The trained model.
    """
    run = Run(settings, CHECKPOINT, resume=resume)
    learner = Learner(settings)
    run.learn(learner)
    return learner.model


def main(arguments: Sequence[str] | None = None, program: str | None = None) -> None:
    """Read the command line, of a program of this name, and run."""
    settings, given = options.read(Settings, "Learn with MaskablePPO.", arguments, SMOKE, program=program)
    train(settings, resume=given.resume)


if __name__ == "__main__":
    options.start(main)
