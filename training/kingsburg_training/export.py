"""A trained network as weights for the agent `neural`, and as an ONNX file.

python -m kingsburg_training.export runs/selfplay champion.npz
python -m kingsburg_training.export runs/selfplay champion.onnx
python -m kingsburg_training.export runs/selfplay start.npz --average 5
python -m kingsburg_training.export runs/selfplay small.npz --half
python -m kingsburg_training.export start.npz start.onnx
"""

import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kingsburg_env.extras import needed

with needed("train", __name__):
    import torch
    from torch import Tensor, nn

import numpy as np

from kingsburg_agents.network.features import inputs_of
from kingsburg_agents.network.weights_file import Header, header_for, read_weights, write_weights
from kingsburg_agents.protocol import Actions, Agent, Masks, Observations
from kingsburg_arena.storage import commit
from kingsburg_training import options
from kingsburg_training.network import PolicyValue, widths_from
from kingsburg_training.onnx_file import write_onnx


class Likeliest(Agent):
    """The agent of a network that is still being trained: it gives the likeliest legal answer."""

    draws = False

    def __init__(self, network: PolicyValue) -> None:
        self.network = network

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:  # noqa: ARG002 - it takes what the protocol gives
        """Answer the questions of several games."""
        with torch.inference_mode():
            logits, _ = self.network(torch.from_numpy(inputs_of(observations, masks)))
        return np.where(masks != 0, logits.numpy(), -np.inf).argmax(axis=1)


def write_npz(network: PolicyValue, path: Path, about: dict[str, Any], dtype: Any = np.float32) -> None:
    """Write a network's weights as `neural` reads them.

    Args:
        network: the network.
        path: the file.
        about: what is known about it; `value` is the reward that its values predict.
        dtype: how numbers are kept.
    """
    hidden = [layer for layer in network.hidden if isinstance(layer, nn.Linear)]
    write_layers(path, [*hidden, network.policy], [network.value], about, dtype)


def write_layers(
    path: Path,
    policy: Sequence[nn.Linear],
    value: Sequence[nn.Linear],
    about: dict[str, Any],
    dtype: Any = np.float32,
) -> None:
    """Write layers as `neural` reads them; a kill in the middle leaves the old file."""
    arrays, head = (
        [(layer.weight.detach().numpy().T, layer.bias.detach().numpy()) for layer in layers]
        for layers in (policy, value)
    )
    write_weights(path, arrays, head, header_of(policy[0].in_features, about), dtype)


def header_of(num_inputs: int, about: Mapping[str, Any]) -> Header:
    """Return the header of a network: what is known about it, and which code and command wrote it."""
    known = dict(about)
    settings = known.pop("settings", {})
    rulesets = known.pop("rulesets", settings.get("rulesets", ""))
    return header_for(
        num_inputs,
        value=known.pop("value", ""),
        rulesets=rulesets,
        commit=commit(),
        command=shlex.join(sys.argv),
        settings=settings,
        training=known,
    )


def read_npz(path: Path) -> PolicyValue:
    """Read weights, with a value head, back into a network that can go on learning."""
    policy, value, _ = read_weights(path)
    if len(value) != 1:
        raise ValueError(f"{path}: must hold a value head of one layer, has {len(value)}")
    widths = [weight.shape[1] for weight, _ in policy[:-1]]
    network = PolicyValue(widths, input_size=len(policy[0][0]))
    layers = [*network.hidden, network.policy, network.value]
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, [*policy, *value], strict=True):
            layer.weight.copy_(torch.from_numpy(weight.T))  # type: ignore[operator]
            layer.bias.copy_(torch.from_numpy(bias))  # type: ignore[operator]
    return network


def load_run(folder: Path) -> tuple[PolicyValue, dict[str, Any]]:
    """Load the network of a run's checkpoint, and what the run was."""
    settings = json.loads((folder / "settings.json").read_text(encoding="utf-8"))
    state = torch.load(folder / "checkpoint.pt", weights_only=True)
    if "collectors" not in state:
        raise ValueError(f"{folder}: must be a run of selfplay; other learners write latest.npz themselves")
    network = PolicyValue(widths_from(settings["net_arch"]))
    network.load_state_dict(state["network"])
    decisions = state["decisions"]
    return network, {
        "run": folder.name,
        "decisions": decisions,
        "settings": settings,
        "value": settings["reward"],
    }


def load_file(path: Path) -> tuple[PolicyValue, dict[str, Any]]:
    """Load the network of a file of weights, and what is known about it."""
    header = read_weights(path).header
    kept = {"settings": header.settings, "rulesets": header.rulesets, "value": header.value}
    return read_npz(path), {**header.training, **kept}


def average_snapshots(folder: Path, number: int) -> dict[str, Tensor]:
    """Average the weights of a run's last snapshots: while the learning rate is high, each is off by its own noise."""
    paths = sorted((folder / "snapshots").glob("*.pt"))[-number:]
    if len(paths) < number:
        raise ValueError(f"average={number}: {folder} has {len(paths)} snapshots")
    kept = [torch.load(path, weights_only=True) for path in paths]
    return {name: torch.stack([state[name] for state in kept]).mean(0) for name in kept[0]}


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and write the file."""
    parser = options.Parser(description="Write a trained network as .npz or .onnx.")
    parser.add_argument("run", type=Path, help="folder of the run, or a file of weights (.npz)")
    parser.add_argument("target", type=Path, help="file to write, .npz or .onnx")
    parser.add_argument("--average", type=int, default=0, help="average so many last snapshots; 0: none")
    parser.add_argument("--half", action="store_true", help="write .npz weights as float16: half the size")
    given = parser.parse_all(arguments)
    if given.target.suffix not in (".npz", ".onnx"):
        parser.error(f"{given.target}: must end in .npz or .onnx")
    if not given.run.is_file() and not (given.run / "checkpoint.pt").exists():
        parser.error(f"{given.run}: is no file, and holds no checkpoint.pt")
    if given.half and given.target.suffix == ".onnx":
        parser.error("--half: not for .onnx, which is written as float32; leave it out")
    if given.average < 0:
        parser.error(f"--average {given.average}: must be at least 0")
    try:
        network, about = (load_file if given.run.is_file() else load_run)(given.run)
        if given.average:
            network.load_state_dict(average_snapshots(given.run, given.average))
            about["average"] = given.average
    except (ValueError, OSError) as error:
        parser.error(options.explain(error, sys.argv[1:] if arguments is None else arguments))
    if given.target.suffix == ".onnx":
        write_onnx(network, given.target)
    else:
        write_npz(network, given.target, about, np.float16 if given.half else np.float32)


if __name__ == "__main__":
    main()
