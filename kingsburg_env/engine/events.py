"""The event log: what happened between two decisions, for people, transcripts and replays.

A function that takes a `log` changes the game and may tell of it; switched off, telling costs one comparison.
Everything in the log is public; secrets enter it when they are shown.
"""

import numpy as np

from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NOBODY

# Far more than ever happen between two questions.
MAX_EVENTS = 500

EVENT = np.dtype(
    (
        np.record,
        [
            ("kind", np.int16),  # an Event
            ("seat", np.int16),  # whom it concerns, or NOBODY
            ("what", np.int16),  # which advisor, building, good, … as the kind says
            ("amount", np.int16),
            ("source", np.int16),  # a Source, where something was gained, paid or lost, or NO_SOURCE
        ],
    )
)

# numba: a record is passed on as it is, an array would be reference-counted at every call
LOG = np.dtype(
    (
        np.record,
        [
            ("is_on", np.int16),
            ("is_full", np.int16),  # there was no room for another event
            ("length", np.int16),
            ("events", EVENT, (MAX_EVENTS,)),
        ],
    )
)

NO_SOURCE = -1


@njit
def note(log, kind, seat, what, amount, source):
    """Write one event into the log, if it is on."""
    # numba: small enough to be inlined, so that nothing is called when the log is off
    if log.is_on:
        write(log, kind, seat, what, amount, source)


@njit
def write(log, kind, seat, what, amount, source):
    """Write one event, if there is room."""
    if log.length == MAX_EVENTS:
        log.is_full = 1
        return
    event = log.events[log.length]
    event.kind = kind
    event.seat = seat
    event.what = what
    event.amount = amount
    event.source = source
    log.length += 1


@njit
def tell(log, kind, seat, what, amount):
    """Write an event in which nothing changes hands."""
    note(log, kind, seat, what, amount, NO_SOURCE)


@njit
def announce(log, kind, what, amount):
    """Write an event that concerns nobody in particular."""
    note(log, kind, NOBODY, what, amount, NO_SOURCE)


@njit
def clear(log):
    """Begin a new page."""
    if log.is_on:
        log.length = 0
        log.is_full = 0
