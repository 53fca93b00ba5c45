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
def prepare(state, seat, weights, workspace):
    """Fill the workspace with everything that the coming decision may look up."""
    player = state.players[seat]
    price_goods(state, player, weights, workspace)
    judge_buildings(state, seat, weights, workspace)
    foresee_winter(state, seat, weights, workspace)
    workspace.stable = 1 if has(player, Building.STABLE) else 0
    workspace.credit = 1 if architect_saves(state, seat) else 0
    workspace.look_rate = (
        0.0 if state.year > 0 and knows_enemy(state, seat, int(state.year)) else weights.look
    )
    workspace.builders = weights.reward if may_win_reward(state, seat) else 0.0
    workspace.decision += 1
    open_purse(player, workspace)


@njit
def may_win_reward(state, seat):
    """Check whether a building this Spring gives this seat as many as any opponent has, for the King's reward."""
    if state.phase != Phase.SPRING:
        return False
    mine = num_buildings(state.players[seat]) + 1
    for opponent in range(int(state.num_players)):
        if opponent != seat and num_buildings(state.players[opponent]) > mine:
            return False
    return True


@njit
def price_goods(state, player, weights, workspace):
    """Price goods and tokens, which lose their worth as the seasons run out."""
    left = seasons_to_come(state)
    if state.phase <= Phase.AID:
        # what is got before the Spring is spent in it
        left -= 1
    workspace.left = left
    share = left / (left + weights.late) if left > 0 else 0.0
    floor = CATHEDRAL_SHARE if has(player, Building.CATHEDRAL) else LEFT_OVER
    for good in range(NUM_GOODS):
        workspace.rate[good] = max(weights.goods[good] * share, floor)
    workspace.wild_rate = max(weights.wild * share, floor)
    workspace.plus_two_rate = weights.plus_two * share
    workspace.envoy_rate = weights.envoy * share


@njit
def judge_buildings(state, seat, weights, workspace):
    """Return what every building is worth if built this season, the prospects of its row included."""
    player = state.players[seat]
    first = first_in_order(state, player, weights)
    summers, winters = summers_to_come(state), NUM_YEARS + 1 - max(int(state.year), 1)
    foresee_sorcery(state, player, weights, workspace)
    for row in range(NUM_ROWS):
        ahead = 0.0
        for column in range(NUM_COLUMNS - 1, -1, -1):
            building = row * NUM_COLUMNS + column
            worth = effect_value(weights, building, workspace.left, summers, winters) + weights.row * ahead
            worth += wish_value(weights, first, building)
            if column == 0:
                worth -= workspace.sorcery[row]
            price = 0.0
            for good in range(NUM_GOODS):
                workspace.cost[building, good] = cost(player, building, good)
                price += workspace.rate[good] * workspace.cost[building, good]
            workspace.worth[building] = worth
            ahead = max(worth - price, 0.0) if workspace.left > 0 else 0.0
            workspace.gain[building] = ahead
        following = next_in_row(player, row) if is_row_in_play(state, row) else NO_BUILDING
        workspace.next[row] = following
        is_last = following == NO_BUILDING or following % NUM_COLUMNS == NUM_COLUMNS - 1
        workspace.after[row] = NO_BUILDING if is_last else following + 1


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
def foresee_sorcery(state, player, weights, workspace):
    """Work out for each row what the Sorcerer gives up by paying for a building of column I that will be free."""
    for row in range(NUM_ROWS):
        workspace.sorcery[row] = 0.0
    if player.governor != Governor.SORCERER or state.year >= SORCERER_YEAR:
        return
    for row in range(NUM_ROWS):
        if player.rows[row] == 0 and is_row_in_play(state, row):
            workspace.sorcery[row] = free_value(weights, row * NUM_COLUMNS)
    # the best of those that have to be paid for anyway would take its place
    instead = nth_largest(workspace.sorcery, SORCERER_BUILDINGS + 1)
    for row in range(NUM_ROWS):
        workspace.sorcery[row] = max(workspace.sorcery[row] - instead, 0.0)


@njit
def free_value(weights, building):
    """Return what a building brings that is put up at the start of the Sorcerer's year: all but its points."""
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
    """Return the wish for a building: all for the next of the order, less for those after it."""
    place = weights.place_in_order[building]
    if place == NOT_IN_ORDER or place < first:
        return 0.0
    wish = weights.wish
    for _ in range(place - first):
        wish *= weights.wish_decay
    return wish


@njit
def open_purse(player, workspace):
    """Fill the purse with what the player owns."""
    for good in range(NUM_GOODS):
        workspace.purse[good] = int(player.goods[good])
    workspace.wilds = 0
    workspace.soldiers = int(player.soldiers)
    workspace.alchemists = 0
    workspace.sure = 0.0


@njit
def add_bundle(workspace, bundle, sign):
    """Add a mix of goods to the purse, or take it out."""
    for good in range(NUM_GOODS):
        workspace.purse[good] += sign * int(BUNDLES[bundle, good])


@njit
def add_gift(workspace, advisor, sign):
    """Add an advisor's gift to the purse, or take it out again; goods of choice stay open."""
    gift = ADVISORS[advisor]
    for good in range(NUM_GOODS):
        workspace.purse[good] += sign * int(gift.goods[good])
    workspace.wilds += sign * int(gift.choice)
    if gift.soldiers > 0:
        workspace.soldiers += sign * (int(gift.soldiers) + workspace.stable)
    workspace.sure += sign * (
        int(gift.vp) + workspace.plus_two_rate * int(gift.plus_two) + workspace.look_rate * int(gift.looks)
    )
    if advisor == Advisor.ALCHEMIST:
        workspace.alchemists += sign
    elif advisor == Advisor.SMUGGLER:
        workspace.wilds += sign * 3
        workspace.sure -= sign


@njit
def purse_value(weights, workspace, may_build):
    """Return what the purse is worth, an Alchemist's trade included."""
    best = prospect(weights, workspace, may_build)
    if workspace.alchemists > 0:
        for paid in range(NUM_GOODS):
            if workspace.purse[paid] > 0:
                exchange(workspace, paid, 1)
                best = max(best, prospect(weights, workspace, may_build))
                exchange(workspace, paid, -1)
    return workspace.sure + best


@njit
def exchange(workspace, paid, sign):
    """Pay one good for one each of the two others, or take that back."""
    for good in range(NUM_GOODS):
        workspace.purse[good] += -sign if good == paid else sign


@njit
def prospect(weights, workspace, may_build):
    """Return what goods and soldiers are worth, looked up if this purse was valued before."""
    key = workspace.decision << 1 | may_build
    for good in range(NUM_GOODS):
        key = key << BITS_PER_COUNT | workspace.purse[good]
    key = (key << BITS_PER_COUNT | workspace.wilds) << BITS_PER_COUNT | workspace.soldiers
    at = (key ^ key >> 7 ^ key >> 13) & (NUM_MEMORIES - 1)
    if workspace.remembered[at] != key:
        workspace.remembered[at] = key
        workspace.value[at] = judge_purse(weights, workspace, may_build)
    return workspace.value[at]


@njit
def judge_purse(weights, workspace, may_build):
    """Return what goods and soldiers are worth if the best affordable building is built, or none."""
    gold, wood, stone, wilds = (
        workspace.purse[Good.GOLD],
        workspace.purse[Good.WOOD],
        workspace.purse[Good.STONE],
        workspace.wilds,
    )
    best = kept_value(weights, workspace, gold, wood, stone, wilds, NO_ROW, workspace.soldiers)
    if may_build:
        for row in range(NUM_ROWS):
            building = workspace.next[row]
            if (
                building != NO_BUILDING
                and lacking(workspace, building, gold, wood, stone) <= wilds + workspace.credit
            ):
                best = max(best, built_value(weights, workspace, building))
    return best


@njit
def built_value(weights, workspace, building):
    """Return what building this now leads to; goods of choice, and one the Architect saves, fill what is lacking."""
    gold = workspace.purse[Good.GOLD] - workspace.cost[building, Good.GOLD]
    wood = workspace.purse[Good.WOOD] - workspace.cost[building, Good.WOOD]
    stone = workspace.purse[Good.STONE] - workspace.cost[building, Good.STONE]
    wilds = max(workspace.wilds + workspace.credit + min(gold, 0) + min(wood, 0) + min(stone, 0), 0)
    row, soldiers = building // NUM_COLUMNS, workspace.soldiers + int(BUILDINGS[building].defence)
    kept = kept_value(weights, workspace, max(gold, 0), max(wood, 0), max(stone, 0), wilds, row, soldiers)
    return workspace.worth[building] + workspace.builders + kept


@njit
def kept_value(weights, workspace, gold, wood, stone, wilds, built_row, soldiers):
    """Return what stays after building is worth: goods for later, soldiers for the winter."""
    later = holding(weights, workspace, gold, wood, stone, wilds, built_row)
    return later + winter_value(workspace, soldiers, gold + wood + stone + wilds)


@njit
def holding(weights, workspace, gold, wood, stone, wilds, built_row):
    """Return what goods are worth that stay in the purse: each for itself, and together for the next building."""
    value = (
        gold * workspace.rate[Good.GOLD]
        + wood * workspace.rate[Good.WOOD]
        + stone * workspace.rate[Good.STONE]
    )
    value += wilds * workspace.wild_rate
    # the Architect saves once a season
    credit = workspace.credit if built_row == NO_ROW else 0
    goods = gold + wood + stone + wilds
    if goods > weights.hoard_from:
        value *= 1.0 - weights.hoard * (goods - weights.hoard_from) / goods
    best = 0.0
    for row in range(NUM_ROWS):
        building = workspace.after[row] if row == built_row else workspace.next[row]
        if building != NO_BUILDING:
            short = max(lacking(workspace, building, gold, wood, stone) - wilds - credit, 0)
            if short < NUM_READY:
                gain = workspace.gain[building] + credit * workspace.wild_rate
                best = max(best, gain * weights.ready[short])
    return value + best


@njit
def lacking(workspace, building, gold, wood, stone):
    """Count the goods lacking for a building."""
    return (
        max(workspace.cost[building, Good.GOLD] - gold, 0)
        + max(workspace.cost[building, Good.WOOD] - wood, 0)
        + max(workspace.cost[building, Good.STONE] - stone, 0)
    )
