"""One game from question to question."""

import numpy as np

from kingsburg_env.engine import chance, year
from kingsburg_env.engine.actions import NUM_ACTIONS, PASS, SPANS
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import Decision

NO_ACTION = -1


@njit
def settle(state, log):
    """Go on until somebody has a real choice: who has exactly one legal option is not asked.

    Rule: frame.one-option-is-played
    """
    year.advance(state, log)
    find_answers(state)
    action = only_answer(state)
    while action != NO_ACTION:
        year.apply(state, log, action)
        year.advance(state, log)
        find_answers(state)
        action = only_answer(state)


@njit
def find_answers(state):
    """Fix which actions are legal now; none when the game is over."""
    answers = state.answers
    # numba: unsigned indices let the loop run on vector registers
    for action in range(np.uintp(NUM_ACTIONS)):
        answers[action] = 0
    year.legal(state)


@njit
def only_answer(state):
    """Name the legal action if there is exactly one."""
    only = PASS if state.answers[PASS] else NO_ACTION
    for action in range(np.uintp(SPANS[state.decision, 0]), np.uintp(SPANS[state.decision, 1])):
        if state.answers[action]:
            if only != NO_ACTION:
                return NO_ACTION
            only = np.int64(action)
    return only


@njit
def num_answers(state):
    """Count the legal actions."""
    count = np.int64(state.answers[PASS])
    for action in range(np.uintp(SPANS[state.decision, 0]), np.uintp(SPANS[state.decision, 1])):
        count += state.answers[action]
    return count


@njit
def nth_answer(state, n):
    """Name the n-th legal action."""
    if state.answers[PASS]:
        if n == 0:
            return PASS
        n -= 1
    for action in range(SPANS[state.decision, 0], SPANS[state.decision, 1]):
        if state.answers[action]:
            if n == 0:
                return action
            n -= 1
    return NO_ACTION  # pragma: no cover - nobody asks for more answers than there are


@njit
def random_answer(state, seed, decisions):
    """Name a uniformly random legal action; the seed is not the game's luck."""
    return nth_answer(state, chance.draw(seed, chance.RANDOM_PLAY, 0, 0, decisions, num_answers(state)))


@njit
def is_legal(state, action):
    """Tell whether an action answers the question; the only legal action after the end is none."""
    if is_over(state):
        return action == NO_ACTION
    return 0 <= action < NUM_ACTIONS and state.answers[action] != 0


@njit
def is_over(state):
    """Tell whether nobody is asked any more."""
    return state.decision == Decision.NONE
