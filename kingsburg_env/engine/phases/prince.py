"""After a player's re-rolls, the Prince, who looks at the total, may set their own dice."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import CHANGE, PASS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.dice import dice_total, turn_die
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NUM_OWN_DICE, Change, Decision, Event, Governor
from kingsburg_env.engine.tables.governors import PRINCE_DICE, PRINCE_LIMIT


@njit
def advance(state):
    """Ask once, if all dice total 8 or less, bonus dice too; then the next player begins.

    Rule: governor.prince
    Rule: ruling.prince-last (ruling 2)
    """
    seat = turn.whose_turn(state)
    player = state.players[seat]
    turn.end_turn(state)
    if player.governor == Governor.PRINCE and dice_total(player) <= PRINCE_LIMIT:
        turn.ask(state, seat, Decision.CHANGE)


@njit
def legal(state):
    """Offer the three faces, and to leave the dice as they are."""
    allow(state, PASS)
    allow(state, CHANGE + Change.PRINCE)


@njit
def apply(state, log, action):
    """Set the own dice to 3, 4 and 6."""
    turn.answered(state)
    if action == PASS:
        return
    for die in range(NUM_OWN_DICE):
        turn_die(state, log, int(state.actor), die, int(PRINCE_DICE[die]), Event.TURNED)
