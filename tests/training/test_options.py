"""Settings of experiments: where they come from, and what a run that goes on may change."""

import errno
import json
from dataclasses import dataclass

import pytest

from kingsburg_training import fit_value, options
from kingsburg_training.options import setting


@dataclass
class Settings:
    """Settings of a run that does nothing."""

    run: str = setting("nowhere", "folder of the run")
    seed: int = setting(0, "where all the luck comes from", 0, 9, is_fixed=True)
    rounds: int = setting(5, "how long it goes", 1)
    speed: float = setting(0.5, "size of a step", 0, 1)

    def __post_init__(self):
        options.check_ranges(self)


def read(*arguments, smoke=None):
    return options.read(Settings, "Do nothing.", arguments, smoke or {})[0]


def test_options_win_over_the_file_and_the_file_over_the_smoke_settings(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"rounds": 7, "speed": 0.25}))
    settings = read(
        "--smoke", "--config", str(path), "--speed", "1", smoke={"rounds": 1, "speed": 0, "seed": 3}
    )
    assert (settings.rounds, settings.speed, settings.seed) == (7, 1, 3)


@pytest.mark.parametrize("text", ["{", "[1, 2]", ""])
def test_a_settings_file_that_is_none_is_named(tmp_path, capsys, text):
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(SystemExit):
        read("--config", str(path))
    assert f"{path}: must be" in capsys.readouterr().err


def test_what_cannot_go_on_does_not_offer_it(capsys):
    with pytest.raises(SystemExit):
        fit_value.main(["--resume"])
    assert "--resume: unknown" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--speed", "20"], "--speed 20: must be from 0 to 1"),
        (["--speed=2e1"], "--speed 2e1: must be from 0 to 1"),
        (["--rounds", "x"], "--rounds x: must be a whole number"),
        (["--rounds"], "argument --rounds: expected one argument"),
        (["--ruonds", "3"], "--ruonds: unknown; did you mean --rounds?"),
        (["--colour=red"], "--colour: unknown; --help lists all options"),
        (["--config", "nowhere.json"], "--config nowhere.json: no such file or folder"),
        (["--config", "/dev/zero"], "/dev/zero: must be a file, not a folder or a device"),
    ],
)
def test_what_is_wrong_is_named_as_it_was_typed_in_one_line(capsys, arguments, line):
    with pytest.raises(SystemExit) as ended:
        read(*arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"Error: {line}\n"


def test_a_setting_of_a_file_that_is_none_comes_with_what_may_be_meant(tmp_path, capsys):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"sped": 1}))
    with pytest.raises(SystemExit):
        read("--config", str(path))
    assert "'sped' is no setting; did you mean speed?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (
            OSError(errno.EACCES, "Permission denied", "mine/run.csv"),
            "--out mine: mine/run.csv: permission denied",
        ),
        (OSError(errno.EACCES, "Permission denied", "mine"), "--out mine: permission denied"),
        (OSError(errno.EACCES, "Permission denied", "mines"), "mines: permission denied"),
        (OSError(errno.ENOSPC, "No space"), "no space left to write to: free some, or write elsewhere"),
        (OSError("no checkpoint"), "no checkpoint"),
        (ValueError("games='a: b': must be\nless"), "--games a: b: must be less"),
        (ValueError("seed=3: must be less"), "seed=3: must be less"),
    ],
)
def test_an_error_is_explained_by_the_options_that_were_typed(error, line):
    assert options.explain(error, ["--out", "mine", "--games=a: b", "7"]) == line
