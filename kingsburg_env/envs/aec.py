"""Kingsburg as a PettingZoo AEC environment.

| Import               | `from kingsburg_env import kingsburg_v0`                       |
|----------------------|----------------------------------------------------------------|
| Make                 | `pettingzoo.make("aec", "kingsburg/kingsburg-v0")`             |
| Actions              | Discrete                                                       |
| Parallel API         | No                                                             |
| Manual control       | No                                                             |
| Agents               | `agents = ["player_0", …]`, 2 to 5                             |
| Action shape         | Discrete(236)                                                  |
| Observation shape    | {"observation": (559,), "action_mask": (236,)}                 |

Two to five governors place dice on the King's advisors, build up their provinces and stand five winters of battle.
Who is asked next follows from the dice and the rules, so agents do not simply take turns.
A question with exactly one legal action is answered automatically.

### Observation Space

A dictionary: `observation`, a float32 vector of what the agent may know, its own seat first, and `action_mask`.
Its parts are listed in `docs/spaces.md`; `kingsburg_env.layout()` lists them in code.
With `obs_type="features"` the same numbers come first and what follows from them after: `docs/features.md`.

### Legal Actions Mask

`action_mask` is an int8 vector, 1 for each legal action, all 0 for an agent that is not asked.

### Infos

`scores`, `ranks`, `winners`, `vp_by_source` and `decided_by`, as `kingsburg_env.outcome.outcome` says; all 0 until the end.

### Action Space

One flat space for all questions; `kingsburg_env.text.describe_action(a)` says what an action does.
`raw_env` raises `IllegalActionError` at an illegal action and changes nothing;
`env` ends the game with a reward of -1 for whoever tried it, as PettingZoo's classic games do; the warning and
`infos[agent]["illegal_action"]` say what would have been legal.
A number that is no action raises and changes nothing.

### Rewards

| `reward`      | what an agent gets                                                                              |
|---------------|-------------------------------------------------------------------------------------------------|
| `"win"`       | at the end: the winners share 1, the others share -1; all 0 if everybody has won                |
| `"rank"`      | at the end: from 1 for the first to -1 for the last, evenly; shared ranks share                 |
| `"vp_margin"` | at the end: points ahead of the best opponent, / 64                                             |
| `"vp_delta"`  | `"win"`, plus in every step the change of (n x own points - all points) / 256, taken back at the end |

`"vp_delta"` adds differences of a potential that is 0 at the start and at the end, so its sum over a game is the
reward `"win"` and optimal play is unchanged, as long as a learner does not discount (gamma = 1).

### Rendering

| `render_mode` | what `render()` does                                                                            |
|---------------|-------------------------------------------------------------------------------------------------|
| `"ansi"`      | returns the board as text, with the number of every action that may be chosen now               |
| `"rgb_array"` | returns a picture of the table as everybody sees it, 800 x 1280 x 3                             |
| `"human"`     | shows that picture in a window, after every step by itself                                      |

Pictures need the extra `render`: `pip install '.[render]'` in a clone.

### Version History

* v0: the first version.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from kingsburg_env import kernels, text
from kingsburg_env.batch import (
    Buffers,
    IllegalActionError,
    as_action,
    clone,
    compiled_run,
    keys_of,
    look,
    new_games,
)
from kingsburg_env.check import Games
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import NOBODY, NUM_ENEMIES, NUM_GOVERNORS, NUM_TOKEN_VALUES
from kingsburg_env.engine.rules import Rules
from kingsburg_env.engine.state import STATE
from kingsburg_env.obs_types import PLAIN, bounds, check_obs_type
from kingsburg_env.outcome import no_outcome, outcome_of
from kingsburg_env.render import RENDER_FPS, RENDER_MODES, Story, check_render_mode, close_window, render
from kingsburg_env.rewards import ILLEGAL_REWARD, VP_DELTA, potentials, reward_code
from kingsburg_env.seeds import as_seed, draw_seed

AT_HAND = (
    "_action",
    "_actor",
    "_copy_seen",
    "_copy_mask",
    "_run",
    "_inside",
    "_step_arguments",
    "_deal_arguments",
)


def observation_space(obs_type: str) -> spaces.Dict:
    """Make the space of one agent's observation."""
    return spaces.Dict(
        {
            "observation": spaces.Box(*bounds(obs_type)),
            "action_mask": spaces.Box(0, 1, (NUM_ACTIONS,), np.int8),
        }
    )


class SetByReset:
    """Error that says why there is nothing to see before the first game.

    A `__getattr__` could say so too, but would make every attribute of the environment three times as slow.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, env: object, owner: type) -> Any:
        """Nothing is set on the environment itself yet, else Python would not come here."""
        if env is None:
            return self
        raise AttributeError(f"{self.name}: call reset() first")


class raw_env(AECEnv[str, dict[str, Any], Any]):  # noqa: N801 - PettingZoo's name for it
    """One game of Kingsburg; an illegal action raises and changes nothing.

    Args:
        num_players: 2 to 5.
        edition: "second" or "first".
        modules: Any of "rows", "governors" and "army".
        plus_two: "season" or "group".
        optional_effects: Whether effects may be declined wherever that can pay.
        reward: "win", "rank", "vp_margin" or "vp_delta".
        render_mode: "ansi", "rgb_array", "human" or None.
        obs_type: "plain", or "features" for the observation with what follows from it worked out.
    """

    metadata = {  # noqa: RUF012 - PettingZoo's form
        "name": "kingsburg_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
        "is_parallelizable": False,
    }
    agents: list[str]
    agent_selection: str = SetByReset()  # type: ignore[assignment]
    rewards: dict[str, float] = SetByReset()  # type: ignore[assignment]
    terminations: dict[str, bool] = SetByReset()  # type: ignore[assignment]
    truncations: dict[str, bool] = SetByReset()  # type: ignore[assignment]
    infos: dict[str, dict[str, Any]] = SetByReset()  # type: ignore[assignment]

    def __init__(
        self,
        num_players: int = 4,
        edition: str = "second",
        modules: tuple[str, ...] = (),
        plus_two: str = "season",
        optional_effects: bool = False,
        reward: str = "win",
        render_mode: str | None = None,
        obs_type: str = PLAIN,
    ) -> None:
        super().__init__()
        check_obs_type(obs_type)
        self._obs_type = obs_type
        self._kind, self._reward = reward_code(reward), reward
        check_render_mode(render_mode)
        self.rules = Rules(num_players, edition, modules, plus_two, optional_effects)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self._observation_spaces = {agent: observation_space(obs_type) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(NUM_ACTIONS) for agent in self.possible_agents}
        self.state_space = _state_space()
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._games = new_games(1, self.rules)
        self._story = Story() if render_mode is not None else None
        self._buffers = Buffers(1, with_log=render_mode is not None)
        self._look_at_buffers()
        self._random: np.random.Generator | None = None
        self._has_reset = False
        self._is_on = False
        self.agents = []

    def __repr__(self) -> str:
        return f"<{self.metadata['name']} {self.rules}, reward={self._reward!r}>"

    def _look_at_buffers(self) -> None:
        """Keep at hand what every step needs of the buffers."""
        buffers = self._buffers
        action = np.zeros(1, np.int64)
        # numpy: one number of an array is reached much faster through its memory
        self._action, self._actor = action.data, buffers.actor.data
        self._copy_mask = buffers.mask[0].copy
        self._copy_seen = buffers.observation[0].copy if self._obs_type == PLAIN else self._look_as_asked
        self._inside = buffers.inside(self._games)
        self._run = compiled_run()
        arrays = (self._inside, action, *buffers.all_arrays)
        self._step_arguments = (*arrays, kernels.STEP, self._kind)
        self._deal_arguments = (*arrays, kernels.RESET, self._kind)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - the API
        """Deal a new game; the same seed and the same actions are the same game. Options are ignored."""
        seed = as_seed(seed)
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._deal(draw_seed(self._random) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        # torch wants arrays that can be written to, so every game has its own.
        blank = {name: value.copy() for name, value in no_outcome(len(self.agents)).items()}
        self.infos = {agent: blank.copy() for agent in self.agents}
        self._skip_agent_selection = None
        self._has_reset = self._is_on = True
        self.agent_selection = self.possible_agents[self._actor[0]]
        if self._story is not None:
            self._story.forget()
            self._tell(self._story)

    def _deal(self, seed: int) -> None:
        """Deal without the checks of `batch.reset`: the game is nobody else's."""
        self._action[0] = int(keys_of(np.array([seed], np.uint64)).view(np.int64)[0])
        self._run(*self._deal_arguments)

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Return what the selected agent sees, what it got since it last acted, and how its game stands."""
        agent = self.agent_selection
        if observe and self._is_on:
            seen = {"observation": self._copy_seen(), "action_mask": self._copy_mask()}
            return seen, self._cumulative_rewards[agent], False, False, self.infos[agent]
        if self._has_reset and not self.agents:
            raise AssertionError("last(): the game is over and no agent is left; call reset()")
        ended = self.terminations[agent], self.truncations[agent]
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], *ended, self.infos[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know now, and its mask; works for every agent at any time."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        seat = self._seats[agent]
        if self._actor[0] == seat:
            return {"observation": self._copy_seen(), "action_mask": self._copy_mask()}
        return {
            "observation": self._look(seat, self._obs_type),
            "action_mask": np.zeros(NUM_ACTIONS, np.int8),
        }

    def _look(self, seat: int, obs_type: str) -> NDArray[np.float32]:
        """See the game from a seat without the checks of `batch.observe`: game and seat are our own."""
        return look(self._games, np.array([seat]), obs_type)[0]

    def _look_as_asked(self) -> NDArray[np.float32]:
        """See the game as the agent does that is asked."""
        return self._look(self._actor[0], self._obs_type)

    def step(self, action: Any) -> None:
        """Apply an action of the selected agent; None for an agent whose game is over."""
        if not self._is_on:
            self._step_without_question(action)
            return
        number = action if type(action) is int else as_action(action)
        if not 0 <= number < NUM_ACTIONS:
            self._refuse_number(number)
            return
        self._action[0] = number
        if self._run(*self._step_arguments) != kernels.ALL_FINE:
            self._refuse(number)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        seat = self._actor[0]
        if seat == NOBODY:
            self._pay_rewards()
            self._end(terminated=True)
        else:
            if self._kind == VP_DELTA:
                self._pay_rewards()
            self.agent_selection = self.possible_agents[seat]
        if self._story is not None:
            self._tell(self._story)

    def _step_without_question(self, action: Any) -> None:
        """Take the empty step of an agent whose game is over; before the first game and after the last step, say so."""
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        self._was_dead_step(action)

    def _refuse(self, action: int) -> None:
        raise IllegalActionError(text.describe_illegal(self._games[0], action))

    def _refuse_number(self, number: int) -> None:
        self._refuse(number)

    def _pay_rewards(self) -> None:
        self.rewards = {agent: float(self._buffers.rewards[0, seat]) for agent, seat in self._seats.items()}
        self._accumulate_rewards()

    def _end(self, *, terminated: bool) -> None:
        """End the game for everybody; whoever is still to make a last, empty step is told how it ended."""
        self._is_on = False
        self.terminations = dict.fromkeys(self.agents, terminated)
        if terminated:
            result = outcome_of(self._games)
            self.infos = {agent: result.copy() for agent in self.agents}
        self._deads_step_first()

    def state(self) -> NDArray[np.float32]:
        """Return the global state: the plain observation of player_0, and every secret."""
        if not self._has_reset:
            EnvLogger.error_state_before_reset()
        return np.concatenate([self._look(0, PLAIN), _secrets(self._games[0])])

    @property
    def games(self) -> Games:
        """A copy of the game, as a batch of one, for agents that use the engine; it holds every secret, so redeal it."""
        if not self._has_reset:
            raise AttributeError("games: call reset() first")
        return clone(self._games)

    def _tell(self, story: Story) -> None:
        """Remember what happened for whoever looks on, and show it in the window, if there is one."""
        story.tell(self._buffers.log())
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Show the table: a picture or a window as everybody sees it, or text as the agent asked does."""
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        if self.render_mode is None or self._story is None:
            gymnasium.logger.warn("render() without a render_mode: make the environment with one")
            return None
        return render(self._games, self._story, self.render_mode, self.metadata["render_fps"])

    def close(self) -> None:
        """Close the window, if there is one."""
        if self.render_mode == "human":
            close_window()

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle everything but what is made anew."""
        return {name: value for name, value in self.__dict__.items() if name not in AT_HAND}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Come back with the record's own dtype object, which the fast path looks for."""
        self.__dict__.update(state)
        self._games = self._games.view(STATE)
        self._look_at_buffers()


class _Forgiving(raw_env):
    """The environment `env` hands out: an illegal action ends the game instead of raising."""

    def _refuse(self, action: int) -> None:
        """End the game; whoever tried loses 1, the others nothing."""
        told = text.describe_illegal(self._games[0], action)
        # PettingZoo's own way to warn, so that its users can silence it
        EnvLogger._generic_warning(f"[WARNING]: {told}; the game ends")  # noqa: SLF001
        culprit = self.agent_selection
        self._cumulative_rewards[culprit] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._kind == VP_DELTA:
            self._take_back_potential()
        self.rewards[culprit] += ILLEGAL_REWARD
        self._accumulate_rewards()
        self.truncations = dict.fromkeys(self.agents, True)
        self._buffers.actor[0] = NOBODY
        self._end(terminated=False)
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[culprit] = self.infos[culprit] | {"illegal_action": told}

    def _refuse_number(self, number: int) -> None:
        raise AssertionError(f"action={number}: must be from 0 to {NUM_ACTIONS - 1}")

    def _take_back_potential(self) -> None:
        """Take back what "vp_delta" has paid, so that it adds up to the reward of the end."""
        paid = potentials(self._games)[0].tolist()
        self.rewards = {agent: -paid[seat] for agent, seat in self._seats.items()}


def env(
    num_players: int = 4,
    edition: str = "second",
    modules: tuple[str, ...] = (),
    plus_two: str = "season",
    optional_effects: bool = False,
    reward: str = "win",
    render_mode: str | None = None,
    obs_type: str = PLAIN,
) -> AECEnv[str, dict[str, Any], Any]:
    """Make the environment as PettingZoo users expect it: order, bounds and legality are enforced.

    They are enforced inside the class: PettingZoo's own three wrappers would cost ten times what a step costs.
    The wrappers still work around `raw_env`.

    Args:
        num_players: 2 to 5.
        edition: "second" (the King's die before the enemy card is shown) or "first" (the card before the die).
        modules: Any of "rows" (building rows A and G), "governors" and "army" (King's army tokens).
        plus_two: "season" (one +2 token for each player and season) or "group" (one for each dice group).
        optional_effects: Whether effects may be declined wherever that can pay.
        reward: "win", "rank", "vp_margin" or "vp_delta".
        render_mode: "ansi" (text), "rgb_array" (a picture), "human" (a window) or None.
        obs_type: "plain", or "features" for the observation with what follows from it worked out.

    Returns:
        The environment; an illegal action ends its game with a reward of -1 for whoever tried it.
    """
    return _Forgiving(
        num_players, edition, modules, plus_two, optional_effects, reward, render_mode, obs_type
    )


def _secrets(state: Any) -> NDArray[np.float32]:
    """Write what only a bystander who sees everything knows: the enemy cards, governors dealt and kept, tokens picked."""
    enemies = np.zeros(NUM_ENEMIES, np.float32)
    enemies[state.enemies] = 1
    governors = np.zeros((len(state.players), 2, NUM_GOVERNORS + 1), np.float32)
    tokens = np.zeros((len(state.players), NUM_TOKEN_VALUES + 1), np.float32)
    for seat, player in enumerate(state.players):
        governors[seat, 0, player.dealt] = 1
        governors[seat, 1, player.picked_governor] = 1
        tokens[seat, player.picked_token] = 1
    # The last place stands for "none" and is left out.
    return np.concatenate([enemies, governors[:, :, :-1].ravel(), tokens[:, :-1].ravel()])


def _state_space() -> spaces.Box:
    """Make the space of the global state: an observation, then secrets, each 0 or 1."""
    secrets = np.zeros_like(_secrets(np.zeros(1, STATE)[0]))
    low, high = bounds(PLAIN)
    return spaces.Box(np.concatenate([low, secrets]), np.concatenate([high, secrets + 1]))
