"""Influence the advisors: in turn order, again and again, one dice group or a pass."""

from kingsburg_env.engine import events, turn
from kingsburg_env.engine.actions import INFLUENCE, PASS
from kingsburg_env.engine.answers import allow, allow_each
from kingsburg_env.engine.dice import has_own_die_in_hand, is_in_hand
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    MAX_DICE,
    MAX_GROUPS,
    NO_GROUP,
    NOBODY,
    NUM_ADVISORS,
    NUM_MODIFIERS,
    NUM_OWN_DICE,
    Advisor,
    Building,
    Decision,
    Event,
    Governor,
    Source,
    Step,
)
from kingsburg_env.engine.province import has
from kingsburg_env.engine.state import COURT_BITS
from kingsburg_env.engine.stores import gain_plus_two
from kingsburg_env.engine.tables.advisors import ADVISORS, MODIFIER_DELTA, USES_MARKET, USES_PLUS_TWO
from kingsburg_env.engine.tables.buildings import MARKET_SHIFT

PRIVATE_SERGEANT_RANK = int(ADVISORS[Advisor.PRIVATE_SERGEANT].rank)
PRIVATE_HUNTER_RANK = int(ADVISORS[Advisor.PRIVATE_HUNTER].rank)


@njit
def advance(state, log):
    """Ask the next player who is not out; when all are, the step ends.

    Rule: influence.again-and-again
    Rule: influence.passed-is-out
    """
    for _ in range(int(state.num_players)):
        if turn.all_had_a_turn(state):
            state.cursor = 0
        seat = turn.whose_turn(state)
        state.cursor += 1
        if not state.players[seat].passed:
            if has_own_die_in_hand(state.players[seat]):
                turn.ask(state, seat, Decision.INFLUENCE)
                return
            drop_out(state, log, seat)
    turn.go_on(state, Step.DUKE)


@njit
def drop_out(state, log, seat):
    """Be out for the rest of the season, by choice or for want of a legal group.

    Rule: ruling.no-group-is-out (ruling 7)
    """
    state.players[seat].passed = 1
    events.tell(log, Event.PASSED, seat, 0, 0)


@njit
def reachable_totals(player):
    """Find every total of a group, one bit a total: at least one own die, and any bonus dice.

    Rule: influence.own-die
    """
    totals = 0
    for die in range(NUM_OWN_DICE):
        if is_in_hand(player, die):
            face = int(player.dice[die])
            totals |= totals << face | 1 << face
    for die in range(NUM_OWN_DICE, MAX_DICE):
        if is_in_hand(player, die):
            totals |= totals << int(player.dice[die])
    return totals


@njit
def open_advisors(state, seat):
    """Find the advisors a player may influence, one bit each: free ones, and with the envoy taken ones too.

    Rule: influence.taken-is-closed
    Rule: influence.envoy
    Rule: governor.politician
    """
    everyone = COURT_BITS
    if state.players[seat].governor == Governor.POLITICIAN:
        everyone |= 1 << Advisor.PRIVATE_SERGEANT | 1 << Advisor.PRIVATE_HUNTER
    if state.envoy == seat:
        return everyone
    return everyone & ~int(state.taken)


@njit
def may_use_plus_two(state, player):
    """Check whether a +2 token may go with a group: one a season, or by the printed first rule one a group.

    Rule: influence.one-plus-two
    Rule: option.plus-two-per-group
    """
    return player.plus_two > 0 and (player.plus_two_used == 0 or state.plus_two_per_group != 0)


@njit
def may_use_market(player):
    """Check whether the Market may still shift a group this season.

    Rule: building.market
    """
    return has(player, Building.MARKET) and not player.market_used


@njit
def advisors_of_ranks(ranks):
    """Turn bits of ranks into bits of advisors; ranks outside 1 to 18 fall away.

    Rule: influence.exact-rank
    Rule: ruling.only-the-rank-counts (ruling 5)
    """
    sergeant, hunter = ranks >> PRIVATE_SERGEANT_RANK & 1, ranks >> PRIVATE_HUNTER_RANK & 1
    return ranks >> 1 & COURT_BITS | sergeant << Advisor.PRIVATE_SERGEANT | hunter << Advisor.PRIVATE_HUNTER


@njit
def legal(state):
    """Offer each open advisor whose rank a group can make, for every way to modify it; passing is always allowed."""
    seat = int(state.actor)
    player = state.players[seat]
    totals = reachable_totals(player)
    choice = open_advisors(state, seat)
    plus_two, market = may_use_plus_two(state, player), may_use_market(player)
    allow(state, PASS)
    for modifier in range(NUM_MODIFIERS):
        if (plus_two or not USES_PLUS_TWO[modifier]) and (market or not USES_MARKET[modifier]):
            # Shifting up first keeps a total that the Market lowers.
            ranks = totals << (int(MODIFIER_DELTA[modifier]) + MARKET_SHIFT) >> MARKET_SHIFT
            allow_each(state, INFLUENCE + modifier * NUM_ADVISORS, advisors_of_ranks(ranks) & choice)


@njit
def apply(state, log, action):
    """Choose the advisor and pay for the modifier; which dice go there is settled next.

    Rule: ruling.plus-two-leaves (ruling 6)
    Rule: influence.envoy-returns
    """
    turn.answered(state)
    seat = int(state.actor)
    if action == PASS:
        drop_out(state, log, seat)
        return
    player = state.players[seat]
    modifier, advisor = (action - INFLUENCE) // NUM_ADVISORS, (action - INFLUENCE) % NUM_ADVISORS
    if USES_PLUS_TWO[modifier]:
        gain_plus_two(state, log, seat, -1, Source.PLACING)
        player.plus_two_used = 1
    if USES_MARKET[modifier]:
        player.market_used = 1
    if state.taken >> advisor & 1:
        state.envoy = NOBODY
        events.tell(log, Event.ENVOY, seat, 0, -1)
    state.taken |= 1 << advisor
    state.advisor, state.modifier, state.group = advisor, modifier, next_group(player)
    player.group_at[int(state.group)] = advisor
    player.groups[advisor] += 1
    events.tell(log, Event.PLACED, seat, advisor, modifier)
    state.step = Step.DICE


@njit
def next_group(player):
    """Number the group being placed."""
    group = 0
    # Every group takes an own die, so one of the three is free, but for positions put together by hand.
    while group < MAX_GROUPS - 1 and player.group_at[group] != NO_GROUP:
        group += 1
    return group
