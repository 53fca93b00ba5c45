"""How every learner is measured: its share of the wins in duplicate games against agents."""

from collections.abc import Sequence

from kingsburg_agents import make
from kingsburg_agents.protocol import Agent
from kingsburg_arena.one_vs_rest import interval, play_blocks
from kingsburg_training.rulesets import rules_from

WIN_SHARE, LOW, HIGH = "eval/win_share/", "/ci95_low", "/ci95_high"
"""`eval/win_share/4/greedy` is the share of games of four won against copies of greedy; beside it its interval."""
SEED = 0
"""All learners are measured on the same games."""


def win_shares(
    agent: Agent, opponents: Sequence[str], ruleset: str, blocks: int, seed: int = SEED
) -> dict[str, float]:
    """Measure an agent against copies of each opponent.

    Args:
        agent: the agent measured; it sits in every seat of every deal.
        opponents: names of agents.
        ruleset: the game, like `4` or `3+rows+army`.
        blocks: deals; each is played once from every seat.
        seed: of the deals, which no learner plays.

    Returns:
        The share of the wins against each opponent, and the ends of its 95 % interval over deals.
    """
    figures = {}
    for name in opponents:
        shares = play_blocks(agent, make(name), rules_from(ruleset), blocks, seed)
        column = f"{WIN_SHARE}{ruleset}/{name}"
        figures[column] = float(shares.mean())
        figures[column + LOW], figures[column + HIGH] = interval(shares)
    return figures
