"""Files that somebody names are read whole, or refused."""

import re

import pytest

from kingsburg_agents.files import read_bytes, read_text


def test_a_file_is_read_up_to_its_bound(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"12345")

    assert read_bytes(path, 5) == b"12345"
    with pytest.raises(ValueError, match=f"{re.escape(str(path))}: must have at most 4 bytes"):
        read_bytes(path, 4)


def test_what_is_no_text_is_refused(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"\xff")

    with pytest.raises(ValueError, match="must be text in UTF-8"):
        read_text(path)
