"""An agent that plays by a table of weights."""

from typing import Any

import numpy as np

from kingsburg_agents.heuristics import kernels
from kingsburg_agents.heuristics.weights import WORKSPACE
from kingsburg_agents.protocol import Actions, EngineAgent
from kingsburg_env.check import Games, as_games, check_rules
from kingsburg_env.engine.state import INSIDE


class Heuristic(EngineAgent):
    """Plays by fixed weights, always the same way; it looks only at what its seat may know."""

    draws = False
    weights: Any

    def act_on_batch(self, games: Games, rng: np.random.Generator) -> Actions:
        """Choose an action for each game in one compiled call."""
        check_rules(as_games(games))
        actions = np.empty(len(games), np.int64)
        kernels.act_all(games.view(INSIDE), self.weights, np.zeros(1, WORKSPACE), actions)
        return actions
