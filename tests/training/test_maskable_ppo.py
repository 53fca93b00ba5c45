"""MaskablePPO on the batched games: a small run from beginning to end."""

import csv

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from kingsburg_agents import make, progress
from kingsburg_training import evaluation, maskable_ppo
from kingsburg_training.maskable_ppo import SMOKE, Learner, Settings, train
from kingsburg_training.run import Run

pytestmark = pytest.mark.compiled


def settings(folder, **values):
    return Settings(**{**SMOKE, "run": str(folder), **values})


def log_of(folder):
    with (folder / "progress.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def interrupt_after(monkeypatch, rounds, error):
    """Break a run off at the end of a round."""
    note = Run.note

    def broken(self, learner, figures):
        note(self, learner, figures)
        if learner.round == rounds:
            raise error

    monkeypatch.setattr(Run, "note", broken)


def test_a_smoke_run_plays_what_it_learned_and_tells_how_far_it_is(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(progress, "SECONDS", 0)
    maskable_ppo.main(["--smoke", "--run", str(tmp_path / "run")])
    last = log_of(tmp_path / "run")[-1]
    assert last["eval/win_share/4/random"]
    assert float(last["value_loss"]) > 0
    agent = make(f"neural:{tmp_path / 'run' / 'latest.npz'}")
    assert agent.header.training["decisions"] == SMOKE["total_timesteps"]
    assert "learning: 100 %" in capsys.readouterr().err
    # whoever answers legally and not always the first thing wins these
    assert evaluation.win_shares(agent, ["first"], "2", 3)["eval/win_share/2/first"] == 1


def test_every_round_is_told_of_once_and_a_run_that_is_done_tells_nothing_new(tmp_path):
    train(settings(tmp_path, eval_freq=1))
    rounds = [row["round"] for row in log_of(tmp_path) if row["eval/win_share/4/random"]]
    assert rounds == [str(1 + number) for number in range(len(rounds))]
    train(settings(tmp_path, eval_freq=1), resume=True)
    assert [row["round"] for row in log_of(tmp_path)] == rounds


def test_ctrl_c_saves_and_the_run_goes_on_from_there(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        interrupt_after(patch, 1, KeyboardInterrupt)
        stopped = train(settings(tmp_path, checkpoint_every=100))
    assert stopped.num_timesteps == 1024
    left, learn = [], MaskablePPO.learn
    monkeypatch.setattr(
        MaskablePPO, "learn", lambda self, n, *a, **k: (left.append(n), learn(self, n, *a, **k))[1]
    )
    resumed = train(settings(tmp_path), resume=True)
    assert sum(left) == SMOKE["total_timesteps"] - 1024
    assert resumed.num_timesteps == SMOKE["total_timesteps"]
    rounds, seconds = zip(
        *((int(row["round"]), float(row["seconds"])) for row in log_of(tmp_path)), strict=True
    )
    assert rounds == (1, 2, 3, 4)
    assert seconds == tuple(sorted(seconds))


def test_a_run_that_goes_on_meets_new_deals(tmp_path):
    keys = []
    for resume, decisions in ((False, 1024), (True, 2048)):
        model = train(settings(tmp_path, total_timesteps=decisions), resume=resume)
        keys.append(model.get_env()._seat.games["key"].tolist())
    assert not set(keys[0]) & set(keys[1])


def test_an_error_leaves_the_last_good_checkpoint(tmp_path, monkeypatch):
    interrupt_after(monkeypatch, 2, RuntimeError("broken"))
    with pytest.raises(RuntimeError, match="broken"):
        train(settings(tmp_path, checkpoint_every=1))
    assert MaskablePPO.load(tmp_path / "checkpoint.zip").num_timesteps == 1024


def test_the_pool_holds_agents_past_versions_and_the_latest_weights(tmp_path):
    learner = Learner(settings(tmp_path, agents="greedy", snapshots=2))
    for learner.round in range(3):
        learner.renew_pool()
    (tmp_path / "snapshots" / "000009.npz").write_bytes(b"of a future that was lost")
    learner._draw_snapshots()
    assert [opponent.agent.mode for opponent in learner.changing] == ["sample"] * 3
    assert {path.stem for path in (tmp_path / "snapshots").iterdir()} == {
        "000000",
        "000001",
        "000002",
        "000009",
    }


@pytest.mark.parametrize(("agents", "snapshots"), [("random", 1), ("random greedy", 0), ("random", 3)])
def test_everybody_in_the_pool_sits_in_every_seat(tmp_path, agents, snapshots):
    games, _ = maskable_ppo.environment(settings(tmp_path, n_envs=256, agents=agents, snapshots=snapshots))
    games.reset()
    size = len(agents.split()) + 1 + snapshots
    codes, seats = games._seat.seatings["codes"], games._seat.seatings["seat"]
    after_the_learner = codes[np.arange(256), (seats + 1) % 4] % size
    assert len(set(after_the_learner.tolist())) == size


def test_the_written_weights_answer_as_the_learner_does(tmp_path):
    games, _ = maskable_ppo.environment(settings(tmp_path))
    model = maskable_ppo.new_model(settings(tmp_path), games)
    maskable_ppo.write_weights(model, tmp_path / "weights.npz")
    seen, masks = games.reset(), games.action_masks()
    logits, _ = make(f"neural:{tmp_path / 'weights.npz'}").logits_and_values(seen, masks)
    with torch.no_grad():
        odds = model.policy.get_distribution(torch.from_numpy(seen), masks).distribution.probs.numpy()
    expected = np.exp(logits - logits.max(axis=1, keepdims=True)) * masks
    np.testing.assert_allclose(odds, expected / expected.sum(axis=1, keepdims=True), atol=1e-5)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ruleset", "1"),
        ("n_steps", 0),
        ("agents", "nobody"),
        ("reward", "money"),
        ("net_arch", "0"),
        ("batch_size", 31),
    ],
)
def test_settings_out_of_range_are_refused_before_any_work(tmp_path, name, value):
    with pytest.raises(ValueError, match="must"):
        settings(tmp_path / "run", **{name: value})
    assert not (tmp_path / "run").exists()
