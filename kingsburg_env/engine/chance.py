"""Every random number of the game.

Luck is a function of what it is for, not of how often somebody asked:
a draw hashes the game's key with its purpose, the year, the phase, the seat and a number.
So the same seed gives the same luck to whoever sits there, whatever anybody does.

What agents draw is no luck of the game: `luck_of_agent` gives each of their answers a seed of its own.

The hash is splitmix64: the key is the start of its sequence, the purpose is the place in it.
"""

import numpy as np

from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import DIE_SIDES

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S30, S27, S31, S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

# Purposes.
FIRST_ORDER = 1
ENEMY_CARD = 2
GOVERNOR_DEAL = 3
DIE = 4
NEUTRAL_DIE = 5
KINGS_DIE = 6
ACADEMY_DIE = 7
REDEAL = 8
NEXT_GAME = 9
RANDOM_PLAY = 10
LEARNER_SEAT = 11
OPPONENT = 12
RANDOM_OPPONENT = 13
AGENT = 14

HALF = 1 << 32


@njit
def mix(x):
    """Scramble 64 bits."""
    x = (x ^ (x >> S30)) * MIX_1
    x = (x ^ (x >> S27)) * MIX_2
    return x ^ (x >> S31)


@njit
def draw(key, purpose, time, seat, number, sides):
    """Draw one of `sides` equally likely numbers, 0 first, for this purpose at this time."""
    place = ((purpose * 256 + time) * 16 + seat) * 4096 + number
    scrambled = mix(key + np.uint64(place) * GOLDEN)
    return np.int64(((scrambled >> S32) * np.uint64(sides)) >> S32)


@njit
def luck_of_agent(key, seat, number):
    """Derive the seed for a seat's answer of this number in a game; the game's own luck cannot be worked out from it."""
    high = draw(key, AGENT, 0, seat, 2 * number, HALF)
    low = draw(key, AGENT, 0, seat, 2 * number + 1, HALF)
    return np.uint64(high) << S32 | np.uint64(low)


@njit
def roll(state, purpose, seat, number):
    """Roll a die at this point of the game; `number` tells dice and repeated throws apart."""
    time = int(state.year) * 16 + int(state.phase)
    return 1 + draw(state.key, purpose, time, seat, number, DIE_SIDES)


@njit
def shuffle(key, purpose, cards):
    """Put cards into a random order."""
    for last in range(len(cards) - 1, 0, -1):
        other = draw(key, purpose, 0, 0, last, last + 1)
        swapped = cards[last]
        cards[last] = cards[other]
        cards[other] = swapped


@njit
def key_of(seed):
    """Turn a seed into a game's key, so that neighbouring seeds have nothing in common."""
    return mix(mix(np.uint64(seed) + GOLDEN))


@njit
def next_key(key):
    """Find the key of the game that follows this one when a batch deals anew by itself."""
    return mix(mix(key) + np.uint64(NEXT_GAME) * GOLDEN)
