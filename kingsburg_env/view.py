"""What a seat may know of a game, as one plain dictionary that goes into JSON as it is.

Terminal, browser, pictures and agents that read words all read this; nothing else above the engine decodes a record.
Seats count from 0, nobody is None, goods are [gold, wood, stone], and a bonus die never lies among own dice.
Advisors, buildings, governors and enemies are numbers of the engine's enums, with their names beside them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import combinations
from typing import Any

import numpy as np

from kingsburg_env import text
from kingsburg_env.batch import clone, observe, rules_of
from kingsburg_env.check import Games, as_records, check_rules
from kingsburg_env.engine.actions import BLOCKS, BONUS_DIE, INFLUENCE, OWN_DIE
from kingsburg_env.engine.answers import masks_of
from kingsburg_env.engine.names import (
    MAX_DICE,
    NO_GOVERNOR,
    NO_GROUP,
    NO_TOKEN,
    NOBODY,
    NUM_ADVISORS,
    NUM_COLUMNS,
    NUM_COURT,
    NUM_ENEMIES_PER_YEAR,
    NUM_GOODS,
    NUM_MODIFIERS,
    NUM_OWN_DICE,
    Advisor,
    Building,
    Decision,
    Effect,
    Enemy,
    Event,
    Governor,
    Phase,
    Row,
    Source,
    Step,
    Trader,
)
from kingsburg_env.engine.province import standing
from kingsburg_env.engine.tables import advisors, buildings, enemies, governors
from kingsburg_env.observation import VIEW
from kingsburg_env.outcome import DECIDED_BY, SOURCES, outcome_of
from kingsburg_env.reckoning import reckon

View = dict[str, Any]

RANKS: list[int] = advisors.ADVISORS["rank"].tolist()


def view_of(games: Games, seat: int | None = None, events: Iterable[Any] = ()) -> View:
    """Collect what a seat may know of a game.

    Args:
        games: A batch of one game.
        seat: Who looks, or None for somebody who only watches and knows no secret.
        events: What happened, from `Buffers.log()`; all of it is public.

    Returns:
        A dictionary of whole numbers, strings, booleans, lists and None.
    """
    games = _one_game(games)
    state = games[0]
    _check_seat(seat, int(state.num_players))
    secrets = None if seat is None else _secrets(games, seat)
    card = _known_card(state, secrets)
    sums = reckon(games)[0]
    is_asked = seat is not None and state.actor == seat
    return {
        "seat": seat,
        "rules": {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(rules_of(games)).items()
        },
        **_time(state),
        "order": [int(other) for other in state.order[: state.num_players]],
        "envoy": _or_none(state.envoy, NOBODY),
        "question": _question(state),
        "court": _court(state),
        "enemy": _enemy(state, card),
        "past_enemies": [_card(Enemy(int(past))) for past in state.enemies[: max(int(state.year) - 1, 0)]],
        "kings_die": _or_none(state.reinforcement, 0),
        "players": [_player(state, other, card, sums) for other in range(int(state.num_players))],
        "secrets": secrets,
        "actions": _actions(state) if is_asked else [],
        "placements": placements(games) if is_asked else [],
        "events": [_event(event) for event in events],
        "result": _result(games),
    }


def _one_game(games: Games) -> Games:
    """Refuse all but one game; a copy of its own keeps the caller's from being touched."""
    check_rules(as_records(games))
    if len(games) != 1:
        raise ValueError(f"games: a view is of one game, not of {len(games)}; take games[i : i + 1]")
    return clone(games)


def _check_seat(seat: int | None, num_players: int) -> None:
    is_whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if seat is not None and not (is_whole and 0 <= seat < num_players):
        raise ValueError(
            f"seat={seat!r}: must be from 0 to {num_players - 1}, or None for somebody who only watches"
        )


def _or_none(value: Any, nothing: int) -> int | None:
    return None if value == nothing else int(value)


# The registers of the record: what they mean depends on the question, and is told here alone.


def _advisor_in_question(state: Any) -> int | None:
    """Name the advisor being influenced or helping."""
    if state.decision == Decision.PICK_DICE:
        return int(state.advisor)
    is_helping = state.decision != Decision.NONE and state.step == Step.HELP
    return int(advisors.HELP_ORDER[int(state.advisor)]) if is_helping else None


def _modifier_in_question(state: Any) -> int | None:
    """Number what modifies the group being put together."""
    return int(state.modifier) if state.decision == Decision.PICK_DICE else None


def _group_in_question(state: Any) -> View | None:
    """Show the dice already in the group being put together."""
    if state.decision != Decision.PICK_DICE:
        return None
    return _dice(state.players[int(state.actor)], int(state.group))


def _is_cost_in_question(state: Any) -> bool:
    """Tell whether the cost of a building is being settled."""
    is_saving = state.decision == Decision.USE_EFFECT and state.effect == Effect.SAVINGS
    return bool(state.decision == Decision.SAVE_GOOD or is_saving)


def _building_in_question(state: Any) -> int | None:
    """Name the building whose cost is being settled."""
    return int(state.building) if _is_cost_in_question(state) else None


def _effect_in_question(state: Any) -> int | None:
    """Name the effect that may be used or not."""
    return int(state.effect) if state.decision == Decision.USE_EFFECT else None


def _buildings_so_far(state: Any) -> int | None:
    """Count the buildings of this turn, or of this sorcery."""
    is_building = state.decision in (Decision.BUILD, Decision.SORCERY) or _is_cost_in_question(state)
    return int(state.visit) if is_building else None


def _amount_in_question(state: Any) -> int | None:
    """Count the goods to take or to lose."""
    return int(state.amount) if state.decision in (Decision.TAKE_GOODS, Decision.LOSE_GOODS) else None


def _kinds_in_question(state: Any) -> list[int] | None:
    """List the kinds of goods that may be taken or lost."""
    if state.decision not in (Decision.TAKE_GOODS, Decision.LOSE_GOODS):
        return None
    return [good for good in range(NUM_GOODS) if int(state.kinds) >> good & 1]


def _is_unfinished(state: Any, seat: int, group: int) -> bool:
    """Tell whether a group is still being put together."""
    return state.decision == Decision.PICK_DICE and state.actor == seat and state.group == group


def _offered(state: Any, block: str, *decisions: Decision) -> list[int]:
    """List the advisors or buildings that may be chosen, where everybody can work it out."""
    if state.decision not in decisions:
        return []
    actions = np.flatnonzero(masks_of(state)[BLOCKS[block].first : BLOCKS[block].end])
    return sorted({int(action) % NUM_ADVISORS if block == "influence" else int(action) for action in actions})


# The table


def _time(state: Any) -> View:
    return {
        "year": int(state.year),
        "year_name": enemies.ROMAN[int(state.year)],
        "phase": int(state.phase),
        "phase_name": Phase(int(state.phase)).name.replace("_", " ").lower(),
        "step": int(state.step),
        "step_name": Step(int(state.step)).name.replace("_", " ").lower(),
        "time": text.describe_time(state),
    }


def _question(state: Any) -> View | None:
    """Show who is asked what, and what it is about."""
    if state.decision == Decision.NONE:
        return None
    sentence = text.describe_question(state)
    return {
        "seat": int(state.actor),
        "decision": int(state.decision),
        "name": Decision(int(state.decision)).name,
        "text": sentence.partition(" decides ")[2],
        "sentence": sentence,
        "advisor": _advisor_in_question(state),
        "modifier": _modifier_in_question(state),
        "group": _group_in_question(state),
        "building": _building_in_question(state),
        "effect": _effect_in_question(state),
        "built": _buildings_so_far(state),
        "amount": _amount_in_question(state),
        "kinds": _kinds_in_question(state),
        "advisors": _offered(state, "influence", Decision.INFLUENCE),
        "buildings": _offered(state, "build", Decision.BUILD, Decision.SORCERY),
    }


def _advisors_in_play(state: Any) -> range:
    """Go through the court, and the Politician's own advisors if he is there."""
    has_politician = any(player.governor == Governor.POLITICIAN for player in state.players)
    return range(NUM_ADVISORS if has_politician else NUM_COURT)


def _court(state: Any) -> list[View]:
    """List the advisors and the dice there, group by group in turn order."""
    groups: dict[int, list[View]] = {}
    for seat in state.order[: state.num_players].tolist():
        for group, advisor in enumerate(state.players[seat].group_at.tolist()):
            if advisor != NO_GROUP:
                groups.setdefault(advisor, []).append(_group(state, seat, group, advisor))
    taken, neutral = int(state.taken), int(state.neutral)
    return [
        {
            "advisor": advisor,
            "name": advisors.NAMES[Advisor(advisor)],
            "rank": RANKS[advisor],
            "effect": advisors.ROWS[Advisor(advisor)].effect,
            "is_taken": bool(taken >> advisor & 1),
            "is_neutral": bool(neutral >> advisor & 1),
            "groups": groups.get(advisor, []),
        }
        for advisor in _advisors_in_play(state)
    ]


def _group(state: Any, seat: int, group: int, advisor: int) -> View:
    """Show a group of dice; `shift` is what a +2 token or the Market added, None where that cannot be told."""
    player = state.players[seat]
    dice = _dice(player, group)
    total = sum(dice["own"]) + sum(dice["bonus"])
    was_moved = player.governor == Governor.DUKE and advisor == Advisor.DUCHESS
    is_open = was_moved or total == 0 or _is_unfinished(state, seat, group)
    shift = None if is_open else int(advisors.ADVISORS[advisor].rank) - total
    return {"seat": seat, **dice, "shift": shift}


def _dice(player: Any, group: int) -> View:
    """List the faces of a group, or of the dice in hand."""
    own, bonus = [], []
    for die, (face, of) in enumerate(zip(player.dice.tolist(), player.group_of.tolist(), strict=True)):
        if face and of == group:
            (own if die < NUM_OWN_DICE else bonus).append(face)
    return {"own": own, "bonus": bonus}


def _is_enemy_open(state: Any) -> bool:
    """Tell whether everybody sees this year's enemy card."""
    return bool(state.is_enemy_shown or state.phase == Phase.OVER)


def _known_card(state: Any, secrets: View | None) -> Enemy | None:
    """Name this year's enemy for whoever looks."""
    if _is_enemy_open(state):
        return Enemy(int(state.enemies[int(state.year) - 1]))
    return None if secrets is None or secrets["enemy"] is None else Enemy(secrets["enemy"])


def _cards_of_the_year(state: Any) -> list[Enemy]:
    """List the cards of which one is this year's; before the first year, that one's."""
    first = (max(int(state.year), 1) - 1) * NUM_ENEMIES_PER_YEAR
    return [Enemy(card) for card in range(first, first + NUM_ENEMIES_PER_YEAR)]


def _enemy(state: Any, card: Enemy | None) -> View:
    """Show this year's enemy: the card for whoever knows it, for all others how strong it may be."""
    possible = _cards_of_the_year(state) if card is None else [card]
    strengths = [int(enemies.ENEMIES[one].strength) for one in possible]
    return {
        "year": max(int(state.year), 1),
        "is_open": _is_enemy_open(state),
        "card": None if card is None else _card(card),
        "possible": [_card(one) for one in possible],
        "low": min(strengths),
        "high": max(strengths),
    }


def _card(card: Enemy) -> View:
    return {
        "enemy": int(card),
        "name": enemies.NAMES[card],
        "strength": int(enemies.ENEMIES[card].strength),
        "effect": enemies.ROWS[card].effect,
    }


# Players


def _player(state: Any, seat: int, card: Enemy | None, sums: Any) -> View:
    """Show everything a player owns; what depends on the enemy card, as whoever looks can tell."""
    player = state.players[seat]
    hand = _dice(player, NO_GROUP)
    return {
        "seat": seat,
        "colour": text.SEATS[seat],
        "vp": int(player.vp),
        "vp_by_source": dict(zip(SOURCES, player.vp_from.tolist(), strict=True)),
        "goods": player.goods.tolist(),
        "plus_two": int(player.plus_two),
        "soldiers": int(player.soldiers),
        "soldier_price": int(sums.soldier[seat]),
        "strength": _strength(state, seat, card, sums),
        "own_dice": hand["own"],
        "bonus_dice": hand["bonus"],
        "bonus_due": 0 if player.dice.any() else int(player.bonus),
        "passed": bool(player.passed),
        "used": _used(player),
        "has_built": bool(player.has_built),
        "has_looked": bool(player.has_looked),
        "has_picked": _has_picked(player),
        "governor": _governor(player.governor),
        "army_tokens": [value for value, left in enumerate(player.tokens) for _ in range(left)],
        **_province(state, seat, sums),
    }


def _strength(state: Any, seat: int, card: Enemy | None, sums: Any) -> View:
    """Add soldiers and buildings: against the card if it is known, else for the weakest and best case of the year.

    `is_fixed` tells that the reinforcements have come; until then they are not counted.
    """
    is_fixed = bool(state.is_enemy_shown and state.step == Step.FIGHT)
    possible = _cards_of_the_year(state) if card is None else [card]
    totals = [int(state.players[seat].soldiers) + int(sums.defence[seat, one]) for one in possible]
    if is_fixed:
        totals = [int(state.players[seat].strength)]
    return {"low": min(totals), "high": max(totals), "is_fixed": is_fixed}


# What can be used once a season, or the blessing once a year, by the counters of the record.
ONCE = {
    "plus_two_used": "+2 token",
    "market_used": "Market",
    "statue_used": "Statue",
    "chapel_used": "Chapel",
    "governor_used": "governor",
    "has_saved": "saving",
    "has_blessed": "blessing",
}


def _used(player: Any) -> list[str]:
    """Name the effects that are used up."""
    traders = [Trader(trader).name.replace("_", " ").title() for trader in np.flatnonzero(player.traded)]
    return [name for counter, name in ONCE.items() if player[counter]] + traders


def _has_picked(player: Any) -> bool:
    """Tell whether a governor or an army token lies face down before a player."""
    has_governor = player.picked_governor != NO_GOVERNOR and player.governor == NO_GOVERNOR
    return bool(has_governor or player.picked_token != NO_TOKEN)


def _governor(number: Any) -> View | None:
    if number == NO_GOVERNOR:
        return None
    member = Governor(int(number))
    return {"governor": int(number), "name": governors.NAMES[member], "effect": governors.ROWS[member].effect}


def _province(state: Any, seat: int, sums: Any) -> View:
    """Show what stands, and what everything else costs this player now; `next` can be built before `later`."""
    player = state.players[seat]
    goods, prices = player.goods.tolist(), sums.price[seat].tolist()
    rows = [row for row in Row if state.with_rows or row not in (Row.A, Row.G)]
    missing = [
        [Building(row * NUM_COLUMNS + column) for column in range(int(player.rows[row]), NUM_COLUMNS)]
        for row in rows
    ]
    return {
        "buildings": np.flatnonzero(standing(player.rows)).tolist(),
        "building_names": [buildings.NAMES[Building(b)] for b in np.flatnonzero(standing(player.rows))],
        "next": [_price(goods, row[0], prices) for row in missing if row],
        "later": [_price(goods, building, prices) for row in missing for building in row[1:]],
        "saves_one": bool(sums.saves_one[seat]),
    }


def _price(goods: list[int], building: Building, prices: list[list[int]]) -> View:
    """Tell what a building costs a player, and how many goods are lacking for it."""
    price = prices[building]
    lacks = sum(max(amount - owned, 0) for amount, owned in zip(price, goods, strict=True))
    return {
        "building": int(building),
        "name": buildings.NAMES[building],
        "price": price,
        "lacks": lacks,
    }


# What one seat alone knows, and may do


def _secrets(games: Games, seat: int) -> View:
    """Read the seat's secrets from its observation: a card it has looked at, its governors, its army token."""
    seen = observe(games, seat).view(VIEW)[0, 0]
    picked = _marked(seen["governor"])
    return {
        "enemy": _marked(seen["enemy"]),
        "dealt": [_governor(number) for number in np.flatnonzero(seen["dealt"])],
        "governor": None if picked is None else _governor(picked),
        "army_token": _marked(seen["picked_token"]),
    }


def _marked(marks: Any) -> int | None:
    """Find what is marked, if anything is."""
    return int(marks.argmax()) if marks.any() else None


def _actions(state: Any) -> list[View]:
    return [
        {"action": int(action), "text": text.ACTIONS[action]} for action in np.flatnonzero(masks_of(state))
    ]


def placements(games: Games) -> list[View]:
    """List every way to place dice as people do it: these dice on that advisor.

    Args:
        games: A batch of one game.

    Returns:
        For each way the faces of its dice, `own` and `bonus`, the numbers of `advisor` and `modifier`, its text,
        and the `actions` that lead there one after the other: the engine asks for the advisor first,
        then die by die where several sets of dice make the total. Equal dice are alike.
    """
    state = games[0]
    if state.decision != Decision.INFLUENCE:
        return []
    hand = sorted(_sets_in_hand(state.players[int(state.actor)]))
    mask = masks_of(state)[INFLUENCE : INFLUENCE + NUM_MODIFIERS * NUM_ADVISORS]
    found = []
    for number in np.flatnonzero(mask).tolist():
        modifier, advisor = divmod(number, NUM_ADVISORS)
        total = int(advisors.ADVISORS[advisor].rank) - int(advisors.MODIFIER_DELTA[modifier])
        fitting = [dice for dice in hand if sum(face for _, face in dice) == total]
        found += [_placement(advisor, modifier, dice, fitting) for dice in fitting]
    return found


# A set of dice: of each die whether it is a bonus die, and its face; sorted, so that equal sets are equal.
Dice = tuple[tuple[bool, int], ...]


def _sets_in_hand(player: Any) -> Iterator[Dice]:
    """Go through all different sets of dice in hand with an own die."""
    hand = _dice(player, NO_GROUP)
    dice = sorted([(False, face) for face in hand["own"]] + [(True, face) for face in hand["bonus"]])
    different = {chosen for size in range(1, MAX_DICE + 1) for chosen in combinations(dice, size)}
    return (chosen for chosen in different if not chosen[0][0])


def _placement(advisor: int, modifier: int, dice: Dice, fitting: list[Dice]) -> View:
    action = INFLUENCE + modifier * NUM_ADVISORS + advisor
    faces = ", ".join(f"{face}{'*' if is_bonus else ''}" for is_bonus, face in dice)
    return {
        "own": [face for is_bonus, face in dice if not is_bonus],
        "bonus": [face for is_bonus, face in dice if is_bonus],
        "advisor": advisor,
        "modifier": modifier,
        "text": f"{text.ACTIONS[action]}: {faces}",
        "actions": [action, *_die_by_die(dice, fitting)],
    }


def _die_by_die(dice: Dice, fitting: list[Dice]) -> Iterator[int]:
    """Answer the engine's questions for dice: it places by itself what all sets left have in common."""
    placed: Dice = ()
    while len(fitting) > 1:
        common = min(fitting, key=len)
        for other in fitting:
            common = _shared(common, other)
        is_bonus, face = next(die for die in dice if dice.count(die) > common.count(die))
        placed = tuple(sorted([*common, (is_bonus, face)]))
        fitting = [other for other in fitting if _shared(placed, other) == placed]
        yield (BONUS_DIE if is_bonus else OWN_DIE) + face - 1


def _shared(some: Dice, others: Dice) -> Dice:
    """Find the dice two sets have in common."""
    kinds = sorted(set(some))
    return tuple(die for die in kinds for _ in range(min(some.count(die), others.count(die))))


# What happened


def _event(event: Any) -> View:
    """Tell one event as data and in words."""
    kind = Event(int(event.kind))
    return {
        "kind": kind.name,
        "seat": _or_none(event.seat, NOBODY),
        "what": int(event.what),
        "amount": int(event.amount),
        "source": None if event.source < 0 else Source(int(event.source)).name,
        "text": text.describe_event(event),
    }


def _result(games: Games) -> View | None:
    """Tell how the game ended, once it has."""
    if games[0].phase != Phase.OVER:
        return None
    ended = outcome_of(games)
    return {
        "scores": ended["scores"].tolist(),
        "ranks": ended["ranks"].tolist(),
        "winners": np.flatnonzero(ended["winners"]).tolist(),
        "decided_by": DECIDED_BY[int(ended["decided_by"])],
    }
