"""The game itself: rules, tables, luck. What callers get of it stands here; the rest is for reading."""

from kingsburg_env.batch import (
    Buffers,
    IllegalActionError,
    clone,
    legal,
    new_games,
    observe,
    ranking,
    redeal,
    reset,
    resume,
    rollout_batch,
    rules_of,
    scores,
    step_batch,
)
from kingsburg_env.check import ImpossibleGameError
from kingsburg_env.engine.rules import Rules
from kingsburg_env.store import BadBytesError, from_bytes, to_bytes

__all__ = [
    "BadBytesError",
    "Buffers",
    "IllegalActionError",
    "ImpossibleGameError",
    "Rules",
    "clone",
    "from_bytes",
    "legal",
    "new_games",
    "observe",
    "ranking",
    "redeal",
    "reset",
    "resume",
    "rollout_batch",
    "rules_of",
    "scores",
    "step_batch",
    "to_bytes",
]
