"""The smaller commands: rules, describe-env, doctor, exploit, bench, train."""

import json
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from kingsburg_app import doctor, learn
from kingsburg_app.cli import app
from kingsburg_env import bench, extras
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.tables import listing
from kingsburg_env.observation import OBSERVATION_SIZE

PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
EXTRAS = set(tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"])
COMMANDS = sorted(get_command(app).commands)


def kingsburg(*arguments):
    return CliRunner().invoke(app, list(arguments))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_by_example(command):
    done = kingsburg(command, "--help")

    assert done.exit_code == 0
    assert f"kingsburg {command}" in done.stdout


def test_the_command_starts_without_what_is_heavy():
    heavy = ("numba", "torch", "matplotlib", "numpy")
    code = f"import sys, kingsburg_app.cli; sys.exit(any(name in sys.modules for name in {heavy}))"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_all_cards_are_listed_with_their_provenance():
    done = kingsburg("rules", "--json")
    told = json.loads(done.stdout)

    assert done.exit_code == 0
    assert [card["name"] for card in told["cards"]] == [card.name for card in listing()]
    assert all(card["mark"] and card["source"] for card in told["cards"])
    assert "General" in told["left_out"]["governor"]


def test_cards_are_found_by_words_in_any_order_and_case():
    done = kingsburg("rules", "DIE", "farms")

    assert done.exit_code == 0
    assert "one bonus die every productive season" in done.stdout
    assert "Statue" not in done.stdout


def test_cards_are_found_by_kind_and_mark():
    told = json.loads(kingsburg("rules", "--kind", "governor", "--mark", "R", "--json").stdout)

    assert {(card["kind"], card["mark"]) for card in told["cards"]} == {("governor", "R")}


def test_what_is_left_out_of_a_kind_is_said():
    assert "Heiress" in kingsburg("rules", "--kind", "governor").stdout
    assert "Heiress" not in kingsburg("rules", "--kind", "advisor").stdout


def test_nothing_found_exits_with_1():
    done = kingsburg("rules", "spaceship")

    assert done.exit_code == 1
    assert "No card" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules", "--kind", "ship"], "advisor, building, enemy, governor, army token"),
        (["rules", "--mark", "Q"], "P, S, R"),
        (["exploit", "nobody"], "must be one of"),
        (["exploit", "random", "--players", "6"], "--players 6: must be from 2 to 5"),
        (["exploit", "random", "--blocks", "0"], "--blocks 0: must be"),
    ],
)
def test_wrong_input_is_named_with_what_is_allowed(arguments, message):
    done = kingsburg(*arguments)

    assert done.exit_code == 2
    assert message in done.stderr


def test_the_environment_is_described_by_its_own_numbers():
    told = json.loads(kingsburg("describe-env", "--json").stdout)

    assert told["sizes"]["actions"] == NUM_ACTIONS == sum(size for _, _, size in told["action_blocks"])
    assert told["sizes"]["observation"] == OBSERVATION_SIZE
    assert sum(count for _, _, count, _ in told["observation_parts"]) == OBSERVATION_SIZE


def test_the_environment_is_described_in_words():
    done = kingsburg("describe-env")

    assert done.exit_code == 0
    assert "rows, governors, army" in done.stdout


@pytest.mark.compiled
def test_the_doctor_finds_everything_in_order():
    done = kingsburg("doctor", "--json")
    told = json.loads(done.stdout)

    assert done.exit_code == 0
    assert told["ok"]
    assert {check["name"] for check in told["checks"]} >= {"numba", "cache", "self-check game"}
    assert doctor.cache_state()["compiled"]  # at the latest by the game just played
    assert told["cache"]["bytes"] <= told["cache"]["bytes_of_all_versions"]
    assert set(told["extras"]) == EXTRAS
    assert set(told["extras"]["web"]) == {"starlette", "uvicorn", "websockets"}


@pytest.mark.compiled
def test_the_doctor_exits_with_1_when_a_check_fails(monkeypatch):
    monkeypatch.setattr(extras, "packages", lambda: {"": ["numpy", "no-such-package"], "fun": ["no-fun"]})
    done = kingsburg("doctor")

    assert done.exit_code == 1
    assert "missing no-such-package: in a clone" in done.stdout
    assert "'.[fun]'" in done.stdout


@pytest.mark.compiled
def test_a_best_response_to_a_weak_agent_wins_nearly_always():
    budget = ["--players", "2", "--blocks", "2", "--sims", "30"]
    told = json.loads(kingsburg("exploit", "first", *budget, "--json").stdout)
    said = kingsburg("exploit", "first", *budget)

    assert told["games"] == 4
    assert told["win_share"] > told["parity"]
    assert said.exit_code == 0
    assert "equals win 50.0%" in " ".join(said.stdout.split())


def test_bench_prints_every_figure(monkeypatch):
    monkeypatch.setattr(bench, "measure", lambda _tell: dict.fromkeys(bench.LINES, 1.5))

    assert json.loads(kingsburg("bench", "--json").stdout) == dict.fromkeys(bench.LINES, 1.5)
    told = " ".join(kingsburg("bench").stdout.split())
    assert [meaning for meaning in bench.LINES.values() if meaning not in told] == []


def test_training_without_its_extra_names_the_extra(monkeypatch):
    monkeypatch.setattr(learn, "NEEDED", ("no_such_package",))
    done = kingsburg("train", "selfplay", "--smoke")

    assert done.exit_code == 2
    assert "missing no_such_package: in a clone" in done.stderr


@pytest.mark.skipif(find_spec("torch") is None, reason="needs the extra train")
@pytest.mark.parametrize("learner", ["selfplay", "maskable-ppo"])
def test_a_learner_explains_its_own_options(learner):
    done = kingsburg("train", learner, "--help")

    assert done.exit_code == 0
    assert "--learning-rate" in done.stdout
    assert f"train {learner}" in done.stdout


@pytest.mark.skipif(find_spec("torch") is None, reason="needs the extra train")
def test_a_wrong_setting_of_a_learner_is_named():
    done = kingsburg("train", "selfplay", "--n-envs", "0")

    assert done.exit_code == 2
    assert "Error: --n-envs 0: must be from 1 to" in done.stderr
