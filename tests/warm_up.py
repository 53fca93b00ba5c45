"""Compile everything once, before several test processes would each do it: `python -m tests.warm_up`."""

import numpy as np

from kingsburg_agents import choose, make
from kingsburg_env import (
    Buffers,
    Rules,
    legal,
    new_games,
    observe,
    ranking,
    redeal,
    rollout_batch,
    sample_legal,
    step_batch,
)
from kingsburg_env.envs.seat import SeatGames

if __name__ == "__main__":
    games, buffers = new_games(1, Rules(), seed=0), Buffers(1)
    step_batch(games, sample_legal(legal(games), np.random.default_rng(0)), buffers)
    observe(games, 0)
    rollout_batch(redeal(games, 0, seed=0))
    ranking(games)
    SeatGames(1, Rules()).reset(np.arange(1))
    make("mcts:sims=1").act_on(games.copy(), np.random.default_rng(0))
    choose(make("adaptive"), games, buffers.observation, buffers.mask, np.random.default_rng(0))
