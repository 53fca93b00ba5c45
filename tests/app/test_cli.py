"""The command `kingsburg`: what it prints and how it exits."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kingsburg_app.cli import app
from kingsburg_app.tournament import _ladder_path, split_names

FEW = ["--games", "20", "--workers", "0"]


def kingsburg(*arguments):
    return CliRunner().invoke(app, list(arguments))


@pytest.mark.compiled
def test_a_tournament_prints_one_json_object():
    done = kingsburg("arena", "--table", "random,first,first", *FEW, "--json")
    result = json.loads(done.stdout)

    assert done.exit_code == 0
    assert set(result["agents"]) == {"random", "first"}
    assert {"win_share", "low", "high", "mean_vp", "mean_rank", "rating", "us_per_decision"} <= set(
        result["agents"]["random"]
    )
    assert result["games"] == 21
    assert result["players"] == 3


@pytest.mark.compiled
def test_a_tournament_prints_a_table_and_a_game_can_be_replayed(tmp_path):
    out = str(tmp_path / "results")
    rules = ["--players", "2", "--edition", "first", "--modules", "rows,army"]
    done = kingsburg("arena", "--agents", "random,first", *rules, *FEW, "--out", out)
    told = kingsburg("replay", out, "17")

    assert done.exit_code == told.exit_code == 0
    assert "equal strength wins 50.0%" in done.stdout
    assert "game 17" in told.stdout
    assert "army token" in told.stdout


@pytest.mark.compiled
def test_who_won_every_game_has_a_bound_for_a_rating(monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    done = kingsburg(
        "arena", "--table", "first,tests.arena.bad_agents:Wordy", "--games", "6", "--workers", "0"
    )

    assert done.exit_code == 0
    assert re.findall(r"[≥≤] -?", done.stdout) == ["≥ ", "≤ -"]


@pytest.mark.compiled
def test_too_few_games_for_all_mixes_are_said():
    done = kingsburg("arena", "--agents", "random,first", "--games", "2", "--workers", "0", "--json")

    assert done.exit_code == 0
    assert "2 of 3 mixes are left out" in done.stderr


@pytest.mark.compiled
def test_losses_by_default_do_not_go_unnoticed():
    done = kingsburg("arena", "--table", "random,tests.arena.bad_agents:Wordy", *FEW, "--json")

    assert done.exit_code == 0
    assert "Wordy lost 20 games by default; the first: game 0, agent" in done.stderr
    assert json.loads(done.stdout)["agents"]["tests.arena.bad_agents:Wordy"]["forfeits"] == 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["arena"], "either --agents"),
        (["arena", "--agents", "random,first", "--table", "random,first"], "either --agents"),
        (["arena", "--agents", "random,nobody"], "one of "),
        (["arena", "--agents", "random,first", "--players", "6"], "--players 6: must be from 2 to 5"),
        (
            ["arena", "--table", "random,first", "--edition", "third"],
            "--edition third: unknown; choose from second, first",
        ),
        (
            ["arena", "--table", "random,first", "--modules", "cards"],
            "--modules cards: unknown; choose from rows, governors, army, separated by commas",
        ),
        (["arena", "--table", "random,first", "--games", "0"], "--games 0: must be at least 1"),
        (["arena", "--table", "random,first", "--seed", "-1"], "2**32 - 1"),
        (["arena", "--table", "random,first", "--workers", "-1"], "--workers -1: must be"),
        (
            ["arena", "--table", "random,first", "--players", "3"],
            "--table names 2 agents for --players 3: name 3, or leave --players out",
        ),
        (["replay", "no/such/folder", "1"], "holds no tournament"),
        (["ladder", "--plan", "no/such/plan.toml"], "no/such/plan.toml"),
        (["ladder", "--check", "--out", "results"], "--out results: must not be given with --check"),
        (["ladder", "--check", "--to", "results"], "--to results: must not be given with --check"),
        (
            ["arena", "--agents", "random,first,greedy,adaptive", "--players", "2", "--games", "2"],
            "would play in none",
        ),
    ],
)
def test_wrong_input_is_named_with_what_is_allowed(arguments, message):
    done = kingsburg(*arguments)

    assert done.exit_code == 2
    assert message in done.stderr


def test_names_are_split_at_commas_and_keep_their_parameters():
    text = "adaptive, mcts:sims=400,seconds=1,planner:military,neural:a/b,c.npz,mode=sample,greedy#2"

    assert split_names(text) == [
        "adaptive",
        "mcts:sims=400,seconds=1",
        "planner:military",
        "neural:a/b,c.npz,mode=sample",
        "greedy#2",
    ]


@pytest.mark.parametrize(
    ("plan", "to", "path"),
    [
        (None, None, "ladder.toml"),
        (None, Path("mine"), "mine/ladder.toml"),
        (Path("a/plan.toml"), None, "a/plan.toml"),
        (Path("a/plan.toml"), Path("mine"), "mine/plan.toml"),
    ],
)
def test_a_ladder_is_never_written_into_the_package(plan, to, path):
    assert _ladder_path(plan, to) == Path(path)


@pytest.mark.compiled
def test_a_ladder_that_is_contradicted_exits_with_1(tmp_path):
    plan = tmp_path / "ladder.toml"
    plan.write_text(
        'seed = 3\n[[contest]]\nname = "Two"\ntable = ["random", "first"]\nplayers = 2\ngames = 20\nquick_games = 20\n'
    )
    assert kingsburg("ladder", "--plan", str(plan), "--workers", "0").exit_code == 0
    assert kingsburg("ladder", "--plan", str(plan), "--workers", "0", "--check").exit_code == 0

    data = plan.with_suffix(".json")
    wrong = json.loads(data.read_text())
    wrong["contests"][0]["agents"]["first"] |= {"win_share": 0.9, "low": 0.8, "high": 1.0}
    data.write_text(json.dumps(wrong))
    done = kingsburg("ladder", "--plan", str(plan), "--workers", "0", "--check")

    assert done.exit_code == 1
    assert "first wins" in done.stderr
