"""Many games at once: what callers may hand over, what is refused and how, and that nothing else changes."""

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from kingsburg_env import (
    Buffers,
    IllegalActionError,
    Rules,
    check_values,
    clone,
    features_of,
    legal,
    new_games,
    observe,
    ranking,
    redeal,
    reset,
    rollout_batch,
    rules_of,
    sample_legal,
    scores,
    step_batch,
)
from kingsburg_env.engine.actions import NUM_ACTIONS, PASS
from kingsburg_env.engine.names import MAX_PLAYERS, NOBODY, Phase
from kingsburg_env.engine.play import NO_ACTION
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.engine.state import STATE
from tests.given import given
from tests.random_play import EVERY_RULES, differences, join, name_of, play, play_for, uniform

ROOT = Path(__file__).parent.parent
RULES = Rules(num_players=3)


def _games(count=2, rules=RULES, seed=0):
    return new_games(count, rules, seed=seed)


def _first_answers(games):
    return legal(games).argmax(axis=1)


def _buffer_bytes(buffers):
    arrays = (
        buffers.observation,
        buffers.mask,
        buffers.actor,
        buffers.rewards,
        buffers.terminal,
        buffers.logs,
    )
    return [array.tobytes() for array in arrays]


def _over():
    """A game that is over."""
    return given(at="year end", year=5).games


# Games


NOT_GAMES = {
    "None": None,
    "a number": 3,
    "a string": "games",
    "a list": [1, 2],
    "floats": np.zeros(3),
    "integers": np.zeros(3, np.int64),
    "a table": np.zeros((2, 2), STATE),
    "no dimension": np.zeros((), STATE),
    "other byte order": np.zeros(2, STATE.newbyteorder()),
    "bytes": bytes(STATE.itemsize),
    "one record": np.zeros(1, STATE)[0],
}
ENTRIES = {
    "step_batch": lambda games: step_batch(games, np.zeros(2, np.int64), Buffers(2)),
    "reset": lambda games: reset(games, 0),
    "legal": legal,
    "observe": lambda games: observe(games, 0),
    "clone": clone,
    "redeal": lambda games: redeal(games, 0, seed=0),
    "rollout_batch": rollout_batch,
    "scores": scores,
    "ranking": ranking,
    "rules_of": rules_of,
    "check_values": check_values,
}
EVERY_ENTRY = pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)


@EVERY_ENTRY
@pytest.mark.parametrize("games", NOT_GAMES.values(), ids=NOT_GAMES)
def test_what_is_not_games_is_refused(entry, games):
    with pytest.raises(
        TypeError, match=r"^games: must be a one-dimensional array of games as new_games makes them, not "
    ):
        entry(games)


CHANGING = {name: ENTRIES[name] for name in ("step_batch", "reset", "rollout_batch")}


@pytest.mark.parametrize("entry", CHANGING.values(), ids=CHANGING)
def test_games_that_cannot_be_written_are_refused(entry):
    games = _games()
    before = games.tobytes()
    games.setflags(write=False)

    with pytest.raises(ValueError, match=r"^games: must be contiguous and writeable; use clone\(games\)$"):
        entry(games)
    assert games.tobytes() == before


@pytest.mark.parametrize("entry", CHANGING.values(), ids=CHANGING)
def test_games_that_lie_apart_are_refused(entry):
    games = _games(4)
    before = games.tobytes()

    with pytest.raises(ValueError, match=r"^games: must be contiguous and writeable; use clone\(games\)$"):
        entry(games[::2])
    assert games.tobytes() == before


def test_clone_takes_games_that_cannot_be_written():
    games = _games()
    games.setflags(write=False)
    copy = clone(games)

    assert copy.flags.writeable
    assert copy.tobytes() == games.tobytes()


def test_clone_takes_games_that_lie_apart():
    games = _games(4)
    copy = clone(games[::2])

    assert copy.flags.c_contiguous
    assert [copy[:1].tobytes(), copy[1:].tobytes()] == [games[:1].tobytes(), games[2:3].tobytes()]


def test_a_clone_is_another_game_with_the_same_future():
    games = _games()
    copy = clone(games)
    play_for(games, steps=3, seed=0)
    differ_now = differences(games, copy)
    play_for(copy, steps=3, seed=0)
    differ_in_the_end = differences(games, copy)

    assert differ_now
    assert differ_in_the_end == []


def test_games_that_were_pickled_can_be_played():
    games = pickle.loads(pickle.dumps(_games()))
    step_batch(games, _first_answers(games), Buffers(2))

    assert games.tobytes() != _games().tobytes()


HARMLESS_WITH_ZEROS = {
    "step_batch": lambda games: step_batch(games, np.full(2, NO_ACTION), Buffers(2)),
    "step_batch with auto_reset": lambda games: step_batch(
        games, np.full(2, NO_ACTION), Buffers(2), auto_reset=True
    ),
    "legal": legal,
    "clone": clone,
    "scores": scores,
}


@pytest.mark.bounds
@pytest.mark.parametrize("entry", HARMLESS_WITH_ZEROS.values(), ids=HARMLESS_WITH_ZEROS)
def test_records_of_zeros_count_as_ended_games(entry):
    zeros = np.zeros(2, STATE)
    entry(zeros)
    changed = differences(zeros, np.zeros(2, STATE))

    assert changed == []


REFUSED_WITH_ZEROS = {
    "step_batch": lambda games: step_batch(games, np.zeros(2, np.int64), Buffers(2)),
    "observe": lambda games: observe(games, 0),
    "redeal": lambda games: redeal(games, 0, seed=0),
    "reset": lambda games: reset(games, 0),
    "rollout_batch": rollout_batch,
    "ranking": ranking,
    "rules_of": rules_of,
    "check_values": check_values,
}


@pytest.mark.bounds
@pytest.mark.parametrize("entry", REFUSED_WITH_ZEROS.values(), ids=REFUSED_WITH_ZEROS)
def test_records_of_zeros_are_refused_where_rules_are_needed(entry):
    zeros = np.zeros(2, STATE)

    with pytest.raises(ValueError, match=r"num_players|seats|the game is over"):
        entry(zeros)
    assert differences(zeros, np.zeros(2, STATE)) == []


# What a user of numpy does with arrays. In a process of its own, since a bad record layout makes numpy crash.
JOIN_TOOLS = (
    "np.concatenate([a, b])",
    "np.stack([a, b])[0]",
    "np.append(a, b)",
    "np.where(np.ones(9, bool), a, b)",
    "np.array(list(a))",
)
OTHER_TOOLS = (
    "np.repeat(a, 2)",
    "np.tile(a, 2)",
    "a[[0, 2]]",
    "a[a['year'] == 0]",
    "np.roll(a, 1)",
    "np.empty_like(a)",
    "copy.deepcopy(a)",
)
USE_TOOLS = """
import copy, io, sys
import numpy as np
from kingsburg_env.engine.state import STATE
a, b = np.zeros(9, STATE), np.zeros(9, STATE)
a["players"]["vp"] = 3
for tool in sys.argv[1:]:
    for _ in range(5):
        made = eval(tool)
    print(made.dtype == STATE and made.dtype.type is STATE.type, flush=True)
"""


@cache
def _what_numpy_makes(tools):
    command = [sys.executable, "-c", USE_TOOLS, *tools]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=100)


@pytest.mark.parametrize(
    "tools", [JOIN_TOOLS, OTHER_TOOLS, ("str(np.zeros(2000, STATE)) and a",)], ids=["join", "pick", "print"]
)
def test_games_survive_numpys_own_tools(tools):
    made = _what_numpy_makes(tools)

    assert made.stdout.split() == ["True"] * len(tools), made.stderr
    assert made.returncode == 0


# New games


@pytest.mark.parametrize("n", [0, -1, 1.5, float("nan"), "3", None, True, [2]], ids=repr)
def test_a_wrong_number_of_games_is_refused(n):
    with pytest.raises(ValueError, match=r"^n=.*: must be a whole number of at least 1$"):
        new_games(n)


@pytest.mark.parametrize("rules", [4, "second", {"num_players": 4}, Rules], ids=repr)
def test_rules_that_are_none_are_refused(rules):
    with pytest.raises(TypeError, match=r"^rules=.*: must be Rules"):
        new_games(1, rules)


WRONG_SEEDS = [
    -1,
    2**64,
    10**30,
    1.0,
    float("nan"),
    "7",
    None,
    True,
    [1],
    [1, 2, 3],
    [[1, 2]],
    [-1, 5],
    [0.5, 1],
    [True, False],
    ["1", "2"],
]
SEED_TAKERS = {
    "new_games": lambda _, seed: new_games(2, RULES, seed=seed),
    "reset": reset,
    "redeal": lambda games, seed: redeal(games, 0, seed),
    "rollout_batch": rollout_batch,
}


@pytest.mark.parametrize("entry", SEED_TAKERS.values(), ids=SEED_TAKERS)
@pytest.mark.parametrize("seed", WRONG_SEEDS, ids=repr)
def test_a_wrong_seed_is_refused_and_nothing_changes(entry, seed):
    games = _games()
    before = games.tobytes()

    with pytest.raises(ValueError, match=r"^seed.*from 0 to 2\*\*64 - 1$"):
        entry(games, seed)
    assert games.tobytes() == before


@pytest.mark.parametrize(
    "seed",
    [0, 2**63, 2**64 - 1, np.uint64(2**64 - 1), np.int32(5), np.array([2**64 - 1, 0], np.uint64)],
    ids=repr,
)
def test_every_seed_of_64_bits_is_taken(seed):
    assert len(new_games(2, RULES, seed=seed)) == 2


def test_the_rules_of_a_batch_come_back():
    rules = Rules(num_players=5, edition="first", modules=("army", "rows"), plus_two="group")

    assert rules_of(_games(1, rules)) == rules


def test_the_rules_of_a_batch_come_back_whatever_the_years_of_its_games():
    games = _games(2)
    games["year"][1] = 2

    assert games["year"].tolist() == [1, 2]
    assert rules_of(games) == RULES


# Resetting


def test_a_game_dealt_anew_in_mid_season_is_a_new_game():
    games, fresh = play_for(new_games(1, RULES, seed=1), 40, seed=1), new_games(1, RULES, seed=70)
    had_thrown = games["players"]["throws"].any()
    reset(games, 70)
    as_dealt = differences(games, fresh)

    assert had_thrown
    assert (as_dealt, differences(play_for(games, 20, seed=3), play_for(fresh, 20, seed=3))) == ([], [])


@pytest.mark.parametrize(
    "which", [[2], [-1], [0, 5], [0.0], [True, False], ["a"], [None], [[0]], 0, "all", [10**30]], ids=repr
)
def test_indices_that_are_not_in_the_batch_are_refused(which):
    games = _games()
    before = games.tobytes()

    with pytest.raises(ValueError, match=r"^which: must be .*indices from 0 to 1$"):
        reset(games, 9, which=which)
    assert games.tobytes() == before


def test_an_index_given_twice_is_refused():
    games = _games(3)
    before = games.tobytes()

    with pytest.raises(ValueError, match=r"^which: "):
        reset(games, 9, which=[1, 1])
    assert games.tobytes() == before


def test_only_the_chosen_games_are_dealt_anew():
    games, before = _games(4), _games(4)
    reset(games, [70, 80], which=[3, 1])
    alone = [new_games(1, RULES, seed=seed) for seed in (80, 70)]
    different = differences(games, join([before[:1], alone[0], before[2:3], alone[1]]))

    assert different == []


def test_buffers_of_features_hold_those_of_the_seats_asked():
    games, buffers = _games(3), Buffers(3, obs_type="features")
    reset(games, 5, buffers=buffers)
    for _ in range(4):
        assert buffers.observation.tobytes() == features_of(games, games["actor"]).tobytes()
        step_batch(games, _first_answers(games), buffers)
    reset(games, 9, which=[1], buffers=buffers)

    assert buffers.observation.tobytes() == features_of(games, games["actor"]).tobytes()
    assert _buffer_bytes(pickle.loads(pickle.dumps(buffers))) == _buffer_bytes(buffers)


def test_features_of_a_game_that_is_over_are_those_of_the_first_seat():
    games, buffers = _games(1), Buffers(1, obs_type="features")
    rollout_batch(games)
    step_batch(games, np.array([NO_ACTION]), buffers)

    assert buffers.observation.tobytes() == features_of(games, 0).tobytes()


def test_only_the_rows_of_the_chosen_games_are_written():
    games, buffers = _games(3), Buffers(3, with_log=True)
    buffers.mask[:] = 7
    reset(games, 9, which=[1], buffers=buffers)

    assert [row.tolist() == [7] * NUM_ACTIONS for row in buffers.mask] == [True, False, True]
    assert buffers.mask[1].tolist() == legal(games)[1].tolist()


def test_no_games_at_all_may_be_chosen():
    games = _games()
    before = games.tobytes()
    reset(games, 9, which=np.flatnonzero([False, False]))
    after = games.tobytes()

    assert before == after


def test_resetting_writes_what_the_first_questions_are():
    games, buffers = _games(), Buffers(2)
    reset(games, 4, buffers=buffers)

    assert buffers.mask.tolist() == legal(games).tolist()
    assert buffers.actor.tolist() == games["actor"].tolist()
    assert buffers.observation.tobytes() == observe(games, games["actor"]).tobytes()


@pytest.mark.parametrize("players", [0, 1])
def test_games_whose_rules_are_impossible_are_not_dealt(players):
    games = _games()
    games["num_players"] = players
    before = games.tobytes()

    with pytest.raises(ValueError, match="num_players"):
        reset(games, 0)
    assert games.tobytes() == before


# Actions


WRONG_ACTIONS = {
    "floats": np.zeros(2),
    "not a number": np.full(2, np.nan),
    "truths": np.ones(2, bool),
    "strings": np.array(["pass", "pass"]),
    "objects": np.array([None, 0], object),
    "none": None,
    "a string": "ab",
    "complex": np.zeros(2, complex),
}


@pytest.mark.parametrize("actions", WRONG_ACTIONS.values(), ids=WRONG_ACTIONS)
def test_actions_that_are_no_integers_are_refused(actions):
    games, buffers = _games(), Buffers(2)
    before = games.tobytes()

    with pytest.raises(TypeError, match=r"^actions: must be integers, not "):
        step_batch(games, actions, buffers)
    assert games.tobytes() == before


@pytest.mark.parametrize("shape", [(), (1,), (3,), (2, 1), (1, 2), (0,)], ids=str)
def test_actions_of_another_shape_are_refused(shape):
    games, buffers = _games(), Buffers(2)
    before = games.tobytes()

    with pytest.raises(ValueError, match=r"^actions: must have shape \(2,\), one for each game, not "):
        step_batch(games, np.zeros(shape, np.int64), buffers)
    assert games.tobytes() == before


@pytest.mark.bounds
@pytest.mark.parametrize(
    "action", [-1, -2, NUM_ACTIONS, NUM_ACTIONS + 1, 10**9, -(10**9), 2**63 - 1, -(2**63)]
)
@pytest.mark.parametrize("auto_reset", [False, True])
def test_an_action_outside_the_action_space_is_refused(action, auto_reset):
    games, buffers = _games(), Buffers(2)
    before, written = games.tobytes(), _buffer_bytes(buffers)
    actions = _first_answers(games)
    actions[1] = action

    with pytest.raises(
        IllegalActionError,
        match=rf"^game 1, illegal action {action} .* decides which goods to take; legal: ",
    ):
        step_batch(games, actions, buffers, auto_reset=auto_reset)
    assert games.tobytes() == before
    assert _buffer_bytes(buffers) == written


@pytest.mark.compiled
@pytest.mark.parametrize("rules", EVERY_RULES[::3], ids=name_of)
def test_every_action_that_is_not_legal_is_refused_and_changes_nothing(rules):
    games = play_for(new_games(1, rules, seed=5), steps=37, seed=5)
    before, buffers, refused = games.tobytes(), Buffers(1), 0
    for action in np.flatnonzero(legal(games)[0] == 0):
        try:
            step_batch(games, np.array([action]), buffers)
        except IllegalActionError:
            refused += 1
    after = games.tobytes()

    assert refused == NUM_ACTIONS - legal(games).sum()
    assert before == after


def test_an_illegal_action_in_one_game_stops_all_of_them():
    games, buffers = _games(3), Buffers(3)
    before = games.tobytes()
    actions = _first_answers(games)
    actions[2] = PASS

    with pytest.raises(IllegalActionError, match=r"^game 2, illegal action 0 \('pass'\) for "):
        step_batch(games, actions, buffers)
    assert games.tobytes() == before


@pytest.mark.parametrize("action", [0, 1, NUM_ACTIONS - 1, NUM_ACTIONS, -2])
def test_no_action_is_legal_after_the_end(action):
    games, buffers = _over(), Buffers(1)
    before = games.tobytes()

    with pytest.raises(IllegalActionError, match=r"the game is over, only -1 \(no action\) is allowed"):
        step_batch(games, np.array([action]), buffers)
    assert games.tobytes() == before


@pytest.mark.parametrize("auto_reset", [False, True])
def test_a_game_that_is_over_stays_as_it_is(auto_reset):
    games, buffers = _over(), Buffers(1)
    before = games.tobytes()
    step_batch(games, np.array([NO_ACTION]), buffers, reward="vp_delta", auto_reset=auto_reset)
    after = games.tobytes()

    assert before == after
    assert not buffers.terminal.any()
    assert not buffers.rewards.any()
    assert not buffers.mask.any()
    assert buffers.actor.tolist() == [NOBODY]


@pytest.mark.parametrize("dtype", [np.int16, np.int32, np.uint8, np.uint16, np.uint64])
def test_integers_of_any_width_are_actions(dtype):
    games, expected = _games(), _games()
    step_batch(expected, _first_answers(expected), Buffers(2))
    step_batch(games, _first_answers(games).astype(dtype), Buffers(2))
    different = differences(games, expected)

    assert different == []


def test_actions_may_be_a_list_or_lie_apart():
    games, expected = _games(), _games()
    step_batch(expected, _first_answers(expected), Buffers(2))
    step_batch(games, _first_answers(games).tolist(), Buffers(2))
    again = _games()
    step_batch(again, np.repeat(_first_answers(again), 2)[::2], Buffers(2))

    assert differences(games, expected) == []
    assert differences(again, expected) == []


@pytest.mark.parametrize("reward", ["points", "WIN", "", None, 0])
def test_an_unknown_reward_is_refused_with_the_known_ones(reward):
    games = _games()
    before = games.tobytes()

    with pytest.raises(
        ValueError, match=r"^reward=.*: must be one of 'win', 'rank', 'vp_margin', 'vp_delta'$"
    ):
        step_batch(games, _first_answers(games), Buffers(2), reward=reward)
    assert games.tobytes() == before


# Buffers


@pytest.mark.parametrize("num_games", [0, -1])
def test_buffers_for_no_games_are_refused(num_games):
    with pytest.raises(ValueError, match=rf"^num_games={num_games}: must be .*at least 1$"):
        Buffers(num_games)


@pytest.mark.parametrize("num_games", [1.5, "2", None, True, [1]], ids=repr)
def test_buffers_for_a_number_that_is_none_are_refused(num_games):
    with pytest.raises((TypeError, ValueError), match=r"^num_games=.*: must be "):
        Buffers(num_games)


BUFFER_TAKERS = {
    "step_batch": lambda games, buffers: step_batch(games, _first_answers(games), buffers),
    "reset": lambda games, buffers: reset(games, 0, buffers=buffers),
    "reset of one": lambda games, buffers: reset(games, 0, which=[0], buffers=buffers),
}


@pytest.mark.parametrize("entry", BUFFER_TAKERS.values(), ids=BUFFER_TAKERS)
@pytest.mark.parametrize("count", [1, 3])
def test_buffers_for_another_number_of_games_are_refused(entry, count):
    games = _games()
    before = games.tobytes()

    with pytest.raises(ValueError, match=rf"^buffers: made for {count} games, not for 2$"):
        entry(games, Buffers(count))
    assert games.tobytes() == before


@pytest.mark.parametrize("entry", BUFFER_TAKERS.values(), ids=BUFFER_TAKERS)
@pytest.mark.parametrize(
    "buffers", ["buffers", 2, np.zeros(2), Buffers], ids=["string", "number", "array", "class"]
)
def test_buffers_that_are_none_are_refused(entry, buffers):
    games = _games()
    before = games.tobytes()

    with pytest.raises(TypeError, match=r"^buffers: must be "):
        entry(games, buffers)
    assert games.tobytes() == before


def test_a_log_that_is_not_kept_cannot_be_read():
    with pytest.raises(ValueError, match=r"keep no log: make them with Buffers\(num_games, with_log=True\)"):
        Buffers(1).log()


def test_a_log_that_ran_over_says_so():
    buffers = Buffers(1, with_log=True)
    buffers.logs[0].is_full = 1

    with pytest.raises(OverflowError, match="more than 500 events between two questions"):
        buffers.log()


def test_a_part_of_buffers_is_the_same_memory():
    buffers = Buffers(3, with_log=True)
    buffers.part(1, 2).mask[0, 5] = 1

    assert buffers.mask[:, 5].tolist() == [0, 1, 0]


def test_a_log_switched_off_changes_nothing_in_the_game():
    games, silent = _games(), _games()
    for batch, buffers in ((games, Buffers(2, with_log=True)), (silent, Buffers(2))):
        for _ in zip(range(10), play(batch, seed=1, buffers=buffers), strict=False):
            pass

    assert differences(games, silent) == []


# Seats


SEAT_TAKERS = {"observe": observe, "redeal": lambda games, seats: redeal(games, seats, seed=0)}


@pytest.mark.parametrize("entry", SEAT_TAKERS.values(), ids=SEAT_TAKERS)
@pytest.mark.parametrize("seats", [-1, 3, 4, 2**70, -(2**70), [0, 3], [-1, 0]], ids=repr)
def test_a_seat_that_is_not_at_the_table_is_refused(entry, seats):
    with pytest.raises(ValueError, match=r"^seats: must be from 0 to 2$"):
        entry(_games(), seats)


@pytest.mark.parametrize("entry", SEAT_TAKERS.values(), ids=SEAT_TAKERS)
@pytest.mark.parametrize("seats", [1.0, "1", None, True, [0.5, 1], [True, False], [None, 1]], ids=repr)
def test_a_seat_that_is_no_integer_is_refused(entry, seats):
    with pytest.raises(TypeError, match=r"^seats: must be integers, not "):
        entry(_games(), seats)


@pytest.mark.parametrize("entry", SEAT_TAKERS.values(), ids=SEAT_TAKERS)
@pytest.mark.parametrize("seats", [[0], [0, 1, 2], [[0, 1]], []], ids=repr)
def test_seats_must_be_one_for_each_game(entry, seats):
    with pytest.raises(ValueError, match=r"^seats: must have shape \(2,\), one for each game, not "):
        entry(_games(), np.array(seats, np.int64))


def test_seats_are_counted_game_by_game():
    games = join([_games(1, Rules(num_players=2)), _games(1, Rules(num_players=5))])

    assert observe(games, [1, 4]).shape[0] == 2
    with pytest.raises(ValueError, match=r"^seats: must be from 0 to 1$"):
        observe(games, [2, 4])


# Random play to the end


def test_a_rollout_ends_every_game():
    games = _games(2, Rules(num_players=2))
    decisions = rollout_batch(games, seed=1)

    assert set(games["phase"].tolist()) == {Phase.OVER}
    assert decisions.min() > 20
    assert not legal(games).any()


@pytest.mark.compiled
@pytest.mark.parametrize("rules", EVERY_RULES, ids=name_of)
def test_rollouts_can_be_repeated(rules):
    games, again, otherwise = (new_games(20, rules) for _ in range(3))
    decisions = rollout_batch(games, seed=1), rollout_batch(again, seed=1)
    rollout_batch(otherwise, seed=1000)

    assert decisions[0].tolist() == decisions[1].tolist()
    assert differences(games, again) == []
    assert differences(games, otherwise)


@pytest.mark.compiled
def test_a_rollout_does_not_depend_on_the_other_games():
    games = new_games(20, RULES)
    alone = new_games(1, RULES, seed=7)
    rollout_batch(games, seed=100)
    rollout_batch(alone, seed=107)

    assert differences(games[7:8], alone) == []


@pytest.mark.compiled
def test_a_rollout_from_one_position_is_spread_over_its_answers():
    games = np.repeat(new_games(1, RULES), 600)
    actor = int(games[0]["actor"])
    copies = clone(games)
    rollout_batch(copies, seed=0)
    results = {tuple(row) for row in scores(copies).tolist()}

    assert actor in range(3)
    assert len(results) > 300


@pytest.mark.compiled
def test_the_seed_of_a_rollout_is_left_as_it_was():
    seeds = np.arange(5)
    rollout_batch(new_games(5, RULES), seed=seeds)

    assert seeds.tolist() == [0, 1, 2, 3, 4]


def test_a_rollout_of_ended_games_takes_no_decision():
    games = _over()
    before = games.tobytes()

    assert rollout_batch(games).tolist() == [0]
    assert games.tobytes() == before


# Results


def test_scores_and_ranks_of_empty_seats_are_zero():
    games = given(players=2, at="year end", year=5, vp={"red": 3, "blue": 3}, goods={"blue": "1 gold"}).games

    assert scores(games).tolist() == [[3, 3, 0, 0, 0]]
    assert ranking(games).tolist() == [[2, 1, 0, 0, 0]]


def test_equal_players_share_a_rank():
    games = given(players=3, at="year end", year=5, vp={"red": 4, "blue": 4, "green": 2}).games

    assert ranking(games).tolist() == [[1, 1, 3, 0, 0]]


# Auto-reset


@pytest.mark.compiled
def test_an_ended_game_is_dealt_anew_at_once_and_its_rewards_are_delivered():
    games, buffers = new_games(16, RULES), Buffers(16)
    reset(games, 0, buffers=buffers)
    rng, ended, wrong = np.random.default_rng(0), [], 0
    for _ in range(400):
        step_batch(games, uniform(buffers.mask, rng), buffers, auto_reset=True)
        over = buffers.terminal
        ended += buffers.rewards[over].tolist()
        wrong += (
            buffers.rewards[~over].any()
            or not buffers.mask.any(axis=1).all()
            or (games["year"][over] != 1).any()
        )

    assert wrong == 0
    assert len(ended) > 16
    assert np.allclose(np.sum(ended, axis=1), 0)
    assert (np.array(ended)[:, :3] != 0).all()
    assert not np.array(ended)[:, 3:].any()


@pytest.mark.compiled
def test_auto_reset_deals_another_game_each_time_and_the_same_in_every_run():
    def keys():
        games, buffers = new_games(4, RULES), Buffers(4)
        reset(games, 0, buffers=buffers)
        rng, seen = np.random.default_rng(0), []
        for _ in range(600):
            step_batch(games, uniform(buffers.mask, rng), buffers, auto_reset=True)
            seen += games["key"].tolist()
        return seen

    once = keys()

    assert len(set(once)) > 8
    assert once == keys()


# Threads


@pytest.mark.compiled
def test_two_threads_on_two_slices_give_the_bytes_of_one():
    count, rules = 200, Rules(num_players=4, modules=MODULES)
    together, apart = new_games(2 * count, rules), new_games(2 * count, rules)
    halves = (slice(0, count), slice(count, 2 * count))

    def play_half(games, half):
        for _ in play(games[half], seed=half.start):
            pass

    for half in halves:
        play_half(together, half)
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda half: play_half(apart, half), halves))

    assert differences(together, apart) == []
    assert set(apart["phase"].tolist()) == {Phase.OVER}


@pytest.mark.compiled
def test_two_threads_may_roll_out_at_once():
    together, apart = new_games(400, RULES), new_games(400, RULES)
    rollout_batch(together, seed=0)
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda first: rollout_batch(apart[first : first + 200], seed=first), (0, 200)))

    assert differences(together, apart) == []


def test_a_batch_may_hold_games_under_different_rules():
    games = join([new_games(1, EVERY_RULES[0]), new_games(1, EVERY_RULES[-1])])
    alone = [clone(games[:1]), clone(games[1:])]
    step_batch(games, _first_answers(games), Buffers(2))
    for one in alone:
        step_batch(one, _first_answers(one), Buffers(1))

    assert differences(games, join(alone)) == []


def test_rewards_have_a_place_for_every_seat():
    buffers = Buffers(2)

    assert buffers.rewards.shape == (2, MAX_PLAYERS)


def test_actions_that_lie_across_words_are_taken_as_they_are():
    games, buffers = new_games(2), Buffers(2)
    reset(games, 3, buffers=buffers)
    aligned = buffers.mask.argmax(axis=1)
    crooked = np.frombuffer(b"?" + aligned.tobytes(), np.int64, offset=1)
    again = clone(games)

    step_batch(games, aligned, buffers)
    step_batch(again, crooked, Buffers(2))

    assert not crooked.flags.aligned
    assert again.tobytes() == games.tobytes()


MIXED = [Rules(num_players, modules=MODULES[:num_players]) for num_players in (2, 3, 4, 5)]


def test_games_of_different_rules_side_by_side_play_as_each_alone():
    games, buffers = np.concatenate([new_games(1, rules) for rules in MIXED]), Buffers(4)
    reset(games, 1, buffers=buffers)
    alone = [(new_games(1, rules), Buffers(1)) for rules in MIXED]
    for game, (single, seen) in enumerate(alone):
        reset(single, 1 + game, buffers=seen)
    for _ in range(8):
        actions = buffers.mask.argmax(axis=1)
        step_batch(games, actions, buffers, auto_reset=True)
        for game, (single, seen) in enumerate(alone):
            step_batch(single, actions[game : game + 1], seen, auto_reset=True)

    assert [single.tobytes() for single, _ in alone] == [games[i : i + 1].tobytes() for i in range(4)]


@pytest.mark.compiled
def test_games_of_different_sizes_are_dealt_anew_under_their_own_rules():
    games, buffers = np.concatenate([new_games(1, rules) for rules in MIXED]), Buffers(4)
    reset(games, 1, buffers=buffers)
    ended, rng = np.zeros(4, int), np.random.default_rng(2)
    for _ in range(600):
        step_batch(games, sample_legal(buffers.mask, rng), buffers, auto_reset=True)
        ended += buffers.terminal
        present = games["players"]["present"].sum(axis=1)

        assert present.tolist() == [2, 3, 4, 5]
        assert (buffers.actor < present).all()
        assert not buffers.rewards[:, -1][:3].any()
    assert (ended > 0).all()
