"""A run of any learner: its folder, its log, its checkpoints, and the loop from round to round."""

import json
import shlex
import sys
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

from kingsburg_agents.progress import Progress
from kingsburg_arena.storage import stamp
from kingsburg_env.writing import write_text
from kingsburg_training import options
from kingsburg_training.logger import Logger, Stopwatch

MANIFEST = "manifest.json"
PACKAGES = (
    "numpy",
    "numba",
    "gymnasium",
    "pettingzoo",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
    "ray",
    "minari",
)
"""Packages whose versions may change what is learned."""
FULL = 1.0


class Learner(Protocol):
    """What learns: it plays and learns by rounds, and keeps all its next rounds depend on in a checkpoint."""

    settings: Any
    round: int
    shown: str
    """The figure that is shown beside the bar, if any."""

    @property
    def decisions(self) -> int:
        """Decisions played or learned from so far."""
        ...

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1."""
        ...

    def play_round(self) -> dict[str, float]:
        """Play and learn; return the figures of the round."""
        ...

    def evaluate(self) -> dict[str, float]:
        """Measure the policy."""
        ...

    def save(self) -> None:
        """Write checkpoint and weights."""
        ...

    def load(self) -> None:
        """Go on from the checkpoint."""
        ...


class Run:
    """The folder of a run and the loop that fills it.

    Args:
        settings: The settings; `run` is the folder.
        checkpoint: Name of the learner's checkpoint in it.
        resume: Go on from that checkpoint.

    Raises:
        FileExistsError: The folder holds a run already, and `resume` is not given.
        FileNotFoundError: There is no checkpoint to go on from.
        ValueError: A setting is not as the run began.
    """

    def __init__(self, settings: Any, checkpoint: str, *, resume: bool = False) -> None:
        self.settings, self.resume = settings, resume
        self.folder = open_folder(settings, checkpoint, resume=resume)
        write_manifest(self.folder, settings.seed)

    def learn(self, learner: Learner) -> None:
        """Learn to the end of the run, round by round; Ctrl-C saves."""
        if self.resume:
            learner.load()
        self.log = Logger(self.folder, learner.round, learner.decisions)
        self.stopwatch = Stopwatch(self.log.seconds)
        with Progress() as self.bar:
            self.bar.tell("learning", learner.progress, FULL)
            try:
                self._play_rounds(learner)
            except KeyboardInterrupt:
                learner.save()
                self.bar.write(f"Stopped; saved in {self.folder}. Go on with --resume.")
            finally:
                self.log.board.close()

    def _play_rounds(self, learner: Learner) -> None:
        # a round whose evaluation was broken off is learned from, but not logged
        while self.log.round < learner.round or learner.progress < FULL:
            figures = self._play_round(learner) if self.log.round == learner.round else {}
            is_last = learner.progress >= FULL
            if is_last or learner.round % self.settings.eval_freq == 0:
                figures |= learner.evaluate()
            self.note(learner, figures)
            if is_last or learner.round % self.settings.checkpoint_every == 0:
                learner.save()

    def _play_round(self, learner: Learner) -> dict[str, float]:
        """Play a round by the stopwatch."""
        decisions, seconds = learner.decisions, self.stopwatch.seconds
        self.stopwatch.start()
        figures = learner.play_round()
        self.stopwatch.stop()
        rate = (learner.decisions - decisions) / (self.stopwatch.seconds - seconds)
        return figures | {"decisions_per_s": rate}

    def note(self, learner: Learner, figures: dict[str, float]) -> None:
        """Log the figures of a round, and show how far the run is."""
        reached = {"round": learner.round, "decisions": learner.decisions}
        row = {**reached, "seconds": round(self.stopwatch.seconds, 1), **figures}
        self.log.write(row)
        shown = (
            [f"{learner.shown.replace('_', ' ')} {row[learner.shown]:.2f}"] if learner.shown in row else []
        )
        rate = [f"{row['decisions_per_s'] / 1000:.1f} k/s"] if "decisions_per_s" in row else []
        self.bar.tell("learning", learner.progress, FULL, ", ".join(shown + rate))
        self.log.show(self.bar, row)


def open_folder(settings: Any, checkpoint: str, *, resume: bool) -> Path:
    """Make the folder of a run and keep its settings there; a run is neither written over nor resumed as another."""
    folder = Path(settings.run)
    if resume and not (folder / checkpoint).exists():
        raise FileNotFoundError(f"--resume: no {checkpoint} in {folder}; start without --resume")
    if resume:
        options.check_fixed(settings, options.kept_in_folder(type(settings), asdict(settings)))
    elif (folder / checkpoint).exists():
        raise FileExistsError(f"{folder} holds a run: give --resume to go on, or another --run")
    elif (folder / options.SETTINGS).exists():
        raise FileExistsError(f"{folder} holds a run without {checkpoint}: remove it, or give another --run")
    folder.mkdir(parents=True, exist_ok=True)
    options.save(settings, folder / options.SETTINGS)
    return folder


def write_manifest(folder: Path, seed: int) -> None:
    """Add to the folder's manifest what this start of the run rests on: command, seed, commit, versions."""
    path = folder / MANIFEST
    starts = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    command = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
    starts.append({"command": command, "seed": seed, **stamp(), "packages": installed()})
    write_text(path, json.dumps(starts, indent=2) + "\n")


def installed() -> dict[str, str]:
    """Return the versions of the packages that a run rests on, of those that are installed."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
