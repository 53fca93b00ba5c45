"""Goods of choice from the supply: the King's aid, advisors, governors, the reward for a victory."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.actions import BUNDLE_START, BUNDLES, GOODS, PASS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NUM_GOODS, Phase, Source, Step
from kingsburg_env.engine.stores import gain_bundle


@njit
def legal(state):
    """Offer every mix of so many goods of the allowed kinds; only the tax may be left.

    Rule: help.goods-of-choice
    Rule: option.optional-tax
    """
    if state.optional_effects and state.step == Step.BUILD:
        allow(state, PASS)
    size = int(state.amount)
    for bundle in range(BUNDLE_START[size], BUNDLE_START[size + 1]):
        if is_of_kinds(bundle, int(state.kinds)):
            allow(state, GOODS + bundle)


@njit
def is_of_kinds(bundle, kinds):
    """Check whether a bundle holds nothing but the allowed kinds."""
    for good in range(NUM_GOODS):
        if BUNDLES[bundle, good] > 0 and not kinds >> good & 1:
            return False
    return True


@njit
def apply(state, log, action):
    """Take the goods."""
    turn.answered(state)
    if action == PASS:
        return
    gain_bundle(state, log, int(state.actor), action - GOODS, 1, why(state))


@njit
def why(state):
    """Find whose gift this is from where in the year it is given."""
    if state.phase == Phase.AID:
        return Source.AID
    if state.phase == Phase.WINTER:
        return Source.VICTORY
    if state.step == Step.HELP:
        return Source.ADVISOR
    return Source.GOVERNOR
