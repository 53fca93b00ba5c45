"""The start of a productive season: neutral dice, bonus dice, the Priest, the Merchants' Guild."""

from kingsburg_env.engine import chance, effects, events, turn
from kingsburg_env.engine.actions import BLESS, PASS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    NO_EFFECT,
    NOBODY,
    Building,
    Decision,
    Effect,
    Event,
    Governor,
    Phase,
    Source,
    Step,
)
from kingsburg_env.engine.province import has
from kingsburg_env.engine.stores import score

PLAYERS_WITH_NEUTRAL_DICE = 2
# A player's turn to get bonus dice goes through their effects in order.
NO_MORE_DICE = Effect.FAIRY + 1


@njit
def advance(state, log):
    """Neutral dice come before everything; bonus dice before the Priest; the Guild's gold last.

    Rule: start.order
    """
    if state.step == Step.BEGIN:
        if state.num_players == PLAYERS_WITH_NEUTRAL_DICE:
            place_neutral_dice(state, log)
        turn.go_on(state, Step.BONUS_DICE)
    if state.step == Step.BONUS_DICE:
        give_bonus_dice(state, log)
    if state.step == Step.BLESSING and state.decision == Decision.NONE:
        pay_guild_gold(state, log)


@njit
def place_neutral_dice(state, log):
    """Put three neutral dice on the advisor of their total, then two more, apart if they would meet.

    Rule: two-players.neutral-dice
    Rule: two-players.same-advisor
    Rule: ruling.neutral-first (ruling 1)
    """
    first = neutral_die(state, 0) + neutral_die(state, 1) + neutral_die(state, 2)
    one, other = neutral_die(state, 3), neutral_die(state, 4)
    put_neutral(state, log, first)
    if one + other != first:
        put_neutral(state, log, one + other)
    else:
        put_neutral(state, log, one)
        if other != one:
            put_neutral(state, log, other)


@njit
def neutral_die(state, number):
    """Roll one of the five neutral dice."""
    return chance.roll(state, chance.NEUTRAL_DIE, 0, number)


@njit
def put_neutral(state, log, rank):
    """Close an advisor of the court with neutral dice."""
    state.taken |= 1 << (rank - 1)
    state.neutral |= 1 << (rank - 1)
    events.announce(log, Event.NEUTRAL, rank - 1, rank)


@njit
def give_bonus_dice(state, log):
    """Deal each player in turn order their dice, one by one; then the Priest is asked.

    Rule: option.optional-dice
    """
    for turn_index in range(int(state.cursor), int(state.num_players)):
        seat = int(state.order[turn_index])
        player = state.players[seat]
        while state.visit < NO_MORE_DICE:
            effect = next_die(state, player)
            if effect != NO_EFFECT:
                effects.offer(state, log, seat, effect)
                if state.decision != Decision.NONE:
                    state.cursor = turn_index
                    return
        state.visit = 0
    turn.go_on(state, Step.BLESSING)
    priest = turn.holder(state, Governor.PRIEST)
    if priest != NOBODY and not state.players[priest].has_blessed:
        turn.ask(state, priest, Decision.BLESS)


@njit
def next_die(state, player):
    """Return the effect whose die a player gets next, if any: Farms, King's aid in Spring, Fairy in Summer.

    Rule: building.farms
    Rule: governor.fairy
    """
    if state.visit == Effect.FARMS:
        # The die of the King's aid was given before Spring, and no other.
        state.visit = Effect.KINGS_AID if player.bonus > 0 else Effect.FAIRY
        if has(player, Building.FARMS):
            return Effect.FARMS
    if state.visit == Effect.KINGS_AID:
        state.visit = Effect.FAIRY
        return Effect.KINGS_AID
    if state.visit == Effect.FAIRY:
        state.visit = NO_MORE_DICE
        if player.governor == Governor.FAIRY and state.phase == Phase.SUMMER:
            return Effect.FAIRY
    return NO_EFFECT


@njit
def pay_guild_gold(state, log):
    """Grant 1 gold to each Merchants' Guild before the dice are rolled.

    Rule: building.merchants-guild
    """
    for turn_index in range(int(state.cursor), int(state.num_players)):
        seat = int(state.order[turn_index])
        if has(state.players[seat], Building.MERCHANTS_GUILD):
            effects.offer(state, log, seat, Effect.MERCHANTS_GUILD)
            if state.decision != Decision.NONE:
                state.cursor = turn_index + 1
                return
    turn.go_on(state, Step.ROLL)


@njit
def legal(state):
    """Offer the Priest to bless, or to wait for a later season of the year.

    Rule: governor.priest
    """
    allow(state, PASS)
    allow(state, BLESS)


@njit
def apply(state, log, action):
    """Grant a bonus die to each player without one, 1 VP to each player with one or more.

    Rule: ruling.priest (ruling 11)
    """
    turn.answered(state)
    if action == PASS:
        return
    priest = int(state.actor)
    state.players[priest].has_blessed = 1
    events.tell(log, Event.BLESSING, priest, 0, 0)
    for seat in range(int(state.num_players)):
        if state.players[seat].bonus > 0:
            score(state, log, seat, 1, Source.GOVERNOR)
        else:
            state.players[seat].bonus = 1
            events.tell(log, Event.BONUS_DICE, seat, 0, 1)
