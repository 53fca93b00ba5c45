"""The answer to every kind of question, from what things are worth."""

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
    prospect,
    purse_value,
    think,
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
def answer(state, weights, mind):
    """Answer the question of a game by these weights; the lowest of equally good actions."""
    seat = int(state.actor)
    think(state, seat, weights, mind)
    match state.decision:
        case Decision.INFLUENCE:
            look_at_the_court(state, seat, weights, mind)
            expect_gifts(state, seat, mind, 0)
            plan(weights, mind)
            return mind.answer
        case Decision.PICK_DICE:
            return dice_answer(state, seat, weights, mind)
        case Decision.REROLL | Decision.CHANGE:
            look_at_the_court(state, seat, weights, mind)
    best, chosen = WORST, PASS
    action = next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        value = value_of(state, seat, weights, mind, action)
        if value > best:
            best, chosen = value, action
        action = next_answer(state, action)
    return chosen


@njit
def value_of(state, seat, weights, mind, action):
    """Tell what an answer leads to."""
    match state.decision:
        case Decision.PICK_GOVERNOR:
            return weights.governor[action - GOVERNOR]
        case Decision.SORCERY:
            return sorcery_value(mind, action)
        case Decision.BLESS:
            return bless_value(state, seat, action)
        case Decision.REROLL | Decision.CHANGE:
            return dice_value(state, seat, weights, mind, action)
        case Decision.MOVE_TO_DUCHESS:
            return duke_value(state, seat, weights, mind, action)
        case Decision.TAKE_GOODS | Decision.ALCHEMY | Decision.SMUGGLE:
            return gift_value(state, seat, weights, mind, action)
        case Decision.BUILD:
            return build_value(state, weights, mind, action)
        case Decision.SAVE_GOOD:
            return saving_value(state, weights, mind, action)
        case Decision.END_SEASON:
            return trade_value(state, seat, weights, mind, action)
        case Decision.RECRUIT:
            return recruit_value(weights, mind, action)
        case Decision.COMMIT_TOKEN:
            return token_value(state.players[seat], weights, mind, mind.soldiers, action - ARMY_TOKEN)
        case Decision.LOSE_GOODS:
            return loss_value(weights, mind, action)
        case Decision.USE_EFFECT:
            return effect_value(action)
    return 0.0


@njit
def effect_value(action):
    """Use whatever may be declined: that seldom pays."""
    return 1.0 if action == USE_EFFECT else 0.0


@njit
def sorcery_value(mind, action):
    """Tell what a free building brings: all but its points."""
    return mind.worth[action - BUILD] - int(BUILDINGS[action - BUILD].vp) if action != PASS else 0.0


@njit
def bless_value(state, seat, action):
    """Bless when it helps this seat more than its rivals on average: a die is worth more than a point."""
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
def hand_value(weights, mind):
    """Tell what the dice are worth, placed as well as can be."""
    add_up(mind)
    plan_split(weights, mind)
    return mind.best


@njit
def dice_value(state, seat, weights, mind, action):
    """Tell what the dice are worth as they lie, thrown again or turned."""
    if action == PASS:
        return hand_value(weights, mind)
    if action < CHANGE:
        return reroll_value(state, seat, weights, mind, action)
    return change_value(state, seat, weights, mind, action)


@njit
def reroll_value(state, seat, weights, mind, action):
    """Average what the dice are worth over throws of those that are thrown again."""
    first, end = 0, MAX_DICE
    if action == REROLL + Reroll.STATUE_OWN:
        end = 1
    elif action == REROLL + Reroll.STATUE_BONUS:
        first, end = NUM_OWN_DICE, NUM_OWN_DICE + 1
    total = 0.0
    for throw in range(NUM_THROWS):
        for die in range(first, end):
            if mind.hand >> die & 1:
                mind.dice[die] = THROWS[throw, die]
        total += hand_value(weights, mind)
    restore_dice(state.players[seat], mind)
    return total / NUM_THROWS


@njit
def restore_dice(player, mind):
    """Look at the dice as they lie."""
    for die in range(MAX_DICE):
        mind.dice[die] = int(player.dice[die])


@njit
def change_value(state, seat, weights, mind, action):
    """Tell what the dice are worth once turned."""
    if action == CHANGE + Change.PRINCE:
        for die in range(NUM_OWN_DICE):
            mind.dice[die] = int(PRINCE_DICE[die])
    else:
        own = action == CHANGE + Change.OWN_TO_1 or action == CHANGE + Change.OWN_TO_3
        low = action == CHANGE + Change.OWN_TO_1 or action == CHANGE + Change.BONUS_TO_1
        turn_a_two(mind, 0 if own else NUM_OWN_DICE, TRICKSTER_LOW if low else TRICKSTER_HIGH)
    value = hand_value(weights, mind)
    restore_dice(state.players[seat], mind)
    return value


@njit
def turn_a_two(mind, first, face):
    """Think the first 2 from this die on turned."""
    for die in range(first, MAX_DICE):
        if mind.dice[die] == TRICKSTER_FACE:
            mind.dice[die] = face
            return


@njit
def dice_answer(state, seat, weights, mind):
    """Pick a die of the set that leaves the best dice in hand."""
    look_at_the_court(state, seat, weights, mind)
    expect_gifts(state, seat, mind, 0)
    hand, missing, has_own = mind.hand, missing_pips(state, seat), has_own_die(state, seat)
    best, chosen = WORST, 0
    group = hand
    while group > 0:
        if mind.total[group] == missing and (has_own or group & OWN_DICE):
            mind.hand = hand & ~group
            value = hand_value(weights, mind)
            if value >= best:
                best, chosen = value, group
        group = (group - 1) & hand
    return die_of(state, mind, chosen)


@njit
def missing_pips(state, seat):
    """Tell how many pips the group being placed still needs."""
    player = state.players[seat]
    missing = int(ADVISORS[int(state.advisor)].rank) - int(MODIFIER_DELTA[int(state.modifier)])
    for die in range(MAX_DICE):
        if player.group_of[die] == state.group:
            missing -= int(player.dice[die])
    return missing


@njit
def has_own_die(state, seat):
    """Tell whether an own die is already in the group being placed."""
    for die in range(NUM_OWN_DICE):
        if state.players[seat].group_of[die] == state.group:
            return True
    return False


@njit
def die_of(state, mind, group):
    """Name the first action that takes a die of this set."""
    chosen = BONUS_DIE + DIE_SIDES
    for die in range(MAX_DICE):
        if group >> die & 1:
            action = (OWN_DIE if is_own(die) else BONUS_DIE) + mind.dice[die] - 1
            if is_allowed(state, action):
                chosen = min(chosen, action)
    return chosen


@njit
def expect_gifts(state, seat, mind, first):
    """Put the gifts into the purse that the player's groups will get, from this place in the order of help on."""
    player = state.players[seat]
    for place in range(first, NUM_ADVISORS):
        for group in range(MAX_GROUPS):
            if player.group_at[group] == HELP_ORDER[place]:
                add_gift(mind, int(HELP_ORDER[place]), 1)


@njit
def duke_value(state, seat, weights, mind, action):
    """Compare the gifts with and without the move."""
    player = state.players[seat]
    expect_gifts(state, seat, mind, 0)
    if action == DUKE:
        add_gift(mind, int(player.group_at[highest_group(player)]), -1)
        add_gift(mind, Advisor.DUCHESS, 1)
    value = purse_value(weights, mind, True)
    open_purse(player, mind)
    return value


@njit
def gift_value(state, seat, weights, mind, action):
    """Tell what goods of choice are worth, with the gifts still to come this season."""
    if state.step == Step.HELP:
        expect_gifts(state, seat, mind, int(state.advisor) + 1)
    if action != PASS:
        bundle = action - GOODS
        if state.decision == Decision.ALCHEMY:
            exchange(mind, bundle - BUNDLE_START[1], 1)
        else:
            add_bundle(mind, bundle, 1)
            mind.sure -= 1.0 if state.decision == Decision.SMUGGLE else 0.0
    value = purse_value(weights, mind, state.step == Step.HELP)
    open_purse(state.players[seat], mind)
    return value


@njit
def build_value(state, weights, mind, action):
    """Tell what a building leads to; the second one costs the envoy."""
    if action == PASS:
        return prospect(weights, mind, False)
    return built_value(weights, mind, action - BUILD) - (mind.envoy_rate if state.visit > 0 else 0.0)


@njit
def saving_value(state, weights, mind, action):
    """Tell what is left if the Architect saves this good, or none."""
    saved = 0 if action == PASS else 1
    good = 0 if action == PASS else action - GOODS - BUNDLE_START[1]
    mind.purse[good] += saved
    credit, mind.credit = mind.credit, 0
    value = built_value(weights, mind, int(state.building))
    mind.purse[good] -= saved
    mind.credit = credit
    return value


@njit
def trade_value(state, seat, weights, mind, action):
    """Tell what a trade at the end of the season leads to."""
    trade = action - TRADE
    if action == PASS:
        pass
    elif trade == Trade.SAWMILL:
        mind.purse[Good.WOOD] -= 1
        mind.purse[Good.GOLD] += SAWMILL_GOLD
    elif trade == Trade.QUARRY:
        mind.purse[Good.STONE] -= 1
        mind.purse[Good.GOLD] += QUARRY_GOLD
    elif trade == Trade.GOLDSMITH:
        mind.purse[Good.GOLD] -= 1
        mind.soldiers += 1
        mind.sure += 1.0
    elif trade == Trade.TOWN_HALL_TOKEN:
        mind.sure += 1.0 - mind.plus_two_rate
    else:
        mind.purse[trade - Trade.TOWN_HALL_GOLD] -= 1
        mind.sure += 1.0
    value = purse_value(weights, mind, False)
    open_purse(state.players[seat], mind)
    return value


@njit
def recruit_value(weights, mind, action):
    """Tell what another soldier leads to, further ones included; and what stopping here does."""
    if action == PASS:
        return left_value(weights, mind) + winter_value(mind, mind.soldiers, 0)
    paid = 0.0
    if action == RECRUIT_TOKEN:
        paid = mind.plus_two_rate
        value = left_value(weights, mind) + winter_value(mind, mind.soldiers + 1, num_in_purse(mind))
    else:
        add_bundle(mind, action - GOODS, -1)
        value = left_value(weights, mind) + winter_value(mind, mind.soldiers + 1, num_in_purse(mind))
        add_bundle(mind, action - GOODS, 1)
    return value - paid


@njit
def num_in_purse(mind):
    """Count the goods in the purse."""
    return mind.purse[Good.GOLD] + mind.purse[Good.WOOD] + mind.purse[Good.STONE]


@njit
def loss_value(weights, mind, action):
    """Tell what goods are left."""
    add_bundle(mind, action - GOODS, -1)
    value = left_value(weights, mind)
    add_bundle(mind, action - GOODS, 1)
    return value


@njit
def left_value(weights, mind):
    """Tell what the goods in the purse are worth for later."""
    return holding(
        weights, mind, mind.purse[Good.GOLD], mind.purse[Good.WOOD], mind.purse[Good.STONE], 0, NO_ROW
    )
