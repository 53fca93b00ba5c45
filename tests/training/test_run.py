"""A run: its folder, its manifest, and the loop from round to round."""

import csv
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from kingsburg_training import options
from kingsburg_training.options import setting
from kingsburg_training.run import Run, open_folder
from tests.training.test_options import Settings as Plain
from tests.training.test_options import read


def begin(folder, *arguments):
    """Begin a run and save something."""
    settings = read("--run", str(folder), *arguments)
    open_folder(settings, "checkpoint", resume=False)
    (folder / "checkpoint").touch()
    return settings


def test_a_run_that_goes_on_keeps_what_it_was_set_to(tmp_path):
    begin(tmp_path, "--seed", "4", "--speed", "0.75")
    settings = read("--run", str(tmp_path), "--rounds", "9", "--resume")
    assert (settings.seed, settings.speed, settings.rounds) == (4, 0.75, 9)
    open_folder(settings, "checkpoint", resume=True)
    assert json.loads((tmp_path / "settings.json").read_text())["rounds"] == 9


def test_what_a_checkpoint_has_decided_cannot_be_changed(tmp_path, capsys):
    begun = begin(tmp_path, "--seed", "4")
    with pytest.raises(SystemExit):
        read("--run", str(tmp_path), "--seed", "5", "--resume")
    assert "--seed 5: must be 4, as it began" in capsys.readouterr().err
    begun.seed = 5
    with pytest.raises(ValueError, match="seed=5: must be 4"):
        open_folder(begun, "checkpoint", resume=True)
    assert json.loads((tmp_path / "settings.json").read_text())["seed"] == 4


def test_a_run_is_not_written_over_and_must_be_there_to_go_on(tmp_path):
    settings = begin(tmp_path / "run")
    with pytest.raises(FileExistsError, match="--resume"):
        open_folder(settings, "checkpoint", resume=False)
    settings.run = str(tmp_path / "other")
    with pytest.raises(FileNotFoundError, match=r"--resume: no checkpoint in .*other; start without"):
        open_folder(settings, "checkpoint", resume=True)
    assert not (tmp_path / "other").exists()


def test_a_run_of_another_learner_is_not_written_over(tmp_path):
    settings = begin(tmp_path)
    with pytest.raises(FileExistsError, match="another --run"):
        open_folder(settings, "other checkpoint", resume=False)


def test_a_folder_that_is_not_as_it_must_be_is_told_in_one_line(tmp_path, capsys):
    settings = begin(tmp_path)
    with pytest.raises(SystemExit) as ended:
        options.start(lambda: open_folder(settings, "checkpoint", resume=False))
    assert ended.value.code == 2
    assert re.fullmatch(r"Error: .* holds a run: give --resume .*\n", capsys.readouterr().err)


class Learner:
    """Learns nothing, and keeps its round in a file."""

    shown = "loss"

    def __init__(self, settings, fails_at=None):
        self.settings, self.fails_at, self.evaluated = settings, fails_at, []
        self.round = self.decisions = 0

    @property
    def progress(self):
        return self.round / self.settings.rounds

    def play_round(self):
        self.round, self.decisions = self.round + 1, self.decisions + 10
        return {"loss": 1 / self.round}

    def evaluate(self):
        if self.round == self.fails_at:
            raise KeyboardInterrupt
        self.evaluated.append(self.round)
        return {}

    def save(self):
        (self.settings.path / "checkpoint").write_text(str(self.round))

    def load(self):
        self.round = int((self.settings.path / "checkpoint").read_text())
        self.decisions = 10 * self.round


@dataclass
class Settings(Plain):
    """Settings of a learner that learns nothing."""

    eval_freq: int = setting(2, "rounds between two evaluations")
    checkpoint_every: int = setting(3, "rounds between two checkpoints")

    @property
    def path(self):
        return Path(self.run)


def learn(folder, fails_at=None, *, resume=False):
    run = Run(Settings(str(folder)), "checkpoint", resume=resume)
    learner = Learner(run.settings, fails_at)
    run.learn(learner)
    return learner


def logged(folder):
    with (folder / "progress.csv").open(newline="") as file:
        return [int(row["round"]) for row in csv.DictReader(file)]


def test_a_run_is_evaluated_when_it_is_due_and_at_its_end(tmp_path):
    assert learn(tmp_path).evaluated == [2, 4, 5]
    assert logged(tmp_path) == [1, 2, 3, 4, 5]
    assert (tmp_path / "checkpoint").read_text() == "5"


def test_an_evaluation_broken_off_by_ctrl_c_is_made_up_for(tmp_path, capsys):
    stopped = learn(tmp_path, fails_at=4)
    assert "Go on with --resume." in capsys.readouterr().out
    assert (stopped.round, logged(tmp_path)) == (4, [1, 2, 3])
    assert learn(tmp_path, resume=True).evaluated == [4, 5]
    assert logged(tmp_path) == [1, 2, 3, 4, 5]


def test_what_was_logged_beyond_the_checkpoint_is_dropped(tmp_path):
    learn(tmp_path)
    (tmp_path / "checkpoint").write_text("3")
    assert learn(tmp_path, resume=True).evaluated == [4, 5]
    assert logged(tmp_path) == [1, 2, 3, 4, 5]


def test_the_manifest_holds_every_start_with_what_it_rests_on(tmp_path):
    learn(tmp_path)
    learn(tmp_path, resume=True)
    first, again = json.loads((tmp_path / "manifest.json").read_text())
    assert {"command", "seed", "version", "commit", "packages"} <= set(first)
    assert first["seed"] == 0
    assert "numpy" in first["packages"]
    assert again["packages"] == first["packages"]
