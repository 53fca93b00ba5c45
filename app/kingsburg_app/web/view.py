"""What a seat may know of a table, as a message. The only place that decides what leaves the server.

Public things are read from the game, the seat's own secrets from its observation, and nothing else is read:
the key of the game's luck, the cards of later years and the others' picks never pass through here.
"""

from typing import Any

import numpy as np

from kingsburg_app.game_in_progress import GameInProgress
from kingsburg_app.web.placing import placements
from kingsburg_app.web.store import WATCHER
from kingsburg_env import observe, ranking, text
from kingsburg_env.check import Games
from kingsburg_env.engine.names import NOBODY, Decision, Step
from kingsburg_env.engine.province import standing
from kingsburg_env.engine.tables.advisors import HELP_ORDER
from kingsburg_env.observation import VIEW

Message = dict[str, Any]

# What everybody sees of the table and of a player, by the names of the record.
PUBLIC_TABLE = (
    "year", "phase", "decision", "actor", "envoy", "taken", "neutral", "is_enemy_shown", "reinforcement",
)  # fmt: skip
PUBLIC_PLAYER = (
    "vp", "goods", "plus_two", "soldiers", "strength", "bonus", "passed", "has_looked", "tokens",
    "dice", "group_of", "group_at", "governor",
)  # fmt: skip
# Decisions that are about one advisor.
ABOUT_AN_ADVISOR = (Decision.TAKE_GOODS, Decision.ALCHEMY, Decision.SMUGGLE)


def see(table: GameInProgress, seat: int, since: int) -> Message:
    """Build the message for a seat, or for a watcher, with the story from line `since` on."""
    game = table.games
    count = int(game["num_players"][0])
    message: Message = {
        "type": "view",
        "move": len(table.actions),
        "seat": seat,
        **{name: int(game[name][0]) for name in PUBLIC_TABLE},
        "order": game["order"][0, :count].tolist(),
        "advisor": advisor_in_question(game),
        "effect": effect_in_question(game),
        "players": _players(game, count),
        "enemy": _shown_enemy(game),
        "past_enemies": game["enemies"][0, : max(0, int(game["year"][0]) - 1)].tolist(),
        "story": [text.describe_event(event) for event in table.events[since:]],
    }
    if seat != WATCHER:
        message |= _secrets(game, seat)
    if table.actor == seat != NOBODY:
        message["question"] = _question(table)
    if table.is_over:
        message |= _result(game, count)
    return message


def _players(game: Games, count: int) -> list[Message]:
    seated = game["players"][0, :count]
    columns = {name: seated[name].tolist() for name in PUBLIC_PLAYER}
    columns["built"] = [np.flatnonzero(sheet).tolist() for sheet in standing(seated["rows"])]
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def advisor_in_question(game: Games) -> int:
    """Name the advisor being influenced or helping, or NOBODY."""
    decision = game["decision"][0]
    if decision == Decision.PICK_DICE:
        return int(game["advisor"][0])
    if decision in ABOUT_AN_ADVISOR and game["step"][0] == Step.HELP:
        return int(HELP_ORDER[int(game["advisor"][0])])
    return NOBODY


def effect_in_question(game: Games) -> str:
    """Say which effect may be used or not, in words; nothing at other questions."""
    return text.describe_effect(game[0]) if game["decision"][0] == Decision.USE_EFFECT else ""


def _shown_enemy(game: Games) -> int:
    """Name this year's enemy card if it lies open, or NOBODY."""
    return int(game["enemies"][0, int(game["year"][0]) - 1]) if game["is_enemy_shown"][0] else NOBODY


def _secrets(game: Games, seat: int) -> Message:
    """Read the seat's own secrets: a card it has looked at, its governors, its token."""
    seen = observe(game, seat).view(VIEW)[0, 0]
    return {
        "enemy": _hot(seen["enemy"]),
        "dealt": np.flatnonzero(seen["dealt"]).tolist(),
        "picked_governor": _hot(seen["governor"]),
        "picked_token": _hot(seen["picked_token"]),
    }


def _hot(marks: Any) -> int:
    """Find what is marked, or NOBODY."""
    return int(marks.argmax()) if marks.any() else NOBODY


def _question(table: GameInProgress) -> Message:
    """List the answers: actions by number, and dice groups for whoever places dice."""
    groups = placements(table.games, table.buffers.mask[0])
    return {
        "actions": np.flatnonzero(table.buffers.mask[0]).tolist(),
        "placements": [[list(group.dice), group.advisor, group.modifier] for group in groups],
    }


def _result(game: Games, count: int) -> Message:
    return {
        "ranks": ranking(game)[0, :count].tolist(),
        "vp_from": game["players"]["vp_from"][0, :count].tolist(),
    }
