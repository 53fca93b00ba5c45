"""Self-play: every decision of every seat of every game is a sample, the form fast learners want."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kingsburg_env import kernels
from kingsburg_env.batch import Buffers, as_actions, as_seeds, illegal_action, new_games, reset, step_batch
from kingsburg_env.check import Games
from kingsburg_env.engine.rules import Rules
from kingsburg_env.rewards import reward_code
from kingsburg_env.threads import Slices


class SelfPlayGames:
    """A batch of games in which one learner plays all seats; ended games are dealt anew at once.

    All arrays are written in place by `reset` and `step`; copy what is to be kept.

    - games: the games themselves; one `Rules` for all of them, or one for each.
    - observation, mask: what the seat asked in each game may know and do.
    - actor: which seat that is.
    - rewards: what the last step brought to each of five seats, 0 for empty ones.
    - terminal: whether the last step ended a game; observation, mask and actor are then those of the next one.

    With `num_threads` the batch is cut into slices that run at the same time; the games are the same.
    """

    def __init__(
        self,
        num_games: int,
        rules: Rules | Sequence[Rules] | None = None,
        reward: str = "win",
        num_threads: int = 1,
    ) -> None:
        reward_code(reward)
        self.games = new_games(num_games, rules)
        self.reward = reward
        self._slices = Slices(num_games, num_threads)
        self._buffers = Buffers(num_games)
        self._has_reset = False
        self._cut()

    def _cut(self) -> None:
        """Lay the slices over the arrays, and name the arrays callers read."""
        buffers = self._buffers
        self.observation, self.mask, self.actor = buffers.observation, buffers.mask, buffers.actor
        self.rewards, self.terminal = buffers.rewards, buffers.terminal
        self._parts = [
            (self.games[first:end], buffers.part(first, end)) for first, end in self._slices.bounds
        ]

    @property
    def num_games(self) -> int:
        """Count how many games are played at once."""
        return len(self.games)

    def reset(self, seed: int | ArrayLike = 0) -> None:
        """Deal every game anew; game i gets the seed `seed + i`, or one seed is given for each."""
        seeds = as_seeds(seed, self.num_games)
        self._slices.run(lambda k: self._reset_slice(k, seeds))
        self.rewards[:] = 0
        self.terminal[:] = False
        self._has_reset = True

    def _reset_slice(self, k: int, seeds: NDArray[np.uint64]) -> None:
        first, end = self._slices.bounds[k]
        games, buffers = self._parts[k]
        reset(games, seeds[first:end], buffers=buffers)

    def step(self, actions: ArrayLike) -> None:
        """Answer the question of every game; an illegal action in any of them raises and changes none."""
        if not self._has_reset:
            raise RuntimeError("reset() needs to be called before step()")
        checked = as_actions(actions, self.num_games)
        # Each slice looks at its own actions only, so with several all are looked at before any goes on.
        if len(self._slices) > 1:
            self._refuse_illegal(checked)
        self._slices.run(lambda k: self._step_slice(k, checked))

    def _refuse_illegal(self, actions: NDArray[np.int64]) -> None:
        wrong = kernels.first_illegal(self._buffers.inside(self.games), actions, kernels.STEP)
        if wrong != kernels.ALL_FINE:
            raise illegal_action(self.games, int(wrong), int(actions[wrong]))

    def _step_slice(self, k: int, actions: NDArray[np.int64]) -> None:
        first, end = self._slices.bounds[k]
        games, buffers = self._parts[k]
        step_batch(games, actions[first:end], buffers, reward=self.reward, auto_reset=True)

    def __getstate__(self) -> dict[str, object]:
        """Copy and pickle what is not a view of something else."""
        return {
            name: self.__dict__[name] for name in ("games", "reward", "_slices", "_buffers", "_has_reset")
        }

    def __setstate__(self, state: dict[str, Games]) -> None:
        """Lay the views anew."""
        self.__dict__.update(state)
        self._cut()
