"""The first legal action: a floor that is not even random."""

import numpy as np

from kingsburg_agents.protocol import Actions, Agent, Masks, Observations, check_questions


class First(Agent):
    """Answers with the first legal action."""

    draws = False

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """Answer the questions of several games."""
        check_questions(observations, masks)
        return masks.argmax(axis=1)
