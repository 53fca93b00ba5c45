"""`kingsburg describe-env`: the environment's spaces, versions and sizes."""

import json
from typing import Any

import typer
from rich.table import Table

from kingsburg_app.options import AsJson
from kingsburg_app.screen import new_console, say

INDENT = 29
"""Where values begin."""


def describe_env(
    as_json: AsJson = False,
) -> None:
    """Describe the environment: its spaces, versions and sizes, the same for all rules.

    Examples:
      kingsburg describe-env

      kingsburg describe-env --json
    """
    facts = gather_facts()
    if as_json:
        typer.echo(json.dumps(facts))
        return
    console = new_console()
    for name in ("version", "ids", "rules", "sizes"):
        value = facts[name]
        lines = value.items() if isinstance(value, dict) else [("", value)]
        for key, part in lines:
            say(f"{' '.join(filter(None, (name, key))):28} {_words(part)}", INDENT)
    console.print(_table("Actions", ("block", "first", "count"), facts["action_blocks"]))
    # The parts of the other players are those of player 0 over again.
    parts = [part for part in facts["observation_parts"] if "[" not in part[0] or "[0]" in part[0]]
    console.print(_table("Observation", ("part", "first", "count", "meaning"), parts))


def gather_facts() -> dict[str, Any]:
    """Gather what describes the environment, from the code itself."""
    from kingsburg_env import __version__
    from kingsburg_env.engine.actions import BLOCKS, NUM_ACTIONS
    from kingsburg_env.engine.names import MAX_PLAYERS, MIN_PLAYERS
    from kingsburg_env.engine.rules import EDITIONS, MODULES, PLUS_TWO
    from kingsburg_env.engine.state import STATE
    from kingsburg_env.envs.registration import AEC_ID, GYMNASIUM_ID
    from kingsburg_env.obs_types import layout
    from kingsburg_env.observation import OBSERVATION_SIZE
    from kingsburg_env.rewards import REWARD_CODES

    return {
        "version": __version__,
        "ids": {"pettingzoo": AEC_ID, "gymnasium": GYMNASIUM_ID},
        "rules": {
            "num_players": list(range(MIN_PLAYERS, MAX_PLAYERS + 1)),
            "edition": list(EDITIONS),
            "modules": list(MODULES),
            "plus_two": list(PLUS_TWO),
            "optional_effects": [False, True],
            "reward": list(REWARD_CODES),
        },
        "sizes": {"actions": NUM_ACTIONS, "observation": OBSERVATION_SIZE, "bytes_per_game": STATE.itemsize},
        "action_blocks": [[name.strip("_"), block.first, block.size] for name, block in BLOCKS.items()],
        "observation_parts": [[part.name, part.first, part.length, part.meaning] for part in layout()],
    }


def _words(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _table(title: str, heads: tuple[str, ...], rows: list[list[Any]]) -> Table:
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head, justify="right" if head in ("first", "count") else "left")
    for row in rows:
        table.add_row(*map(str, row))
    return table
