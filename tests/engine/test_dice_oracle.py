"""Placing dice, against an oracle that tries every set of dice: which advisors can be reached how, with which dice."""

from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from kingsburg_env import Buffers, Rules, clone, legal, new_games, step_batch, text
from kingsburg_env.engine.actions import NUM_ACTIONS, PASS
from kingsburg_env.engine.names import NO_GROUP, NUM_OWN_DICE, Building, Decision, Event, Governor
from kingsburg_env.engine.province import standing
from tests.given import Game, given
from tests.ledger import ADVISOR_WORDS, SEATS
from tests.oracle import COURT, PRIVATE, Group, placements
from tests.play import MODULE_SETS, PLAYERS, Table, many

pytestmark = [
    pytest.mark.rule("influence.own-die"),
    pytest.mark.rule("influence.exact-rank"),
    pytest.mark.rule("influence.which-dice"),
    pytest.mark.rule("building.market"),
    pytest.mark.rule("influence.one-plus-two"),
]

NUMBERS = {said: action for action, said in enumerate(text.ACTIONS)}


@cache
def mask_of(own, bonus, token, market, politician):
    """The oracle's answers as a mask, while every advisor is free."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    mask[PASS] = 1
    mask[
        [NUMBERS[said] for said in placements(own, bonus, token=token, market=market, politician=politician)]
    ] = 1
    return mask


GOES_TO = np.array(
    [[said.partition(" with ")[0] == f"influence {name}" for said in text.ACTIONS] for name in ADVISOR_WORDS]
)
"""For each advisor, the actions that influence it."""


def open_to(closed):
    """A mask of everything that does not go to these advisors."""
    return ~GOES_TO[list(closed)].any(axis=0)


def answers_by_oracle(games):
    """What may be answered in each game, from the dice and the groups on the table."""
    asked = games["players"][np.arange(len(games)), games["actor"]]
    in_hand = np.where(asked["group_of"] == NO_GROUP, asked["dice"], 0)
    is_token_left = (asked["plus_two"] > 0) & ~(
        (asked["plus_two_used"] > 0) & (games["plus_two_per_group"] == 0)
    )
    has_market = standing(asked["rows"])[:, Building.MARKET] & (asked["market_used"] == 0)
    is_politician = asked["governor"] == Governor.POLITICIAN
    has_envoy = games["envoy"] == games["actor"]
    groups = games["players"]["group_at"].reshape(len(games), -1)
    answers = []
    for game, dice in enumerate(in_hand.tolist()):
        own = tuple(sorted(face for face in dice[:NUM_OWN_DICE] if face))
        bonus = tuple(sorted(face for face in dice[NUM_OWN_DICE:] if face))
        means = (bool(is_token_left[game]), bool(has_market[game]), bool(is_politician[game]))
        closed = frozenset(groups[game].tolist()) - {NO_GROUP} | neutral_advisors(int(games["neutral"][game]))
        answers.append(mask_of(own, bonus, *means) & open_to(frozenset() if has_envoy[game] else closed))
    return np.array(answers)


@cache
def neutral_advisors(bits):
    return frozenset(advisor for advisor in range(len(COURT)) if bits >> advisor & 1)


def random_actions(games, rng):
    """Answer at random; every other game passes only if it must."""
    answers = legal(games)
    answers[::2, PASS] &= answers[::2, 1:].sum(axis=1) == 0
    actions = (answers * rng.random(answers.shape)).argmax(axis=1)
    return np.where(games["decision"] == Decision.NONE, -1, actions)


@pytest.mark.compiled
@pytest.mark.parametrize("modules", MODULE_SETS, ids="-".join)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_oracle_agrees_at_every_influence_question_of_random_games(players, modules):
    n = 64
    games, buffers = new_games(n, Rules(num_players=players, modules=modules), seed=players), Buffers(n)
    rng = np.random.default_rng(players)
    while (games["decision"] != Decision.NONE).any():
        asked = games[games["decision"] == Decision.INFLUENCE]

        assert len(asked) == 0 or (legal(asked) == answers_by_oracle(asked)).all()
        step_batch(games, random_actions(games, rng), buffers)


# Positions with many bonus dice, tokens and closed advisors, which random games seldom see.

faces = st.integers(1, 6)


@st.composite
def crowded_courts(draw):
    """A position in the influence step in the words of `given`; red is asked."""
    players = draw(st.sampled_from(PLAYERS))
    seats = SEATS[:players]
    is_politician = draw(st.booleans())
    words = {
        "players": players,
        "season": draw(st.sampled_from(("spring", "summer", "autumn"))),
        "dice": dict.fromkeys(seats, (1, 2, 3)) | {"red": draw(st.lists(faces, min_size=1, max_size=3))},
        "bonus_dice": {"red": draw(st.lists(faces, max_size=2))},
        "tokens": {"red": draw(st.integers(0, 3))},
        "buildings_of": {"red": ["Inn", "Market", "Farms"][: draw(st.integers(0, 3))]},
        "modules": ("governors",) * is_politician,
        "governors_of": {"red": "Politician"} if is_politician else {},
        "envoy": draw(st.sampled_from((None, "red", "blue"))),
        "plus_two": draw(st.sampled_from(("season", "group"))),
        "placed": {"blue": draw(st.lists(st.sampled_from(COURT), unique=True, max_size=3))},
    }
    own_places = [*COURT, *PRIVATE] if is_politician else COURT
    taken = words["placed"]["blue"]
    if len(words["dice"]["red"]) < 3:
        words["placed"]["red"] = [draw(st.sampled_from([name for name in own_places if name not in taken]))]
    if players == 2:
        free = [name for name in COURT if name not in {*taken, *words["placed"].get("red", ())}]
        words["neutral"] = draw(st.lists(st.sampled_from(free), unique=True, min_size=2, max_size=3))
    return words


def oracle_ways(words) -> dict[str, frozenset[Group]]:
    """What red may do by the oracle, and with which dice."""
    ways = placements(
        tuple(sorted(words["dice"]["red"])),
        tuple(sorted(words["bonus_dice"]["red"])),
        token=words["tokens"]["red"] > 0,
        market="Market" in words["buildings_of"]["red"],
        politician=words["governors_of"] != {},
    )
    closed = {*words["placed"]["blue"], *words["placed"].get("red", ()), *words.get("neutral", ())}
    if words["envoy"] == "red":
        closed = set()
    return {said: groups for said, (advisor, groups) in ways.items() if advisor not in closed}


crowded = settings(max_examples=many(400, 5))


@crowded
@for_all(words=crowded_courts())
def test_the_oracle_agrees_in_crowded_courts(words):
    game = given(**words)
    ways = oracle_ways(words)

    # Without any way to place dice red is out, and blue is asked.
    assert game.options("red") == ({"pass", *ways} if ways else set())


def groups_in_the_end(game: Game, action: int) -> list[Group]:
    """Influence an advisor and answer which dice in every possible way; the dice each way has placed."""
    ends = []
    ways: list[tuple[Table, int, tuple]] = [(Table(clone(game.games)), action, ())]
    while ways:
        table, answer, before = ways.pop()
        table.step(answer)
        placed = before + tuple(
            (int(event["what"]), int(event["amount"]))
            for event in table.events()
            if event["kind"] == Event.DIE_PLACED
        )
        if table.decision.item(0) == Decision.PICK_DICE:
            ways += [(Table(clone(table.games)), option, placed) for option in table.options()]
        else:
            own = tuple(sorted(face for die, face in placed if die < NUM_OWN_DICE))
            ends.append((own, tuple(sorted(face for die, face in placed if die >= NUM_OWN_DICE))))
    return ends


@settings(max_examples=many(150, 2))
@for_all(words=crowded_courts())
def test_every_set_of_dice_can_be_picked_and_no_other(words):
    game = given(**words)
    for said, groups in oracle_ways(words).items():
        assert set(groups_in_the_end(game, text.parse_action(said))) == groups


@pytest.mark.rule("frame.one-option-is-played")
@settings(max_examples=many(150, 2))
@for_all(words=crowded_courts())
def test_nobody_is_asked_which_dice_when_there_is_one_way(words):
    game = given(**words)
    for said, groups in oracle_ways(words).items():
        table = Table(clone(game.games))
        table.step(text.parse_action(said))

        assert (table.decision.item(0) == Decision.PICK_DICE) == (len(groups) > 1)


def test_every_way_to_influence_can_come_up_but_those_below_any_die():
    rng = Random(1)
    seen = set()
    for _ in range(600):
        own = tuple(rng.choices(range(1, 7), k=3))
        bonus = tuple(rng.choices(range(1, 7), k=rng.randint(0, 2)))
        seen |= placements(own, bonus, token=True, market=True, politician=True).keys()
    unreachable = {
        "influence Jester with +2",
        "influence Jester with +2 and market -1",
        "influence Jester with market +1",
    }
    unreachable |= {
        "influence Jester with +2 and market +1",
        "influence Squire with +2",
        "influence Squire with +2 and market +1",
    }
    unreachable |= {"influence Architect with +2 and market +1"}

    assert {said for said in text.ACTIONS if said.startswith("influence ")} - seen == unreachable
