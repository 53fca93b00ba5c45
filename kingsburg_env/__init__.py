"""The board game Kingsburg as a reinforcement-learning environment."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kingsburg_env.envs.registration import register

if TYPE_CHECKING:
    from kingsburg_env import kingsburg_v0
    from kingsburg_env.batch import (
        Buffers,
        IllegalActionError,
        clone,
        features_of,
        legal,
        new_games,
        observe,
        ranking,
        redeal,
        reset,
        rollout_batch,
        rules_of,
        scores,
        step_batch,
    )
    from kingsburg_env.check import ImpossibleGameError, check_values
    from kingsburg_env.engine.rules import Rules
    from kingsburg_env.envs.sb3 import KingsburgSB3VecEnv
    from kingsburg_env.envs.single import KingsburgEnv
    from kingsburg_env.envs.vector import KingsburgVectorEnv
    from kingsburg_env.obs_types import as_dict, layout
    from kingsburg_env.render import svg
    from kingsburg_env.sampling import sample_legal
    from kingsburg_env.view import view_of

# Where each name comes from: it is imported when it is asked for, so that nobody loads what they do not use.
_MODULES = {
    "batch": (
        "Buffers", "IllegalActionError", "clone", "features_of", "legal", "new_games", "observe", "ranking", "redeal",
        "reset", "rollout_batch", "rules_of", "scores", "step_batch",
    ),
    "check": ("ImpossibleGameError", "check_values"),
    "engine.rules": ("Rules",),
    "envs.sb3": ("KingsburgSB3VecEnv",),
    "envs.single": ("KingsburgEnv",),
    "envs.vector": ("KingsburgVectorEnv",),
    "obs_types": ("as_dict", "layout"),
    "render": ("svg",),
    "sampling": ("sample_legal",),
    "view": ("view_of",),
}  # fmt: skip
_HOMES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "Buffers",
    "IllegalActionError",
    "ImpossibleGameError",
    "KingsburgEnv",
    "KingsburgSB3VecEnv",
    "KingsburgVectorEnv",
    "Rules",
    "as_dict",
    "check_values",
    "clone",
    "features_of",
    "kingsburg_v0",
    "layout",
    "legal",
    "new_games",
    "observe",
    "ranking",
    "redeal",
    "reset",
    "rollout_batch",
    "rules_of",
    "sample_legal",
    "scores",
    "step_batch",
    "svg",
    "view_of",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name == "kingsburg_v0":
        return import_module("kingsburg_env.kingsburg_v0")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"kingsburg_env.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List what can be asked for."""
    return sorted({*globals(), *__all__})


register()
