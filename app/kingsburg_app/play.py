"""`kingsburg play`: a game in the terminal against agents."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingsburg_app.exits import find_own_modules
from kingsburg_app.options import Edition, Modules, OptionalEffects, read_rules
from kingsburg_app.tournament import split_names

if TYPE_CHECKING:
    from kingsburg_app.saved_game import SavedGame

SEED_BITS = 32
PERSON_NAME = "person"


def play_in_terminal(
    against: Annotated[
        str, typer.Option(help="Agents of the other seats, separated by commas; `person` for another person.")
    ] = "adaptive,greedy,greedy",
    seat: Annotated[
        str, typer.Option(help="Your seat: red, blue, green, yellow, white or random.")
    ] = "random",
    edition: Edition = "second",
    modules: Modules = "",
    optional_effects: OptionalEffects = False,
    seed: Annotated[int | None, typer.Option(help="Seed of the game; by default a new one.")] = None,
    game: Annotated[
        Path | None,
        typer.Option(help="File that keeps the game: it goes on from there, whatever the other options."),
    ] = None,
    adviser: Annotated[str, typer.Option(help="Agent that gives hints.")] = "champion",
) -> None:
    """Play Kingsburg in the terminal against agents.

    Every question lists its actions; type a number or words. `help` lists what else can be typed: hints, undo, save.
    With --game the game is saved after every action, and the same command goes on.

    Examples:
      kingsburg play

      kingsburg play --against adaptive --modules rows,governors --seed 7

      kingsburg play --against mcts:seconds=1,adaptive --game my-game.json
    """
    find_own_modules()
    from kingsburg_app import saved_game, terminal

    if game and game.exists():
        saved = saved_game.read(game)
        _check_code(saved, split_names(against), game)
        terminal.converse("The game goes on", saved, adviser, game)
    else:
        saved = _new_game(against, seat, edition, modules, optional_effects, seed)
        terminal.converse("A new game", saved, adviser, game)


def _check_code(saved: "SavedGame", named: list[str], game: Path) -> None:
    """Refuse a file that would run code of somebody's own, unless the command line names it too."""
    for name in {*saved.seats} - {*named}:
        # such a name is a module to import
        if "." in name.partition(":")[0]:
            raise ValueError(
                f"{game}: seats {name!r}, code of its own; if you trust it, add --against {name}"
            )


def _new_game(
    against: str, seat: str, edition: str, modules: str, optional_effects: bool, seed: int | None
) -> "SavedGame":
    """Read a new game from the options."""
    from kingsburg_app.saved_game import MAX_SEED, PERSON, SavedGame
    from kingsburg_env.engine.names import MAX_PLAYERS, MIN_PLAYERS
    from kingsburg_env.text import SEATS

    others = [PERSON if name == PERSON_NAME else name for name in split_names(against)]
    if not MIN_PLAYERS <= len(others) + 1 <= MAX_PLAYERS:
        raise ValueError(
            f"--against {against!r}: must name {MIN_PLAYERS - 1} to {MAX_PLAYERS - 1} agents, separated by commas"
        )
    rules = read_rules(len(others) + 1, edition, modules, optional_effects)
    chosen = secrets.randbits(SEED_BITS) if seed is None else seed
    if not 0 <= chosen <= MAX_SEED:
        raise ValueError(f"--seed {chosen}: must be from 0 to 2**64 - 1")
    colours = SEATS[: rules.num_players]
    if seat not in (*colours, "random"):
        raise ValueError(f"--seat {seat}: must be random or one of {', '.join(colours)}")
    own = chosen % len(colours) if seat == "random" else colours.index(seat)
    return SavedGame(rules, chosen, (*others[:own], PERSON, *others[own:]), [])
