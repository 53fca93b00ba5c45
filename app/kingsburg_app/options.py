"""Options that several commands have, declared once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kingsburg_env import Rules

Edition = Annotated[str, typer.Option(help="second or first.")]
Modules = Annotated[str, typer.Option(help="Any of rows,governors,army.")]
OptionalEffects = Annotated[
    bool, typer.Option("--optional-effects", help="Effects may be declined wherever that can pay.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def read_rules(players: int, edition: str, modules: str, optional_effects: bool) -> "Rules":
    """Read the rules from the options; what is wrong is named as it was typed."""
    from kingsburg_env import Rules
    from kingsburg_env.engine.names import MAX_PLAYERS, MIN_PLAYERS
    from kingsburg_env.engine.rules import EDITIONS, MODULES

    named = list(filter(None, (name.strip() for name in modules.split(","))))
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise ValueError(f"--players {players}: must be from {MIN_PLAYERS} to {MAX_PLAYERS}")
    _check("edition", edition, [edition], EDITIONS, "")
    _check("modules", modules, named, MODULES, ", separated by commas")
    return Rules(players, edition, tuple(named), optional_effects=optional_effects)


def _check(option: str, typed: str, named: Sequence[str], allowed: Sequence[str], how: str) -> None:
    if not {*named} <= {*allowed}:
        raise ValueError(f"--{option} {typed}: unknown; choose from {', '.join(allowed)}{how}")
