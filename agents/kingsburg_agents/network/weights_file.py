"""Files of weights: read, and checked against this environment.

A `.npz` file holds `w0, b0, w1, b1, ...` (inputs to logits, x @ w + b), perhaps `v0, vb0, ...` (last hidden layer to the
value for the seat that looks, and perhaps to those for the seats after it in turn order) and `meta`, a JSON text
that says for which observations and actions the weights are, and by `value` which reward the values predict.
The inputs are those of `kingsburg_agents.network.features`, or, if `w0` has no more rows, the observation alone.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from kingsburg_agents.network.features import INPUT_SIZE
from kingsburg_agents.network.forward_pass import Layer
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.observation import OBSERVATION_SIZE

WIN = "win"
"""The reward whose expectation is a chance to win."""


def read_weights(path: Path) -> tuple[list[Layer], list[Layer], dict[str, Any]]:
    """Read policy, value head and meta, and refuse weights that do not fit this environment."""
    if not path.is_file():
        raise ValueError(f"neural: there is no file {str(path)!r}")
    try:
        with np.load(path, allow_pickle=False) as file:
            policy, value = _layers(file, "w", "b"), _layers(file, "v", "vb")
            meta = dict(json.loads(str(file["meta"]))) if "meta" in file else {}
    except (ValueError, TypeError, KeyError, EOFError, BadZipFile):
        raise ValueError(f"{path}: must be a whole .npz file of weights, as a learner writes it") from None
    if not policy:
        raise ValueError(f"{path}: holds no weights w0, b0, ...")
    inputs = INPUT_SIZE if len(policy[0][0]) == INPUT_SIZE else OBSERVATION_SIZE
    _check_fit(path, policy, inputs, NUM_ACTIONS)
    if value:
        _check_fit(path, value, policy[-1][0].shape[0], None)
    return policy, value, meta


def check_foretells_wins(name: str, value: Sequence[Layer], meta: Mapping[str, Any]) -> None:
    """Refuse a network whose values are no chances to win.

    Args:
        name: what the network is called where it was named.
        value: its value head.
        meta: what its file says.
    """
    if not len(value):
        raise ValueError(f"{name}: must have a value head (v0, vb0, ...) to judge positions by")
    if meta.get("value") != WIN:
        said = f"foretell {meta['value']!r}" if "value" in meta else "do not say what they foretell"
        raise ValueError(
            f"{name}: its values {said}, a chance to win is needed; fit them:"
            f" python -m kingsburg_training.fit_value --weights FILE --reward {WIN} --out NEW.npz"
        )


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
