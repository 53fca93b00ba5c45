"""The first legal action: a floor that is not even random."""

import numpy as np

from kingsburg_agents.protocol import Actions, Agent, Masks, Observations


class First(Agent):
    """Answers with the first legal action."""

    def act(self, observation: Observations, mask: Masks, rng: np.random.Generator) -> int:
        """Answer one question."""
        return int(mask.argmax())

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """Answer the questions of several games."""
        return masks.argmax(axis=1)
