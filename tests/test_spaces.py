"""The generated page says what the code does."""

from kingsburg_env.spaces import PAGE, page


def test_the_page_of_spaces_is_what_the_code_generates():
    assert PAGE.read_text() == page(), "run `make docs`"
