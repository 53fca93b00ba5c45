"""The network that comes with the package, trained by self-play; `docs/champion.md` is its model card."""

from pathlib import Path

from kingsburg_agents.neural import Neural

WEIGHTS = Path(__file__).resolve().parent / "weights" / "champion.npz"


class Champion(Neural):
    """Plays by the weights of the package."""

    def __init__(self, mode: str = "best") -> None:
        super().__init__(WEIGHTS, mode)
