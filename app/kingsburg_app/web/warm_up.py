"""Compile everything a table needs before the first guest arrives: compiling would hold up all tables for a minute."""

import numpy as np

from kingsburg_agents.protocol import Agent, choose
from kingsburg_app.game_in_progress import GameInProgress
from kingsburg_app.saved_game import PERSON, SavedGame
from kingsburg_env import Rules, redeal, view_of


def compile_rules(agents: dict[str, Agent]) -> None:
    """Play a first move, look at it, and ask every agent once."""
    game = GameInProgress(SavedGame(Rules(num_players=2), 0, (PERSON, PERSON), []))
    game.play(game.legal_actions[0])
    view_of(game.games, 0)
    redeal(game.games, 0, 0)
    for agent in agents.values():
        choose(agent, game.games, game.buffers.observation, game.buffers.mask, np.random.default_rng(0))
