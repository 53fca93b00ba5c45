"""Where to put the dice: the best advisor now, or the best of all ways to split the dice over the court."""

from kingsburg_agents.heuristics.valuation import add_gift, purse_value
from kingsburg_env.engine.actions import INFLUENCE, PASS
from kingsburg_env.engine.dice import is_in_hand
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    MAX_DICE,
    NUM_ADVISORS,
    NUM_COURT,
    NUM_MODIFIERS,
    NUM_OWN_DICE,
)
from kingsburg_env.engine.phases.influence import (
    may_use_market,
    may_use_plus_two,
    open_advisors,
    reachable_totals,
)
from kingsburg_env.engine.tables.advisors import ADVISORS, MODIFIER_DELTA, USES_MARKET, USES_PLUS_TWO

NOT_OPEN = -1
OWN_DICE = (1 << NUM_OWN_DICE) - 1
# A plan that is never followed.
NO_PLAN = -1000.0


@njit
def look_at_the_court(state, seat, weights, mind):
    """Note the dice in hand, the advisors that are open, and how likely rivals leave each of them for a round."""
    player = state.players[seat]
    mind.hand = 0
    for die in range(MAX_DICE):
        mind.dice[die] = int(player.dice[die])
        if is_in_hand(player, die):
            mind.hand |= 1 << die
    add_up(mind)
    everyone = open_advisors(state, seat)
    mind.open = everyone & ~int(state.taken)
    mind.closed = everyone & int(state.taken)
    mind.may_plus_two = 0
    if may_use_plus_two(state, player):
        mind.may_plus_two = int(player.plus_two) if state.plus_two_per_group else 1
    mind.may_market = 1 if may_use_market(player) else 0
    guess_rivals(state, seat, weights, mind)


@njit
def add_up(mind):
    """Add up every set of dice: one die more than a smaller set."""
    for die in range(MAX_DICE):
        for group in range(1 << die):
            mind.total[group | 1 << die] = mind.total[group] + mind.dice[die]


@njit
def guess_rivals(state, seat, weights, mind):
    """Guess for each advisor the chance that no rival takes it before this seat's next turn."""
    for advisor in range(NUM_ADVISORS):
        mind.survival[advisor] = 1.0
    for rival in range(int(state.num_players)):
        if rival == seat or state.players[rival].passed:
            continue
        within_reach = reachable_totals(state.players[rival]) >> 1 & mind.open
        total = 0.0
        for advisor in range(NUM_COURT):
            if within_reach >> advisor & 1:
                total += weights.desire[advisor]
        for advisor in range(NUM_COURT):
            if within_reach >> advisor & 1:
                mind.survival[advisor] *= 1.0 - weights.desire[advisor] / total


@njit
def advisor_of(mind, rank):
    """Name the open advisor of a rank: of the court, else the Politician's own, else one the envoy opens."""
    if rank < 1 or rank > NUM_COURT:
        return NOT_OPEN
    if mind.open >> (rank - 1) & 1:
        return rank - 1
    for private in range(NUM_COURT, NUM_ADVISORS):
        if ADVISORS[private].rank == rank and mind.open >> private & 1:
            return private
    return rank - 1 if mind.closed >> (rank - 1) & 1 else NOT_OPEN


@njit
def target(mind, group, modifier):
    """Name the advisor a modified group may go to, or NOT_OPEN."""
    if mind.may_plus_two < USES_PLUS_TWO[modifier] or mind.may_market < USES_MARKET[modifier]:
        return NOT_OPEN
    return advisor_of(mind, mind.total[group] + int(MODIFIER_DELTA[modifier]))


@njit
def ways_to_modify(mind, group):
    """Count the modifiers worth trying: none without an own die, the plain group alone without token and Market."""
    if not group & OWN_DICE:
        return 0
    return NUM_MODIFIERS if mind.may_plus_two or mind.may_market else 1


@njit
def place(mind, advisor, modifier):
    """Think a group onto an advisor: take the gift, close the advisor, use up what helped."""
    add_gift(mind, advisor, 1)
    if mind.closed >> advisor & 1:
        mind.closed = 0
        mind.sure -= mind.envoy_rate
    else:
        mind.open &= ~(1 << advisor)
    if USES_PLUS_TWO[modifier]:
        mind.may_plus_two -= 1
        mind.sure -= mind.plus_two_rate
    if USES_MARKET[modifier]:
        mind.may_market = 0


@njit
def take_back(mind, advisor, before):
    """Undo a placement thought of."""
    add_gift(mind, advisor, -1)
    mind.open, mind.closed, mind.may_plus_two, mind.may_market, mind.sure = before


@njit
def before_placing(mind):
    """Note what a placement changes, besides the gift."""
    return mind.open, mind.closed, mind.may_plus_two, mind.may_market, mind.sure


@njit
def plan_split(weights, mind):
    """Go through all ways to split the dice; note the best value and the placement to begin with."""
    mind.best, mind.answer = purse_value(weights, mind, True), PASS
    group = mind.hand
    while group > 0:
        for modifier in range(ways_to_modify(mind, group)):
            advisor = target(mind, group, modifier)
            if advisor != NOT_OPEN:
                before = before_placing(mind)
                place(mind, advisor, modifier)
                value = purse_value(weights, mind, True)
                value += second_group(weights, mind, mind.hand & ~group, value)
                take_back(mind, advisor, before)
                note(mind, value, INFLUENCE + modifier * NUM_ADVISORS + advisor)
        group = (group - 1) & mind.hand


@njit
def note(mind, value, action):
    """Keep the better plan, of equal ones that of the lower action."""
    if value > mind.best or (value == mind.best and action < mind.answer):
        mind.best, mind.answer = value, action


@njit
def second_group(weights, mind, hand, so_far):
    """Tell what the dice left are likely to add: a second group and a third."""
    best = 0.0
    group = hand
    while group > 0:
        for modifier in range(ways_to_modify(mind, group)):
            advisor = target(mind, group, modifier)
            if advisor != NOT_OPEN:
                chance = mind.survival[advisor]
                before = before_placing(mind)
                place(mind, advisor, modifier)
                value = purse_value(weights, mind, True)
                more = value - so_far + third_group(weights, mind, hand & ~group, value)
                take_back(mind, advisor, before)
                best = max(best, (chance + (1.0 - chance) * weights.fallback) * more)
        group = (group - 1) & hand
    return best


@njit
def third_group(weights, mind, hand, so_far):
    """Tell what the last dice are likely to add; rivals move twice before."""
    best = 0.0
    group = hand
    while group > 0:
        for modifier in range(ways_to_modify(mind, group)):
            advisor = target(mind, group, modifier)
            if advisor != NOT_OPEN:
                chance = mind.survival[advisor] * mind.survival[advisor]
                before = before_placing(mind)
                place(mind, advisor, modifier)
                more = purse_value(weights, mind, True) - so_far
                take_back(mind, advisor, before)
                best = max(best, (chance + (1.0 - chance) * weights.fallback) * more)
        group = (group - 1) & hand
    return best


@njit
def plan_one(weights, mind):
    """Go through the advisors in reach; note the best gift for the pips it takes."""
    mind.best, mind.answer = NO_PLAN, PASS
    group = mind.hand
    while group > 0:
        for modifier in range(ways_to_modify(mind, group)):
            advisor = target(mind, group, modifier)
            if advisor != NOT_OPEN:
                before = before_placing(mind)
                place(mind, advisor, modifier)
                value = purse_value(weights, mind, True) - weights.pip * mind.total[group]
                take_back(mind, advisor, before)
                note(mind, value, INFLUENCE + modifier * NUM_ADVISORS + advisor)
        group = (group - 1) & mind.hand


@njit
def plan(weights, mind):
    """Decide where the next group goes."""
    if weights.splits_dice:
        plan_split(weights, mind)
    else:
        plan_one(weights, mind)
