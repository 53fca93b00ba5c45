"""Greedy, planners and adaptive: legal under all rules, honest, always the same, and each as strong as it should be."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from kingsburg_agents import choose, make
from kingsburg_agents.heuristics.seasons import seasons_to_come
from kingsburg_agents.heuristics.weights import NOT_IN_ORDER, WEIGHTS, WORKSPACE
from kingsburg_agents.planner import STRATEGIES
from kingsburg_env import Rules, clone, legal, observe, redeal, text
from kingsburg_env.engine.names import NUM_COLUMNS, Building, Decision, Phase
from tests.agents.tables import play_table, positions_of
from tests.given import given
from tests.hidden import scramble
from tests.random_play import ALL_MODULES, EVERY_RULES, join, name_of, positions

ROOT = Path(__file__).parent.parent.parent
NAMES = ("greedy", "planner:military", "adaptive")
by_name = pytest.mark.parametrize("name", NAMES)
compiled = pytest.mark.compiled


@cache
def questions(rules):
    """Questions from random play and from adaptive's own play."""
    games = positions(rules, count=12, every=7)
    return join([games[games["actor"] >= 0], positions_of(make("adaptive"), rules, count=6, every=9)])


def answers(name, games):
    return make(name).act_on_batch(clone(games), np.random.default_rng(0))


def asked(name, game):
    """What an agent answers to a position in words."""
    return text.describe_action(int(answers(name, game.games)[0]))


@compiled
@pytest.mark.parametrize("rules", EVERY_RULES, ids=name_of)
def test_heuristics_play_whole_games_legally_under_all_rules(rules):
    agents = [make(name) for name in (*NAMES, "planner:faith", "planner:court")[: rules.num_players]]

    _, points = play_table(agents, rules, blocks=2, seed=1)

    assert points.mean() > 20


@compiled
def test_adaptive_meets_every_kind_of_question():
    every = [*ALL_MODULES, EVERY_RULES[-1]]
    met = {int(decision) for rules in every for decision in np.unique(questions(rules)["decision"])}

    # Who plays well is seldom defeated with goods in hand: that question has a test of its own.
    assert met | {Decision.LOSE_GOODS} == set(Decision) - {Decision.NONE}


@pytest.mark.parametrize("name", [*NAMES, "champion", "mcts:sims=4,seasons=1,playout=lookahead"])
def test_an_effect_that_may_be_declined_is_used(name):
    game = given(
        at="start", season="summer", players=3, buildings_of={"red": ["Farms"]}, optional_effects=True
    )

    rng, seen = np.random.default_rng(0), observe(game.games, game.games["actor"])
    answer = choose(make(name), game.games, seen, legal(game.games), rng)[0]

    assert (game.question, text.describe_action(int(answer))) == ("use farms", "use the effect")


def test_the_architect_is_not_obliged_to_save():
    game = given(
        at="build",
        players=3,
        modules=("governors",),
        governors_of={"red": "Architect"},
        goods={"red": "1 gold, 1 wood"},
        buildings_of={"blue": ["Inn"]},
        optional_effects=True,
    ).play("red: build Inn")

    assert "pass" in game.options()
    assert asked("adaptive", game) != "pass"


@pytest.mark.parametrize("name", NAMES)
def test_the_trickster_is_asked_with_the_re_rolls_and_turns_what_helps(name):
    game = given(
        at="dice",
        players=3,
        modules=("governors",),
        governors_of={"red": "Trickster"},
        dice={"red": (2, 6, 6), "blue": (1, 2, 3), "green": (1, 2, 3)},
    )

    assert game.question == "reroll"
    assert asked(name, game) in game.options()


@compiled
@by_name
@pytest.mark.parametrize("rules", ALL_MODULES, ids=name_of)
def test_what_a_seat_cannot_know_never_changes_its_answer(name, rules):
    games = questions(rules)
    honest = answers(name, games)

    for seed in range(3):
        assert np.array_equal(answers(name, redeal(games, games["actor"], seed)), honest)
        assert np.array_equal(answers(name, scramble(games, games["actor"], seed)), honest)


@compiled
@by_name
def test_an_answer_depends_on_the_position_alone(name):
    games = questions(ALL_MODULES[2])[::5]
    together = answers(name, games)

    alone = [answers(name, games[at : at + 1])[0] for at in range(len(games))]

    assert np.array_equal(together, alone)
    assert np.array_equal(together, answers(name, games))


@compiled
@by_name
def test_compiled_and_plain_python_answer_alike(name, tmp_path):
    games = join([np.ascontiguousarray(questions(rules)[::23]) for rules in (*ALL_MODULES, Rules())])
    file = tmp_path / "questions.games"
    file.write_bytes(games.tobytes())
    command = [sys.executable, "-m", "tests.agents.plain_answers", name, str(file)]

    plain = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=True,
        text=True,
    )

    assert [int(line) for line in plain.stdout.split()] == answers(name, games).tolist()


@compiled
@pytest.mark.parametrize(
    ("agent", "rival", "share"),
    [("greedy", "random", 0.9), ("planner:mixed", "random", 0.9), ("adaptive", "greedy", 0.5)],
)
def test_the_stronger_wins(agent, rival, share):
    shares, _ = play_table([make(agent), *(make(rival) for _ in range(3))], Rules(), blocks=12, seed=50)

    assert shares[:, 0].mean() > share


@compiled
def test_adaptive_scores_like_an_experienced_player():
    _, points = play_table([make("adaptive") for _ in range(4)], Rules(), blocks=4, seed=90)

    assert points.max(axis=1).mean() > 38


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_building_order_can_be_built_in_this_order(strategy):
    places = make(f"planner:{strategy}").weights["place_in_order"][0]

    for building in Building:
        if building % NUM_COLUMNS and places[building] != NOT_IN_ORDER:
            assert places[building - 1] < places[building], building.name


def test_an_unknown_strategy_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="faith, military"):
        make("planner:lazy")


def test_planner_alone_has_a_strategy():
    assert np.array_equal(make("planner").weights, make("planner:mixed").weights)


@compiled
def test_goods_worth_nothing_any_more_become_soldiers_where_they_help():
    game = given(players=2, at="recruiting", year=5, goods={"red": "8 gold"}, vp={"red": 30})

    assert asked("adaptive", game) == "2 gold"


@compiled
def test_nobody_recruits_against_an_enemy_that_is_beaten_already():
    game = given(
        players=2, at="recruiting", year=1, goods={"red": "2 gold", "blue": "2 gold"}, soldiers={"red": 9}
    )

    assert asked("adaptive", game) == "pass"


@compiled
def test_adaptive_builds_the_points_it_can_pay_in_the_last_season():
    game = given(
        players=2, at="build", season="autumn", year=5, goods={"red": "2 gold, 1 wood"}, soldiers={"red": 9}
    )

    assert asked("adaptive", game) == "build Statue"


@pytest.mark.parametrize(
    ("phase", "year", "seasons"),
    [
        (Phase.SETUP, 0, 15),
        (Phase.AID, 1, 15),
        (Phase.SPRING, 1, 14),
        (Phase.REWARD, 1, 14),
        (Phase.SUMMER, 1, 13),
        (Phase.ENVOY, 1, 13),
        (Phase.AUTUMN, 1, 12),
        (Phase.WINTER, 1, 12),
        (Phase.AID, 2, 12),
        (Phase.YEAR_END, 5, 0),
    ],
)
def test_seasons_to_come_are_those_that_have_not_begun(phase, year, seasons):
    count = getattr(seasons_to_come, "py_func", seasons_to_come)

    assert count(SimpleNamespace(phase=phase, year=year)) == seasons


@compiled
@pytest.mark.parametrize(
    ("governor", "goods", "answer"),
    [
        # the Palisade costs two wood
        ("Miner", "2 wood", "build Palisade"),
        # in year III it will be free, what is in column II will not
        ("Sorcerer", "2 wood", "pass"),
        ("Sorcerer", "2 gold, 2 wood", "build Market"),
        ("Carpenter", "1 wood", "build Palisade"),
        ("Sculptor", "1 gold", "build Guard Tower"),
        # a wood stays, as much as a lacking stone for the Guard Tower would be
        ("Architect", "1 gold, 2 wood", "build Palisade"),
    ],
)
def test_adaptive_reckons_with_what_its_governor_saves(governor, goods, answer):
    game = given(
        players=2,
        modules=("governors",),
        governors_of={"red": governor, "blue": "Duke"},
        at="build",
        season="autumn",
        year=2,
        goods={"red": goods},
        buildings_of={"red": ["Inn"], "blue": ["Inn", "Market"]},
    )

    assert asked("adaptive", game) == answer


def recruiting_in_the_last_year(enemy, seen):
    """Red has six strength and goods that are worth nothing any more but as soldiers."""
    game = given(
        players=2, at="recruiting", year=5, goods={"red": "2 gold"}, soldiers={"red": 6}, enemy=enemy
    )
    game.games["players"]["has_looked"][0, 0] = seen
    return game


@compiled
def test_a_seen_enemy_card_decides_whether_to_recruit():
    weak, strong = "Barbarians 7 (year V)", "Dragons 9 (year V)"

    assert asked("adaptive", recruiting_in_the_last_year(strong, seen=1)) == "2 gold"
    assert asked("adaptive", recruiting_in_the_last_year(weak, seen=0)) == asked(
        "adaptive", recruiting_in_the_last_year(strong, seen=0)
    )


@compiled
def test_adaptive_splits_its_dice_where_that_brings_more():
    game = given(players=2, at="influence", dice={"red": (1, 2, 3), "blue": (6, 6, 6)})

    assert asked("adaptive", game) in {"influence Jester", "influence Squire", "influence Architect"}


def defeated(seed):
    """Red is attacked by Orcs who take two goods, and has no soldier of his own."""
    goods = {"red": "3 gold, 3 wood, 1 stone"}
    farms = {"red": ["Inn", "Market", "Farms"]}
    return given(players=2, at="winter", goods=goods, buildings_of=farms, enemy="Orcs 3 (year I)", seed=seed)


@compiled
def test_a_defeated_player_keeps_its_only_stone():
    games = [game for game in map(defeated, range(20)) if game.games["decision"][0] == Decision.LOSE_GOODS]

    assert games
    assert not any("stone" in asked("adaptive", game) for game in games)


@pytest.mark.parametrize("record", [WEIGHTS, WORKSPACE])
def test_no_field_is_named_like_an_attribute_of_numpy_records(record):
    assert not set(record.names) & set(dir(np.void))
