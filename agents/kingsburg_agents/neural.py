"""A trained network without torch: weights from an `.npz` file, ReLU between the layers, one logit for each action.

The file holds `w0, b0, w1, b1, ...` (inputs to logits, x @ w + b), perhaps `v0, vb0, ...` (last hidden layer to the
value for the seat that looks, and perhaps to those for the seats after it in turn order) and `meta`, a JSON text
that says for which observations and actions the weights are, and by `value` which reward the values foretell.
The inputs are those of `inputs.py`, or, if `w0` has no more rows, the observation alone.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.network.features import INPUT_SIZE, inputs_of
from kingsburg_agents.network.layers import Layer, forward
from kingsburg_agents.protocol import Actions, Agent, Masks, Observations, check_batch, check_rows
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.observation import OBSERVATION_SIZE

MODES = ("best", "sample")
WIN = "win"
"""The reward whose expectation is a chance to win."""


class Neural(Agent):
    """Plays by a network's weights: always the likeliest action (`best`), or drawn by likelihood (`sample`)."""

    def __init__(self, path: str | Path = "", mode: str = "best") -> None:
        if mode not in MODES:
            raise ValueError(f"mode={mode!r}: must be one of {', '.join(MODES)}")
        if not str(path):
            raise ValueError("neural: needs a weights file: neural:FILE.npz")
        self.mode, self.draws = mode, mode == "sample"
        self.policy, self.value, self.meta = read_weights(Path(str(path)))

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """Choose an action for each row."""
        check_batch(observations, masks)
        logits = self.logits(observations, masks)
        logits[masks == 0] = -np.inf
        if self.mode == "sample":
            # the largest of logits with Gumbel noise is a draw by softmax
            logits += rng.gumbel(size=logits.shape)
        return logits.argmax(axis=1)

    def logits(self, observations: Observations, masks: Masks) -> NDArray[np.float32]:
        """Return a logit for each action, legal or not."""
        return forward(self.policy[-1:], self._hidden(observations, masks))

    def logits_and_values(
        self, observations: Observations, masks: Masks
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits and values, the own value first; the values are empty (rows x 0) if the file has no value head.

        The mask of a seat that is not asked is all zeros.
        """
        hidden = self._hidden(observations, masks)
        values = forward(self.value, hidden) if self.value else hidden[:, :0]
        return forward(self.policy[-1:], hidden), values

    def _hidden(self, observations: Observations, masks: Masks) -> NDArray[np.float32]:
        """Run the hidden layers."""
        check_rows(observations, masks)
        sees_all = len(self.policy[0][0]) == INPUT_SIZE
        inputs = inputs_of(observations, masks) if sees_all else observations
        return forward(self.policy[:-1], inputs, rectify_last=True)

    def probabilities(self, observations: Observations, masks: Masks) -> NDArray[np.float32]:
        """Return the probability of every action; 0 for those that are not legal."""
        logits = np.where(masks != 0, self.logits(observations, masks), -np.inf)
        exponentials = np.exp(logits - logits.max(axis=1, keepdims=True))
        return exponentials / exponentials.sum(axis=1, keepdims=True)


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
