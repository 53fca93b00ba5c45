"""An agent at the other seats of the environments for one learner."""

from collections.abc import Sequence

import numpy as np

from kingsburg_agents.protocol import Actions, Agent, Masks, Observations, choose
from kingsburg_agents.registry import make
from kingsburg_env.check import Games


class Opponent:
    """An agent as Gymnasium's and Stable-Baselines3's environments ask it: `opponents=[Opponent("adaptive")]`.

    Its random numbers depend on its own seed and on the one its environment was reset with.
    Who it is may change between two steps: `opponent.agent = ...`.
    """

    # it may be an agent that uses the engine
    wants_games = True

    def __init__(self, agent: Agent | str, seed: int | Sequence[int] = 0) -> None:
        self.agent = make(agent) if isinstance(agent, str) else agent
        self.seed = seed
        self.rng = np.random.default_rng(seed)

    def reseed(self, numbers: Sequence[int]) -> None:
        """Begin its random numbers anew, with these beside its own seed."""
        self.rng = np.random.default_rng([*np.atleast_1d(self.seed), *numbers])

    def __call__(self, games: Games, observations: Observations, masks: Masks) -> Actions:
        """Answer the questions of several games."""
        return choose(self.agent, games, observations, masks, self.rng)
