"""`kingsburg rules`: every card of the game, what it does, and how sure that is."""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from kingsburg_app.exits import CHECK_FAILED
from kingsburg_app.options import AsJson
from kingsburg_app.screen import new_console, say

if TYPE_CHECKING:
    from kingsburg_env.engine.tables import Card

MARKS = {"P": "printed, or agreed by two or more sources", "S": "one source", "R": "reconstructed"}
HEADS = ("name", "what it does", "mark", "source")
WIDE = 100


def rules(
    words: Annotated[list[str] | None, typer.Argument(help="Words to search for; all must be found.")] = None,
    kind: Annotated[
        str, typer.Option(help="Only these: advisor, building, enemy, governor or army token.")
    ] = "",
    mark: Annotated[
        str, typer.Option(help="Only what is P printed, S from one source or R reconstructed.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Browse advisors, buildings, enemies, governors and army tokens, each with its provenance.

    Exit code 1 says that nothing was found.

    Examples:
      kingsburg rules

      kingsburg rules farms

      kingsburg rules --kind governor --mark R

      kingsburg rules bonus die --json
    """
    from kingsburg_env.engine.tables import LEFT_OUT

    found = find_cards(words or [], kind, mark)
    if as_json:
        typer.echo(json.dumps({"cards": [card._asdict() for card in found], "left_out": LEFT_OUT}))
    elif found:
        _print(found)
        _print_left_out({card.kind for card in found}, LEFT_OUT)
    else:
        typer.echo("No card has these words.", err=True)
    if not found:
        raise typer.Exit(CHECK_FAILED)


def find_cards(words: Sequence[str], kind: str = "", mark: str = "") -> list["Card"]:
    """List the cards of a kind and a mark that have all these words in name, kind, effect or source."""
    from kingsburg_env.engine.tables import listing

    cards = listing()
    kinds = list(dict.fromkeys(card.kind for card in cards))
    for name, value, allowed in (("kind", kind, kinds), ("mark", mark, list(MARKS))):
        if value and value not in allowed:
            raise ValueError(f"--{name} {value}: must be one of {', '.join(allowed)}")
    wanted = [card for card in cards if kind in ("", card.kind) and mark in ("", card.mark)]
    return [card for card in wanted if _has_words(card, words)]


def _has_words(card: "Card", words: Iterable[str]) -> bool:
    said = f"{card.kind} {card.name} {card.effect} {card.source}".lower()
    return all(word.lower() in said for word in words)


def _print(cards: Sequence["Card"]) -> None:
    """Print one table for each kind; a narrow terminal shows sources below what the cards do."""
    console = new_console()
    is_wide = console.width >= WIDE
    for kind in dict.fromkeys(card.kind for card in cards):
        table = Table(*HEADS if is_wide else HEADS[:-1], title=kind.capitalize(), title_justify="left")
        for card in cards:
            if card.kind == kind:
                does = (card.effect, card.mark, card.source)
                table.add_row(card.name, *does if is_wide else (f"{card.effect}\n({card.source})", card.mark))
        console.print(table)
    say("Marks: " + "; ".join(f"{mark} {meaning}" for mark, meaning in MARKS.items()) + ".")


def _print_left_out(kinds: set[str], left_out: dict[str, tuple[str, ...]]) -> None:
    for kind, names in left_out.items():
        if kind in kinds:
            say(f"Not in the game, as no public source has their effects: {kind}s {', '.join(names)}.")
