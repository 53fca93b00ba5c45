"""Which actions answer the question on the table: one bit an action, so that finding, counting and checking are cheap.

The bits lie in words of 32, kept in 64, so that nothing ever wraps and plain Python agrees.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.jit import njit

NO_ACTION = -1
BITS = 32
LOG_BITS, LOW_BITS, ALL_BITS = 5, BITS - 1, (1 << BITS) - 1
NUM_WORDS = -(-NUM_ACTIONS // BITS)

# A mask is written eight actions at a time.
BYTES = 8
NUM_BYTES = -(-NUM_ACTIONS // BYTES)
MASK_FIELD = ("mask", np.int64, (NUM_BYTES,))
"""A mask as a record holds it: one byte an action, and a few bytes of 0 beyond the last."""

SPREAD = np.array(
    [sum((byte >> bit & 1) << BYTES * bit for bit in range(BYTES)) for byte in range(1 << BYTES)], np.int64
)
"""Eight bits as eight bytes, the first action in the lowest."""
SPREAD.setflags(write=False)


@njit
def forbid_all(state):
    """Clear all answers."""
    for word in range(np.uintp(NUM_WORDS)):
        state.answers[word] = 0


@njit
def allow(state, action):
    """Count an action among the answers."""
    state.answers[action >> LOG_BITS] |= 1 << (action & LOW_BITS)


@njit
def allow_each(state, first, bits):
    """Count those of up to 32 neighbouring actions among the answers whose bits are set."""
    word, shifted = first >> LOG_BITS, bits << (first & LOW_BITS)
    state.answers[word] |= shifted & ALL_BITS
    if shifted > ALL_BITS:
        state.answers[word + 1] |= shifted >> BITS


@njit
def is_allowed(state, action):
    """Check whether an action, of any number, is an answer."""
    return 0 <= action < NUM_ACTIONS and state.answers[action >> LOG_BITS] >> (action & LOW_BITS) & 1 != 0


@njit
def num_bits(word):
    """Count the bits of a word, without a branch."""
    word -= word >> 1 & 0x55555555
    word = (word & 0x33333333) + (word >> 2 & 0x33333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F
    return word * 0x01010101 >> 24 & 0xFF


@njit
def num_answers(state):
    """Count the answers."""
    count = 0
    for word in range(np.uintp(NUM_WORDS)):
        count += num_bits(int(state.answers[word]))
    return count


@njit
def nth_answer(state, n):
    """Return the n-th answer, the lowest first; NO_ACTION if there are not so many."""
    for word in range(NUM_WORDS):
        bits = int(state.answers[word])
        here = num_bits(bits)
        if n < here:
            for _ in range(n):
                bits &= bits - 1
            return word * BITS + num_bits((bits & -bits) - 1)
        n -= here
    return NO_ACTION


@njit
def next_answer(state, action):
    """Return the lowest answer above an action, NO_ACTION if there is none; NO_ACTION itself is below all."""
    word, within = (action + 1) >> LOG_BITS, (action + 1) & LOW_BITS
    while word < NUM_WORDS:
        bits = int(state.answers[word]) >> within << within
        if bits != 0:
            return word * BITS + num_bits((bits & -bits) - 1)
        word, within = word + 1, 0
    return NO_ACTION


@njit
def only_answer(state):
    """Return the answer if there is exactly one."""
    words, more = 0, 0
    for word in range(np.uintp(NUM_WORDS)):
        bits = int(state.answers[word])
        words += 1 if bits != 0 else 0
        more |= bits & (bits - 1)
    return nth_answer(state, 0) if words == 1 and more == 0 else NO_ACTION


@njit
def write_mask(state, result):
    """Write the answers as a mask, one byte an action."""
    for at in range(NUM_BYTES):
        bits = int(state.answers[at >> 2]) >> BYTES * (at & 3)
        result.mask[at] = SPREAD[bits & 0xFF]


def masks_of(games: Any) -> NDArray[np.int8]:
    """Read the answers of games, or of one, as masks."""
    words = games["answers"].astype("<u4")
    bits = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")
    return np.ascontiguousarray(bits[..., :NUM_ACTIONS]).view(np.int8)


def masks_in(results: NDArray[Any]) -> NDArray[np.int8]:
    """Show the masks that lie in records, without copying."""
    rows = results["mask"].view(np.int8)
    return rows[:, :NUM_ACTIONS]
