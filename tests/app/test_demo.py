"""`kingsburg demo`: learns, plays in the arena, and works a second time."""

from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from kingsburg_app import demo
from kingsburg_app.cli import app

TINY = {"n_envs": 16, "n_steps": 8, "net_arch": "8x8", "batch_size": 64, "eval_blocks": 1}


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
        assert "│ yours " in done.stdout
        assert "Your agent wins" in done.stdout
        assert done.stdout.index("Now the run itself") < done.stdout.index("3 greedy")
        assert f"neural:{tmp_path}/training/latest.npz,adaptive" in done.stdout
    assert (tmp_path / "arena" / "report.html").is_file()
    assert (tmp_path / "training" / "latest.npz").is_file()


def test_the_verdict_says_what_is_sure_and_what_is_not():
    own = {"win_share": 0.286, "low": 0.25, "high": 0.32}
    met = {
        "champion": {"ahead": 0.19, "low": 0.15, "high": 0.23},
        "adaptive": {"ahead": 0.3, "low": 0.25, "high": 0.35},
        "greedy": {"ahead": 0.49, "low": 0.45, "high": 0.53},
        "random": {"ahead": 0.97, "low": 0.95, "high": 0.99},
    }
    assert demo._verdict(own, met, 0.25) == (
        "Your agent wins 28.6 % (25.0 to 32.0) of its games; equals win 25 %. When they meet, it finishes "
        "ahead of random (97 %); behind champion (19 %), adaptive (30 %); level with greedy (49 %)."
    )


def test_a_demo_removes_nothing_but_what_a_demo_wrote(tmp_path):
    (tmp_path / "training").mkdir()
    (tmp_path / "training" / "settings.json").touch()
    done = run_demo(tmp_path)

    assert done.exit_code == 2
    assert "not from a demo" in done.stderr
    assert (tmp_path / "training" / "settings.json").exists()
