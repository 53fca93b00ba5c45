"""Games, questions, actions and events in words; the only place that formats.

Every action has exactly one text, and every text one action, over the whole action space.
"""

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import numpy as np

from kingsburg_env.engine.actions import BLOCKS, BUNDLES, NUM_ACTIONS
from kingsburg_env.engine.answers import masks_of
from kingsburg_env.engine.names import (
    MAX_DICE,
    NO_GOVERNOR,
    NO_GROUP,
    NOBODY,
    NUM_ADVISORS,
    NUM_OWN_DICE,
    Advisor,
    Building,
    Decision,
    Effect,
    Enemy,
    Event,
    Good,
    Governor,
    Phase,
    Source,
)
from kingsburg_env.engine.province import standing
from kingsburg_env.engine.tables import advisors, buildings, enemies, governors

# How like a text must be to an action's to be meant for it.
ALIKE = 0.8
MAX_LISTED = 8
"""How many legal actions an error lists."""

SEATS = ("red", "blue", "green", "yellow", "white")
"""What the seats are called."""

GOODS = tuple(good.name.lower() for good in Good)

MODIFIERS = (
    "",
    " with +2",
    " with market -1",
    " with market +1",
    " with +2 and market -1",
    " with +2 and market +1",
)

REROLLS = (
    "re-roll an own die with the Statue",
    "re-roll a bonus die with the Statue",
    "re-roll all dice with the Chapel",
    "re-roll all dice with the Philosopher",
)

CHANGES = (
    "set own dice to 3, 4 and 6",
    "turn an own 2 into 1",
    "turn an own 2 into 3",
    "turn a bonus 2 into 1",
    "turn a bonus 2 into 3",
)

TRADES = (
    "pay a +2 token at the Town Hall",
    "pay gold at the Town Hall",
    "pay wood at the Town Hall",
    "pay stone at the Town Hall",
    "sell wood at the Sawmill",
    "sell stone at the Quarry",
    "sell gold at the Goldsmith",
)

QUESTIONS = {
    Decision.NONE: "the game is over",
    Decision.PICK_GOVERNOR: "which governor to keep",
    Decision.TAKE_GOODS: "which goods to take",
    Decision.SORCERY: "what to build by sorcery",
    Decision.BLESS: "whether to ask the blessing now",
    Decision.REROLL: "whether to re-roll or turn dice",
    Decision.CHANGE: "whether to set the own dice",
    Decision.INFLUENCE: "which advisor to influence",
    Decision.PICK_DICE: "which dice to use",
    Decision.MOVE_TO_DUCHESS: "whether to move the highest group to the Duchess",
    Decision.ALCHEMY: "which good to give the Alchemist",
    Decision.SMUGGLE: "which goods to buy from the Smuggler for 1 VP",
    Decision.BUILD: "what to build",
    Decision.SAVE_GOOD: "which good of the cost to save",
    Decision.END_SEASON: "what to trade at the end of the season",
    Decision.RECRUIT: "what to pay for another soldier",
    Decision.COMMIT_TOKEN: "which army token to put down",
    Decision.LOSE_GOODS: "which goods to lose",
    Decision.USE_EFFECT: "whether to use an effect",
}

EFFECTS = {
    Effect.FARMS: "the Farms' die",
    Effect.KINGS_AID: "the die of the King's aid",
    Effect.FAIRY: "the Fairy's die",
    Effect.MERCHANTS_GUILD: "the Merchants' Guild's gold",
    Effect.SAVINGS: "what is saved on the",
    Effect.EMBASSY: "the Embassy's point",
    Effect.PREACHER: "the Preacher's point",
    Effect.FORTRESS: "the Fortress's point",
    Effect.YEARLY_GOODS: "the governor's yearly goods",
}
"""What may be used or not; a saving is followed by its building."""


def goods(amounts: Any) -> str:
    """Write amounts of gold, wood and stone."""
    return (
        " + ".join(f"{amount} {good}" for amount, good in zip(amounts, GOODS, strict=True) if amount)
        or "nothing"
    )


def _influence(number: int) -> str:
    modifier, advisor = divmod(number, NUM_ADVISORS)
    return f"influence {advisors.NAMES[Advisor(advisor)]}{MODIFIERS[modifier]}"


_WRITERS: dict[str, Callable[[int], str]] = {
    "pass_": lambda _: "pass",
    "governor": lambda number: f"keep {governors.NAMES[Governor(number)]}",
    "bless": lambda _: "ask the blessing",
    "reroll": REROLLS.__getitem__,
    "change": CHANGES.__getitem__,
    "influence": _influence,
    "own_die": lambda number: f"use an own {number + 1}",
    "bonus_die": lambda number: f"use a bonus {number + 1}",
    "duke": lambda _: "move to the Duchess",
    "goods": lambda number: goods(BUNDLES[number]),
    "recruit_token": lambda _: "pay a +2 token for a soldier",
    "build": lambda number: f"build {buildings.NAMES[Building(number)]}",
    "trade": TRADES.__getitem__,
    "army_token": lambda number: f"put down army token {number}",
    "use_effect": lambda _: "use the effect",
}

ACTIONS = tuple(_WRITERS[name](number) for name, block in BLOCKS.items() for number in range(block.size))
"""The text of every action, by number."""

_NUMBERS = {text.lower(): action for action, text in enumerate(ACTIONS)}


def describe_action(action: int) -> str:
    """Write an action in words."""
    if not 0 <= action < NUM_ACTIONS:
        msg = f"action {action}: must be from 0 to {NUM_ACTIONS - 1}"
        raise ValueError(msg)
    return ACTIONS[action]


def parse_action(text: str) -> int:
    """Find the action with this text; case and spaces at the ends do not matter."""
    try:
        return _NUMBERS[text.strip().lower()]
    except KeyError:
        # numbers that are alike mean something else
        meant = [] if re.search(r"\d", text) else get_close_matches(text, ACTIONS, 1, ALIKE)
        if meant:
            msg = f"unknown action {text!r}; did you mean {meant[0]!r}?"
            raise ValueError(msg) from None
        first = text.strip().lower().split(" ")[0]
        alike = [known for known in ACTIONS if known.lower().startswith(first)] or list(ACTIONS)
        msg = f"unknown action {text!r}: one of {len(alike)} like {', '.join(map(repr, alike[:8]))}"
        raise ValueError(msg) from None


def describe_illegal(state: Any, action: int) -> str:
    """Describe why an action is illegal: who is asked what, and what would be legal."""
    known = repr(ACTIONS[action]) if 0 <= action < NUM_ACTIONS else f"actions are 0 to {NUM_ACTIONS - 1}"
    said = f"illegal action {action} ({known})"
    if state.decision == Decision.NONE:
        return f"{said}: the game is over, only -1 (no action) is allowed"
    seat = int(state.actor)
    asked = f"player_{seat} ({SEATS[seat]}), who decides {QUESTIONS[Decision(int(state.decision))]}"
    legal = np.flatnonzero(masks_of(state))
    listed = ", ".join(f"{answer} {ACTIONS[answer]!r}" for answer in legal[:MAX_LISTED])
    rest = f", … ({len(legal)} in all)" if len(legal) > MAX_LISTED else ""
    return f"{said} for {asked}; legal: {listed}{rest}"


def describe_question(state: Any) -> str:
    """Describe who is asked what."""
    if state.decision == Decision.NONE:
        return QUESTIONS[Decision.NONE]
    asked = QUESTIONS[Decision(int(state.decision))]
    if state.decision == Decision.USE_EFFECT:
        asked = f"whether to use {describe_effect(state)}"
    return f"{SEATS[int(state.actor)]} decides {asked}"


def describe_effect(state: Any) -> str:
    """Describe which effect may be used."""
    said = EFFECTS[Effect(int(state.effect))]
    if state.effect == Effect.SAVINGS:
        return f"{said} {buildings.NAMES[Building(int(state.building))]}"
    return said


def describe_time(state: Any) -> str:
    """Describe where in the game we are."""
    phase = Phase(int(state.phase)).name.replace("_", " ").lower()
    return phase if state.year == 0 else f"year {enemies.ROMAN[int(state.year)]}, {phase}"


def describe(state: Any) -> str:
    """Write a whole game as a person at the table sees it; hidden things stay hidden."""
    lines = [describe_time(state), describe_order(state)]
    court = describe_court(state)
    if court:
        lines.append(f"court: {court}")
    if state.is_enemy_shown:
        lines.append(f"enemy: {enemies.NAMES[Enemy(int(state.enemies[int(state.year) - 1]))]}")
    lines += [describe_player(state, seat) for seat in range(int(state.num_players))]
    lines.append(describe_question(state))
    if state.decision != Decision.NONE:
        lines.append("  " + " | ".join(ACTIONS[answer] for answer in np.flatnonzero(masks_of(state))))
    return "\n".join(lines)


def describe_order(state: Any) -> str:
    """Write the turn order, and who holds the envoy."""
    order = ", ".join(SEATS[int(seat)] for seat in state.order[: int(state.num_players)])
    envoy = "" if state.envoy == NOBODY else f"; envoy with {SEATS[int(state.envoy)]}"
    return f"turn order: {order}{envoy}"


def describe_court(state: Any) -> str:
    """Write whose dice lie on which advisors."""
    return ", ".join(
        f"{advisors.NAMES[Advisor(advisor)]} ({describe_holders(state, advisor)})"
        for advisor in range(NUM_ADVISORS)
        if int(state.taken) >> advisor & 1
    )


def describe_holders(state: Any, advisor: int) -> str:
    """Write whose dice lie on an advisor."""
    holders = [
        f"{SEATS[seat]} {dice_of_group(state.players[seat], group)}"
        for seat in range(int(state.num_players))
        for group, at in enumerate(state.players[seat].group_at)
        if at == advisor
    ]
    neutral = ["neutral"] * (int(state.neutral) >> advisor & 1)
    return ", ".join(neutral + holders)


def dice_of_group(player: Any, group: int) -> str:
    """Write the dice of a group; bonus dice carry a star."""
    return "+".join(
        _die(player, die) for die in range(MAX_DICE) if player.dice[die] and player.group_of[die] == group
    )


def _die(player: Any, die: int) -> str:
    return f"{player.dice[die]}{'' if die < NUM_OWN_DICE else '*'}"


def describe_player(state: Any, seat: int) -> str:
    """Write what a player owns."""
    player = state.players[seat]
    parts = [f"{player.vp} VP", goods(player.goods)]
    hand = " ".join(
        _die(player, die) for die in range(MAX_DICE) if player.dice[die] and player.group_of[die] == NO_GROUP
    )
    if hand:
        parts.append(f"dice {hand}")
    if player.plus_two:
        parts.append(f"{player.plus_two} +2")
    if player.soldiers:
        parts.append(f"{player.soldiers} soldier{'s' if player.soldiers > 1 else ''}")
    if player.governor != NO_GOVERNOR:
        parts.append(governors.NAMES[Governor(int(player.governor))])
    if state.with_army:
        parts.append(
            "tokens " + " ".join(str(value) for value, left in enumerate(player.tokens) for _ in range(left))
        )
    names = [buildings.NAMES[Building(building)] for building in np.flatnonzero(standing(player.rows))]
    return f"{SEATS[seat]}: {', '.join(parts)}; {', '.join(names) or 'no buildings'}"


CAUSES = {source: source.name.replace("_", " ").lower() for source in Source} | {
    Source.KINGS_ARMY: "King's army",
    Source.REWARD: "King's reward",
    Source.AID: "King's aid",
    Source.MERCHANTS_GUILD: "Merchants' Guild",
    Source.STRONGEST: "highest strength",
}


def describe_event(event: Any) -> str:
    """Write one event of the log in words."""
    what, amount = int(event.what), int(event.amount)
    who = SEATS[int(event.seat)] if event.seat != NOBODY else ""
    match Event(int(event.kind)):
        case Event.PHASE:
            phase = Phase(what).name.replace("_", " ").lower()
            # A new year is announced while the old one still counts.
            return f"year {enemies.ROMAN[amount + (what == Phase.NEW_YEAR)]}: {phase}"
        case Event.GOVERNOR:
            return f"{who} is the {governors.NAMES[Governor(what)]}"
        case Event.ORDER:
            return f"{who} takes place {what + 1}" + (f" with {amount}" if amount else "")
        case Event.GOODS | Event.POINTS | Event.SOLDIERS | Event.TOKENS:
            return _describe_gain(who, Event(int(event.kind)), what, amount, Source(int(event.source)))
        case Event.ROLLED | Event.REROLLED | Event.TURNED | Event.DIE_PLACED:
            verb = {
                Event.ROLLED: "rolls",
                Event.REROLLED: "re-rolls",
                Event.TURNED: "turns",
                Event.DIE_PLACED: "uses",
            }
            kind = "an own die" if what < NUM_OWN_DICE else "a bonus die"
            return f"{who} {verb[Event(int(event.kind))]} {kind}: {amount}"
        case kind:
            return _describe_happening(kind, who, what, amount)


def _describe_gain(who: str, kind: Event, what: int, amount: int, source: Source) -> str:
    unit = {
        Event.GOODS: GOODS[what],
        Event.POINTS: "VP",
        Event.SOLDIERS: "soldier" if abs(amount) == 1 else "soldiers",
        Event.TOKENS: "+2 token",
    }[kind]
    return f"{who} {'gains' if amount > 0 else 'gives'} {abs(amount)} {unit} ({CAUSES[source]})"


def _describe_happening(kind: Event, who: str, what: int, amount: int) -> str:
    advisor = advisors.NAMES[Advisor(what)] if 0 <= what < NUM_ADVISORS else ""
    texts: dict[Event, Callable[[], str]] = {
        Event.NEUTRAL: lambda: f"neutral dice go to the {advisor}",
        Event.BONUS_DICE: lambda: (
            f"{who} gets {amount} bonus dice" if amount > 0 else f"{who} gives {-amount} bonus dice back"
        ),
        Event.BLESSING: lambda: f"{who} asks the blessing",
        Event.PLACED: lambda: f"{who} influences the {advisor}{MODIFIERS[amount]}",
        Event.PASSED: lambda: f"{who} passes",
        Event.MOVED: lambda: f"{who} moves a group to the {advisor}",
        Event.HELPED: lambda: f"the {advisor} helps {who}",
        Event.LOOKED: lambda: f"{who} looks at the enemy card",
        Event.BUILT: lambda: f"{who} builds the {buildings.NAMES[Building(what)]}",
        Event.DESTROYED: lambda: f"{who} loses the {buildings.NAMES[Building(what)]}",
        Event.ENVOY: lambda: f"the King's envoy {'comes to' if amount > 0 else 'leaves'} {who}",
        Event.KINGS_DIE: lambda: f"the King's die shows {amount}",
        Event.ARMY_TOKEN: lambda: f"{who} shows army token {amount}",
        Event.ACADEMY_DIE: lambda: f"{who}'s Military Academy rolls {amount}",
        Event.ENEMY: lambda: f"the enemy is {enemies.NAMES[Enemy(what)]}",
        Event.STRENGTH: lambda: f"{who} has strength {amount}",
        Event.VICTORY: lambda: f"{who} is victorious",
        Event.TIE: lambda: f"{who} holds out",
        Event.DEFEAT: lambda: f"{who} is defeated",
        Event.OVER: lambda: "the game is over",
    }
    return texts[kind]()
