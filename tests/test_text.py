"""Games, actions and events in words: unique, readable back, complete, and silent about secrets."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from kingsburg_env import Rules, clone, text
from kingsburg_env.engine.actions import ANSWERS, BLOCKS, NUM_ACTIONS
from kingsburg_env.engine.answers import masks_of
from kingsburg_env.engine.events import EVENT
from kingsburg_env.engine.names import (
    NO_GOVERNOR,
    NO_TOKEN,
    NUM_ENEMIES_PER_YEAR,
    NUM_YEARS,
    Decision,
    Event,
    Source,
)
from tests.given import given
from tests.play import EVERYTHING, MANNERS, any_rules, manners, many, reach, seeds, some_steps, walk

# Actions


def test_no_two_actions_have_the_same_text():
    assert len({said.lower() for said in text.ACTIONS}) == len(text.ACTIONS) == NUM_ACTIONS


def test_every_action_is_found_by_its_text():
    again = [text.parse_action(text.describe_action(action)) for action in range(NUM_ACTIONS)]

    assert again == list(range(NUM_ACTIONS))


def test_case_and_spaces_at_the_ends_do_not_matter():
    again = [text.parse_action(f"  {text.describe_action(action).upper()} ") for action in range(NUM_ACTIONS)]

    assert again == list(range(NUM_ACTIONS))


@pytest.mark.parametrize("action", [-1, -NUM_ACTIONS, NUM_ACTIONS, 10**9])
def test_a_number_that_is_no_action_is_refused_with_the_allowed_ones(action):
    with pytest.raises(ValueError, match=rf"{action}.*0 to {NUM_ACTIONS - 1}"):
        text.describe_action(action)


@pytest.mark.parametrize(
    ("said", "alike"),
    [
        ("build Stat", "did you mean 'build Statue'?"),
        ("influence the Queen", "did you mean 'influence Queen'?"),
        ("keep Damsel", "'keep Prince'"),
        ("use an own 7", "'use an own 1'"),
        ("5 gold", "one of"),
        ("dance", "'pass'"),
        ("", "'pass'"),
    ],
)
def test_an_unknown_text_is_refused_with_ones_like_it(said, alike):
    with pytest.raises(ValueError, match="unknown action") as refused:
        text.parse_action(said)

    assert alike in str(refused.value)


# Positions


@cache
def position_with(decision: Decision):
    """A game that stands at a question of this kind."""
    rules = Rules(num_players=5, modules=EVERYTHING, optional_effects=decision == Decision.USE_EFFECT)
    for seed in range(400):
        for table in walk(rules, seed, MANNERS[seed % 4]):
            if table.decision.item(0) == decision:
                return table.games
    msg = f"no game comes to {decision!r}"
    raise AssertionError(msg)


@pytest.mark.compiled
@pytest.mark.parametrize("decision", Decision)
def test_a_position_is_described_at_every_kind_of_question(decision):
    state = position_with(decision)[0]
    told = text.describe(state).splitlines()
    if decision == Decision.NONE:
        assert told[-1] == "the game is over"
    else:
        assert told[-2] == text.describe_question(state)
        assert told[-2].startswith(f"{text.SEATS[state.actor]} decides ")
        assert told[-1].strip().split(" | ") == [
            text.ACTIONS[action] for action in np.flatnonzero(masks_of(state))
        ]


@settings(max_examples=many(60, 4))
@for_all(rules=any_rules, seed=seeds, manner=manners, steps=some_steps)
def test_a_description_tells_what_everybody_owns(rules, seed, manner, steps):
    state = reach(rules, seed, manner, steps).games[0]
    told = text.describe(state).splitlines()
    for seat in range(rules.num_players):
        player = state.players[seat]
        line = next(line for line in told if line.startswith(f"{text.SEATS[seat]}:"))

        assert f" {player.vp} VP, {text.goods(player.goods)}" in line
        assert len(line.split("; ")[1].split(", ")) == max(player.rows.sum(), 1)


def test_a_description_reads_like_the_table_looks():
    game = given(
        players=3,
        year=2,
        season="summer",
        modules=("governors", "army"),
        governors_of={"red": "Duke", "blue": "Miner", "green": "Fairy"},
        army_tokens={"red": (0, 1, 4)},
        dice={"red": (1, 3, 5), "blue": (6, 6, 5), "green": (2, 2, 2)},
        bonus_dice={"blue": (4,)},
        goods={"red": "2 gold, 1 stone"},
        vp={"blue": -1},
        buildings_of={"green": ("Inn", "Statue")},
        tokens={"green": 2},
        soldiers={"blue": 3},
        envoy="green",
    )
    game.play("red: influence Treasurer with 3+5")
    told = text.describe(game.state).splitlines()

    assert told[:-1] == [
        "year II, summer",
        "turn order: red, blue, green; envoy with green",
        "court: Treasurer (red 3+5)",
        "red: 0 VP, 2 gold + 1 stone, dice 1, Duke, tokens 0 1 4; no buildings",
        "blue: -1 VP, nothing, dice 6 6 5 4*, 3 soldiers, Miner, tokens 0 1 1 2 3 4; no buildings",
        "green: 0 VP, nothing, dice 2 2 2, 2 +2, Fairy, tokens 0 1 1 2 3 4; Statue, Inn",
        "blue decides which advisor to influence",
    ]


def test_the_court_names_nobody_without_dice_after_the_duke_has_moved():
    game = given(
        modules=("governors",),
        governors_of={"red": "Duke"},
        dice={"red": (5, 6, 6)},
        passed=("blue", "green", "yellow"),
    )
    game.play("red: influence Queen with 5+6+6", "red: move to the Duchess")

    assert game.court() == "Duchess (red 5+6+6)"


def test_neutral_dice_are_told_with_the_groups_that_joined_them():
    game = given(
        players=2, dice={"red": (5, 6, 6), "blue": (1, 1, 1)}, neutral=("Queen", "Squire"), envoy="red"
    )
    game.play("red: influence Queen with 5+6+6")

    assert game.court() == "Squire (neutral), Queen (neutral, red 5+6+6)"


@pytest.mark.parametrize(
    ("phase", "said"), [({"at": "aid"}, "year I, aid"), ({"season": "autumn", "year": 4}, "year IV, autumn")]
)
def test_the_time_is_told_by_year_and_phase(phase, said):
    game = given(dice={"red": (1, 2, 3)}, **phase)

    assert text.describe_time(game.state) == said


def test_an_illegal_action_is_answered_with_the_question_and_what_is_legal():
    game = given(dice={"red": (1, 1, 1)})

    assert text.describe_illegal(game.state, text.parse_action("build Inn")) == (
        "illegal action 203 ('build Inn') for player_0 (red), who decides which advisor to influence; "
        "legal: 0 'pass', 27 'influence Jester', 28 'influence Squire', 29 'influence Architect'"
    )


def test_of_many_legal_actions_a_few_are_listed_and_all_are_counted():
    game = given(dice={"red": (1, 2, 4)}, tokens={"red": 1})
    told = text.describe_illegal(game.state, 236)
    listed = told.partition("; legal: ")[2]

    assert told.startswith("illegal action 236 (actions are 0 to 235) for player_0 (red), ")
    assert listed.count("'influence") == 7
    assert listed.endswith(f", … ({len(game.options())} in all)")


def test_an_action_after_the_end_is_answered_with_the_end():
    game = given(at="year end", year=5)

    assert "the game is over" in text.describe_illegal(game.state, 0)


# Events


def made_up(kind, source=-1):
    event = np.zeros(1, EVENT)[0]
    event["kind"], event["amount"], event["source"] = kind, 1, source
    return event


GAINS = (Event.GOODS, Event.POINTS, Event.SOLDIERS, Event.TOKENS)
HAPPENINGS = [kind for kind in Event if kind not in GAINS]


@pytest.mark.parametrize("kind", HAPPENINGS)
def test_every_kind_of_event_has_words(kind):
    assert len(text.describe_event(made_up(kind))) > 5


@pytest.mark.parametrize("kind", GAINS)
def test_every_cause_of_a_gain_has_words_of_its_own(kind):
    assert len({text.describe_event(made_up(kind, source)) for source in Source}) == len(Source)


def test_different_kinds_of_events_read_differently():
    assert len({text.describe_event(made_up(kind)) for kind in HAPPENINGS}) == len(HAPPENINGS)


@pytest.mark.compiled
@settings(max_examples=20)
@for_all(players=st.sampled_from((2, 5)), seed=seeds, manner=manners)
def test_everything_that_happens_in_a_game_has_words(players, seed, manner):
    for table in walk(Rules(num_players=players, modules=EVERYTHING), seed, manner):
        assert all(text.describe_event(event) for event in table.events())


# Secrets


def with_other_secrets(games):
    """The same game with other cards in the enemy stack, other picks and other governors put aside."""
    other = clone(games)
    state = other[0]
    for year in range(1, NUM_YEARS + 1):
        is_known = year < state.year or (year == state.year and state.is_enemy_shown)
        if not is_known:
            card = state.enemies[year - 1] % NUM_ENEMIES_PER_YEAR
            state.enemies[year - 1] = (year - 1) * NUM_ENEMIES_PER_YEAR + (card + 1) % NUM_ENEMIES_PER_YEAR
    for seat in range(state.num_players):
        player = state.players[seat]
        if player.picked_token != NO_TOKEN:
            others = [
                value for value, left in enumerate(player.tokens) if left and value != player.picked_token
            ]
            player.picked_token = others[0] if others else player.picked_token
        if player.governor == NO_GOVERNOR and player.picked_governor != NO_GOVERNOR:
            player.picked_governor = next(card for card in player.dealt if card != player.picked_governor)
        if seat != state.actor:
            player.dealt[:] = np.roll(player.dealt, 1)
    return other


@settings(max_examples=many(100, 4))
@for_all(rules=any_rules, seed=seeds, manner=manners, steps=some_steps)
def test_a_description_is_the_same_whatever_the_secrets_are(rules, seed, manner, steps):
    games = reach(rules, seed, manner, steps).games

    assert text.describe(with_other_secrets(games)[0]) == text.describe(games[0])


@pytest.mark.rule("ruling.secret-picks")
@pytest.mark.compiled
@settings(max_examples=25)
@for_all(players=st.sampled_from((2, 3, 5)), seed=seeds, manner=manners)
def test_a_description_is_silent_about_picks_already_made(players, seed, manner):
    for table in walk(Rules(num_players=players, modules=("governors", "army")), seed, manner):
        if table.decision.item(0) in (Decision.PICK_GOVERNOR, Decision.COMMIT_TOKEN):
            other = with_other_secrets(table.games)

            assert text.describe(other[0]) == text.describe(table.games[0])


@pytest.mark.rule("ruling.secret-picks")
@pytest.mark.compiled
@settings(max_examples=40)
@for_all(players=st.sampled_from((2, 3, 5)), seed=seeds, manner=manners)
def test_nothing_is_told_of_a_pick_before_the_last_has_picked(players, seed, manner):
    before = None
    for table in walk(Rules(num_players=players, modules=("governors", "army")), seed, manner):
        decision = table.decision.item(0)
        if decision == before and decision in (Decision.PICK_GOVERNOR, Decision.COMMIT_TOKEN):
            assert len(table.events()) == 0
        before = decision


@pytest.mark.rule("ruling.looks-are-public")
@pytest.mark.compiled
@settings(max_examples=40)
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_that_somebody_looked_is_told_but_not_what_he_saw(rules, seed, manner):
    for table in walk(rules, seed, manner):
        for event in table.events():
            if event["kind"] == Event.LOOKED:
                assert (event["what"], event["amount"], event["source"]) == (0, 0, -1)


def test_every_block_of_actions_answers_some_question():
    asked = {name for names in ANSWERS.values() for name in names}

    assert asked | {"pass_"} == set(BLOCKS)
