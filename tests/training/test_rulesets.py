"""The games to play, written in one line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingsburg_env import Rules
from kingsburg_training.rulesets import rules_from, shares_from, spread

RULESETS = ("2", "3", "4", "5", "2+rows", "3+rows", "4+rows", "5+rows")


@given(
    st.lists(st.floats(0.001, 1000), min_size=1, max_size=len(RULESETS)),
    st.integers(0, 300),
)
def test_all_games_are_spread_and_every_ruleset_has_one(shares, more):
    text = " ".join(f"{ruleset}:{share}" for ruleset, share in zip(RULESETS, shares, strict=False))
    num_games = len(shares) + more
    counts = spread(shares_from(text), num_games)
    assert sum(counts.values()) == num_games
    assert min(counts.values()) >= 1


def test_every_rule_has_its_word():
    assert rules_from("3+rows+army+first+group+optional") == Rules(
        3, "first", ("rows", "army"), "group", True
    )
    assert rules_from("4") == Rules(4)


def test_too_few_games_are_refused():
    with pytest.raises(ValueError, match="too few for 2 rulesets"):
        spread(shares_from("2 4"), 1)


@pytest.mark.parametrize("text", ["", "4:0", "4:-1", "4:nan", "4:inf", "4:much", "4:0.5 4:0.5", "9:1"])
def test_shares_that_say_nothing_are_refused(text):
    with pytest.raises(ValueError, match=r"must|num_players"):
        shares_from(text)
