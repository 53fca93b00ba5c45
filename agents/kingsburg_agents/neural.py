"""A trained network without torch: weights from an `.npz` file, one logit for each action."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.network.exact_math import write_gumbels
from kingsburg_agents.network.features import inputs_of
from kingsburg_agents.network.forward_pass import (
    hidden_units,
    logits_from,
    pack,
    values_from,
    write_probabilities,
)
from kingsburg_agents.network.weights_file import INPUTS, read_weights
from kingsburg_agents.protocol import Actions, Agent, Masks, Observations, check_batch, check_rows

MODES = ("best", "sample")


class Neural(Agent):
    """Plays by a network's weights: always the likeliest action (`best`), or drawn by likelihood (`sample`)."""

    def __init__(self, path: str | Path = "", mode: str = "best") -> None:
        if mode not in MODES:
            raise ValueError(f"mode={mode!r}: must be one of {', '.join(MODES)}")
        if not str(path):
            raise ValueError("neural: needs a weights file: neural:FILE.npz")
        self.mode, self.draws = mode, mode == "sample"
        policy, value, self.header = read_weights(Path(str(path)))
        self.net = pack(policy, value)

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """Choose an action for each row."""
        check_batch(observations, masks)
        logits = self.logits(observations, masks)
        logits[masks == 0] = -np.inf
        if self.mode == "sample":
            # the largest of logits with Gumbel noise is a draw by softmax
            noise = rng.random(logits.shape)
            write_gumbels(noise)
            logits += noise
        return logits.argmax(axis=1)

    def logits(self, observations: Observations, masks: Masks) -> NDArray[np.float32]:
        """Return a logit for each action, legal or not."""
        return logits_from(self.net, self._hidden(observations, masks))

    def logits_and_values(
        self, observations: Observations, masks: Masks
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits and values, the own value first; the values are empty (rows x 0) if the file has no value head.

        The mask of a seat that is not asked is all zeros.
        """
        hidden = self._hidden(observations, masks)
        return logits_from(self.net, hidden), values_from(self.net, hidden)

    def _hidden(self, observations: Observations, masks: Masks) -> NDArray[np.float32]:
        """Run the hidden layers."""
        check_rows(observations, masks)
        inputs = inputs_of(observations, masks) if self.header.obs_type == INPUTS else observations
        return hidden_units(self.net, inputs)

    def probabilities(self, observations: Observations, masks: Masks) -> NDArray[np.float32]:
        """Return the probability of every action; 0 for those that are not legal."""
        logits = self.logits(observations, masks)
        probabilities = np.empty(logits.shape)
        write_probabilities(logits, np.ascontiguousarray(masks, np.int8), probabilities)
        return probabilities.astype(np.float32)
