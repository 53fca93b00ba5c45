"""Set-up: the enemy stack, the first turn order, the governors (module 2)."""

from kingsburg_env.engine import chance, events, turn
from kingsburg_env.engine.actions import GOVERNOR
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    ALL_KINDS,
    MAX_GROUPS,
    MAX_PLAYERS,
    NO_GOVERNOR,
    NO_GROUP,
    NO_TOKEN,
    NOBODY,
    NUM_DEALT_GOVERNORS,
    NUM_ENEMIES_PER_YEAR,
    NUM_GOVERNORS,
    NUM_TOKEN_VALUES,
    NUM_YEARS,
    Decision,
    Event,
    Governor,
    Phase,
    Source,
    Step,
)
from kingsburg_env.engine.stores import score
from kingsburg_env.engine.tables.army import TOKENS
from kingsburg_env.engine.tables.governors import BORROWER_GOODS, BORROWER_POINTS


@njit
def lay_out(state, key):
    """Clear the table: nothing owned, 0 VP, nobody asked; only the rules stay.

    Rule: setup.empty-table
    """
    state.key = key
    state.taken, state.neutral = 0, 0
    state.year, state.phase, state.visit, state.cursor, state.favoured = 0, 0, 0, 0, 0
    state.step, state.decision = Step.BEGIN, Decision.NONE
    state.actor, state.envoy = NOBODY, NOBODY
    state.amount, state.kinds, state.advisor, state.modifier, state.group, state.building = 0, 0, 0, 0, 0, 0
    state.effect, state.is_full_price = 0, 0
    state.is_tax_due, state.is_enemy_shown, state.reinforcement = 0, 0, 0
    for seat in range(MAX_PLAYERS):
        lay_out_player(state, seat)


@njit
def lay_out_player(state, seat):
    """Clear one player's place."""
    player = state.players[seat]
    player.public[:] = 0
    player.present = 1 if seat < state.num_players else 0
    player.dice[:] = 0
    player.throws[:] = 0
    player.vp_from[:] = 0
    player.group_of[:] = NO_GROUP
    player.dealt[:] = NO_GOVERNOR
    player.governor, player.picked_governor, player.picked_token = NO_GOVERNOR, NO_GOVERNOR, NO_TOKEN
    for group in range(MAX_GROUPS):
        player.group_at[group] = NO_GROUP
    if state.with_army and seat < state.num_players:
        for value in range(NUM_TOKEN_VALUES):
            player.tokens[value] = TOKENS[value]


@njit
def draw_enemies(state):
    """Draw one card of five for each year.

    Rule: setup.enemy-stack
    """
    for year in range(NUM_YEARS):
        card = chance.draw(state.key, chance.ENEMY_CARD, year, 0, 0, NUM_ENEMIES_PER_YEAR)
        state.enemies[year] = year * NUM_ENEMIES_PER_YEAR + card


@njit
def draw_order(state, log):
    """Draw the first turn order.

    Rule: setup.random-order
    """
    state.order[:] = NOBODY
    seated = state.order[: int(state.num_players)]
    for seat in range(int(state.num_players)):
        seated[seat] = seat
    chance.shuffle(state.key, chance.FIRST_ORDER, seated)
    for turn_index in range(int(state.num_players)):
        events.tell(log, Event.ORDER, int(seated[turn_index]), turn_index, 0)


@njit
def deal_governors(state):
    """Deal three governors to each player; the rest go back into the box.

    Rule: setup.deal-governors
    """
    dealt = 0  # one bit a governor
    for seat in range(int(state.num_players)):
        for card in range(NUM_DEALT_GOVERNORS):
            number = seat * NUM_DEALT_GOVERNORS + card
            governor = nth_undealt(
                dealt, chance.draw(state.key, chance.GOVERNOR_DEAL, 0, 0, number, NUM_GOVERNORS - number)
            )
            dealt |= 1 << governor
            state.players[seat].dealt[card] = governor


@njit
def nth_undealt(dealt, n):
    """Return the n-th governor that is not among the dealt ones."""
    governor = 0
    while n > 0 or dealt >> governor & 1:
        n -= 1 - (dealt >> governor & 1)
        governor += 1
    return governor


@njit
def advance(state, log):
    """Draw and deal; then each player picks a governor in secret, all are shown, and the Borrower takes their goods."""
    if state.step == Step.BEGIN:
        draw_enemies(state)
        draw_order(state, log)
        if state.with_governors:
            deal_governors(state)
        turn.go_on(state, Step.PICK)
    elif not state.with_governors:
        turn.enter(state, log, Phase.NEW_YEAR)
    elif state.step == Step.PICK:
        pick_or_show(state, log)
    else:
        borrow(state, log)


@njit
def pick_or_show(state, log):
    """Ask in turn order; nothing is shown before the last has picked.

    Rule: ruling.secret-picks (ruling 16)
    """
    if not turn.all_had_a_turn(state):
        turn.ask(state, turn.whose_turn(state), Decision.PICK_GOVERNOR)
        turn.end_turn(state)
        return
    for seat in range(int(state.num_players)):
        player = state.players[seat]
        player.governor = player.picked_governor
        events.tell(log, Event.GOVERNOR, seat, int(player.governor), 0)
    turn.go_on(state, Step.BORROW)


@njit
def borrow(state, log):
    """Start the Borrower with 4 goods of choice and -3 VP.

    Rule: governor.borrower
    Rule: ruling.borrower (ruling 15)
    """
    borrower = turn.holder(state, Governor.BORROWER)
    if borrower != NOBODY and state.visit == 0:
        state.visit = 1
        score(state, log, borrower, BORROWER_POINTS, Source.GOVERNOR)
        turn.ask_goods(state, borrower, BORROWER_GOODS, ALL_KINDS)
    else:
        turn.enter(state, log, Phase.NEW_YEAR)


@njit
def legal(state):
    """Offer the three governors dealt to this player.

    Rule: setup.pick-governor
    """
    player = state.players[int(state.actor)]
    for card in range(NUM_DEALT_GOVERNORS):
        allow(state, GOVERNOR + int(player.dealt[card]))


@njit
def apply(state, action):
    """Put the picked governor down in secret."""
    state.players[int(state.actor)].picked_governor = action - GOVERNOR
    turn.answered(state)
