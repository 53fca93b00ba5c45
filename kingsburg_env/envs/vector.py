"""Batched environments for one learner: Gymnasium's `VectorEnv` over one batch of games."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.rules import Rules, is_whole
from kingsburg_env.envs.seat import Opponent, SeatGames
from kingsburg_env.obs_types import PLAIN, bounds
from kingsburg_env.outcome import no_outcome
from kingsburg_env.seeds import as_seed, draw_seed


def learner_spaces(obs_type: str) -> tuple[Any, Any]:
    """Make the spaces of one learner's observation and action; the mask travels beside them."""
    return spaces.Box(*bounds(obs_type)), spaces.Discrete(NUM_ACTIONS)


def as_num_envs(num_envs: object) -> int:
    """Check how many games a batch is to have."""
    if not is_whole(num_envs) or num_envs < 1:  # type: ignore[operator]
        raise ValueError(f"num_envs={num_envs!r}: must be a whole number of at least 1")
    return int(num_envs)  # type: ignore[call-overload]


class KingsburgVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Many games at once, one learner in each, every step one call of compiled code.

    `infos` has the keys of the single environment's `info`, each with its `_key`, as Gymnasium's `SyncVectorEnv` has:
    `action_mask` (also `action_masks()`), `seat`, and how a game ended, which is all 0 for games that are not over.
    A game that is over has a mask of ones, and whatever is chosen there is ignored.

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
        autoreset_mode: When an ended game is dealt anew: NEXT_STEP; SAME_STEP, which hands out its end as `final_obs`
            and `final_info`; or DISABLED, which leaves it `terminated` until `reset` names it in
            `options={"reset_mask": ...}`.
        render_mode: None; a batch cannot be drawn.
        num_threads: Into how many slices that run at the same time the batch is cut.
        obs_type: "plain", or "features" for the observation with what follows from it worked out.
    """

    def __init__(
        self,
        num_envs: int = 1,
        num_players: int = 4,
        edition: str = "second",
        modules: tuple[str, ...] = (),
        plus_two: str = "season",
        optional_effects: bool = False,
        opponents: Sequence[Opponent] = ("random",),
        seat: int | str = "random",
        reward: str = "win",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: None = None,
        num_threads: int = 1,
        obs_type: str = PLAIN,
    ) -> None:
        if render_mode is not None:
            raise ValueError(
                f"render_mode={render_mode!r}: a batch of games cannot be drawn, only a single one"
            )
        self.num_envs = as_num_envs(num_envs)
        rules = Rules(num_players, edition, modules, plus_two, optional_effects)
        autoreset_mode = AutoresetMode(autoreset_mode)
        self._deals_at_once = autoreset_mode == AutoresetMode.SAME_STEP
        self._seat = SeatGames(
            self.num_envs,
            rules,
            opponents,
            seat,
            reward,
            num_threads,
            autoreset_mode=autoreset_mode,
            obs_type=obs_type,
        )
        self.render_mode = None
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.single_observation_space, self.single_action_space = learner_spaces(obs_type)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._nothing_ended = self._neutral_infos(num_players)

    def _neutral_infos(self, num_players: int) -> dict[str, Any]:
        """Make the infos of a step that has ended no game, to be shared by all of them: read-only."""
        values = {"is_success": np.zeros(self.num_envs, np.bool_)} | {
            name: np.zeros((self.num_envs, *np.shape(value)), value.dtype)
            for name, value in no_outcome(num_players).items()
        }
        known = np.ones(self.num_envs, np.bool_)
        self._any_action = np.ones((self.num_envs, NUM_ACTIONS), np.int8)
        for array in (known, self._any_action, *values.values()):
            array.setflags(write=False)
        self._flags = [f"_{name}" for name in ("action_mask", "seat", *values)]
        return values | dict.fromkeys(self._flags, known)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal games anew: all of them, or those of a mask.

        Args:
            seed: Game i gets the seed `seed + i`, or one seed is given for each game; None draws.
            options: `{"reset_mask": ...}` with an array of bool, one for each game, deals those of True only.
        """
        which, mask = None, (options or {}).get("reset_mask")
        if mask is not None:
            self._seat.check_ready()
            which = np.flatnonzero(self._as_reset_mask(mask))
        self._seat.reset(self._as_seeds(seed), which)
        return self._seat.observation.copy(), self._infos()

    def _as_reset_mask(self, mask: Any) -> NDArray[np.bool_]:
        """Check which games are to be dealt anew, as `SyncVectorEnv` does."""
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            given = mask.dtype if isinstance(mask, np.ndarray) else type(mask).__name__
            raise TypeError(f"options['reset_mask']: must be a numpy array of bool, not {given}")
        if mask.shape != (self.num_envs,):
            raise ValueError(
                f"options['reset_mask']: must have shape ({self.num_envs},), one for each game, not {mask.shape}"
            )
        if not mask.any():
            raise ValueError("options['reset_mask']: must be True for at least one game")
        return mask

    def _as_seeds(self, seed: int | Sequence[int | None] | None) -> ArrayLike:
        """Check seeds; those that are not given are drawn."""
        if isinstance(seed, list | tuple | np.ndarray):
            if len(seed) != self.num_envs:
                raise ValueError(
                    f"seed: must be one number, or one for each of the {self.num_envs} games, not {len(seed)}"
                )
            seeds = [as_seed(one) for one in seed]
            drawn = [draw_seed(self.np_random) if one is None else one for one in seeds]
            return np.array(drawn, np.uint64)
        one = as_seed(seed)
        super().reset(seed=one)
        return draw_seed(self.np_random) if one is None else one

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Apply the learner's action in every game."""
        batch = self._seat
        batch.step(actions)
        infos = self._infos()
        if self._deals_at_once:
            infos |= self._final(batch.terminal.nonzero()[0].tolist())
        truncated = np.zeros(self.num_envs, np.bool_)
        return batch.observation.copy(), batch.rewards.copy(), batch.terminal.copy(), truncated, infos

    def _infos(self) -> dict[str, Any]:
        """Return what stands beside the observations, and of games that are over how they ended."""
        over = self._over()
        infos = {"action_mask": self._masks(over), "seat": self._seat.seats.copy(), **self._nothing_ended}
        if over:
            infos |= self._ends()
        return infos

    def _over(self) -> list[int]:
        """List the games that are over and not dealt anew yet."""
        return [] if self._deals_at_once else self._seat.terminal.nonzero()[0].tolist()

    def _masks(self, over: list[int]) -> NDArray[np.int8]:
        """Return the masks of all games: all ones where a game is over."""
        masks = self._seat.mask.copy()
        for game in over:
            masks[game] = 1
        return masks

    def _ends(self) -> dict[str, Any]:
        """Return how games ended, all 0 for those that did not."""
        ends = {name: values.copy() for name, values in self._seat.outcome.items()}
        ends["is_success"] = self._seat.has_won.copy()
        return ends

    def _final(self, games: list[int]) -> dict[str, Any]:
        """Return the last observations and infos of games that were dealt anew in the step that ended them."""
        if not games:
            return {}
        batch, observations = self._seat, np.empty(self.num_envs, object)
        for game in games:
            observations[game] = batch.last_observation[game].copy()
        ended = batch.terminal.copy()
        final_info = {"action_mask": self._any_action, "seat": batch.last_seats.copy()}
        final_info |= self._ends()
        final_info |= dict.fromkeys(self._flags, ended)
        return {
            "final_obs": observations,
            "_final_obs": ended,
            "final_info": final_info,
            "_final_info": ended,
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of all games, True for each legal action."""
        return self._masks(self._over()).view(np.bool_)
