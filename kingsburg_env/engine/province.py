"""The province sheets: what stands, what it costs, how it is built and destroyed, who is least developed."""

import numpy as np
from numpy.typing import NDArray

from kingsburg_env.engine import events, turn
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    NO_GOVERNOR,
    NOBODY,
    NUM_BUILDINGS,
    NUM_COLUMNS,
    NUM_GOODS,
    NUM_ROWS,
    Building,
    Column,
    Decision,
    Event,
    Good,
    Governor,
    Row,
    Source,
)
from kingsburg_env.engine.stores import gain, num_goods, score
from kingsburg_env.engine.tables.buildings import BUILDINGS, CRANE_FROM_COLUMN, CRANE_SAVING
from kingsburg_env.engine.tables.governors import GOVERNORS

NO_BUILDING = -1
NO_GOOD = -1


@njit
def has(player, building):
    """Check whether a building stands."""
    return player.rows[building // NUM_COLUMNS] > building % NUM_COLUMNS


def standing(rows: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Check of every building whether it stands, from the lengths of a province's rows, or of many provinces'."""
    stands = rows[..., None] > np.arange(NUM_COLUMNS)
    return stands.reshape(*rows.shape[:-1], NUM_BUILDINGS)


@njit
def num_buildings(player):
    """Count the buildings of a province."""
    count = 0
    for row in range(NUM_ROWS):
        count += int(player.rows[row])
    return count


@njit
def is_row_in_play(state, row):
    """Check whether a row is on the sheet: A and G only with module 1.

    Rule: module.rows
    """
    return state.with_rows != 0 or (row != Row.A and row != Row.G)


@njit
def next_in_row(player, row):
    """Return the leftmost missing building of a row.

    Rule: build.leftmost
    """
    standing = int(player.rows[row])
    return row * NUM_COLUMNS + standing if standing < NUM_COLUMNS else NO_BUILDING


@njit
def cost(player, building, good, is_full_price=0):
    """Return what a player pays of one good: after the savings of Crane, Carpenter and Sculptor, or without them.

    Rule: building.crane
    Rule: governor.carpenter
    Rule: governor.sculptor
    Rule: ruling.savings-stack (ruling 14)
    """
    price = int(BUILDINGS[building].cost[good])
    if is_full_price:
        return price
    if good == Good.GOLD and BUILDINGS[building].column >= CRANE_FROM_COLUMN and has(player, Building.CRANE):
        price -= CRANE_SAVING
    if player.governor != NO_GOVERNOR:
        price -= int(GOVERNORS[int(player.governor)].saves[good])
    return max(price, 0)


@njit
def shortage(player, building, is_full_price=0):
    """Count the goods a player lacks for a building."""
    missing = 0
    for good in range(NUM_GOODS):
        missing += max(cost(player, building, good, is_full_price) - int(player.goods[good]), 0)
    return missing


@njit
def can_pay_in_full(state, seat):
    """Check whether a player saves something on the building being built and could do without saving it."""
    player, building = state.players[seat], int(state.building)
    saved = 0
    for good in range(NUM_GOODS):
        saved += cost(player, building, good, 1) - cost(player, building, good)
    # The Architect's saving covers one missing good.
    return saved > 0 and shortage(player, building, 1) <= (1 if architect_saves(state, seat) else 0)


@njit
def architect_saves(state, seat):
    """Check whether the Architect may leave out a good: an opponent owns more buildings.

    Rule: governor.architect
    """
    player = state.players[seat]
    if player.governor != Governor.ARCHITECT or player.has_saved:
        return False
    mine = num_buildings(player)
    for rival in range(int(state.num_players)):
        if num_buildings(state.players[rival]) > mine:
            return True
    return False


@njit
def begin_building(state, log, seat):
    """Ask the Architect what to save, or build at once."""
    if architect_saves(state, seat):
        turn.ask(state, seat, Decision.SAVE_GOOD)
    else:
        construct(state, log, seat, NO_GOOD)


@njit
def construct(state, log, seat, saved):
    """Pay for the building being built, put it up and score it at once; the Tax Collector's claim falls due.

    Rule: build.pay-and-score
    Rule: governor.tax-collector
    """
    player, building = state.players[seat], int(state.building)
    for good in range(NUM_GOODS):
        paid = cost(player, building, good, state.is_full_price)
        if good == saved:
            paid -= 1
            player.has_saved = 1
        gain(state, log, seat, good, -paid, Source.BUILDING)
    state.is_full_price = 0
    erect(state, log, seat, building)
    player.has_built = 1
    score(state, log, seat, int(BUILDINGS[building].vp), Source.BUILDING)
    if BUILDINGS[building].column == Column.IV:
        collector = turn.holder(state, Governor.TAX_COLLECTOR)
        if collector != NOBODY and collector != seat:
            state.is_tax_due = 1


@njit
def erect(state, log, seat, building):
    """Put a building on the sheet, the next of its row."""
    state.players[seat].rows[building // NUM_COLUMNS] += 1
    events.tell(log, Event.BUILT, seat, building, 1)


@njit
def doomed_building(player):
    """Return the building an enemy destroys: the rightmost column that has any, there the topmost.

    Rule: winter.which-building
    """
    longest = 0
    for row in range(1, NUM_ROWS):
        if player.rows[row] > player.rows[longest]:
            longest = row
    standing = int(player.rows[longest])
    return longest * NUM_COLUMNS + standing - 1 if standing > 0 else NO_BUILDING


@njit
def destroy(state, log, seat):
    """Lose a building, if there is one, and its printed points.

    Rule: winter.lost-points
    """
    player = state.players[seat]
    building = doomed_building(player)
    if building != NO_BUILDING:
        player.rows[building // NUM_COLUMNS] -= 1
        events.tell(log, Event.DESTROYED, seat, building, 1)
        score(state, log, seat, -int(BUILDINGS[building].vp), Source.DESTROYED)


@njit
def least_developed(state):
    """Find the seats with the fewest buildings and, among them, the fewest goods; one bit a seat."""
    fewest_buildings, fewest_goods, seats = NUM_BUILDINGS + 1, 0, 0
    for seat in range(int(state.num_players)):
        player = state.players[seat]
        buildings, goods = num_buildings(player), num_goods(player)
        if buildings < fewest_buildings or (buildings == fewest_buildings and goods < fewest_goods):
            fewest_buildings, fewest_goods, seats = buildings, goods, 0
        if buildings == fewest_buildings and goods == fewest_goods:
            seats |= 1 << seat
    return seats


@njit
def only_seat(seats):
    """Return the seat if the bits hold just one, else NOBODY."""
    if seats & (seats - 1):
        return NOBODY
    seat = 0
    while seats > 1:
        seats >>= 1
        seat += 1
    return seat
