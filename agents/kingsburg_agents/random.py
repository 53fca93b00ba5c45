"""Any legal action, all equally likely: the floor every agent is measured from."""

import numpy as np

from kingsburg_agents.protocol import Actions, Agent, Masks, Observations
from kingsburg_env import sample_legal


class Random(Agent):
    """Answers at random."""

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """Answer the questions of several games."""
        return sample_legal(masks, rng)
