"""One game from question to question."""

from kingsburg_env.engine import chance, year
from kingsburg_env.engine.answers import (
    NO_ACTION,
    forbid_all,
    is_allowed,
    nth_answer,
    num_answers,
    only_answer,
)
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import Decision


@njit
def settle(state, log):
    """Move on until somebody has a real choice: a seat with exactly one legal option is not asked.

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
    forbid_all(state)
    year.legal(state)


@njit
def random_answer(state, seed, decisions):
    """Return a uniformly random legal action; the seed is not the game's luck."""
    return nth_answer(state, chance.draw(seed, chance.RANDOM_PLAY, 0, 0, decisions, num_answers(state)))


@njit
def is_legal(state, action):
    """Check whether an action answers the question; the only legal action after the end is none."""
    if is_over(state):
        return action == NO_ACTION
    return is_allowed(state, action)


@njit
def is_over(state):
    """Check whether nobody is asked any more."""
    return state.decision == Decision.NONE
