"""The action for every kind of decision, from what things are worth."""

from kingsburg_agents.heuristics.battle import token_value, winter_value
from kingsburg_agents.heuristics.placing import OWN_DICE, add_up, look_at_the_court, plan, plan_split
from kingsburg_agents.heuristics.throws import NUM_THROWS, THROWS
from kingsburg_agents.heuristics.valuation import (
    NO_ROW,
    add_bundle,
    add_gift,
    built_value,
    exchange,
    holding,
    open_purse,
    prepare,
    prospect,
    purse_value,
)
from kingsburg_env.engine.actions import (
    ARMY_TOKEN,
    BONUS_DIE,
    BUILD,
    BUNDLE_START,
    CHANGE,
    DUKE,
    GOODS,
    GOVERNOR,
    OWN_DIE,
    PASS,
    RECRUIT_TOKEN,
    REROLL,
    TRADE,
    USE_EFFECT,
)
from kingsburg_env.engine.answers import NO_ACTION, is_allowed, next_answer
from kingsburg_env.engine.dice import is_own
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_DICE,
    MAX_GROUPS,
    NUM_ADVISORS,
    NUM_OWN_DICE,
    Advisor,
    Change,
    Decision,
    Good,
    Reroll,
    Step,
    Trade,
)
from kingsburg_env.engine.phases.duke import highest_group
from kingsburg_env.engine.tables.advisors import ADVISORS, HELP_ORDER, MODIFIER_DELTA
from kingsburg_env.engine.tables.buildings import BUILDINGS, QUARRY_GOLD, SAWMILL_GOLD
from kingsburg_env.engine.tables.governors import PRINCE_DICE, TRICKSTER_FACE, TRICKSTER_HIGH, TRICKSTER_LOW

WORST = -10000.0
# What the Priest thinks of a bonus die, and how much he would rather bless now than later.
DIE_VALUE = 1.4
BLESSING_NOW = 0.05


@njit
def choose_action(state, weights, workspace):
    """Choose the action these weights prefer; of equally good ones the lowest."""
    seat = int(state.actor)
    prepare(state, seat, weights, workspace)
    match state.decision:
        case Decision.INFLUENCE:
            look_at_the_court(state, seat, weights, workspace)
            expect_gifts(state, seat, workspace, 0)
            plan(weights, workspace)
            return workspace.action
        case Decision.PICK_DICE:
            return die_to_pick(state, seat, weights, workspace)
        case Decision.REROLL | Decision.CHANGE:
            look_at_the_court(state, seat, weights, workspace)
    best, chosen = WORST, PASS
    action = next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        value = value_of(state, seat, weights, workspace, action)
        if value > best:
            best, chosen = value, action
        action = next_answer(state, action)
    return chosen


@njit
def value_of(state, seat, weights, workspace, action):
    """Return the value of an action."""
    match state.decision:
        case Decision.PICK_GOVERNOR:
            return weights.governor[action - GOVERNOR]
        case Decision.SORCERY:
            return sorcery_value(workspace, action)
        case Decision.BLESS:
            return bless_value(state, seat, action)
        case Decision.REROLL | Decision.CHANGE:
            return dice_value(state, seat, weights, workspace, action)
        case Decision.MOVE_TO_DUCHESS:
            return duke_value(state, seat, weights, workspace, action)
        case Decision.TAKE_GOODS | Decision.ALCHEMY | Decision.SMUGGLE:
            return gift_value(state, seat, weights, workspace, action)
        case Decision.BUILD:
            return build_value(state, weights, workspace, action)
        case Decision.SAVE_GOOD:
            return saving_value(state, weights, workspace, action)
        case Decision.END_SEASON:
            return trade_value(state, seat, weights, workspace, action)
        case Decision.RECRUIT:
            return recruit_value(weights, workspace, action)
        case Decision.COMMIT_TOKEN:
            return token_value(
                state.players[seat], weights, workspace, workspace.soldiers, action - ARMY_TOKEN
            )
        case Decision.LOSE_GOODS:
            return loss_value(weights, workspace, action)
        case Decision.USE_EFFECT:
            return effect_value(action)
    return 0.0


@njit
def effect_value(action):
    """Return 1 for using an effect: declining seldom pays."""
    return 1.0 if action == USE_EFFECT else 0.0


@njit
def sorcery_value(workspace, action):
    """Return what a free building brings: all but its points."""
    return workspace.worth[action - BUILD] - int(BUILDINGS[action - BUILD].vp) if action != PASS else 0.0


@njit
def bless_value(state, seat, action):
    """Return what blessing brings: it pays when it helps this seat more than its opponents on average: a die is worth more than a point."""
    if action == PASS:
        return 0.0
    mine, others = 0.0, 0.0
    for other in range(int(state.num_players)):
        value = 1.0 if state.players[other].bonus > 0 else DIE_VALUE
        if other == seat:
            mine = value
        else:
            others += value
    return mine - others / (state.num_players - 1) + BLESSING_NOW


@njit
def hand_value(weights, workspace):
    """Return what the dice are worth, placed as well as can be."""
    add_up(workspace)
    plan_split(weights, workspace)
    return workspace.best


@njit
def dice_value(state, seat, weights, workspace, action):
    """Return what the dice are worth as they lie, thrown again or turned."""
    if action == PASS:
        return hand_value(weights, workspace)
    if action < CHANGE:
        return reroll_value(state, seat, weights, workspace, action)
    return change_value(state, seat, weights, workspace, action)


@njit
def reroll_value(state, seat, weights, workspace, action):
    """Average what the dice are worth over throws of those that are thrown again."""
    first, end = 0, MAX_DICE
    if action == REROLL + Reroll.STATUE_OWN:
        end = 1
    elif action == REROLL + Reroll.STATUE_BONUS:
        first, end = NUM_OWN_DICE, NUM_OWN_DICE + 1
    total = 0.0
    for throw in range(NUM_THROWS):
        for die in range(first, end):
            if workspace.hand >> die & 1:
                workspace.dice[die] = THROWS[throw, die]
        total += hand_value(weights, workspace)
    restore_dice(state.players[seat], workspace)
    return total / NUM_THROWS


@njit
def restore_dice(player, workspace):
    """Restore the dice as they lie."""
    for die in range(MAX_DICE):
        workspace.dice[die] = int(player.dice[die])


@njit
def change_value(state, seat, weights, workspace, action):
    """Return what the dice are worth once turned."""
    if action == CHANGE + Change.PRINCE:
        for die in range(NUM_OWN_DICE):
            workspace.dice[die] = int(PRINCE_DICE[die])
    else:
        own = action == CHANGE + Change.OWN_TO_1 or action == CHANGE + Change.OWN_TO_3
        low = action == CHANGE + Change.OWN_TO_1 or action == CHANGE + Change.BONUS_TO_1
        turn_a_two(workspace, 0 if own else NUM_OWN_DICE, TRICKSTER_LOW if low else TRICKSTER_HIGH)
    value = hand_value(weights, workspace)
    restore_dice(state.players[seat], workspace)
    return value


@njit
def turn_a_two(workspace, first, face):
    """Turn the first 2 from this die on."""
    for die in range(first, MAX_DICE):
        if workspace.dice[die] == TRICKSTER_FACE:
            workspace.dice[die] = face
            return


@njit
def die_to_pick(state, seat, weights, workspace):
    """Pick a die of the set that leaves the best dice in hand."""
    look_at_the_court(state, seat, weights, workspace)
    expect_gifts(state, seat, workspace, 0)
    hand, missing, has_own = workspace.hand, missing_pips(state, seat), has_own_die(state, seat)
    best, chosen = WORST, 0
    group = hand
    while group > 0:
        if workspace.total[group] == missing and (has_own or group & OWN_DICE):
            workspace.hand = hand & ~group
            value = hand_value(weights, workspace)
            if value >= best:
                best, chosen = value, group
        group = (group - 1) & hand
    return die_of(state, workspace, chosen)


@njit
def missing_pips(state, seat):
    """Return how many pips the group being placed still needs."""
    player = state.players[seat]
    missing = int(ADVISORS[int(state.advisor)].rank) - int(MODIFIER_DELTA[int(state.modifier)])
    for die in range(MAX_DICE):
        if player.group_of[die] == state.group:
            missing -= int(player.dice[die])
    return missing


@njit
def has_own_die(state, seat):
    """Check whether an own die is already in the group being placed."""
    for die in range(NUM_OWN_DICE):
        if state.players[seat].group_of[die] == state.group:
            return True
    return False


@njit
def die_of(state, workspace, group):
    """Return the first action that takes a die of this set."""
    chosen = BONUS_DIE + DIE_SIDES
    for die in range(MAX_DICE):
        if group >> die & 1:
            action = (OWN_DIE if is_own(die) else BONUS_DIE) + workspace.dice[die] - 1
            if is_allowed(state, action):
                chosen = min(chosen, action)
    return chosen


@njit
def expect_gifts(state, seat, workspace, first):
    """Add the gifts to the purse that the player's groups will get, from this index of the order of help on."""
    player = state.players[seat]
    for place in range(first, NUM_ADVISORS):
        for group in range(MAX_GROUPS):
            if player.group_at[group] == HELP_ORDER[place]:
                add_gift(workspace, int(HELP_ORDER[place]), 1)


@njit
def duke_value(state, seat, weights, workspace, action):
    """Compare the gifts with and without the move."""
    player = state.players[seat]
    expect_gifts(state, seat, workspace, 0)
    if action == DUKE:
        add_gift(workspace, int(player.group_at[highest_group(player)]), -1)
        add_gift(workspace, Advisor.DUCHESS, 1)
    value = purse_value(weights, workspace, True)
    open_purse(player, workspace)
    return value


@njit
def gift_value(state, seat, weights, workspace, action):
    """Return what goods of choice are worth, with the gifts still to come this season."""
    if state.step == Step.HELP:
        expect_gifts(state, seat, workspace, int(state.advisor) + 1)
    if action != PASS:
        bundle = action - GOODS
        if state.decision == Decision.ALCHEMY:
            exchange(workspace, bundle - BUNDLE_START[1], 1)
        else:
            add_bundle(workspace, bundle, 1)
            workspace.sure -= 1.0 if state.decision == Decision.SMUGGLE else 0.0
    value = purse_value(weights, workspace, state.step == Step.HELP)
    open_purse(state.players[seat], workspace)
    return value


@njit
def build_value(state, weights, workspace, action):
    """Return what a building leads to; the second one costs the envoy."""
    if action == PASS:
        return prospect(weights, workspace, False)
    return built_value(weights, workspace, action - BUILD) - (
        workspace.envoy_rate if state.visit > 0 else 0.0
    )


@njit
def saving_value(state, weights, workspace, action):
    """Return what is left if the Architect saves this good, or none."""
    saved = 0 if action == PASS else 1
    good = 0 if action == PASS else action - GOODS - BUNDLE_START[1]
    workspace.purse[good] += saved
    credit, workspace.credit = workspace.credit, 0
    value = built_value(weights, workspace, int(state.building))
    workspace.purse[good] -= saved
    workspace.credit = credit
    return value


@njit
def trade_value(state, seat, weights, workspace, action):
    """Return what a trade at the end of the season leads to."""
    trade = action - TRADE
    if action == PASS:
        pass
    elif trade == Trade.SAWMILL:
        workspace.purse[Good.WOOD] -= 1
        workspace.purse[Good.GOLD] += SAWMILL_GOLD
    elif trade == Trade.QUARRY:
        workspace.purse[Good.STONE] -= 1
        workspace.purse[Good.GOLD] += QUARRY_GOLD
    elif trade == Trade.GOLDSMITH:
        workspace.purse[Good.GOLD] -= 1
        workspace.soldiers += 1
        workspace.sure += 1.0
    elif trade == Trade.TOWN_HALL_TOKEN:
        workspace.sure += 1.0 - workspace.plus_two_rate
    else:
        workspace.purse[trade - Trade.TOWN_HALL_GOLD] -= 1
        workspace.sure += 1.0
    value = purse_value(weights, workspace, False)
    open_purse(state.players[seat], workspace)
    return value


@njit
def recruit_value(weights, workspace, action):
    """Return what another soldier leads to, further ones included; and what stopping here does."""
    if action == PASS:
        return left_value(weights, workspace) + winter_value(workspace, workspace.soldiers, 0)
    paid = 0.0
    if action == RECRUIT_TOKEN:
        paid = workspace.plus_two_rate
        value = left_value(weights, workspace) + winter_value(
            workspace, workspace.soldiers + 1, num_in_purse(workspace)
        )
    else:
        add_bundle(workspace, action - GOODS, -1)
        value = left_value(weights, workspace) + winter_value(
            workspace, workspace.soldiers + 1, num_in_purse(workspace)
        )
        add_bundle(workspace, action - GOODS, 1)
    return value - paid


@njit
def num_in_purse(workspace):
    """Count the goods in the purse."""
    return workspace.purse[Good.GOLD] + workspace.purse[Good.WOOD] + workspace.purse[Good.STONE]


@njit
def loss_value(weights, workspace, action):
    """Return what goods are left."""
    add_bundle(workspace, action - GOODS, -1)
    value = left_value(weights, workspace)
    add_bundle(workspace, action - GOODS, 1)
    return value


@njit
def left_value(weights, workspace):
    """Return what the goods in the purse are worth for later."""
    return holding(
        weights,
        workspace,
        workspace.purse[Good.GOLD],
        workspace.purse[Good.WOOD],
        workspace.purse[Good.STONE],
        0,
        NO_ROW,
    )
