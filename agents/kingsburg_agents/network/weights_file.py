"""Files of weights: the layers of a network, and a header that says what they are for.

A `.npz` file holds `w0, b0, w1, b1, ...` (inputs to logits, x @ w + b), perhaps `v0, vb0, ...` (last hidden layer to the
value for the seat that looks, and perhaps to those for the seats after it in turn order) and `header`, a JSON text.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

import kingsburg_env
from kingsburg_agents.network.features import INPUT_SIZE
from kingsburg_agents.network.forward_pass import Layer
from kingsburg_env import observation
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.observation import OBSERVATION_SIZE
from kingsburg_env.writing import open_whole

FORMAT = "kingsburg network 1"
PLAIN, INPUTS = "plain", "inputs"
KINDS = {PLAIN: (OBSERVATION_SIZE, observation.VERSION), INPUTS: (INPUT_SIZE, 1)}
"""What a network may be shown: how many numbers, and the version of their meaning."""

WIN = "win"
"""The reward whose expectation is a chance to win."""


@dataclass(frozen=True)
class Header:
    """What a file of weights says about itself.

    Args:
        obs_type: What the network is shown: "plain", the observation, or "inputs" of `kingsburg_agents.network.features`.
        obs_version: The version of that.
        num_actions: How many actions the logits are for.
        value: The reward that the values predict; "" without a value head.
        rulesets: The rules it was trained on, as trainers write them; "" if unknown.
        version: The version of this package that wrote the file.
        commit: The commit it was trained at; "" if unknown.
        command: The command that wrote the file; "" if there was none.
        settings: The settings of the trainer.
        training: What the trainer says besides: run, decisions, epoch, ...
        format: The format of the file.
    """

    obs_type: str
    obs_version: int
    num_actions: int = NUM_ACTIONS
    value: str = ""
    rulesets: str = ""
    version: str = kingsburg_env.__version__
    commit: str = ""
    command: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    training: dict[str, Any] = field(default_factory=dict)
    format: str = FORMAT


class Weights(NamedTuple):
    """A network as its file holds it."""

    policy: list[Layer]
    value: list[Layer]
    header: Header


def header_for(num_inputs: int, **known: Any) -> Header:
    """Return the header of a network with so many inputs.

    Args:
        num_inputs: The rows of its first layer.
        **known: Other fields of the header.

    Raises:
        ValueError: No kind of observation has so many numbers.
    """
    for obs_type, (size, version) in KINDS.items():
        if size == num_inputs:
            return Header(obs_type, version, **known)
    sizes = " or ".join(f"{size} ({obs_type})" for obs_type, (size, _) in KINDS.items())
    raise ValueError(f"a network of {num_inputs} inputs: must have {sizes}")


def write_weights(
    path: Path, policy: Sequence[Layer], value: Sequence[Layer], header: Header, dtype: Any = np.float32
) -> None:
    """Write a file of weights; it is whole or not there.

    Args:
        path: The file.
        policy: Layers from the inputs to the logits, each (weight, bias) for x @ weight + bias.
        value: Layers from the last hidden units to the values; none without a value head.
        header: What they are for.
        dtype: How numbers are kept.
    """
    arrays: dict[str, Any] = {}
    for (weight, bias), layers in ((("w", "b"), policy), (("v", "vb"), value)):
        for i, layer in enumerate(layers):
            arrays[f"{weight}{i}"], arrays[f"{bias}{i}"] = (
                np.ascontiguousarray(part, dtype) for part in layer
            )
    with open_whole(path) as file:
        np.savez(file, header=np.array(json.dumps(asdict(header))), **arrays)


def read_weights(path: Path) -> Weights:
    """Read a file of weights, and refuse what does not fit this environment.

    Args:
        path: The file.

    Returns:
        Its layers as float32, and its header.

    Raises:
        ValueError: The file is not there, is no such file, or is for something else.
    """
    if not path.is_file():
        raise ValueError(f"neural: there is no file {str(path)!r}")
    try:
        with np.load(path, allow_pickle=False) as file:
            policy, value = _layers(file, "w", "b"), _layers(file, "v", "vb")
            said = dict(json.loads(str(file["header"]))) if "header" in file else None
    except (ValueError, TypeError, KeyError, EOFError, BadZipFile):
        raise ValueError(f"{path}: must be a whole .npz file of weights, as a learner writes it") from None
    if not policy:
        raise ValueError(f"{path}: holds no weights w0, b0, ...")
    header = _as_header(path, said)
    _check_fit(path, policy, KINDS[header.obs_type][0], NUM_ACTIONS)
    if bool(value) != bool(header.value):
        raise ValueError(
            f"{path}: value={header.value!r} in its header, but {len(value)} layers of a value head"
        )
    if value:
        _check_fit(path, value, policy[-1][0].shape[0], None)
    return Weights(policy, value, header)


def check_predicts_wins(name: str, header: Header) -> None:
    """Refuse a network whose values are no chances to win.

    Args:
        name: what the network is called where it was named.
        header: the header of its file.
    """
    if not header.value:
        raise ValueError(f"{name}: must have a value head (v0, vb0, ...) to judge positions by")
    if header.value != WIN:
        raise ValueError(
            f"{name}: its values predict {header.value!r}, a chance to win is needed; fit them:"
            f" python -m kingsburg_training.fit_value --weights FILE --reward {WIN} --out NEW.npz"
        )


def _as_header(path: Path, said: Mapping[str, Any] | None) -> Header:
    """Check what a file says about itself."""
    if said is None:
        raise ValueError(f"{path}: has no header; write it by kingsburg_agents.network.weights_file")
    if said.get("format") != FORMAT:
        raise ValueError(f"{path}: format {said.get('format')!r}; this version reads {FORMAT!r}")
    kinds = {entry.name: entry.type for entry in fields(Header)}
    for problem, names in (("unknown", set(said) - set(kinds)), ("missing", set(kinds) - set(said))):
        if names:
            raise ValueError(f"{path}: {problem} in its header: {', '.join(sorted(names))}")
    for name, kind in kinds.items():
        expected = kind if isinstance(kind, type) else dict
        if not isinstance(said[name], expected) or isinstance(said[name], bool):
            raise ValueError(f"{path}: {name}={said[name]!r} in its header must be {expected.__name__}")  # noqa: TRY004 - the file is wrong
    header = Header(**said)
    if header.obs_type not in KINDS or header.obs_version != KINDS[header.obs_type][1]:
        allowed = ", ".join(f"{obs_type!r} {version}" for obs_type, (_, version) in KINDS.items())
        raise ValueError(
            f"{path}: is for observations {header.obs_type!r} {header.obs_version}; must be one of {allowed}"
        )
    if header.num_actions != NUM_ACTIONS:
        raise ValueError(f"{path}: is for {header.num_actions} actions, this environment has {NUM_ACTIONS}")
    return header


def _layers(file: Any, weight: str, bias: str) -> list[Layer]:
    count = next(i for i in range(len(file.files) + 1) if f"{weight}{i}" not in file)
    return [
        (file[f"{weight}{i}"].astype(np.float32), file[f"{bias}{i}"].astype(np.float32)) for i in range(count)
    ]


def _check_fit(path: Path, layers: list[Layer], inputs: int, outputs: int | None) -> None:
    """Check that the layers lead from so many inputs to so many outputs."""
    width = inputs
    for weight, bias in layers:
        if weight.ndim != 2 or weight.shape[0] != width or bias.shape != weight.shape[1:]:  # noqa: PLR2004 - a matrix
            raise ValueError(f"{path}: weights of shape {weight.shape} do not follow a width of {width}")
        width = weight.shape[1]
    if outputs is not None and width != outputs:
        raise ValueError(f"{path}: ends in {width} outputs, this environment has {outputs} actions")
