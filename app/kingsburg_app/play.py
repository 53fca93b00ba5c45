"""`kingsburg play`: a game in the terminal against agents."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingsburg_app.exits import STOPPED, find_own_modules
from kingsburg_app.options import Edition, Modules, OptionalEffects, read_rules
from kingsburg_app.tournament import split_names

if TYPE_CHECKING:
    from kingsburg_agents.protocol import Agent
    from kingsburg_app.game_file import GameRecord
    from kingsburg_app.sitting import Sitting

SEED_BITS = 32
PERSON_NAME = "person"
HELP = """\
  NUMBER or words  answer the question, e.g. 27 or: influence jester
  hint             what the adviser would answer
  undo             take back your last answer; the dice stay the same
  board            show the board again
  card WORDS       what cards with these words do, e.g. card farms
  save FILE        write the game into a file; kingsburg play --game FILE goes on
  quit             leave"""


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

    Every question lists its answers; type a number or words. `help` lists what else can be typed: hints, undo, save.
    With --game the game is saved after every answer, and the same command goes on.

    Examples:
      kingsburg play

      kingsburg play --against adaptive --modules rows,governors --seed 7

      kingsburg play --against mcts:seconds=1,adaptive --game my-game.json
    """
    find_own_modules()
    from kingsburg_app import game_file

    if game and game.exists():
        record = game_file.read(game)
        _check_code(record, split_names(against), game)
        _sit_down("The game goes on", record, adviser, game)
    else:
        record = _new_game(against, seat, edition, modules, optional_effects, seed)
        _sit_down("A new game", record, adviser, game)


def _check_code(record: "GameRecord", named: list[str], game: Path) -> None:
    """Refuse a file that would run code of somebody's own, unless the command line names it too."""
    for name in {*record.seats} - {*named}:
        # such a name is a module to import
        if "." in name.partition(":")[0]:
            raise ValueError(
                f"{game}: seats {name!r}, code of its own; if you trust it, add --against {name}"
            )


def _new_game(
    against: str, seat: str, edition: str, modules: str, optional_effects: bool, seed: int | None
) -> "GameRecord":
    """Read a new game from the options."""
    from kingsburg_app.game_file import MAX_SEED, PERSON, GameRecord
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
    return GameRecord(rules, chosen, (*others[:own], PERSON, *others[own:]), [])


def _sit_down(opening: str, record: "GameRecord", adviser: str, game: Path | None) -> None:
    """Play a game from where its record ends; Ctrl-C leaves it as `quit` does."""
    from kingsburg_agents import make
    from kingsburg_app.sitting import Sitting

    advises, sitting = make(adviser), Sitting(record)
    typer.echo(f"{opening}, seed {record.seed}: {_who_sits_where(record)}. Type help for help.\n")
    try:
        _converse(sitting, advises, game)
    except KeyboardInterrupt:
        typer.echo(f"\n{_farewell(game)}")
        raise typer.Exit(STOPPED) from None


def _who_sits_where(saved: "GameRecord") -> str:
    from kingsburg_env.text import SEATS

    return ", ".join(f"{SEATS[seat]} is {name or PERSON_NAME}" for seat, name in enumerate(saved.seats))


def _converse(sitting: "Sitting", adviser: "Agent", game: Path | None) -> None:
    """Ask until the game is over or the person leaves."""
    commands = _commands(sitting, adviser)
    shown = None
    while not sitting.is_over:
        _keep(sitting, game)
        if shown != len(sitting.saved.actions):
            typer.echo(sitting.board())
            shown = len(sitting.saved.actions)
        said = _listen()
        if said == "quit":
            typer.echo(_farewell(game))
            return
        try:
            _obey(said, commands, sitting)
        except (ValueError, OSError) as error:
            typer.secho(str(error), fg="yellow")
    _keep(sitting, game)
    typer.echo("\n".join([sitting.board(), "", *sitting.ending()]))


def _listen() -> str:
    """Read what the person types; the end of the input is a farewell."""
    try:
        return input("> ").strip()
    except EOFError:
        return "quit"


def _obey(said: str, commands: dict[str, Callable[[str], None]], sitting: "Sitting") -> None:
    """Do what the person typed: a command by its first word, else an answer."""
    word, _, rest = said.partition(" ")
    if word in commands:
        commands[word](rest.strip())
    elif said:
        sitting.answer(sitting.read_answer(said))


def _commands(sitting: "Sitting", adviser: "Agent") -> dict[str, Callable[[str], None]]:
    """List what can be typed beside answers."""
    return {
        "help": lambda _: typer.echo(HELP),
        "hint": lambda _: _hint(sitting, adviser),
        "undo": lambda _: None if sitting.undo() else typer.echo("There is nothing to take back."),
        "board": lambda _: typer.echo(sitting.board()),
        "card": _show_cards,
        "save": lambda name: _save(sitting, name),
    }


def _hint(sitting: "Sitting", adviser: "Agent") -> None:
    from kingsburg_env.text import describe_action

    for action, probability in sitting.advice(adviser):
        share = "" if probability is None else f" ({probability:.0%})"
        typer.echo(f"{adviser.name} would: {action} {describe_action(action)}{share}")


def _show_cards(words: str) -> None:
    from kingsburg_app.rulebook import find_cards

    found = find_cards(words.split())
    typer.echo(
        "\n".join(f"{card.name} ({card.kind}): {card.effect}" for card in found) or "No card has these words."
    )


def _save(sitting: "Sitting", name: str) -> None:
    from kingsburg_app import game_file

    if not name:
        raise ValueError("save: name a file, e.g. save my-game.json")
    game_file.write(sitting.saved, Path(name))
    typer.echo(f"Saved. Go on with: kingsburg play --game {name}")


def _keep(sitting: "Sitting", game: Path | None) -> None:
    """Write the game into its file, if it has one."""
    from kingsburg_app import game_file

    if game is not None:
        game_file.write(sitting.saved, game)


def _farewell(game: Path | None) -> str:
    return f"Go on with: kingsburg play --game {game}" if game else "The game was not saved."
