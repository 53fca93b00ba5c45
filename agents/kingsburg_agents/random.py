"""Any legal action, all equally likely: the floor every agent is measured from."""

import numpy as np

from kingsburg_agents.protocol import Actions, Agent, Masks, Observations
from kingsburg_env import sample_legal


class Random(Agent):
    """Plays at random."""

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """Choose an action for each row."""
        return sample_legal(masks, rng)
