"""The curve of a run, read from its journal."""

import pytest

from kingsburg_agents import make
from kingsburg_training import match
from kingsburg_training.curve import Point, draw_curves, read_curves
from kingsburg_training.journal import Journal
from kingsburg_training.tables import rules_from


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
def test_an_agent_is_matched_like_any_policy_but_not_one_that_wants_the_game():
    result = match.play_agent(make("random"), make("first"), rules_from("2"), blocks=4, seed=0)

    assert 0 <= result.share <= 1
    assert result.parity == 0.5
    with pytest.raises(ValueError, match="observations alone"):
        match.play_agent(make("greedy"), make("first"), rules_from("2"), blocks=1, seed=0)
