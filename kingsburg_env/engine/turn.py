"""Who is asked, whose turn it is, and where in the year the game stands: the only writers of these fields."""

from kingsburg_env.engine import events
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NOBODY, Decision, Event, Step


@njit
def ask(state, seat, decision):
    """Put a question to a player; nothing happens until it is answered."""
    state.actor = seat
    state.decision = decision


@njit
def ask_goods(state, seat, amount, kinds):
    """Ask a player to choose goods from the supply."""
    state.amount = amount
    state.kinds = kinds
    ask(state, seat, Decision.TAKE_GOODS)


@njit
def answered(state):
    """Take the question off the table; the actor stays named until somebody else is asked."""
    state.decision = Decision.NONE


@njit
def enter(state, log, phase):
    """Begin a phase."""
    state.phase = phase
    go_on(state, Step.BEGIN)
    events.announce(log, Event.PHASE, phase, int(state.year))


@njit
def go_on(state, step):
    """Begin the next step of a phase with the first player."""
    state.step = step
    state.cursor = 0
    state.visit = 0


@njit
def whose_turn(state):
    """Return the seat at the cursor."""
    return int(state.order[int(state.cursor)])


@njit
def end_turn(state):
    """Move on to the next player in turn order."""
    state.cursor += 1
    state.visit = 0


@njit
def all_had_a_turn(state):
    """Check whether the turn order has been gone through once."""
    return state.cursor == state.num_players


@njit
def holder(state, governor):
    """Return the seat with this governor, or NOBODY."""
    if state.with_governors:
        for seat in range(int(state.num_players)):
            if state.players[seat].governor == governor:
                return seat
    return NOBODY
