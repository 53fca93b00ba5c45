"""The forward pass of a network in compiled code: for rows of inputs, and for one position inside the search.

Layers are packed in one array, with ReLU in between.
Most inputs of a row, and about half of what the hidden layers pass on, are zeros: their rows of weights are left out.
That is three times as fast as numpy's products, and keeps to one core: on a machine that others use,
the threads of those products wait for each other, and take twenty times as long and more.
Sums are taken in the order they are written: the same bytes on every processor, and in plain Python.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.core.dispatcher import Dispatcher
from numpy.typing import NDArray

from kingsburg_agents.network.exact_math import exp
from kingsburg_agents.network.features import INPUT_SIZE, write_marks
from kingsburg_env.engine.answers import NO_ACTION, next_answer
from kingsburg_env.engine.jit import entry, njit
from kingsburg_env.observation import OBSERVATION_SIZE, VIEW, write_view

Layer = tuple[NDArray[np.float32], NDArray[np.float32]]

LAYER = np.dtype(
    (
        np.record,
        [
            ("first", np.int64),  # where its bias begins; its rows follow
            ("num_inputs", np.int64),
            ("num_outputs", np.int64),
            ("source", np.int64),  # which row of units it reads, and which it writes
            ("target", np.int64),
            ("rectifies", np.int64),
        ],
    )
)
INPUTS = 0


class Network(NamedTuple):
    """What compiled code knows of a network; without layers there is none."""

    weights: NDArray[np.float32]
    layers: NDArray[Any]
    units: NDArray[np.float32]
    """The inputs, then what each layer passes on."""
    found: NDArray[np.uintp]
    """Room for the numbers of a layer's inputs that are not 0."""
    views: NDArray[Any]
    """One view to write the observation into."""
    logits_at: int
    """Which row of units holds the logits, and which the value."""
    value_at: int


NO_NETWORK = Network(
    np.zeros(0, np.float32),
    np.zeros(0, LAYER),
    np.zeros((0, 0), np.float32),
    np.zeros(0, np.uintp),
    np.zeros(0, VIEW),
    0,
    0,
)


def pack(policy: list[Layer], value: list[Layer]) -> Network:
    """Pack layers one after the other; that they fit together `read_weights` has checked."""
    layers = np.zeros(len(policy) + len(value), LAYER)
    parts: list[NDArray[np.float32]] = []
    first = 0
    for number, (weight, bias) in enumerate([*policy, *value]):
        is_head = number in (len(policy) - 1, len(layers) - 1)
        source = len(policy) - 1 if number == len(policy) else number
        layers[number] = (first, *weight.shape, source, number + 1, not is_head)
        parts += [bias, weight.ravel()]
        first += bias.size + weight.size
    widest = max(INPUT_SIZE, int(layers["num_outputs"].max()))
    units = np.zeros((len(layers) + 1, widest), np.float32)
    found = np.zeros(widest + 1, np.uintp)
    return Network(np.concatenate(parts), layers, units, found, np.zeros(1, VIEW), len(policy), len(layers))


def with_room(net: Network) -> Network:
    """Return the network with room of its own to work in: several searches may share the weights."""
    room = {name: np.zeros_like(getattr(net, name)) for name in ("units", "found", "views")}
    return net._replace(**room)


@njit
def run_trunk(state, seat, net):
    """Run the hidden layers on what a seat sees; the heads are run by whoever asks for the prior or the value."""
    write_inputs(state, seat, net)
    for number in range(net.logits_at - 1):
        pass_on(net, number)


@njit
def write_inputs(state, seat, net):
    """Write what the network is shown, as `inputs_of` does: observation, legal actions, features."""
    view, inputs = net.views[0], net.units[INPUTS]
    write_view(state, seat, view)
    for at in range(np.uintp(OBSERVATION_SIZE)):
        inputs[at] = view.whole[at]
    if net.layers[0].num_inputs == OBSERVATION_SIZE:
        return
    for at in range(np.uintp(OBSERVATION_SIZE), np.uintp(INPUT_SIZE)):
        inputs[at] = 0
    if state.actor == seat:
        action = next_answer(state, NO_ACTION)
        while action != NO_ACTION:
            inputs[OBSERVATION_SIZE + action] = 1
            action = next_answer(state, action)
    write_marks(inputs)


@njit
def pass_on(net, number):
    """Run one layer on the units of the search."""
    layer = net.layers[number]
    given, passed = net.units[int(layer.source)], net.units[int(layer.target)]
    run_layer(given, net.weights, layer, net.found, passed)


@njit
def run_layer_in_loops(given, weights, layer, found, passed):
    """Run one layer on one row; its bias lies before its weights."""
    width, first = np.uintp(layer.num_outputs), np.uintp(layer.first)
    for unit in range(width):
        passed[unit] = weights[first + unit]
    count = list_inputs(given, np.uintp(layer.num_inputs), found)
    add_rows(weights, first + width, given, found, count, passed, width)
    if layer.rectifies:
        for unit in range(width):
            passed[unit] = max(passed[unit], 0)


@njit
def list_inputs(given, size, found):
    """List the inputs that are not 0, and count them."""
    count = np.uintp(0)
    for number in range(size):
        found[count] = number
        count += np.uintp(given[number] != 0)
    return count


@njit
def add_rows(weights, first, given, found, count, passed, width):
    """Add the rows of the inputs found; four at a time, so that what is passed on is written once for all of them."""
    whole = count - count % np.uintp(4)
    for i in range(np.uintp(0), whole, np.uintp(4)):
        a, b, c, d = found[i], found[i + np.uintp(1)], found[i + np.uintp(2)], found[i + np.uintp(3)]
        of_a, of_b, of_c, of_d = given[a], given[b], given[c], given[d]
        at_a, at_b, at_c, at_d = first + a * width, first + b * width, first + c * width, first + d * width
        for unit in range(width):
            passed[unit] += (
                of_a * weights[at_a + unit]
                + of_b * weights[at_b + unit]
                + of_c * weights[at_c + unit]
                + of_d * weights[at_d + unit]
            )
    for i in range(whole, count):
        strength, at = given[found[i]], first + found[i] * width
        for unit in range(width):
            passed[unit] += strength * weights[at + unit]


def run_layer_by_arrays(
    given: NDArray[np.float32], weights: NDArray[np.float32], layer: Any, _found: Any, passed: Any
) -> None:
    """Run one layer on one row in plain Python: the same sums, for all units at once."""
    size, width, first = int(layer.num_inputs), int(layer.num_outputs), int(layer.first)
    total = weights[first : first + width].copy()
    rows = weights[first + width : first + width + size * width].reshape(size, width)
    found = np.flatnonzero(given[:size])
    whole = len(found) - len(found) % 4
    for a, b, c, d in found[:whole].reshape(-1, 4):
        total += given[a] * rows[a] + given[b] * rows[b] + given[c] * rows[c] + given[d] * rows[d]
    for a in found[whole:]:
        total += given[a] * rows[a]
    if layer.rectifies:
        total[total < 0] = 0
    passed[:width] = total


run_layer: Any = run_layer_in_loops if isinstance(run_layer_in_loops, Dispatcher) else run_layer_by_arrays


@entry
def run_rows(given, weights, layers, found, passed):
    """Run the one layer of `layers` on rows of inputs."""
    for row in range(len(given)):
        run_layer(given[row], weights, layers[0], found, passed[row])


def hidden_units(net: Network, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """Run the hidden layers.

    Args:
        net: the network.
        inputs: a row for each position.

    Returns:
        The units of the last hidden layer, a row for each position.
    """
    return _run(net, range(net.logits_at - 1), inputs)


def logits_from(net: Network, hidden: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a logit for each action, from the hidden units."""
    return _run(net, range(net.logits_at - 1, net.logits_at), hidden)


def values_from(net: Network, hidden: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the values, from the hidden units; rows x 0 if there is no value head."""
    return _run(net, range(net.logits_at, len(net.layers)), hidden) if has_value(net) else hidden[:, :0]


def has_value(net: Network) -> bool:
    """Check whether a network has a value head."""
    return len(net.layers) > net.logits_at


def _run(net: Network, numbers: range, x: NDArray[np.float32]) -> NDArray[np.float32]:
    """Run some layers on rows of inputs."""
    for number in numbers:
        layer = net.layers[number : number + 1]
        width = int(layer["num_inputs"][0])
        if x.ndim != 2 or x.shape[1] != width:  # noqa: PLR2004 - rows of inputs
            raise ValueError(f"inputs of shape {x.shape}: must be rows of {width}")
        passed = np.empty((len(x), int(layer["num_outputs"][0])), np.float32)
        run_rows(
            np.ascontiguousarray(x, np.float32), net.weights, layer, np.empty(width + 1, np.uintp), passed
        )
        x = passed
    return x


@njit
def value_of(net):
    """Return the value for the seat whose view was written."""
    for number in range(net.logits_at, len(net.layers)):
        pass_on(net, number)
    return float(net.units[net.value_at, 0])


@njit
def likeliest_action(state, net):
    """Return the legal action with the largest logit."""
    pass_on(net, net.logits_at - 1)
    return largest_logit(state, net)


@njit
def largest_logit(state, net):
    """Return the legal action with the largest of the logits just worked out."""
    best, action = NO_ACTION, next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        if best == NO_ACTION or net.units[net.logits_at, action] > net.units[net.logits_at, best]:
            best = action
        action = next_answer(state, action)
    return best


@njit
def write_prior(state, net, prior):
    """Write the probability of every legal action; the others are left as they are."""
    highest, total = net.units[net.logits_at, likeliest_action(state, net)], 0.0
    action = next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        prior[action] = exp(float(net.units[net.logits_at, action] - highest))
        total += prior[action]
        action = next_answer(state, action)
    action = next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        prior[action] /= total
        action = next_answer(state, action)


@entry
def write_probabilities(logits, masks, probabilities):
    """Write the probability of every legal action of each row, and 0 for the others."""
    for i in range(len(logits)):
        highest, total = np.float32(-np.inf), 0.0
        for action in range(logits.shape[1]):
            if masks[i, action]:
                highest = max(highest, logits[i, action])
        for action in range(logits.shape[1]):
            probabilities[i, action] = exp(float(logits[i, action] - highest)) if masks[i, action] else 0.0
            total += probabilities[i, action]
        for action in range(logits.shape[1]):
            probabilities[i, action] /= total
