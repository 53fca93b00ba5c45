"""The database: its owner's alone, one server's at a time, and honest when the disk is full."""

import os
import stat

import pytest

from kingsburg_app.saved_game import SavedGame
from kingsburg_app.web.limits import FullError
from kingsburg_app.web.store import Store
from kingsburg_env import Rules

RECORD = SavedGame(Rules(num_players=2), 5, ("", ""), [])


@pytest.fixture
def place(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture
def store(place):
    opened = Store(place, "http://127.0.0.1:8400")
    yield opened
    opened.close()


def modes(folder):
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def test_only_its_owner_reads_the_database_and_what_stands_beside_it(store, tmp_path):
    store.add_game(RECORD)

    assert modes(tmp_path) == dict.fromkeys(
        ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm", "games.sqlite.lock"), 0o600
    )


def test_a_database_that_was_readable_by_others_is_narrowed(place, tmp_path):
    Store(place).close()
    place.chmod(0o644)
    Store(place).close()

    assert set(modes(tmp_path).values()) == {0o600}


def test_a_file_that_is_no_database_keeps_its_mode(place):
    place.write_text("somebody else's file, " * 100)
    place.chmod(0o644)
    with pytest.raises(OSError, match="not a database; name another file by --database"):
        Store(place)

    assert stat.S_IMODE(place.stat().st_mode) == 0o644


@pytest.mark.usefixtures("store")
def test_a_second_server_hears_who_has_the_database(place, tmp_path):
    by_another_name = tmp_path / "link.sqlite"
    by_another_name.symlink_to(place)
    for name in (place, by_another_name):
        with pytest.raises(OSError, match=rf"\(process {os.getpid()} at http://127.0.0.1:8400\)"):
            Store(name)


def test_a_database_is_free_again_when_its_server_has_ended(store, place):
    number, _ = store.add_game(RECORD)
    store.close()
    again = Store(place)

    assert again.read_game(number) == RECORD
    again.close()


def test_a_full_disk_is_said_and_changes_nothing(store, caplog):
    number, _ = store.add_game(RECORD)
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(FullError, match="disk is full"):
        store.add_moves(number, 0, [1] * 5000)
    with pytest.raises(FullError, match="disk is full"):
        store.add_game(RECORD._replace(seats=("greedy" * 1000, "")))

    assert store.read_game(number).actions == []
    assert store.count_games() == 1
    assert "cannot write to the database" in caplog.text
    store._db.execute(f"PRAGMA max_page_count = {pages + 100}")
    store.add_moves(number, 0, [1])
    assert store.read_game(number).actions == [1]
