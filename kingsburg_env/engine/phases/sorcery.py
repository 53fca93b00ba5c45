"""A new year begins; in year III the Sorcerer builds before anything else."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import BUILD, PASS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NOBODY, NUM_COLUMNS, NUM_ROWS, Decision, Governor, Phase, Step
from kingsburg_env.engine.province import erect, has, is_row_in_play
from kingsburg_env.engine.tables.governors import SORCERER_BUILDINGS, SORCERER_YEAR


@njit
def advance(state, log):
    """Turn the year; ask the Sorcerer in year III, up to three times.

    Rule: frame.five-years
    Rule: governor.sorcerer
    Rule: ruling.sorcerer (ruling 10)
    """
    if state.step == Step.BEGIN:
        state.year += 1
        turn.go_on(state, Step.BUILD)
    sorcerer = turn.holder(state, Governor.SORCERER)
    if sorcerer != NOBODY and state.year == SORCERER_YEAR and state.visit < SORCERER_BUILDINGS:
        turn.ask(state, sorcerer, Decision.SORCERY)
    else:
        turn.enter(state, log, Phase.AID)


@njit
def legal(state):
    """Offer every missing building of column I, rows A and G too where they are in play."""
    player = state.players[int(state.actor)]
    allow(state, PASS)
    for row in range(NUM_ROWS):
        if is_row_in_play(state, row) and not has(player, row * NUM_COLUMNS):
            allow(state, BUILD + row * NUM_COLUMNS)


@njit
def apply(state, log, action):
    """Put the building up free and without its points; it is no building for Preacher or Tax Collector."""
    if action == PASS:
        state.visit = SORCERER_BUILDINGS
    else:
        state.visit += 1
        erect(state, log, int(state.actor), action - BUILD)
    turn.answered(state)
