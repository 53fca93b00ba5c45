"""Could a record be a game? Asked of everything that comes from outside, before compiled code sees it."""

from typing import Any

import numpy as np

from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_BONUS_DICE,
    MAX_PLAYERS,
    NO_GROUP,
    NO_TOKEN,
    NOBODY,
    NUM_ADVISORS,
    NUM_OWN_DICE,
    NUM_YEARS,
    Building,
    Decision,
    Effect,
    Governor,
    Phase,
    Step,
)
from kingsburg_env.engine.province import standing
from kingsburg_env.engine.state import FURTHER, NUM_RULES, PUBLIC, SHARED, STATE, TAKEN_RANGE
from kingsburg_env.engine.tables.army import TOKENS

Games = np.ndarray[tuple[int], np.dtype[Any]]
"""A structured array of dtype STATE."""


class ImpossibleGameError(ValueError):
    """A record that no game can have."""


def as_records(games: Games) -> Games:
    """Refuse what are not records of games; bring those that lie apart together."""
    if not isinstance(games, np.ndarray) or games.dtype != STATE or games.ndim != 1:
        msg = (
            f"games: must be a one-dimensional array of games as new_games makes them, not {_shape_of(games)}"
        )
        raise TypeError(msg)
    return np.ascontiguousarray(games)


def as_games(games: Games) -> Games:
    """Refuse what is not an array of games that can be played in place."""
    as_records(games)
    if not games.flags.c_contiguous or not games.flags.writeable:
        msg = "games: must be contiguous and writeable; use clone(games)"
        raise ValueError(msg)
    return games


def _shape_of(value: object) -> str:
    if isinstance(value, np.ndarray):
        return (
            f"an array of {value.dtype if value.dtype.names is None else 'records'} and shape {value.shape}"
        )
    return f"{type(value).__name__}"


_SEASONS = (Phase.SPRING, Phase.SUMMER, Phase.AUTUMN)


def _in_seasons(*steps: Step) -> set[tuple[Phase, Step]]:
    return {(phase, step) for phase in _SEASONS for step in steps}


# Where each effect can be asked about.
WHERE_EFFECT: dict[Effect, set[tuple[Phase, Step]]] = {
    Effect.FARMS: _in_seasons(Step.BONUS_DICE),
    Effect.KINGS_AID: {(Phase.SPRING, Step.BONUS_DICE)},
    Effect.FAIRY: {(Phase.SUMMER, Step.BONUS_DICE)},
    Effect.MERCHANTS_GUILD: _in_seasons(Step.BLESSING),
    Effect.SAVINGS: _in_seasons(Step.BUILD),
    Effect.EMBASSY: _in_seasons(Step.SEASON_END),
    Effect.PREACHER: _in_seasons(Step.SEASON_END),
    Effect.FORTRESS: {(Phase.WINTER, Step.FIGHT)},
    Effect.YEARLY_GOODS: {(Phase.YEAR_END, Step.BEGIN)},
}

# Where each question can stand.
WHERE: dict[Decision, set[tuple[Phase, Step]]] = {
    Decision.NONE: {(Phase.OVER, Step.BEGIN)},
    Decision.PICK_GOVERNOR: {(Phase.SETUP, Step.PICK)},
    Decision.TAKE_GOODS: {
        (Phase.SETUP, Step.BORROW),
        (Phase.AID, Step.FAVOUR),
        (Phase.WINTER, Step.FIGHT),
        *_in_seasons(Step.HELP, Step.BUILD),
    },
    Decision.SORCERY: {(Phase.NEW_YEAR, Step.BUILD)},
    Decision.BLESS: _in_seasons(Step.BLESSING),
    Decision.REROLL: _in_seasons(Step.CHANGE),
    Decision.CHANGE: _in_seasons(Step.CHANGE),
    Decision.INFLUENCE: _in_seasons(Step.INFLUENCE),
    Decision.PICK_DICE: _in_seasons(Step.DICE),
    Decision.MOVE_TO_DUCHESS: _in_seasons(Step.DUKE),
    Decision.ALCHEMY: _in_seasons(Step.HELP),
    Decision.SMUGGLE: _in_seasons(Step.HELP),
    Decision.BUILD: _in_seasons(Step.BUILD),
    Decision.SAVE_GOOD: _in_seasons(Step.BUILD),
    Decision.END_SEASON: _in_seasons(Step.SEASON_END),
    Decision.RECRUIT: {(Phase.RECRUITING, Step.BEGIN)},
    Decision.COMMIT_TOKEN: {(Phase.WINTER, Step.BEGIN)},
    Decision.LOSE_GOODS: {(Phase.WINTER, Step.FIGHT)},
    Decision.USE_EFFECT: set().union(*WHERE_EFFECT.values()),
}

# Where a game may go on by itself; DICE needs a group begun by a question.
CAN_GO_ON = {
    (Phase.SETUP, Step.BEGIN),
    (Phase.SETUP, Step.PICK),
    (Phase.SETUP, Step.BORROW),
    *((phase, Step.BEGIN) for phase in Phase if phase != Phase.OVER),
    (Phase.NEW_YEAR, Step.BUILD),
    (Phase.AID, Step.FAVOUR),
    (Phase.WINTER, Step.MUSTER),
    (Phase.WINTER, Step.FIGHT),
    *_in_seasons(Step.BLESSING, Step.ROLL, Step.CHANGE, Step.INFLUENCE, Step.DUKE, Step.HELP, Step.BUILD),
    *_in_seasons(Step.SEASON_END),
}


# The rules stand together in a record.
RULES_HELD = np.dtype((np.int16, (NUM_RULES,)))
RULES_AT = STATE.fields[SHARED[0][0]][1]  # type: ignore[index]
LOWEST_RULES, HIGHEST_RULES = np.array([allowed for _, _, allowed in SHARED[:NUM_RULES]], np.int16).T


def check_rules(games: Games) -> None:
    """Refuse records that hold no possible rules, such as records of zeros."""
    # All at once: one look costs as much as a field.
    held = games.getfield(RULES_HELD, RULES_AT)
    if ((held < LOWEST_RULES) | (held > HIGHEST_RULES)).any():
        for name, _, allowed in SHARED[:NUM_RULES]:
            _check_range(name, games[name], allowed)


def check_values(games: Games) -> None:
    """Refuse a value out of its range, and seats that do not fit the number of players."""
    for name, _, allowed in SHARED:
        _check_range(name, games[name], allowed)
    _check_range("taken", games["taken"], TAKEN_RANGE)
    _check_range("neutral", games["neutral"], TAKEN_RANGE)
    for name, _, allowed, *_ in [*PUBLIC, *FURTHER]:
        _check_range(f"players.{name}", games["players"][name], allowed)
    for game, state in enumerate(games):
        n = int(state.num_players)
        _refuse_unless(
            sorted(state.order[:n]) == list(range(n)) and all(state.order[n:] == NOBODY), game, "order"
        )
        _refuse_unless(
            list(state.players["present"]) == [1] * n + [0] * (MAX_PLAYERS - n), game, "players.present"
        )
        _refuse_unless(int(state.cursor) <= n, game, "cursor")
        _refuse_unless(int(state.envoy) < n, game, "envoy")
        _refuse_unless(int(state.actor) < n, game, "actor")


def check_questions(games: Games) -> None:
    """Refuse a question that cannot stand where it does, and fields that contradict it."""
    for game, state in enumerate(games):
        decision = Decision(int(state.decision))
        where = (
            WHERE_EFFECT[Effect(int(state.effect))] if decision == Decision.USE_EFFECT else WHERE[decision]
        )
        _refuse_unless(_moment(state) in where, game, "decision")
        _refuse_unless((state.actor == NOBODY) == (decision == Decision.NONE), game, "actor")
        _refuse_unless(_turn_fits(state, decision), game, "cursor")
        _refuse_unless(_year_fits(state), game, "year")
        _refuse_unless(state.is_tax_due == 0, game, "is_tax_due")
        for seat, player in enumerate(state.players):
            begun = int(state.group) if decision == Decision.PICK_DICE and state.actor == seat else NO_GROUP
            _refuse_unless(_tokens_fit(state, player), game, "players.tokens")
            _refuse_unless(_bonus_fits(state, seat), game, "players.bonus")
            _refuse_unless(_dice_fit(player, begun), game, "players.dice")


# Whose turn it is when a question is asked: the player's at the cursor, the one's before it, or a governor's.
AT_CURSOR = {
    Decision.REROLL,
    Decision.ALCHEMY,
    Decision.SMUGGLE,
    Decision.BUILD,
    Decision.SAVE_GOOD,
    Decision.END_SEASON,
    Decision.RECRUIT,
    Decision.LOSE_GOODS,
    Decision.USE_EFFECT,
}
BEFORE_CURSOR = {
    Decision.PICK_GOVERNOR,
    Decision.CHANGE,
    Decision.INFLUENCE,
    Decision.PICK_DICE,
    Decision.COMMIT_TOKEN,
}
BY_GOVERNOR = {
    Decision.SORCERY: Governor.SORCERER,
    Decision.BLESS: Governor.PRIEST,
    Decision.MOVE_TO_DUCHESS: Governor.DUKE,
}


def _turn_fits(state: Any, decision: Decision) -> bool:
    """Check whether the one who is asked is the one whose turn it is."""
    if decision == Decision.NONE:
        return True
    cursor, actor = int(state.cursor), int(state.actor)
    at = cursor < int(state.num_players) and int(state.order[cursor]) == actor
    before = cursor > 0 and int(state.order[cursor - 1]) == actor
    phase, step = _moment(state)
    if decision == Decision.USE_EFFECT and state.effect == Effect.PREACHER:
        return cursor == state.num_players and bool(state.players[actor].governor == Governor.PREACHER)
    if decision == Decision.USE_EFFECT and state.effect == Effect.MERCHANTS_GUILD:
        return before
    if decision in AT_CURSOR or step == Step.HELP:
        return at
    if decision in BEFORE_CURSOR or phase in (Phase.AID, Phase.WINTER):
        return before
    wanted = BY_GOVERNOR.get(decision, Governor.BORROWER if phase == Phase.SETUP else Governor.TAX_COLLECTOR)
    is_during = cursor < int(state.num_players) or decision in BY_GOVERNOR or phase == Phase.SETUP
    return bool(state.with_governors) and state.players[actor].governor == wanted and is_during


def _year_fits(state: Any) -> bool:
    """Check whether the year is one this moment can have."""
    phase, step = _moment(state)
    if phase == Phase.SETUP:
        return state.year == 0
    if phase == Phase.NEW_YEAR and step == Step.BEGIN:
        return state.year < NUM_YEARS
    return state.year == NUM_YEARS if phase == Phase.OVER else state.year > 0


def _tokens_fit(state: Any, player: Any) -> bool:
    """Check whether a player has as many army tokens as there are winters left, and one more."""
    phase, step = _moment(state)
    is_after_winter = phase in (Phase.YEAR_END, Phase.OVER) or step == Step.FIGHT
    fought = max(int(state.year) - 1, 0) + is_after_winter
    left = int(TOKENS.sum()) - fought if state.with_army and player.present else 0
    picked = int(player.picked_token)
    return int(player.tokens.sum()) == left and (picked == NO_TOKEN or player.tokens[picked] > 0)


def _bonus_fits(state: Any, seat: int) -> bool:
    """Check whether there is room for the bonus dice still to come, and a die where one may be given back."""
    phase, step = _moment(state)
    player = state.players[seat]
    is_before_spring = phase in (Phase.NEW_YEAR, Phase.AID)
    if not player.present or (not is_before_spring and phase not in _SEASONS):
        return player.bonus == 0
    to_come = int(is_before_spring and step != Step.FAVOUR)
    farms, fairy = _dice_due(state, seat)
    to_come += farms * int(standing(player.rows)[Building.FARMS])
    to_come += fairy * int(phase == Phase.SUMMER and player.governor == Governor.FAIRY)
    can_give_back = step != Step.BONUS_DICE or state.effect != Effect.KINGS_AID or state.actor != seat
    return int(player.bonus) + to_come <= MAX_BONUS_DICE and (can_give_back or player.bonus > 0)


def _dice_due(state: Any, seat: int) -> tuple[bool, bool]:
    """Check whether the dice of Farms and Fairy are still to come for a seat."""
    phase, step = _moment(state)
    if step != Step.BONUS_DICE:
        is_ahead = phase in (Phase.NEW_YEAR, Phase.AID) or step == Step.BEGIN
        return is_ahead, is_ahead
    turn_index, cursor = state.order.tolist().index(seat), int(state.cursor)
    is_asked = turn_index == cursor
    return (
        turn_index > cursor or (is_asked and state.effect == Effect.FARMS),
        turn_index > cursor or (is_asked and state.effect in (Effect.FARMS, Effect.FAIRY)),
    )


def _dice_fit(player: Any, begun: int) -> bool:
    """Check whether the dice in hand and the groups are counted right, and every group but the one begun has an own die."""
    own, bonus = [0] * DIE_SIDES, [0] * DIE_SIDES
    for die, (face, group) in enumerate(zip(player.dice.tolist(), player.group_of.tolist(), strict=True)):
        if group != NO_GROUP and (face == 0 or player.group_at[group] == NO_GROUP):
            return False
        if face and group == NO_GROUP:
            (own if die < NUM_OWN_DICE else bonus)[face - 1] += 1
    groups = {group for group, at in enumerate(player.group_at.tolist()) if at != NO_GROUP}
    with_own_die = {group for group in player.group_of[:NUM_OWN_DICE].tolist() if group != NO_GROUP} | {begun}
    standing_at = [player.group_at.tolist().count(advisor) for advisor in range(NUM_ADVISORS)]
    counted = [player.own_hand.tolist(), player.bonus_hand.tolist(), player.groups.tolist()]
    is_counted = [own, bonus, standing_at] == counted
    return is_counted and groups <= with_own_die and groups == set(range(len(groups)))


def check_can_go_on(games: Games) -> None:
    """Refuse a position without a question from which no rule leads on."""
    for game, state in enumerate(games):
        _refuse_unless(
            state.decision == Decision.NONE and _moment(state) in CAN_GO_ON, game, "phase and step"
        )
        _refuse_unless(_year_fits(state), game, "year")
        collects = [player.governor == Governor.TAX_COLLECTOR for player in state.players]
        _refuse_unless(not state.is_tax_due or any(collects), game, "is_tax_due")
        is_picking = state.with_army and state.phase == Phase.WINTER and state.step != Step.FIGHT
        for seat, player in enumerate(state.players):
            has_token = not player.present or player.tokens.sum() > 0
            _refuse_unless(has_token or not is_picking, game, "players.tokens")
            _refuse_unless(_bonus_fits(state, seat), game, "players.bonus")


def _moment(state: Any) -> tuple[Phase, Step]:
    return Phase(int(state.phase)), Step(int(state.step))


def _check_range(name: str, values: Any, allowed: tuple[int, int]) -> None:
    low, high = allowed
    if np.any((values < low) | (values > high)):
        msg = f"{name}: a value outside {low} to {high}"
        raise ImpossibleGameError(msg)


def _refuse_unless(condition: bool, game: int, what: str) -> None:
    if not condition:
        msg = f"game {game}: no game can stand like this ({what})"
        raise ImpossibleGameError(msg)
