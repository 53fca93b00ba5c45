"""Behaviour cloning: a network learns from a dataset to answer as the agents in it did.

    python -m kingsburg_training.clone --dataset kingsburg/adaptive-v0 --run runs/clone

The weights are an agent: `neural:runs/clone/latest.npz`.
It needs the extra `data`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from kingsburg_env.extras import needed
from kingsburg_env.writing import open_whole

with needed("data", __name__):
    import minari
    import torch
    from torch import Tensor, nn

    from kingsburg_training import make_dataset

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents import make
from kingsburg_agents.network.features import INPUT_SIZE, inputs_of
from kingsburg_agents.neural import Neural
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_training import evaluation, options
from kingsburg_training.export import write_layers
from kingsburg_training.network import widths_from
from kingsburg_training.options import setting
from kingsburg_training.run import Run

CHECKPOINT = "checkpoint.pt"
SMOKE: dict[str, Any] = {
    "run": "runs/clone-smoke",
    "dataset": make_dataset.SMOKE["dataset"],
    "root": make_dataset.SMOKE["root"],
    "net_arch": "32",
    "n_epochs": 2,
    "eval_blocks": 2,
}


@dataclass
class Settings:
    """The settings of a run."""

    run: str = setting("runs/clone", "folder of the run")
    dataset: str = setting(
        "kingsburg/adaptive-v0", "what to learn from, as make_dataset wrote it", is_fixed=True
    )
    root: str = setting("", "folder of datasets; empty: Minari's own")
    agents: str = setting(
        "", "whose answers to learn, by name; empty: everybody's in the dataset", is_fixed=True
    )
    seed: int = setting(0, "where all the luck comes from", 0, 2**31, is_fixed=True)
    held_out: float = setting(0.1, "share of the episodes that only measure", 0.01, 0.9, is_fixed=True)
    net_arch: str = setting("256x256", "widths of the hidden layers", is_fixed=True)
    n_epochs: int = setting(10, "how often each decision is learned from", 1, 10_000)
    batch_size: int = setting(512, "decisions to one step of the optimiser", 1)
    learning_rate: float = setting(1e-3, "size of a step", 0, 1, is_fixed=True)
    threads: int = setting(1, "threads of torch", 1, 64)
    checkpoint_every: int = setting(1, "epochs between two checkpoints", 1)
    eval_freq: int = setting(10, "epochs between two evaluations", 1, group="evaluation")
    eval_agents: str = setting("random", "opponents to be measured against, by name")
    eval_blocks: int = setting(25, "seeds of an evaluation; each is played from every seat", 1, 1 << 20)

    def __post_init__(self) -> None:
        """Refuse what cannot work, before any work is done."""
        options.check_ranges(self)
        make_dataset.check_name(self.dataset)
        widths_from(self.net_arch)
        for name in self.eval_agents.split():
            make(name)


@dataclass(frozen=True)
class Decisions:
    """Decisions to learn from."""

    inputs: Tensor
    mask: Tensor
    action: Tensor

    def __len__(self) -> int:
        return len(self.action)

    def rows(self, chosen: NDArray[np.int64]) -> "Decisions":
        """Take some of them."""
        return Decisions(self.inputs[chosen], self.mask[chosen], self.action[chosen])


def read_decisions(settings: Settings) -> tuple[Decisions, Decisions, str]:
    """Read what to learn from and what only measures, apart by whole episodes, and the ruleset that was played."""
    dataset = make_dataset.load(settings.dataset, settings.root)
    about = dataset.storage.metadata
    wanted = _numbers(settings.agents.split(), about["agents"])
    episodes = [episode for episode in dataset.iterate_episodes() if int(episode.infos["agent"][0]) in wanted]
    if len(episodes) < 2:  # noqa: PLR2004 - one to learn from, one to measure by
        raise ValueError(f"{settings.dataset}: holds {len(episodes)} such episodes, at least 2 are needed")
    order = np.random.default_rng(settings.seed).permutation(len(episodes))
    cut = min(max(1, round(settings.held_out * len(episodes))), len(episodes) - 1)
    held_out, learned = ([episodes[k] for k in part] for part in (order[:cut], order[cut:]))
    return _gather(learned), _gather(held_out), about["settings"]["ruleset"]


def _numbers(wanted: list[str], known: list[str]) -> set[int]:
    for name in wanted:
        if name not in known:
            raise ValueError(f"agents: {name!r} is not in the dataset, there are {', '.join(known)}")
    return {number for number, name in enumerate(known) if not wanted or name in wanted}


def _gather(episodes: list[Any]) -> Decisions:
    """Put the decisions of episodes together; the last observation of each is nobody's decision."""
    observations = np.concatenate([episode.observations[:-1] for episode in episodes])
    masks = np.concatenate([episode.infos["action_mask"][:-1] for episode in episodes])
    return Decisions(
        torch.from_numpy(inputs_of(observations, masks)),
        torch.from_numpy(masks),
        torch.from_numpy(np.concatenate([episode.actions for episode in episodes])),
    )


class Learner:
    """Network, optimiser and what they learn from; everything a checkpoint keeps."""

    shown = "agreement"

    def __init__(self, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        torch.set_num_threads(settings.threads)
        self.settings = settings
        self.folder = Path(settings.run)
        self.learned, self.held_out, self.ruleset = read_decisions(settings)
        self.network = network_of(widths_from(settings.net_arch))
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=settings.learning_rate)
        self.round = self.decisions = 0

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1."""
        return min(1.0, self.round / self.settings.n_epochs)

    def play_round(self) -> dict[str, float]:
        """Learn for one epoch."""
        return {"loss": self.learn(self.learned), "agreement": agreement(self.network, self.held_out)}

    def learn(self, data: Decisions) -> float:
        """Go once over the decisions; return the mean loss."""
        order = np.random.default_rng([self.settings.seed, self.round]).permutation(len(data))
        total = 0.0
        for first in range(0, len(order), self.settings.batch_size):
            chosen = data.rows(order[first : first + self.settings.batch_size])
            loss = loss_of(self.network, chosen)
            self.optimiser.zero_grad()
            loss.backward()
            self.optimiser.step()
            total += float(loss.detach()) * len(chosen)
        self.round += 1
        self.decisions += len(data)
        return total / len(data)

    def evaluate(self) -> dict[str, float]:
        """Play the weights against every opponent asked for."""
        settings = self.settings
        self.write_weights()
        agent = Neural(self.folder / "latest.npz")
        return evaluation.win_shares(agent, settings.eval_agents.split(), self.ruleset, settings.eval_blocks)

    def save(self) -> None:
        """Write checkpoint and weights; a kill in the middle leaves the old ones."""
        state = {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "round": self.round,
            "decisions": self.decisions,
        }
        with open_whole(self.folder / CHECKPOINT) as file:
            torch.save(state, file)
        self.write_weights()

    def write_weights(self) -> None:
        """Write the weights as `neural` reads them."""
        layers = [layer for layer in self.network if isinstance(layer, nn.Linear)]
        about = {"run": self.folder.name, "dataset": self.settings.dataset, "decisions": self.decisions}
        write_layers(self.folder / "latest.npz", layers, [], about | {"epoch": self.round})

    def load(self) -> None:
        """Go on from the checkpoint."""
        state = torch.load(self.folder / CHECKPOINT, weights_only=True)
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.round, self.decisions = state["round"], state["decisions"]


def network_of(hidden: Sequence[int]) -> nn.Sequential:
    """Make a network from inputs to logits."""
    sizes = [INPUT_SIZE, *hidden, NUM_ACTIONS]
    layers = [part for sizes in pairwise(sizes) for part in (nn.Linear(*sizes), nn.ReLU())]
    return nn.Sequential(*layers[:-1])


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Leave legal answers only."""
    return logits.masked_fill(mask == 0, -torch.inf)


def loss_of(network: nn.Module, data: Decisions) -> Tensor:
    """How unlikely the answers of the dataset are, among the legal ones."""
    return nn.functional.cross_entropy(masked(network(data.inputs), data.mask), data.action)


def agreement(network: nn.Module, data: Decisions) -> float:
    """Tell how often the likeliest legal answer is that of the dataset."""
    with torch.inference_mode():
        best = masked(network(data.inputs), data.mask).argmax(dim=1)
    return float((best == data.action).float().mean())


def train(settings: Settings, *, resume: bool = False) -> Learner:
    """Run the experiment; Ctrl-C saves.

    Args:
        settings: the settings; `run` is the folder.
        resume: go on from the checkpoint in that folder.

    Returns:
        The learner, with its network.
    """
    learner = Learner(settings)
    Run(settings, CHECKPOINT, resume=resume).learn(learner)
    return learner


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and run; the smoke run makes its dataset if it is not there."""
    settings, given = options.read(Settings, "Learn to answer as agents did.", arguments, SMOKE)
    if given.smoke:
        prepare_smoke(settings)
    train(settings, resume=given.resume)


def prepare_smoke(settings: Settings) -> None:
    """Make the tiny dataset, if it is not there."""
    tiny = make_dataset.Settings(**{**make_dataset.SMOKE, "dataset": settings.dataset, "root": settings.root})
    make_dataset.look_in(settings.root)
    if settings.dataset not in minari.list_local_datasets():
        make_dataset.write(tiny)


if __name__ == "__main__":
    options.start(main)
