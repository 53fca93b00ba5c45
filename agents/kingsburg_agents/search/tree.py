"""The tree of a search: nodes in one record, found by the actions that lead to them, with a value for every seat.

Games that differ in what the searcher cannot know share nodes, so a node's actions are not legal every time:
each action counts how often it was legal (its availability), as information-set MCTS does, and selection goes by that.
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
# The node of the decision asked about; its children are the first nodes after it.
ROOT_NODE = 0

FAVOURITE_SHARE = 0.5
"""The part of the prior that goes to the heuristic's action; all legal actions share the rest alike."""

NODE = np.dtype(
    (
        np.record,
        [
            ("action", np.int32),  # the action that leads here
            ("first_child", np.int32),
            ("sibling", np.int32),  # the next action of the same decision
            ("visits", np.int32),
            ("availability", np.int32),  # how often the action was legal when its decision was met
            ("is_candidate", np.int32),  # among the actions of the root: 0 when it has dropped out
            ("prior", np.float64),  # P of PUCT
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
            ("prior", np.float64, (NUM_ACTIONS,)),  # the prior of each legal action
            ("nodes", NODE, (MAX_NODES,)),
        ],
    )
)


@njit
def new_node(tree, action):
    """Add a node and return its number, or NO_NODE when the tree is full."""
    if tree.num_nodes >= MAX_NODES:
        return NO_NODE
    number = int(tree.num_nodes)
    tree.num_nodes += 1
    node = tree.nodes[number]
    node.action, node.first_child, node.sibling = action, NO_NODE, NO_NODE
    node.visits, node.availability, node.is_candidate, node.prior = 0, 0, 1, 0.0
    for seat in range(MAX_PLAYERS):
        node.value[seat] = 0.0
    return number


@njit
def set_prior(state, tree, favourite):
    """Set the prior of the legal actions: most of it for one of them, the rest shared alike."""
    share = (1.0 - FAVOURITE_SHARE) / num_answers(state)
    action = next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        tree.prior[action] = share + (FAVOURITE_SHARE if action == favourite else 0.0)
        action = next_answer(state, action)


@njit
def expand(state, tree, parent):
    """Add a child for every legal action that has none yet; return False if there was no room."""
    action = next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        if not has_child(tree, parent, action):
            child = new_node(tree, action)
            if child == NO_NODE:
                return False
            tree.nodes[child].prior = tree.prior[action]
            # just now; without it the first look would not go by the prior
            tree.nodes[child].availability = 1
            tree.nodes[child].sibling = tree.nodes[parent].first_child
            tree.nodes[parent].first_child = child
        action = next_answer(state, action)
    return True


@njit
def has_child(tree, parent, action):
    """Check whether a node has a child for an action."""
    child = int(tree.nodes[parent].first_child)
    while child != NO_NODE and tree.nodes[child].action != action:
        child = int(tree.nodes[child].sibling)
    return child != NO_NODE


@njit
def count_available(state, tree, parent):
    """Count the children whose actions are legal now, and add to their availability."""
    count = 0
    child = int(tree.nodes[parent].first_child)
    while child != NO_NODE:
        if is_allowed(state, int(tree.nodes[child].action)):
            tree.nodes[child].availability += 1
            count += 1
        child = int(tree.nodes[child].sibling)
    return count


@njit
def select(state, tree, parent, c_puct):
    """Select a legal child by PUCT: Q + c_puct * P * sqrt(availability) / (1 + N)."""
    seat = int(state.actor)
    expected = mean_value(tree.nodes[parent], seat, 0.0)
    best, best_score = NO_NODE, NO_SCORE
    child = int(tree.nodes[parent].first_child)
    while child != NO_NODE:
        node = tree.nodes[child]
        if is_allowed(state, int(node.action)):
            exploration_bonus = c_puct * node.prior * math.sqrt(node.availability) / (1 + int(node.visits))
            score = mean_value(node, seat, expected) + exploration_bonus
            if score > best_score:
                best, best_score = child, score
        child = int(node.sibling)
    return best


@njit
def mean_value(node, seat, unknown):
    """Return what a node has brought a seat on average; of a node never visited, what is expected of it."""
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
