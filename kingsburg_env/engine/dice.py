"""Dice on the table: throwing them, adding them up, who still holds which."""

import numpy as np

from kingsburg_env.engine import chance, events
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import DIE_SIDES, MAX_DICE, NO_GROUP, NUM_OWN_DICE, Event

# Tells a die's repeated throws apart; no die is thrown this often in a season.
THROWS = 16


@njit
def throw(state, log, seat, die, event):
    """Throw one die of a player and note it as rolled or re-rolled."""
    player = state.players[seat]
    face = chance.roll(state, chance.DIE, seat, die * THROWS + int(player.throws[die]))
    player.throws[die] += 1
    turn_die(state, log, seat, die, face, event)


@njit
def turn_die(state, log, seat, die, face, event):
    """Turn a die in hand to a face, and note whether it was rolled, re-rolled or turned."""
    player = state.players[seat]
    if player.dice[die] != 0:
        count_in_hand(player, die, -1)
    player.dice[die] = face
    count_in_hand(player, die, 1)
    events.tell(log, event, seat, die, face)


@njit
def count_in_hand(player, die, change):
    """Keep the count of dice in hand by face, which is what everybody looks at."""
    if is_own(die):
        player.own_hand[player.dice[die] - 1] += change
    else:
        player.bonus_hand[player.dice[die] - 1] += change


@njit
def place_die(state, log, seat, die):
    """Put a die into the group being placed."""
    player = state.players[seat]
    count_in_hand(player, die, -1)
    player.group_of[die] = state.group
    events.tell(log, Event.DIE_PLACED, seat, die, player.dice[die])


@njit
def dice_total(player):
    """Add up all dice of a player, bonus dice too."""
    total = 0
    for die in range(MAX_DICE):
        total += int(player.dice[die])
    return total


@njit
def is_in_hand(player, die):
    """Check whether a die was rolled and is not placed yet."""
    return player.dice[die] != 0 and player.group_of[die] == NO_GROUP


@njit
def has_own_die_in_hand(player):
    """Check whether a player can still form a group: every group needs an own die."""
    # All six faces without a branch: where the first die shows cannot be foreseen.
    count = 0
    for face in range(np.uintp(DIE_SIDES)):
        count += int(player.own_hand[face])
    return count > 0


@njit
def is_own(die):
    """Check whether a die is an own die, not a bonus die."""
    return die < NUM_OWN_DICE
