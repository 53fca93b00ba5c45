"""Ray RLlib on this machine, with two processes that play."""

import csv
import importlib
import json

import numpy as np
import pytest
import torch

from kingsburg_agents import make
from tests.other_ray import other_ray

# What Ray warns about, at import and in use, is its own business.
pytestmark = [pytest.mark.client(name="rllib"), pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def rllib():
    module = importlib.import_module("kingsburg_training.rllib")
    yield module
    module.ray.shutdown()


def settings(rllib, folder, **values):
    return rllib.Settings(**{**rllib.SMOKE, "run": str(folder), **values})


@pytest.mark.slow
def test_a_smoke_run_with_two_workers_goes_on_after_its_checkpoint_and_plays(rllib, tmp_path):
    rllib.main(["--smoke", "--run", str(tmp_path), "--rounds", "1"])
    first = json.loads((tmp_path / "round.json").read_text())
    run = rllib.train(settings(rllib, tmp_path), resume=True)

    # the checkpoint before the last one stays whole while that is written
    assert json.loads((tmp_path / "round.json").read_text())["checkpoint"] != first["checkpoint"]
    assert run.decisions >= first["decisions"] + rllib.SMOKE["train_batch_size"]
    assert [float(row["round"]) for row in csv.DictReader((tmp_path / "progress.csv").open())] == [1, 2]
    assert run.round == rllib.SMOKE["rounds"]
    assert run.decisions >= rllib.SMOKE["rounds"] * rllib.SMOKE["train_batch_size"]
    assert "eval/win_share/2/random" in (tmp_path / "progress.csv").read_text()
    assert json.loads((tmp_path / "round.json").read_text())["round"] == run.round
    with pytest.raises(FileExistsError, match="--resume"):
        rllib.train(settings(rllib, tmp_path))


@pytest.mark.slow
def test_an_evaluation_broken_off_by_ctrl_c_is_made_up_for(rllib, tmp_path, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(rllib.Learner, "evaluate", interrupted)
        stopped = rllib.train(settings(rllib, tmp_path, rounds=1))
    run = rllib.train(settings(rllib, tmp_path, rounds=1), resume=True)

    assert (run.round, run.decisions) == (1, stopped.decisions)
    assert "eval/win_share/2/random" in (tmp_path / "progress.csv").read_text()


@pytest.mark.slow
def test_a_ray_that_runs_here_already_is_left_alone(rllib, tmp_path, monkeypatch):
    rllib.ray.shutdown()
    with other_ray() as address:
        monkeypatch.setenv("RAY_ADDRESS", address)
        rllib.start_ray(settings(rllib, tmp_path))
        assert rllib.ray.get_runtime_context().gcs_address != address
        assert rllib.ray.cluster_resources()["CPU"] == rllib.SMOKE["workers"] + 1
        rllib.ray.shutdown()


@pytest.mark.slow
def test_the_weights_answer_as_rllibs_module_does(rllib, tmp_path):
    rllib.start_ray(settings(rllib, tmp_path))
    learner = rllib.Learner(settings(rllib, tmp_path))
    learner.write_weights()
    agent, module = make(f"neural:{tmp_path / 'latest.npz'}"), learner.algorithm.get_module(rllib.POLICY)
    seen = rllib.environment({"num_players": 2}).reset(seed=1)[0].popitem()[1]
    batch = {"obs": {name: torch.as_tensor(value)[None] for name, value in seen.items()}}
    with torch.no_grad():
        logits = module.forward_inference(batch)["action_dist_inputs"][0].numpy()
    learner.algorithm.stop()

    legal = seen["action_mask"] == 1
    np.testing.assert_allclose(
        agent.logits_and_values(seen["observations"][None], legal[None])[0][0][legal],
        logits[legal],
        atol=1e-5,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [("ruleset", "1"), ("workers", 0), ("reward", "money"), ("net_arch", "0"), ("batch_size", 10_000)],
)
def test_settings_out_of_range_are_refused_before_any_work(rllib, tmp_path, name, value):
    with pytest.raises(ValueError, match="must be"):
        settings(rllib, tmp_path / "run", **{name: value})
    assert not (tmp_path / "run").exists()
