"""The marks of a network's inputs, written for many questions at once."""

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.network.features.layout import (
    AT,
    COST,
    DEFENCE,
    DEFENCE_VS,
    DIGITS,
    ENEMY_AT,
    ENEMY_KIND,
    ENEMY_STRENGTH,
    EVEN,
    FIRST_HAND,
    FIRST_LACK,
    FIRST_LEAD,
    FIRST_MARK,
    FIRST_STRENGTH,
    FIRST_USUAL_LEAD,
    HANDS,
    HANDS_AT,
    INPUT_SIZE,
    LARGEST,
    MARKS_AT,
    MAX_HAND,
    MAX_STRENGTH,
    NO_HAND,
    NUM_HANDS,
    SOLDIERS_AT,
    SOLDIERS_TIMES,
    TIMES,
    USUAL_ENEMY,
    YEAR_AT,
)
from kingsburg_agents.network.features.placing import mark_placing
from kingsburg_agents.network.features.reading import mark_lacks, own_goods, standing_in, whole
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.jit import entry, njit
from kingsburg_env.engine.names import DIE_SIDES, MAX_PLAYERS, NUM_ENEMIES, NUM_ROWS, NUM_YEARS
from kingsburg_env.observation import OBSERVATION_SIZE


def inputs_of(observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float32]:
    """Put together what a network is shown of several questions."""
    inputs = np.empty((len(observations), INPUT_SIZE), np.float32)
    observations = np.ascontiguousarray(observations, np.float32)
    write_inputs(observations, np.ascontiguousarray(masks, np.int8), np.arange(len(inputs)), inputs)
    return inputs


@entry
def write_inputs(observations, masks, rows, inputs):
    """Put together what a network is shown of some rows of the observations."""
    if observations.shape[1] != OBSERVATION_SIZE or masks.shape != (len(observations), NUM_ACTIONS):
        raise ValueError(
            "observations, masks: must have OBSERVATION_SIZE and NUM_ACTIONS columns, and as many rows"
        )
    if inputs.shape != (len(rows), INPUT_SIZE):
        raise ValueError("inputs: must have INPUT_SIZE columns, and a row for each of the rows asked for")
    for i in range(len(rows)):
        if not 0 <= rows[i] < len(observations):
            raise ValueError("rows: must be rows of the observations")
        inputs[i, :OBSERVATION_SIZE] = observations[rows[i]]
        for action in range(NUM_ACTIONS):
            inputs[i, OBSERVATION_SIZE + action] = masks[rows[i], action]
        inputs[i, FIRST_MARK:] = 0
        write_marks(inputs[i])


@njit
def write_marks(inputs):
    """Add the marks to one row of observation, legal answers and zeros."""
    mark_counters(inputs)
    mark_hands(inputs)
    mark_lacks(inputs, FIRST_LACK, COST[0], own_goods(inputs), 0)
    mark_placing(inputs)
    mark_strength(inputs)


@njit
def mark_counters(inputs):
    """Mark the values of small counters."""
    for number in range(len(AT)):
        value = whole(inputs[AT[number]] * TIMES[number], LARGEST[number])
        if value > 0:
            inputs[MARKS_AT[number] + value - 1] = 1


@njit
def mark_hands(inputs):
    """Mark which own dice every player still holds."""
    for player in range(MAX_PLAYERS):
        code = 0
        for face in range(DIE_SIDES):
            code += DIGITS[face] * whole(inputs[HANDS_AT[player] + face], MAX_HAND)
        if HANDS[code] != NO_HAND:
            inputs[FIRST_HAND + player * NUM_HANDS + HANDS[code]] = 1


@njit
def mark_strength(inputs):
    """Mark the own strength, and its lead over this year's enemy: the card, if it is known, and the usual one."""
    strength = whole(inputs[SOLDIERS_AT] * SOLDIERS_TIMES, 99)
    for row in range(NUM_ROWS):
        strength += DEFENCE[row, standing_in(inputs, row)]
    inputs[FIRST_STRENGTH + min(max(strength, 0), MAX_STRENGTH)] = 1
    for enemy in range(NUM_ENEMIES):
        if inputs[ENEMY_AT + enemy] > 0:
            lead = strength - ENEMY_STRENGTH[enemy]
            for row in range(NUM_ROWS):
                lead += DEFENCE_VS[row, standing_in(inputs, row), ENEMY_KIND[enemy]]
            inputs[FIRST_LEAD + min(max(lead + EVEN, 0), MAX_STRENGTH)] = 1
    for year in range(NUM_YEARS):
        if inputs[YEAR_AT + year] > 0:
            lead = strength - USUAL_ENEMY[year]
            inputs[FIRST_USUAL_LEAD + min(max(lead + EVEN, 0), MAX_STRENGTH)] = 1
