"""The network that comes with the package: small enough to ship, and stronger than the heuristics."""

import hashlib

import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_agents.champion import WEIGHTS
from kingsburg_arena.one_vs_rest import play_blocks
from kingsburg_env import Rules, new_games
from kingsburg_env.engine.rules import MODULES
from tests.fingerprint import steps

MEGABYTE = 1_000_000
# What it answered before it was made wider for optional effects.
ANSWERS = "439ccf9a4e46f6b8"


def test_its_weights_are_small_enough_to_come_with_the_package():
    assert WEIGHTS.stat().st_size <= 5 * MEGABYTE


def test_its_values_are_chances_to_win():
    assert make("champion").header.value == "win"


@pytest.mark.compiled
def test_it_answers_without_optional_effects_as_it_did_before_there_were_any():
    champion, rng, digest = make("champion"), np.random.default_rng(0), hashlib.sha256()
    for players in (2, 3, 4, 5):
        games = new_games(8, Rules(num_players=players, modules=MODULES), seed=77)
        for _, buffers in steps(games, most=150):
            asked = buffers.actor >= 0
            answers = champion.act_batch(buffers.observation[asked], buffers.mask[asked], rng)
            digest.update(answers.astype("<i8").tobytes())

    assert digest.hexdigest()[:16] == ANSWERS


# Far below what the model card says, so that the luck of so few games does not matter, and far above what equals win.
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules", "least"),
    [
        (Rules(num_players=4), 0.5),
        (Rules(num_players=2), 0.7),
        (Rules(num_players=3), 0.6),
        (Rules(num_players=5), 0.4),
        (Rules(num_players=4, modules=MODULES), 0.4),
    ],
    ids=lambda value: f"{value.num_players}{''.join(value.modules)}" if isinstance(value, Rules) else None,
)
def test_it_is_ahead_of_adaptive_at_every_table(rules, least):
    assert play_blocks(make("champion"), make("adaptive"), rules, blocks=40, seed=9).mean() > least
