"""The board as text: all a person needs to play in a terminal, as the player who is asked knows it."""

from itertools import islice
from typing import Any

import numpy as np

from kingsburg_env import text
from kingsburg_env.engine.actions import BLOCKS
from kingsburg_env.engine.answers import masks_of
from kingsburg_env.engine.names import (
    NOBODY,
    NUM_ADVISORS,
    NUM_COLUMNS,
    NUM_COURT,
    Advisor,
    Building,
    Decision,
    Enemy,
    Governor,
)
from kingsburg_env.engine.province import standing
from kingsburg_env.engine.tables import advisors, buildings, enemies, governors
from kingsburg_env.render.facts import advisors_offered, is_enemy_open, rows_of, strengths
from kingsburg_env.render.story import Story

WIDTH = 118
STORY_LINES = 8
NAME_WIDTH, DICE_WIDTH = 17, 24


def describe_board(state: Any, story: Story) -> str:
    """Write the whole table, what happened last, and the numbers of the actions that may be chosen now."""
    parts = [
        _head(state),
        _court(state),
        ["Buildings: gold/wood/stone, VP, built by", *_buildings(state)],
        [text.describe_player(state, seat).partition(";")[0] for seat in range(int(state.num_players))],
        [f"  {line.said}" for line in islice(reversed(list(story)), STORY_LINES)][::-1],
        _question(state),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _head(state: Any) -> list[str]:
    """Write the time, the turn order and what is known of this year's enemy."""
    year = max(int(state.year), 1)
    card = Enemy(int(state.enemies[year - 1]))
    has_looked = state.actor != NOBODY and state.players[int(state.actor)].has_looked
    if is_enemy_open(state) or has_looked:
        enemy = f"enemy: {enemies.NAMES[card]}; {enemies.ROWS[card].effect}"
    else:
        weakest, strongest = strengths(year)
        enemy = f"winter {enemies.ROMAN[year]}: strength {weakest} to {strongest}, face down"
    return [text.describe_time(state), text.describe_order(state), enemy]


def _court(state: Any) -> list[str]:
    """Write the advisors, whose dice lie there, and what they give; those that may be chosen are marked."""
    offered = advisors_offered(state)
    has_politician = any(player.governor == Governor.POLITICIAN for player in state.players)
    return [
        _advisor(state, Advisor(advisor), ">" if advisor in offered else " ")
        for advisor in range(NUM_ADVISORS)
        if advisor < NUM_COURT or has_politician
    ]


def _advisor(state: Any, advisor: Advisor, mark: str) -> str:
    row, name = advisors.ADVISORS[advisor], advisors.NAMES[advisor].replace("Private", "own")
    dice = text.describe_holders(state, advisor)
    return f"{mark} {row.rank:2} {name:{NAME_WIDTH}} {dice:{DICE_WIDTH}} {advisors.ROWS[advisor].effect}".rstrip()


def _buildings(state: Any) -> list[str]:
    """Write the sheet of buildings once for all: who has built what."""
    cells = [
        [_building(state, Building(row * NUM_COLUMNS + column)) for column in range(NUM_COLUMNS)]
        for row in rows_of(state)
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  " + "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def _building(state: Any, building: Building) -> str:
    row = buildings.BUILDINGS[building]
    owners = "".join(
        text.SEATS[seat][0] if standing(state.players[seat].rows)[building] else "."
        for seat in range(int(state.num_players))
    )
    return f"{buildings.NAMES[building]} {'/'.join(map(str, row.cost))} {row.vp} {owners}"


def _question(state: Any) -> list[str]:
    """Write who is asked what, and every answer with its number."""
    if state.decision == Decision.NONE:
        return [text.describe_question(state)]
    answers = [f"{answer:4} {_answer(int(answer))}" for answer in np.flatnonzero(masks_of(state))]
    return [f"{text.describe_question(state)}:", *_in_columns(answers)]


def _answer(action: int) -> str:
    """Write an answer, and what a card that it names does."""
    said = text.describe_action(action)
    if BLOCKS["build"].first <= action < BLOCKS["build"].end:
        return f"{said}: {buildings.ROWS[Building(action - BLOCKS['build'].first)].effect}"
    if BLOCKS["governor"].first <= action < BLOCKS["governor"].end:
        return f"{said}: {governors.ROWS[Governor(action - BLOCKS['governor'].first)].effect}"
    return said


def _in_columns(cells: list[str]) -> list[str]:
    """Write short cells side by side, down each column first."""
    width = max(map(len, cells)) + 2
    num_rows = -(-len(cells) // max(WIDTH // width, 1))
    return ["".join(f"{cell:{width}}" for cell in cells[row::num_rows]).rstrip() for row in range(num_rows)]
