"""The tree of a search: nodes in one record, found by the answers that lead to them, with a value for every seat.

Games that differ in what the searcher cannot know share nodes, so a node's answers are not legal every time:
each answer counts how often it was offered, and is judged by that.
"""

import math

import numpy as np

from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.answers import NO_ACTION, is_allowed, next_answer, num_answers
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import MAX_PLAYERS

MAX_NODES = 1 << 16
MAX_DEPTH = 64
NO_NODE = -1
NO_SCORE = -1e9
# The node of the question asked; its children are the first nodes after it.
FIRST_QUESTION = 0

FAVOUR = 0.5
"""How much of the attention at a new question the heuristic's answer gets; all answers share the rest alike."""

NODE = np.dtype(
    (
        np.record,
        [
            ("action", np.int32),  # the answer that leads here
            ("first_child", np.int32),
            ("sibling", np.int32),  # the next answer to the same question
            ("visits", np.int32),
            ("offered", np.int32),  # how often the answer was legal when its question was asked
            ("in_race", np.int32),  # among the answers to the first question: 0 when it has dropped out
            ("prior", np.float64),  # its part of the attention
            ("value", np.float64, (MAX_PLAYERS,)),  # sum over the visits, for each seat
        ],
    )
)

TREE = np.dtype(
    (
        np.record,
        [
            ("num_nodes", np.int64),
            ("length", np.int64),  # of the path
            ("path", np.int64, (MAX_DEPTH + 1,)),  # the nodes of the present simulation
            ("result", np.float64, (MAX_PLAYERS,)),  # what it brought each seat
            ("odds", np.float64, (NUM_ACTIONS,)),  # the part of the attention each legal answer is to get
            ("nodes", NODE, (MAX_NODES,)),
        ],
    )
)


@njit
def new_node(tree, action):
    """Take the next free node, or NO_NODE when the tree is full."""
    if tree.num_nodes >= MAX_NODES:
        return NO_NODE
    number = int(tree.num_nodes)
    tree.num_nodes += 1
    node = tree.nodes[number]
    node.action, node.first_child, node.sibling = action, NO_NODE, NO_NODE
    node.visits, node.offered, node.in_race, node.prior = 0, 0, 1, 0.0
    for seat in range(MAX_PLAYERS):
        node.value[seat] = 0.0
    return number


@njit
def favour(state, tree, favourite):
    """Give one of the legal answers most of the attention."""
    share = (1.0 - FAVOUR) / num_answers(state)
    action = next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        tree.odds[action] = share + (FAVOUR if action == favourite else 0.0)
        action = next_answer(state, action)


@njit
def grow(state, tree, parent):
    """Give a node a child for every legal answer that has none yet; tell whether there was room."""
    action = next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        if not has_child(tree, parent, action):
            child = new_node(tree, action)
            if child == NO_NODE:
                return False
            tree.nodes[child].prior = tree.odds[action]
            # just now; without it the first look would not go by the prior
            tree.nodes[child].offered = 1
            tree.nodes[child].sibling = tree.nodes[parent].first_child
            tree.nodes[parent].first_child = child
        action = next_answer(state, action)
    return True


@njit
def has_child(tree, parent, action):
    """Tell whether a node knows an answer."""
    child = int(tree.nodes[parent].first_child)
    while child != NO_NODE and tree.nodes[child].action != action:
        child = int(tree.nodes[child].sibling)
    return child != NO_NODE


@njit
def offer(state, tree, parent):
    """Note which of the known answers are legal now; count them."""
    count = 0
    child = int(tree.nodes[parent].first_child)
    while child != NO_NODE:
        if is_allowed(state, int(tree.nodes[child].action)):
            tree.nodes[child].offered += 1
            count += 1
        child = int(tree.nodes[child].sibling)
    return count


@njit
def select(state, tree, parent, explore):
    """Choose among the legal answers: what has served the actor well, or was tried little for its prior."""
    seat = int(state.actor)
    expected = mean_value(tree.nodes[parent], seat, 0.0)
    best, best_score = NO_NODE, NO_SCORE
    child = int(tree.nodes[parent].first_child)
    while child != NO_NODE:
        node = tree.nodes[child]
        if is_allowed(state, int(node.action)):
            curiosity = explore * node.prior * math.sqrt(node.offered) / (1 + int(node.visits))
            score = mean_value(node, seat, expected) + curiosity
            if score > best_score:
                best, best_score = child, score
        child = int(node.sibling)
    return best


@njit
def mean_value(node, seat, unknown):
    """Tell what a node has brought a seat on average; of a node never visited, what is expected of it."""
    return node.value[seat] / int(node.visits) if node.visits else unknown


@njit
def step_to(tree, node):
    """Lengthen the path of the simulation."""
    tree.path[int(tree.length)] = node
    tree.length += 1


@njit
def back_up(tree, num_players):
    """Add the result to every node of the path, for each seat its own."""
    for place in range(int(tree.length)):
        node = tree.nodes[int(tree.path[place])]
        node.visits += 1
        for seat in range(num_players):
            node.value[seat] += tree.result[seat]
