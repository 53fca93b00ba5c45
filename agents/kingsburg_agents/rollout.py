"""Flat Monte Carlo: every action is played out many times, with the same luck for all, and no tree."""

from kingsburg_agents.search.sequential_halving import Budget, Searcher, SearchSettings

NO_TREE = 1
TO_THE_END = 15


class Rollout(Searcher):
    """Plays games out from after each action.

    - sims, seconds: how long it thinks about an action; 400 simulations unless said.
    - seasons: for how many seasons a playout goes on; 15 always play to the end.
    - playout: who plays there: lookahead, random, or a heuristic by name.
    """

    def __init__(
        self,
        sims: int | None = None,
        seconds: float | None = None,
        seasons: int = TO_THE_END,
        playout: str = "lookahead",
    ) -> None:
        super().__init__(Budget(sims, seconds), SearchSettings(NO_TREE, seasons, playout=playout))
