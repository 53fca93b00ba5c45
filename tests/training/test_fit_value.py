"""A value head fitted anew: it foretells another reward, and nothing else of the network changes."""

import numpy as np
import pytest

from kingsburg_agents.champion import WEIGHTS
from kingsburg_training import fit_value
from kingsburg_training.export import load_file, read_npz
from kingsburg_training.fit_value import Positions, Settings, explained, fit, returns_of, watch


def test_a_decision_gains_what_comes_after_it():
    assert returns_of(np.array([1.0, 0.0, -3.0, 2.0])).tolist() == [0.0, -1.0, -1.0, 2.0]


def test_the_best_head_is_found_and_units_that_never_fire_stay_out_of_it():
    hidden = np.random.default_rng(1).random((200, 4))
    hidden[:, 2] = 0
    known = Positions(hidden, hidden @ [1.0, -2.0, 5.0, 0.5] + 3)
    np.testing.assert_allclose(fit(known), [1.0, -2.0, 0.0, 0.5, 3.0], atol=1e-9)
    assert explained(fit(known), known) == pytest.approx(1)
    assert explained(np.array([0.0, 0.0, 0.0, 0.0, known.returns.mean()]), known) == pytest.approx(0)


def test_the_network_has_one_seat_of_every_game_and_gets_its_own_reward(tmp_path):
    settings = Settings(
        weights=str(WEIGHTS), out=str(tmp_path / "out.npz"), rulesets="2", games=6, opponent="random"
    )
    (positions,) = watch(read_npz(WEIGHTS), settings)
    # the champion beats random play, and only its own decisions are watched
    assert set(positions.returns.tolist()) == {1.0}
    assert positions.hidden.shape == (len(positions.returns), 256)


def test_a_smoke_run_changes_the_value_head_alone(tmp_path):
    out = tmp_path / "new" / "revalued.npz"
    fit_value.main(["--smoke", "--out", str(out), "--reward", "vp_margin"])
    before, after = read_npz(WEIGHTS).state_dict(), read_npz(out).state_dict()
    changed = {name for name in before if not np.array_equal(before[name], after[name])}
    assert changed == {"value.weight", "value.bias"}
    assert load_file(out)[1] == load_file(WEIGHTS)[1] | {"value": "vp_margin"}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (["--reward", "fame"], "must be one of 'win'"),
        (["--weights", "nowhere.npz"], "there is no file"),
        (["--games", "1"], "must be from 2"),
        (["--opponent", "nobody"], "nobody"),
    ],
)
def test_what_cannot_work_is_refused_before_any_game(wrong, words, capsys):
    with pytest.raises(SystemExit):
        fit_value.main(["--smoke", *wrong])
    assert words in capsys.readouterr().err
