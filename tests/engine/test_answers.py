"""Answers as bits: what is allowed is found, counted and shown; nothing else is."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from kingsburg_env.engine import answers
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.answers import NO_ACTION, NUM_BYTES, NUM_WORDS, masks_of

actions = st.sets(st.integers(0, NUM_ACTIONS - 1))


@pytest.fixture(autouse=True)
def _in_plain_python(monkeypatch):
    """Rules are called from compiled code only; here each runs as the Python it is written in."""
    for name in ("allow", "num_bits", "nth_answer"):
        rule = getattr(answers, name)
        monkeypatch.setattr(answers, name, getattr(rule, "py_func", rule))


def _plain(name):
    rule = getattr(answers, name)
    return getattr(rule, "py_func", rule)


def _question(allowed=()):
    state = SimpleNamespace(answers=np.zeros(NUM_WORDS, np.int64))
    for action in allowed:
        answers.allow(state, action)
    return state


@for_all(word=st.integers(0, 2**32 - 1))
def test_bits_are_counted(word):
    assert _plain("num_bits")(word) == word.bit_count()


@for_all(allowed=actions)
def test_what_was_allowed_is_an_answer_and_nothing_else(allowed):
    state = _question(allowed)

    assert {action for action in range(-70, 300) if _plain("is_allowed")(state, action)} == allowed


@for_all(allowed=actions)
def test_answers_are_named_from_the_lowest_on(allowed):
    state = _question(allowed)
    named = [_plain("nth_answer")(state, n) for n in range(len(allowed) + 1)]

    assert named == [*sorted(allowed), NO_ACTION]
    assert [_plain("next_answer")(state, action) for action in [NO_ACTION, *sorted(allowed)]] == named
    assert _plain("num_answers")(state) == len(allowed)


@for_all(allowed=actions)
def test_an_only_answer_is_found(allowed):
    assert _plain("only_answer")(_question(allowed)) == (min(allowed) if len(allowed) == 1 else NO_ACTION)


@for_all(first=st.integers(0, NUM_ACTIONS - 33), bits=st.integers(0, 2**32 - 1))
def test_neighbours_are_allowed_together_also_across_two_words(first, bits):
    state = _question()
    _plain("allow_each")(state, first, bits)

    assert np.flatnonzero(masks_of(vars(state))).tolist() == [first + k for k in range(32) if bits >> k & 1]


@for_all(allowed=actions)
def test_a_mask_has_one_byte_for_each_action_and_zeros_beyond(allowed):
    state, result = _question(allowed), SimpleNamespace(mask=np.full(NUM_BYTES, -1, np.int64))
    _plain("write_mask")(state, result)
    mask = result.mask.view(np.int8)

    assert np.flatnonzero(mask).tolist() == sorted(allowed)
    assert set(mask.tolist()) <= {0, 1}
