"""The board game Kingsburg as a reinforcement-learning environment."""

from kingsburg_env.engine import (
    BadBytesError,
    Buffers,
    IllegalActionError,
    ImpossibleGameError,
    Rules,
    clone,
    from_bytes,
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
    to_bytes,
)
from kingsburg_env.registration import register
from kingsburg_env.render import svg
from kingsburg_env.sampling import sample_legal
from kingsburg_env.view import view_of

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
    "sample_legal",
    "scores",
    "step_batch",
    "svg",
    "to_bytes",
    "view_of",
]

__version__ = "0.1.0"

register()
