"""What an agent is: something that answers questions, many at once if it can.

There are two forms, and every agent declares which one it has.
A policy sees an observation and a mask, nothing else.
An engine agent gets a copy of the game in which everything its seat cannot know was drawn anew; it never sees the true game.
"""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from kingsburg_env import redeal
from kingsburg_env.check import Games

Observations = NDArray[np.float32]
Masks = NDArray[np.int8]
Actions = NDArray[np.int64]


class Agent:
    """A policy: it sees only observation and mask. Agents keep nothing between decisions, so seats may share one."""

    name = ""
    uses_engine = False
    is_slow = False
    """Whether it searches: the arena then plays few games at a time."""

    def act(self, observation: Observations, mask: Masks, rng: np.random.Generator) -> int:
        """Answer one question."""
        raise NotImplementedError

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """Answer the questions of several games."""
        pairs = zip(observations, masks, strict=True)
        return np.array([self.act(observation, mask, rng) for observation, mask in pairs], np.int64)


class EngineAgent(Agent):
    """An agent that uses the engine, on games redealt for the seat asked."""

    uses_engine = True

    def act_on(self, game: Games, rng: np.random.Generator) -> int:
        """Answer the question of a batch of one game, which is the agent's to change."""
        return int(self.act_on_batch(game, rng)[0])

    def act_on_batch(self, games: Games, rng: np.random.Generator) -> Actions:
        """Answer the questions of several games, which are the agent's to change."""
        return np.array([self.act_on(games[i : i + 1], rng) for i in range(len(games))], np.int64)


def choose(
    agent: Agent, games: Games, observations: Observations, masks: Masks, rng: np.random.Generator
) -> Actions:
    """Let an agent answer the questions of several games in the form it declares."""
    if not agent.uses_engine:
        return agent.act_batch(observations, masks, rng)
    seeds = rng.integers(1 << 63, size=len(games), dtype=np.uint64)
    return cast("EngineAgent", agent).act_on_batch(redeal(games, games["actor"], seeds), rng)
