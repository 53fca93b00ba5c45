"""Winter with module 3: each player picks a King's army token in secret."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import ARMY_TOKEN
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NUM_TOKEN_VALUES, Decision, Step


@njit
def advance(state):
    """Ask in turn order, before the enemy is shown.

    Rule: module.army
    """
    if not state.with_army or turn.all_had_a_turn(state):
        turn.go_on(state, Step.MUSTER)
    else:
        turn.ask(state, turn.whose_turn(state), Decision.COMMIT_TOKEN)
        turn.end_turn(state)


@njit
def legal(state):
    """Offer each value the player still has."""
    player = state.players[int(state.actor)]
    for value in range(NUM_TOKEN_VALUES):
        if player.tokens[value] > 0:
            allow(state, ARMY_TOKEN + value)


@njit
def apply(state, action):
    """Put the token down in secret; it counts as the player's until all are shown."""
    state.players[int(state.actor)].picked_token = action - ARMY_TOKEN
    turn.answered(state)
