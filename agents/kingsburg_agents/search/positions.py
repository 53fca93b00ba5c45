"""What a seat's position is worth: the victory points it may expect at the end of the game.

One estimate for every rule set, from what everybody sees and what the seat itself knows.
"""

import numpy as np

from kingsburg_agents.heuristics.seasons import seasons_to_come
from kingsburg_env.engine.dice import is_in_hand
from kingsburg_env.engine.hidden import knows_enemy
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    DIE_SIDES,
    MAX_DICE,
    MAX_GROUPS,
    NO_GROUP,
    NO_TOKEN,
    NUM_BUILDINGS,
    NUM_ENEMIES,
    NUM_ENEMIES_PER_YEAR,
    NUM_ROWS,
    Advisor,
    Building,
    Phase,
    Step,
)
from kingsburg_env.engine.phases.winter import defence
from kingsburg_env.engine.province import NO_BUILDING, cost, has, is_row_in_play, next_in_row
from kingsburg_env.engine.stores import num_goods
from kingsburg_env.engine.tables.advisors import ADVISORS, HELP_ORDER, MODIFIER_DELTA
from kingsburg_env.engine.tables.buildings import BUILDINGS, GOODS_PER_CATHEDRAL_POINT
from kingsburg_env.engine.tables.enemies import ENEMIES

# What a building brings besides its printed points: once, and for each productive season still to come.
# Least squares over the final points of 3,000 games of `adaptive` that plays at random one time in twelve, rounded;
# what is in few of those provinces (columns III and IV) by hand.
_EFFECTS = {
    #                              once, a season
    Building.SAWMILL: (-0.50, 0.33),
    Building.QUARRY: (-0.50, 0.60),
    Building.GOLDSMITH: (0.40, 0.60),
    Building.MINT: (0.00, 0.60),
    Building.STATUE: (-0.50, 0.15),
    Building.CHAPEL: (0.00, 0.14),
    Building.CHURCH: (0.00, 0.02),
    Building.CATHEDRAL: (1.00, 0.00),
    Building.INN: (-0.50, 0.35),
    Building.MARKET: (0.00, 0.50),
    Building.FARMS: (0.00, 0.70),
    Building.MERCHANTS_GUILD: (-0.50, 1.10),
    Building.GUARD_TOWER: (0.50, 0.25),
    Building.BLACKSMITH: (0.00, 0.33),
    Building.BARRACKS: (0.40, 0.25),
    Building.WIZARDS_GUILD: (1.00, 0.60),
    Building.PALISADE: (0.40, 0.40),
    Building.STABLE: (0.80, 0.25),
    Building.STONE_WALL: (0.10, 0.50),
    Building.FORTRESS: (1.00, 0.70),
    Building.BARRICADE: (-0.20, 0.28),
    Building.CRANE: (1.00, 0.12),
    Building.TOWN_HALL: (1.00, 0.10),
    Building.EMBASSY: (0.50, 1.30),
    Building.IMPROVISED_DEFENSES: (0.00, 0.20),
    Building.RECRUITING_CENTER: (0.50, 0.22),
    Building.TRAINING_CAMP: (0.50, 0.10),
    Building.MILITARY_ACADEMY: (0.00, 0.70),
}
EFFECTS = np.array([_EFFECTS[building] for building in Building])
EFFECTS.setflags(write=False)

# Everything else, in points.
GOOD = 1.0  # a good, while something can still be built with it
PLUS_TWO = 0.6  # a +2 token, while dice can still be placed
PIP = 0.17  # a pip on a die in hand
SOLDIER = 0.1  # a soldier besides what this winter may bring
READY = 0.6  # the part of a building's profit that its goods, all there, stand for
SHORT = 0.8  # what each missing good takes from the profit
LOST_BUILDING = 4.0
LOST_GOOD = 0.6
STRONGEST = 0.5  # the chance that a victor is the strongest
ARMY_POINT = 0.4  # a point of a King's army token spent

MAX_STRENGTH = 24
# What a token is thought to show before it is picked; what the battle table has for the King's die.
USUAL_TOKEN = 2
USUAL_DIE = 3


def _battles() -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Work out what each strength before reinforcement may expect against each card, over the King's die."""
    table = np.zeros((NUM_ENEMIES, MAX_STRENGTH + 1))
    for number, card in enumerate(ENEMIES):
        prize = card.gain_vp + GOOD * (sum(card.gain_goods) + card.gain_choice) + STRONGEST
        goods = sum(card.lose_goods) * 0.5 + card.lose_choice
        loss = card.lose_vp + LOST_GOOD * goods + LOST_BUILDING * card.lose_building
        for strength in range(MAX_STRENGTH + 1):
            outcomes = [np.sign(strength + die - card.strength) for die in range(1, DIE_SIDES + 1)]
            table[number, strength] = np.mean([prize if sign > 0 else sign * loss for sign in outcomes])
    table.setflags(write=False)
    return table


BATTLES = _battles()


@njit
def can_still_build(state, player):
    """Check whether the player may yet build in this season."""
    is_season = state.phase == Phase.SPRING or state.phase == Phase.SUMMER or state.phase == Phase.AUTUMN
    return is_season and state.step <= Step.BUILD and player.has_built == 0


@njit
def is_pending(state, advisor):
    """Check whether an advisor with dice on him has still to help."""
    if state.step < Step.HELP:
        return True
    return state.step == Step.HELP and ADVISORS[advisor].rank > ADVISORS[HELP_ORDER[int(state.advisor)]].rank


@njit
def pending_gifts(state, player):
    """Add up what the advisors will give: gold, wood, stone, goods of choice, soldiers, points, +2 tokens."""
    gold, wood, stone, choice, soldiers, points, tokens = 0, 0, 0, 0, 0, 0, 0
    for group in range(MAX_GROUPS):
        advisor = int(player.group_at[group])
        if advisor != NO_GROUP and is_pending(state, advisor):
            gift = ADVISORS[advisor]
            gold += int(gift.goods[0])
            wood += int(gift.goods[1])
            stone += int(gift.goods[2])
            choice += int(gift.choice)
            soldiers += int(gift.soldiers)
            points += int(gift.vp)
            tokens += int(gift.plus_two)
            if gift.soldiers and has(player, Building.STABLE):
                soldiers += 1
            if advisor == Advisor.ALCHEMIST:
                choice += 1
            elif advisor == Advisor.SMUGGLER:
                choice += 3
                points -= 1
    return gold, wood, stone, choice, soldiers, points, tokens


@njit
def profit(player, building, seasons):
    """Return what a building brings more than its goods are worth."""
    price = cost(player, building, 0) + cost(player, building, 1) + cost(player, building, 2)
    return int(BUILDINGS[building].vp) + EFFECTS[building, 0] + EFFECTS[building, 1] * seasons - GOOD * price


@njit
def best_plan(state, player, gold, wood, stone, choice, seasons):
    """Return the most profitable building the goods nearly reach."""
    best = 0.0
    for row in range(NUM_ROWS):
        building = next_in_row(player, row)
        if building == NO_BUILDING or not is_row_in_play(state, row):
            continue
        missing = max(cost(player, building, 0) - gold, 0)
        missing += max(cost(player, building, 1) - wood, 0)
        missing += max(cost(player, building, 2) - stone, 0)
        missing = max(missing - choice, 0)
        best = max(best, profit(player, building, seasons) - SHORT * missing)
    return best


@njit
def pips_in_hand(state, seat):
    """Add up the dice not yet placed."""
    player, pips = state.players[seat], 0
    for die in range(MAX_DICE):
        if is_in_hand(player, die):
            pips += int(player.dice[die])
    if state.step == Step.DICE and state.actor == seat:
        pips -= int(ADVISORS[int(state.advisor)].rank) - int(MODIFIER_DELTA[int(state.modifier)])
    return pips


@njit
def is_fought(state):
    """Check whether there is no battle to think of: before the first year, or once strengths are fixed."""
    is_over = state.phase == Phase.WINTER and state.step > Step.MUSTER
    return state.year == 0 or is_over or state.phase >= Phase.YEAR_END


@njit
def winter_prospect(state, seat, soldiers):
    """Return what this winter may bring, over the cards still possible."""
    if is_fought(state):
        return 0.0
    player, spent = state.players[seat], 0
    if state.with_army:
        spent = int(player.picked_token) if player.picked_token != NO_TOKEN else USUAL_TOKEN
        soldiers += spent - USUAL_DIE
    # A Stone Wall makes victories of ties.
    soldiers += 1 if has(player, Building.STONE_WALL) else 0
    first, count = (int(state.year) - 1) * NUM_ENEMIES_PER_YEAR, NUM_ENEMIES_PER_YEAR
    if knows_enemy(state, seat, int(state.year)):
        first, count = int(state.enemies[int(state.year) - 1]), 1
    total = 0.0
    for card in range(first, first + count):
        total += BATTLES[card, min(max(soldiers + defence(player, card), 0), MAX_STRENGTH)]
    return total / count - ARMY_POINT * spent


@njit
def position_value(state, seat):
    """Estimate the points a seat will have at the end, but for what all seats may expect alike."""
    player = state.players[seat]
    gold, wood, stone, choice, soldiers, points, tokens = pending_gifts(state, player)
    goods = num_goods(player) + gold + wood + stone + choice
    seasons = seasons_to_come(state)
    total = float(player.vp) + points
    for building in range(NUM_BUILDINGS):
        if has(player, building):
            total += EFFECTS[building, 0] + EFFECTS[building, 1] * seasons
    if seasons > 0 or can_still_build(state, player):
        total += GOOD * goods + READY * best_plan(
            state,
            player,
            gold + int(player.goods[0]),
            wood + int(player.goods[1]),
            stone + int(player.goods[2]),
            choice,
            seasons,
        )
    elif has(player, Building.CATHEDRAL):
        total += goods / GOODS_PER_CATHEDRAL_POINT
    if seasons > 0 or state.phase <= Phase.AUTUMN:
        total += PLUS_TWO * (int(player.plus_two) + tokens)
    soldiers += int(player.soldiers)
    total += winter_prospect(state, seat, soldiers) + SOLDIER * soldiers
    return total + PIP * pips_in_hand(state, seat)
