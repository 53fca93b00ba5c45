"""What things are worth to a seat now: goods, buildings, tokens; and what its whole purse is worth."""

from kingsburg_agents.heuristics.battle import foresee_winter, winter_value
from kingsburg_agents.heuristics.seasons import SEASONS_A_YEAR, seasons_to_come
from kingsburg_agents.heuristics.weights import NOT_IN_ORDER, NUM_MEMORIES, NUM_READY
from kingsburg_env.engine.actions import BUNDLES
from kingsburg_env.engine.hidden import knows_enemy
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
    Governor,
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
from kingsburg_env.engine.tables.advisors import ADVISORS
from kingsburg_env.engine.tables.buildings import BUILDINGS
from kingsburg_env.engine.tables.governors import SORCERER_BUILDINGS, SORCERER_YEAR

NO_ROW = -1
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
def price_goods(state, player, weights, mind):
    """Let goods and tokens lose their worth as the seasons run out."""
    left = seasons_to_come(state)
    if state.phase <= Phase.AID:
        # what is got before the Spring is spent in it
        left -= 1
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
    summers, winters = summers_to_come(state), NUM_YEARS + 1 - max(int(state.year), 1)
    foresee_sorcery(state, player, weights, mind)
    for row in range(NUM_ROWS):
        ahead = 0.0
        for column in range(NUM_COLUMNS - 1, -1, -1):
            building = row * NUM_COLUMNS + column
            worth = effect_value(weights, building, mind.left, summers, winters) + weights.row * ahead
            worth += wish_value(weights, first, building)
            if column == 0:
                worth -= mind.sorcery[row]
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
def summers_to_come(state):
    """Count the summers from now on, this one included."""
    this_summer = 1 if state.phase <= Phase.SUMMER else 0
    return NUM_YEARS - max(int(state.year), 1) + this_summer


@njit
def effect_value(weights, building, seasons, summers, winters):
    """Add up a building's points and its effects over the time left; the first winter's strength is not among them."""
    card = BUILDINGS[building]
    return (
        weights.points * int(card.vp)
        + weights.once[building]
        + weights.season[building] * seasons
        + weights.summer[building] * summers
        + weights.winter[building] * winters
        + weights.defence * int(card.defence) * (winters - 1)
    )


@njit
def foresee_sorcery(state, player, weights, mind):
    """Work out for each row what the Sorcerer gives up by paying for a building of column I that will be free."""
    for row in range(NUM_ROWS):
        mind.sorcery[row] = 0.0
    if player.governor != Governor.SORCERER or state.year >= SORCERER_YEAR:
        return
    for row in range(NUM_ROWS):
        if player.rows[row] == 0 and is_row_in_play(state, row):
            mind.sorcery[row] = free_value(weights, row * NUM_COLUMNS)
    # the best of those that have to be paid for anyway would take its place
    instead = nth_largest(mind.sorcery, SORCERER_BUILDINGS + 1)
    for row in range(NUM_ROWS):
        mind.sorcery[row] = max(mind.sorcery[row] - instead, 0.0)


@njit
def free_value(weights, building):
    """Tell what a building brings that is put up at the start of the Sorcerer's year: all but its points."""
    years = NUM_YEARS - SORCERER_YEAR + 1
    value = effect_value(weights, building, SEASONS_A_YEAR * years - 1, years, years)
    return max(value - weights.points * int(BUILDINGS[building].vp), 0.0)


@njit
def nth_largest(values, place):
    """Return the value of which fewer than `place` are larger, and no fewer than `place` at least as large."""
    found = 0.0
    for value in values:
        larger, equal = 0, 0
        for other in values:
            larger += 1 if other > value else 0
            equal += 1 if other == value else 0
        if larger < place <= larger + equal:
            found = value
    return found


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
    """Tell what building this now leads to; goods of choice, and one the Architect saves, fill what is lacking."""
    gold = mind.purse[Good.GOLD] - mind.cost[building, Good.GOLD]
    wood = mind.purse[Good.WOOD] - mind.cost[building, Good.WOOD]
    stone = mind.purse[Good.STONE] - mind.cost[building, Good.STONE]
    wilds = max(mind.wilds + mind.credit + min(gold, 0) + min(wood, 0) + min(stone, 0), 0)
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
    # the Architect saves once a season
    credit = mind.credit if built_row == NO_ROW else 0
    goods = gold + wood + stone + wilds
    if goods > weights.hoard_from:
        value *= 1.0 - weights.hoard * (goods - weights.hoard_from) / goods
    best = 0.0
    for row in range(NUM_ROWS):
        building = mind.after[row] if row == built_row else mind.next[row]
        if building != NO_BUILDING:
            short = max(lacking(mind, building, gold, wood, stone) - wilds - credit, 0)
            if short < NUM_READY:
                gain = mind.gain[building] + credit * mind.wild_rate
                best = max(best, gain * weights.ready[short])
    return value + best


@njit
def lacking(mind, building, gold, wood, stone):
    """Count the goods lacking for a building."""
    return (
        max(mind.cost[building, Good.GOLD] - gold, 0)
        + max(mind.cost[building, Good.WOOD] - wood, 0)
        + max(mind.cost[building, Good.STONE] - stone, 0)
    )
