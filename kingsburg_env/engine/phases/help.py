"""The advisors help in rising rank; two groups on one advisor in turn order."""

from kingsburg_env.engine import events, turn
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import (
    MAX_GROUPS,
    NUM_ADVISORS,
    Advisor,
    Building,
    Decision,
    Event,
    Source,
    Step,
)
from kingsburg_env.engine.province import has
from kingsburg_env.engine.stores import enlist, gain_each, gain_plus_two, num_goods, score
from kingsburg_env.engine.tables.advisors import ADVISORS, HELP_ORDER


@njit
def advance(state, log):
    """Walk through the advisors, the players and their groups, until a gift asks for a choice.

    Rule: help.rising-rank
    Rule: help.turn-order
    Rule: ruling.private-advisor-after-court (ruling 8)
    """
    # Where a choice broke off: the group after the one last helped.
    turn_index, group = int(state.cursor), int(state.visit)
    for turn_of in range(int(state.advisor), NUM_ADVISORS):
        advisor = int(HELP_ORDER[turn_of])
        if state.taken >> advisor & 1:
            while turn_index < state.num_players:
                seat = int(state.order[turn_index])
                while group < MAX_GROUPS:
                    group += 1
                    if state.players[seat].group_at[group - 1] == advisor:
                        give(state, log, seat, advisor)
                        if state.decision != Decision.NONE:
                            state.advisor, state.cursor, state.visit = turn_of, turn_index, group
                            return
                turn_index, group = turn_index + 1, 0
            turn_index = 0
    state.advisor = 0
    turn.go_on(state, Step.BUILD)


@njit
def give(state, log, seat, advisor):
    """Grant what the advisor's row says; ask where it leaves a choice.

    Rule: ruling.gifts-are-taken (ruling 8)
    Rule: help.look
    Rule: ruling.looks-are-public (ruling 26)
    """
    events.tell(log, Event.HELPED, seat, advisor, 0)
    gift = ADVISORS[advisor]
    gain_each(state, log, seat, gift.goods, Source.ADVISOR)
    give_soldiers(state, log, seat, int(gift.soldiers))
    score(state, log, seat, int(gift.vp), Source.ADVISOR)
    gain_plus_two(state, log, seat, int(gift.plus_two), Source.ADVISOR)
    if gift.looks:
        state.players[seat].has_looked = 1
        events.tell(log, Event.LOOKED, seat, 0, 0)
    if gift.choice:
        turn.ask_goods(state, seat, int(gift.choice), int(gift.kinds))
    elif advisor == Advisor.ALCHEMIST and num_goods(state.players[seat]) > 0:
        turn.ask(state, seat, Decision.ALCHEMY)
    elif advisor == Advisor.SMUGGLER:
        turn.ask(state, seat, Decision.SMUGGLE)


@njit
def give_soldiers(state, log, seat, soldiers):
    """Grant soldiers, and with a Stable one more.

    Rule: building.stable
    """
    if soldiers > 0 and has(state.players[seat], Building.STABLE):
        soldiers += 1
    enlist(state, log, seat, soldiers, Source.ADVISOR)
