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
def look_at_the_court(state, seat, weights, workspace):
    """Record the dice in hand, the advisors that are open, and how likely opponents leave each of them for a round."""
    player = state.players[seat]
    workspace.hand = 0
    for die in range(MAX_DICE):
        workspace.dice[die] = int(player.dice[die])
        if is_in_hand(player, die):
            workspace.hand |= 1 << die
    add_up(workspace)
    everyone = open_advisors(state, seat)
    workspace.open = everyone & ~int(state.taken)
    workspace.closed = everyone & int(state.taken)
    workspace.may_plus_two = 0
    if may_use_plus_two(state, player):
        workspace.may_plus_two = int(player.plus_two) if state.plus_two_per_group else 1
    workspace.may_market = 1 if may_use_market(player) else 0
    guess_opponents(state, seat, weights, workspace)


@njit
def add_up(workspace):
    """Add up every set of dice: one die more than a smaller set."""
    for die in range(MAX_DICE):
        for group in range(1 << die):
            workspace.total[group | 1 << die] = workspace.total[group] + workspace.dice[die]


@njit
def guess_opponents(state, seat, weights, workspace):
    """Estimate for each advisor the chance that no opponent takes it before this seat's next turn."""
    for advisor in range(NUM_ADVISORS):
        workspace.survival[advisor] = 1.0
    for opponent in range(int(state.num_players)):
        if opponent == seat or state.players[opponent].passed:
            continue
        within_reach = reachable_totals(state.players[opponent]) >> 1 & workspace.open
        total = 0.0
        for advisor in range(NUM_COURT):
            if within_reach >> advisor & 1:
                total += weights.desire[advisor]
        for advisor in range(NUM_COURT):
            if within_reach >> advisor & 1:
                workspace.survival[advisor] *= 1.0 - weights.desire[advisor] / total


@njit
def advisor_of(workspace, rank):
    """Return the open advisor of a rank: of the court, else the Politician's own, else one the envoy opens."""
    if rank < 1 or rank > NUM_COURT:
        return NOT_OPEN
    if workspace.open >> (rank - 1) & 1:
        return rank - 1
    for private in range(NUM_COURT, NUM_ADVISORS):
        if ADVISORS[private].rank == rank and workspace.open >> private & 1:
            return private
    return rank - 1 if workspace.closed >> (rank - 1) & 1 else NOT_OPEN


@njit
def target(workspace, group, modifier):
    """Return the advisor a modified group may go to, or NOT_OPEN."""
    if workspace.may_plus_two < USES_PLUS_TWO[modifier] or workspace.may_market < USES_MARKET[modifier]:
        return NOT_OPEN
    return advisor_of(workspace, workspace.total[group] + int(MODIFIER_DELTA[modifier]))


@njit
def ways_to_modify(workspace, group):
    """Count the modifiers worth trying: none without an own die, the plain group alone without token and Market."""
    if not group & OWN_DICE:
        return 0
    return NUM_MODIFIERS if workspace.may_plus_two or workspace.may_market else 1


@njit
def place(workspace, advisor, modifier):
    """Place a group on an advisor in the workspace: take the gift, close the advisor, use up what helped."""
    add_gift(workspace, advisor, 1)
    if workspace.closed >> advisor & 1:
        workspace.closed = 0
        workspace.sure -= workspace.envoy_rate
    else:
        workspace.open &= ~(1 << advisor)
    if USES_PLUS_TWO[modifier]:
        workspace.may_plus_two -= 1
        workspace.sure -= workspace.plus_two_rate
    if USES_MARKET[modifier]:
        workspace.may_market = 0


@njit
def take_back(workspace, advisor, before):
    """Undo such a placement."""
    add_gift(workspace, advisor, -1)
    workspace.open, workspace.closed, workspace.may_plus_two, workspace.may_market, workspace.sure = before


@njit
def before_placing(workspace):
    """Return what a placement changes, besides the gift."""
    return workspace.open, workspace.closed, workspace.may_plus_two, workspace.may_market, workspace.sure


@njit
def plan_split(weights, workspace):
    """Try all ways to split the dice; keep the best value and the placement to begin with."""
    workspace.best, workspace.action = purse_value(weights, workspace, True), PASS
    group = workspace.hand
    while group > 0:
        for modifier in range(ways_to_modify(workspace, group)):
            advisor = target(workspace, group, modifier)
            if advisor != NOT_OPEN:
                before = before_placing(workspace)
                place(workspace, advisor, modifier)
                value = purse_value(weights, workspace, True)
                value += second_group(weights, workspace, workspace.hand & ~group, value)
                take_back(workspace, advisor, before)
                note(workspace, value, INFLUENCE + modifier * NUM_ADVISORS + advisor)
        group = (group - 1) & workspace.hand


@njit
def note(workspace, value, action):
    """Keep the better plan, of equal ones that of the lower action."""
    if value > workspace.best or (value == workspace.best and action < workspace.action):
        workspace.best, workspace.action = value, action


@njit
def second_group(weights, workspace, hand, so_far):
    """Return what the dice left are likely to add: a second group and a third."""
    best = 0.0
    group = hand
    while group > 0:
        for modifier in range(ways_to_modify(workspace, group)):
            advisor = target(workspace, group, modifier)
            if advisor != NOT_OPEN:
                chance = workspace.survival[advisor]
                before = before_placing(workspace)
                place(workspace, advisor, modifier)
                value = purse_value(weights, workspace, True)
                more = value - so_far + third_group(weights, workspace, hand & ~group, value)
                take_back(workspace, advisor, before)
                best = max(best, (chance + (1.0 - chance) * weights.fallback) * more)
        group = (group - 1) & hand
    return best


@njit
def third_group(weights, workspace, hand, so_far):
    """Return what the last dice are likely to add; opponents move twice before."""
    best = 0.0
    group = hand
    while group > 0:
        for modifier in range(ways_to_modify(workspace, group)):
            advisor = target(workspace, group, modifier)
            if advisor != NOT_OPEN:
                chance = workspace.survival[advisor] * workspace.survival[advisor]
                before = before_placing(workspace)
                place(workspace, advisor, modifier)
                more = purse_value(weights, workspace, True) - so_far
                take_back(workspace, advisor, before)
                best = max(best, (chance + (1.0 - chance) * weights.fallback) * more)
        group = (group - 1) & hand
    return best


@njit
def plan_one(weights, workspace):
    """Try the advisors in reach; keep the best gift for the pips it takes."""
    workspace.best, workspace.action = NO_PLAN, PASS
    group = workspace.hand
    while group > 0:
        for modifier in range(ways_to_modify(workspace, group)):
            advisor = target(workspace, group, modifier)
            if advisor != NOT_OPEN:
                before = before_placing(workspace)
                place(workspace, advisor, modifier)
                value = purse_value(weights, workspace, True) - weights.pip * workspace.total[group]
                take_back(workspace, advisor, before)
                note(workspace, value, INFLUENCE + modifier * NUM_ADVISORS + advisor)
        group = (group - 1) & workspace.hand


@njit
def plan(weights, workspace):
    """Decide where the next group goes."""
    if weights.splits_dice:
        plan_split(weights, workspace)
    else:
        plan_one(weights, workspace)
