"""Files that are there whole or not at all."""

import pytest

from kingsburg_env.writing import open_whole, write_text


def write_half(path):
    with open_whole(path) as file:
        file.write(b"half")
        file.flush()
        raise KeyboardInterrupt


def test_a_file_that_was_begun_leaves_the_old_one_and_nothing_else(tmp_path):
    path = tmp_path / "game.txt"
    write_text(path, "whole\n")
    with pytest.raises(KeyboardInterrupt):
        write_half(path)

    assert path.read_bytes() == b"whole\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_stands_at_its_path_only_when_it_is_whole(tmp_path):
    path = tmp_path / "game.txt"
    with open_whole(path) as file:
        file.write("Königsburg".encode())
        assert not path.exists()

    assert path.read_text(encoding="utf-8") == "Königsburg"
