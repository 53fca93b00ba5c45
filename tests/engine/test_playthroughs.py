"""Golden games: replaying the choices written down gives the same text, word for word."""

import pytest

from tests.play import name_of
from tests.write_playthroughs import FOLDER, GAMES, choices_of, read_header, replay

# Enough for plain Python: a small game, and one with everything in it.
QUICK = {"3-first", "2-rows-governors-army"}


def games():
    return [
        pytest.param(rules, id=name_of(rules), marks=() if name_of(rules) in QUICK else pytest.mark.compiled)
        for rules in GAMES
    ]


def read(rules):
    return (FOLDER / f"{name_of(rules)}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("rules", games())
def test_the_game_is_still_played_as_it_was_told(rules):
    told = read(rules)
    again = replay(told)

    assert again.splitlines() == told.splitlines()


@pytest.mark.parametrize("rules", GAMES, ids=name_of)
def test_the_game_is_of_the_rules_its_file_is_named_after(rules):
    header = read(rules).splitlines()[0]

    assert read_header(header)[0] == rules


@pytest.mark.parametrize("rules", GAMES, ids=name_of)
def test_the_game_is_told_to_its_end(rules):
    told = read(rules)

    assert "the game is over" in told
    assert len(list(choices_of(told))) > 50


def test_there_is_one_file_for_each_game():
    assert {file.stem for file in FOLDER.iterdir()} == {name_of(rules) for rules in GAMES}
