"""Batched environments for one learner: Gymnasium's `VectorEnv` over one batch of games."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.rules import Rules
from kingsburg_env.observation import HIGH, LOW
from kingsburg_env.seat import Opponent, SeatGames
from kingsburg_env.seeds import as_seed, draw_seed


def learner_spaces() -> tuple[Any, Any]:
    """Make the spaces of one learner's observation and action; the mask travels beside them."""
    return spaces.Box(LOW, HIGH), spaces.Discrete(NUM_ACTIONS)


class KingsburgVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Many games at once, one learner in each, every step one call of compiled code.

    `infos["action_mask"]` holds the masks, and so does `action_masks()`.
    With the autoreset mode SAME_STEP, `infos["final_obs"]` holds the last observation of each ended game.
    """

    def __init__(
        self,
        num_envs: int = 1,
        num_players: int = 4,
        edition: str = "second",
        modules: tuple[str, ...] = (),
        plus_two: str = "season",
        opponents: Sequence[Opponent] = ("random",),
        seat: int | str = "random",
        reward: str = "win",
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: None = None,
        num_threads: int = 1,
    ) -> None:
        autoreset_mode = AutoresetMode(autoreset_mode)
        if autoreset_mode == AutoresetMode.DISABLED:
            raise ValueError("autoreset_mode: must be NextStep or SameStep")
        if render_mode is not None:
            raise ValueError(
                f"render_mode={render_mode!r}: a batch of games cannot be drawn, only a single one"
            )
        rules = Rules(num_players, edition, modules, plus_two)
        self._seat = SeatGames(num_envs, rules, opponents, seat, reward, num_threads)
        self.num_envs = num_envs
        self.render_mode = None
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.single_observation_space, self.single_action_space = learner_spaces()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._resets_at_once = autoreset_mode == AutoresetMode.SAME_STEP

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal all games anew; game i gets the seed `seed + i`."""
        seed = as_seed(seed)
        super().reset(seed=seed, options=options)
        self._seat.reset(draw_seed(self.np_random) if seed is None else seed)
        return self._seat.observation.copy(), {"action_mask": self._seat.mask.copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Answer for the learner in every game."""
        batch = self._seat
        batch.step(actions, resets_at_once=self._resets_at_once)
        infos: dict[str, Any] = {"action_mask": batch.mask.copy()}
        if self._resets_at_once and batch.terminal.any():
            infos["final_obs"] = np.full(self.num_envs, None, object)
            for game in np.flatnonzero(batch.terminal):
                infos["final_obs"][game] = batch.last_observation[game].copy()
            infos["_final_obs"] = batch.terminal.copy()
        truncated = np.zeros(self.num_envs, np.bool_)
        return batch.observation.copy(), batch.rewards.copy(), batch.terminal.copy(), truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of all games, True for each legal action."""
        return self._seat.mask.astype(np.bool_)
