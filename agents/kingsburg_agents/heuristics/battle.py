"""What the winter is worth: exact probabilities over the enemy cards still possible and the King's reinforcement."""

from kingsburg_agents.heuristics.weights import MAX_ARMY, MAX_RECRUITS, MAX_REINFORCEMENT
from kingsburg_env.engine.hidden import knows_enemy
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    NUM_ENEMIES_PER_YEAR,
    NUM_GOODS,
    NUM_TOKEN_VALUES,
    NUM_YEARS,
    Building,
    Phase,
)
from kingsburg_env.engine.phases.recruiting import price
from kingsburg_env.engine.phases.winter import defence
from kingsburg_env.engine.province import NO_BUILDING, doomed_building, has
from kingsburg_env.engine.tables.buildings import BUILDINGS
from kingsburg_env.engine.tables.enemies import ENEMIES

# Goods of each kind a player is thought to hold in Winter as long as it is not Winter.
USUAL_STOCK = 1
# Ahead by this much, King's soldiers on one side only, a victor is likely to be the strongest: they are 3.5 on average.
CLEAR_LEAD = 4
LEADERS_CHANCE = 0.8


@njit
def foresee_winter(state, seat, weights, workspace):
    """Work out what every number of soldiers is worth this winter, as it stands and with so many recruited."""
    foresee_outcomes(state, seat, weights, workspace)
    player = state.players[seat]
    workspace.soldier_price = price(player)
    workspace.recruits = recruits_to_come(state, weights)
    soldier = (
        workspace.soldier_price * (workspace.rate[0] + workspace.rate[1] + workspace.rate[2]) / NUM_GOODS
    )
    for at in range(MAX_ARMY + 2):
        workspace.winter[0, at] = reinforced(state, seat, weights, workspace, at - 1)
    for recruits in range(1, MAX_RECRUITS + 1):
        for at in range(MAX_ARMY + 2):
            stronger = workspace.winter[0, min(at + recruits, MAX_ARMY + 1)] - recruits * soldier
            workspace.winter[recruits, at] = max(workspace.winter[recruits - 1, at], stronger)


@njit
def recruits_to_come(state, weights):
    """Estimate how many soldiers the goods of this year's later seasons can buy."""
    if state.phase >= Phase.AUTUMN:
        return 0
    return int(weights.recruits * (1 if state.phase >= Phase.REWARD else 2))


@njit
def winter_value(workspace, soldiers, goods):
    """Look up what soldiers are worth this winter if the goods kept may buy more of them."""
    recruits = min(workspace.recruits + goods // workspace.soldier_price, MAX_RECRUITS)
    return workspace.winter[recruits, min(soldiers, MAX_ARMY) + 1]


@njit
def foresee_outcomes(state, seat, weights, workspace):
    """Average the battle's outcome over the cards still possible, for every number of soldiers."""
    year = int(state.year)
    for soldiers in range(MAX_ARMY + MAX_REINFORCEMENT + 2):
        workspace.outcome[soldiers] = 0.0
    if year == 0:
        return
    if knows_enemy(state, seat, year):
        weigh_card(state, seat, weights, workspace, int(state.enemies[year - 1]), 1.0)
        return
    for card in range((year - 1) * NUM_ENEMIES_PER_YEAR, year * NUM_ENEMIES_PER_YEAR):
        weigh_card(state, seat, weights, workspace, card, 1.0 / NUM_ENEMIES_PER_YEAR)


@njit
def weigh_card(state, seat, weights, workspace, card, chance):
    """Add what this card's battle brings for every number of soldiers, from -1 on, King's soldiers included."""
    player = state.players[seat]
    tie = int(ENEMIES[card].strength) - defence(player, card)
    needed = tie if has(player, Building.STONE_WALL) else tie + 1
    victory, defeat = (
        victory_value(player, workspace, card),
        defeat_value(state, player, weights, workspace, card),
    )
    opponent = strongest_opponent(state, seat, card)
    for at in range(MAX_ARMY + MAX_REINFORCEMENT + 2):
        soldiers = at - 1
        if soldiers >= needed:
            honour = honour_chance(state, weights, soldiers - opponent + defence(player, card))
            workspace.outcome[at] += chance * (victory + honour)
        elif soldiers < tie:
            workspace.outcome[at] -= chance * defeat


@njit
def victory_value(player, workspace, card):
    """Return what a victory brings, but for being the strongest."""
    enemy = ENEMIES[card]
    value = float(enemy.gain_vp) + workspace.wild_rate * int(enemy.gain_choice)
    for good in range(NUM_GOODS):
        value += workspace.rate[good] * int(enemy.gain_goods[good])
    if has(player, Building.FORTRESS):
        value += 1.0
    return value


@njit
def defeat_value(state, player, weights, workspace, card):
    """Return what a defeat costs: goods as far as there are any, the doomed building, points."""
    enemy = ENEMIES[card]
    value = float(enemy.lose_vp)
    stock = 0
    for good in range(NUM_GOODS):
        owned = USUAL_STOCK
        if state.phase == Phase.RECRUITING or state.phase == Phase.WINTER:
            owned = int(player.goods[good])
        lost = min(int(enemy.lose_goods[good]), owned)
        value += workspace.rate[good] * lost
        stock += owned - lost
    value += workspace.wild_rate * min(int(enemy.lose_choice), stock)
    doomed = doomed_building(player)
    if enemy.lose_building and doomed != NO_BUILDING:
        value += ruin_value(state, weights, workspace, doomed)
    return value


@njit
def ruin_value(state, weights, workspace, building):
    """Return what losing a building costs: its points at the end, before that at most rebuilding it."""
    points = float(BUILDINGS[building].vp)
    if state.year == NUM_YEARS:
        return points
    again = weights.rebuild
    for good in range(NUM_GOODS):
        again += workspace.rate[good] * workspace.cost[building, good]
    return max(points, again)


@njit
def strongest_opponent(state, seat, card):
    """Find the highest strength among opponents so far, the King's soldiers left out."""
    strength = 0
    for opponent in range(int(state.num_players)):
        if opponent != seat:
            player = state.players[opponent]
            strength = max(strength, int(player.soldiers) + defence(player, card))
    return strength


@njit
def honour_chance(state, weights, lead):
    """Estimate the chance to be the strongest victor; the lead still holds the King's soldiers."""
    if state.phase != Phase.RECRUITING:
        return weights.strongest
    return LEADERS_CHANCE if lead >= CLEAR_LEAD else weights.strongest


@njit
def reinforced(state, seat, weights, workspace, soldiers):
    """Average the outcome over the King's die, or take the best of the King's army tokens left."""
    player = state.players[seat]
    if state.with_army:
        best = -1000.0
        for value in range(NUM_TOKEN_VALUES):
            if player.tokens[value] > 0:
                best = max(best, token_value(player, weights, workspace, soldiers, value))
        return best
    total = 0.0
    for die in range(1, MAX_REINFORCEMENT + 1):
        # With the Academy's own die the higher of two dice counts.
        ways = 2 * die - 1 if has(player, Building.MILITARY_ACADEMY) else MAX_REINFORCEMENT
        total += ways * outcome(workspace, soldiers + die)
    return total / (MAX_REINFORCEMENT * MAX_REINFORCEMENT)


@njit
def outcome(workspace, soldiers):
    """Look up what so many soldiers bring, the King's included."""
    return workspace.outcome[min(max(soldiers, -1), MAX_ARMY + MAX_REINFORCEMENT) + 1]


@njit
def token_value(player, weights, workspace, soldiers, value):
    """Return what spending this King's army token brings: the battle less its worth for later."""
    total = 0.0
    for die in range(1, MAX_REINFORCEMENT + 1):
        own = (die + 1) // 2 if has(player, Building.MILITARY_ACADEMY) else 0
        total += outcome(workspace, soldiers + max(value, own))
    return total / MAX_REINFORCEMENT - weights.army_token * value
