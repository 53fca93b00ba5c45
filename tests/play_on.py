"""Environments played to the end in a process of their own: new ones, or those whose pickle comes in by standard input."""

import hashlib
import pickle
import sys

import numpy as np

from kingsburg_env import kingsburg_v0, sample_legal
from kingsburg_env.engine.rules import MODULES


def new_game(seed):
    """Make a game of two to five players with all modules."""
    env = kingsburg_v0.env(num_players=2 + seed % 4, modules=MODULES)
    env.reset(seed=seed)
    return env


def play_on(env, seed, steps=10_000):
    """Play at random, to the end if there are steps enough; return a digest of everything that was to be seen."""
    rng, digest = np.random.default_rng(seed), hashlib.sha256()
    for agent in env.agent_iter(steps):
        observation, reward, over, _, _ = env.last()
        digest.update(repr((agent, reward, over)).encode() + observation["observation"].tobytes())
        env.step(None if over else sample_legal(observation["action_mask"], rng))
    return digest.hexdigest()


if __name__ == "__main__":
    is_saved = sys.argv[1:] == ["saved"]
    envs = pickle.load(sys.stdin.buffer) if is_saved else [new_game(seed) for seed in range(8)]
    print([play_on(env, seed) for seed, env in enumerate(envs)])
