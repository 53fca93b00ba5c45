"""The board game Kingsburg as a reinforcement-learning environment."""

from importlib.metadata import version

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
    rollout_batch,
    rules_of,
    scores,
    step_batch,
)
from kingsburg_env.engine.rules import Rules
__version__ = "0.1.0"
