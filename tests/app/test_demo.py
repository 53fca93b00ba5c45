"""`kingsburg demo`: learns, plays in the arena, and works a second time."""

from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from kingsburg_app import demo
from kingsburg_app.cli import app

TINY = {"games": 16, "steps": 8, "hidden": "8x8", "minibatch": 64, "evaluation_blocks": 1}


def run_demo(folder):
    short = ["--seconds", "0.1", "--games", "30", "--workers", "0"]
    return CliRunner().invoke(app, ["demo", *short, "--out", str(folder)])


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.skipif(find_spec("torch") is None, reason="needs the extra train")
def test_a_demo_trains_plays_and_says_what_next_and_works_a_second_time(tmp_path, monkeypatch):
    monkeypatch.setattr(demo, "LEARNER", demo.LEARNER | TINY)
    monkeypatch.setattr(demo, "TRIAL", 200)
    for done in (run_demo(tmp_path), run_demo(tmp_path)):
        assert done.exit_code == 0
        assert "planner:military" in done.stdout
        assert f"play --against neural:{tmp_path}/training/latest.npz" in done.stdout
    assert (tmp_path / "arena" / "report.html").is_file()
    assert (tmp_path / "training" / "latest.npz").is_file()


def test_a_demo_removes_nothing_but_what_a_demo_wrote(tmp_path):
    (tmp_path / "training").mkdir()
    (tmp_path / "training" / "settings.json").touch()
    done = run_demo(tmp_path)

    assert done.exit_code == 2
    assert "not from a demo" in done.stderr
    assert (tmp_path / "training" / "settings.json").exists()
