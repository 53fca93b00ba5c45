"""Stable-Baselines3: a `VecEnv` over one batch of games, with masks for `MaskablePPO`.

`MaskablePPO("MlpPolicy", KingsburgSB3VecEnv(num_envs=256), n_steps=32, gamma=1.0)` just works; by default it would learn first after half a million decisions.
"""

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from kingsburg_env.batch import as_actions
from kingsburg_env.engine.rules import Rules
from kingsburg_env.envs.seat import Opponent, SeatGames
from kingsburg_env.envs.vector import as_num_envs, learner_spaces
from kingsburg_env.obs_types import PLAIN
from kingsburg_env.seeds import draw_seed


class KingsburgSB3VecEnv(VecEnv):
    """Many games at once, one learner in each; ended games are dealt anew at once.

    The info of an ended game tells how it ended, as the single environment's does, and holds `terminal_observation`
    and `episode`, so that neither `Monitor` nor `VecMonitor` is needed.

    Args:
        num_envs: How many games.
        num_players: 2 to 5.
        edition: "second" or "first".
        modules: Any of "rows", "governors" and "army".
        plus_two: "season" or "group", the printed first rule of the +2 token.
        optional_effects: Whether effects may be declined wherever that can pay.
        opponents: "random", "first", `kingsburg_agents.Opponent(agent)`, or functions (observations, masks) -> actions;
            one for each other seat in this order, or any other number of them to draw from for each game.
        seat: Where the learner sits, or "random" to draw it for each game.
        reward: "win", "rank", "vp_margin" or "vp_delta".
        num_threads: Into how many slices that run at the same time the batch is cut.
        obs_type: "plain", or "features" for the observation with what follows from it worked out.
    """

    def __init__(
        self,
        num_envs: int = 64,
        num_players: int = 4,
        edition: str = "second",
        modules: tuple[str, ...] = (),
        plus_two: str = "season",
        optional_effects: bool = False,
        opponents: Sequence[Opponent] = ("random",),
        seat: int | str = "random",
        reward: str = "win",
        num_threads: int = 1,
        obs_type: str = PLAIN,
    ) -> None:
        rules = Rules(num_players, edition, modules, plus_two, optional_effects)
        self._seat = SeatGames(
            as_num_envs(num_envs),
            rules,
            opponents,
            seat,
            reward,
            num_threads,
            autoreset_mode=AutoresetMode.SAME_STEP,
            obs_type=obs_type,
        )
        self._actions = np.zeros(num_envs, np.int64)
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self._started = time.time()
        self._random = np.random.default_rng()
        self.render_mode = None
        super().__init__(num_envs, *learner_spaces(obs_type))

    def reset(self) -> NDArray[np.float32]:
        """Deal all games anew; after `seed(s)` game i gets the seed s + i."""
        seed = self._seeds[0]
        self._seat.reset(draw_seed(self._random) if seed is None else seed)
        self._reset_seeds()
        self._returns[:] = 0
        self._lengths[:] = 0
        return self._seat.observation.copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = as_actions(actions, self.num_envs)

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Apply the learner's action in every game; ended games are dealt anew at once."""
        batch = self._seat
        batch.step(self._actions)
        self._returns += batch.rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in batch.terminal.nonzero()[0].tolist():
            infos[game] = self._final_info(game)
            self._returns[game] = self._lengths[game] = 0
        return batch.observation.copy(), batch.rewards.astype(np.float32), batch.terminal.copy(), infos

    def _final_info(self, game: int) -> dict[str, Any]:
        """Return the info of a game that ended and was dealt anew."""
        batch = self._seat
        elapsed = round(time.time() - self._started, 6)
        return {
            "terminal_observation": batch.last_observation[game].copy(),
            "TimeLimit.truncated": False,
            "episode": {"r": float(self._returns[game]), "l": int(self._lengths[game]), "t": elapsed},
            "seat": int(batch.last_seats[game]),
            "is_success": bool(batch.has_won[game]),
            **{name: values[game].copy() for name, values in batch.outcome.items()},
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of all games in one array."""
        return self._seat.mask.astype(np.bool_)

    def close(self) -> None:
        """There is nothing to close."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the batch once for each game."""
        return [getattr(self, attr_name) for _ in self._indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002 - the API
        """Refuse: the games of a batch have no attributes of their own."""
        raise AttributeError(
            f"cannot set {attr_name!r}: the games of a batch have no attributes of their own"
        )

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Call a method for each game; the masks of all games come as one array."""
        if method_name == "action_masks":
            masks = self.action_masks()
            return masks if indices is None else masks[list(self._indices(indices))]
        return [getattr(self, method_name)(*args, **kwargs) for _ in self._indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Report that every game does what a `Monitor` does, and that it has no other wrapper."""
        return [wrapper_class is Monitor for _ in self._indices(indices)]

    def _indices(self, indices: Any) -> Iterable[int]:
        return self._get_indices(indices)
