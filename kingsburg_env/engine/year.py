"""The year as a page: what comes after what, which rule answers which question. Begin reading here."""

from kingsburg_env.engine import effects
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import Decision, Phase, Step
from kingsburg_env.engine.phases import (
    aid,
    alchemist,
    army,
    build,
    duke,
    envoy,
    help,  # noqa: A004 - the rulebook's word
    influence,
    losses,
    pick_dice,
    prince,
    recruiting,
    reroll,
    reward,
    roll,
    saving,
    season_end,
    season_start,
    setup,
    smuggler,
    sorcery,
    take_goods,
    winter,
    year_end,
)
from kingsburg_env.engine.turn import all_had_a_turn, go_on


@njit
def advance(state, log):
    """Play everything nobody decides, until somebody must decide or the game is over.

    Rule: frame.eight-phases
    """
    while state.decision == Decision.NONE and state.phase != Phase.OVER:
        match state.phase:
            case Phase.SETUP:
                setup.advance(state, log)
            case Phase.NEW_YEAR:
                sorcery.advance(state, log)
            case Phase.AID:
                aid.advance(state, log)
            case Phase.SPRING | Phase.SUMMER | Phase.AUTUMN:
                advance_season(state, log)
            case Phase.REWARD:
                reward.advance(state, log)
            case Phase.ENVOY:
                envoy.advance(state, log)
            case Phase.RECRUITING:
                recruiting.advance(state, log)
            case Phase.WINTER:
                advance_winter(state, log)
            case Phase.YEAR_END:
                year_end.advance(state, log)


@njit
def advance_season(state, log):
    """Play one piece of a productive season."""
    match state.step:
        case Step.BEGIN | Step.BONUS_DICE | Step.BLESSING:
            season_start.advance(state, log)
        case Step.ROLL:
            roll.advance(state, log)
        case Step.CHANGE:
            advance_changes(state, log)
        case Step.INFLUENCE:
            influence.advance(state, log)
        case Step.DICE:
            pick_dice.advance(state, log)
        case Step.DUKE:
            duke.advance(state)
        case Step.HELP:
            help.advance(state, log)
        case Step.BUILD:
            build.advance(state)
        case Step.SEASON_END:
            season_end.advance(state, log)


@njit
def advance_changes(state, log):
    """Ask each player in turn to change their dice, the Prince last; after the last player the new turn order is made."""
    while not all_had_a_turn(state):
        if state.visit == 0:
            reroll.advance(state, log)
        else:
            prince.advance(state)
        if state.decision != Decision.NONE:
            return
    roll.arrange(state, log)
    go_on(state, Step.INFLUENCE)


@njit
def advance_winter(state, log):
    """Pick tokens, then fight."""
    if state.step == Step.BEGIN:
        army.advance(state)
    else:
        winter.advance(state, log)


@njit
def legal(state):
    """Allow the actions that answer the question on the table."""
    match state.decision:
        case Decision.PICK_GOVERNOR:
            setup.legal(state)
        case Decision.TAKE_GOODS:
            take_goods.legal(state)
        case Decision.SORCERY:
            sorcery.legal(state)
        case Decision.BLESS:
            season_start.legal(state)
        case Decision.REROLL:
            reroll.legal(state)
        case Decision.CHANGE:
            prince.legal(state)
        case Decision.INFLUENCE:
            influence.legal(state)
        case Decision.PICK_DICE:
            pick_dice.legal(state)
        case Decision.MOVE_TO_DUCHESS:
            duke.legal(state)
        case Decision.ALCHEMY:
            alchemist.legal(state)
        case Decision.SMUGGLE:
            smuggler.legal(state)
        case Decision.BUILD:
            build.legal(state)
        case Decision.SAVE_GOOD:
            saving.legal(state)
        case Decision.END_SEASON:
            season_end.legal(state)
        case Decision.RECRUIT:
            recruiting.legal(state)
        case Decision.COMMIT_TOKEN:
            army.legal(state)
        case Decision.LOSE_GOODS:
            losses.legal(state)
        case Decision.USE_EFFECT:
            effects.legal(state)


@njit
def apply(state, log, action):
    """Answer the question on the table; the action must be legal."""
    match state.decision:
        case Decision.PICK_GOVERNOR:
            setup.apply(state, action)
        case Decision.TAKE_GOODS:
            take_goods.apply(state, log, action)
        case Decision.SORCERY:
            sorcery.apply(state, log, action)
        case Decision.BLESS:
            season_start.apply(state, log, action)
        case Decision.REROLL:
            reroll.apply(state, log, action)
        case Decision.CHANGE:
            prince.apply(state, log, action)
        case Decision.INFLUENCE:
            influence.apply(state, log, action)
        case Decision.PICK_DICE:
            pick_dice.apply(state, log, action)
        case Decision.MOVE_TO_DUCHESS:
            duke.apply(state, log, action)
        case Decision.ALCHEMY:
            alchemist.apply(state, log, action)
        case Decision.SMUGGLE:
            smuggler.apply(state, log, action)
        case Decision.BUILD:
            build.apply(state, log, action)
        case Decision.SAVE_GOOD:
            saving.apply(state, log, action)
        case Decision.END_SEASON:
            season_end.apply(state, log, action)
        case Decision.RECRUIT:
            recruiting.apply(state, log, action)
        case Decision.COMMIT_TOKEN:
            army.apply(state, action)
        case Decision.LOSE_GOODS:
            losses.apply(state, log, action)
        case Decision.USE_EFFECT:
            effects.apply(state, log, action)
