"""What a tournament leaves behind: results, report, replays."""

import csv
import json
import re

import numpy as np
import pytest

from kingsburg_arena import plots, report
from kingsburg_arena.replay import describe_game
from kingsburg_arena.schedule import mixes, table
from kingsburg_arena.storage import chunk_file, open_folder, read_chunk
from kingsburg_arena.tournament import play_missing, run
from kingsburg_env import Rules

BAD = "tests.arena.bad_agents:"

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("arena") / "results"
    agents = ["random", "first", f"{BAD}Crashing"]
    run(
        mixes(agents, Rules(3, modules=("governors", "rows"), optional_effects=True), 120, seed=2),
        place,
        workers=0,
    )
    return place


@pytest.fixture(scope="module")
def result(folder):
    return json.loads((folder / "results.json").read_text())


def test_the_results_say_everything_about_every_agent(result):
    wanted = {"win_share", "low", "high", "mean_vp", "mean_rank", "margin", "rating", "us_per_decision"}

    assert set(result["agents"]) == {"random", "first", f"{BAD}Crashing"}
    for row in result["agents"].values():
        assert wanted <= set(row)
        assert row["low"] <= row["win_share"] <= row["high"]
        assert 1 <= row["mean_rank"] <= 3
        assert row["us_per_decision"] > 0
    # everybody beats all below in every game, so that no rating is known
    assert all(row["rating_is_bound"] for row in result["agents"].values())
    assert next(iter(result["agents"])) == "random"
    assert {"version", "commit", "machine", "date"} <= set(result["stamp"])


def test_the_cross_table_agrees_with_itself(result):
    cross = result["cross"]

    assert cross["random"]["first"]["ahead"] + cross["first"]["random"]["ahead"] == pytest.approx(1)
    assert cross["random"]["first"]["ahead"] > 0.8


def test_seats_and_turn_order_are_measured(result):
    assert sum(row["win_share"] for row in result["seats"]) == pytest.approx(1)
    assert sum(row["win_share"] for row in result["turn_order"]) == pytest.approx(1)


def test_every_seat_of_every_game_has_a_line(folder, result):
    with (folder / "games.csv").open() as stream:
        lines = list(csv.DictReader(stream))

    assert len(lines) == 3 * result["games"]
    assert sum(float(line["win"]) for line in lines) == pytest.approx(result["games"])
    assert {line["agent"] for line in lines} == set(result["agents"])
    for line in lines[:10]:
        sources = [int(line[name]) for name in line if name.startswith("vp_")]
        assert sum(sources) == int(line["vp"])


def test_strategies_tell_winners_from_losers(result):
    random = result["strategy"]["random"]

    assert random["winners"]["vp"] > random["losers"]["vp"]
    assert sum(random["winners"]["battles"].values()) == pytest.approx(5)
    assert sum(random["winners"]["vp_from"].values()) == pytest.approx(random["winners"]["vp"])
    assert {row["name"] for row in random["win_share_by"]["first good"]} == {"gold", "wood", "stone"}
    assert random["win_share_by"]["governor"]
    assert random["win_share_by"]["seat"][0]["seats"] > 0
    assert random["winners"]["built"]["Statue"] > 0
    assert 1 <= random["winners"]["season"]["Statue"] <= 15


def test_the_report_holds_everything_and_loads_nothing(folder):
    html = (folder / "report.html").read_text()

    assert html.count("<img") >= 10
    assert not re.findall(r"(?:src|href)=\"(?!data:|#)", html)
    assert "out of ideas" in html
    assert "modules: rows, governors, optional effects, seed 2" in html
    for name in ("Strength", "Head to head", "What was built when", "What pays", "How it was measured"):
        assert f">{name}</h2>" in html


def test_a_bound_stands_in_the_report_without_an_interval(tmp_path):
    run(table(["random", f"{BAD}Wordy"], Rules(2), 4, seed=0), tmp_path, workers=0)
    html = (tmp_path / "report.html").read_text()
    bounds = re.findall(r"<td>([≥≤] -?)\d+</td><td>(.*?)</td>", html)

    assert bounds == [("≥ ", "-"), ("≤ -", "-")]


def test_pictures_show_a_bound_as_a_figure_only():
    row = {
        "win_share": 1.0,
        "low": 0.4,
        "high": 1.0,
        "rating": 490.0,
        "rating_low": None,
        "rating_high": None,
    }
    agents = {"a": row | {"rating_is_bound": True}, "b": row | {"rating_is_bound": False, "rating": 0.0}}
    _, ratings = plots.strength({"agents": agents, "equal_share": 0.5}).axes

    assert [text.get_text() for text in ratings.texts] == ["≥ 490"]
    assert [line.get_xdata().tolist() for line in ratings.lines] == [[0.0]]


def test_names_in_the_report_are_only_text():
    assert "<script>" not in report._table(["<script>"], [["<script>"]])


def test_a_game_is_told_in_words_to_its_stored_end(folder):
    lines = list(describe_game(folder, 17))
    chunk = read_chunk(folder, 0)

    assert lines[0].startswith("game 17, ")
    assert "the game is over" in "\n".join(lines)
    told = sorted(int(re.search(r"(-?\d+) VP", line)[1]) for line in lines[-3:])
    assert told == sorted(chunk["vp"][17].tolist())


def test_a_replay_says_who_lost_by_default_and_why(folder):
    game = int(read_chunk(folder, 0)["forfeit_game"][0])

    assert any(
        "loses this game by default: crashed: RuntimeError" in line for line in describe_game(folder, game)
    )


def keep_games(games, folder):
    tournament = table(["random", "first"], Rules(2), games, seed=0)
    open_folder(folder, tournament)
    play_missing(tournament, folder, 0, lambda *_: None)


def test_a_replay_that_ends_differently_is_refused(tmp_path):
    keep_games(2, tmp_path)
    chunk = read_chunk(tmp_path, 0)
    chunk["vp"][0, 0] += 1
    np.savez(chunk_file(tmp_path, 0), **chunk)

    with pytest.raises(ValueError, match="ends differently"):
        list(describe_game(tmp_path, 0))


def test_what_is_not_there_cannot_be_told(folder, tmp_path):
    with pytest.raises(ValueError, match="must be from 0 to"):
        list(describe_game(folder, 100_000))
    with pytest.raises(ValueError, match="holds no tournament"):
        list(describe_game(tmp_path, 0))


def test_a_game_not_played_yet_cannot_be_told(tmp_path):
    keep_games(200, tmp_path)
    chunk_file(tmp_path, 1).unlink()

    with pytest.raises(ValueError, match="not played yet"):
        list(describe_game(tmp_path, 199))


def test_a_long_name_leaves_room_for_the_picture():
    name = "neural:" + "a/long/way/" * 30 + "latest.npz"

    assert len(plots.short(name)) == plots.LONGEST_NAME
    assert plots.short(name).endswith("latest.npz")
    assert plots.short("planner:military") == "planner:military"
