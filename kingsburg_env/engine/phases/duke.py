"""Right after the influence step, the Duke may send a group to the Duchess."""

from kingsburg_env.engine import events, turn
from kingsburg_env.engine.actions import DUKE, PASS
from kingsburg_env.engine.answers import allow
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import MAX_GROUPS, NO_GROUP, NOBODY, Advisor, Decision, Event, Governor, Step


@njit
def advance(state):
    """Ask the Duke if they have a group and nobody, neutral dice included, is with the Duchess.

    Rule: governor.duke
    Rule: ruling.duke (ruling 9)
    """
    duke = turn.holder(state, Governor.DUKE)
    if state.visit == 0 and duke != NOBODY and not state.taken >> Advisor.DUCHESS & 1:
        state.visit = 1
        if highest_group(state.players[duke]) != NO_GROUP:
            turn.ask(state, duke, Decision.MOVE_TO_DUCHESS)
            return
    turn.go_on(state, Step.HELP)
    state.advisor = 0


@njit
def highest_group(player):
    """Number the group on the player's highest-ranked advisor; of two there, the first."""
    highest, advisor = NO_GROUP, NO_GROUP
    for group in range(MAX_GROUPS):
        if player.group_at[group] > advisor:
            highest, advisor = group, int(player.group_at[group])
    return highest


@njit
def legal(state):
    """Offer to move the whole group, up or down, or to leave it."""
    allow(state, PASS)
    allow(state, DUKE)


@njit
def apply(state, log, action):
    """Move one group; another own group on the same advisor stays."""
    turn.answered(state)
    if action == PASS:
        return
    seat = int(state.actor)
    player = state.players[seat]
    group = highest_group(player)
    left = int(player.group_at[group])
    player.group_at[group] = Advisor.DUCHESS
    player.groups[left] -= 1
    player.groups[Advisor.DUCHESS] += 1
    state.taken |= 1 << Advisor.DUCHESS
    if is_deserted(state, left):
        state.taken &= ~(1 << left)
    events.tell(log, Event.MOVED, seat, Advisor.DUCHESS, 0)


@njit
def is_deserted(state, advisor):
    """Check whether no dice are left on an advisor."""
    if state.neutral >> advisor & 1:
        return False
    for seat in range(int(state.num_players)):
        for group in range(MAX_GROUPS):
            if state.players[seat].group_at[group] == advisor:
                return False
    return True
