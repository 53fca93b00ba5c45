"""Which dice make the total: asked only where several sets of dice do, die by die, until one set is left.

Equal dice of one kind (own or bonus) are alike, so of them the first in hand always goes first.
With that, sets of dice are sets of places, the dice common to all sets are an AND, and the choice is an OR.
"""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import BONUS_DIE, OWN_DIE
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.dice import is_in_hand, is_own, place_die
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import DIE_SIDES, MAX_DICE, NUM_OWN_DICE, Decision, Step
from kingsburg_env.engine.tables.advisors import ADVISORS, MODIFIER_DELTA

# The places of the own dice, one bit each.
OWN_DICE = (1 << NUM_OWN_DICE) - 1


@njit
def advance(state, log):
    """Place the dice common to all sets; ask while more than one set is left.

    Rule: influence.which-dice
    """
    seat = int(state.actor)
    common, union = possible_sets(state, state.players[seat])
    for die in range(MAX_DICE):
        if common >> die & 1:
            place_die(state, log, seat, die)
    if common == union:
        state.step = Step.INFLUENCE
    else:
        turn.ask(state, seat, Decision.PICK_DICE)


@njit
def possible_sets(state, player):
    """Walk through every set of dice in hand that completes the group: what all of them and what any of them holds."""
    missing = int(ADVISORS[int(state.advisor)].rank) - int(MODIFIER_DELTA[int(state.modifier)])
    hand, needs_own_die = 0, True
    for die in range(MAX_DICE):
        if is_in_hand(player, die):
            hand |= 1 << die
        elif player.group_of[die] == state.group:
            missing -= int(player.dice[die])
            needs_own_die = needs_own_die and not is_own(die)
    common, union, chosen = hand, 0, hand
    while chosen >= 0:
        if is_possible(player, hand, chosen, missing, needs_own_die):
            common &= chosen
            union |= chosen
        # The next smaller subset of the hand; after the empty one, none.
        chosen = (chosen - 1) & hand if chosen > 0 else -1
    return common, union


@njit
def is_possible(player, hand, chosen, missing, needs_own_die):
    """Check whether these dice make the missing total, with an own die among them, equal dice in order."""
    if needs_own_die and not chosen & OWN_DICE:
        return False
    for die in range(MAX_DICE):
        missing -= (chosen >> die & 1) * player.dice[die]
    if missing != 0:
        return False
    for die in range(1, MAX_DICE):
        if chosen >> die & 1 and skips_a_twin(player, hand, chosen, die):
            return False
    return True


@njit
def skips_a_twin(player, hand, chosen, die):
    """Check whether an earlier die of the same kind and face stays in hand."""
    first = 0 if is_own(die) else NUM_OWN_DICE
    for twin in range(first, die):
        if hand >> twin & 1 and not chosen >> twin & 1 and player.dice[twin] == player.dice[die]:
            return True
    return False


@njit
def legal(state):
    """Offer each die, by kind and face, that some possible set holds."""
    player = state.players[int(state.actor)]
    _, union = possible_sets(state, player)
    for die in range(MAX_DICE):
        if union >> die & 1:
            first = OWN_DIE if is_own(die) else BONUS_DIE
            allow(state, first + int(player.dice[die]) - 1)


@njit
def apply(state, log, action):
    """Include a die of that kind and face."""
    turn.answered(state)
    seat = int(state.actor)
    wants_own = action < OWN_DIE + DIE_SIDES
    face = action - (OWN_DIE if wants_own else BONUS_DIE) + 1
    player = state.players[seat]
    for die in range(MAX_DICE):
        if is_own(die) == wants_own and player.dice[die] == face and is_in_hand(player, die):
            place_die(state, log, seat, die)
            return
