"""The ladder: what is published must hold, and the harness must check itself."""

import json
from pathlib import Path

import pytest

from kingsburg_arena import ladder, plots
from kingsburg_arena.figures import rating_text
from kingsburg_arena.plots import short
from kingsburg_arena.schedule import table
from kingsburg_arena.tournament import run
from kingsburg_env import Rules

PLAN = ladder.PLAN
SHOWN = Path(__file__).resolve().parents[2] / "docs" / PLAN.name


def silent(*_):
    pass


@pytest.mark.compiled
def test_a_short_ladder_does_not_contradict_the_published_one():
    assert ladder.contradictions(ladder.read_plan(PLAN), ladder.read_published(PLAN), 0, silent) == []


def test_the_page_is_what_the_data_say():
    assert ladder.page_of(SHOWN).read_text(encoding="utf-8") == ladder.page(ladder.read_published(PLAN))


def test_the_picture_is_what_the_data_say():
    picture = ladder.picture_of(SHOWN).read_text(encoding="utf-8")
    first = ladder.read_published(PLAN)["contests"][0]

    # Letters are drawn as outlines; a comment beside them says what they spell.
    for name, row in first["agents"].items():
        assert [
            text
            for text in (short(name), f"{row['win_share']:.1%}", rating_text(row))
            if f"<!-- {text} -->" not in picture
        ] == []
    assert f"{first['games']:,} games" in picture


def test_the_picture_is_the_same_text_for_the_same_data():
    first = ladder.read_published(PLAN)["contests"][0]

    assert plots.as_svg(plots.draw_ladder(first)) == plots.as_svg(plots.draw_ladder(first))


def test_the_published_ladder_has_every_contest_of_the_plan():
    published = ladder.read_published(PLAN)

    assert [c["name"] for c in published["contests"]] == [c.name for c in ladder.read_plan(PLAN)]
    assert ladder.failures(published) == []


def share(win_share, low, high, forfeits=0):
    return {"win_share": win_share, "low": low, "high": high, "forfeits": forfeits}


def test_intervals_that_do_not_meet_are_a_contradiction():
    published = {"agents": {"a": share(0.5, 0.45, 0.55), "b": share(0.5, 0.45, 0.55)}}
    fresh = {"name": "x", "agents": {"a": share(0.3, 0.2, 0.4), "b": share(0.4, 0.3, 0.5)}}

    assert ladder.compare(published, fresh) == [
        "x: a wins 30.0% (20.0% to 40.0%), published is 50.0% (45.0% to 55.0%)"
    ]


def test_an_agent_that_was_never_published_is_a_contradiction():
    assert ladder.compare({"agents": {}}, {"name": "x", "agents": {"new": share(1, 1, 1)}}) == [
        "x: new is planned but not published"
    ]


def contest(is_even=False, losers=()):
    return ladder.Contest("x", None, None, is_even, losers)


def test_a_mirror_match_must_come_out_even():
    even = {"equal_share": 0.25, "agents": {"a#1": share(0.26, 0.24, 0.28)}}
    odd = {"equal_share": 0.25, "agents": {"a#1": share(0.36, 0.34, 0.38)}}

    assert ladder.self_checks(contest(is_even=True), even)[0]["holds"]
    assert not ladder.self_checks(contest(is_even=True), odd)[0]["holds"]


def test_a_floor_must_lose():
    result = {
        "equal_share": 0.25,
        "agents": {"random": share(0.26, 0.24, 0.28), "first": share(0.0, 0.0, 0.01)},
    }
    random, first = (ladder.self_checks(contest(losers=(name,)), result)[0] for name in ("random", "first"))

    assert not random["holds"]
    assert first["holds"]


def test_an_agent_that_fails_fails_the_ladder():
    result = {"equal_share": 0.25, "agents": {"a": share(0.5, 0.4, 0.6, forfeits=3)}}
    ladder_of_one = {"contests": [{"name": "x", "checks": ladder.self_checks(contest(), result)}]}

    assert ladder.failures(ladder_of_one) == ["x: a loses no game by default: no"]


@pytest.mark.compiled
def test_a_mirror_match_of_random_players_brackets_equal_strength():
    names = [f"random#{copy}" for copy in range(4)]
    result = run(table(names, Rules(4), 1200, seed=9), None, workers=0)

    assert all(check["holds"] for check in ladder.self_checks(contest(is_even=True), result))
    widths = [row["high"] - row["low"] for row in result["agents"].values()]
    assert 0.03 < max(widths) < 0.07


@pytest.mark.compiled
def test_a_ladder_is_written_and_read_back(tmp_path):
    plan = tmp_path / "ladder.toml"
    plan.write_text(
        'seed = 3\n[[contest]]\nname = "Two"\nagents = ["random", "first"]\nplayers = 2\ngames = 40\n'
        'quick_games = 20\nlosers = ["first"]\noptional_effects = true\n'
    )
    contests = ladder.read_plan(plan)
    played = ladder.play_contests(contests, 0, tmp_path / "games", silent)
    ladder.publish(plan, played)

    assert ladder.contradictions(contests, ladder.read_published(plan), 0, silent) == []
    assert "first wins less than its share: yes" in ladder.page_of(plan).read_text()
    assert "2 players, second edition, optional effects;" in ladder.page_of(plan).read_text()
    assert "<!-- first -->" in ladder.picture_of(plan).read_text()
    assert (tmp_path / "games" / "00" / "report.html").exists()

    changed = json.loads(ladder.data_of(plan).read_text())
    changed["contests"][0]["agents"]["first"] = share(0.5, 0.45, 0.55)
    ladder.publish(plan, played | {"contests": [played["contests"][0] | {"name": "Three"}]})
    assert ladder.contradictions(contests, ladder.read_published(plan), 0, silent) == [
        "Two: is planned but not published"
    ]
    assert ladder.contradictions(contests, changed, 0, silent)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seed = ", "ladder.toml"),
        ("seed = 1", "at least one"),
        ('seed = 1\n[[contest]]\nname = "x"\ncolour = "red"', "unknown colour"),
        ('seed = 1\n[[contest]]\nname = "x"', "must have games, players"),
        ('seed = 1\n[[contest]]\nname = "x"\nplayers = 2\ngames = 4', "either agents or table"),
        (
            'seed = 1\n[[contest]]\nname = "x"\nagents = ["random", "first"]\nplayers = 4\ngames = 4',
            "leave 2 of 3 mixes out",
        ),
        (
            'seed = 1\n[[contest]]\nname = "x"\nagents = ["random", "first"]\nplayers = 4\ngames = 40\nlosers = ["last"]',
            "losers last: must be of random, first",
        ),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(tmp_path, text, message):
    plan = tmp_path / "ladder.toml"
    plan.write_text(text)

    with pytest.raises(ValueError, match=message):
        ladder.read_plan(plan)


def test_nothing_published_is_said(tmp_path):
    with pytest.raises(ValueError, match="is missing"):
        ladder.read_published(tmp_path / "ladder.toml")
