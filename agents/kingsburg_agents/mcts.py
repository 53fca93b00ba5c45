"""Stand-in."""
import math, time
import numpy as np
from kingsburg_agents import search
from kingsburg_agents.protocol import EngineAgent
from kingsburg_env.engine.state import INSIDE

class Mcts(EngineAgent):
    is_slow = True
    def __init__(self, sims=400, seconds=0.0, c=0.5, depth=20, seasons=1, favour=0.5, model=0, policy=0):
        self.sims, self.seconds=sims, seconds
        self.set = dict(explore=c, depth=depth, seasons=seasons, favour=favour, model_rivals=model, policy=policy)
        self.searches=np.zeros(1, search.SEARCH)
        self.table=np.zeros(search.NUM_RECORDS, INSIDE)
    def act_on(self, game, rng):
        s=self.searches
        s["num_nodes"]=0
        s["seed"]=rng.integers(1<<63,dtype=np.uint64)
        for k,v in self.set.items(): s[k]=v
        self.table[0:1]=game.view(INSIDE)
        search.race(self.table, s, 0)
        n=int(s["num_nodes"][0]); arms=np.arange(1,n); nodes=s["nodes"][0]
        seat=int(game["actor"][0])
        rounds=max(1,math.ceil(math.log2(len(arms))))
        for r in range(rounds):
            passes=max(1,round(self.sims/rounds/len(arms)))
            if self.seconds:
                end=time.perf_counter()+self.seconds/rounds
                while time.perf_counter()<end:
                    search.race(self.table,s,1)
            else: search.race(self.table,s,passes)
            mean=nodes["value"][arms,seat]/nodes["visits"][arms]
            order=np.argsort(-mean,kind="stable")
            arms=arms[order[:(len(arms)+1)//2]]
            keep=np.zeros(n,bool); keep[arms]=True
            nodes["in_race"][:n]=keep
        return int(nodes["action"][arms[0]])
