"""The fast learner: masked PPO by self-play on batches of games, learning from every seat it plays.

    python -m kingsburg_training.selfplay --config champion/1

Each thread plays its own games and works out the gradients of its own decisions; the network is shared.
One thread for each core, each with one thread of torch, does not slow down when others use the machine:
torch's own threads wait for each other in every layer.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from kingsburg_env.extras import needed
from kingsburg_env.writing import open_whole

with needed("train", __name__):
    import torch
    from torch import Tensor, nn

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents import make
from kingsburg_env.rewards import REWARD_CODES, reward_code
from kingsburg_training import evaluation, options
from kingsburg_training.collect import Collector
from kingsburg_training.export import Likeliest, read_npz, write_npz
from kingsburg_training.league import SNAPSHOTS, League, league_shares
from kingsburg_training.network import PolicyValue, widths_from
from kingsburg_training.options import setting
from kingsburg_training.rulesets import rules_from, shares_from, spread
from kingsburg_training.run import Run
from kingsburg_training.sparse import PolicyLoss

CHECKPOINT = "checkpoint.pt"
# Means over the decisions learned from, logged every round.
FIGURES: tuple[str, ...] = ("entropy", "approx_kl", "clip_fraction", "value_loss")
SMOKE: dict[str, Any] = {
    "run": "runs/smoke",
    "total_decisions": 6_000,
    "n_envs": 64,
    "n_steps": 16,
    "batch_size": 512,
    "net_arch": "32x32",
    "rulesets": "4:0.5 2:0.3 3+rows+governors+army:0.2",
    "eval_freq": 3,
    "eval_blocks": 4,
    "checkpoint_every": 2,
    "snapshot_every": 2,
}


@dataclass
class Settings:
    """The settings of a run; `kingsburg train selfplay --help` shows them."""

    run: str = setting("runs/selfplay", "folder of the run", group="run")
    seed: int = setting(0, "random seed", 0, 2**31, is_fixed=True)
    total_decisions: int = setting(50_000_000, "decisions to play in all, the opponents' too", 1)
    threads: int = setting(2, "threads, one for each core", 1, 64, is_fixed=True)
    checkpoint_every: int = setting(20, "rounds between two checkpoints", 1)
    n_envs: int = setting(2048, "games played side by side", 1, 1 << 20, is_fixed=True, group="games")
    n_steps: int = setting(64, "decisions in each game between two rounds of learning", 2, 4096)
    duplicates: int = setting(
        1, "games of the same deal; the mean of the others is each one's luck baseline", 1, 64, is_fixed=True
    )
    rulesets: str = setting(
        "4:0.4 2:0.15 3:0.1 5:0.1 4+rows+governors+army:0.1 4+rows:0.03 4+governors:0.03 4+army:0.03 "
        "2+rows+governors+army:0.03 3+rows+governors+army:0.03",
        "games with their shares: players, then +rows, +governors, +army, +first, +group, +optional",
        is_fixed=True,
    )
    reward: str = setting("win", "reward to learn for: " + ", ".join(REWARD_CODES))
    net_arch: str = setting("256x256", "widths of the hidden layers", is_fixed=True, group="PPO")
    start: str = setting(
        "", "weights to begin with, an .npz file with such layers; empty: none", metavar="FILE", is_fixed=True
    )
    initial_temperature: float = setting(
        1.0, "rescales the starting weights once: their logits are divided by it", 1, 100, is_fixed=True
    )
    keep_certain: float = setting(
        1.0, "share of near-certain actions (probability above 0.98) to learn from, weighted up", 0.01, 1
    )
    n_epochs: int = setting(1, "passes over the decisions of a round", 1, 100)
    batch_size: int = setting(2048, "decisions of a gradient step", 1)
    learning_rate: float = setting(5e-4, "learning rate at the start", 0, 1)
    final_learning_rate: float = setting(5e-5, "learning rate at the end", 0, 1)
    clip_range: float = setting(0.2, "PPO clip range of the probability ratio", 0, 10)
    gae_lambda: float = setting(0.95, "lambda of GAE, at decisions that are not near-certain", 0, 1)
    ent_coef: float = setting(0.01, "entropy coefficient at the start", 0, 10)
    final_ent_coef: float = setting(0.001, "entropy coefficient at the end", 0, 10)
    vf_coef: float = setting(0.5, "value-loss coefficient", 0, 100)
    max_grad_norm: float = setting(0.5, "gradients are clipped to this norm", 0, 1e9)
    league_share: float = setting(
        0.2, "share of games with opponents in them", 0, 1, is_fixed=True, group="opponents"
    )
    league_agents: str = setting(
        SNAPSHOTS, "opponents with their shares, like adaptive:0.9 snapshots:0.1; snapshots: past versions"
    )
    league_snapshots: int = setting(3, "past versions in the league at a time", 1, 64, is_fixed=True)
    snapshot_every: int = setting(40, "rounds between two snapshots", 1)
    eval_freq: int = setting(40, "rounds between two evaluations", 1, group="evaluation")
    eval_agents: str = setting("random", "opponents of the evaluation, by name")
    eval_rulesets: str = setting("4", "games of the evaluation")
    eval_blocks: int = setting(100, "deals of an evaluation; each is played from every seat", 1, 1 << 20)

    def __post_init__(self) -> None:
        """Refuse what cannot work, before any work is done."""
        options.check_ranges(self)
        widths_from(self.net_arch)
        shares = shares_from(self.rulesets)
        if self.batch_size < self.threads:
            raise ValueError(f"batch_size={self.batch_size}: must be at least threads={self.threads}")
        least = self.threads * len(shares) * self.duplicates
        if self.n_envs < least:
            raise ValueError(
                f"n_envs={self.n_envs}: must be at least threads x rulesets x duplicates = {least}"
            )
        for ruleset in self.eval_rulesets.split():
            rules_from(ruleset)
        reward_code(self.reward)
        if self.start and not self.has_begun:
            check_start(self.start, self.net_arch)
        if self.initial_temperature > 1 and not self.start:
            raise ValueError(
                f"initial_temperature={self.initial_temperature}: rescales starting weights: add --start FILE"
            )
        for name in self.eval_agents.split():
            make(name)
        if self.league_share and not league_shares(self.league_agents):
            raise ValueError(f"league_share={self.league_share}: must be 0 without league_agents")

    @property
    def has_begun(self) -> bool:
        """Whether the run has a checkpoint: from then on it needs no start any more."""
        return (Path(self.run) / CHECKPOINT).exists()


def check_start(start: str, net_arch: str) -> None:
    """Refuse weights that are not there or have other layers."""
    widths = [layer.out_features for layer in read_npz(Path(start)).hidden]
    if widths != widths_from(net_arch):
        raise ValueError(
            f"start={start!r}: has layers {'x'.join(map(str, widths))}, net_arch says {net_arch}"
        )


class Learner:
    """Network, optimiser, games and league; everything a checkpoint keeps."""

    shown = "entropy"

    def __init__(self, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        self.settings = settings
        self.folder = Path(settings.run)
        self.network = PolicyValue(widths_from(settings.net_arch))
        if settings.start and not settings.has_begun:
            self.network.load_state_dict(read_npz(Path(settings.start)).state_dict())
            self.network.divide_logits(settings.initial_temperature)
        self.parameters = list(self.network.parameters())
        self.optimiser = torch.optim.Adam(self.parameters, lr=settings.learning_rate, eps=1e-5, fused=True)
        self.rng = np.random.default_rng(settings.seed)
        deals = settings.n_envs // settings.threads // settings.duplicates
        rulesets = spread(shares_from(settings.rulesets), deals)
        self.collectors: Sequence[Collector] = [
            Collector(
                rulesets,
                settings.n_steps,
                settings.league_share,
                [settings.seed, thread],
                settings.duplicates,
            )
            for thread in range(settings.threads)
        ]
        self.league = League(
            self.folder / "snapshots",
            settings.league_agents,
            settings.league_snapshots,
            self.network,
        )
        self.round = 0
        self.decisions = 0
        self.pool = ThreadPoolExecutor(settings.threads, initializer=torch.set_num_threads, initargs=(1,))

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1."""
        return min(1.0, self.decisions / self.settings.total_decisions)

    def annealed(self, first: float, last: float) -> float:
        """Go from the first to the last value over the run."""
        return first + (last - first) * self.progress

    def play_round(self) -> dict[str, float]:
        """Play all games on and learn from what happened."""
        started = time.perf_counter()
        try:
            self._collect()
            collected = time.perf_counter()
            figures = self.learn()
        except KeyboardInterrupt:
            # the threads still play; what is saved must not change meanwhile
            self.pool.shutdown(cancel_futures=True)
            raise
        self.round += 1
        self.decisions += sum(collector.action.size for collector in self.collectors)
        return figures | {
            "share_of_time_playing": (collected - started) / (time.perf_counter() - started),
            "games_ended": sum(int(collector.terminal.sum()) for collector in self.collectors),
        }

    def _collect(self) -> None:
        """Play in every thread, against the league of the moment."""
        settings = self.settings
        if self.round % settings.snapshot_every == 0:
            self.league.add(self.network, f"{self.round:06d}", self.rng)
        league = self.league.opponents if settings.league_share else []

        def collect(collector: Collector) -> None:
            collector.collect(self.network, league, settings.reward, settings.gae_lambda)

        list(self.pool.map(collect, self.collectors))

    def learn(self) -> dict[str, float]:
        """Go over the decisions of this round, a minibatch from every thread at a time."""
        settings = self.settings
        for group in self.optimiser.param_groups:
            group["lr"] = self.annealed(settings.learning_rate, settings.final_learning_rate)
        ent_coef = self.annealed(settings.ent_coef, settings.final_ent_coef)
        normalise(self.collectors)
        for collector in self.collectors:
            collector.subsample_near_certain(settings.keep_certain)
        sums = dict.fromkeys(("decisions", *FIGURES), 0.0)
        for _ in range(settings.n_epochs):
            for parts in zip(*map(self._parts, self.collectors), strict=True):
                # a short round may leave nothing to learn from
                if any(map(len, parts)):
                    for name, figure in self._learn_from(parts, ent_coef).items():
                        sums[name] += figure
        count = sums.pop("decisions") or 1
        return {name: figure / count for name, figure in sums.items()} | {"ent_coef": ent_coef}

    def _learn_from(self, parts: Sequence[NDArray[np.int64]], ent_coef: float) -> dict[str, float]:
        """Learn from one minibatch, made of a part from every thread."""
        total, settings = sum(map(len, parts)), self.settings

        def gradients(
            collector: Collector, rows: NDArray[np.int64]
        ) -> tuple[tuple[Tensor, ...], dict[str, float]]:
            batch = batch_of(collector, rows)
            loss, figures = loss_of(self.network, batch, settings.clip_range, ent_coef, settings.vf_coef)
            return torch.autograd.grad(loss / total, self.parameters), figures

        done = list(self.pool.map(gradients, self.collectors, parts))
        self._step([gradient for gradient, _ in done])
        return {name: sum(figures[name] for _, figures in done) for name in done[0][1]} | {"decisions": total}

    def _parts(self, collector: Collector) -> list[NDArray[np.int64]]:
        """Split a thread's decisions into its parts of the minibatches, as many as every other thread."""
        usable = sum(len(each.usable) for each in self.collectors)
        number = max(1, round(usable / self.settings.batch_size))
        return np.array_split(collector.rng.permutation(collector.usable), number)

    def _step(self, gradients: Sequence[tuple[Tensor, ...]]) -> None:
        """Add up the threads' gradients and go one step."""
        for parameter, parts in zip(self.parameters, zip(*gradients, strict=True), strict=True):
            # the fused optimiser goes through memory and expects a gradient to lie as its parameter does
            parameter.grad = torch.empty_like(parameter.detach()).copy_(reduce(torch.add, parts))
        nn.utils.clip_grad_norm_(self.parameters, self.settings.max_grad_norm)
        self.optimiser.step()

    def evaluate(self) -> dict[str, float]:
        """Play duplicate games, the likeliest answer always, against every opponent in every game asked for."""
        settings, agent, figures = self.settings, Likeliest(self.network), {}
        for ruleset in settings.eval_rulesets.split():
            figures |= evaluation.win_shares(
                agent, settings.eval_agents.split(), ruleset, settings.eval_blocks
            )
        return figures

    def save(self) -> None:
        """Write checkpoint and weights; a kill in the middle leaves the old ones."""
        state = {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "rng": self.rng.bit_generator.state,
            "collectors": [collector.state() for collector in self.collectors],
            "league": self.league.drawn,
            "round": self.round,
            "decisions": self.decisions,
        }
        with open_whole(self.folder / CHECKPOINT) as file:
            torch.save(state, file)
        about = {
            "run": self.folder.name,
            "decisions": self.decisions,
            "value": self.settings.reward,
            "settings": asdict(self.settings),
        }
        write_npz(self.network, self.folder / "latest.npz", about)

    def load(self) -> None:
        """Go on from the checkpoint."""
        state = torch.load(self.folder / CHECKPOINT, weights_only=True)
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self._lay_out_moments()
        self.rng.bit_generator.state = state["rng"]
        for collector, kept in zip(self.collectors, state["collectors"], strict=True):
            collector.restore(kept)
        self.league.seat(state["league"])
        self.round, self.decisions = state["round"], state["decisions"]

    def _lay_out_moments(self) -> None:
        """Let what the optimiser remembers lie in memory as its parameters do: it does not look."""
        for parameter, kept in self.optimiser.state.items():
            for name, moment in kept.items():
                if moment.shape == parameter.shape:
                    kept[name] = torch.empty_like(parameter.detach()).copy_(moment)


def normalise(collectors: Sequence[Collector]) -> None:
    """Give the advantages in games of each number of players mean 0 and spread 1.

    With two players more is won or lost by a decision than with five; together, the small games would drown out the large ones.
    """
    sizes = [collector.games["num_players"] for collector in collectors]
    for size in np.unique(np.concatenate(sizes)):
        columns = [np.flatnonzero(of_game == size) for of_game in sizes]
        known = [
            collector.advantage.ravel()[collector.usable[np.isin(collector.usable % len(of_game), column)]]
            for collector, of_game, column in zip(collectors, sizes, columns, strict=True)
        ]
        every = np.concatenate(known)
        if len(every):
            for collector, column in zip(collectors, columns, strict=True):
                centred = collector.advantage[:, column] - every.mean()
                collector.advantage[:, column] = centred / (every.std() + 1e-8)


@dataclass(frozen=True)
class Batch:
    """Decisions to learn from."""

    inputs: Tensor
    mask: Tensor
    action: Tensor
    log_prob: Tensor
    advantage: Tensor
    returns: Tensor


def batch_of(collector: Collector, rows: NDArray[np.int64]) -> Batch:
    """Gather decisions by their numbers."""

    def pick(array: NDArray[Any], rows: NDArray[np.int64] = rows) -> Tensor:
        # torch lets the other threads run meanwhile, numpy would not
        return torch.from_numpy(array).flatten(0, 1)[torch.from_numpy(rows)]

    return Batch(
        pick(collector.inputs, collector.rows_of_inputs(rows)),
        pick(collector.mask),
        pick(collector.action),
        pick(collector.log_prob),
        pick(collector.advantage),
        pick(collector.returns),
    )


def loss_of(
    network: PolicyValue, batch: Batch, clip_range: float, ent_coef: float, vf_coef: float
) -> tuple[Tensor, dict[str, float]]:
    """Compute PPO's clipped loss over legal actions, with entropy bonus and value loss; sums, not means."""
    hidden, sums = network.run_trunk(batch.inputs), np.zeros(3)
    decided = (batch.mask, batch.action, batch.log_prob, batch.advantage, clip_range, ent_coef, sums)
    loss = PolicyLoss.apply(hidden, network.policy.weight, network.policy.bias, *decided)
    value_loss = (network.value(hidden)[:, 0] - batch.returns).square().sum()
    figures = dict(zip(FIGURES, (*map(float, sums), float(value_loss.detach())), strict=True))
    return loss + vf_coef * value_loss, figures


def train(settings: Settings, *, resume: bool = False) -> Learner:
    """Run the experiment; Ctrl-C saves.

    Args:
        settings: the settings; `run` is the folder.
        resume: go on from the checkpoint in that folder.

    Returns:
        The learner, with its network.
    """
    torch.set_num_threads(1)
    run = Run(settings, CHECKPOINT, resume=resume)
    learner = Learner(settings)
    try:
        run.learn(learner)
    finally:
        learner.pool.shutdown()
    return learner


def main(arguments: Sequence[str] | None = None, program: str | None = None) -> None:
    """Read the command line, of a program of this name, and run."""
    settings, given = options.read(Settings, "Learn by self-play.", arguments, SMOKE, program=program)
    train(settings, resume=given.resume)


if __name__ == "__main__":
    options.start(main)
