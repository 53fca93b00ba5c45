"""Games as an offline dataset, and a network that learns from it."""

import json

import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_env import Rules
from kingsburg_env.envs.single import KingsburgEnv
from kingsburg_training.episodes import play

minari = pytest.importorskip("minari", reason="the extra `data` is not installed")
pytest.importorskip("h5py", reason="the extra `data` is not installed")

from kingsburg_training import clone, make_dataset  # noqa: E402 - need the extra

# What Minari and HDF5 warn about is their own business.
pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore")]

NAME = "kingsburg/test-v0"


def settings(folder, **values):
    tiny = {"dataset": NAME, "root": str(folder), "agents": "random first", "ruleset": "2", "games": 4}
    return make_dataset.Settings(**{**tiny, "games_at_once": 2, **values})


def cloning(folder, **values):
    tiny = {**clone.SMOKE, "run": str(folder / "run"), "dataset": NAME, "root": str(folder)}
    return clone.Settings(**{**tiny, **values})


@pytest.fixture(autouse=True)
def own_place(tmp_path, monkeypatch):
    """Leave the datasets of whoever runs the tests alone."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))


def contents(dataset):
    return [
        (episode.observations.tobytes(), episode.actions.tobytes(), episode.rewards.tobytes())
        for episode in dataset.iterate_episodes()
    ]


def episodes_of(rules, reward, agent="random", games=3):
    seated = np.zeros((games, rules.num_players), np.int64)
    rngs = [np.random.default_rng(1)]
    return list(play([make(agent)], rules, np.arange(games, dtype=np.uint64), seated, reward, rngs))


def test_every_episode_is_a_seats_whole_game_with_legal_actions():
    episodes = episodes_of(Rules(num_players=3), "win")

    assert sorted((episode.seed, episode.seat) for episode in episodes) == [
        (seed, seat) for seed in range(3) for seat in range(3)
    ]
    for episode in episodes:
        steps = len(episode.actions)
        assert len(episode.observations) == len(episode.masks) == steps + 1
        assert episode.masks[np.arange(steps), episode.actions].all()
        assert not episode.masks[-1].any()


@pytest.mark.parametrize("reward", ["win", "vp_delta"])
def test_the_rewards_of_a_table_add_up_to_nothing_and_win_comes_last(reward):
    episodes = episodes_of(Rules(num_players=3), reward)

    for seed in range(3):
        total = sum(episode.rewards.sum() for episode in episodes if episode.seed == seed)
        assert total == pytest.approx(0, abs=0.1 if reward == "vp_delta" else 1e-9)
    if reward == "win":
        assert all(not episode.rewards[:-1].any() for episode in episodes)


def test_an_episode_is_what_the_environment_would_have_given():
    for episode in episodes_of(Rules(num_players=2), "vp_delta", agent="first"):
        env = KingsburgEnv(num_players=2, opponents=["first"], seat=episode.seat, reward="vp_delta")
        seen, info = env.reset(seed=episode.seed)
        for k, action in enumerate(episode.actions):
            np.testing.assert_array_equal(seen, episode.observations[k])
            np.testing.assert_array_equal(info["action_mask"], episode.masks[k])
            seen, reward, over, _, info = env.step(action)
            assert reward == pytest.approx(episode.rewards[k])
        assert over
        np.testing.assert_array_equal(seen, episode.observations[-1])


def test_minari_loads_the_dataset_and_recovers_its_environment(tmp_path):
    make_dataset.write(settings(tmp_path))
    dataset = minari.load_dataset(NAME)

    assert (dataset.total_episodes, len(contents(dataset))) == (8, 8)
    env = dataset.recover_environment()
    assert env.unwrapped._seat.games["num_players"][0] == 2
    assert (env.observation_space, env.action_space) == (dataset.observation_space, dataset.action_space)
    for episode in dataset.iterate_episodes():
        assert env.observation_space.contains(episode.observations[0])
        assert episode.terminations.tolist() == [False] * (len(episode.actions) - 1) + [True]
        assert not episode.truncations.any()


def test_a_dataset_broken_off_and_resumed_is_the_whole_dataset(tmp_path, monkeypatch):
    whole = contents(make_dataset.write(settings(tmp_path / "whole")))
    played, part = [], make_dataset.part

    def stopped(given, first_game):
        played.append(first_game)
        if len(played) == 2:
            raise KeyboardInterrupt
        return part(given, first_game)

    monkeypatch.setattr(make_dataset, "part", stopped)
    half = make_dataset.write(settings(tmp_path / "half"))
    assert half.total_episodes == 4
    assert contents(make_dataset.write(settings(tmp_path / "half"), resume=True)) == whole


def test_an_existing_dataset_is_not_overwritten_nor_mixed_with_another(tmp_path):
    make_dataset.write(settings(tmp_path))
    with pytest.raises(FileExistsError, match="--resume"):
        make_dataset.write(settings(tmp_path))
    with pytest.raises(ValueError, match="reward='rank': must be 'win', as it began"):
        make_dataset.write(settings(tmp_path, reward="rank"), resume=True)


def test_a_dataset_that_goes_on_keeps_what_it_was_made_with(tmp_path):
    make_dataset.write(settings(tmp_path))
    make_dataset.main(["--dataset", NAME, "--root", str(tmp_path), "--games", "6", "--resume"])
    assert minari.load_dataset(NAME).total_episodes == 2 * 6


def test_ctrl_c_before_anything_is_written_leaves_no_dataset(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(make_dataset, "part", interrupted)
        assert make_dataset.write(settings(tmp_path)) is None
    assert make_dataset.write(settings(tmp_path)).total_episodes == 8


def test_a_dataset_that_does_not_say_what_it_was_made_with_cannot_go_on(tmp_path):
    dataset = make_dataset.write(settings(tmp_path))
    path = dataset.storage.data_path / "metadata.json"
    metadata = json.loads(path.read_text())
    del metadata["settings"]
    path.write_text(json.dumps(metadata))
    with pytest.raises(FileNotFoundError, match=f"minari delete {NAME}"):
        make_dataset.write(settings(tmp_path), resume=True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dataset", "no version"),
        ("ruleset", "9"),
        ("agents", ""),
        ("agents", "nobody"),
        ("reward", "money"),
        ("games", 0),
        ("seed", 1 << 62),
    ],
)
def test_settings_out_of_range_are_refused_before_any_work(tmp_path, name, value):
    with pytest.raises(ValueError, match=r"must|training seeds"):
        settings(tmp_path / "data", **{name: value})
    assert not (tmp_path / "data").exists()


def test_a_smoke_run_clones_and_plays(tmp_path):
    clone.main(["--smoke", "--run", str(tmp_path / "run"), "--root", str(tmp_path)])

    assert "eval/win_share/4/random" in (tmp_path / "run" / "progress.csv").read_text()
    assert (
        make(f"neural:{tmp_path / 'run' / 'latest.npz'}").header.training["epoch"] == clone.SMOKE["n_epochs"]
    )


def test_a_simple_habit_is_learned(tmp_path):
    make_dataset.write(settings(tmp_path, agents="first", games=8))
    learned = clone.train(cloning(tmp_path, n_epochs=20, learning_rate=0.01))
    _, held_out, _ = clone.read_decisions(learned.settings)

    assert clone.agreement(learned.network, held_out) > 0.95
    # one network that has learned nothing may be right by luck, several are not
    untaught = [clone.Learner(cloning(tmp_path, seed=seed)).network for seed in range(8)]
    assert np.mean([clone.agreement(network, held_out) for network in untaught]) < 0.7


def test_only_the_wanted_agents_answers_are_learned(tmp_path):
    make_dataset.write(settings(tmp_path))
    everybody, first = (clone.read_decisions(cloning(tmp_path, agents=agents))[0] for agents in ("", "first"))

    assert 0 < len(first) < len(everybody)
    assert (first.mask.argmax(dim=1) == first.action).all()
    with pytest.raises(ValueError, match="not in the dataset, there are random, first"):
        clone.read_decisions(cloning(tmp_path, agents="adaptive"))


def test_a_resumed_run_ends_as_the_whole_run(tmp_path, monkeypatch):
    make_dataset.write(settings(tmp_path))
    whole = clone.train(cloning(tmp_path, run=str(tmp_path / "whole")))
    clone.train(cloning(tmp_path, n_epochs=1))
    epochs, learn = [], clone.Learner.learn
    monkeypatch.setattr(
        clone.Learner, "learn", lambda self, data: (epochs.append(self.round), learn(self, data))[1]
    )
    resumed = clone.train(cloning(tmp_path), resume=True)

    assert epochs == list(range(1, clone.SMOKE["n_epochs"]))
    for one, two in zip(whole.network.parameters(), resumed.network.parameters(), strict=True):
        assert one.equal(two)


def test_ctrl_c_saves_what_was_learned(tmp_path, monkeypatch):
    make_dataset.write(settings(tmp_path))

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(clone, "agreement", interrupted)
    clone.train(cloning(tmp_path))
    assert make(f"neural:{tmp_path / 'run' / 'latest.npz'}").header.training["epoch"] == 1


def test_an_evaluation_broken_off_is_made_up_for(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    make_dataset.write(settings(tmp_path))
    with monkeypatch.context() as patch:
        patch.setattr(clone.Learner, "evaluate", interrupted)
        clone.train(cloning(tmp_path, n_epochs=1))
    learned = clone.train(cloning(tmp_path, n_epochs=1), resume=True)

    assert learned.round == 1
    assert "eval/win_share/2/random" in (tmp_path / "run" / "progress.csv").read_text()


def test_some_episodes_are_left_to_learn_from_and_some_to_measure_by(tmp_path):
    make_dataset.write(settings(tmp_path, games=1))
    learned, held_out, _ = clone.read_decisions(cloning(tmp_path, held_out=0.9))
    assert len(learned) > 0
    assert len(held_out) > 0


def test_a_smoke_dataset_is_written(tmp_path):
    make_dataset.main(["--smoke", "--root", str(tmp_path)])
    assert (
        minari.load_dataset(make_dataset.SMOKE["dataset"]).total_episodes == 4 * make_dataset.SMOKE["games"]
    )


def test_a_missing_dataset_is_refused_with_those_there_are(tmp_path):
    make_dataset.write(settings(tmp_path))
    with pytest.raises(FileNotFoundError, match=NAME):
        clone.train(cloning(tmp_path, dataset="kingsburg/other-v0"))
