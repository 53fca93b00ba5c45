"""The event log: what happened between two decisions, for people, transcripts and replays.

A function that takes a `log` changes the game and may tell of it; without rows in it, telling costs one comparison.
Row 0 is the header: its `amount` counts the events, its `what` is 1 when there was no room for all of them.
Everything in the log is public; secrets enter it when they are shown.
"""

import numpy as np

from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NOBODY

EVENT = np.dtype(
    (
        np.record,
        [
            ("kind", np.int16),  # an Event
            ("seat", np.int16),  # whom it concerns, or NOBODY
            ("what", np.int16),  # which advisor, building, good, … as the kind says
            ("amount", np.int16),
            ("source", np.int16),  # a Source, where something was gained, paid or lost
        ],
    )
)

NO_SOURCE = -1


@njit
def note(log, kind, seat, what, amount, source):
    """Write one event into the log, if there is one."""
    if log.shape[0] == 0:
        return
    row = int(log[0].amount) + 1
    if row >= log.shape[0]:
        log[0].what = 1
        return
    log[0].amount = row
    event = log[row]
    event.kind = kind
    event.seat = seat
    event.what = what
    event.amount = amount
    event.source = source


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
    if log.shape[0] > 0:
        log[0].amount = 0
        log[0].what = 0
