"""Phase 3, the King's reward."""

from kingsburg_env.engine import turn
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import Phase, Source
from kingsburg_env.engine.province import num_buildings
from kingsburg_env.engine.stores import score


@njit
def advance(state, log):
    """Grant 1 VP to every player with the most buildings; with no building anywhere, to everybody.

    Rule: reward.most-buildings
    Rule: ruling.reward-without-buildings (ruling 18)
    """
    most = 0
    for seat in range(int(state.num_players)):
        most = max(most, num_buildings(state.players[seat]))
    for turn_index in range(int(state.num_players)):
        seat = int(state.order[turn_index])
        if num_buildings(state.players[seat]) == most:
            score(state, log, seat, 1, Source.REWARD)
    turn.enter(state, log, Phase.SUMMER)
