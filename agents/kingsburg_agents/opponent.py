"""An agent at the other seats of the environments for one learner."""

from collections.abc import Sequence

import numpy as np

from kingsburg_agents.protocol import Actions, Agent, Masks, Observations, Seeds, choose_by_seeds
from kingsburg_agents.registry import make
from kingsburg_env.check import Games


class Opponent:
    """An agent as Gymnasium's and Stable-Baselines3's environments ask it: `opponents=[Opponent("adaptive")]`.

    It keeps nothing between two decisions, so several environments may share one.
    Who it is may change between two steps: `opponent.agent = ...`.

    Args:
        agent: The name of an agent, or an agent itself.
        seed: Beside the game's seed, what its random numbers depend on: another one is another line of play.
    """

    # it may be an agent that uses the engine, and one that draws
    wants_games = wants_seeds = True
    obs_type = "plain"

    def __init__(self, agent: Agent | str, seed: int | Sequence[int] = 0) -> None:
        self.agent = make(agent) if isinstance(agent, str) else agent
        self._own = np.random.SeedSequence(seed).generate_state(1, np.uint64)

    def __call__(self, games: Games, observations: Observations, masks: Masks, seeds: Seeds) -> Actions:
        """Choose an action for each row."""
        return choose_by_seeds(self.agent, games, observations, masks, seeds ^ self._own)
