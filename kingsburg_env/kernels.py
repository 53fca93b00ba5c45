"""The compiled entry points: few, on arrays, everything already checked by `batch`."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_env.engine import chance, events, year
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.answers import (
    MASK_FIELD,
    NO_ACTION,
    nth_answer,
    num_answers,
    write_mask,
)
from kingsburg_env.engine.events import LOG
from kingsburg_env.engine.hidden import redeal
from kingsburg_env.engine.jit import entry, njit
from kingsburg_env.engine.names import MAX_PLAYERS, NOBODY, NUM_POINT_SOURCES
from kingsburg_env.engine.phases.setup import lay_out
from kingsburg_env.engine.play import (
    find_answers,
    is_legal,
    is_over,
    random_answer,
    settle,
)
from kingsburg_env.engine.scoring import decided_by, rank
from kingsburg_env.features import write_features
from kingsburg_env.observation import observer, write_view
from kingsburg_env.rewards import add_rewards, clear_rewards, potential, reward_between

ALL_FINE = -1
NO_LOG = np.zeros(1, LOG)
RANDOM, FIRST = range(2)
# From this code on, an opponent chooses outside compiled code.
ASK = 1000
STEP, STEP_AND_RESET, RESET, SETTLE, OPPONENTS = range(5)
# When a batch of one seat's games deals an ended game anew.
NEXT_STEP, SAME_STEP, DISABLED = range(3)

# Who sits where in a game of one learner, and what it remembers of them.
SEATING = np.dtype(
    (
        np.record,
        [
            ("wanted_seat", np.int64),  # where the learner is to sit, or NOBODY: drawn for each game
            ("seat", np.int64),  # where it sits
            ("last_seat", np.int64),  # where it sat in the game that ended, else 0
            ("has_won", np.bool_),  # whether it won that game
            ("asked", np.int64),  # who is asked now, or NOBODY
            ("codes", np.int64, (MAX_PLAYERS,)),  # who plays the other seats
            ("num_actions", np.int64, (MAX_PLAYERS,)),  # how many each seat has chosen in this game
            ("luck", np.uint64),  # the seed for the action of the opponent asked
            ("before", np.float64),  # the learner's potential at its last question
            MASK_FIELD,  # of whoever is asked
        ],
    )
)


# What a step brings, beside the observation.
# numba: a record is passed on as it is, an array would be reference-counted at every call
RESULT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                MASK_FIELD,
                ("actor", np.int64),
                ("rewards", np.float64, (MAX_PLAYERS,)),
                ("terminal", np.bool_),
            ],
            align=True,
        ),
    )
)


class Ends(NamedTuple):
    """How games ended, one row a game; all 0 while it runs."""

    scores: NDArray[np.int64]
    ranks: NDArray[np.int64]
    winners: NDArray[np.int8]
    vp_by_source: NDArray[np.int64]
    decided_by: NDArray[np.int64]


@entry
def run(games, numbers, views, results, logs, mode, kind):
    """Step, reset or settle every game: one entry, since each entry has to compile the whole engine.

    The numbers are actions, or the keys of new games; SETTLE plays on from records that ask nothing yet.
    Returns the first game with an illegal action, before anything has changed, or ALL_FINE.
    """
    if mode == STEP or mode == STEP_AND_RESET:
        for i in range(len(games)):
            if not is_legal(games[i], numbers[i]):
                return i
    for i in range(len(games)):
        state, result, log = games[i], results[i], logs[i if len(logs) > 1 else 0]
        events.clear(log)
        if mode == RESET:
            lay_out(state, np.uint64(numbers[i]))
        if mode == RESET or mode == SETTLE:
            settle(state, log)
        else:
            clear_rewards(state, kind, result)
            was_over = is_over(state)
            if not was_over:
                year.apply(state, log, numbers[i])
                settle(state, log)
                add_rewards(state, kind, result)
            result.terminal = is_over(state) and not was_over
            if result.terminal and mode == STEP_AND_RESET:
                lay_out(state, chance.next_key(state.key))
                settle(state, log)
        result.actor = state.actor
        write_view(state, observer(state), views[i])
        write_mask(state, result)
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
def first_illegal(games, numbers, mode):
    """Return the first game whose action is due and illegal, or ALL_FINE."""
    for i in range(len(games)):
        if is_due(games[i], numbers[i], mode) and not is_legal(games[i], numbers[i]):
            return i
    return ALL_FINE


@njit
def is_due(state, action, mode):
    """Check whether an action is due: not for a new deal, nor after the end, nor from opponents who are not asked."""
    return mode != RESET and not is_over(state) and not (mode == OPPONENTS and action == NO_ACTION)


@entry
def run_seat(
    games, numbers, seatings, pool, views, finals, rewards, terminal, ends, logs, mode, autoreset, kind
):
    """Step or reset every game as one seat, the learner's, meets it; the others act in between.

    The numbers are actions of whoever is asked (NO_ACTION leaves a game alone), or the keys of new games.
    Compiled opponents act here; a game also stops where an opponent with a code of ASK or more is asked.
    An ended game takes any action: with NEXT_STEP it is dealt anew then, with DISABLED it stays as it is.
    With SAME_STEP it is dealt anew at once, and its end is kept in `finals`.
    Returns the first game with an illegal action, before anything has changed, or ALL_FINE.
    """
    wrong = first_illegal(games, numbers, mode)
    if wrong != ALL_FINE:
        return wrong
    for i in range(len(games)):
        if mode == OPPONENTS and numbers[i] == NO_ACTION:
            continue
        state, seating, log = games[i], seatings[i], logs[i if len(logs) > 1 else 0]
        was_over = mode == RESET or is_over(state)
        if mode != OPPONENTS:
            events.clear(log)
            rewards[i] = 0.0
            if mode == STEP and was_over and autoreset == DISABLED:
                continue
            if terminal[i]:
                clear_end(seating, ends, i)
            terminal[i] = False
        if not was_over:
            play_action(state, seating, log, numbers[i], mode)
            # A game dealt anew in this step keeps what its predecessor brought while opponents open it.
            if not terminal[i]:
                rewards[i] = reward_between(state, kind, seating.seat, seating.before)
                terminal[i] = is_over(state)
                if terminal[i]:
                    end_game(state, seating, ends, i)
                    if autoreset == SAME_STEP:
                        finals[i] = games[i]
        if was_over or (is_over(state) and autoreset == SAME_STEP):
            lay_out(state, np.uint64(numbers[i]) if mode == RESET else chance.next_key(state.key))
            seat_players(state, seating, pool)
            go_on(state, seating, log)
        show_question(state, seating, views[i])
    return ALL_FINE


@njit
def end_game(state, seating, ends, i):
    """Write how the game ended, and where the learner sat."""
    write_end(state, ends, i)
    seating.last_seat, seating.has_won = seating.seat, ends.winners[i, seating.seat]


@njit
def clear_end(seating, ends, i):
    """Forget how the game before this one ended."""
    seating.last_seat, seating.has_won = 0, 0
    ends.decided_by[i] = 0
    for seat in range(ends.scores.shape[1]):
        ends.scores[i, seat], ends.ranks[i, seat], ends.winners[i, seat] = 0, 0, 0
        for source in range(NUM_POINT_SOURCES):
            ends.vp_by_source[i, seat, source] = 0


@njit
def play_action(state, seating, log, action, mode):
    """Play an action and go on; before the learner's own, remember where it stood."""
    if mode == STEP:
        seating.before = potential(state, seating.seat)
    seating.num_actions[state.actor] += 1
    year.apply(state, log, action)
    go_on(state, seating, log)


@njit
def seat_players(state, seating, pool):
    """Seat the learner, fixed or drawn, and the opponents: the whole pool in order, or drawn."""
    num_players = state.num_players
    seating.seat = seating.wanted_seat
    if seating.wanted_seat == NOBODY:
        seating.seat = chance.draw(state.key, chance.LEARNER_SEAT, 0, 0, 0, num_players)
    for k in range(1, num_players):
        drawn = k - 1
        if len(pool) != num_players - 1:
            drawn = chance.draw(state.key, chance.OPPONENT, 0, 0, k, len(pool))
        other = seating.seat + k if seating.seat + k < num_players else seating.seat + k - num_players
        seating.codes[other] = pool[drawn]
    seating.codes[seating.seat] = ASK
    for seat in range(MAX_PLAYERS):
        seating.num_actions[seat] = 0


@njit
def go_on(state, seating, log):
    """Move on until the learner or an opponent outside compiled code is asked, or the game is over."""
    settle(state, log)
    while not is_over(state) and seating.codes[state.actor] < ASK:
        action = action_of(state, seating)
        seating.num_actions[state.actor] += 1
        year.apply(state, log, action)
        settle(state, log)


@njit
def action_of(state, seating):
    """Choose for a compiled opponent; like all opponents it draws by the game, its seat and how often it has chosen."""
    seat = int(state.actor)
    if seating.codes[seat] == FIRST:
        return nth_answer(state, 0)
    number = int(seating.num_actions[seat])
    return nth_answer(
        state, chance.draw(state.key, chance.RANDOM_OPPONENT, 0, seat, number, num_answers(state))
    )


@njit
def show_question(state, seating, view):
    """Write what whoever is asked knows and may do; of an ended game, what the learner knows."""
    seating.asked = state.actor
    write_view(state, seating.seat if is_over(state) else state.actor, view)
    write_mask(state, seating)
    if not is_over(state) and state.actor != seating.seat:
        seat = int(state.actor)
        seating.luck = chance.luck_of_agent(state.key, seat, int(seating.num_actions[seat]))


@entry
def observe(games, seats, views):
    """Write what one seat of every game may know."""
    for i in range(len(games)):
        write_view(games[i], seats[i], views[i])


@entry
def observe_features(games, seats, rows, dice_sets):
    """Write the features of one seat of every game; the last argument is room to work in."""
    for i in range(len(games)):
        write_features(games[i], seats[i], rows[i], dice_sets[0])


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
        find_answers(games[i])


@entry
def rank_all(games, ranks):
    """Write the rank of every seat of every game."""
    for i in range(len(games)):
        for seat in range(int(games[i].num_players)):
            ranks[i, seat] = rank(games[i], seat)


@entry
def tell_ends(games, ends):
    """Write how every game that is over ended."""
    for i in range(len(games)):
        if is_over(games[i]):
            write_end(games[i], ends, i)


@njit
def write_end(state, ends, i):
    """Write how a game ended."""
    ends.decided_by[i] = decided_by(state)
    for seat in range(int(state.num_players)):
        ends.scores[i, seat] = state.players[seat].vp
        ends.ranks[i, seat] = rank(state, seat)
        ends.winners[i, seat] = ends.ranks[i, seat] == 1
        for source in range(NUM_POINT_SOURCES):
            ends.vp_by_source[i, seat, source] = state.players[seat].vp_from[source]


@entry
def make_keys(seeds, keys):
    """Turn seeds into keys."""
    for i in range(len(seeds)):
        keys[i] = chance.key_of(seeds[i])


@entry
def pick_legal(masks, draws, actions):
    """Pick in every row the legal action at the share `draws` (0 to below 1) of all legal ones, in order.

    Returns the first row without a legal action, or ALL_FINE.
    """
    for i in range(len(masks)):
        row = masks[i]
        # numba: unsigned indices and a narrow sum let the loop run on vector registers
        count = np.int16(0)
        for action in range(np.uintp(NUM_ACTIONS)):
            count = np.int16(count + (row[action] != 0))
        if count == 0:
            return i
        left = np.int64(draws[i] * count)
        for action in range(NUM_ACTIONS):
            left -= row[action] != 0
            if left < 0:
                actions[i] = action
                break
    return ALL_FINE
