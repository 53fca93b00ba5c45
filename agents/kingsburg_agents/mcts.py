"""Monte Carlo tree search over what the seat may know: every simulation in a game redealt, every seat for itself."""

from pathlib import Path

import numpy as np

from kingsburg_agents.champion import WEIGHTS as CHAMPION
from kingsburg_agents.network.forward_pass import Network, pack
from kingsburg_agents.network.weights_file import check_predicts_wins, read_weights
from kingsburg_agents.search.sequential_halving import Budget, Searcher, SearchSettings

DEPTH = 32
C_PUCT = 0.5
# For how many seasons playouts go on, and who plays there: without a network, and with one.
SEASONS, PLAYOUT = 3, "adaptive"
NET_SEASONS, NET_PLAYOUT = 1, "net"


class Mcts(Searcher):
    """Grows a tree up to the next dice roll (PUCT), then plays some seasons on and evaluates the position.

    - sims, seconds: how long it thinks about an action; 400 simulations unless said.
    - c: PUCT's constant of exploration.
    - depth: how many actions deep the tree may grow.
    - seasons: for how many seasons a playout goes on; 0 plays none, 15 always play to the end.
    - playout: who plays there: a heuristic by name, lookahead (five times as fast), random, or net.
    - net: a network for the prior and the values of leaves: champion, or a file of weights.
    """

    def __init__(
        self,
        sims: int | None = None,
        seconds: float | None = None,
        c: float = C_PUCT,
        depth: int = DEPTH,
        seasons: int | None = None,
        playout: str | None = None,
        net: str | Path | None = None,
    ) -> None:
        network = None if net is None else network_named(net)
        usual = (SEASONS, PLAYOUT) if network is None else (NET_SEASONS, NET_PLAYOUT)
        seasons, playout = usual[0] if seasons is None else seasons, playout or usual[1]
        super().__init__(Budget(sims, seconds), SearchSettings(depth, seasons, c, playout, network))


def network_named(name: str | Path) -> Network:
    """Read a network that guides a search: `champion`, or a file of weights."""
    path = CHAMPION if name == "champion" else Path(str(name))
    if not path.is_file():
        raise ValueError(f"net={str(name)!r}: must be champion, or a file of weights (.npz) that there is")
    policy, value, header = read_weights(path)
    check_predicts_wins(f"net={str(name)!r}", header)
    if not all(np.isfinite(part).all() for layer in [*policy, *value] for part in layer):
        raise ValueError(f"net={str(name)!r}: must have finite weights only")
    return pack(policy, value)
