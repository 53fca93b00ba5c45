"""The generated pages say what the code does."""

import pytest

from kingsburg_env.spaces import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_code_generates(name):
    assert (DOCS / name).read_text() == PAGES[name](), "run `make docs`"
