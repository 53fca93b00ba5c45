"""Phase 1, the King's aid."""

from kingsburg_env.engine import events, turn
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import ALL_KINDS, NOBODY, Event, Phase, Step
from kingsburg_env.engine.province import least_developed, only_seat

GIFT = 1


@njit
def advance(state, log):
    """Grant the least developed player a bonus die for Spring; if several are, each takes 1 good instead.

    Rule: aid.bonus-die
    Rule: aid.tie-goods
    Rule: ruling.aid-counts-first (ruling 18)
    """
    if state.step == Step.BEGIN:
        judge(state, log)
        turn.go_on(state, Step.FAVOUR)
    elif turn.all_had_a_turn(state):
        turn.enter(state, log, Phase.SPRING)
    else:
        seat = turn.whose_turn(state)
        turn.end_turn(state)
        if state.favoured >> seat & 1:
            turn.ask_goods(state, seat, GIFT, ALL_KINDS)


@njit
def judge(state, log):
    """Fix who is favoured before anybody takes a good."""
    state.favoured = least_developed(state)
    seat = only_seat(int(state.favoured))
    if seat != NOBODY:
        state.favoured = 0
        state.players[seat].bonus += 1
        events.tell(log, Event.BONUS_DICE, seat, 0, 1)
