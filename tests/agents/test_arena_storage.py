"""The folder of a tournament."""

import numpy as np
import pytest

from kingsburg_arena.storage import chunk_file, read_chunk


@pytest.mark.parametrize("content", [np.array([{}]), b"nonsense"])
def test_a_damaged_chunk_is_named_and_nobody_is_advised_to_load_pickles(tmp_path, content):
    place = chunk_file(tmp_path, 0)
    place.parent.mkdir()
    if isinstance(content, bytes):
        place.write_bytes(content)
    else:
        np.savez(place, number=content)

    with pytest.raises(ValueError, match=r"000000\.npz: is damaged; remove it") as refused:
        read_chunk(tmp_path, 0)
    assert "pickle" not in str(refused.value)
