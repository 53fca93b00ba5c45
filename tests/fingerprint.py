"""Fingerprints of play: what two engines must agree on, and what a refactoring must not change.

`python -m tests.fingerprint` prints the fingerprint of play that tests/engine/test_modes.py keeps.
`python -m tests.fingerprint STEPS FILE...` goes on from saved games and prints a fingerprint of every byte for each.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from kingsburg_env import Buffers, legal, new_games, ranking, redeal, scores, step_batch
from kingsburg_env.engine.play import NO_ACTION
from kingsburg_env.engine.province import standing
from tests.random_play import EVERY_RULES, from_bytes

REWARDS = ("win", "rank", "vp_margin", "vp_delta")
# What play is, whatever the record looks like.
OF_GAME = (
    "year",
    "phase",
    "step",
    "decision",
    "actor",
    "order",
    "cursor",
    "envoy",
    "taken",
    "neutral",
    "answers",
    "enemies",
)
OF_PLAYER = (
    "vp",
    "goods",
    "plus_two",
    "soldiers",
    "built",
    "dice",
    "governor",
    "dealt",
    "tokens",
    "group_at",
    "vp_from",
)
GAMES_OF_EACH_RULES = 4


def _choose(masks: Any, step: int) -> Any:
    """Choose a legal action for each game by arithmetic: the same on every machine and with every numpy."""
    actions = np.full(len(masks), NO_ACTION, np.int64)
    for game, mask in enumerate(masks):
        answers = np.flatnonzero(mask)
        if len(answers):
            actions[game] = answers[(step * 7919 + game * 104_729) // 16 % len(answers)]
    return actions


def steps(games: Any, most: int) -> Iterator[tuple[int, Buffers]]:
    """Play so many decisions of each game, chosen by arithmetic."""
    buffers = Buffers(len(games), with_log=True)
    masks = legal(games)
    for step in range(most):
        if not masks.any():
            return
        step_batch(games, _choose(masks, step), buffers, reward=REWARDS[step % len(REWARDS)])
        masks = buffers.mask.copy()
        yield step, buffers


def of_bytes(games: Any, most: int) -> str:
    """Play on, and take the fingerprint of every byte written: records, buffers, logs, re-dealt copies, results."""
    digest = hashlib.sha256()
    for step, buffers in steps(games, most):
        written = (
            buffers.observation,
            buffers.mask,
            buffers.actor,
            buffers.rewards,
            buffers.terminal,
            buffers.logs,
        )
        for array in (games, *written):
            digest.update(array.tobytes())
        if step % 8 == 0:
            digest.update(redeal(games, step // 8 % int(games["num_players"][0]), seed=step).tobytes())
    digest.update(scores(games).tobytes() + ranking(games).tobytes())
    return digest.hexdigest()[:16]


def of_play(games: Any) -> str:
    """Play to the end, and take the fingerprint of what happened, apart from how it is stored."""
    digest = hashlib.sha256()
    for _ in steps(games, most=1_000_000):
        of_game = [legal(games) if name == "answers" else games[name] for name in OF_GAME]
        players = games["players"]
        of_player = [standing(players["rows"]) if name == "built" else players[name] for name in OF_PLAYER]
        for values in of_game + of_player:
            digest.update(values.astype("<i4").tobytes())
    return digest.hexdigest()[:16]


def of_all_play() -> str:
    """Take the fingerprint of games under rules of every kind."""
    games = [new_games(GAMES_OF_EACH_RULES, rules, seed=2026 + at) for at, rules in enumerate(EVERY_RULES)]
    return hashlib.sha256("".join(map(of_play, games)).encode()).hexdigest()[:16]


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print(of_all_play())
    for file in sys.argv[2:]:
        print(Path(file).stem, of_bytes(from_bytes(Path(file).read_bytes()), int(sys.argv[1])), flush=True)
