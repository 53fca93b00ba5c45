"""Everybody rolls; once all dice changes are done, the dice make the new turn order."""

from kingsburg_env.engine import events, turn
from kingsburg_env.engine.dice import dice_total, throw
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NUM_OWN_DICE, Event, Step


@njit
def advance(state, log):
    """Throw in turn order, each player's own dice before their bonus dice.

    Rule: roll.all-dice
    Rule: ruling.throwing-order (ruling 1)
    """
    for turn_index in range(int(state.num_players)):
        seat = int(state.order[turn_index])
        for die in range(NUM_OWN_DICE + int(state.players[seat].bonus)):
            throw(state, log, seat, die, Event.ROLLED)
    turn.go_on(state, Step.CHANGE)


@njit
def arrange(state, log):
    """Make the new turn order: lowest total first, ties keep their order.

    Rule: order.lowest-first
    Rule: order.ties-keep
    """
    order = state.order
    for turn_index in range(1, int(state.num_players)):
        seat = int(order[turn_index])
        total = dice_total(state.players[seat])
        at = turn_index
        while at > 0 and dice_total(state.players[int(order[at - 1])]) > total:
            order[at] = order[at - 1]
            at -= 1
        order[at] = seat
    for turn_index in range(int(state.num_players)):
        events.tell(
            log,
            Event.ORDER,
            int(order[turn_index]),
            turn_index,
            dice_total(state.players[int(order[turn_index])]),
        )
