"""`kingsburg bench`, `kingsburg exploit`: how fast the engine is, and how far an agent can be exploited."""

import json
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from kingsburg_app.exits import STOPPED, find_own_modules
from kingsburg_app.options import AsJson, Edition, Modules, OptionalEffects, read_rules
from kingsburg_app.screen import say
from kingsburg_app.tournament import progress_bar

# Where the words beside a figure begin.
BENCH_INDENT = 16

if TYPE_CHECKING:
    from kingsburg_arena.exploitability import Exploit


def bench(as_json: AsJson = False) -> None:
    """Measure the speed of the engine on this machine; takes about two minutes.

    Rates are decisions per second of random legal play on one core, by CPU time; every figure is a median.

    Examples:
      kingsburg bench

      kingsburg bench --json > speed.json
    """
    from kingsburg_env.bench import LINES, measure

    try:
        figures = measure(lambda what: typer.echo(f"measuring: {what} …", err=True))
    except KeyboardInterrupt:
        raise typer.Exit(STOPPED) from None
    if as_json:
        typer.echo(json.dumps(figures))
        return
    for name, meaning in LINES.items():
        say(f"{figures[name]:>14,.2f}  {meaning}", BENCH_INDENT)


def exploit(
    agent: Annotated[str, typer.Argument(help="The agent to be exploited, by name.")],
    players: Annotated[int, typer.Option(help="Players at the table, 2 to 5.")] = 4,
    edition: Edition = "second",
    modules: Modules = "",
    optional_effects: OptionalEffects = False,
    blocks: Annotated[int, typer.Option(help="Seeds; each is played from every seat.")] = 10,
    sims: Annotated[int | None, typer.Option(help="Simulations for a decision of the search.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds for a decision of the search.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Search a best response to an agent and report how often it wins against copies of it.

    The share is a lower bound of what the best response would win, within the budget: a proxy, not a proof.

    Examples:
      kingsburg exploit greedy --sims 200

      kingsburg exploit adaptive --players 2 --blocks 25 --seconds 0.2 --json
    """
    find_own_modules()
    from kingsburg_arena.exploitability import best_response

    rules = read_rules(players, edition, modules, optional_effects)
    with progress_bar("nothing was kept") as tell:
        told = partial(tell, f"{blocks * players} games against {agent}")
        found = best_response(
            agent, rules=rules, blocks=blocks, sims=sims, seconds=seconds, seed=seed, progress=told
        )
    if as_json:
        typer.echo(json.dumps(asdict(found)))
    else:
        _tell_of_best_response(found)


def _tell_of_best_response(found: "Exploit") -> None:
    """Describe in words what a search wins against an agent."""
    from kingsburg_arena.figures import share_text

    shares = share_text(found.win_share, found.low, found.high)
    say(
        f"A search wins {shares} of {found.games} games against {found.agent}; equals win {found.parity:.1%}."
    )
    if not found.is_modelled:
        say("It did not know the agent's answers and took each rival to choose what is best for itself.")
