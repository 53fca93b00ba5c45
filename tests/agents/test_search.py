"""Search: it keeps to the rules, thinks only with what its seat may know, repeats itself, and plays well."""

import time

import numba
import numpy as np
import pytest

from kingsburg_agents import choose, make
from kingsburg_agents.network.forward_pass import NO_NETWORK
from kingsburg_agents.search import tree
from kingsburg_agents.search.ismcts import run_simulations
from kingsburg_agents.search.sequential_halving import SearchSettings, as_records, decide
from kingsburg_agents.search.tree import NO_NODE, ROOT_NODE, TREE
from kingsburg_arena.exploitability import best_response
from kingsburg_arena.one_vs_rest import interval, play_blocks
from kingsburg_env import Rules, clone, legal, new_games, observe
from tests.hidden import scramble
from tests.play import ALL_RULES, EVERYTHING, many, name_of, reach, walk

TINY = ("mcts:sims=16,seasons=3", "mcts:sims=16,net=champion", "rollout:sims=8")
STRIDE = 9


def answer_of(agent, games, seed=0):
    """What an agent answers, asked as everybody asks it."""
    return int(
        choose(agent, games, observe(games, games["actor"]), legal(games), np.random.default_rng(seed))[0]
    )


@pytest.mark.compiled
@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("rules", ALL_RULES, ids=name_of)
def test_a_search_answers_every_kind_of_question_legally(rules, name):
    agent = make(name)
    for step, table in enumerate(walk(rules, 11, "busy")):
        if step % STRIDE == 0 and not table.is_over:
            assert legal(table.games)[0, answer_of(agent, table.games)]


@pytest.mark.bounds
def test_a_search_answers_legally_in_a_full_game():
    rules, agent = Rules(num_players=3, modules=EVERYTHING), make("mcts:sims=4,seasons=1,playout=lookahead")
    for step, table in enumerate(walk(rules, 5, "any")):
        if table.is_over or step > many(1000, 3):
            break
        assert legal(table.games)[0, answer_of(agent, table.games)]


@pytest.mark.compiled
@pytest.mark.parametrize("name", TINY)
def test_what_a_seat_cannot_know_changes_nothing(name):
    agent = make(name)
    for steps in range(0, 240, 12):
        games = reach(Rules(num_players=4, modules=EVERYTHING), steps, "busy", steps).games
        seats = games["actor"].astype(int)
        asked_in_secret = {answer_of(agent, scramble(games, seats, seed)) for seed in range(4)}
        asked_openly = agent.act_on(scramble(games, seats, 9), np.random.default_rng(1))

        assert len(asked_in_secret) == 1
        assert asked_openly == agent.act_on(clone(games), np.random.default_rng(1))


def test_the_same_luck_gives_the_same_answer_and_changes_no_game():
    agent, games = make("mcts:sims=4,seasons=1"), reach(Rules(num_players=2), 3, "busy", 12).games
    before = games.tobytes()

    assert answer_of(agent, games, seed=3) == answer_of(agent, games, seed=3)
    assert games.tobytes() == before


@pytest.mark.compiled
def test_other_luck_may_give_another_answer():
    agent = make("rollout:sims=4")
    tables = [reach(Rules(), seed, "busy", 40) for seed in range(8)]

    assert any(len({answer_of(agent, table.games, seed) for seed in range(8)}) > 1 for table in tables)


def test_each_answer_is_simulated_alike_and_every_win_is_shared_out():
    games = reach(Rules(num_players=3), 2, "busy", 9).games
    passes, trees = many(20, 2), np.zeros(1, TREE)
    run_simulations(
        as_records(games),
        SearchSettings(depth=8, seasons=1).as_record(np.uint64(5)),
        trees,
        NO_NETWORK,
        passes,
    )
    nodes = trees["nodes"][0, : trees["num_nodes"][0]]
    answers = nodes[ROOT_NODE + 1 : ROOT_NODE + 1 + int(legal(games).sum())]

    assert sorted(answers["action"]) == np.flatnonzero(legal(games)[0]).tolist()
    assert (answers["visits"] == passes).all()
    np.testing.assert_allclose(nodes["value"].sum(axis=1), nodes["visits"], rtol=1e-9)


def test_what_is_likeliest_is_tried_first():
    games = reach(Rules(num_players=3), 2, "busy", 3).games
    trees = np.zeros(1, TREE)
    run_simulations(
        as_records(games),
        SearchSettings(depth=8, seasons=0).as_record(np.uint64(5)),
        trees,
        NO_NETWORK,
        passes=many(20, 2),
    )
    nodes = trees["nodes"][0, : trees["num_nodes"][0]]
    first_looks = 0
    for parent in nodes[ROOT_NODE + 1 :]:
        answers, child = [], parent["first_child"]
        while child != NO_NODE:
            answers.append(nodes[child])
            child = nodes[child]["sibling"]
        if sum(answer["visits"] for answer in answers) == 1 and all(a["availability"] == 1 for a in answers):
            tried = max(answers, key=lambda answer: answer["visits"])
            assert tried["prior"] == max(answer["prior"] for answer in answers)
            first_looks += 1
    assert first_looks


def test_a_tree_without_room_still_answers(monkeypatch):
    if not numba.config.DISABLE_JIT:
        pytest.skip("compiled code has its constants built in")
    games = reach(Rules(num_players=2), 3, "busy", 12).games
    monkeypatch.setattr(tree, "MAX_NODES", int(legal(games).sum()) + 2)

    assert legal(games)[0, answer_of(make("mcts:sims=6,seasons=1"), games)]


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", TINY)
def test_a_tiny_search_beats_random_clearly(name, players):
    shares = play_blocks(make(name), make("random"), Rules(num_players=players), blocks=5, seed=1)

    assert shares.mean() > 0.9


@pytest.mark.compiled
def test_a_second_is_a_second():
    agent, games = make("mcts:seconds=0.3"), new_games(1, Rules(), seed=4)
    agent.act_on(clone(games), np.random.default_rng(0))
    start = time.perf_counter()
    agent.act_on(clone(games), np.random.default_rng(0))

    assert 0.25 < time.perf_counter() - start < 1


@pytest.mark.compiled
def test_simulations_end_a_search_before_its_time():
    agent, games = make("mcts:sims=20,seconds=60"), new_games(1, Rules(), seed=4)
    start = time.perf_counter()
    agent.act_on(games, np.random.default_rng(0))

    assert time.perf_counter() - start < 50


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mcts:sims=0", "sims=0: must be a whole number from 1"),
        ("mcts:sims=1.5", "sims=1.5: must be a whole number"),
        ("mcts:seconds=0", "seconds=0: must be a number from 0.001"),
        ("mcts:seconds=soon", "seconds='soon': must be a number"),
        ("mcts:c=-1", "c=-1: must be a number from 0"),
        ("mcts:depth=0", "depth=0: must be a whole number from 1"),
        ("mcts:depth=65", "depth=65: .* to 64"),
        ("mcts:seasons=16", "seasons=16: .* to 15"),
        ("mcts:playout=nobody", "agent 'nobody': must be one of"),
        ("mcts:playout=rollout", "playout='rollout': must be lookahead"),
        ("mcts:playout=net", "playout='net': must come with net="),
        ("mcts:net=nobody", "net='nobody': must be champion, or a file of weights"),
        ("mcts:net=7", "net='7': must be champion, or a file of weights"),
        ("rollout:depth=2", "parameters are: sims, seconds, seasons, playout"),
    ],
)
def test_odd_parameters_are_refused(name, message):
    with pytest.raises(ValueError, match=message):
        make(name)


@pytest.mark.parametrize("playout", ["random", "first", "greedy", "adaptive", "planner:military"])
def test_playouts_may_be_played_by_any_compiled_agent(playout):
    games = reach(Rules(num_players=2), 3, "busy", 12).games

    assert legal(games)[0, answer_of(make(f"mcts:playout={playout},sims=2,seasons=1"), games)]


def test_nobody_searches_two_games_at_once_or_one_that_is_over():
    agent = make("mcts:sims=2")
    with pytest.raises(ValueError, match="game: must be one game, not 2"):
        decide(new_games(2, Rules(), seed=0), np.random.default_rng(0), agent.budget, agent.settings)
    games = new_games(1, Rules(), seed=0)
    games["decision"] = 0
    with pytest.raises(ValueError, match="is over"):
        agent.act_on(games, np.random.default_rng(0))


@pytest.mark.compiled
def test_a_best_response_beats_the_first_legal_action_and_reports_it():
    found = best_response("first", rules=Rules(num_players=2), blocks=3, sims=16, seed=2)

    assert found == best_response("first", rules=Rules(num_players=2), blocks=3, sims=16, seed=2)
    assert (found.agent, found.is_modelled, found.games, found.parity) == ("first", True, 6, 0.5)
    assert found.low <= found.win_share <= found.high
    assert found.win_share > 0.8


def test_the_interval_comes_from_blocks_not_games():
    luck_of_the_seat = np.tile([1.0, 0.0], (50, 1))
    luck_of_the_block = np.repeat([[1.0, 1.0], [0.0, 0.0]], 25, axis=0)
    narrow, wide = interval(luck_of_the_seat), interval(luck_of_the_block)

    assert narrow[0] <= 0.5 <= narrow[1]
    assert wide[1] - wide[0] > 1.5 * (narrow[1] - narrow[0])


def test_no_best_response_in_no_games():
    with pytest.raises(ValueError, match="blocks=0: must be a whole number from 1"):
        best_response("first", blocks=0)
