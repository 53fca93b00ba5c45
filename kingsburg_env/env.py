"""Kingsburg as a PettingZoo AEC environment.

| Import               | `from kingsburg_env import kingsburg_v0`                       |
|----------------------|----------------------------------------------------------------|
| Make                 | `pettingzoo.make("aec", "kingsburg/kingsburg-v0")`             |
| Actions              | Discrete                                                       |
| Parallel API         | No                                                             |
| Manual control       | No                                                             |
| Agents               | `agents = ["player_0", …]`, 2 to 5                             |
| Action shape         | Discrete(235)                                                  |
| Observation shape    | {"observation": (548,), "action_mask": (235,)}                 |

Two to five governors place dice on the King's advisors, build up their provinces and stand five winters of battle.
Who is asked next follows from the dice and the rules, so agents do not simply take turns.
A question with exactly one legal answer is answered by itself.

### Observation Space

A dictionary: `observation`, a float32 vector of what the agent may know, its own seat first, and `action_mask`.
Its parts are listed in `docs/spaces.md`; `kingsburg_env.observation.layout()` lists them in code.

### Legal Actions Mask

`action_mask` is an int8 vector, 1 for each legal action, all 0 for an agent that is not asked.
It stands in `infos[agent]["action_mask"]` too.

### Action Space

One flat space for all questions; `kingsburg_env.text.describe_action(a)` says what an action does.
`raw_env` raises `IllegalActionError` at an illegal action and changes nothing;
`env` ends the game with a reward of -1 for whoever tried it, as PettingZoo's classic games do.

### Rewards

| `reward`      | what an agent gets                                                                              |
|---------------|-------------------------------------------------------------------------------------------------|
| `"win"`       | at the end: the winners share 1, the others share -1; all 0 if everybody has won                |
| `"rank"`      | at the end: from 1 for the first to -1 for the last, evenly; shared ranks share                 |
| `"vp_margin"` | at the end: points ahead of the best opponent, / 64                                             |
| `"vp_delta"`  | `"win"`, plus in every step the change of (n x own points - all points) / 256, taken back at the end |

`"vp_delta"` adds differences of a potential that is 0 at the start and at the end, so its sum over a game is the
reward `"win"` and optimal play is unchanged.

### Rendering

| `render_mode` | what `render()` does                                                                            |
|---------------|-------------------------------------------------------------------------------------------------|
| `"ansi"`      | returns the board as text, with the number of every action that may be chosen now               |
| `"rgb_array"` | returns a picture of the table as everybody sees it, 800 x 1280 x 3                             |
| `"human"`     | shows that picture in a window, after every step by itself                                      |

Pictures need the extra `render`: `pip install 'kingsburg-env[render]'`.

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
    compiled_run,
    new_games,
    observe,
    reset,
)
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import NOBODY, NUM_ENEMIES, NUM_GOVERNORS, NUM_TOKEN_VALUES
from kingsburg_env.engine.rules import Rules
from kingsburg_env.engine.state import STATE
from kingsburg_env.observation import LIMIT, OBSERVATION_SIZE
from kingsburg_env.outcome import outcome
from kingsburg_env.render import RENDER_FPS, RENDER_MODES, Story, check_render_mode, close_window, render
from kingsburg_env.rewards import ILLEGAL_REWARD, VP_DELTA, reward_code
from kingsburg_env.seeds import as_seed, draw_seed

COMMON_ACTIONS = (int, np.int64)
AT_HAND = ("_action", "_seen", "_mask", "_actor", "_run", "_arguments")
SET_BY_RESET = ("agent_selection", "rewards", "terminations", "truncations", "infos")


def observation_space() -> spaces.Dict:
    """Make the space of one agent's observation."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-LIMIT, LIMIT, (OBSERVATION_SIZE,), np.float32),
            "action_mask": spaces.Box(0, 1, (NUM_ACTIONS,), np.int8),
        }
    )


class raw_env(AECEnv[str, dict[str, Any], Any]):  # noqa: N801 - PettingZoo's name for it
    """One game of Kingsburg; an illegal action raises and changes nothing."""

    metadata = {  # noqa: RUF012 - PettingZoo's form
        "name": "kingsburg_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
        "is_parallelizable": False,
    }
    # What is set by reset; asking for it before is an error.
    agents: list[str]

    def __init__(
        self,
        num_players: int = 4,
        edition: str = "second",
        modules: tuple[str, ...] = (),
        plus_two: str = "season",
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._kind = reward_code(reward)
        check_render_mode(render_mode)
        self.rules = Rules(num_players, edition, modules, plus_two)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self._observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(NUM_ACTIONS) for agent in self.possible_agents}
        self.state_space = spaces.Box(-LIMIT, LIMIT, (STATE_SIZE,), np.float32)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._games = new_games(1, self.rules)
        self._story = Story() if render_mode is not None else None
        self._buffers = Buffers(1, with_log=render_mode is not None)
        self._look_at_buffers()
        self._no_mask = np.zeros(NUM_ACTIONS, np.int8)
        self._no_mask.setflags(write=False)
        self._random: np.random.Generator | None = None
        self._has_reset = False
        self.agents = []

    def __getattr__(self, name: str) -> Any:
        """Say why there is nothing to see before the first game."""
        if name in SET_BY_RESET:
            raise AttributeError(f"{name}: call reset() first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _look_at_buffers(self) -> None:
        """Keep at hand what every step needs of the buffers."""
        buffers = self._buffers
        self._action = np.zeros(1, np.int64)
        self._seen, self._mask, self._actor = buffers.observation[0], buffers.mask[0], buffers.actor
        inside = buffers.inside(self._games)
        self._run = compiled_run()
        self._arguments = (inside, self._action, *buffers.all_arrays, kernels.STEP, self._kind)

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
        reset(self._games, draw_seed(self._random) if seed is None else seed, buffers=self._buffers)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._no_mask} for agent in self.agents}
        self._skip_agent_selection = None
        self._has_reset = True
        self._ask(self._actor.item())
        if self._story is not None:
            self._story.forget()
            self._tell(self._story)

    def _ask(self, seat: int) -> None:
        """Name the agent asked next and give it its mask."""
        self.agent_selection = agent = self.possible_agents[seat]
        self.infos[agent] = {"action_mask": self._mask.copy()}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know now, and its mask; works for every agent at any time."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        seat = self._seats[agent]
        if self._actor.item() == seat:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        return {"observation": observe(self._games, seat)[0], "action_mask": np.zeros(NUM_ACTIONS, np.int8)}

    def step(self, action: Any) -> None:
        """Answer the question the selected agent is asked; None for an agent whose game is over."""
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        # What every loop hands over goes first; the careful look costs as much as the step.
        number = int(action) if type(action) in COMMON_ACTIONS else as_action(action)
        if not 0 <= number < NUM_ACTIONS:
            self._refuse(number)
            return
        self._action[0] = number
        if self._run(*self._arguments) != kernels.ALL_FINE:
            self._refuse(number)
            return
        self.infos[agent] = {"action_mask": self._no_mask}
        self._cumulative_rewards[agent] = 0.0
        seat = self._actor.item()
        if seat == NOBODY:
            self._pay_rewards()
            self._end(terminated=True)
        else:
            if self._kind == VP_DELTA:
                self._pay_rewards()
            self._ask(seat)
        if self._story is not None:
            self._tell(self._story)

    def _refuse(self, action: int) -> None:
        raise IllegalActionError(text.describe_illegal(self._games[0], action))

    def _pay_rewards(self) -> None:
        self.rewards = {agent: float(self._buffers.rewards[0, seat]) for agent, seat in self._seats.items()}
        self._accumulate_rewards()

    def _end(self, *, terminated: bool) -> None:
        """End the game for everybody; whoever is still to make a last, empty step is told how it ended."""
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.infos = {agent: {"action_mask": self._no_mask} for agent in self.agents}
        if terminated:
            result = outcome(self._games)
            for agent in self.agents:
                self.infos[agent] |= result
        self._deads_step_first()

    def state(self) -> NDArray[np.float32]:
        """Return the global state: the table as player_0 sees it, and every secret."""
        if not self._has_reset:
            EnvLogger.error_state_before_reset()
        return np.concatenate([observe(self._games, 0)[0], _secrets(self._games[0])])

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
        # numpy copies an array without its protection
        self._no_mask.setflags(write=False)


class _Forgiving(raw_env):
    """The environment `env` hands out: an illegal action ends the game instead of raising."""

    def _refuse(self, action: int) -> None:  # noqa: ARG002 - the base class names it in its error
        """End the game; whoever tried loses 1, the others nothing."""
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[self.agent_selection] = ILLEGAL_REWARD
        self._accumulate_rewards()
        self.truncations = dict.fromkeys(self.agents, True)
        self._buffers.actor[0] = NOBODY
        self._end(terminated=False)
        self.terminations = dict.fromkeys(self.agents, True)


def env(**arguments: Any) -> AECEnv[str, dict[str, Any], Any]:
    """Make the environment as PettingZoo users expect it: order, bounds and legality are enforced.

    They are enforced inside the class: PettingZoo's own three wrappers would cost ten times what a step costs.
    The wrappers still work around `raw_env`.
    """
    return _Forgiving(**arguments)


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


STATE_SIZE = OBSERVATION_SIZE + len(_secrets(np.zeros(1, STATE)[0]))
