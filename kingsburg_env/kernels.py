"""The compiled entry points: few, on arrays, everything already checked by `batch`."""

import numpy as np

from kingsburg_env.engine import chance, events, year
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.jit import entry
from kingsburg_env.engine.phases.setup import lay_out
from kingsburg_env.engine.play import find_answers, is_legal, is_over, random_answer, settle
from kingsburg_env.engine.redeal import redeal
from kingsburg_env.engine.scoring import rank
from kingsburg_env.observation import observer, write_view
from kingsburg_env.rewards import add_rewards, clear_rewards

ALL_FINE = -1
STEP, STEP_AND_RESET, RESET, RESUME = range(4)


@entry
def run(games, numbers, views, mask, actor, rewards, terminal, logs, mode, kind):
    """Step, reset or resume every game: one entry, since each entry has to compile the whole engine.

    The numbers are actions, or the keys of new games.
    Returns the first game with an illegal action, before anything has changed, or ALL_FINE.
    """
    if mode == STEP or mode == STEP_AND_RESET:
        for i in range(len(games)):
            if not is_legal(games[i], numbers[i]):
                return i
    for i in range(len(games)):
        state, log = games[i], logs[i if len(logs) > 1 else 0]
        events.clear(log)
        if mode == RESET:
            lay_out(state, np.uint64(numbers[i]))
        if mode == RESET or mode == RESUME:
            settle(state, log)
        else:
            clear_rewards(state, kind, rewards, i)
            was_over = is_over(state)
            if not was_over:
                year.apply(state, log, numbers[i])
                settle(state, log)
                add_rewards(state, kind, rewards, i)
            terminal[i] = is_over(state) and not was_over
            if terminal[i] and mode == STEP_AND_RESET:
                lay_out(state, chance.next_key(state.key))
                settle(state, log)
        actor[i] = state.actor
        write_view(state, observer(state), views[i])
        # numba: unsigned indices let the loop run on vector registers
        for action in range(np.uintp(NUM_ACTIONS)):
            mask[i, action] = state.answers[action]
    return ALL_FINE


@entry
def rollout(games, log, numbers):
    """Play uniformly random legal actions to the end; seeds go in as numbers, counts of decisions come out."""
    for i in range(len(games)):
        seed, decisions = chance.mix(np.uint64(numbers[i])), 0
        while not is_over(games[i]):
            year.apply(games[i], log[0], random_answer(games[i], seed, decisions))
            settle(games[i], log[0])
            decisions += 1
        numbers[i] = decisions


@entry
def observe(games, seats, views):
    """Write what one seat of every game may know."""
    for i in range(len(games)):
        write_view(games[i], seats[i], views[i])


@entry
def find_all_answers(games):
    """Work out anew which actions are legal in every game."""
    for i in range(len(games)):
        find_answers(games[i])


@entry
def redeal_all(games, seats, keys):
    """Draw anew what one seat of every game cannot know."""
    for i in range(len(games)):
        redeal(games[i], seats[i], keys[i])


@entry
def rank_all(games, ranks):
    """Write the rank of every seat of every game."""
    for i in range(len(games)):
        for seat in range(int(games[i].num_players)):
            ranks[i, seat] = rank(games[i], seat)


@entry
def make_keys(seeds, keys):
    """Turn seeds into keys."""
    for i in range(len(seeds)):
        keys[i] = chance.key_of(seeds[i])
