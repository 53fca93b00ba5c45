"""Search guided by a network: compiled code thinks as `neural` does, and the network's odds and values are used."""

from itertools import pairwise

import numba
import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_agents.mcts import network_named
from kingsburg_agents.network.features import INPUT_SIZE
from kingsburg_agents.network.forward_pass import run_trunk, value_of, write_prior
from kingsburg_agents.search.ismcts import run_simulations
from kingsburg_agents.search.sequential_halving import (
    MAX_LIKELY,
    SearchSettings,
    as_records,
    keep_better_half,
    keep_likely,
)
from kingsburg_agents.search.tree import NODE, ROOT_NODE, TREE
from kingsburg_arena.exploitability import play_blocks
from kingsburg_env import Rules, clone, legal, observe
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.state import INSIDE
from kingsburg_env.observation import OBSERVATION_SIZE
from tests import weights
from tests.play import EVERYTHING, many, reach, walk

RULES = (Rules(num_players=2), Rules(num_players=5, modules=EVERYTHING))


def save(path, rows=INPUT_SIZE, hidden=(16, 8), heads=(1,), **header):
    """Draw weights and write them as a file."""
    rng, arrays = np.random.default_rng(3), {}
    for names, widths in (("w b", (rows, *hidden, NUM_ACTIONS)), ("v vb", ((rows, *hidden)[-1], *heads))):
        weight, bias = names.split()
        for i, (inputs, outputs) in enumerate(pairwise(widths)):
            arrays[f"{weight}{i}"] = rng.normal(size=(inputs, outputs), scale=inputs**-0.5).astype(np.float32)
            arrays[f"{bias}{i}"] = rng.normal(size=outputs, scale=0.1).astype(np.float32)
    weights.save(path, arrays, **header)
    return str(path)


@pytest.fixture
def tiny(tmp_path):
    return save(tmp_path / "tiny.npz")


@numba.njit
def think_of_all(games, seats, net, odds, values):
    """Let compiled code think about games from given seats."""
    for i in range(len(games)):
        run_trunk(games[i], seats[i], net)
        values[i] = value_of(net)
        write_prior(games[i], net, odds[i])


def thoughts(net, games, seats):
    """What compiled code thinks: the odds of all actions, and the value for each of the seats."""
    odds, values = np.zeros((len(games), NUM_ACTIONS)), np.zeros(len(games))
    think_of_all(games.view(INSIDE), seats, network_named(net), odds, values)
    return odds, values


def positions(rules):
    """Some games on their way, with a question each."""
    tables = (table for step, table in enumerate(walk(rules, 6, "busy")) if step % many(3, 60) == 0)
    return np.concatenate([clone(table.games) for table in tables if not table.is_over])


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("heads", [(1,), (4, 1)], ids=["flat", "deep"])
@pytest.mark.parametrize("hidden", [(), (16,), (16, 8), (8, 16, 8)], ids=len)
@pytest.mark.parametrize("rows", [OBSERVATION_SIZE, INPUT_SIZE])
def test_compiled_code_thinks_as_the_network_in_numpy_does(tmp_path, rules, rows, hidden, heads):
    net = save(tmp_path / "net.npz", rows, hidden, heads)
    games, agent = positions(rules), make(f"neural:{net}")
    seats = games["actor"].astype(np.int64)
    odds, values = thoughts(net, games, seats)

    observations, masks = observe(games, seats), legal(games)
    np.testing.assert_allclose(odds, agent.probabilities(observations, masks), atol=1e-5)
    np.testing.assert_allclose(values, agent.logits_and_values(observations, masks)[1][:, 0], atol=1e-5)


def test_compiled_code_thinks_as_the_champion_does():
    games, agent = positions(RULES[0]), make("champion")
    seats = games["actor"].astype(np.int64)
    odds, values = thoughts("champion", games, seats)

    observations, masks = observe(games, seats), legal(games)
    np.testing.assert_allclose(odds, agent.probabilities(observations, masks), atol=1e-5)
    np.testing.assert_allclose(values, agent.logits_and_values(observations, masks)[1][:, 0], atol=1e-5)


def test_a_seat_that_is_not_asked_sees_no_legal_answers(tiny):
    games, agent = positions(RULES[1]), make(f"neural:{tiny}")
    seats = (games["actor"].astype(np.int64) + 1) % 5
    _, values = thoughts(tiny, games, seats)

    nothing = np.zeros((len(games), NUM_ACTIONS), np.int8)
    expected = agent.logits_and_values(observe(games, seats), nothing)[1][:, 0]
    np.testing.assert_allclose(values, expected, atol=1e-5)


def test_the_first_question_begins_with_the_odds_of_the_network(tiny):
    games = reach(RULES[0], 3, "busy", 9).games
    trees, net = np.zeros(1, TREE), network_named(tiny)
    run_simulations(as_records(games), SearchSettings(8, 0, net=net).as_record(np.uint64(1)), trees, net, 0)
    nodes = trees["nodes"][0, ROOT_NODE + 1 : trees["num_nodes"][0]]

    odds = make(f"neural:{tiny}").probabilities(observe(games, games["actor"]), legal(games))[0]
    np.testing.assert_allclose(nodes["prior"], odds[nodes["action"]], atol=1e-5)


def test_values_of_the_network_become_shares_of_a_win(tiny):
    games = reach(RULES[1], 3, "busy", 30).games
    passes, trees, net = many(20, 1), np.zeros(1, TREE), network_named(tiny)
    run_simulations(
        as_records(games), SearchSettings(8, 0, net=net).as_record(np.uint64(1)), trees, net, passes
    )
    nodes = trees["nodes"][0, : trees["num_nodes"][0]]

    assert (nodes["value"] >= 0).all()
    np.testing.assert_allclose(nodes["value"].sum(axis=1), nodes["visits"], rtol=1e-9)


def test_only_likely_answers_are_simulated():
    nodes = np.zeros(40, NODE)
    nodes["prior"][:20] = 0.05 - 0.001 * np.arange(20)
    nodes["prior"][20:] = 0.002
    few = keep_likely(nodes, np.arange(10, 40))
    most = keep_likely(nodes, np.arange(40))

    assert few.tolist() == list(range(10, 20))
    assert most.tolist() == list(range(MAX_LIKELY))
    assert np.flatnonzero(nodes["is_candidate"]).tolist() == most.tolist()


def test_odds_decide_between_answers_that_did_alike_and_give_way_to_many_simulations():
    nodes = np.zeros(2, NODE)
    nodes["prior"] = [0.1, 0.9]

    def winner(visits, means):
        nodes["visits"], nodes["value"][:, 0] = visits, np.multiply(means, visits)
        return keep_better_half(nodes, np.arange(2), 0, counts_prior=True)[0]

    assert winner(10, [0.5, 0.5]) == 1
    assert winner(10, [0.51, 0.5]) == 1
    assert winner(1000, [0.51, 0.5]) == 0


def test_the_same_luck_gives_the_same_answer_and_changes_no_game(tiny):
    agent, games = make(f"mcts:sims=4,net={tiny}"), reach(RULES[0], 3, "busy", 12).games
    before = games.tobytes()
    answers = {agent.act_on(games, np.random.default_rng(3)) for _ in range(2)}

    assert len(answers) == 1
    assert legal(games)[0, answers.pop()]
    assert games.tobytes() == before


@pytest.mark.parametrize(("field", "value"), [("w0", np.nan), ("vb0", np.inf)])
def test_weights_that_are_no_numbers_are_refused(tmp_path, tiny, field, value):
    arrays = dict(np.load(tiny))
    arrays[field][0] = value
    np.savez(tmp_path / "odd.npz", **arrays)
    with pytest.raises(ValueError, match="must have finite weights only"):
        make(f"mcts:net={tmp_path / 'odd.npz'}")


def test_a_network_without_values_is_refused(tmp_path):
    net = save(tmp_path / "net.npz", heads=())
    with pytest.raises(ValueError, match="must have a value head"):
        make(f"mcts:net={net}")


def test_values_that_are_no_chances_to_win_are_refused(tmp_path):
    net = save(tmp_path / "net.npz", value="vp_margin")
    with pytest.raises(
        ValueError, match=r"net=.*predict 'vp_margin', a chance to win is needed.*--reward win"
    ):
        make(f"mcts:net={net}")
    # whoever wants its actions alone takes it
    assert make(f"neural:{net}").header.value == "vp_margin"


@pytest.mark.slow
@pytest.mark.compiled
def test_search_makes_the_champion_stronger():
    shares = play_blocks(make("mcts:sims=100,net=champion"), make("champion"), RULES[0], blocks=12, seed=1)

    assert shares.mean() > 0.5
