"""`kingsburg demo`: the main job in a few minutes. A small agent learns, then plays the others in the arena."""

import csv
import os
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingsburg_app.learn import NEEDED
from kingsburg_app.screen import fold_command, say
from kingsburg_app.tournament import CORES, print_result, progress_bar

if TYPE_CHECKING:
    from kingsburg_training.selfplay import Settings

# A network that learns fast rather than well; half of the games against the bots.
LEARNER: dict[str, Any] = {
    "n_envs": 512,
    "n_steps": 32,
    "rulesets": "4",
    "net_arch": "128x128",
    "batch_size": 1024,
    "learning_rate": 1e-3,
    "league_share": 0.5,
    "league_agents": "random greedy adaptive snapshots",
    "league_snapshots": 1,
    "eval_agents": "random greedy",
    "eval_blocks": 25,
}
TRIAL = 3 * LEARNER["n_envs"] * LEARNER["n_steps"]
"""So many decisions are played beforehand to see how fast this machine is."""
WRITTEN = ("training", "arena")
"""The folders a demo writes."""
MARK = "demo.txt"
"""The file that marks a folder as a demo's."""
NUM_EVALUATIONS = 4
RIVALS = ("champion", "adaptive", "greedy", "planner:military", "random")
SEED = 1
YOURS = "yours"
"""What the learner is called in the table, where the name of its file has no room."""
EVEN = 0.5
MAX_THREADS = 16
INDENT = 5


def run_demo(
    seconds: Annotated[float, typer.Option(help="How long to train, about.", min=0.1)] = 120,
    games: Annotated[int, typer.Option(help="Games in the arena.", min=1)] = 1000,
    out: Annotated[
        Path, typer.Option(help="Folder for the run and the report; what an earlier demo left there goes.")
    ] = Path("runs/demo"),
    workers: Annotated[int, typer.Option(help="Processes of the arena; 0: this one.")] = CORES,
) -> None:
    """Train a small agent against the bots, play it in the arena, and say what to do next.

    Examples:
      kingsburg demo

      kingsburg demo --seconds 30 --games 500
    """
    from kingsburg_env.extras import need

    need("train", *NEEDED)
    _clear(out)
    say(f"1. A small network learns Kingsburg for four for about {seconds:.0f} s.")
    _train(out / "training", seconds)
    typer.echo()
    say("2. It meets the others in the arena, at tables of every mix.")
    _play(out, games, workers)
    _say_what_next(out)


def _clear(out: Path) -> None:
    """Remove what an earlier demo wrote, and refuse to touch anything else."""
    for folder in (out / part for part in WRITTEN):
        if folder.exists():
            if not (out / MARK).exists():
                raise ValueError(f"{folder}: is there and not from a demo; name another folder by --out")
            shutil.rmtree(folder)
    out.mkdir(parents=True, exist_ok=True)
    (out / MARK).write_text(f"The next kingsburg demo removes {' and '.join(WRITTEN)}.\n", encoding="utf-8")


def _train(folder: Path, seconds: float) -> None:
    """Train for about so long: a trial tells how much this machine learns in that time."""
    from kingsburg_training.selfplay import train

    typer.echo("A trial first, to see how fast this machine is.")
    with tempfile.TemporaryDirectory() as folder_of_trial:
        trial = train(_settings(Path(folder_of_trial), TRIAL, 1, eval_agents=""))
        rate = _rate(Path(folder_of_trial) / "progress.csv")
    rounds = max(1, round(seconds * rate * trial.round / trial.decisions))
    typer.echo("Now the run itself. Equals would win 25 % of the games.")
    train(_settings(folder, round(seconds * rate), max(1, rounds // NUM_EVALUATIONS)))


def _rate(log: Path) -> float:
    """Read how many decisions a second the last round took; the first ones compile."""
    with log.open(encoding="utf-8", newline="") as file:
        return float(list(csv.DictReader(file))[-1]["decisions_per_s"])


def _settings(folder: Path, decisions: int, every: int, **others: Any) -> "Settings":
    """Set up a run that is measured and saved every so many rounds."""
    from kingsburg_training.selfplay import Settings

    return Settings(
        run=str(folder),
        total_decisions=max(1, decisions),
        threads=min(CORES, MAX_THREADS),
        eval_freq=every,
        snapshot_every=every,
        checkpoint_every=every,
        **LEARNER | others,
    )


def _play(out: Path, games: int, workers: int) -> None:
    """Play the learner, the champion and the heuristics, and print the table of strength."""
    from kingsburg_arena.schedule import mixes
    from kingsburg_arena.tournament import run
    from kingsburg_env import Rules

    learner = f"neural:{out / 'training' / 'latest.npz'}"
    plan = mixes([learner, *RIVALS], Rules(), games, SEED)
    with progress_bar("kingsburg demo begins anew") as tell:
        result = run(plan, out / "arena", workers, partial(tell, "playing"))
    named = {YOURS if name == learner else name: row for name, row in result["agents"].items()}
    print_result(result | {"agents": named}, out / "arena")
    typer.echo()
    say(_verdict(named[YOURS], result["cross"][learner], result["equal_share"]))


def _verdict(own: dict[str, Any], met: dict[str, dict[str, Any]], equal_share: float) -> str:
    """Describe the learner's strength: its win share, and whom it finishes ahead of, as far as that is sure."""
    from kingsburg_arena.figures import share_text

    share = share_text(own["win_share"], own["low"], own["high"])
    kinds: dict[str, list[str]] = {}
    for name, row in met.items():
        is_ahead, is_behind = row["low"] > EVEN, row["high"] < EVEN
        kind = "ahead of" if is_ahead else "behind" if is_behind else "level with"
        kinds.setdefault(kind, []).append(f"{name} ({100 * row['ahead']:.0f} %)")
    parts = "; ".join(f"{kind} {', '.join(names)}" for kind, names in sorted(kinds.items()))
    wins = f"Your agent wins {share} of its games; equals win {100 * equal_share:.0f} %."
    return f"{wins} When they meet, it finishes {parts}."


def _say_what_next(out: Path) -> None:
    weights, command = out / "training" / "latest.npz", _command()
    typer.echo("\n3. What is there now")
    say(f"   {out / 'arena' / 'report.html'}: the report with its plots; open it in a browser", INDENT)
    say(f"   {out / 'training' / 'progress.csv'}: how it learned", INDENT)
    say(f"   {weights}: the weights; as an agent: neural:{weights}", INDENT)
    typer.echo("\nWhat to do next")
    goes_on = f"--config {out / 'training' / 'settings.json'} --run {out.parent / 'longer'}"
    for words in (
        f"play --against neural:{weights},adaptive",
        f"replay {out / 'arena'} 0",
        f"train selfplay {goes_on} --total-decisions 50000000",
        "--help",
    ):
        typer.echo(fold_command(f"   {command} {words}", INDENT))


def _command() -> str:
    """Write the command as it can be typed here: by its name alone, or with the folder it is installed in."""
    if shutil.which("kingsburg"):
        return "kingsburg"
    return os.path.relpath(Path(sys.executable).with_name("kingsburg"))
