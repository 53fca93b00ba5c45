"""MaskablePPO on the batched games: a small run from beginning to end."""

import pytest

from kingsburg_agents import make
from kingsburg_training import maskable_ppo, match
from kingsburg_training.maskable_ppo import SMOKE, Settings, train

pytestmark = pytest.mark.compiled


def settings(folder, **values):
    return Settings(**{**SMOKE, "run": str(folder), **values})


def test_a_smoke_run_goes_on_after_its_checkpoint_and_plays(tmp_path):
    maskable_ppo.main(["--smoke", "--run", str(tmp_path / "run"), "--decisions", "2048"])
    model = train(settings(tmp_path / "run"), resume=True)
    assert model.num_timesteps >= SMOKE["decisions"]
    assert "wins/4/random" in (tmp_path / "run" / "progress.csv").read_text()
    agent = make(f"neural:{tmp_path / 'run' / 'latest.npz'}")
    assert 0 <= match.wins(agent, "random", "2", 3)["wins/2/random"] <= 1


def test_an_existing_run_is_not_overwritten(tmp_path):
    (tmp_path / "checkpoint.zip").touch()
    with pytest.raises(FileExistsError, match="--resume"):
        train(settings(tmp_path))


@pytest.mark.parametrize(
    ("name", "value"),
    [("table", "1"), ("steps", 0), ("agents", "nobody"), ("reward", "money"), ("hidden", "0")],
)
def test_settings_out_of_range_are_refused_before_any_work(tmp_path, name, value):
    with pytest.raises(ValueError, match="must be"):
        settings(tmp_path / "run", **{name: value})
    assert not (tmp_path / "run").exists()
