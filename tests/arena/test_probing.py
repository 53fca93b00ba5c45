"""Looking into an agent: what was record, and what is found in it."""

from dataclasses import replace

import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_arena.probing import findings, plots
from kingsburg_arena.probing.recording import record_decisions
from kingsburg_env import Rules, new_games
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import NUM_YEARS, Decision, Phase
from kingsburg_env.obs_types import layout
from kingsburg_env.observation import OBSERVATION_SIZE, VIEW
from kingsburg_env.reckoning import NUM_SEASONS, season_of
from tests.weights import save

pytestmark = pytest.mark.compiled

PLAYERS = 3
NAMES = ("first", "random")


@pytest.fixture(scope="module")
def record():
    return record_decisions(make("first"), make("random"), Rules(num_players=PLAYERS), blocks=2, seed=5)


@pytest.fixture
def judge(tmp_path):
    """A network that values 1 for its own first good and nothing else, from an expectation of 0."""
    hidden = np.zeros((OBSERVATION_SIZE, 1), np.float32)
    gold = next(first for name, first, *_ in layout() if name == "counters[0].goods")
    hidden[gold] = 1
    path = tmp_path / "judge.npz"
    arrays = {
        "w0": hidden,
        "b0": np.zeros(1, np.float32),
        "w1": np.zeros((1, NUM_ACTIONS), np.float32),
        "b1": np.zeros(NUM_ACTIONS, np.float32),
        "v0": np.full((1, 1), 0.1, np.float32),
        "vb0": np.zeros(1, np.float32),
    }
    save(path, arrays)
    return make(f"neural:{path}")


def test_every_row_is_a_decision_of_the_agent_itself(record):
    assert len(np.unique(record.game)) == 2 * PLAYERS
    assert np.all(record.action == record.mask.argmax(axis=1))
    assert np.all(record.mask[np.arange(len(record)), record.other] == 1)
    assert np.all(record.observation.view(VIEW)[:, 0]["actor"][:, 0] == 1)
    assert not np.all(record.action == record.other)


def test_seasons_only_grow_within_a_game(record):
    same_game = record.game[1:] == record.game[:-1]
    assert np.all(np.diff(record.season)[same_game] >= 0)
    assert (record.season.min(), record.season.max()) == (0, NUM_SEASONS)


@pytest.mark.parametrize(
    ("year", "phase", "season"),
    [
        (0, Phase.SETUP, 0),
        (1, Phase.AID, 0),
        (1, Phase.SPRING, 1),
        (1, Phase.ENVOY, 2),
        (2, Phase.AID, 3),
        (NUM_YEARS, Phase.WINTER, NUM_SEASONS),
    ],
)
def test_the_season_is_the_last_that_has_begun(year, phase, season):
    games = new_games(1)
    games["year"], games["phase"] = year, phase
    assert season_of(games).tolist() == [season]


def test_the_win_of_a_game_is_the_same_at_all_its_decisions(record):
    for game in np.unique(record.game):
        assert len(np.unique(record.won[record.game == game])) == 1
    assert set(record.won) <= {0.0, 1 / 3, 0.5, 1.0}


def test_shares_of_a_season_add_up_to_one(record):
    shares = findings.advisors_by_season(record, record.other)
    assert np.allclose(shares.sum(axis=1), 1)
    built = findings.buildings_by_season(record, record.other).sum(axis=1)
    assert np.all((built < 1e-9) | np.isclose(built, 1))


def test_expected_chances_come_from_the_value_of_the_reward_for_winning(record, judge):
    gold = record.observation.view(VIEW)[:, 0]["counters"][:, 0]["goods"][:, 0]
    expected = (1 + (PLAYERS - 1) * 0.1 * gold) / PLAYERS
    np.testing.assert_allclose(findings.win_probabilities(judge, record), np.clip(expected, 0, 1), rtol=1e-5)


def test_an_agent_without_a_value_head_expects_nothing(record):
    with pytest.raises(TypeError, match="value head"):
        findings.win_probabilities(make("first"), record)


def test_values_that_foretell_points_are_no_chances(record, judge):
    judge.header = replace(judge.header, value="vp_margin")
    with pytest.raises(ValueError, match="predict 'vp_margin', a chance to win is needed"):
        findings.win_probabilities(judge, record)


def test_only_what_the_network_values_is_worth_something(record, judge):
    worth = findings.marginal_values(judge, record)
    one_gold = 0.1 * 0.25 * (PLAYERS - 1) / PLAYERS
    np.testing.assert_allclose(worth.pop("gold"), one_gold, rtol=1e-3)
    assert all(np.allclose(gains, 0) for gains in worth.values())


def test_calibration_counts_every_decision_once(record):
    bins = findings.calibration(record, np.linspace(0, 1, len(record)), bins=4)
    assert sum(found.decisions for found in bins) == len(record)
    assert [round(found.expected, 1) for found in bins] == [0.1, 0.4, 0.6, 0.9]


def test_agreement_and_differences_tell_the_same_story(record):
    for row in findings.agreement(record):
        decision = next(d for d in Decision if findings.text.QUESTIONS[d] == row.decision)
        pairs = findings.differences(record, decision, most=10_000)
        assert sum(pair.times for pair in pairs) == round((1 - row.share) * row.decisions)
        assert all(pair.agent != pair.other for pair in pairs)


def test_every_picture_is_drawn(record, judge):
    shares = (
        findings.advisors_by_season(record, record.action),
        findings.advisors_by_season(record, record.other),
    )
    built = (
        findings.buildings_by_season(record, record.action),
        findings.buildings_by_season(record, record.other),
    )
    expected = findings.win_probabilities(judge, record)
    figures = [
        plots.advisors(*shares, NAMES),
        plots.buildings(*built, NAMES),
        plots.win_probability_over_a_game(record, expected),
        plots.calibration(findings.calibration(record, expected)),
        plots.marginal_values(findings.marginal_values(judge, record)),
        plots.agreement(findings.agreement(record)),
    ]
    for figure in figures:
        figure.canvas.draw()
