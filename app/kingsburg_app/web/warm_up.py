"""Compile everything a table needs before the first guest arrives: compiling would hold up all tables for a minute."""

import numpy as np

from kingsburg_agents.protocol import Agent, choose
from kingsburg_app.game_file import PERSON, GameRecord
from kingsburg_app.web.table import Table
from kingsburg_app.web.view import see
from kingsburg_env import Rules, ranking, redeal


def compile_rules(agents: dict[str, Agent]) -> None:
    """Play a first move, look at it, and ask every agent once."""
    table = Table(GameRecord(Rules(num_players=2), 0, (PERSON, PERSON), []))
    table.play(int(table.buffers.mask[0].argmax()))
    see(table, 0, 0)
    ranking(table.games)
    redeal(table.games, 0, 0)
    for agent in agents.values():
        choose(
            agent, table.copy_game(), table.buffers.observation, table.buffers.mask, np.random.default_rng(0)
        )
