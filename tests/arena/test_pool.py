"""Tournaments in several processes: the same result, hangs and deaths survived, nothing played twice."""

import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_agents.first import First
from kingsburg_arena import fingerprint, pool, schedule
from kingsburg_arena.play import END, Hang
from kingsburg_arena.schedule import mixes, table
from kingsburg_arena.statistics import analyse
from kingsburg_arena.storage import chunk_file, open_folder, read_chunk
from kingsburg_arena.tournament import play_missing, run
from kingsburg_env import Rules
from kingsburg_env.engine.names import NOBODY

BAD = "tests.arena.bad_agents:"
ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.compiled


def plan(games=600):
    return mixes(["random", "first"], Rules(2), games, seed=5)


def silent(*_):
    pass


def played(tournament, folder, workers, progress=silent):
    """The analysis of a tournament, without the report, which takes longer than the games."""
    open_folder(folder, tournament)
    return analyse(play_missing(tournament, folder, workers, progress))


def untimed(result):
    """A result without what differs from run to run."""
    plain = json.loads(json.dumps(result))
    for row in plain["agents"].values():
        del row["us_per_decision"]
    return plain


def chunks(folder):
    places = sorted((folder / "chunks").glob("*.npz"))
    return [read_chunk(folder, int(place.stem)) for place in places]


def assert_same_games(one, other):
    assert len(one) == len(other)
    for mine, yours in zip(one, other, strict=True):
        for name in mine:
            if name != "nanoseconds":
                np.testing.assert_array_equal(mine[name], yours[name])


def test_the_result_does_not_depend_on_the_number_of_workers(tmp_path):
    results = {workers: played(plan(), tmp_path / str(workers), workers) for workers in (0, 1, 2)}

    assert untimed(results[0]) == untimed(results[1]) == untimed(results[2])
    assert_same_games(chunks(tmp_path / "0"), chunks(tmp_path / "1"))
    assert_same_games(chunks(tmp_path / "0"), chunks(tmp_path / "2"))


def test_a_stopped_tournament_goes_on_and_plays_nothing_twice(tmp_path):
    whole = played(plan(), tmp_path / "whole", workers=0)
    folder = tmp_path / "stopped"

    def stop(done, total):
        assert total == 5
        if done >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(plan(), folder, 0, stop)
    assert len(chunks(folder)) == 2
    times = [chunk_file(folder, chunk).stat().st_mtime_ns for chunk in (0, 1)]
    begun = []
    result = played(plan(), folder, 0, lambda done, _: begun.append(done))

    assert begun[0] == 2
    assert [chunk_file(folder, chunk).stat().st_mtime_ns for chunk in (0, 1)] == times
    assert untimed(result) == untimed(whole)
    assert_same_games(chunks(folder), chunks(tmp_path / "whole"))


def test_ctrl_c_keeps_what_is_done(tmp_path):
    command = [sys.executable, "-m", "kingsburg_app.cli", "arena", "--table", "random,random"]
    command += ["--games", "200000", "--workers", "2", "--out", str(tmp_path)]
    # whoever runs the tests in the background of a shell ignores Ctrl-C, and so would this process
    hears = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT, preexec_fn=hears)  # noqa: PLW1509 - it takes no locks
    deadline = time.monotonic() + 120
    while not list(tmp_path.glob("chunks/*.npz")):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)

    assert process.returncode == 130
    assert "the same command goes on" in said
    assert chunks(tmp_path)


def test_another_tournament_is_refused(tmp_path):
    played(plan(100), tmp_path, 0)

    with pytest.raises(ValueError, match=r"another tournament \(games 100 instead of 200\)"):
        played(plan(200), tmp_path, 0)


def test_a_folder_with_other_things_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("dear King")

    with pytest.raises(ValueError, match="neither empty"):
        played(plan(100), tmp_path, 0)


def test_changed_agents_do_not_go_on_with_old_games(tmp_path, monkeypatch):
    played(plan(100), tmp_path, 0)
    monkeypatch.setattr(fingerprint, "PLAYING", ())

    with pytest.raises(ValueError, match="have changed since"):
        played(plan(100), tmp_path, 0)


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A copy of the packages that the fingerprint reads, to be edited."""
    packages = (fingerprint.ENV, fingerprint.AGENTS, fingerprint.ARENA)
    copies = {package: tmp_path / package.name for package in packages}
    for package, copy in copies.items():
        shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(fingerprint, "ARENA", copies[fingerprint.ARENA])
    showing = {copies[package]: names for package, names in fingerprint.SHOWING.items()}
    monkeypatch.setattr(fingerprint, "SHOWING", showing)
    monkeypatch.setattr(fingerprint, "_files_of", lambda *_: ())
    return tmp_path


def changes_the_fingerprint(place):
    before = fingerprint.code_fingerprint(("greedy",), [make("greedy")])
    place.write_bytes(place.read_bytes() + b"\n# changed\n")
    return fingerprint.code_fingerprint(("greedy",), [make("greedy")]) != before


@pytest.mark.parametrize(
    "place",
    [
        "kingsburg_env/engine/tables/enemies.py",
        "kingsburg_env/kernels.py",
        "kingsburg_env/observation.py",
        "kingsburg_agents/greedy.py",
        "kingsburg_agents/heuristics/valuation.py",
        "kingsburg_agents/weights/champion.npz",
        "kingsburg_arena/game_statistics.py",
        "kingsburg_arena/schedule.py",
    ],
)
def test_what_plays_or_measures_is_of_the_code(sources, place):
    assert changes_the_fingerprint(sources / place)


@pytest.mark.parametrize(
    "place",
    [
        "kingsburg_env/render/court.py",
        "kingsburg_env/envs/sb3.py",
        "kingsburg_arena/plots.py",
        "kingsburg_arena/report.py",
        "kingsburg_arena/probing/plots.py",
    ],
)
def test_what_only_shows_is_not(sources, place):
    assert not changes_the_fingerprint(sources / place)


def test_all_that_is_left_out_is_there():
    for package, showing in fingerprint.SHOWING.items():
        assert [name for name in showing if not (package / name).exists()] == []


@pytest.mark.parametrize(("file", "copy"), [("weights.npz", ""), ("weights.npz", "#1"), ("lr=0.1,a.npz", "")])
def test_weights_named_by_an_agent_belong_to_its_code(tmp_path, file, copy):
    weights = tmp_path / file
    weights.write_bytes(b"1")
    before = fingerprint.code_fingerprint((f"neural:{weights}{copy}",), [First()])
    weights.write_bytes(b"2")

    assert fingerprint.code_fingerprint((f"neural:{weights}{copy}",), [First()]) != before


def test_the_module_of_a_function_that_makes_an_agent_belongs_to_its_code(tmp_path, monkeypatch):
    module = tmp_path / "mine" / "best.py"
    module.parent.mkdir()
    module.write_text("from kingsburg_agents.first import First\n\n\ndef best():\n    return First()\n")
    monkeypatch.syspath_prepend(tmp_path)
    before = fingerprint.code_fingerprint(("mine.best:best",), [make("mine.best:best")])
    module.write_text(module.read_text() + "# changed\n")

    assert fingerprint.code_fingerprint(("mine.best:best",), [make("mine.best:best")]) != before


def test_an_agent_typed_into_a_notebook_has_no_file(monkeypatch):
    notebook = ModuleType("notebook")
    monkeypatch.setitem(sys.modules, "notebook", notebook)
    typed = type("Typed", (First,), {"__module__": "notebook"})

    assert fingerprint.code_fingerprint(("typed",), [typed()])


def hangs_of(name, folder, games, budget):
    """The hangs that the watcher saw among some games; the agent is first asked about half of them at once."""
    tournament = table([BAD + name, "first"], Rules(2), games, seed=1, budget=budget)
    open_folder(folder, tournament)
    watcher = pool.Pool(tournament, folder, 1)
    watcher.play([0], silent)
    assert len(read_chunk(folder, 0)["forfeit_game"]) == 0
    return watcher.hangs


def test_who_is_within_its_mean_budget_is_left_to_think(monkeypatch, tmp_path):
    monkeypatch.setattr(pool, "GRACE", 0.05)

    assert hangs_of("Thorough", tmp_path, games=8, budget=0.5) == {}


def test_who_hangs_in_a_batch_is_ended_after_the_budget_of_the_batch(monkeypatch, tmp_path):
    monkeypatch.setattr(pool, "GRACE", 0.5)
    (hang,) = hangs_of("HangingTogether", tmp_path, games=4, budget=0.4)[0]

    assert hang == Hang(0, 0, NOBODY, "hung: no answer within 1.3 s, its process was ended")


@pytest.mark.parametrize(
    ("name", "reason"), [("Hanging", "hung: no answer within 2.5 s"), ("Dying", "exit code 3")]
)
def test_who_hangs_or_dies_loses_that_game_and_the_tournament_goes_on(name, reason, monkeypatch, tmp_path):
    monkeypatch.setattr(pool, "GRACE", 1.5)
    expected = played(table([BAD + "Crashing", "random"], Rules(2), 2, seed=1), tmp_path / "crashing", 0)
    result = played(table([BAD + name, "random"], Rules(2), 2, seed=1, budget=1), tmp_path / "bad", 1)

    assert result["games"] == 2
    assert [loss["game"] for loss in result["forfeits"]] == [loss["game"] for loss in expected["forfeits"]]
    assert result["forfeits"]
    assert reason in result["forfeits"][0]["reason"]
    assert not list((tmp_path / "bad" / "chunks").glob("*.part"))


def test_who_hangs_when_games_end_loses_nothing_and_is_told_no_more(monkeypatch, tmp_path):
    monkeypatch.setattr(pool, "GRACE", 0.5)
    (hang,) = hangs_of("HangingAtTheEnd", tmp_path, games=4, budget=0.4)[0]

    assert hang == Hang(0, END, NOBODY, "hung: no answer within 2.1 s, its process was ended")


def test_who_hangs_when_games_begin_loses_all_of_them(monkeypatch, tmp_path):
    monkeypatch.setattr(pool, "GRACE", 0.5)
    result = played(table([BAD + "HangingAtFirst", "first"], Rules(2), 2, seed=1, budget=0.1), tmp_path, 1)

    reasons = {loss["reason"] for loss in result["forfeits"]}
    assert (len(result["forfeits"]), reasons) == (2, {"hung: no answer within 0.7 s, its process was ended"})


def test_what_an_agent_prints_does_not_get_between_the_results():
    command = [sys.executable, "-m", "kingsburg_app.cli", "arena", "--json", "--games", "2", "--workers", "1"]
    command += ["--table", f"{BAD}Printing,first"]
    # a buffered word was lost when the worker ended
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=buffered, check=True)

    assert json.loads(done.stdout)["games"] == 2
    assert "a word on stdout" in done.stderr


def test_workers_compute_with_one_thread_each():
    before = {name: os.environ.get(name) for name in pool.ONE_THREAD}
    with pool.one_thread():
        assert all(os.environ[name] == "1" for name in pool.ONE_THREAD)

    assert {name: os.environ.get(name) for name in pool.ONE_THREAD} == before


def test_a_fault_of_the_arena_itself_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(pool.Worker, "send", functools.partialmethod(_send_nonsense))

    with pytest.raises(RuntimeError, match="a worker of the arena failed"):
        played(plan(4), tmp_path, 1)


def _send_nonsense(self, chunk, games, hangs):
    self.chunk = chunk
    self.pipe.send((chunk, games, hangs, "too much"))


def test_negative_workers_are_refused():
    with pytest.raises(ValueError, match="workers=-1"):
        run(plan(4), None, -1)


def test_a_run_makes_its_agents_once_and_works_its_schedule_out_once(monkeypatch):
    calls = []
    for name in ("make_players", "make_schedule"):
        monkeypatch.setattr(schedule, name, functools.partial(_noted, calls, name, getattr(schedule, name)))
    tournament = plan(4)
    schedule.check_everybody_plays(tournament)
    run(tournament, None, 0)

    assert sorted(calls) == ["make_players", "make_schedule"]


def _noted(calls, name, function, *given):
    calls.append(name)
    return function(*given)
