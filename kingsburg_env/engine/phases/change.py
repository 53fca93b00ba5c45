"""After the re-rolls, governors that turn dice: the Prince and the Trickster."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import CHANGE, PASS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.dice import dice_total, turn_die
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import MAX_DICE, NUM_OWN_DICE, Change, Decision, Event, Governor
from kingsburg_env.engine.tables.governors import (
    PRINCE_DICE,
    PRINCE_LIMIT,
    TRICKSTER_FACE,
    TRICKSTER_HIGH,
    TRICKSTER_LOW,
)


@njit
def advance(state):
    """Ask once, if the player's governor can change the dice; then the next player begins.

    Rule: ruling.prince-trickster-last (ruling 2)
    """
    seat = turn.whose_turn(state)
    player = state.players[seat]
    turn.end_turn(state)
    if can_use_prince(player) or can_use_trickster(player):
        turn.ask(state, seat, Decision.CHANGE)


@njit
def can_use_prince(player):
    """All dice total 8 or less, bonus dice too.

    Rule: governor.prince
    """
    return player.governor == Governor.PRINCE and dice_total(player) <= PRINCE_LIMIT


@njit
def can_use_trickster(player):
    """Some die shows 2.

    Rule: governor.trickster
    """
    return player.governor == Governor.TRICKSTER and (
        find_two(player, 0, NUM_OWN_DICE) < NUM_OWN_DICE
        or find_two(player, NUM_OWN_DICE, MAX_DICE) < MAX_DICE
    )


@njit
def find_two(player, first, end):
    """Find the first die showing 2 from `first` up to `end`; `end` if there is none."""
    for die in range(first, end):
        if player.dice[die] == TRICKSTER_FACE:
            return die
    return end


@njit
def legal(state):
    """Offer the change, and to leave the dice as they are."""
    player = state.players[int(state.actor)]
    allow(state, PASS)
    if can_use_prince(player):
        allow(state, CHANGE + Change.PRINCE)
    if can_use_trickster(player):
        if find_two(player, 0, NUM_OWN_DICE) < NUM_OWN_DICE:
            allow(state, CHANGE + Change.OWN_TO_1)
            allow(state, CHANGE + Change.OWN_TO_3)
        if find_two(player, NUM_OWN_DICE, MAX_DICE) < MAX_DICE:
            allow(state, CHANGE + Change.BONUS_TO_1)
            allow(state, CHANGE + Change.BONUS_TO_3)


@njit
def apply(state, log, action):
    """Turn the own dice to 3, 4 and 6, or one 2 to 1 or 3."""
    turn.answered(state)
    if action == PASS:
        return
    seat = int(state.actor)
    player = state.players[seat]
    change = action - CHANGE
    if change == Change.PRINCE:
        for die in range(NUM_OWN_DICE):
            turn_die(state, log, seat, die, int(PRINCE_DICE[die]), Event.TURNED)
    else:
        face = TRICKSTER_LOW if change == Change.OWN_TO_1 or change == Change.BONUS_TO_1 else TRICKSTER_HIGH
        if change == Change.OWN_TO_1 or change == Change.OWN_TO_3:
            turn_die(state, log, seat, find_two(player, 0, NUM_OWN_DICE), face, Event.TURNED)
        else:
            turn_die(state, log, seat, find_two(player, NUM_OWN_DICE, MAX_DICE), face, Event.TURNED)
