"""Agents that misbehave, each in one way and not at once; before that they answer with the first legal action.

They are found by name in the arena's processes: `tests.arena.bad_agents:Crashing`.
"""

import os
import time

import numpy as np

from kingsburg_agents.protocol import Agent
from kingsburg_env.engine.actions import BLOCKS

NO_SUCH_ACTION = 10_000


def is_about_building(mask):
    """Whether this is a question to build; `first` has passed a few others before."""
    block = BLOCKS["build"]
    return mask[block.first : block.end].any()


class Bad(Agent):
    """Goes wrong when it is asked what to build."""

    def act(self, observation, mask, rng):
        return self.go_wrong() if is_about_building(mask) else int(mask.argmax())

    def go_wrong(self):
        raise NotImplementedError


class Crashing(Bad):
    def go_wrong(self):
        raise RuntimeError("out of ideas")


class Leaving(Bad):
    def go_wrong(self):
        raise SystemExit


class Illegal(Bad):
    def go_wrong(self):
        return NO_SUCH_ACTION


class Hanging(Bad):
    def go_wrong(self):
        time.sleep(3600)


class Dying(Bad):
    def go_wrong(self):
        os._exit(3)


class Sluggish(Bad):
    def go_wrong(self):
        time.sleep(0.05)
        return 0


class Thorough(Agent):
    """Thinks for 0.3 s about each question of its first batch."""

    has_thought = False

    def act_batch(self, observations, masks, rng):
        if len(masks) > 1 and not self.has_thought:
            self.has_thought = True
            time.sleep(0.3 * len(masks))
        return masks.argmax(axis=1)


class HangingTogether(Agent):
    """Hangs when it is asked about several games at once."""

    def act_batch(self, observations, masks, rng):
        if len(masks) > 1:
            time.sleep(3600)
        return masks.argmax(axis=1)


class Wordy(Agent):
    def act_batch(self, observations, masks, rng):
        return np.array(["pass"] * len(masks))


class Together(Agent):
    """Does nothing wrong."""

    def act_batch(self, observations, masks, rng):
        return masks.argmax(axis=1)


class Searching(Agent):
    """Says that it is slow."""

    is_slow = True

    def act(self, observation, mask, rng):
        return int(rng.choice(np.flatnonzero(mask)))


class Printing(Agent):
    def act(self, observation, mask, rng):
        print("a word on stdout")
        return int(mask.argmax())


class Listening(Agent):
    """Keeps what it is told of its games."""

    def __init__(self):
        self.begun, self.ended = [], []

    def act_batch(self, observations, masks, rng):
        return masks.argmax(axis=1)

    def begin(self, games, seats, rules):
        self.begun += zip(games.tolist(), seats.tolist(), [rules] * len(games), strict=True)

    def end(self, games, seats, ranks):
        self.ended += zip(games.tolist(), seats.tolist(), ranks.tolist(), strict=True)


class Unready(Together):
    """Fails when its games begin, and again when they end."""

    def begin(self, games, seats, rules):
        raise RuntimeError("not ready")

    def end(self, games, seats, ranks):
        raise RuntimeError("not ready yet")


class HangingAtTheEnd(Together):
    def end(self, games, seats, ranks):
        time.sleep(3600)


class HangingAtFirst(Together):
    def begin(self, games, seats, rules):
        time.sleep(3600)
