"""Phase 8, Winter: reinforcement, the enemy card, the battles."""

from kingsburg_env.engine import chance, effects, events, turn
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    ALL_KINDS,
    NO_TOKEN,
    NUM_BUILDINGS,
    NUM_GOODS,
    Building,
    Decision,
    Effect,
    Event,
    Phase,
    Source,
    Step,
)
from kingsburg_env.engine.province import destroy, has
from kingsburg_env.engine.stores import enlist, gain, gain_each, num_goods, score
from kingsburg_env.engine.tables.buildings import BUILDINGS, IMPROVISED_DEFENSES_LIMIT
from kingsburg_env.engine.tables.enemies import ENEMIES


@njit
def advance(state, log):
    """Muster and fix all strengths; then rewards and losses player by player; then honour the strongest.

    Rule: ruling.strengths-first (ruling 23)
    """
    if state.step == Step.MUSTER:
        muster(state, log)
        for seat in range(int(state.num_players)):
            fix_strength(state, log, seat)
        turn.go_on(state, Step.FIGHT)
    elif turn.all_had_a_turn(state):
        honour_the_strongest(state, log)
        dismiss(state, log)
        turn.enter(state, log, Phase.YEAR_END)
    else:
        fight(state, log, turn.whose_turn(state))


@njit
def muster(state, log):
    """Send the reinforcement and show the card, in the order of the edition.

    Rule: winter.die-then-card
    Rule: edition.card-then-die
    """
    if state.first_edition and not state.with_army:
        show_enemy(state, log)
        reinforce(state, log)
    else:
        reinforce(state, log)
        show_enemy(state, log)


@njit
def show_enemy(state, log):
    """Turn this year's enemy card face up."""
    state.is_enemy_shown = 1
    events.announce(log, Event.ENEMY, enemy_card(state), 0)


@njit
def enemy_card(state):
    """Return this year's enemy."""
    return int(state.enemies[int(state.year) - 1])


@njit
def reinforce(state, log):
    """Grant everybody what one die shows, or with module 3 each what their token shows.

    Rule: winter.kings-die
    Rule: module.army
    """
    if not state.with_army:
        state.reinforcement = chance.roll(state, chance.KINGS_DIE, 0, 0)
        events.announce(log, Event.KINGS_DIE, 0, int(state.reinforcement))
    if state.with_army:
        for turn_index in range(int(state.num_players)):
            seat = int(state.order[turn_index])
            events.tell(log, Event.ARMY_TOKEN, seat, 0, int(state.players[seat].picked_token))
    for turn_index in range(int(state.num_players)):
        seat = int(state.order[turn_index])
        royal = spend_token(state, seat) if state.with_army else int(state.reinforcement)
        enlist(state, log, seat, max(royal, academy(state, log, seat)), Source.KINGS_ARMY)


@njit
def spend_token(state, seat):
    """Take the shown token out of the game; tell its value."""
    player = state.players[seat]
    value = int(player.picked_token)
    player.picked_token = NO_TOKEN
    player.tokens[value] -= 1
    return value


@njit
def academy(state, log, seat):
    """Roll the Military Academy's own die, halved and rounded up with module 3; 0 without an Academy.

    Rule: building.military-academy
    Rule: ruling.academy-die (ruling 22)
    """
    if not has(state.players[seat], Building.MILITARY_ACADEMY):
        return 0
    die = chance.roll(state, chance.ACADEMY_DIE, seat, 0)
    events.tell(log, Event.ACADEMY_DIE, seat, 0, die)
    return (die + 1) // 2 if state.with_army else die


@njit
def fix_strength(state, log, seat):
    """Add the buildings' modifiers to the soldiers.

    Rule: winter.strength
    """
    player = state.players[seat]
    player.strength = int(player.soldiers) + defence(player, enemy_card(state))
    events.tell(log, Event.STRENGTH, seat, 0, int(player.strength))


@njit
def defence(player, card):
    """Add up what the buildings are worth against this enemy.

    Rule: building.improvised-defenses
    """
    kind, total = int(ENEMIES[card].kind), 0
    for building in range(NUM_BUILDINGS):
        if has(player, building):
            total += int(BUILDINGS[building].defence) + int(BUILDINGS[building].defence_vs[kind])
    if has(player, Building.IMPROVISED_DEFENSES) and ENEMIES[card].strength <= IMPROVISED_DEFENSES_LIMIT:
        total += 1
    return total


@njit
def is_victor(state, seat):
    """Stronger than the enemy; with a Stone Wall a tie will do.

    Rule: winter.victory
    Rule: building.stone-wall
    """
    player = state.players[seat]
    enemy = int(ENEMIES[enemy_card(state)].strength)
    return player.strength > enemy or (player.strength == enemy and has(player, Building.STONE_WALL))


@njit
def fight(state, log, seat):
    """Settle one player's battle: reward, nothing, or losses.

    Rule: winter.tie
    """
    if is_victor(state, seat):
        win(state, log, seat)
    elif state.players[seat].strength == ENEMIES[enemy_card(state)].strength:
        events.tell(log, Event.TIE, seat, 0, 0)
        turn.end_turn(state)
    elif state.visit == 0:
        state.visit = 1
        events.tell(log, Event.DEFEAT, seat, 0, 0)
        lose_goods(state, log, seat)
    else:
        lose_the_rest(state, log, seat)
        turn.end_turn(state)


@njit
def win(state, log, seat):
    """Grant the card's reward, and a Fortress's point.

    Rule: winter.reward
    Rule: building.fortress
    """
    enemy = ENEMIES[enemy_card(state)]
    if state.visit == 0:
        state.visit = 1
        events.tell(log, Event.VICTORY, seat, 0, 0)
        gain_each(state, log, seat, enemy.gain_goods, Source.VICTORY)
        score(state, log, seat, int(enemy.gain_vp), Source.VICTORY)
        if has(state.players[seat], Building.FORTRESS):
            effects.offer(state, log, seat, Effect.FORTRESS)
            if state.decision != Decision.NONE:
                return
    turn.end_turn(state)
    if enemy.gain_choice:
        turn.ask_goods(state, seat, int(enemy.gain_choice), ALL_KINDS)


@njit
def lose_goods(state, log, seat):
    """Lose the named goods as far as there are any, then goods of choice.

    Rule: winter.losses
    """
    enemy = ENEMIES[enemy_card(state)]
    player = state.players[seat]
    for good in range(NUM_GOODS):
        gain(
            state, log, seat, good, -min(int(enemy.lose_goods[good]), int(player.goods[good])), Source.DEFEAT
        )
    if num_goods(player) > enemy.lose_choice:
        if enemy.lose_choice:
            state.amount, state.kinds = enemy.lose_choice, ALL_KINDS
            turn.ask(state, seat, Decision.LOSE_GOODS)
    elif enemy.lose_choice:
        for good in range(NUM_GOODS):
            gain(state, log, seat, good, -int(player.goods[good]), Source.DEFEAT)


@njit
def lose_the_rest(state, log, seat):
    """Lose a building, then points."""
    enemy = ENEMIES[enemy_card(state)]
    if enemy.lose_building:
        destroy(state, log, seat)
    score(state, log, seat, -int(enemy.lose_vp), Source.DEFEAT)


@njit
def honour_the_strongest(state, log):
    """Grant 1 VP to every victor with the highest strength.

    Rule: winter.strongest
    """
    highest = 0
    for seat in range(int(state.num_players)):
        if is_victor(state, seat):
            highest = max(highest, int(state.players[seat].strength))
    for turn_index in range(int(state.num_players)):
        seat = int(state.order[turn_index])
        if is_victor(state, seat) and state.players[seat].strength == highest:
            score(state, log, seat, 1, Source.STRONGEST)


@njit
def dismiss(state, log):
    """Send all soldiers home and put the card away.

    Rule: winter.soldiers-leave
    """
    for seat in range(int(state.num_players)):
        player = state.players[seat]
        enlist(state, log, seat, -int(player.soldiers), Source.WINTER_OVER)
        player.strength = 0
        player.has_looked = 0
    state.is_enemy_shown = 0
    state.reinforcement = 0
