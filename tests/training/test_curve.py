"""The curve of a run, read from its progress.csv."""

import json

import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_training import evaluation
from kingsburg_training.curve import Point, draw_curves, main, read_curves
from kingsburg_training.logger import Logger
from kingsburg_training.options import CONFIGS

CHAMPION = CONFIGS / "champion"


def write_run(folder, tables=("4",)):
    folder.mkdir(exist_ok=True)
    logger = Logger(folder)
    logger.write({"round": 1, "decisions": 100, "seconds": 10, "loss": 3.0})
    for number, share in ((2, 0.5), (3, 0.75)):
        wins = {f"eval/win_share/{table}/random": share for table in tables}
        wins |= {f"eval/win_share/{table}/random/ci95_low": share - 0.1 for table in tables}
        wins |= {f"eval/win_share/{table}/random/ci95_high": share + 0.2 for table in tables}
        row = {"round": number, "decisions": 100 * number, "seconds": 10 * number, "loss": 2.0}
        logger.write(row | wins)
    logger.board.close()
    return folder


def test_a_curve_holds_every_evaluation_and_nothing_else(tmp_path):
    write_run(tmp_path)
    assert read_curves(tmp_path) == {
        "4/random": [Point(200, 20, 0.5, 0.4, 0.7), Point(300, 30, 0.75, 0.65, 0.95)]
    }


def test_the_bars_of_a_curve_are_its_intervals(tmp_path):
    figure = draw_curves(write_run(tmp_path))
    _, bars = figure.axes[0].containers[0].lines[1:]
    ends = [segment[:, 1].tolist() for bar in bars for segment in bar.get_segments()]

    assert np.array(ends) == pytest.approx(np.array([[40, 70], [65, 95]]))
    figure.canvas.draw()


def test_runs_are_drawn_side_by_side(tmp_path):
    runs = [str(write_run(tmp_path / name)) for name in ("slow", "quick")]
    main([*runs, "--against", "4/random", "--out", str(tmp_path / "both.svg")])
    picture = (tmp_path / "both.svg").read_text(encoding="utf-8")
    assert picture.startswith("<?xml")
    # text is drawn as shapes, and named in a comment
    for words in ("slow", "quick", "games won against random, %"):
        assert f"<!-- {words} -->" in picture


def test_one_run_is_drawn_with_all_it_was_measured_against(tmp_path):
    write_run(tmp_path / "run", tables=("4", "2"))
    main([str(tmp_path / "run"), "--out", str(tmp_path / "run.svg")])
    picture = (tmp_path / "run.svg").read_text(encoding="utf-8")
    for words in ("random, game of 4", "random, game of 2", "decisions"):
        assert f"<!-- {words} -->" in picture


def test_runs_without_that_opponent_are_refused(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([str(write_run(tmp_path / "run")), "--against", "2/greedy", "--out", str(tmp_path / "x.svg")])
    assert "has only 4/random" in capsys.readouterr().err
    assert not (tmp_path / "x.svg").exists()


def test_a_log_of_no_rounds_has_no_curve(tmp_path):
    (tmp_path / "progress.csv").write_text("round,decisions,seconds\n")
    assert read_curves(tmp_path) == {}


def test_only_svg_is_drawn(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([str(write_run(tmp_path / "run")), "--out", str(tmp_path / "x.png")])
    assert "x.png: must end in .svg" in capsys.readouterr().err


def test_the_curve_of_the_champion_comes_from_its_evaluations_stage_after_stage():
    curves = read_curves(CHAMPION)
    assert set(curves) == {"4/adaptive", "2/adaptive"}
    stages = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(CHAMPION.glob("*.json"))]
    for points in curves.values():
        decisions = [point.decisions for point in points]
        assert decisions == sorted(set(decisions))
        # counted in millions, stage by stage
        assert decisions[-1] == pytest.approx(
            sum(stage["total_decisions"] for stage in stages), abs=2_000_000
        )
        assert all(np.isnan(point.seconds) for point in points)
    draw_curves(CHAMPION).canvas.draw()


def test_a_folder_without_a_run_is_refused(tmp_path):
    with pytest.raises(ValueError, match="holds no run"):
        read_curves(tmp_path)


@pytest.mark.compiled
def test_every_opponent_gives_a_share_and_the_interval_that_the_arena_finds():
    figures = evaluation.win_shares(make("greedy"), ["first", "random"], "2", blocks=4)
    # what four tosses alike of a coin say
    doubt = pytest.approx(0.025**0.25)

    assert figures == {
        "eval/win_share/2/first": 1.0,
        "eval/win_share/2/first/ci95_low": doubt,
        "eval/win_share/2/first/ci95_high": 1.0,
        "eval/win_share/2/random": 1.0,
        "eval/win_share/2/random/ci95_low": doubt,
        "eval/win_share/2/random/ci95_high": 1.0,
    }
