"""The environment by its versioned name: `kingsburg_v0.env(num_players=4)`."""

from kingsburg_env.envs.aec import env, raw_env

__all__ = ["env", "raw_env"]
