"""Effects that their owner may do without, where the rules leave it to them: the question, and what each does."""

from kingsburg_env.engine import events, turn
from kingsburg_env.engine.actions import PASS, USE_EFFECT
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NOBODY, Decision, Effect, Event, Good, Governor, Source
from kingsburg_env.engine.province import begin_building, can_pay_in_full
from kingsburg_env.engine.stores import gain, gain_each, score
from kingsburg_env.engine.tables.governors import GOVERNORS


@njit
def offer(state, log, seat, effect):
    """Run an effect, or ask its owner first.

    Rule: option.optional-effects
    """
    if may_decline(state, seat, effect):
        state.effect = effect
        turn.ask(state, seat, Decision.USE_EFFECT)
    else:
        act(state, log, seat, effect)


@njit
def may_decline(state, seat, effect):
    """Only where declining can pay: a point for a Minstrel's sake alone, a saving if the full price can be paid.

    Rule: option.optional-points
    Rule: option.optional-savings
    """
    if not state.optional_effects:
        return False
    if effect == Effect.SAVINGS:
        return can_pay_in_full(state, seat)
    if effect == Effect.EMBASSY or effect == Effect.PREACHER or effect == Effect.FORTRESS:
        return turn.holder(state, Governor.MINSTREL) != NOBODY
    return True


@njit
def legal(state):
    """Offer to use the effect, or to do without it."""
    if may_decline(state, int(state.actor), int(state.effect)):
        allow(state, PASS)
        allow(state, USE_EFFECT)


@njit
def apply(state, log, action):
    """Use the effect or not."""
    turn.answered(state)
    if action == PASS:
        forgo(state, log, int(state.actor), int(state.effect))
    else:
        act(state, log, int(state.actor), int(state.effect))


@njit
def act(state, log, seat, effect):
    """Do what an effect does; the die of the King's aid is there already."""
    match effect:
        case Effect.FARMS | Effect.FAIRY:
            take_bonus_dice(state, log, seat, 1)
        case Effect.MERCHANTS_GUILD:
            gain(state, log, seat, Good.GOLD, 1, Source.MERCHANTS_GUILD)
        case Effect.SAVINGS:
            begin_building(state, log, seat)
        case Effect.EMBASSY:
            score(state, log, seat, 1, Source.EMBASSY)
        case Effect.PREACHER:
            score(state, log, seat, 1, Source.GOVERNOR)
        case Effect.FORTRESS:
            score(state, log, seat, 1, Source.FORTRESS)
        case Effect.YEARLY_GOODS:
            gain_each(state, log, seat, GOVERNORS[int(state.players[seat].governor)].yearly, Source.GOVERNOR)


@njit
def forgo(state, log, seat, effect):
    """Do without an effect: give the die of the King's aid back, pay the full price of a building."""
    if effect == Effect.KINGS_AID:
        take_bonus_dice(state, log, seat, -1)
    elif effect == Effect.SAVINGS:
        state.is_full_price = 1
        begin_building(state, log, seat)


@njit
def take_bonus_dice(state, log, seat, dice):
    """Take bonus dice for this season, or give them back."""
    state.players[seat].bonus += dice
    events.tell(log, Event.BONUS_DICE, seat, 0, dice)
