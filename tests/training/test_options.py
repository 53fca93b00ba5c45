"""Settings of experiments: where they come from, and what a run that goes on may change."""

import errno
import json
import re
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


def begin(folder, *arguments):
    """Begin a run and save something."""
    settings = read("--run", str(folder), *arguments)
    options.open_run(settings, "checkpoint", resume=False)
    (folder / "checkpoint").touch()
    return settings


def test_options_win_over_the_file_and_the_file_over_the_smoke_settings(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"rounds": 7, "speed": 0.25}))
    settings = read(
        "--smoke", "--config", str(path), "--speed", "1", smoke={"rounds": 1, "speed": 0, "seed": 3}
    )
    assert (settings.rounds, settings.speed, settings.seed) == (7, 1, 3)


def test_a_run_that_goes_on_keeps_what_it_was_set_to(tmp_path):
    begin(tmp_path, "--seed", "4", "--speed", "0.75")
    settings = read("--run", str(tmp_path), "--rounds", "9", "--resume")
    assert (settings.seed, settings.speed, settings.rounds) == (4, 0.75, 9)
    options.open_run(settings, "checkpoint", resume=True)
    assert json.loads((tmp_path / "settings.json").read_text())["rounds"] == 9


def test_what_a_checkpoint_has_decided_cannot_be_changed(tmp_path, capsys):
    begun = begin(tmp_path, "--seed", "4")
    with pytest.raises(SystemExit):
        read("--run", str(tmp_path), "--seed", "5", "--resume")
    assert "--seed 5: must be 4, as it began" in capsys.readouterr().err
    begun.seed = 5
    with pytest.raises(ValueError, match="seed=5: must be 4"):
        options.open_run(begun, "checkpoint", resume=True)
    assert json.loads((tmp_path / "settings.json").read_text())["seed"] == 4


def test_a_run_is_not_written_over_and_must_be_there_to_go_on(tmp_path):
    settings = begin(tmp_path / "run")
    with pytest.raises(FileExistsError, match="--resume"):
        options.open_run(settings, "checkpoint", resume=False)
    settings.run = str(tmp_path / "other")
    with pytest.raises(FileNotFoundError, match=r"--resume: no checkpoint in .*other; start without"):
        options.open_run(settings, "checkpoint", resume=True)
    assert not (tmp_path / "other").exists()


def test_a_run_of_another_learner_is_not_written_over(tmp_path):
    settings = begin(tmp_path)
    with pytest.raises(FileExistsError, match="another --run"):
        options.open_run(settings, "other checkpoint", resume=False)


@pytest.mark.parametrize("text", ["{", "[1, 2]", ""])
def test_a_settings_file_that_is_none_is_named(tmp_path, capsys, text):
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(SystemExit):
        read("--config", str(path))
    assert f"{path}: must be" in capsys.readouterr().err


def test_a_folder_that_is_not_as_it_must_be_is_told_in_one_line(tmp_path, capsys):
    settings = begin(tmp_path)
    with pytest.raises(SystemExit) as ended:
        options.start(lambda: options.open_run(settings, "checkpoint", resume=False))
    assert ended.value.code == 2
    assert re.fullmatch(r"Error: .* holds a run: give --resume .*\n", capsys.readouterr().err)


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
