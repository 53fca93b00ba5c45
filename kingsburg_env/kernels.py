"""The compiled entry points: few, on arrays, everything already checked by `batch`."""

import numpy as np

from kingsburg_env.engine import chance, events, year
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.events import LOG
from kingsburg_env.engine.jit import entry, njit
from kingsburg_env.engine.names import NOBODY
from kingsburg_env.engine.phases.setup import lay_out
from kingsburg_env.engine.play import find_answers, is_legal, is_over, nth_answer, random_answer, settle
from kingsburg_env.engine.redeal import redeal
from kingsburg_env.engine.scoring import rank
from kingsburg_env.observation import observer, write_view
from kingsburg_env.rewards import add_rewards, clear_rewards, potential, reward_between

ALL_FINE = -1
NO_LOG = np.zeros(1, LOG)
RANDOM, FIRST = range(2)
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
def rollout(games, numbers):
    """Play uniformly random legal actions to the end; seeds go in as numbers, counts of decisions come out."""
    for i in range(len(games)):
        seed, decisions = chance.mix(np.uint64(numbers[i])), 0
        while not is_over(games[i]):
            year.apply(games[i], NO_LOG[0], random_answer(games[i], seed, decisions))
            settle(games[i], NO_LOG[0])
            decisions += 1
        numbers[i] = decisions


@entry
def run_seat(games, numbers, ticks, seats, codes, views, last_views, mask, rewards, terminal, seat, mode, kind):
    """Step or reset every game as one seat meets it; the others answer in between, inside compiled code.

    The numbers are actions of that seat, or the keys of new games; `seat` fixes it, or NOBODY draws one for each game.
    An ended game is dealt anew at once (STEP_AND_RESET), or by the next step, whose action is then ignored (STEP).
    Returns the first game with an illegal action, before anything has changed, or ALL_FINE.
    """
    for i in range(len(games)):
        if mode != RESET and not is_over(games[i]) and not is_legal(games[i], numbers[i]):
            return i
    for i in range(len(games)):
        state = games[i]
        key = np.uint64(numbers[i]) if mode == RESET else chance.next_key(state.key)
        rewards[i], terminal[i] = 0.0, False
        is_new = mode == RESET or is_over(state)
        if not is_new:
            before = potential(state, seats[i])
            year.apply(state, NO_LOG[0], numbers[i])
            go_on_to(state, seats[i], codes, ticks, i)
            rewards[i] = reward_between(state, kind, seats[i], before)
            terminal[i] = is_over(state)
            is_new = terminal[i] and mode == STEP_AND_RESET
            if is_new:
                write_view(state, seats[i], last_views[i])
        if is_new:
            lay_out(state, key)
            seats[i] = chance.draw(key, chance.LEARNER_SEAT, 0, 0, 0, state.num_players) if seat == NOBODY else seat
            go_on_to(state, seats[i], codes, ticks, i)
        write_view(state, seats[i], views[i])
        for action in range(np.uintp(NUM_ACTIONS)):
            mask[i, action] = state.answers[action]
    return ALL_FINE


@njit
def go_on_to(state, seat, codes, ticks, game):
    """Go on until this seat is asked or the game is over; ticks number the opponents' answers."""
    settle(state, NO_LOG[0])
    while state.actor != seat and not is_over(state):
        ticks[game] += 1
        year.apply(state, NO_LOG[0], answer_of(state, codes[state.actor], state.key, ticks[game]))
        settle(state, NO_LOG[0])


@njit
def answer_of(state, code, key, tick):
    """Let a compiled opponent answer."""
    if code == FIRST:
        return nth_answer(state, 0)
    return random_answer(state, chance.mix(key), tick)


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
