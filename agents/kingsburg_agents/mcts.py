"""Monte Carlo tree search over what the seat may know: every simulation in a game redealt, every seat for itself."""

from kingsburg_agents.search.thinking import Budget, Manner, Searcher

DEPTH = 32
SEASONS = 3
EXPLORE = 0.5
PLAYOUT = "adaptive"


class Mcts(Searcher):
    """Grows a tree up to the next throw of dice, then plays some seasons on and judges the position.

    - sims, seconds: how long it thinks about an answer; 400 simulations unless said.
    - c: how much attention goes to answers tried little.
    - depth: how many answers deep the tree may grow.
    - seasons: for how many seasons a playout goes on; 15 always play to the end.
    - playout: who plays there: a heuristic by name, lookahead (five times as fast), or random.
    """

    def __init__(
        self,
        sims: int | None = None,
        seconds: float | None = None,
        c: float = EXPLORE,
        depth: int = DEPTH,
        seasons: int = SEASONS,
        playout: str = PLAYOUT,
    ) -> None:
        super().__init__(Budget(sims, seconds), Manner(depth, seasons, c, playout))
