"""Stand-in."""
import numpy as np
from kingsburg_agents.protocol import EngineAgent
from kingsburg_env.engine.jit import entry
from kingsburg_env.engine.state import INSIDE
from kingsburg_agents.lookahead import best_answer
@entry
def answer_all(games, scratch, actions):
    for i in range(len(games)):
        actions[i]=best_answer(games[i:i+1],scratch)
class Look(EngineAgent):
    def act_on_batch(self, games, rng):
        a=np.zeros(len(games),np.int64)
        answer_all(games.view(INSIDE),np.zeros(1,INSIDE),a)
        return a
