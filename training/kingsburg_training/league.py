"""The opponents in the learner's games: agents by name and past versions of the learner, each with its share."""

import copy
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from kingsburg_agents import make
from kingsburg_agents.network.features import inputs_of
from kingsburg_agents.protocol import Agent
from kingsburg_training.network import PolicyValue

SNAPSHOTS = "snapshots"
"""The name under which past versions of the learner have their share."""


class Seated(NamedTuple):
    """An opponent, and the share of the league's games in which it sits."""

    agent: Agent
    share: float


class Snapshot(Agent):
    """A network as an agent that samples its actions."""

    def __init__(self, network: PolicyValue) -> None:
        self.network = network

    def act_batch(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Sample an action for every game."""
        return self.network.sample(inputs_of(observations, masks), masks, rng)[0]


def league_shares(text: str) -> dict[str, float]:
    """Read agents with their shares, like `adaptive:0.9 greedy:0.05 snapshots:0.05`.

    Args:
        text: names of agents, each perhaps with `:` and a share (default 1); `snapshots` are past versions.

    Returns:
        The shares by name, made to add up to 1.

    Raises:
        ValueError: a name stands twice, is no agent, or its share is not above 0.
    """
    shares: dict[str, float] = {}
    for part in text.split():
        name, share = _split(part)
        if name in shares:
            raise ValueError(f"league_agents={text!r}: {name!r} must stand once, with its share: {name}:2")
        if not 0 < share < float("inf"):
            raise ValueError(f"league_agents={text!r}: the share of {name!r} must be above 0, and a number")
        if name != SNAPSHOTS:
            make(name)
        shares[name] = share
    total = sum(shares.values())
    return {name: share / total for name, share in shares.items()}


def _split(part: str) -> tuple[str, float]:
    """Split a name from its share; what follows a colon may also be a parameter of the agent."""
    name, _, share = part.rpartition(":")
    try:
        return (name, float(share)) if name else (part, 1.0)
    except ValueError:
        return part, 1.0


class League:
    """The opponents of the moment: the named agents always, the rest drawn from the snapshots of the run."""

    def __init__(self, folder: Path, agents: str, num_snapshots: int, network: PolicyValue) -> None:
        self.folder = folder
        shares = league_shares(agents)
        self.snapshot_share = shares.pop(SNAPSHOTS, 0.0)
        self.named = [Seated(make(name), share) for name, share in shares.items()]
        self.like = network
        self.drawn = [""] * num_snapshots if self.snapshot_share else []
        self.opponents = [*self.named]
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, network: PolicyValue, name: str, rng: np.random.Generator) -> None:
        """Keep the network as a snapshot, and draw anew who plays; later snapshots are likelier."""
        torch.save(network.state_dict(), self.folder / f"{name}.pt")
        known = sorted(path.stem for path in self.folder.glob("*.pt") if path.stem <= name)
        self.seat([known[int(len(known) * rng.random() ** 0.5)] for _ in self.drawn])

    def seat(self, names: list[str]) -> None:
        """Seat these snapshots beside the named agents."""
        self.drawn = names
        loaded = [Snapshot(self._load(name)) for name in names if name]
        self.opponents = [
            *self.named,
            *(Seated(snapshot, self.snapshot_share / len(loaded)) for snapshot in loaded),
        ]

    def _load(self, name: str) -> PolicyValue:
        network = copy.deepcopy(self.like)
        network.load_state_dict(torch.load(self.folder / f"{name}.pt", weights_only=True))
        return network
