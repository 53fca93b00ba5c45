"""Any legal action, all equally likely: the floor every agent is measured from."""

import numpy as np

from kingsburg_agents.protocol import Actions, Agent, Masks, Observations


class Random(Agent):
    """Answers at random."""

    def act(self, observation: Observations, mask: Masks, rng: np.random.Generator) -> int:
        """Answer one question."""
        return int(rng.choice(np.flatnonzero(mask)))

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """Answer the questions of several games."""
        return (rng.random(masks.shape, np.float32) * masks).argmax(axis=1)
