"""The curve of a run, read from its journal."""

import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_training import match
from kingsburg_training.curve import Point, draw_curves, read_curves
from kingsburg_training.journal import Journal


def test_a_curve_holds_every_evaluation_and_nothing_else(tmp_path):
    journal = Journal(tmp_path)
    journal.write({"round": 1, "decisions": 100, "loss": 3.0})
    for number, share in ((2, 0.5), (3, 0.75)):
        wins = {"wins/4/random": share, "wins/4/random/half_width": 0.1}
        journal.write({"round": number, "decisions": 100 * number, "loss": 2.0, **wins})
    journal.board.close()

    assert read_curves(tmp_path) == {"4/random": [Point(200, 0.5, 0.1), Point(300, 0.75, 0.1)]}
    draw_curves(tmp_path).canvas.draw()


def test_a_folder_without_a_run_is_refused(tmp_path):
    with pytest.raises(ValueError, match="holds no run"):
        read_curves(tmp_path)


@pytest.mark.compiled
def test_every_opponent_gives_a_share_and_the_width_of_its_interval():
    figures = match.wins(make("greedy"), "first random", "2", blocks=4)

    assert figures == {
        "wins/2/first": 1.0,
        "wins/2/first/half_width": 0.0,
        "wins/2/random": 1.0,
        "wins/2/random/half_width": 0.0,
    }


def test_the_block_is_the_unit_of_the_interval():
    shares = np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 0.0]])

    assert match.half_width(shares) == pytest.approx(1.96 * 0.25 / 2)
    assert match.half_width(shares[:1]) == 1.96
