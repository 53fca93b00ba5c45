"""A game at the terminal: agents that move at once, the board, advice, and actions as people type them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import typer

from kingsburg_agents import make
from kingsburg_agents.neural import Neural
from kingsburg_agents.protocol import Agent, choose
from kingsburg_app import saved_game
from kingsburg_app.exits import STOPPED
from kingsburg_app.game_in_progress import GameInProgress
from kingsburg_app.rulebook import find_cards
from kingsburg_app.saved_game import PERSON, SavedGame
from kingsburg_env import text
from kingsburg_env.outcome import DECIDED_BY, outcome_of
from kingsburg_env.render import Story, ansi

NUM_ADVISED = 3
LEAST_PROBABILITY = 0.005
"""Less probable actions are not advised."""
LUCK_OF_ADVICE = 1
"""Keeps the random numbers of advice apart from those of the agents that play."""

HELP = """\
  NUMBER or words  choose an action, e.g. 27 or: influence jester
  hint             what the adviser would do
  undo             take back your last action; the dice stay the same
  board            show the board again
  card WORDS       what cards with these words do, e.g. card farms
  save FILE        write the game into a file; kingsburg play --game FILE goes on
  quit             leave"""


def converse(opening: str, saved: SavedGame, adviser: str, path: Path | None) -> None:
    """Play a game from where it was saved; Ctrl-C leaves it as `quit` does.

    Args:
        opening: The first words.
        saved: The game.
        adviser: Name of the agent that gives hints.
        path: The file that keeps the game, or None.
    """
    conversation = Conversation(GameInProgress(saved), make(adviser), path)
    seated = ", ".join(f"{text.SEATS[seat]} is {name or 'person'}" for seat, name in enumerate(saved.seats))
    typer.echo(f"{opening}, seed {saved.seed}: {seated}. Type help for help.\n")
    try:
        conversation.go_on()
    except KeyboardInterrupt:
        typer.echo(f"\n{conversation.farewell()}")
        raise typer.Exit(STOPPED) from None


class Conversation:
    """A game between people at one terminal and agents that move at once.

    Args:
        game: The game.
        adviser: The agent that gives hints.
        path: The file that keeps the game, or None.
    """

    def __init__(self, game: GameInProgress, adviser: Agent, path: Path | None = None) -> None:
        self.game, self.adviser, self.path = game, adviser, path
        self._agents = [None if name == PERSON else make(name) for name in game.seats]
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: typer.echo(HELP),
            "hint": lambda _: self._hint(),
            "undo": lambda _: None if game.undo() else typer.echo("There is nothing to take back."),
            "board": lambda _: typer.echo(describe_game(game)),
            "card": _show_cards,
            "save": self._save,
        }
        self._play_agents()

    def act(self, action: int) -> None:
        """Play the move of the person asked, and those of agents up to the next person's question."""
        self.game.play(action)
        self._play_agents()

    def _play_agents(self) -> None:
        while not self.game.is_over and (agent := self._agents[self.game.actor]):
            self.game.play(_choose(agent, self.game))

    def go_on(self) -> None:
        """Ask until the game is over or the person leaves."""
        game, shown = self.game, None
        while not game.is_over:
            self._keep()
            if shown != len(game.actions):
                typer.echo(describe_game(game))
                shown = len(game.actions)
            said = _listen()
            if said == "quit":
                typer.echo(self.farewell())
                return
            try:
                self._obey(said)
            except (ValueError, OSError) as error:
                typer.secho(str(error), fg="yellow")
        self._keep()
        typer.echo("\n".join([describe_game(game), "", *describe_result(game)]))

    def _obey(self, said: str) -> None:
        """Do what the person typed: a command by its first word, else an action."""
        word, _, rest = said.partition(" ")
        if word in self._commands:
            self._commands[word](rest.strip())
        elif said:
            self.act(read_action(said, self.game))

    def _hint(self) -> None:
        for action, probability in advise(self.adviser, self.game):
            share = "" if probability is None else f" ({probability:.0%})"
            typer.echo(f"{self.adviser.name} would: {action} {text.describe_action(action)}{share}")

    def _save(self, name: str) -> None:
        if not name:
            raise ValueError("save: name a file, e.g. save my-game.json")
        saved_game.write(self.game.saved, Path(name))
        typer.echo(f"Saved. Go on with: kingsburg play --game {name}")

    def _keep(self) -> None:
        """Write the game into its file, if it has one."""
        if self.path is not None:
            saved_game.write(self.game.saved, self.path)

    def farewell(self) -> str:
        """Return how to go on."""
        return f"Go on with: kingsburg play --game {self.path}" if self.path else "The game was not saved."


def _listen() -> str:
    """Read what the person types; the end of the input is a farewell."""
    try:
        return input("> ").strip()
    except EOFError:
        return "quit"


def _show_cards(words: str) -> None:
    found = find_cards(words.split())
    lines = [f"{card.name} ({card.kind}): {card.effect}" for card in found]
    typer.echo("\n".join(lines) or "No card has these words.")


def _choose(agent: Agent, game: GameInProgress, *luck: int) -> int:
    """Ask an agent; its luck depends on seed and number of moves alone, so a game read back goes on the same."""
    rng = np.random.default_rng([game.seed, len(game.actions), *luck])
    return int(choose(agent, game.games, game.buffers.observation, game.buffers.mask, rng)[0])


def advise(agent: Agent, game: GameInProgress) -> list[tuple[int, float | None]]:
    """Return what an agent would do: a network's most probable actions with their probabilities, else one action."""
    if not isinstance(agent, Neural):
        return [(_choose(agent, game, LUCK_OF_ADVICE), None)]
    probabilities = agent.probabilities(game.buffers.observation, game.buffers.mask)[0]
    best = np.argsort(-probabilities, kind="stable")[:NUM_ADVISED].tolist()
    return [
        (action, float(probabilities[action])) for action in best if probabilities[action] > LEAST_PROBABILITY
    ]


def read_action(said: str, game: GameInProgress) -> int:
    """Find the action meant by a number, its text, or words that only one legal action has."""
    legal = game.legal_actions
    if said.isascii() and said.isdigit():
        chosen = [action for action in legal if action == int(said)]
    else:
        chosen = _matching(said.lower(), legal)
    if len(chosen) == 1:
        return chosen[0]
    if chosen:
        raise ValueError(f"{said!r} may be: {', '.join(map(text.describe_action, chosen))}")
    raise ValueError(f"{said!r} is no action here; type a number of the list, or help")


def _matching(said: str, legal: list[int]) -> list[int]:
    """Find the legal actions with this text, else those that have all these words."""
    texts = {action: text.describe_action(action).lower() for action in legal}
    exact = [action for action, known in texts.items() if known == said]
    return exact or [action for action, known in texts.items() if all(word in known for word in said.split())]


def describe_game(game: GameInProgress) -> str:
    """Write what happened since a person moved last, and the board with the actions, as the person asked knows it."""
    story = Story()
    story.tell(game.events[game.seen :])
    earlier = [f"  {line.said}" for line in story][: -ansi.STORY_LINES]
    return "\n".join([*earlier, ansi.describe_board(game.games, story)])


def describe_result(game: GameInProgress) -> Iterator[str]:
    """Write the ranks, best first, and what decided."""
    result = outcome_of(game.games)
    for seat in sorted(range(len(game.seats)), key=lambda seat: result["ranks"][seat]):
        who = game.seats[seat] or "person"
        yield f"{result['ranks'][seat]}. {text.SEATS[seat]} ({who}): {result['scores'][seat]} VP"
    yield f"Decided by: {DECIDED_BY[result['decided_by']]}."
