"""The names other libraries have for observation and mask.

| library  | one learner against opponents           | all seats, as agents of their own                                    |
|----------|-----------------------------------------|----------------------------------------------------------------------|
| RLlib    | `for_rllib(config)`                     | RLlib's `PettingZooEnv(aec_for_rllib(num_players=4))`                |
| TorchRL  | `GymWrapper(for_torchrl(...))`          | TorchRL's `PettingZooWrapper(kingsburg_v0.env(...), use_mask=True)`  |
| Tianshou | `for_tianshou(...)`                     | Tianshou's `PettingZooEnv(kingsburg_v0.env(...))`                    |

None of the libraries is imported here.
"""

from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper

from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.envs.aec import env
from kingsburg_env.envs.single import KingsburgEnv


class Keys(NamedTuple):
    """What a library calls observation and mask, and which numbers it wants in the mask."""

    observation: str
    mask: str
    mask_type: Any


# RLlib takes the logarithm of the mask, TorchRL and Tianshou index by it.
RLLIB = Keys("observations", "action_mask", np.float32)
TORCHRL = Keys("observation", "action_mask", np.bool_)
TIANSHOU = Keys("obs", "mask", np.bool_)


def _space(keys: Keys, observation: spaces.Space[Any]) -> spaces.Dict:
    """Make the space of observation and mask under a library's names."""
    mask = spaces.Box(0, 1, (NUM_ACTIONS,), keys.mask_type)
    return spaces.Dict({keys.observation: observation, keys.mask: mask})


class Learner(gymnasium.ObservationWrapper[dict[str, Any], int, NDArray[np.float32]]):
    """One learner against opponents, with the mask inside the observation under a library's names."""

    def __init__(self, keys: Keys, **arguments: Any) -> None:
        game = KingsburgEnv(**arguments)
        super().__init__(game)
        self._keys, self._game = keys, game
        self.observation_space = _space(keys, game.observation_space)

    def observation(self, observation: NDArray[np.float32]) -> dict[str, Any]:
        """Put the mask beside an observation."""
        mask = self._game.action_masks().astype(self._keys.mask_type)
        return {self._keys.observation: observation, self._keys.mask: mask}


def for_rllib(config: dict[str, Any] | None = None) -> Learner:
    """Make the learner's environment as RLlib wants it; the config holds the arguments of `KingsburgEnv`."""
    return Learner(RLLIB, **(config or {}))


def for_torchrl(**arguments: Any) -> Learner:
    """Make the learner's environment as TorchRL's GymWrapper and its transform ActionMask want it."""
    return Learner(TORCHRL, **arguments)


def for_tianshou(**arguments: Any) -> Learner:
    """Make the learner's environment as Tianshou wants it."""
    return Learner(TIANSHOU, **arguments)


class _AECForRLlib(BaseWrapper):
    """All seats, with observation and mask under RLlib's names."""

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        both: Any = self.env.observation_space(agent)
        return _space(RLLIB, both["observation"])

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know now, and its mask."""
        seen: Any = self.env.observe(agent)
        return {
            RLLIB.observation: seen["observation"],
            RLLIB.mask: seen["action_mask"].astype(RLLIB.mask_type),
        }


def aec_for_rllib(**arguments: Any) -> AECEnv[str, dict[str, Any], Any]:
    """Make the PettingZoo environment as RLlib's PettingZooEnv and its action-masking module want it."""
    return _AECForRLlib(env(**arguments))
