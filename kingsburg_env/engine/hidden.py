"""Draw anew whatever a seat cannot know, and keep whatever it does: the base of honest search.

The result depends on the seed and on what the seat knows, on nothing else:
two games that differ only in what it cannot know become the same bytes.
"""

from kingsburg_env.engine import chance
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    NO_GOVERNOR,
    NO_TOKEN,
    NUM_DEALT_GOVERNORS,
    NUM_ENEMIES_PER_YEAR,
    NUM_GOVERNORS,
    NUM_TOKEN_VALUES,
    NUM_YEARS,
    Phase,
)
from kingsburg_env.engine.phases.setup import nth_undealt

ENEMIES, HANDS, PICKS, TOKENS = 0, 1, 2, 3


@njit
def redeal(state, seat, key):
    """Draw other luck from here on, and other secrets."""
    state.key = key
    redraw_enemies(state, seat)
    if state.with_governors:
        redeal_governors(state, seat)
    if state.with_army:
        repick_tokens(state, seat)


@njit
def draw(state, secret, number, sides):
    """Draw for a secret, apart from the game's own luck."""
    return chance.draw(state.key, chance.REDEAL, secret, 0, number, sides)


@njit
def knows_enemy(state, seat, year):
    """Past cards are known, this year's once shown or looked at, later ones never."""
    if year != state.year or state.phase == Phase.OVER:
        return year <= state.year
    return state.is_enemy_shown != 0 or state.players[seat].has_looked != 0


@njit
def redraw_enemies(state, seat):
    """Draw the unknown enemy cards from those of their year."""
    for year in range(1, NUM_YEARS + 1):
        if not knows_enemy(state, seat, year):
            card = draw(state, ENEMIES, year, NUM_ENEMIES_PER_YEAR)
            state.enemies[year - 1] = (year - 1) * NUM_ENEMIES_PER_YEAR + card


@njit
def known_governors(state, seat):
    """Collect the governors this seat can place: its own three and those shown; one bit each."""
    known = 0
    for card in range(NUM_DEALT_GOVERNORS):
        if state.players[seat].dealt[card] != NO_GOVERNOR:
            known |= 1 << int(state.players[seat].dealt[card])
    for rival in range(int(state.num_players)):
        if state.players[rival].governor != NO_GOVERNOR:
            known |= 1 << int(state.players[rival].governor)
    return known


@njit
def redeal_governors(state, seat):
    """Deal the others' unknown cards from the rest; a pick not yet shown becomes any of the new three."""
    known = known_governors(state, seat)
    left = NUM_GOVERNORS
    for governor in range(NUM_GOVERNORS):
        left -= known >> governor & 1
    for rival in range(int(state.num_players)):
        if rival == seat:
            continue
        player = state.players[rival]
        for card in range(NUM_DEALT_GOVERNORS):
            if card == 0 and player.governor != NO_GOVERNOR:
                player.dealt[0] = player.governor
                continue
            drawn = nth_undealt(known, draw(state, HANDS, rival * NUM_DEALT_GOVERNORS + card, left))
            known |= 1 << drawn
            left -= 1
            player.dealt[card] = drawn
        if player.governor == NO_GOVERNOR and player.picked_governor != NO_GOVERNOR:
            player.picked_governor = player.dealt[draw(state, PICKS, rival, NUM_DEALT_GOVERNORS)]


@njit
def repick_tokens(state, seat):
    """Draw anew the tokens rivals have picked in secret, each among their own."""
    for rival in range(int(state.num_players)):
        player = state.players[rival]
        if rival == seat or player.picked_token == NO_TOKEN:
            continue
        tokens = 0
        for value in range(NUM_TOKEN_VALUES):
            tokens += int(player.tokens[value])
        pick = draw(state, TOKENS, rival, tokens)
        for value in range(NUM_TOKEN_VALUES):
            if pick >= 0:
                player.picked_token = value
            pick -= int(player.tokens[value])
