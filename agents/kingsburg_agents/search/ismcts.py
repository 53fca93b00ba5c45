"""Information-set Monte Carlo tree search for one decision (determinized games, PUCT); all of it compiled.

Every simulation runs on a fresh determinization: what the seat asked cannot know, and all dice to come, are drawn anew.
The n-th simulation of every action has the same luck (common random numbers), so that actions are compared and not their luck.
Up to the next dice roll a tree grows, in which every seat chooses for itself;
from there a playout follows a heuristic for some seasons, and then the leaf is evaluated.
"""

import math

import numpy as np

from kingsburg_agents.heuristics.choices import choose_action
from kingsburg_agents.heuristics.seasons import SEASONS_A_YEAR, seasons_to_come
from kingsburg_agents.heuristics.weights import WEIGHTS, WORKSPACE
from kingsburg_agents.network.exact_math import exp
from kingsburg_agents.network.forward_pass import likeliest_action, run_trunk, value_of, write_prior
from kingsburg_agents.search.lookahead import best_action
from kingsburg_agents.search.positions import position_value
from kingsburg_agents.search.tree import (
    NO_NODE,
    ROOT_NODE,
    back_up,
    count_available,
    expand,
    new_node,
    select,
    set_prior,
    step_to,
)
from kingsburg_env.engine import chance, year
from kingsburg_env.engine.actions import PASS
from kingsburg_env.engine.answers import nth_answer, num_answers
from kingsburg_env.engine.hidden import redeal
from kingsburg_env.engine.jit import entry, njit
from kingsburg_env.engine.names import NUM_YEARS, Step
from kingsburg_env.engine.play import is_over, random_answer, settle
from kingsburg_env.engine.scoring import rank
from kingsburg_env.kernels import NO_LOG

ALL_SEASONS = SEASONS_A_YEAR * NUM_YEARS
NO_SEASON = -1

# Who plays where the tree does not.
LOOKAHEAD, BY_WEIGHTS, RANDOM, FIRST, BY_NETWORK = range(5)

# The records a search works on: the position asked about, the simulated one, and one for looking ahead.
ROOT, NOW, AHEAD = range(3)
NUM_RECORDS = 3
SEARCHER, OPPONENT = range(2)

# How many points of lead are how sure: at the end, and more for each season still to come.
SPREAD_AT_END = 1.5
SPREAD_PER_SEASON = 0.35
# How much of a finished game's value is winning; the rest is how clearly.
WIN_PART = 0.5
# No seat is without hope before the end.
LEAST_SHARE = 0.001

SETTINGS = np.dtype(
    (
        np.record,
        [
            ("seed", np.uint64),  # all luck of the search
            ("c_puct", np.float64),  # how much exploration counts
            ("depth", np.int64),  # how many actions deep the tree may grow
            ("seasons", np.int64),  # for how many seasons to come a playout goes on
            ("policy", np.int64, (2,)),  # who plays in playouts: for the searcher, for opponents
            ("weights", WEIGHTS, (2,)),  # of those who play by weights
            ("workspace", WORKSPACE, (1,)),  # and their room to work in
            ("follows_model", np.int64),  # 1: opponents play by their policy in the tree too
            ("has_network_value", np.int64),  # 1: the network evaluates leaves, else points do
        ],
    )
)


@entry
def run_simulations(records, settings, trees, net, passes):
    """Run so many simulations of every candidate action; the first call makes the root."""
    tree = trees[0]
    if tree.num_nodes == 0:
        init_root(records, settings[0], tree, net)
    for _ in range(passes):
        child = int(tree.nodes[ROOT_NODE].first_child)
        while child != NO_NODE:
            if tree.nodes[child].is_candidate:
                simulate(records, settings[0], tree, net, child)
            child = int(tree.nodes[child].sibling)


@njit
def init_root(records, settings, tree, net):
    """Begin a tree with the decision asked about and all its actions."""
    records[NOW] = records[ROOT]
    new_node(tree, PASS)
    weigh_actions(records, settings, tree, net)
    expand(records[NOW], tree, ROOT_NODE)


@njit
def simulate(records, settings, tree, net, child):
    """Run one simulation that begins with one of the candidates, and back its result up."""
    records[NOW] = records[ROOT]
    state, number = records[NOW], np.uint64(tree.nodes[child].visits)
    redeal(state, int(state.actor), chance.mix(settings.seed + number * chance.GOLDEN))
    tree.length = 0
    step_to(tree, ROOT_NODE)
    follow(state, tree, child)
    descend(records, settings, tree, net)
    playout(records, settings, net)
    evaluate_leaf(state, settings, tree, net)
    back_up(tree, int(state.num_players))


@njit
def follow(state, tree, child):
    """Play the action of a node."""
    step_to(tree, child)
    play(state, int(tree.nodes[child].action))


@njit
def play(state, action):
    """Play an action and go on to the next decision."""
    year.apply(state, NO_LOG[0], action)
    settle(state, NO_LOG[0])


@njit
def roll_index(state):
    """Return the number of the stretch between two dice rolls in which a position stands."""
    is_thrown = 1 if state.step >= Step.INFLUENCE else 0
    return (int(state.year) * 16 + int(state.phase)) * 2 + is_thrown


@njit
def descend(records, settings, tree, net):
    """Follow the tree up to the next dice roll, and expand it by the actions of one decision."""
    state, seat, here = records[NOW], int(records[ROOT].actor), roll_index(records[ROOT])
    while not is_over(state) and roll_index(state) == here and tree.length <= settings.depth:
        if settings.follows_model and state.actor != seat:
            play(state, policy_action(records, settings, net))
            continue
        parent = int(tree.path[int(tree.length) - 1])
        if tree.nodes[parent].visits == 0 or not expand_all(records, settings, tree, net, parent):
            return
        follow(state, tree, select(state, tree, parent, settings.c_puct))


@njit
def expand_all(records, settings, tree, net, parent):
    """Expand a node by every legal action it lacks; return False if there was no room."""
    state = records[NOW]
    known = count_available(state, tree, parent)
    if known == num_answers(state):
        return True
    weigh_actions(records, settings, tree, net)
    return expand(state, tree, parent)


@njit
def weigh_actions(records, settings, tree, net):
    """Work out the prior of the legal actions: the network's, or most of it for the policy's action."""
    state = records[NOW]
    if len(net.layers) > 0:
        run_trunk(state, int(state.actor), net)
        write_prior(state, net, tree.prior)
    else:
        set_prior(state, tree, policy_action(records, settings, net))


@njit
def policy_action(records, settings, net):
    """Choose an action in the simulated game by the policy of whoever is asked."""
    state = records[NOW]
    who = SEARCHER if state.actor == records[ROOT].actor else OPPONENT
    if settings.policy[who] == BY_WEIGHTS:
        return choose_action(state, settings.weights[who], settings.workspace[0])
    if settings.policy[who] == RANDOM:
        place = (int(state.advisor) * 8 + int(state.cursor)) * 8 + int(state.visit) % 8
        return random_answer(state, chance.mix(state.key + np.uint64(roll_index(state))), place)
    if settings.policy[who] == FIRST:
        return nth_answer(state, 0)
    if settings.policy[who] == BY_NETWORK:
        run_trunk(state, int(state.actor), net)
        return likeliest_action(state, net)
    return best_action(records[NOW : NOW + 1], records[AHEAD : AHEAD + 1])


@njit
def playout(records, settings, net):
    """Play by everybody's policy until so many further seasons have begun, or to the end of the game."""
    state = records[NOW]
    least = seasons_to_come(records[ROOT]) - settings.seasons if settings.seasons < ALL_SEASONS else NO_SEASON
    while not is_over(state) and seasons_to_come(state) > least:
        play(state, policy_action(records, settings, net))


@njit
def evaluate_leaf(state, settings, tree, net):
    """Estimate each seat's share in winning at the end of a simulation."""
    if settings.has_network_value and not is_over(state):
        network_value(state, tree, net)
    else:
        points_value(state, tree)
    if is_over(state):
        add_win_bonus(state, tree, 1.0 if settings.has_network_value else WIN_PART)


@njit
def network_value(state, tree, net):
    """Estimate each seat's share in winning by the network, as that seat sees the game."""
    num_players, total = int(state.num_players), 0.0
    for seat in range(num_players):
        run_trunk(state, seat, net)
        # A winner is rewarded with 1, the others lose 1 between them.
        share = (value_of(net) * (num_players - 1) + 1) / num_players
        tree.result[seat] = max(share, LEAST_SHARE)
        total += tree.result[seat]
    for seat in range(num_players):
        tree.result[seat] /= total


@njit
def points_value(state, tree):
    """Estimate each seat's share in winning from the points they may expect at the end."""
    seasons = -1 if is_over(state) else seasons_to_come(state)
    spread = SPREAD_AT_END + SPREAD_PER_SEASON * (seasons + 1)
    num_players, total, highest = int(state.num_players), 0.0, -math.inf
    for seat in range(num_players):
        tree.result[seat] = float(state.players[seat].vp) if is_over(state) else position_value(state, seat)
        highest = max(highest, tree.result[seat])
    for seat in range(num_players):
        tree.result[seat] = exp((tree.result[seat] - highest) / spread)
        total += tree.result[seat]
    for seat in range(num_players):
        tree.result[seat] /= total


@njit
def add_win_bonus(state, tree, part):
    """Add the part of the value that winning counts for, however narrow it was."""
    num_players, winners = int(state.num_players), 0
    for seat in range(num_players):
        winners += 1 if rank(state, seat) == 1 else 0
    for seat in range(num_players):
        won = 1.0 / winners if rank(state, seat) == 1 else 0.0
        tree.result[seat] += part * (won - tree.result[seat])
