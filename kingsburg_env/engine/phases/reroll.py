"""After the roll: Statue, Chapel, Philosopher and Trickster, in any order, each once a season."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import CHANGE, PASS, REROLL
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.dice import dice_total, throw, turn_die
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    MAX_DICE,
    NUM_OWN_DICE,
    Building,
    Change,
    Decision,
    Event,
    Governor,
    Reroll,
    Source,
)
from kingsburg_env.engine.province import has
from kingsburg_env.engine.stores import score
from kingsburg_env.engine.tables.buildings import CHAPEL_LIMIT
from kingsburg_env.engine.tables.governors import (
    PHILOSOPHER_LIMIT,
    TRICKSTER_FACE,
    TRICKSTER_HIGH,
    TRICKSTER_LOW,
)


@njit
def advance(state, log):
    """Ask while dice can be re-rolled or turned; then judge the Philosopher's point.

    Rule: reroll.turn-order
    Rule: ruling.own-turn (ruling 2)
    Rule: ruling.any-order (ruling 2)
    """
    seat = turn.whose_turn(state)
    player = state.players[seat]
    if (
        can_use_statue(player)
        or can_use_chapel(player)
        or can_use_philosopher(player)
        or can_use_trickster(player)
    ):
        turn.ask(state, seat, Decision.REROLL)
    else:
        end_rerolls(state, log, seat)


@njit
def end_rerolls(state, log, seat):
    """Grant the Philosopher's point if the total stayed low and nothing changed the dice afterwards.

    Rule: governor.philosopher
    Rule: ruling.philosopher-point (ruling 4)
    """
    player = state.players[seat]
    if player.point_due and dice_total(player) <= PHILOSOPHER_LIMIT:
        score(state, log, seat, 1, Source.GOVERNOR)
    player.point_due = 0
    state.visit = 1


@njit
def can_use_statue(player):
    """All dice show one value, bonus dice too.

    Rule: building.statue
    """
    if player.statue_used or not has(player, Building.STATUE):
        return False
    for die in range(1, MAX_DICE):
        if player.dice[die] != 0 and player.dice[die] != player.dice[0]:
            return False
    return True


@njit
def can_use_chapel(player):
    """All dice total 7 or less, bonus dice too.

    Rule: building.chapel
    Rule: ruling.totals-with-bonus-dice (ruling 3)
    """
    return has(player, Building.CHAPEL) and not player.chapel_used and dice_total(player) <= CHAPEL_LIMIT


@njit
def can_use_philosopher(player):
    """All dice total 10 or less, bonus dice too."""
    return (
        player.governor == Governor.PHILOSOPHER
        and not player.governor_used
        and dice_total(player) <= PHILOSOPHER_LIMIT
    )


@njit
def can_use_trickster(player):
    """Some die shows 2, own or bonus.

    Rule: governor.trickster
    """
    return (
        player.governor == Governor.TRICKSTER
        and not player.governor_used
        and find_two(player, 0, MAX_DICE) < MAX_DICE
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
    """Offer what may be re-rolled or turned, and to leave the dice as they are.

    Rule: ruling.statue-any-die (ruling 3)
    """
    player = state.players[int(state.actor)]
    allow(state, PASS)
    if can_use_statue(player):
        allow(state, REROLL + Reroll.STATUE_OWN)
        if player.bonus > 0:
            allow(state, REROLL + Reroll.STATUE_BONUS)
    if can_use_chapel(player):
        allow(state, REROLL + Reroll.CHAPEL)
    if can_use_philosopher(player):
        allow(state, REROLL + Reroll.PHILOSOPHER)
    if can_use_trickster(player):
        if find_two(player, 0, NUM_OWN_DICE) < NUM_OWN_DICE:
            allow(state, CHANGE + Change.OWN_TO_1)
            allow(state, CHANGE + Change.OWN_TO_3)
        if find_two(player, NUM_OWN_DICE, MAX_DICE) < MAX_DICE:
            allow(state, CHANGE + Change.BONUS_TO_1)
            allow(state, CHANGE + Change.BONUS_TO_3)


@njit
def apply(state, log, action):
    """Re-roll one die or all of them, or turn one; equal dice are alike, so the first of its kind stands for all."""
    turn.answered(state)
    seat = int(state.actor)
    player = state.players[seat]
    if action == PASS:
        end_rerolls(state, log, seat)
    elif action == REROLL + Reroll.STATUE_OWN:
        player.statue_used, player.point_due = 1, 0
        throw(state, log, seat, 0, Event.REROLLED)
    elif action == REROLL + Reroll.STATUE_BONUS:
        player.statue_used, player.point_due = 1, 0
        throw(state, log, seat, NUM_OWN_DICE, Event.REROLLED)
    elif action == REROLL + Reroll.CHAPEL:
        player.chapel_used, player.point_due = 1, 0
        throw_all(state, log, seat)
    elif action == REROLL + Reroll.PHILOSOPHER:
        player.governor_used, player.point_due = 1, 1
        throw_all(state, log, seat)
    else:
        player.governor_used = 1
        turn_two(state, log, seat, action - CHANGE)


@njit
def throw_all(state, log, seat):
    """Re-roll every die of a player."""
    for die in range(NUM_OWN_DICE + int(state.players[seat].bonus)):
        throw(state, log, seat, die, Event.REROLLED)


@njit
def turn_two(state, log, seat, change):
    """Turn one 2 of the Trickster's to 1 or 3."""
    player = state.players[seat]
    face = TRICKSTER_LOW if change == Change.OWN_TO_1 or change == Change.BONUS_TO_1 else TRICKSTER_HIGH
    if change == Change.OWN_TO_1 or change == Change.OWN_TO_3:
        turn_die(state, log, seat, find_two(player, 0, NUM_OWN_DICE), face, Event.TURNED)
    else:
        turn_die(state, log, seat, find_two(player, NUM_OWN_DICE, MAX_DICE), face, Event.TURNED)
