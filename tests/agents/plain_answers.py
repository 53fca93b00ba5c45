"""Answers of a heuristic to saved questions, one a line: `python -m tests.agents.plain_answers adaptive FILE`."""

import sys
from pathlib import Path

import numpy as np

from kingsburg_agents import make
from tests.random_play import from_bytes

if __name__ == "__main__":
    agent, games = make(sys.argv[1]), from_bytes(Path(sys.argv[2]).read_bytes())
    print(*agent.act_on_batch(games, np.random.default_rng(0)), sep="\n")  # type: ignore[attr-defined]
