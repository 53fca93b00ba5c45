"""A race between the answers to one question, in redealt games; all of it compiled.

Every simulation draws anew what the seat asked cannot know, and all dice to come.
The n-th simulation of every answer has the same luck, so that answers are compared and not their luck.
Up to the next throw of dice a tree grows, in which every seat chooses for itself;
from there the seats follow a heuristic for some seasons, and then the position is judged.
"""

import math

import numpy as np

from kingsburg_agents.heuristics.choices import answer as answer_by_weights
from kingsburg_agents.heuristics.seasons import SEASONS_A_YEAR, seasons_to_come
from kingsburg_agents.heuristics.weights import MIND, WEIGHTS
from kingsburg_agents.network.compiled import likeliest_answer, think, value_of, write_odds
from kingsburg_agents.search.lookahead import best_answer
from kingsburg_agents.search.positions import outlook
from kingsburg_agents.search.tree import (
    FIRST_QUESTION,
    NO_NODE,
    back_up,
    favour,
    grow,
    new_node,
    offer,
    select,
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

# Who answers where the tree does not.
LOOKAHEAD, BY_WEIGHTS, RANDOM, FIRST, BY_NETWORK = range(5)

# The records a search works on: the position asked about, the simulated one, and one for looking ahead.
ROOT, NOW, AHEAD = range(3)
NUM_RECORDS = 3
SEARCHER, RIVAL = range(2)

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
            ("explore", np.float64),  # how much attention goes to answers tried little
            ("depth", np.int64),  # how many answers deep the tree may grow
            ("seasons", np.int64),  # for how many seasons to come a playout goes on
            ("policy", np.int64, (2,)),  # who answers in playouts: for the searcher, for rivals
            ("weights", WEIGHTS, (2,)),  # of those who answer by weights
            ("mind", MIND, (1,)),  # and what they think with
            ("follows_model", np.int64),  # 1: rivals answer by their policy in the tree too
            ("judges_by_network", np.int64),  # 1: the network foretells the winner where a playout ends
        ],
    )
)


@entry
def race(table, settings, trees, net, passes):
    """Simulate every answer still in the race so many times; the first call plants the tree."""
    tree = trees[0]
    if tree.num_nodes == 0:
        plant(table, settings[0], tree, net)
    for _ in range(passes):
        child = int(tree.nodes[FIRST_QUESTION].first_child)
        while child != NO_NODE:
            if tree.nodes[child].in_race:
                simulate(table, settings[0], tree, net, child)
            child = int(tree.nodes[child].sibling)


@njit
def plant(table, settings, tree, net):
    """Begin a tree with the question asked and all its answers."""
    table[NOW] = table[ROOT]
    new_node(tree, PASS)
    weigh_answers(table, settings, tree, net)
    grow(table[NOW], tree, FIRST_QUESTION)


@njit
def simulate(table, settings, tree, net, child):
    """Play one simulation that begins with one of the answers, and note how it went for everybody."""
    table[NOW] = table[ROOT]
    state, number = table[NOW], np.uint64(tree.nodes[child].visits)
    redeal(state, int(state.actor), chance.mix(settings.seed + number * chance.GOLDEN))
    tree.length = 0
    step_to(tree, FIRST_QUESTION)
    follow(state, tree, child)
    descend(table, settings, tree, net)
    play_out(table, settings, net)
    judge(state, settings, tree, net)
    back_up(tree, int(state.num_players))


@njit
def follow(state, tree, child):
    """Give the answer of a node."""
    step_to(tree, child)
    answer(state, int(tree.nodes[child].action))


@njit
def answer(state, action):
    """Answer the question on the table and go on to the next."""
    year.apply(state, NO_LOG[0], action)
    settle(state, NO_LOG[0])


@njit
def stretch(state):
    """Number the stretch of the game, between two throws of dice, in which a position stands."""
    is_thrown = 1 if state.step >= Step.INFLUENCE else 0
    return (int(state.year) * 16 + int(state.phase)) * 2 + is_thrown


@njit
def descend(table, settings, tree, net):
    """Follow the tree up to the next throw of dice, and let it grow by the answers to one question."""
    state, seat, here = table[NOW], int(table[ROOT].actor), stretch(table[ROOT])
    while not is_over(state) and stretch(state) == here and tree.length <= settings.depth:
        if settings.follows_model and state.actor != seat:
            answer(state, policy_answer(table, settings, net))
            continue
        parent = int(tree.path[int(tree.length) - 1])
        if tree.nodes[parent].visits == 0 or not offer_all(table, settings, tree, net, parent):
            return
        follow(state, tree, select(state, tree, parent, settings.explore))


@njit
def offer_all(table, settings, tree, net, parent):
    """Let a node know every legal answer; tell whether there was room for them."""
    state = table[NOW]
    known = offer(state, tree, parent)
    if known == num_answers(state):
        return True
    weigh_answers(table, settings, tree, net)
    return grow(state, tree, parent)


@njit
def weigh_answers(table, settings, tree, net):
    """Work out the legal answers' parts of the attention: the network's odds, or most of it for the policy's answer."""
    state = table[NOW]
    if len(net.layers) > 0:
        think(state, int(state.actor), net)
        write_odds(state, net, tree.odds)
    else:
        favour(state, tree, policy_answer(table, settings, net))


@njit
def policy_answer(table, settings, net):
    """Answer the simulated game's question by the policy of whoever is asked."""
    state = table[NOW]
    who = SEARCHER if state.actor == table[ROOT].actor else RIVAL
    if settings.policy[who] == BY_WEIGHTS:
        return answer_by_weights(state, settings.weights[who], settings.mind[0])
    if settings.policy[who] == RANDOM:
        place = (int(state.advisor) * 8 + int(state.cursor)) * 8 + int(state.visit) % 8
        return random_answer(state, chance.mix(state.key + np.uint64(stretch(state))), place)
    if settings.policy[who] == FIRST:
        return nth_answer(state, 0)
    if settings.policy[who] == BY_NETWORK:
        think(state, int(state.actor), net)
        return likeliest_answer(state, net)
    return best_answer(table[NOW : NOW + 1], table[AHEAD : AHEAD + 1])


@njit
def play_out(table, settings, net):
    """Let everybody follow their policy until so many further seasons have begun, or to the end of the game."""
    state = table[NOW]
    least = seasons_to_come(table[ROOT]) - settings.seasons if settings.seasons < ALL_SEASONS else NO_SEASON
    while not is_over(state) and seasons_to_come(state) > least:
        answer(state, policy_answer(table, settings, net))


@njit
def judge(state, settings, tree, net):
    """Tell or estimate each seat's share in winning."""
    if settings.judges_by_network and not is_over(state):
        foretell(state, tree, net)
    else:
        judge_by_points(state, tree)
    if is_over(state):
        honour_winners(state, tree, 1.0 if settings.judges_by_network else WIN_PART)


@njit
def foretell(state, tree, net):
    """Let the network tell each seat's share in winning, as that seat sees it."""
    num_players, total = int(state.num_players), 0.0
    for seat in range(num_players):
        think(state, seat, net)
        # A winner is rewarded with 1, the others lose 1 between them.
        share = (value_of(net) * (num_players - 1) + 1) / num_players
        tree.result[seat] = max(share, LEAST_SHARE)
        total += tree.result[seat]
    for seat in range(num_players):
        tree.result[seat] /= total


@njit
def judge_by_points(state, tree):
    """Estimate each seat's share in winning from the points they may expect at the end."""
    seasons = -1 if is_over(state) else seasons_to_come(state)
    spread = SPREAD_AT_END + SPREAD_PER_SEASON * (seasons + 1)
    num_players, total, highest = int(state.num_players), 0.0, -math.inf
    for seat in range(num_players):
        tree.result[seat] = float(state.players[seat].vp) if is_over(state) else outlook(state, seat)
        highest = max(highest, tree.result[seat])
    for seat in range(num_players):
        tree.result[seat] = math.exp((tree.result[seat] - highest) / spread)
        total += tree.result[seat]
    for seat in range(num_players):
        tree.result[seat] /= total


@njit
def honour_winners(state, tree, part):
    """Let winning count, however narrow it was."""
    num_players, winners = int(state.num_players), 0
    for seat in range(num_players):
        winners += 1 if rank(state, seat) == 1 else 0
    for seat in range(num_players):
        won = 1.0 / winners if rank(state, seat) == 1 else 0.0
        tree.result[seat] += part * (won - tree.result[seat])
