"""The board as text: all a person needs to play in a terminal, from the view of the player who is asked."""

from itertools import islice

from kingsburg_env import text
from kingsburg_env.check import Games
from kingsburg_env.engine.actions import BLOCKS
from kingsburg_env.engine.names import NOBODY, NUM_COLUMNS, Building, Decision, Governor
from kingsburg_env.engine.tables import buildings, enemies, governors
from kingsburg_env.render.story import Story
from kingsburg_env.view import View, view_of

WIDTH = 118
STORY_LINES = 8
NAME_WIDTH, DICE_WIDTH = 17, 24


def describe_board(games: Games, story: Story) -> str:
    """Write the whole table, what happened last, and the numbers of the actions that may be chosen now.

    Args:
        games: A batch of one game.
        story: What happened.
    """
    actor = int(games["actor"][0])
    view = view_of(games, None if actor == NOBODY else actor)
    parts = [
        _head(view),
        [_advisor(view, advisor) for advisor in view["court"]],
        ["Buildings: gold/wood/stone, VP, built by", *_buildings(view)],
        [_player(player) for player in view["players"]],
        [f"  {line.said}" for line in islice(reversed(list(story)), STORY_LINES)][::-1],
        _question(view),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _head(view: View) -> list[str]:
    """Write the time, the turn order and what is known of this year's enemy."""
    order = f"turn order: {', '.join(text.SEATS[seat] for seat in view['order'])}"
    if view["envoy"] is not None:
        order += f"; envoy with {text.SEATS[view['envoy']]}"
    card, year = view["enemy"]["card"], enemies.ROMAN[view["enemy"]["year"]]
    if card is not None:
        return [view["time"], order, f"enemy: {card['name']}; {card['effect']}"]
    return [view["time"], order, f"winter {year}: strength {_range(view['enemy'])}, face down"]


def _range(found: View) -> str:
    return str(found["low"]) if found["low"] == found["high"] else f"{found['low']} to {found['high']}"


def _advisor(view: View, advisor: View) -> str:
    """Write an advisor, whose dice lie there, and what it gives; those that may be chosen are marked."""
    mark = ">" if view["question"] and advisor["advisor"] in view["question"]["advisors"] else " "
    name = advisor["name"].replace("Private", "own")
    holders = [f"{text.SEATS[group['seat']]} {'+'.join(_dice(group))}" for group in advisor["groups"]]
    dice = ", ".join(["neutral"] * advisor["is_neutral"] + holders)
    return f"{mark} {advisor['rank']:2} {name:{NAME_WIDTH}} {dice:{DICE_WIDTH}} {advisor['effect']}".rstrip()


def _dice(found: View, own: str = "own", bonus: str = "bonus") -> list[str]:
    """Write dice; bonus dice carry a star."""
    return [str(face) for face in found[own]] + [f"{face}*" for face in found[bonus]]


def _buildings(view: View) -> list[str]:
    """Write the sheet of buildings once for all: who has built what."""
    first = view["players"][0]
    in_play = sorted({*first["buildings"], *(one["building"] for one in first["next"] + first["later"])})
    cells = [
        [_building(view, Building(number)) for number in in_play[start : start + NUM_COLUMNS]]
        for start in range(0, len(in_play), NUM_COLUMNS)
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  " + "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def _building(view: View, building: Building) -> str:
    row = buildings.BUILDINGS[building]
    owners = "".join(
        player["colour"][0] if building in player["buildings"] else "." for player in view["players"]
    )
    return f"{buildings.NAMES[building]} {'/'.join(map(str, row.cost))} {row.vp} {owners}"


def _player(player: View) -> str:
    """Write what a player owns, and the strength for the coming battle."""
    parts = [f"{player['vp']} VP", text.goods(player["goods"])]
    if hand := _dice(player, "own_dice", "bonus_dice"):
        parts.append(f"dice {' '.join(hand)}")
    if player["plus_two"]:
        parts.append(f"{player['plus_two']} +2")
    if player["soldiers"]:
        parts.append(f"{player['soldiers']} soldier{'s' if player['soldiers'] > 1 else ''}")
    parts.append(f"strength {_range(player['strength'])}")
    if player["governor"]:
        parts.append(player["governor"]["name"])
    if player["army_tokens"]:
        parts.append(f"tokens {' '.join(map(str, player['army_tokens']))}")
    return f"{player['colour']}: {', '.join(parts)}"


def _question(view: View) -> list[str]:
    """Write who is asked what, and every action with its number."""
    if view["question"] is None:
        return [text.QUESTIONS[Decision.NONE]]
    listed = [f"{choice['action']:4} {_action(choice)}" for choice in view["actions"]]
    return [f"{view['question']['sentence']}:", *_in_columns(listed)]


def _action(choice: View) -> str:
    """Write an action, and what a card that it names does."""
    action, said = choice["action"], choice["text"]
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
