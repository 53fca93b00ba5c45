"""What things are worth to a seat now: goods, buildings, tokens; and what its whole purse is worth."""

from kingsburg_agents.heuristics.battle import foresee_winter, winter_value
from kingsburg_agents.heuristics.weights import NOT_IN_ORDER, NUM_MEMORIES, NUM_READY
from kingsburg_env.engine.actions import BUNDLES
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    NUM_BUILDINGS,
    NUM_COLUMNS,
    NUM_GOODS,
    NUM_ROWS,
    NUM_YEARS,
    Advisor,
    Building,
    Good,
    Phase,
)
from kingsburg_env.engine.province import (
    NO_BUILDING,
    architect_saves,
    cost,
    has,
    is_row_in_play,
    next_in_row,
    num_buildings,
)
from kingsburg_env.engine.redeal import knows_enemy
from kingsburg_env.engine.tables.advisors import ADVISORS
from kingsburg_env.engine.tables.buildings import BUILDINGS

NO_ROW = -1
SEASONS = 3
# A purse as one number: no count of goods or soldiers needs more bits.
BITS_PER_COUNT = 8
# A good left over at the end breaks ties, and two of them are a point with a Cathedral.
LEFT_OVER = 0.02
CATHEDRAL_SHARE = 0.5


@njit
def think(state, seat, weights, mind):
    """Fill the scratch paper with everything that the coming question may look up."""
    player = state.players[seat]
    price_goods(state, player, weights, mind)
    judge_buildings(state, seat, weights, mind)
    foresee_winter(state, seat, weights, mind)
    mind.stable = 1 if has(player, Building.STABLE) else 0
    mind.credit = 1 if architect_saves(state, seat) else 0
    mind.look_rate = 0.0 if state.year > 0 and knows_enemy(state, seat, int(state.year)) else weights.look
    mind.builders = weights.reward if may_win_reward(state, seat) else 0.0
    mind.question += 1
    open_purse(player, mind)


@njit
def may_win_reward(state, seat):
    """Tell whether a building this Spring gives this seat as many as any rival has, for the King's reward."""
    if state.phase != Phase.SPRING:
        return False
    mine = num_buildings(state.players[seat]) + 1
    for rival in range(int(state.num_players)):
        if rival != seat and num_buildings(state.players[rival]) > mine:
            return False
    return True


@njit
def seasons_left(state):
    """Count the productive seasons after this one."""
    year = max(int(state.year), 1)
    this = 0
    if state.phase == Phase.SUMMER or state.phase == Phase.ENVOY or state.phase == Phase.REWARD:
        this = 1
    elif state.phase >= Phase.AUTUMN:
        this = 2
    return (NUM_YEARS - year) * SEASONS + SEASONS - 1 - this


@njit
def price_goods(state, player, weights, mind):
    """Let goods and tokens lose their worth as the seasons run out."""
    left = seasons_left(state)
    mind.left = left
    share = left / (left + weights.late) if left > 0 else 0.0
    floor = CATHEDRAL_SHARE if has(player, Building.CATHEDRAL) else LEFT_OVER
    for good in range(NUM_GOODS):
        mind.rate[good] = max(weights.goods[good] * share, floor)
    mind.wild_rate = max(weights.wild * share, floor)
    mind.plus_two_rate = weights.plus_two * share
    mind.envoy_rate = weights.envoy * share


@njit
def judge_buildings(state, seat, weights, mind):
    """Tell what every building is worth if built this season, the prospects of its row included."""
    player = state.players[seat]
    first = first_in_order(state, player, weights)
    for row in range(NUM_ROWS):
        ahead = 0.0
        for column in range(NUM_COLUMNS - 1, -1, -1):
            building = row * NUM_COLUMNS + column
            worth = effect_value(state, weights, mind, building) + weights.row * ahead
            worth += wish_value(weights, first, building)
            price = 0.0
            for good in range(NUM_GOODS):
                mind.cost[building, good] = cost(player, building, good)
                price += mind.rate[good] * mind.cost[building, good]
            mind.worth[building] = worth
            ahead = max(worth - price, 0.0) if mind.left > 0 else 0.0
            mind.gain[building] = ahead
        following = next_in_row(player, row) if is_row_in_play(state, row) else NO_BUILDING
        mind.next[row] = following
        is_last = following == NO_BUILDING or following % NUM_COLUMNS == NUM_COLUMNS - 1
        mind.after[row] = NO_BUILDING if is_last else following + 1


@njit
def effect_value(state, weights, mind, building):
    """Add up a building's points and its effects over the time left; this winter's strength is not among them."""
    card = BUILDINGS[building]
    years = NUM_YEARS - max(int(state.year), 1)
    this_summer = 1 if state.phase <= Phase.SUMMER else 0
    return (
        weights.points * int(card.vp)
        + weights.once[building]
        + weights.season[building] * mind.left
        + weights.summer[building] * (years + this_summer)
        + weights.winter[building] * (years + 1)
        + weights.defence * int(card.defence) * years
    )


@njit
def first_in_order(state, player, weights):
    """Find the earliest place in the building order that is in play and not built yet."""
    first = NOT_IN_ORDER
    for building in range(NUM_BUILDINGS):
        if not has(player, building) and is_row_in_play(state, building // NUM_COLUMNS):
            first = min(first, weights.place_in_order[building])
    return first


@njit
def wish_value(weights, first, building):
    """Wish for the next building of the order, and less for those after it."""
    place = weights.place_in_order[building]
    if place == NOT_IN_ORDER or place < first:
        return 0.0
    return weights.wish * weights.wish_decay ** (place - first)


@njit
def open_purse(player, mind):
    """Begin with what the player owns."""
    for good in range(NUM_GOODS):
        mind.purse[good] = int(player.goods[good])
    mind.wilds = 0
    mind.soldiers = int(player.soldiers)
    mind.alchemists = 0
    mind.sure = 0.0


@njit
def add_bundle(mind, bundle, sign):
    """Put a mix of goods into the purse, or take it out."""
    for good in range(NUM_GOODS):
        mind.purse[good] += sign * int(BUNDLES[bundle, good])


@njit
def add_gift(mind, advisor, sign):
    """Put an advisor's gift into the purse, or take it out again; goods of choice stay open."""
    gift = ADVISORS[advisor]
    for good in range(NUM_GOODS):
        mind.purse[good] += sign * int(gift.goods[good])
    mind.wilds += sign * int(gift.choice)
    if gift.soldiers > 0:
        mind.soldiers += sign * (int(gift.soldiers) + mind.stable)
    mind.sure += sign * (
        int(gift.vp) + mind.plus_two_rate * int(gift.plus_two) + mind.look_rate * int(gift.looks)
    )
    if advisor == Advisor.ALCHEMIST:
        mind.alchemists += sign
    elif advisor == Advisor.SMUGGLER:
        mind.wilds += sign * 3
        mind.sure -= sign


@njit
def purse_value(weights, mind, may_build):
    """Tell what the purse is worth, an Alchemist's trade included."""
    best = prospect(weights, mind, may_build)
    if mind.alchemists > 0:
        for paid in range(NUM_GOODS):
            if mind.purse[paid] > 0:
                exchange(mind, paid, 1)
                best = max(best, prospect(weights, mind, may_build))
                exchange(mind, paid, -1)
    return mind.sure + best


@njit
def exchange(mind, paid, sign):
    """Pay one good for one each of the two others, or take that back."""
    for good in range(NUM_GOODS):
        mind.purse[good] += -sign if good == paid else sign


@njit
def prospect(weights, mind, may_build):
    """Tell what goods and soldiers are worth, from memory if this purse was thought of before."""
    key = mind.question << 1 | may_build
    for good in range(NUM_GOODS):
        key = key << BITS_PER_COUNT | mind.purse[good]
    key = (key << BITS_PER_COUNT | mind.wilds) << BITS_PER_COUNT | mind.soldiers
    at = (key ^ key >> 7 ^ key >> 13) & (NUM_MEMORIES - 1)
    if mind.remembered[at] != key:
        mind.remembered[at] = key
        mind.value[at] = judge_purse(weights, mind, may_build)
    return mind.value[at]


@njit
def judge_purse(weights, mind, may_build):
    """Tell what goods and soldiers are worth if the best affordable building is built, or none."""
    gold, wood, stone, wilds = (
        mind.purse[Good.GOLD],
        mind.purse[Good.WOOD],
        mind.purse[Good.STONE],
        mind.wilds,
    )
    best = kept_value(weights, mind, gold, wood, stone, wilds, NO_ROW, mind.soldiers)
    if may_build:
        for row in range(NUM_ROWS):
            building = mind.next[row]
            if building != NO_BUILDING and lacking(mind, building, gold, wood, stone) <= wilds + mind.credit:
                best = max(best, built_value(weights, mind, building))
    return best


@njit
def built_value(weights, mind, building):
    """Tell what building this now leads to; goods of choice fill what is lacking."""
    gold = mind.purse[Good.GOLD] - mind.cost[building, Good.GOLD]
    wood = mind.purse[Good.WOOD] - mind.cost[building, Good.WOOD]
    stone = mind.purse[Good.STONE] - mind.cost[building, Good.STONE]
    wilds = max(mind.wilds + min(gold, 0) + min(wood, 0) + min(stone, 0), 0)
    row, soldiers = building // NUM_COLUMNS, mind.soldiers + int(BUILDINGS[building].defence)
    kept = kept_value(weights, mind, max(gold, 0), max(wood, 0), max(stone, 0), wilds, row, soldiers)
    return mind.worth[building] + mind.builders + kept


@njit
def kept_value(weights, mind, gold, wood, stone, wilds, built_row, soldiers):
    """Tell what stays after building is worth: goods for later, soldiers for the winter."""
    later = holding(weights, mind, gold, wood, stone, wilds, built_row)
    return later + winter_value(mind, soldiers, gold + wood + stone + wilds)


@njit
def holding(weights, mind, gold, wood, stone, wilds, built_row):
    """Tell what goods are worth that stay in the purse: each for itself, and together for the next building."""
    value = gold * mind.rate[Good.GOLD] + wood * mind.rate[Good.WOOD] + stone * mind.rate[Good.STONE]
    value += wilds * mind.wild_rate
    goods = gold + wood + stone + wilds
    if goods > weights.hoard_from:
        value *= 1.0 - weights.hoard * (goods - weights.hoard_from) / goods
    best = 0.0
    for row in range(NUM_ROWS):
        building = mind.after[row] if row == built_row else mind.next[row]
        if building != NO_BUILDING:
            short = max(lacking(mind, building, gold, wood, stone) - wilds, 0)
            if short < NUM_READY:
                best = max(best, mind.gain[building] * weights.ready[short])
    return value + best


@njit
def lacking(mind, building, gold, wood, stone):
    """Count the goods lacking for a building."""
    return (
        max(mind.cost[building, Good.GOLD] - gold, 0)
        + max(mind.cost[building, Good.WOOD] - wood, 0)
        + max(mind.cost[building, Good.STONE] - stone, 0)
    )
