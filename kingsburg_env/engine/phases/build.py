"""Build: in turn order each player one building, and with the envoy a second right after it."""

from kingsburg_env.engine import effects, events, turn
from kingsburg_env.engine.actions import BUILD, PASS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import ALL_KINDS, NOBODY, NUM_ROWS, Decision, Effect, Event, Governor, Step
from kingsburg_env.engine.province import (
    NO_BUILDING,
    architect_saves,
    is_row_in_play,
    next_in_row,
    shortage,
)

TAX = 1


@njit
def advance(state):
    """Collect a tax that is due, then ask; who has built and holds the envoy is asked again.

    Rule: build.turn-order
    Rule: build.envoy
    Rule: ruling.second-needs-first (ruling 17)
    Rule: ruling.tax-before-second (ruling 13)
    """
    if state.is_tax_due:
        state.is_tax_due = 0
        turn.ask_goods(state, turn.holder(state, Governor.TAX_COLLECTOR), TAX, ALL_KINDS)
    elif turn.all_had_a_turn(state):
        turn.go_on(state, Step.SEASON_END)
    else:
        seat = turn.whose_turn(state)
        if state.visit == 0 or (state.visit == 1 and state.envoy == seat):
            turn.ask(state, seat, Decision.BUILD)
        else:
            turn.end_turn(state)


@njit
def legal(state):
    """Offer the leftmost missing building of each row that the player can pay; nobody has to build.

    Rule: build.leftmost
    Rule: build.rebuild
    """
    seat = int(state.actor)
    player = state.players[seat]
    allow(state, PASS)
    # The Architect's saving covers one missing good.
    credit = 1 if architect_saves(state, seat) else 0
    for row in range(NUM_ROWS):
        if is_row_in_play(state, row):
            building = next_in_row(player, row)
            if building != NO_BUILDING and shortage(player, building) <= credit:
                allow(state, BUILD + building)


@njit
def apply(state, log, action):
    """Build, once it is settled what is saved; the second building spends the envoy."""
    turn.answered(state)
    if action == PASS:
        turn.end_turn(state)
        return
    seat = int(state.actor)
    state.visit += 1
    if state.visit > 1:
        state.envoy = NOBODY
        events.tell(log, Event.ENVOY, seat, 0, -1)
    state.building = action - BUILD
    effects.offer(state, log, seat, Effect.SAVINGS)
