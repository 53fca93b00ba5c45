"""The search of `rollout` and `mcts`, all of it compiled: a race between the answers to one question.

Every simulation draws anew what the seat asked cannot know, and all dice to come.
The n-th simulation of every answer has the same luck, so that answers are compared, not their luck.
Within the stretch of the game that no dice divide, a tree of all seats' answers grows, each seat choosing for itself;
after it the seats follow a heuristic for some seasons, and the position is judged.
"""

import math

import numpy as np

from kingsburg_agents.lookahead import best_answer
from kingsburg_agents.worth import seasons_to_come, worth
from kingsburg_env.engine import chance, year
from kingsburg_env.engine.actions import NUM_ACTIONS, PASS, SPANS
from kingsburg_env.engine.jit import entry, njit
from kingsburg_env.engine.names import MAX_PLAYERS, NUM_YEARS, Phase, Step
from kingsburg_env.engine.play import is_over, num_answers, random_answer, settle
from kingsburg_env.engine.redeal import redeal
from kingsburg_env.engine.scoring import rank
from kingsburg_env.kernels import NO_LOG

MAX_NODES = 1 << 15
MAX_DEPTH = 64
NO_NODE = -1
TREE_ROOT = 0

# Who answers in playouts.
LOOKAHEAD, RANDOM = range(2)

# The records a search works on: the position asked about, the simulated one, and scratch.
ROOT, NOW, AFTER = range(3)
NUM_RECORDS = 3

# How sure a lead is, in points, at the end and more for each season still to come.
SPREAD_AT_END = 1.5
SPREAD_PER_SEASON = 0.35
# How much of a finished game's value is winning, the rest being how clearly.
WIN_PART = 0.5

NODE = np.dtype(
    (
        np.record,
        [
            ("action", np.int64),  # the answer that leads here
            ("first_child", np.int64),
            ("sibling", np.int64),  # the next answer to the same question
            ("visits", np.int64),
            ("offered", np.int64),  # how often the answer was legal when its question was asked
            ("prior", np.float64),
            ("in_race", np.int64),  # of the answers to the first question: still in the race
            ("value", np.float64, (MAX_PLAYERS,)),  # sum over the visits, for each seat
        ],
    )
)

SEARCH = np.dtype(
    (
        np.record,
        [
            ("seed", np.uint64),
            ("explore", np.float64),
            ("depth", np.int64),  # how many answers deep the tree may grow
            ("seasons", np.int64),  # how many seasons a playout goes on
            ("policy", np.int64),  # who answers in playouts
            ("favour", np.float64),  # how much of the prior the heuristic's answer gets
            ("model_rivals", np.int64),  # 1: rivals answer by the heuristic in the tree too
            ("num_nodes", np.int64),
            ("length", np.int64),
            ("path", np.int64, (MAX_DEPTH + 2,)),
            ("result", np.float64, (MAX_PLAYERS,)),
            ("nodes", NODE, (MAX_NODES,)),
        ],
    )
)


@entry
def race(table, searches, passes):
    """Simulate every answer still in the race so many times; the first call of a search plants the tree."""
    search = searches[0]
    if search.num_nodes == 0:
        plant(table, search)
    for _ in range(passes):
        child = int(search.nodes[TREE_ROOT].first_child)
        while child != NO_NODE:
            if search.nodes[child].in_race:
                simulate(table, search, child)
            child = int(search.nodes[child].sibling)


@njit
def plant(table, search):
    """Begin a tree with the question asked and all its answers."""
    new_node(search, PASS)
    table[NOW] = table[ROOT]
    grow(table, search, TREE_ROOT)


@njit
def new_node(search, action):
    """Take the next free node, or NO_NODE when the tree is full."""
    if search.num_nodes >= MAX_NODES:
        return NO_NODE
    number = int(search.num_nodes)
    search.num_nodes += 1
    node = search.nodes[number]
    node.action, node.first_child, node.sibling = action, NO_NODE, NO_NODE
    node.visits, node.offered, node.prior, node.in_race = 0, 0, 0.0, 1
    for seat in range(MAX_PLAYERS):
        node.value[seat] = 0.0
    return number


@njit
def grow(table, search, parent):
    """Give a node a child for every legal answer that has none, in rising order; tell whether there was room."""
    state = table[NOW]
    favourite = heuristic_answer(table, search)
    share = (1.0 - search.favour) / num_answers(state)
    for action in range(NUM_ACTIONS):
        if state.answers[action] and find_child(search, parent, action) == NO_NODE:
            child = new_node(search, action)
            if child == NO_NODE:
                return False
            node = search.nodes[child]
            node.prior = share + (search.favour if action == favourite else 0.0)
            node.sibling = search.nodes[parent].first_child
            search.nodes[parent].first_child = child
    return True


@njit
def find_child(search, parent, action):
    """Find the node an answer leads to."""
    child = int(search.nodes[parent].first_child)
    while child != NO_NODE and search.nodes[child].action != action:
        child = int(search.nodes[child].sibling)
    return child


@njit
def heuristic_answer(table, search):
    """Answer the simulated game's question by the heuristic of the playouts."""
    if search.policy == RANDOM:
        state = table[NOW]
        return random_answer(state, chance.mix(state.key), int(state.visit) * 64 + int(state.cursor))
    return best_answer(table[NOW : NOW + 1], table[AFTER : AFTER + 1])


@njit
def simulate(table, search, child):
    """Play one simulation that begins with one of the answers, and remember how it went for everybody."""
    table[NOW] = table[ROOT]
    state = table[NOW]
    number = search.nodes[child].visits
    redeal(state, int(state.actor), chance.mix(search.seed + np.uint64(number) * chance.GOLDEN))
    search.path[0], search.path[1], search.length = TREE_ROOT, child, 2
    answer(state, int(search.nodes[child].action))
    descend(table, search)
    play_out(table, search)
    judge(state, search)
    back_up(state, search)


@njit
def answer(state, action):
    """Answer the question on the table and go on to the next."""
    year.apply(state, NO_LOG[0], action)
    settle(state, NO_LOG[0])


@njit
def stretch(state):
    """Number the stretch of the game between two throws of dice in which a position stands."""
    after_the_throw = 1 if state.step >= Step.INFLUENCE else 0
    return (int(state.year) * 16 + int(state.phase)) * 2 + after_the_throw


@njit
def descend(table, search):
    """Follow the tree as long as it has something to say, and let it grow by the answers to one question."""
    state, seat, here = table[NOW], int(table[ROOT].actor), stretch(table[ROOT])
    while not is_over(state) and stretch(state) == here and search.length < search.depth + 1:
        if search.model_rivals and state.actor != seat:
            answer(state, heuristic_answer(table, search))
            continue
        node = int(search.path[int(search.length) - 1])
        if search.nodes[node].visits == 0:
            return
        child = select(table, search, node)
        if child == NO_NODE:
            return
        search.path[int(search.length)] = child
        search.length += 1
        answer(state, int(search.nodes[child].action))


@njit
def select(table, search, parent):
    """Choose among the legal answers: what has served the actor best, and what has been tried too little."""
    state = table[NOW]
    if offer(state, search, parent) < num_answers(state):
        if not grow(table, search, parent):
            return NO_NODE
        offer(state, search, parent)
    seat = int(state.actor)
    expected = search.nodes[parent].value[seat] / max(int(search.nodes[parent].visits), 1)
    best, best_score = NO_NODE, -1e9
    child = int(search.nodes[parent].first_child)
    while child != NO_NODE:
        node = search.nodes[child]
        if state.answers[int(node.action)]:
            mean = node.value[seat] / node.visits if node.visits else expected
            score = mean + search.explore * node.prior * math.sqrt(node.offered) / (1 + node.visits)
            if score > best_score:
                best, best_score = child, score
        child = int(node.sibling)
    return best


@njit
def offer(state, search, parent):
    """Note which of the known answers are legal now; count them."""
    count = 0
    child = int(search.nodes[parent].first_child)
    while child != NO_NODE:
        node = search.nodes[child]
        if state.answers[int(node.action)]:
            node.offered += 1
            count += 1
        child = int(node.sibling)
    return count


@njit
def season_number(state):
    """Count the productive seasons that have begun."""
    return 3 * NUM_YEARS - seasons_to_come(state)


@njit
def play_out(table, search):
    """Let everybody follow the heuristic until so many further seasons have begun, or to the end."""
    state = table[NOW]
    last = season_number(table[ROOT]) + search.seasons
    while not is_over(state) and season_number(state) < last:
        answer(state, heuristic_answer(table, search))
    if last > 3 * NUM_YEARS:
        while not is_over(state):
            answer(state, heuristic_answer(table, search))


@njit
def judge(state, search):
    """Estimate each seat's share in winning."""
    seasons = 0 if is_over(state) else seasons_to_come(state) + 1
    spread = SPREAD_AT_END + SPREAD_PER_SEASON * seasons
    num_players, total, highest = int(state.num_players), 0.0, -1e9
    for seat in range(num_players):
        search.result[seat] = float(state.players[seat].vp) if is_over(state) else worth(state, seat)
        highest = max(highest, search.result[seat])
    for seat in range(num_players):
        search.result[seat] = math.exp((search.result[seat] - highest) / spread)
        total += search.result[seat]
    for seat in range(num_players):
        search.result[seat] /= total
    if is_over(state):
        reward_winners(state, search)


@njit
def reward_winners(state, search):
    """Let winning count, however narrowly."""
    num_players, winners = int(state.num_players), 0
    for seat in range(num_players):
        winners += 1 if rank(state, seat) == 1 else 0
    for seat in range(num_players):
        won = 1.0 / winners if rank(state, seat) == 1 else 0.0
        search.result[seat] += WIN_PART * (won - search.result[seat])


@njit
def back_up(state, search):
    """Add the result to every node of the path, for each seat its own."""
    for step in range(int(search.length)):
        node = search.nodes[int(search.path[step])]
        node.visits += 1
        for seat in range(int(state.num_players)):
            node.value[seat] += search.result[seat]
