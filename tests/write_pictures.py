"""The picture of README and docs: `python -m tests.write_pictures` plays a game and draws the table in its middle."""

from pathlib import Path

import numpy as np

from kingsburg_agents import choose, make
from kingsburg_env import Buffers, Rules, new_games, reset, step_batch, svg
from kingsburg_env.engine.names import Decision, Phase
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.render import Story

FILE = Path(__file__).parent.parent / "docs" / "images" / "board.svg"
SEED, YEAR, GROUPS = 3, 3, 7


def board() -> str:
    """Draw a summer of four strong players, when most of their dice lie on the advisors."""
    games, buffers, story = new_games(1, Rules(4, modules=MODULES)), Buffers(1, with_log=True), Story()
    reset(games, SEED, buffers=buffers)
    agent, rng, state = make("adaptive"), np.random.default_rng(SEED), games[0]
    story.tell(buffers.log())
    while not _is_worth_seeing(state):
        step_batch(games, choose(agent, games, buffers.observation, buffers.mask, rng), buffers)
        story.tell(buffers.log())
    return svg(games, story=story)


def _is_worth_seeing(state) -> bool:
    """Tell whether the court is busy and somebody still has to decide."""
    is_late = state.year >= YEAR and state.phase == Phase.SUMMER and state.decision == Decision.INFLUENCE
    return is_late and int(state.players["groups"].sum()) >= GROUPS


if __name__ == "__main__":
    FILE.write_text(board(), encoding="utf-8")
    print(f"wrote {FILE.name}")
