"""The benchmark beside the peers: our own rows run, and a peer that fails is named, not fatal."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from benchmarks import install, learner, memory, peers
from benchmarks.cases import CASES, REQUIREMENTS, VERSIONS, known_games, measure, pick, play_known
from benchmarks.report import RATIOS, Result, document, memory_line, ratio_lines, table_lines
from kingsburg_env import IllegalActionError, kingsburg_v0
from kingsburg_training.network import PolicyValue

HERE = Path(sys.executable)
MEMORY = {"games": 1_002_000, "before_mib": 200.0, "after_mib": 200.25}


def all_measured(rate=1000.0):
    return {name: Result(rates=[rate, 2 * rate, 9 * rate], versions={"numpy": "2"}) for name in CASES}


@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.environment == "kingsburg"])
def test_our_own_rows_run(name):
    assert measure(name, 0.02)["rate"] > 1000


@pytest.mark.compiled
def test_a_row_runs_in_a_process_of_its_own():
    result = Result()
    peers.measure_once("kingsburg env", HERE, 0.02, result)

    assert result.reason is None
    assert len(result.rates) == 1
    assert result.versions["numpy"] == np.__version__


@pytest.mark.skipif(find_spec("pgx") is not None, reason="pgx is installed here")
def test_a_library_that_is_not_there_is_named_with_the_reason():
    result = Result()
    peers.measure_once("pgx connect_four", HERE, 0.02, result)

    assert result.median is None
    assert str(result.reason).startswith("ModuleNotFoundError: No module named")


def test_a_python_that_is_not_there_is_a_reason(tmp_path):
    result = Result()
    peers.measure_once("pgx connect_four", tmp_path / "python", 0.02, result)

    assert str(result.reason).startswith("does not start")


def test_a_process_that_crashes_is_a_reason():
    answer = peers.ask([str(HERE), "-c", "import os; os.abort()"])

    assert answer["reason"].startswith("ended with exit code")


def test_a_process_that_hangs_is_a_reason():
    answer = peers.ask([str(HERE), "-c", "import time; time.sleep(60)"], timeout_s=0.2)

    assert answer["reason"] == "no answer in 0.2 s"


def test_the_run_goes_on_when_a_peer_does_not_install_or_fails(monkeypatch):
    def measure_once(name, _python, _seconds, result):
        if "catanatron" in name:
            result.reason = "ValueError: broken"
        else:
            result.rates.append(5.0)

    monkeypatch.setattr(
        peers, "install", lambda environment, *_: "does not install" if environment == "pgx" else None
    )
    monkeypatch.setattr(peers, "measure_once", measure_once)
    results = peers.measure(list(CASES), 3, 1.0)

    assert results["pgx connect_four"].reason == "does not install"
    assert results["catanatron single"].reason == "ValueError: broken"
    assert results["jumanji 2048"].rates == [5.0, 5.0, 5.0]


def test_the_rounds_go_over_all_cases_in_turn(monkeypatch):
    order = []
    monkeypatch.setattr(peers, "install", lambda *_: None)
    monkeypatch.setattr(peers, "measure_once", lambda name, *_: order.append(name))
    peers.measure(["kingsburg env", "rlcard uno"], 2, 1.0)

    assert order == ["kingsburg env", "rlcard uno", "kingsburg env", "rlcard uno"]


def test_the_table_has_a_row_for_every_case_and_gives_the_median():
    lines = table_lines(all_measured())

    assert len(lines) == 2 + len(CASES)
    assert all("| 2,000 | 1,000 to 9,000 |" in line for line in lines[2:])
    assert len({line.count("|") for line in lines}) == 1


def test_a_case_that_failed_keeps_its_row_and_its_reason():
    results = all_measured() | {"rlcard uno": Result(reason="out of cards", rates=[7.0])}

    assert any("| uno |" in line and "not measured: out of cards" in line for line in table_lines(results))


def test_ratios_go_by_the_fastest_peer():
    results = all_measured() | {"tictactoe_v3 env": Result(rates=[4000.0])}
    line = next(line for line in ratio_lines(results) if line.startswith("| kingsburg env | tictactoe_v3"))

    assert line.endswith("| tictactoe_v3 env | 0.5 |  |")


def test_a_ratio_without_a_measured_peer_says_so():
    results = all_measured() | {"catanatron single": Result(reason="broken")}
    line = next(line for line in ratio_lines(results) if "catanatron" in line)

    assert "not measured" in line


@pytest.mark.compiled
def test_known_games_are_played_again_to_their_ends():
    env = kingsburg_v0.raw_env(num_players=2)
    games = known_games(env, 2)

    assert play_known(env, games) == len(games[0]) + len(games[1]) > 100
    assert env.agents == []
    with pytest.raises(IllegalActionError):
        play_known(env, [games[1], games[0]])


def test_every_name_that_is_compared_is_a_case():
    assert {name for ratio in RATIOS for name in (ratio.ours, *ratio.peers)} <= set(CASES)


def test_every_case_has_an_environment_with_requirements_and_versions():
    assert {case.environment for case in CASES.values()} == set(REQUIREMENTS) == set(VERSIONS)


def test_the_document_says_how_to_make_it_and_what_was_installed():
    text = document(all_measured(), MEMORY, "5 rounds of 1 s", 2)

    assert "`make bench-peers`" in text
    assert "2 cores" in text
    assert "- pgx: numpy 2" in text


@pytest.mark.parametrize(("after", "verdict"), [(200.2, "MiB after, flat."), (230.0, "NOT flat")])
def test_memory_that_grows_is_called_so(after, verdict):
    assert verdict in memory_line(MEMORY | {"after_mib": after})


def test_what_stands_in_a_table_has_neither_address_nor_path():
    reason = install.tidy(
        "first line\nno wheel | at https://index.example/simple/x in /home/somebody/lib/x.so"
    )

    assert reason == "no wheel / at (address) in (path)"


def test_json_holds_every_case():
    results = all_measured() | {"rlcard uno": Result(reason="broken")}
    told = json.loads(peers.as_json(results, MEMORY))

    assert set(told["cases"]) == set(CASES)
    assert told["cases"]["rlcard uno"] == {"median_per_s": None, "rates_per_s": [], "reason": "broken"}
    assert told["memory"] == MEMORY


@pytest.mark.parametrize("words", [["--rounds", "0"], ["--seconds", "-1"], ["--only", "chess"]])
def test_wrong_arguments_are_refused(words):
    with pytest.raises(SystemExit):
        peers.arguments_of(words)


def test_the_policy_picks_every_legal_action_and_no_other():
    mask = np.array([0, 1, 0, 1, 1], np.int8)

    assert {pick(mask) for _ in range(300)} == {1, 3, 4}


@pytest.mark.compiled
def test_memory_is_measured_over_the_games_asked_for():
    figures = memory.measure(50)

    assert figures["games"] >= 51
    assert 0 < figures["before_mib"] <= figures["after_mib"]


@pytest.mark.compiled
def test_the_fast_learner_is_measured_on_both_and_a_free_round_shows_the_same_questions():
    small = {"n_envs": 32, "n_steps": 8, "rulesets": "4:1", "net_arch": "16", "batch_size": 64}
    figures = learner.measure_selfplay(1, **small)
    assert figures["ratio"] == pytest.approx(figures["ours_per_s"] / figures["free_per_s"])
    collector = learner.FreeCollector({"4": 8}, 4, 0.0, [0])
    network = PolicyValue([16])
    collector.collect(network, [], "win", 0.9)
    games, inputs = collector.games.copy(), collector.inputs.copy()
    collector.collect(network, [], "win", 0.9)
    assert np.array_equal(collector.games, games)
    assert np.array_equal(collector.inputs, inputs)
