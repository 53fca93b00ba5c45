"""The compiled entry point of the heuristics: everything already checked by `agent`."""

from kingsburg_agents.heuristics.choices import choose_action
from kingsburg_env.engine.jit import entry
from kingsburg_env.engine.play import NO_ACTION, is_over


@entry
def act_all(games, weights, workspace, actions):
    """Choose an action for every game by these weights; none where the game is over."""
    for i in range(len(games)):
        actions[i] = NO_ACTION if is_over(games[i]) else choose_action(games[i], weights[0], workspace[0])
