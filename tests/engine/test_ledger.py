"""Independent bookkeeping: in random games of every kind, a referee in plain Python foresees every event and every
question from the rules, and a book kept from the event log agrees with the engine's record after every step.
"""

from collections import Counter
from random import Random
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from kingsburg_env import Rules, ranking, text
from kingsburg_env.engine.names import Effect
from tests.given import given
from tests.ledger import SEATS
from tests.play import ALL_RULES, EDITIONS, EVERYTHING, MANNERS, PLAYERS, Table, manners, name_of, seeds
from tests.referee import COST, ENEMIES, ROMAN, SHEET, Course, Referee

GOVERNORS = (
    "Prince",
    "Sorcerer",
    "Duke",
    "Preacher",
    "Fairy",
    "Philosopher",
    "Trickster",
    "Priest",
    "Tax Collector",
    "Borrower",
    "Minstrel",
    "Carpenter",
    "Sculptor",
    "Miner",
    "Architect",
    "Politician",
)

# How a game begins is chosen answer by answer; the rest follows in the manner.
first_choices = st.lists(st.integers(0, 255), max_size=40)


def follow(
    table: Table,
    referee: Referee,
    course: Course,
    manner: str,
    choices: list[int],
    rng: Random,
    phase: str = "",
) -> None:
    """Play to the end, or to the end of a phase; at every question the questions and the books must agree."""
    referee.hear(table.events())
    question = next(course, None)
    ahead = iter(choices)
    while question and phase in ("", referee.phase):
        options = table.options()
        answers = frozenset([text.ACTIONS[action] for action in options])
        assert (SEATS[table.actor.item(0)], table.question(), answers) == question
        assert referee.differences() == []
        chosen = next(ahead, None)
        if chosen is None:
            action = table.play(manner, rng)
        else:
            action = options[chosen % len(options)]
            table.step(action)
        referee.hear(table.events())
        try:
            question = course.send(text.ACTIONS[action])
        except StopIteration:
            question = None
    assert referee.differences() == []
    assert referee.is_over == table.is_over == (question is None)
    assert list(referee.ranks().values()) == ranking(table.games)[0, : len(referee.seats)].tolist()


def play_whole_game(rules: Rules, seed: int, manner: str, choices: list[int]) -> Referee:
    # Other luck for other rules.
    seed = (seed + crc32(repr(rules).encode())) % 2**64
    table = Table.new(rules, seed)
    referee = Referee(rules, table.games)
    follow(table, referee, referee.game(), manner, choices, Random(seed))
    return referee


def province(rows: str, rng: Random) -> list[str]:
    """A poor or a rich province."""
    most = rng.choice((0, 2, 3, 4, 4))
    return [name for row in rows for name, *_ in SHEET[row][: rng.randint(0, most)]]


def developed_position(rules: Rules, rng: Random, year: int, tokens_left: int) -> dict[str, Any]:
    """A position with well-stocked provinces, in words, as random play seldom reaches it."""
    seats = SEATS[: rules.num_players]
    rows = "ABCDEFG" if "rows" in rules.modules else "BCDEF"
    words = {
        "year": year,
        "order": rng.sample(seats, len(seats)),
        "goods": {
            seat: ", ".join(f"{rng.randint(0, 7)} {good}" for good in ("gold", "wood", "stone"))
            for seat in seats
        },
        "buildings_of": {seat: province(rows, rng) for seat in seats},
        "tokens": {seat: rng.randint(0, 3) for seat in seats},
        "governors_of": {},
        "army_tokens": {},
    }
    if "governors" in rules.modules:
        words["governors_of"] = dict(zip(seats, rng.sample(GOVERNORS, len(seats)), strict=True))
    if "army" in rules.modules:
        words["army_tokens"] = {seat: rng.sample((0, 1, 1, 2, 3, 4), tokens_left) for seat in seats}
    return words


def play_from_developed_position(
    rules: Rules, seed: int, manner: str, choices: list[int], year: int | None = None
) -> Referee:
    """Play from the end of a year to the end of the game."""
    rng = Random(seed + crc32(repr(rules).encode()))
    year = rng.choice((0, 1, 2, 3, 4)) if year is None else year
    words = developed_position(rules, rng, year, tokens_left=6 - year)
    game = given(
        players=rules.num_players,
        edition=rules.edition,
        modules=rules.modules,
        plus_two=rules.plus_two,
        optional_effects=rules.optional_effects,
        at="new year",
        seed=seed,
        **words,
    )
    referee = Referee(rules, game.games)
    referee.begin_with(**words)
    follow(Table(game.games, game.buffers), referee, referee.years(year + 1), manner, choices, rng)
    return referee


def play_winter(rules: Rules, enemy: str, seed: int) -> Referee:
    rng = Random(seed)
    year = ROMAN.index(enemy.rpartition(" ")[2].rstrip(")"))
    words = developed_position(rules, rng, year, tokens_left=7 - year)
    words["soldiers"] = {seat: rng.choice((0, 0, 0, 1, 2, 4)) for seat in SEATS[: rules.num_players]}
    game = given(
        players=rules.num_players,
        edition=rules.edition,
        modules=rules.modules,
        optional_effects=rules.optional_effects,
        at="winter",
        enemy=enemy,
        seed=seed,
        **words,
    )
    referee = Referee(rules, game.games)
    referee.begin_with(phase="winter", **words)
    table = Table(game.games, game.buffers)
    follow(table, referee, referee.years_from_winter(year), "builder", [], rng, phase="winter")
    return referee


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ALL_RULES, ids=name_of)
@settings(max_examples=12)
@for_all(seed=seeds, manner=manners, choices=first_choices)
def test_book_and_referee_agree_with_the_engine_in_whole_games(rules, seed, manner, choices):
    play_whole_game(rules, seed, manner, choices)


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ALL_RULES, ids=name_of)
@settings(max_examples=6)
@for_all(seed=seeds, manner=manners, choices=first_choices)
def test_book_and_referee_agree_with_the_engine_from_developed_positions(rules, seed, manner, choices):
    play_from_developed_position(rules, seed, manner, choices)


@pytest.mark.compiled
@pytest.mark.rule("option.plus-two-per-group")
@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=8)
@for_all(seed=seeds, manner=manners, choices=first_choices)
def test_book_and_referee_agree_where_every_group_may_have_a_plus_two_token(players, seed, manner, choices):
    rules = Rules(num_players=players, modules=EVERYTHING, plus_two="group")

    play_from_developed_position(rules, seed, manner, choices)


@pytest.mark.compiled
@pytest.mark.rule("option.optional-effects")
@pytest.mark.parametrize("modules", [(), ("governors",), EVERYTHING], ids=["base", "governors", "everything"])
@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=12)
@for_all(seed=seeds, manner=manners, choices=first_choices)
def test_book_and_referee_agree_where_effects_are_optional(players, modules, seed, manner, choices):
    rules = Rules(num_players=players, modules=modules, optional_effects=True)

    play_from_developed_position(rules, seed, manner, choices)


@pytest.mark.bounds
def test_book_and_referee_agree_with_the_engine_in_one_whole_game():
    referee = play_whole_game(Rules(num_players=2, modules=EVERYTHING), 1, "builder", [])

    assert referee.is_over


@pytest.mark.bounds
@pytest.mark.parametrize(
    "rules",
    [
        Rules(num_players=3, edition="first", plus_two="group"),
        Rules(num_players=5, modules=EVERYTHING),
        Rules(num_players=4, modules=EVERYTHING, optional_effects=True),
    ],
    ids=name_of,
)
def test_book_and_referee_agree_with_the_engine_in_one_last_year(rules):
    referee = play_from_developed_position(rules, 2, "busy", [], year=4)

    assert referee.is_over


@pytest.mark.compiled
@pytest.mark.rule("winter.losses")
@pytest.mark.rule("winter.reward")
@pytest.mark.parametrize("enemy", ENEMIES)
def test_book_and_referee_agree_on_battles_with_every_enemy(enemy):
    seen = Counter()
    for seed in range(12):
        # With tokens even the weakest enemy can win.
        rules = Rules(
            num_players=5,
            modules=("rows", "army") if seed % 2 else ("rows",),
            edition=EDITIONS[seed % 3 // 2],
        )
        seen += play_winter(rules, enemy, seed).seen

    assert seen[f"victory over {enemy}"] > 0
    assert seen[f"defeat by {enemy}"] > 0


@pytest.mark.compiled
def test_the_games_leave_nothing_of_the_rules_out():
    rules = Rules(num_players=5, modules=EVERYTHING)
    seen = set()
    for seed in range(64):
        seen |= set(play_from_developed_position(rules, seed, MANNERS[seed % 4], []).seen)
    awaited = {f"paid for {building}" for building in COST}
    # Four equal dice, one of them a bonus die, are too rare to wait for.
    rerolls = set(text.REROLLS) - {"re-roll a bonus die with the Statue"}
    prince, *trickster = text.CHANGES
    awaited |= {f"reroll: {way}" for way in [*rerolls, *trickster]} | {f"change: {prince}"}
    awaited |= {f"end season: {trade}" for trade in text.TRADES}
    awaited |= {"bless: ask the blessing", "move to duchess: move to the Duchess", "save good: 1 gold"}
    awaited |= {
        "recruit: pay a +2 token for a soldier",
        "influence: influence Private Sergeant",
        "sorcery: build Inn",
    }
    awaited |= {
        f"points {source}"
        for source in ("cathedral", "embassy", "fortress", "governor", "kings army", "strongest")
    }
    awaited |= {"soldiers training camp", "goods merchants guild", "tokens inn", "academy die", "tie"}

    assert awaited - seen == set()


@pytest.mark.compiled
def test_every_effect_is_used_and_declined():
    rules = Rules(num_players=5, modules=EVERYTHING, optional_effects=True)
    seen = set()
    for seed in range(200, 232):
        seen |= set(play_from_developed_position(rules, seed, MANNERS[seed % 4], []).seen)
    words = [f"use {effect.name.lower().replace('_', ' ')}" for effect in Effect]
    awaited = {f"{word}: {answer}" for word in words for answer in ("pass", "use the effect")}

    assert awaited - seen == set()


# The book itself: it must not agree with just anything.


@pytest.mark.parametrize(
    ("field", "index"),
    [
        ("vp", 0),
        ("goods", 0),
        ("soldiers", 0),
        ("rows", 0),
        ("plus_two", 0),
        ("tokens", 0),
        ("bonus", 0),
        ("dice", 0),
    ],
)
def test_the_book_notices_a_changed_record(field, index):
    table = Table.new(Rules(num_players=3, modules=("army",)), 1)
    referee = Referee(Rules(num_players=3, modules=("army",)), table.games)
    referee.hear(table.events())
    next(referee.game())
    table.games["players"][field][0, 1, ...].flat[index] += 1

    assert any(difference.startswith(f"blue {field}") for difference in referee.differences())
