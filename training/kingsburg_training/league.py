"""Who else sits at the table: heuristics by name and past versions of the learner."""

import copy
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from kingsburg_agents import make
from kingsburg_agents.network.features import inputs_of
from kingsburg_agents.protocol import Agent
from kingsburg_training.network import PolicyValue


class Snapshot(Agent):
    """A network as an agent that draws its answers."""

    def __init__(self, network: PolicyValue) -> None:
        self.network = network

    def act_batch(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Answer the questions of several games."""
        return self.network.answer(inputs_of(observations, masks), masks, rng)[0]


class League:
    """The opponents of the moment: the named agents always, the rest drawn from the snapshots of the run."""

    def __init__(self, folder: Path, names: list[str], num_snapshots: int, network: PolicyValue) -> None:
        self.folder = folder
        made = {name: make(name) for name in names}
        self.fixed = [made[name] for name in names]
        self.like = network
        self.drawn = [""] * num_snapshots
        self.opponents: list[Agent] = [*self.fixed]
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, network: PolicyValue, name: str, rng: np.random.Generator) -> None:
        """Keep the network as a snapshot, and draw anew who plays; later snapshots are likelier."""
        torch.save(network.state_dict(), self.folder / f"{name}.pt")
        known = sorted(path.stem for path in self.folder.glob("*.pt") if path.stem <= name)
        self.seat([known[int(len(known) * rng.random() ** 0.5)] for _ in self.drawn])

    def seat(self, names: list[str]) -> None:
        """Let these snapshots play, beside the named agents."""
        self.drawn = names
        self.opponents = [*self.fixed, *(Snapshot(self._load(name)) for name in names if name)]

    def _load(self, name: str) -> PolicyValue:
        network = copy.deepcopy(self.like)
        network.load_state_dict(torch.load(self.folder / f"{name}.pt", weights_only=True))
        return network
