"""What luck brought is told by the other games with the same luck."""

from itertools import groupby, pairwise

import numpy as np
import pytest

from kingsburg_training import selfplay
from kingsburg_training.luck_baseline import NONE, leave_one_out
from kingsburg_training.selfplay import SMOKE, Settings

TINY = {
    **SMOKE,
    "n_envs": 96,
    "n_steps": 48,
    "duplicates": 4,
    "league_share": 0.7,
    "league_agents": "first greedy",
}


def plain(actor, value, reward, terminal, is_learners, season, key):
    """The same by the book: list what every whole season of every seat brought, then average over the others."""
    steps, num_games, seats = reward.shape
    brought = {}
    for game in range(num_games):
        ends = [t for t in range(steps) if terminal[t, game]]
        for before, last in pairwise([-1, *ends, steps]):
            for seat in range(seats):
                own = [t for t in range(before + 1, min(last + 1, steps)) if actor[t, game] == seat]
                own = [t for t in own if is_learners[t, game]]
                runs = [list(run) for _, run in groupby(own, key=lambda t, game=game: season[t, game])]
                for number, run in enumerate(runs):
                    is_last = number == len(runs) - 1
                    if (before == -1 and number == 0) or (is_last and last == steps):
                        continue
                    until = last + 1 if is_last else runs[number + 1][0]
                    then = 0.0 if is_last else value[until, game]
                    came = sum(reward[t, game, seat] for t in range(run[0], until))
                    after = NONE if is_last else season[until, game]
                    about = (key[run[0], game], seat, season[run[0], game], after)
                    brought.setdefault(about, {})[run[-1], game] = came + then - value[run[0], game]
    luck = np.zeros((steps, num_games))
    for changes in brought.values():
        for place in changes:
            others = [change for other, change in changes.items() if other != place]
            luck[place] = np.mean(others) if others else 0
    return luck


def seasons_and_ends(rng, steps, num_games):
    """Draw games that go through six seasons again and again, at different speeds, and the number of each game."""
    place = np.cumsum(rng.random((steps, num_games)) < 0.4, axis=0)
    season, deal = place % 6, place // 6
    terminal = np.zeros((steps, num_games), bool)
    terminal[:-1] = deal[1:] != deal[:-1]
    return season, deal, terminal


def test_luck_is_what_the_same_season_brought_the_others():
    rng = np.random.default_rng(3)
    steps, num_games, copies = 80, 12, 4
    season, deal, terminal = seasons_and_ends(rng, steps, num_games)
    key = (deal * 100 + np.arange(num_games) // copies).astype(np.uint64)
    happened = (
        rng.integers(0, 3, (steps, num_games)),
        rng.normal(size=(steps, num_games)).astype(np.float32),
        rng.normal(size=(steps, num_games, 5)).astype(np.float32),
        terminal,
        rng.random((steps, num_games)) < 0.8,
        season,
        key,
    )
    luck = leave_one_out(*happened)
    assert np.count_nonzero(luck) > 100
    np.testing.assert_allclose(luck, plain(*happened), atol=1e-4)


def test_a_game_without_a_twin_has_no_luck():
    rng = np.random.default_rng(4)
    season, deal, terminal = seasons_and_ends(rng, 60, 5)
    luck = leave_one_out(
        np.zeros((60, 5), np.int64),
        rng.normal(size=(60, 5)).astype(np.float32),
        np.zeros((60, 5, 5), np.float32),
        terminal,
        np.ones((60, 5), bool),
        season,
        (deal * 100 + np.arange(5)).astype(np.uint64),
    )
    assert not luck.any()


@pytest.fixture
def played(tmp_path):
    learner = selfplay.Learner(Settings(**{**TINY, "run": str(tmp_path / "run")}))
    for _ in range(8):
        learner.play_round()
    yield learner.collectors, learner.league
    learner.pool.shutdown()


@pytest.mark.compiled
def test_duplicates_have_the_same_luck_seat_and_opponents(played):
    collectors, league = played
    for collector in collectors:
        key, own = collector.games["key"], collector.is_own
        assert len(np.unique(key)) < len(key)
        for one in np.unique(key):
            assert len(np.unique(own[key == one], axis=0)) == 1
        assert np.all(collector.is_league.reshape(-1, 4) == collector.is_league[::4, None])
        # the agent `first` sits in half of the deals with all their duplicates, and always takes the first legal action
        _, seated = collector._seat(league.opponents)
        is_firsts = ~collector.is_learners & (seated == 0)
        assert np.array_equal(collector.action[is_firsts], collector.mask[is_firsts].argmax(axis=1))


@pytest.mark.compiled
def test_luck_is_no_merit_but_the_critic_hears_of_it(played):
    for collector in played[0]:
        collector.estimate_advantages(0.9)
        merit, returns = collector.advantage, collector.returns
        collector.duplicates = 1
        collector.estimate_advantages(0.9)
        assert np.array_equal(collector.returns, returns)
        assert not np.array_equal(collector.advantage, merit)
        np.testing.assert_allclose(collector.returns - collector.value, collector.advantage, atol=1e-5)


def test_games_must_do_for_all_copies(tmp_path):
    with pytest.raises(ValueError, match="threads x rulesets x duplicates = 24"):
        Settings(**{**TINY, "run": str(tmp_path), "n_envs": 23})
