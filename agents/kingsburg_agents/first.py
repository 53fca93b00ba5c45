"""The first legal action: a floor that is not even random."""

import numpy as np

from kingsburg_agents.protocol import Actions, Agent, Masks, Observations, check_batch


class First(Agent):
    """Plays the first legal action."""

    draws = False

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """Choose an action for each row."""
        check_batch(observations, masks)
        return masks.argmax(axis=1)
