"""Kingsburg for one learner, as a Gymnasium environment: the other seats are played inside."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from kingsburg_env import text
from kingsburg_env.batch import as_action
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import NOBODY
from kingsburg_env.engine.rules import Rules
from kingsburg_env.envs.seat import OneByOne, Opponent, SeatGames, as_opponents
from kingsburg_env.envs.vector import learner_spaces
from kingsburg_env.obs_types import PLAIN
from kingsburg_env.outcome import no_outcome, outcome_of
from kingsburg_env.render import RENDER_FPS, RENDER_MODES, Story, check_render_mode, close_window, render
from kingsburg_env.rewards import ILLEGAL_REWARD, potentials
from kingsburg_env.seeds import as_seed, draw_seed


class KingsburgEnv(gymnasium.Env[NDArray[np.float32], int]):
    """One game, one learner; one step is one decision of the learner.

    The mask is `action_masks()`, and `info["action_mask"]`; `info["seat"]` is the learner's.
    An illegal action ends the game with a reward of -1; `info["illegal_action"]` says what would have been legal.
    `info` has `scores`, `ranks`, `winners`, `vp_by_source` and `decided_by` as `kingsburg_env.outcome.outcome` does,
    and `is_success`, whether the learner is among the winners; until the end they are all 0.

    Args:
        num_players: 2 to 5.
        edition: "second" or "first".
        modules: Any of "rows", "governors" and "army".
        plus_two: "season" or "group".
        optional_effects: Whether effects may be declined wherever that can pay.
        opponents: Names of compiled opponents, functions `(observation, mask) -> action`, or what `wants_games`,
            as `kingsburg_agents.Opponent("adaptive")` does.
            As many as there are other seats sit in this order after the learner; from any other number they are drawn.
        seat: Where the learner sits, or "random" to draw it for each game.
        reward: "win", "rank", "vp_margin" or "vp_delta", as in `kingsburg_env.envs.aec`.
        render_mode: "ansi", "rgb_array", "human" or None.
        obs_type: "plain", or "features" for the observation with what follows from it worked out.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # noqa: RUF012 - Gymnasium's form

    def __init__(
        self,
        num_players: int = 4,
        edition: str = "second",
        modules: tuple[str, ...] = (),
        plus_two: str = "season",
        optional_effects: bool = False,
        opponents: Sequence[Opponent] = ("random",),
        seat: int | str = "random",
        reward: str = "win",
        render_mode: str | None = None,
        obs_type: str = PLAIN,
    ) -> None:
        check_render_mode(render_mode)
        batched = [_as_batched(opponent) for opponent in as_opponents(opponents)]
        rules = Rules(num_players, edition, modules, plus_two, optional_effects)
        self._rules, self._reward = rules, reward
        self._blank_info = {"action_mask": None, "seat": 0, **no_outcome(num_players), "is_success": False}
        self._arrays = [name for name, value in self._blank_info.items() if isinstance(value, np.ndarray)]
        self._story = Story() if render_mode is not None else None
        self._seat = SeatGames(
            1, rules, batched, seat, reward, with_log=render_mode is not None, obs_type=obs_type
        )
        self.observation_space, self.action_space = learner_spaces(obs_type)
        self.render_mode = render_mode
        self._is_asked = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a new game and play up to the learner's first question."""
        seed = as_seed(seed)
        super().reset(seed=seed, options=options)
        self._seat.reset(draw_seed(self.np_random) if seed is None else seed)
        self._is_asked = True
        if self._story is not None:
            self._story.forget()
            self._tell(self._story)
        return self._seat.observation[0].copy(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Apply the learner's action; the others act up to its next question or the end."""
        if not self._is_asked:
            raise gymnasium.error.ResetNeeded(
                "reset() needs to be called before step(), and after the end of a game"
            )
        answer = as_action(action)
        if not 0 <= answer < NUM_ACTIONS:
            raise ValueError(f"action={answer}: must be from 0 to {NUM_ACTIONS - 1}")
        if not self._seat.mask[0, answer]:
            return self._end_at(answer)
        self._seat.step(np.array([answer]))
        over = bool(self._seat.terminal[0])
        self._is_asked = not over
        if self._story is not None:
            self._tell(self._story)
        return self._seat.observation[0].copy(), float(self._seat.rewards[0]), over, False, self._info()

    def _end_at(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """End the game at an illegal action."""
        self._is_asked = False
        illegal = text.describe_illegal(self._seat.games[0], action)
        info = self._info() | {"illegal_action": illegal}
        reward = ILLEGAL_REWARD
        if self._reward == "vp_delta":
            reward -= float(potentials(self._seat.games)[0, int(self._seat.seats[0])])
        return self._seat.observation[0].copy(), reward, True, False, info

    def _info(self) -> dict[str, Any]:
        seat = int(self._seat.seats[0])
        info: dict[str, Any] = self._blank_info.copy()
        info["action_mask"], info["seat"] = self._seat.mask[0].copy(), seat
        if self._seat.asked[0] == NOBODY:
            info |= outcome_of(self._seat.games)
            info["is_success"] = bool(info["winners"][seat])
        else:
            # Gymnasium asks for arrays of its own in every info.
            for name in self._arrays:
                info[name] = info[name].copy()
        return info

    def __str__(self) -> str:
        return f"<{type(self).__name__} {self._rules}, reward={self._reward!r}>"

    __repr__ = __str__

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask as MaskablePPO wants it: True for each legal action."""
        return self._seat.mask[0].astype(np.bool_)

    def _tell(self, story: Story) -> None:
        """Remember what happened for whoever looks on, and show it in the window, if there is one."""
        log = self._seat.logs[0]
        story.tell(log.events[: int(log.length)])
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Show the table: a picture or a window as everybody sees it, or text as the learner does."""
        if self.render_mode is None or self._story is None:
            gymnasium.logger.warn("render() without a render_mode: make the environment with one")
            return None
        return render(self._seat.games, self._story, self.render_mode, self.metadata["render_fps"])

    def close(self) -> None:
        """Close the window, if there is one."""
        if self.render_mode == "human":
            close_window()


def _as_batched(opponent: Opponent) -> Opponent:
    """Wrap a function of one observation to take many; what `wants_games` takes many already."""
    if callable(opponent) and not getattr(opponent, "wants_games", False):
        return OneByOne(opponent)
    return opponent
