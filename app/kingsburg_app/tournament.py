"""`kingsburg arena`, `kingsburg replay`, `kingsburg ladder`: who is better, and how a game went."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingsburg_app.exits import CHECK_FAILED, STOPPED, find_own_modules
from kingsburg_app.options import AsJson, Edition, Modules, OptionalEffects, read_rules
from kingsburg_app.screen import fold, print_table, say

if TYPE_CHECKING:
    from kingsburg_arena.schedule import Tournament

DEFAULT_PLAYERS = 4
REPLAY_INDENT = 6
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
LOST = "lost by default"
HEADS = ("agent", "win share", "rating", "rank", "VP", "margin", "µs/decision", LOST)
LESS_NEEDED = ("µs/decision", "margin", "VP", "rank", "rating")

Workers = Annotated[int, typer.Option(help="Processes; 0: this one, unguarded against hangs.")]


def arena(
    agents: Annotated[str, typer.Option(help="Agents, separated by commas: every mix of them plays.")] = "",
    table: Annotated[str, typer.Option(help="One line-up, an agent for each seat; seats are rotated.")] = "",
    players: Annotated[
        int | None, typer.Option(help="Players at a table, 2 to 5; by default 4, or as --table has.")
    ] = None,
    games: Annotated[int, typer.Option(help="Games, rounded up to whole blocks.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the tournament.")] = 1,
    workers: Workers = CORES,
    ray: Annotated[
        str, typer.Option(help="Play on a Ray cluster instead: its address, auto, or local.")
    ] = "",
    edition: Edition = "second",
    modules: Modules = "",
    optional_effects: OptionalEffects = False,
    budget: Annotated[float, typer.Option(help="Seconds an agent may take for a decision.")] = 60.0,
    out: Annotated[Path | None, typer.Option(help="Folder for results, report and games.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play agents against each other and measure who is better, with intervals.

    Games come in duplicate blocks: one seed, every seat rotation of a line-up, so that luck cancels.
    With --out a stopped tournament goes on when the same command is given again.

    Examples:
      kingsburg arena --agents random,first --players 4 --games 4000 --seed 1 --out results

      kingsburg arena --table random,first,first,first --games 2000 --json
    """
    find_own_modules()
    with progress_bar(_kept(out)) as tell:
        from kingsburg_arena.tournament import run

        plan = _plan(agents, table, players, edition, modules, optional_effects, games, seed, budget)
        _warn_of_mixes_left_out(plan)
        result = run(plan, out, workers, partial(tell, "playing"), ray)
    warn_of_losses(result)
    if as_json:
        typer.echo(json.dumps(result))
    else:
        print_result(result, out)


def _plan(
    agents: str,
    table: str,
    players: int | None,
    edition: str,
    modules: str,
    optional_effects: bool,
    games: int,
    seed: int,
    budget: float,
) -> "Tournament":
    """Read a tournament from the options."""
    from kingsburg_arena import schedule

    if bool(agents) == bool(table):
        raise ValueError("name either --agents (every mix of them) or --table (one line-up)")
    seated = split_names(agents or table)
    if table and players not in (None, len(seated)):
        raise ValueError(
            f"--table names {len(seated)} agents for --players {players}: name {players}, or leave --players out"
        )
    default = len(seated) if table else DEFAULT_PLAYERS
    rules = read_rules(default if players is None else players, edition, modules, optional_effects)
    plan = schedule.table if table else schedule.mixes
    tournament = plan(seated, rules, games, seed, budget)
    schedule.check_everybody_plays(tournament)
    return tournament


def _warn_of_mixes_left_out(plan: "Tournament") -> None:
    from kingsburg_arena.schedule import num_unplayed

    if left := num_unplayed(plan):
        tip = f"{left} of {len(plan.lineups)} mixes are left out: win shares depend on who was met"
        typer.secho(f"Too few games: {tip}.", err=True, fg="yellow")


def split_names(text: str) -> list[str]:
    """Split names at commas; what is no name, like `key=value` or the rest of a path, belongs to the one before."""
    names: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if names and ":" not in part and not part.partition("#")[0].isidentifier():
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names


@contextmanager
def progress_bar(kept: str) -> Iterator[Callable[[str, float, int], None]]:
    """Show on stderr how far a job is; Ctrl-C ends the command and says what was kept."""
    from kingsburg_agents.progress import Progress

    with Progress() as progress:
        try:
            yield progress.tell
        except KeyboardInterrupt:
            progress.close()
            typer.secho(f"Stopped: {kept}.", err=True)
            raise typer.Exit(STOPPED) from None


def _kept(folder: Path | None) -> str:
    return (
        f"what is done is in {folder}; the same command goes on" if folder else "nothing was kept, no --out"
    )


def warn_of_losses(result: dict[str, Any]) -> None:
    """Warn on stderr who lost games by default, and why: such figures do not measure strength."""
    reasons: dict[str, str] = {}
    for loss in result["forfeits"]:
        reasons.setdefault(loss["agent"], f"game {loss['game']}, {loss['reason']}")
    for name, reason in reasons.items():
        count = result["agents"][name]["forfeits"]
        typer.secho(f"{name} lost {count} games by default; the first: {reason}", err=True, fg="yellow")


def print_result(result: dict[str, Any], out: Path | None) -> None:
    """Print the table of strength."""
    size = f"{result['games']} games in {result['blocks']} blocks, {result['players']} players"
    title = f"{size}; equal strength wins {result['equal_share']:.1%}; intervals 95 %"
    rows = [_cells(name, row) for name, row in result["agents"].items()]
    nobody_lost = not any(row["forfeits"] for row in result["agents"].values())
    print_table(title, HEADS, rows, [LOST, *LESS_NEEDED] if nobody_lost else LESS_NEEDED)
    if out:
        say(f"Report: {out / 'report.html'}.")
        say(f"A game in words: kingsburg replay {out} 0")


def _cells(name: str, row: dict[str, Any]) -> list[str]:
    from kingsburg_arena.figures import rating_cell, share_text, speed_text

    return [
        name,
        share_text(row["win_share"], row["low"], row["high"]),
        rating_cell(row),
        f"{row['mean_rank']:.2f}",
        f"{row['mean_vp']:.1f}",
        f"{row['margin']:+.1f}",
        speed_text(row),
        str(row["forfeits"]),
    ]


def replay(
    results: Annotated[Path, typer.Argument(help="Folder that `kingsburg arena --out` wrote.")],
    game: Annotated[int, typer.Argument(help="Number of the game, 0 first.")],
) -> None:
    """Print a game of a tournament in words, played again from its seed and its actions.

    Example:
      kingsburg replay results 17
    """
    from kingsburg_arena.replay import describe_game

    typer.echo("\n".join(fold(line, REPLAY_INDENT) for line in describe_game(results, game)))


def ladder(
    plan: Annotated[
        Path | None, typer.Option(help="What is to be played, a TOML file; default: the published ladder.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only compare a short form with the published.")
    ] = False,
    workers: Workers = CORES,
    out: Annotated[
        Path | None, typer.Option(help="Folder for games and reports; a stopped run goes on.")
    ] = None,
    to: Annotated[
        Path | None, typer.Option(help="Folder for the result; default: that of --plan, else this one.")
    ] = None,
) -> None:
    """Play the published table of strength anew and write it as a page, a picture and data.

    With --check a short form is played, and exit code 1 says that it contradicts what is published.

    Examples:
      kingsburg ladder --to mine

      kingsburg ladder --check
    """
    find_own_modules()
    with progress_bar(_kept(out)) as tell:
        from kingsburg_arena import ladder as ladders

        if check and (out or to):
            raise ValueError(
                f"{f'--out {out}' if out else f'--to {to}'}: must not be given with --check, which keeps nothing"
            )
        read, path = plan or ladders.PLAN, _ladder_path(plan, to)
        contests = ladders.read_plan(read)
        if check:
            wrong = ladders.contradictions(contests, ladders.read_published(read), workers, tell)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            played = ladders.play_contests(contests, workers, out, tell)
            ladders.publish(path, played)
            wrong = ladders.failures(played)
    for line in wrong:
        typer.secho(line, err=True, fg="red")
    if wrong:
        raise typer.Exit(CHECK_FAILED)
    say("The ladder holds." if check else f"Written: {ladders.page_of(path)}")


def _ladder_path(plan: Path | None, to: Path | None) -> Path:
    """Choose the path of the result by the plan's name: page, picture and data differ in their endings."""
    from kingsburg_arena.ladder import PLAN

    name = (plan or PLAN).name
    return (to or (plan.parent if plan else Path())) / name
