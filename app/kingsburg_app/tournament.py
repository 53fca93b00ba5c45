"""`kingsburg arena`, `kingsburg replay`: who is better, and how a game went."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from kingsburg_app.wrong_input import STOPPED, find_own_modules, refused

if TYPE_CHECKING:
    from kingsburg_agents.arena.schedule import Tournament
    from kingsburg_env import Rules

DEFAULT_PLAYERS = 4
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

ARENA_HELP = """Let agents play each other and say who is better, with intervals.

Examples:

  kingsburg arena --agents random,first --players 4 --games 4000 --seed 1 --out results

  kingsburg arena --table random,first,first,first --games 2000 --json

Games come in duplicate blocks: one seed, every seat rotation of a line-up, so that luck cancels.
A stopped tournament goes on when the same command is given again (with --out).
"""


def arena(
    agents: Annotated[str, typer.Option(help="Agents, separated by commas: every mix of them plays.")] = "",
    table: Annotated[str, typer.Option(help="One line-up, an agent for each seat; seats are rotated.")] = "",
    players: Annotated[int | None, typer.Option(help="Players at a table, 2 to 5.")] = None,
    games: Annotated[int, typer.Option(help="Games, rounded up to whole blocks.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the tournament.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes; 0: this one, unguarded against hangs.")] = CORES,
    edition: Annotated[str, typer.Option(help="second or first.")] = "second",
    modules: Annotated[str, typer.Option(help="Any of rows,governors,army.")] = "",
    budget: Annotated[float, typer.Option(help="Seconds an agent may take for a decision.")] = 60.0,
    out: Annotated[Path | None, typer.Option(help="Folder for results, report and games.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let agents play each other (the help text is ARENA_HELP)."""
    find_own_modules()
    with refused():
        plan = _plan(agents, table, players, edition, modules, games, seed, budget)
        result = _run(plan, out, workers)
    if as_json:
        typer.echo(json.dumps(result))
    else:
        print_result(result, out)


arena.__doc__ = ARENA_HELP


def _plan(
    agents: str,
    table: str,
    players: int | None,
    edition: str,
    modules: str,
    games: int,
    seed: int,
    budget: float,
) -> "Tournament":
    """Read a tournament from the options."""
    from kingsburg_agents.arena import schedule

    if bool(agents) == bool(table):
        raise ValueError("name either --agents (every mix of them) or --table (one line-up)")
    seated = split_names(agents or table)
    default = len(seated) if table else DEFAULT_PLAYERS
    rules = _rules(default if players is None else players, edition, modules)
    plan = schedule.table if table else schedule.mixes
    return plan(seated, rules, games, seed, budget)


def _rules(players: int, edition: str, modules: str) -> "Rules":
    from kingsburg_env import Rules

    return Rules(players, edition, tuple(filter(None, modules.split(","))))


def split_names(text: str) -> list[str]:
    """Split names at commas; a part `key=value` still belongs to the parameters of the name before it."""
    names: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names


def _run(plan: "Tournament", out: Path | None, workers: int) -> dict[str, Any]:
    """Play with a progress bar on stderr; Ctrl-C says how to go on."""
    from kingsburg_agents.arena.run import run

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing", total=None)
        try:
            return run(plan, out, workers, lambda done, total: bar.update(task, completed=done, total=total))
        except KeyboardInterrupt:
            bar.stop()
            kept = (
                f"what is done is in {out}; the same command goes on" if out else "nothing was kept: no --out"
            )
            typer.secho(f"Stopped: {kept}.", err=True)
            raise typer.Exit(STOPPED) from None


def print_result(result: dict[str, Any], out: Path | None) -> None:
    """Print the table of strength."""
    console = Console()
    title = f"{result['games']} games in {result['blocks']} blocks, {result['players']} players"
    table = Table(title=f"{title}; equal strength wins {result['equal_share']:.1%}")
    for head in (
        "agent",
        "win share",
        "95 %",
        "rating",
        "95 %",
        "rank",
        "VP",
        "margin",
        "µs/decision",
        "lost by default",
    ):
        table.add_column(head, justify="left" if head == "agent" else "right")
    for name, row in result["agents"].items():
        table.add_row(*_cells(name, row))
    console.print(table)
    if out:
        console.print(f"Results are in {out}; replay a game: kingsburg replay {out} 0")


def _cells(name: str, row: dict[str, Any]) -> list[str]:
    return [
        name,
        f"{row['win_share']:.1%}",
        f"{row['low']:.1%} to {row['high']:.1%}",
        f"{row['rating']:.0f}",
        f"{row['rating_low']:.0f} to {row['rating_high']:.0f}",
        f"{row['mean_rank']:.2f}",
        f"{row['mean_vp']:.1f}",
        f"{row['margin']:+.1f}",
        f"{row['us_per_decision']:.1f}",
        str(row["forfeits"]),
    ]


def replay(
    results: Annotated[Path, typer.Argument(help="Folder that `kingsburg arena --out` wrote.")],
    game: Annotated[int, typer.Argument(help="Number of the game, 0 first.")],
) -> None:
    """Print a game of a tournament in words: `kingsburg replay results/ 17`."""
    from kingsburg_agents.arena.replay import tell

    with refused():
        typer.echo("\n".join(tell(results, game)))
