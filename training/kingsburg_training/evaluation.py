"""What every learner writes into its journal: how often it wins duplicate games against agents."""

from kingsburg_agents import make
from kingsburg_agents.protocol import Agent
from kingsburg_arena.one_vs_rest import interval, play_blocks
from kingsburg_training.rulesets import rules_from

# All learners are measured on the same games.
SEED = 0


def wins(agent: Agent, opponents: str, table: str, blocks: int, seed: int = SEED) -> dict[str, float]:
    """Measure an agent against each opponent: the share it wins, and the ends of its 95 % interval."""
    figures = {}
    for name in opponents.split():
        shares = play_blocks(agent, make(name), rules_from(table), blocks, seed)
        column = f"wins/{table}/{name}"
        figures[column] = float(shares.mean())
        figures[f"{column}/low"], figures[f"{column}/high"] = interval(shares)
    return figures
