"""A trained network inside compiled code: its layers in one array, and the room to work in.

`neural.Neural` is the same for many positions at once, and the tests hold the two together.
"""

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.champion import WEIGHTS as CHAMPION
from kingsburg_agents.network.features import INPUT_SIZE, write_marks
from kingsburg_agents.network.layers import Layer, add_rows, fast_njit, list_inputs
from kingsburg_agents.neural import check_foretells_wins, read_weights
from kingsburg_env.engine.answers import NO_ACTION, next_answer
from kingsburg_env.engine.jit import njit
from kingsburg_env.observation import OBSERVATION_SIZE, VIEW, write_view

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


def network_named(name: str | Path) -> Network:
    """Find a network: `champion`, or a file of weights."""
    path = CHAMPION if name == "champion" else Path(str(name))
    if not path.is_file():
        raise ValueError(f"net={str(name)!r}: must be champion, or a file of weights (.npz) that there is")
    policy, value, meta = read_weights(path)
    check_foretells_wins(f"net={str(name)!r}", value, meta)
    if not all(np.isfinite(part).all() for layer in [*policy, *value] for part in layer):
        raise ValueError(f"net={str(name)!r}: must have finite weights only")
    return pack(policy, value)


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
        pass_on(net, net.layers[number])


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


@fast_njit
def pass_on(net, layer):
    """Run one layer; the rows of inputs that are zero bring nothing and are left out."""
    given, passed = net.units[int(layer.source)], net.units[int(layer.target)]
    width, bias = np.uintp(layer.num_outputs), np.uintp(layer.first)
    for unit in range(width):
        passed[unit] = net.weights[bias + unit]
    count = list_inputs(given, np.uintp(layer.num_inputs), net.found)
    add_rows(net.weights, bias + width, given, net.found, count, passed, width)
    if layer.rectifies:
        for unit in range(width):
            passed[unit] = max(passed[unit], np.float32(0))


@njit
def value_of(net):
    """Return the value for the seat whose view was written."""
    for number in range(net.logits_at, len(net.layers)):
        pass_on(net, net.layers[number])
    return float(net.units[net.value_at, 0])


@njit
def likeliest_action(state, net):
    """Return the legal action with the largest logit."""
    pass_on(net, net.layers[net.logits_at - 1])
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
        prior[action] = math.exp(float(net.units[net.logits_at, action] - highest))
        total += prior[action]
        action = next_answer(state, action)
    action = next_answer(state, NO_ACTION)
    while action != NO_ACTION:
        prior[action] /= total
        action = next_answer(state, action)
