"""The view of a seat: complete, true to the engine, and nothing in it that the seat may not know."""

import json

import numpy as np
import pytest

from kingsburg_env import Buffers, Rules, clone, legal, new_games, redeal, step_batch
from kingsburg_env.engine.actions import BLOCKS, PASS
from kingsburg_env.engine.names import NUM_OWN_DICE, Advisor, Building, Decision, Effect, Event, Source
from kingsburg_env.view import placements, view_of
from tests.given import SEATS, battle, given
from tests.hidden import scramble
from tests.play import EVERYTHING, walk

WATCHER = None
GOODS = {"red": "2 gold, 1 wood"}


def positions(players, seed, modules=EVERYTHING, manner="busy"):
    """Positions of a random game, its secret picks among them."""
    for step, table in enumerate(walk(Rules(num_players=players, modules=modules), seed, manner)):
        if step % 4 == 0 or step < 2 * players or table.decision.item(0) == Decision.COMMIT_TOKEN:
            yield table.games


def without_answers(view):
    """The view without what only the record's own answers decide, which a test changes behind the engine's back."""
    return json.dumps({name: part for name, part in view.items() if name not in ("actions", "placements")})


# Nothing hidden is seen


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 5])
def test_a_seat_sees_the_same_whatever_it_cannot_know(players):
    changed = 0
    for step, games in enumerate(positions(players, seed=players)):
        for seat in range(players):
            seen = view_of(games, seat)
            dealt_anew = redeal(games, seat, seed=step)
            changed += not np.array_equal(dealt_anew["enemies"], games["enemies"])

            assert view_of(dealt_anew, seat) == seen
            assert without_answers(view_of(scramble(games, np.array([seat]), step), seat)) == without_answers(
                seen
            )

    assert changed > 10


@pytest.mark.compiled
def test_a_watcher_sees_the_same_whatever_any_seat_cannot_know():
    for step, games in enumerate(positions(3, seed=3)):
        for seat in range(3):
            assert view_of(redeal(games, seat, seed=step)) == view_of(games)


def test_no_rival_sees_which_governor_or_token_was_picked():
    setups = [
        given(players=3, at="governors", modules=("governors",)),
        given(players=3, at="winter", modules=("army",)),
    ]
    for game in setups:
        picker = game.asked
        others = [seat for seat in SEATS[:3] if seat != picker] + [WATCHER]
        picked = [game.copy().play(f"{picker}: {option}").games for option in sorted(game.options())[:3]]
        for other in others:
            seat = WATCHER if other is WATCHER else SEATS.index(other)
            views = [view_of(games, seat) for games in picked]

            assert views[0] == views[1] == views[2]
            assert views[0]["players"][SEATS.index(picker)]["has_picked"]
        assert len({json.dumps(view_of(games, SEATS.index(picker))["secrets"]) for games in picked}) == 3


def test_only_the_seat_asked_is_shown_its_answers():
    game = given(dice={"red": (1, 2, 3)})

    assert {answer["action"] for answer in view_of(game.games, 0)["actions"]} == set(
        np.flatnonzero(legal(game.games)[0])
    )
    for seat in (1, 2, 3, WATCHER):
        view = view_of(game.games, seat)
        assert (view["actions"], view["placements"]) == ([], [])


def test_a_looked_at_card_is_known_to_who_looked_alone():
    game = given(dice={"red": (4, 6, 1), "blue": (1, 2, 3)}, players=2, enemy="Zombies 4 (year I)")
    game.play("red: influence General with 4+6")
    game.pass_until(lambda game: game.has_looked("red"))

    assert view_of(game.games, 0)["enemy"]["card"]["name"] == "Zombies 4 (year I)"
    for seat in (1, WATCHER):
        enemy = view_of(game.games, seat)["enemy"]
        assert (enemy["card"], enemy["low"], enemy["high"]) == (None, 2, 4)
        assert view_of(game.games, seat)["players"][0]["has_looked"]


# What it says is true


def test_a_small_view_in_full():
    game = given(
        players=2,
        year=3,
        season="autumn",
        goods=GOODS,
        vp={"red": 7},
        buildings_of={"red": ("Palisade", "Guard Tower", "Barricade", "Crane"), "blue": ("Inn",)},
        soldiers={"red": 1},
        dice={"red": (5, 6, 6), "blue": (2, 2, 4)},
        bonus_dice={"blue": (1,)},
        placed={"blue": ("Wizard",)},
        neutral=("Jester",),
        envoy="blue",
    )
    view = view_of(game.games, 0)
    red, blue = view["players"]

    assert view["rules"] == {
        "num_players": 2,
        "edition": "second",
        "modules": [],
        "plus_two": "season",
        "optional_effects": False,
    }
    assert (view["year"], view["year_name"], view["phase_name"], view["time"]) == (
        3, "III", "autumn", "year III, autumn",
    )  # fmt: skip
    assert (view["order"], view["envoy"], view["kings_die"], view["result"]) == ([0, 1], 1, None, None)
    assert view["question"] == {
        "seat": 0, "decision": 7, "name": "INFLUENCE", "text": "which advisor to influence",
        "sentence": "red decides which advisor to influence", "advisor": None, "modifier": None, "group": None,
        "building": None, "effect": None, "built": None, "amount": None, "kinds": None,
        # Ranks 5, 6, 11, 12 and 17.
        "advisors": [4, 5, 10, 11, 16], "buildings": [],
    }  # fmt: skip
    enemy = view["enemy"]
    assert (enemy["year"], enemy["is_open"], enemy["card"], enemy["low"], enemy["high"]) == (
        3, False, None, 4, 6,
    )  # fmt: skip
    assert [card["name"].split(" (")[0] for card in enemy["possible"]] == [
        "Goblins 4", "Goblins 5", "Orcs 5", "Zombies 6", "Demons 6",
    ]  # fmt: skip
    assert [advisor["name"] for advisor in view["court"] if advisor["is_taken"]] == ["Jester", "Wizard"]
    assert view["court"][0]["is_neutral"]
    assert view["court"][15]["groups"] == [{"seat": 1, "own": [], "bonus": [], "shift": None}]
    assert (red["goods"], red["vp"], red["own_dice"], red["buildings"]) == (
        [2, 1, 0], 7, [5, 6, 6], [12, 16, 20, 21],
    )  # fmt: skip
    # The Barricade counts against Goblins, the Palisade twice against Zombies.
    assert red["strength"] == {"low": 3, "high": 4, "is_fixed": False}
    assert (blue["own_dice"], blue["bonus_dice"], blue["building_names"]) == ([2, 2, 4], [1], ["Inn"])
    assert {cost["name"]: cost["price"] for cost in red["next"]} == {
        "Statue": [2, 0, 0],
        "Inn": [1, 1, 0],
        "Blacksmith": [1, 2, 0],
        "Stable": [1, 1, 1],
        "Town Hall": [1, 1, 1],
    }
    assert [cost["lacks"] for cost in red["next"]] == [0, 0, 1, 1, 1]


def paid_for(game, building):
    """The gold, wood and stone that building takes from red."""
    after, buffers = clone(game.games), Buffers(1, with_log=True)
    step_batch(after, np.array([BLOCKS["build"].first + building]), buffers)
    paid = [0, 0, 0]
    for event in buffers.log():
        if (event.kind, event.source, event.seat) == (Event.GOODS, Source.BUILDING, 0):
            paid[event.what] -= int(event.amount)
    return paid


@pytest.mark.parametrize("governor", ["Miner", "Carpenter", "Sculptor"])
@pytest.mark.parametrize("standing", [(), ("Crane", "Market", "Quarry", "Stone Wall")], ids=["", "crane"])
def test_prices_are_what_building_takes(governor, standing):
    game = given(
        at="build",
        modules=("rows", "governors"),
        governors_of={"red": governor},
        buildings_of={"red": standing},
        goods={"red": "9 gold, 9 wood, 9 stone"},
    )
    red = view_of(game.games, 0)["players"][0]

    assert len(red["next"]) == 7
    assert len(red["buildings"]) + len(red["next"]) + len(red["later"]) == 28
    for cost in red["next"]:
        assert paid_for(game, cost["building"]) == cost["price"]
        assert cost["lacks"] == 0


def test_the_architect_and_the_sorcerer_see_what_they_save():
    building = {"at": "build", "modules": ("governors",), "governors_of": {"red": "Architect"}}
    sorcery = given(at="new year", year=2, modules=("governors",), governors_of={"blue": "Sorcerer"})

    assert view_of(given(**building, buildings_of={"blue": ("Inn",)}).games)["players"][0]["saves_one"]
    assert not view_of(given(**building, goods={"red": "2 gold"}).games)["players"][0]["saves_one"]
    assert sorcery.question == "sorcery"
    view = view_of(sorcery.games)
    assert [cost["price"] for cost in view["players"][1]["next"]] == [[0, 0, 0]] * 5
    assert view["players"][0]["next"][0]["price"] == [2, 0, 0]


def test_strength_counts_soldiers_and_buildings_until_it_is_fixed():
    game = given(
        at="winter",
        modules=("army",),
        players=2,
        soldiers={"red": 2},
        buildings_of={"red": ("Palisade", "Barricade"), "blue": ("Farms",)},
        enemy="Zombies 4 (year I)",
    )
    before = view_of(game.games)["players"]
    after = battle(
        "Barbarians 2 (year I)", soldiers={"red": 1}, goods={"blue": "3 gold, 1 wood"}, vp={"blue": 4}
    )
    fixed = view_of(after.games)

    assert before[0]["strength"] == {"low": 3, "high": 4, "is_fixed": False}
    assert before[1]["strength"] == {"low": -1, "high": -1, "is_fixed": False}
    assert fixed["enemy"]["is_open"]
    assert fixed["enemy"]["card"]["strength"] == fixed["enemy"]["low"] == fixed["enemy"]["high"] == 2
    assert fixed["players"][0]["strength"] == {"low": 1, "high": 1, "is_fixed": True}


QUESTIONS = {
    "an advisor who helps": (
        {"at": "help", "placed": {"red": ("Treasurer", "Astronomer")}},
        {"name": "TAKE_GOODS", "advisor": Advisor.ASTRONOMER, "amount": 1, "kinds": [0, 1, 2]},
    ),
    "kinds that may be taken": (
        {"at": "help", "placed": {"blue": ("Merchant",)}},
        {"seat": 1, "advisor": Advisor.MERCHANT, "kinds": [0, 1]},
    ),
    "an effect": (
        {"at": "start", "season": "summer", "buildings_of": {"red": ("Farms",)}, "optional_effects": True},
        {
            "name": "USE_EFFECT",
            "effect": Effect.FARMS,
            "building": None,
            "text": "whether to use the Farms' die",
        },
    ),
    "a second building": (
        {"at": "build", "envoy": "red", "goods": {"red": "9 gold, 9 wood, 9 stone"}},
        {"name": "BUILD", "built": 0, "amount": None, "buildings": [4, 8, 12, 16, 20]},
    ),
}


@pytest.mark.parametrize(("position", "about"), QUESTIONS.values(), ids=QUESTIONS)
def test_a_question_names_what_it_is_about(position, about):
    question = view_of(given(**position).games)["question"]

    assert {name: question[name] for name in about} == about


def test_what_a_question_is_about_changes_with_the_game():
    game = given(dice={"red": (1, 2, 3)}, bonus_dice={"red": (3,)}, tokens={"red": 1})
    game.play("red: influence Sergeant with +2")
    picking = view_of(game.games, 0)
    game = given(at="build", envoy="red", goods={"red": "9 gold, 9 wood, 9 stone"})
    game.play("red: build Inn")
    saving = given(
        at="build",
        modules=("governors",),
        governors_of={"red": "Architect"},
        buildings_of={"blue": ("Inn",)},
        goods={"red": "2 gold, 1 wood"},
    )
    saving.play("red: build Inn")

    assert picking["question"]["name"] == "PICK_DICE"
    assert (picking["question"]["advisor"], picking["question"]["modifier"]) == (Advisor.SERGEANT, 1)
    assert picking["question"]["group"] == {"own": [], "bonus": []}
    assert picking["court"][Advisor.SERGEANT]["groups"] == [
        {"seat": 0, "own": [], "bonus": [], "shift": None}
    ]
    assert view_of(game.games)["question"]["built"] == 1
    assert view_of(saving.games)["question"]["building"] == Building.INN


def test_a_saving_names_its_building_and_a_declined_one_costs_the_full_price():
    game = given(
        at="build",
        optional_effects=True,
        modules=("governors",),
        governors_of={"red": "Architect"},
        goods={"red": "2 gold, 1 wood, 1 stone"},
        buildings_of={"red": ("Barricade", "Crane"), "blue": ("Fortress",)},
    ).play("red: build Town Hall")
    asked = view_of(game.games)["question"]
    game.play("red: pass")
    prices = {cost["name"]: cost["price"] for cost in view_of(game.games)["players"][0]["next"]}

    assert (asked["effect"], asked["building"], asked["built"]) == (Effect.SAVINGS, Building.TOWN_HALL, 1)
    assert prices["Town Hall"] == [2, 1, 1]


def test_groups_tell_what_was_added_to_their_dice():
    game = given(dice={"red": (1, 2, 6)}, tokens={"red": 1})
    game.play("red: influence Sergeant with 1+2 and +2")

    assert view_of(game.games)["court"][Advisor.SERGEANT]["groups"] == [
        {"seat": 0, "own": [1, 2], "bonus": [], "shift": 2}
    ]
    assert view_of(game.games)["players"][0]["used"] == ["+2 token"]


def test_events_come_as_data_and_in_words():
    game = given(dice={"red": (1, 2, 6)})
    game.play("red: influence Jester with 1")
    events = view_of(game.games, events=game.buffers.log())["events"]

    assert events[0] == {
        "kind": "PLACED", "seat": 0, "what": 0, "amount": 0, "source": None,
        "text": "red influences the Jester",
    }  # fmt: skip
    assert [event["text"] for event in events] == game.events


def test_the_end_tells_ranks_and_shows_the_last_enemy():
    game = given(at="year end", year=5, players=2, vp={"red": 3, "blue": 9}, enemy="Dragons 9 (year V)")
    view = view_of(game.games)

    assert view["question"] is None
    assert view["result"] == {"scores": [3, 9], "ranks": [2, 1], "winners": [1], "decided_by": "vp"}
    assert view["enemy"]["card"]["name"] == "Dragons 9 (year V)"
    assert len(view["past_enemies"]) == 4


@pytest.mark.compiled
def test_a_view_goes_into_json_and_back():
    for games in positions(4, seed=7):
        for seat in (0, 3, WATCHER):
            view = view_of(games, seat)
            assert json.loads(json.dumps(view)) == view


# Placing dice as people do


def play_placement(games, placement):
    """Play the actions of a placement; return the game before the last one, and the dice it used."""
    trial, buffers = clone(games), Buffers(1, with_log=True)
    used = []
    for action in placement["actions"]:
        step_batch(trial, np.array([action]), buffers)
        used += [
            (event.what >= NUM_OWN_DICE, int(event.amount))
            for event in buffers.log()
            if event.kind == Event.DIE_PLACED
        ]
    return trial, used


HANDS = {
    "plain": {"dice": {"red": (1, 2, 3)}},
    "equal dice": {"dice": {"red": (2, 2, 4)}, "bonus_dice": {"red": (2, 4)}},
    "token and market": {
        "dice": {"red": (1, 2, 3)},
        "bonus_dice": {"red": (3, 3)},
        "tokens": {"red": 1},
        "buildings_of": {"red": ("Market",)},
    },
}


@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS)
def test_every_placement_plays_and_uses_its_dice(hand):
    game = given(**hand)
    ways = placements(game.games)

    assert {way["actions"][0] for way in ways} == set(np.flatnonzero(legal(game.games)[0])) - {PASS}
    for way in ways:
        trial, used = play_placement(game.games, way)
        assert trial["decision"][0] != Decision.PICK_DICE
        assert sorted(used) == sorted(
            [(False, face) for face in way["own"]] + [(True, face) for face in way["bonus"]]
        )
    assert len({json.dumps([way["own"], way["bonus"], way["actions"][0]]) for way in ways}) == len(ways)


def test_every_set_of_dice_the_engine_takes_is_a_placement():
    game = given(**HANDS["token and market"])
    reached, open_games = set(), [(game.games, [])]
    while open_games:
        games, actions = open_games.pop()
        if actions and games["decision"][0] != Decision.PICK_DICE:
            reached.add(tuple(actions))
            continue
        for action in np.flatnonzero(legal(games)[0]):
            if action != PASS:
                after = clone(games)
                step_batch(after, np.array([action]), Buffers(1))
                open_games.append((after, [*actions, int(action)]))

    def dice_of(actions):
        _, used = play_placement(game.games, {"actions": actions})
        return actions[0], tuple(sorted(used))

    assert {dice_of(way["actions"]) for way in placements(game.games)} == {
        dice_of(list(actions)) for actions in reached
    }


# Bad input


@pytest.mark.parametrize("seat", [4, -1, True, "red", 1.0])
def test_a_seat_that_is_not_there_is_refused(seat):
    with pytest.raises(
        ValueError, match=r"^seat=.*: must be from 0 to 3, or None for somebody who only watches$"
    ):
        view_of(new_games(1), seat)


def test_several_games_are_refused():
    with pytest.raises(
        ValueError, match=r"^games: a view is of one game, not of 2; take games\[i : i \+ 1\]$"
    ):
        view_of(new_games(2))


def test_looking_changes_nothing():
    game = given(dice={"red": (1, 2, 3)})
    before = game.games.tobytes()
    game.games.setflags(write=False)

    view_of(game.games, 0)

    assert game.games.tobytes() == before
