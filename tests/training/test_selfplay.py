"""The fast learner: small runs from beginning to end."""

import json
import re
import time
from _thread import interrupt_main
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch

from kingsburg_agents import make, progress
from kingsburg_agents.champion import WEIGHTS as CHAMPION
from kingsburg_agents.network.features import inputs_of
from kingsburg_env import Buffers, Rules, new_games, reset, sample_legal, step_batch
from kingsburg_env.engine.names import Decision
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.observation import OBSERVATION_SIZE
from kingsburg_training import curve, export, options, selfplay
from kingsburg_training.league import league_shares
from kingsburg_training.options import CONFIGS
from kingsburg_training.selfplay import SMOKE, Settings, train

pytestmark = pytest.mark.compiled

TINY = {
    **SMOKE,
    "total_decisions": 4096,
    "n_envs": 32,
    "n_steps": 32,
    "league_share": 0.5,
    "league_agents": "random snapshots",
}


def settings(folder, **values):
    return Settings(**{**TINY, "run": str(folder), **values})


def weights(learner):
    return torch.cat([parameter.detach().ravel() for parameter in learner.network.parameters()])


def test_a_smoke_run_writes_checkpoint_weights_and_log_and_tells_how_far_it_is(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(progress, "SECONDS", 0)
    selfplay.main(["--smoke", "--run", str(tmp_path / "run")])
    names = {path.name for path in (tmp_path / "run").iterdir()}
    assert names >= {
        "checkpoint.pt",
        "latest.npz",
        "progress.csv",
        "settings.json",
        "snapshots",
        "tensorboard",
    }
    assert "eval/win_share/4/random" in (tmp_path / "run" / "progress.csv").read_text()
    told = capsys.readouterr()
    assert re.search(r"^learning: 100 %.*, entropy", told.err, re.MULTILINE)
    assert "\r" not in told.err


def test_a_run_broken_off_and_resumed_ends_as_the_whole_run(tmp_path, monkeypatch):
    whole = train(settings(tmp_path / "whole"))
    half = settings(tmp_path / "half")
    learner = selfplay.Learner(half)
    for _ in range(2):
        learner.play_round()
    learner.save()
    options.save(half, tmp_path / "half" / "settings.json")
    learner.play_round()  # what comes after the checkpoint is lost with a kill
    played, play_round = [], selfplay.Learner.play_round
    monkeypatch.setattr(
        selfplay.Learner, "play_round", lambda self: (played.append(self.round), play_round(self))[1]
    )
    resumed = train(half, resume=True)
    assert played == list(range(2, whole.round))
    assert torch.equal(weights(whole), weights(resumed))


def test_ctrl_c_lets_the_threads_end_and_saves_games_that_can_go_on(tmp_path, monkeypatch):
    collect, ctrl_c = selfplay.Collector.collect, iter([interrupt_main])

    def interrupted(collector, *arguments):
        next(ctrl_c, int)()  # by whichever thread comes first
        time.sleep(0.3)  # long enough for whoever does not wait to have saved
        collect(collector, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(selfplay.Collector, "collect", interrupted)
        stopped = train(settings(tmp_path / "run"))
    assert (tmp_path / "run" / "checkpoint.pt").exists()
    learner = selfplay.Learner(settings(tmp_path / "run"))
    learner.load()
    for before, after in zip(stopped.collectors, learner.collectors, strict=True):
        assert before.games.tobytes() == after.games.tobytes()
    assert train(settings(tmp_path / "run"), resume=True).progress == 1


def test_an_evaluation_broken_off_is_made_up_for(tmp_path, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(selfplay.Learner, "evaluate", interrupted)
        train(settings(tmp_path / "run", eval_freq=1000))
    train(settings(tmp_path / "run", eval_freq=1000), resume=True)
    points = curve.read_curves(tmp_path / "run")["4/random"]
    assert [point.decisions for point in points] == [settings(tmp_path / "run").total_decisions]


def test_a_run_that_has_begun_needs_its_start_no_more(tmp_path):
    train(settings(tmp_path / "first", total_decisions=1024))
    start = tmp_path / "first" / "latest.npz"
    second = train(settings(tmp_path / "second", start=str(start), total_decisions=1024))
    start.unlink()
    again = selfplay.Learner(settings(tmp_path / "second", start=str(start)))
    again.load()
    assert torch.equal(weights(again), weights(second))


def test_a_round_too_short_to_learn_from_changes_nothing(tmp_path):
    learner = selfplay.Learner(settings(tmp_path / "run"))
    before = weights(learner)
    for collector in learner.collectors:
        collector.usable = np.zeros(0, np.int64)
    assert learner.learn()["entropy"] == 0
    assert torch.equal(weights(learner), before)


def test_the_same_seed_learns_the_same_and_another_one_does_not(tmp_path):
    one, two, other = (
        weights(train(settings(tmp_path / name, seed=seed, total_decisions=2048)))
        for name, seed in (("one", 1), ("two", 1), ("other", 2))
    )
    assert torch.equal(one, two)
    assert not torch.equal(one, other)


def test_only_the_learners_own_seats_are_learned_from(tmp_path):
    learner = selfplay.Learner(settings(tmp_path / "run", league_share=1.0))
    learner.play_round()
    for collector in learner.collectors:
        seats_there = np.arange(5) < collector.games["num_players"][:, None]
        assert np.all((collector.is_own & seats_there).sum(axis=1) == 1)
        assert len(collector.usable)
        assert collector.is_learners.ravel()[collector.usable].all()
        assert not collector.is_learners.all()


def test_advantages_have_mean_0_and_spread_1_at_tables_of_each_size(tmp_path):
    learner = selfplay.Learner(settings(tmp_path / "run", threads=2))
    rng = np.random.default_rng(1)
    for collector in learner.collectors:
        players = collector.games["num_players"]
        collector.advantage = rng.normal(players, 10.0**players, collector.advantage.shape).astype(np.float32)
        collector.usable = np.flatnonzero(rng.random(collector.advantage.size) < 0.5)
    selfplay.normalise(learner.collectors)
    for size in (2, 3, 4):
        every = np.concatenate([usable_at(size, collector) for collector in learner.collectors])
        assert np.allclose((every.mean(), every.std()), (0, 1), atol=1e-4)


def test_of_the_near_certain_actions_few_are_learned_from_and_weigh_more(tmp_path):
    collector = selfplay.Learner(settings(tmp_path / "run")).collectors[0]
    odds = np.where(np.arange(collector.log_prob.size) % 2, 0.99, 0.5).reshape(collector.log_prob.shape)
    collector.log_prob = np.log(odds).astype(np.float32)
    collector.advantage[:] = 1
    collector.usable = np.arange(collector.log_prob.size)
    collector.subsample_near_certain(0.25)
    kept = odds.ravel()[collector.usable]
    assert np.sum(kept == 0.5) == odds.size / 2
    assert 0.15 < np.sum(kept == 0.99) / (odds.size / 2) < 0.35
    assert np.all(collector.advantage[odds == 0.5] == 1)
    assert np.all(collector.advantage[odds == 0.99] == 4)


def test_credit_fades_at_open_decisions_only(tmp_path):
    collector = selfplay.Learner(settings(tmp_path / "run", n_steps=4)).collectors[0]
    collector.actor[:], collector.value[:] = 0, 0
    collector.terminal[-1], collector.reward[-1, :, 0] = True, 1
    collector.log_prob[:] = np.log([0.5, 0.99, 0.5, 0.5])[:, None]
    collector.estimate_advantages(0.5)
    assert collector.advantage[:, 0].tolist() == [0.25, 0.25, 0.5, 1]


def test_a_start_can_be_rescaled_so_that_all_actions_are_sampled_again(tmp_path):
    champion = {"start": str(CHAMPION), "net_arch": "512x256x256"}
    sharp, flat = (
        selfplay.Learner(settings(tmp_path / name, initial_temperature=divisor, **champion))
        for name, divisor in (("sharp", 1), ("flat", 4))
    )
    games, buffers = new_games(8), Buffers(8)
    reset(games, 1, buffers=buffers)
    inputs = torch.from_numpy(inputs_of(buffers.observation, buffers.mask))
    with torch.no_grad():
        (logits, values), (flattened, same) = sharp.network(inputs), flat.network(inputs)
    torch.testing.assert_close(flattened * 4, logits)
    torch.testing.assert_close(values, same)
    with pytest.raises(ValueError, match=r"initial_temperature=2\.0: rescales .* add --start"):
        settings(tmp_path / "none", initial_temperature=2)


def test_all_actions_are_learned_from_unless_told_otherwise(tmp_path):
    collector = selfplay.Learner(settings(tmp_path / "run")).collectors[0]
    collector.log_prob[:] = 0
    collector.advantage[:] = 1
    collector.usable = np.arange(collector.log_prob.size)
    collector.subsample_near_certain(selfplay.Settings().keep_certain)
    assert len(collector.usable) == collector.log_prob.size
    assert np.all(collector.advantage == 1)


def test_opponents_sit_in_their_shares_of_the_games(tmp_path):
    learner = selfplay.Learner(
        settings(tmp_path / "run", n_envs=256, league_share=1.0, league_agents="first:0.75 snapshots:0.25")
    )
    learner.play_round()
    first, *snapshots = learner.league.opponents
    assert (first.share, sum(snapshot.share for snapshot in snapshots)) == (0.75, 0.25)
    for collector in learner.collectors:
        _, seated = collector._seat(learner.league.opponents)
        assert abs(np.mean(seated == 0) - 0.75) < 0.01
        is_firsts = ~collector.is_learners & (seated == 0)
        # the agent `first` always takes the first legal action
        assert np.array_equal(collector.action[is_firsts], collector.mask[is_firsts].argmax(axis=1))


def test_shares_of_opponents_are_read_beside_parameters_of_agents():
    assert league_shares("adaptive:3 planner:military snapshots:0.5 mcts:sims=8:0.5") == {
        "adaptive": 0.6,
        "planner:military": 0.2,
        "snapshots": 0.1,
        "mcts:sims=8": 0.1,
    }


def usable_at(size, collector):
    """The advantages learned from at tables of this many players."""
    sizes = np.broadcast_to(collector.games["num_players"], collector.advantage.shape)
    return collector.advantage.ravel()[collector.usable][sizes.ravel()[collector.usable] == size]


def own_decisions(learner):
    """What one thread of the learner saw last, what was legal, and what was answered, at its own seats."""
    collector = learner.collectors[0]
    batch = selfplay.batch_of(collector, np.flatnonzero(collector.is_learners))
    return batch.inputs.numpy(), batch.mask.numpy(), batch.action.numpy()


def test_an_existing_run_is_not_overwritten(tmp_path):
    train(settings(tmp_path / "run", total_decisions=1024))
    with pytest.raises(FileExistsError, match="--resume"):
        train(settings(tmp_path / "run"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("total_decisions", 0),
        ("threads", 0),
        ("clip_range", -0.1),
        ("gae_lambda", float("nan")),
        ("keep_certain", 0),
        ("rulesets", "6:1"),
        ("rulesets", "4+castles"),
        ("rulesets", ""),
        ("net_arch", "256x"),
        ("reward", "money"),
        ("n_envs", 3),
        ("league_agents", "nobody"),
        ("n_steps", "many"),
        ("start", "nowhere.npz"),
        ("league_agents", ""),
        ("league_agents", "greedy greedy:2"),
        ("league_agents", "greedy:0"),
        ("eval_blocks", 10**8),
        ("batch_size", 1),
    ],
)
def test_settings_out_of_range_are_refused_before_any_work(tmp_path, name, value):
    with pytest.raises((ValueError, TypeError), match=r"must|too few|no file"):
        settings(tmp_path / "run", **{name: value})
    assert not (tmp_path / "run").exists()


def test_a_settings_file_with_an_unknown_name_is_refused(tmp_path, capsys):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"learning_speed": 1}))
    with pytest.raises(SystemExit):
        selfplay.main(["--config", str(path)])
    assert "learning_speed" in capsys.readouterr().err


def test_a_run_may_begin_with_the_weights_of_another(tmp_path):
    first = train(settings(tmp_path / "first", total_decisions=2048))
    start = str(tmp_path / "first" / "latest.npz")
    second = selfplay.Learner(settings(tmp_path / "second", start=start))
    assert torch.equal(weights(second), weights(first))
    with pytest.raises(ValueError, match="has layers 32x32, net_arch says 64"):
        settings(tmp_path / "third", start=start, net_arch="64")


def test_exported_weights_answer_as_the_network_does(tmp_path):
    learner = train(settings(tmp_path / "run", total_decisions=2048))
    export.main([str(tmp_path / "run"), str(tmp_path / "net.npz")])
    agent = make(f"neural:{tmp_path / 'net.npz'}")
    inputs, masks, _ = own_decisions(learner)
    with torch.no_grad():
        logits, values = learner.network(torch.from_numpy(inputs))
    found_logits, found_values = agent.logits_and_values(inputs[:, :OBSERVATION_SIZE], masks)
    np.testing.assert_allclose(found_logits, logits.numpy(), atol=1e-5)
    np.testing.assert_allclose(found_values[:, 0], values.numpy(), atol=1e-5)


def test_the_last_snapshots_are_averaged(tmp_path, capsys):
    train(settings(tmp_path / "run", snapshot_every=1))
    export.main([str(tmp_path / "run"), str(tmp_path / "net.npz"), "--average", "2"])
    last = sorted((tmp_path / "run" / "snapshots").glob("*.pt"))[-2:]
    one, other = (torch.load(path, weights_only=True) for path in last)
    assert not torch.equal(one["policy.weight"], other["policy.weight"])
    for name, averaged in export.read_npz(tmp_path / "net.npz").state_dict().items():
        torch.testing.assert_close(averaged, (one[name] + other[name]) / 2)
    with pytest.raises(SystemExit):
        export.main([str(tmp_path / "run"), str(tmp_path / "net.npz"), "--average", "99"])
    assert "has 4 snapshots" in capsys.readouterr().err


def test_files_of_weights_say_which_reward_their_values_foretell(tmp_path):
    run, whole, half = tmp_path / "run", tmp_path / "net.npz", tmp_path / "half.npz"
    train(settings(run, total_decisions=2048, reward="rank"))
    export.main([str(run), str(whole)])
    export.main([str(whole), str(half), "--half"])
    for file in (run / "latest.npz", whole, half):
        assert make(f"neural:{file}").header.value == "rank"


def test_weights_of_half_the_size_answer_nearly_the_same(tmp_path):
    learner = train(settings(tmp_path / "run"))
    export.main([str(tmp_path / "run"), str(tmp_path / "whole.npz")])
    export.main([str(tmp_path / "whole.npz"), str(tmp_path / "half.npz"), "--half"])
    inputs, masks, _ = own_decisions(learner)
    whole, half = (
        make(f"neural:{tmp_path / name}").logits_and_values(inputs[:, :OBSERVATION_SIZE], masks)
        for name in ("whole.npz", "half.npz")
    )
    np.testing.assert_allclose(half[0], whole[0], atol=5e-3)
    np.testing.assert_allclose(half[1], whole[1], atol=5e-3)
    sizes = [(tmp_path / name).stat().st_size for name in ("whole.npz", "half.npz")]
    assert sizes[1] < 0.55 * sizes[0]


@pytest.mark.filterwarnings("ignore::FutureWarning")  # of torch, about torch
def test_an_onnx_file_answers_as_the_network_does(tmp_path):
    runtime = pytest.importorskip("onnxruntime", reason="the extra `dev` is not installed")
    network = selfplay.PolicyValue([32, 32])
    export.write_onnx(network, tmp_path / "net.onnx")
    session, asked = runtime.InferenceSession(tmp_path / "net.onnx"), set()
    for rules in (
        Rules(4),
        Rules(5, modules=MODULES),
        Rules(5, modules=MODULES, optional_effects=True),
        Rules(2, edition="first", plus_two="group"),
    ):
        games, buffers, rng = new_games(32, rules), Buffers(32), np.random.default_rng(0)
        reset(games, 0, buffers=buffers)
        for step in range(400):
            if step % 20 == 0:
                asked |= set(games["decision"].tolist())
                with torch.no_grad():
                    logits, values = network(torch.from_numpy(inputs_of(buffers.observation, buffers.mask)))
                found = session.run(None, {"observation": buffers.observation, "mask": buffers.mask})
                np.testing.assert_allclose(found[0], logits.numpy(), atol=1e-5)
                np.testing.assert_allclose(found[1], values.numpy(), atol=1e-5)
            step_batch(games, sample_legal(buffers.mask, rng), buffers, auto_reset=True)
    assert asked == set(Decision) - {Decision.NONE}


@pytest.mark.parametrize(
    "path", sorted(CONFIGS.rglob("*.json")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_committed_settings_can_be_run(path):
    values = options.load(Settings, f"{path.parent.name}/{path.stem}")
    # a stage begins with the weights of the one before, which are not committed
    Settings(**{**values, "start": "", "initial_temperature": 1})


def test_the_run_from_nothing_hands_its_weights_on_from_leg_to_leg():
    stages = [options.load(Settings, path) for path in sorted((CONFIGS / "champion").glob("*.json"))]
    assert stages[0]["start"] == ""
    for before, stage in pairwise(stages):
        assert stage["start"].startswith(before["run"])


def test_settings_survive_their_file(tmp_path):
    before = settings(tmp_path / "run", clip_range=0.3)
    options.save(before, tmp_path / "settings.json")
    assert Settings(**options.load(Settings, tmp_path / "settings.json")) == replace(before)
