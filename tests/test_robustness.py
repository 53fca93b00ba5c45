"""Whatever is handed to the environments: a clear refusal with nothing changed, or the right behaviour.

The batched entries have their own tests of this kind in test_batch.py, records from outside in test_check.py.
"""

import copy
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode
from stable_baselines3.common.vec_env import SubprocVecEnv

from kingsburg_env import (
    IllegalActionError,
    Rules,
    kingsburg_v0,
    new_games,
    rules_of,
    sample_legal,
    step_batch,
)
from kingsburg_env.batch import Buffers
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.envs.sb3 import KingsburgSB3VecEnv
from kingsburg_env.envs.seat import SeatGames
from kingsburg_env.envs.single import KingsburgEnv
from kingsburg_env.envs.vector import KingsburgVectorEnv
from tests.play_on import new_game, play_on

ROOT = Path(__file__).parent.parent
TIMEOUT = 300
ID = "kingsburg_env:kingsburg/Kingsburg-v0"
# From Python 3.12 on, forking a process that has threads warns; pytest's own workers have some.
FORKS = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")


def first_legal(_, mask):
    return int(mask.argmax())


def first_legals(_, masks):
    return masks.argmax(axis=1)


# What every environment is made with

ENVIRONMENTS = {
    "aec": kingsburg_v0.env,
    "raw": kingsburg_v0.raw_env,
    "single": KingsburgEnv,
    "vector": KingsburgVectorEnv,
    "sb3": KingsburgSB3VecEnv,
}
LEARNERS = {name: ENVIRONMENTS[name] for name in ("single", "vector", "sb3")}
EVERY_ENVIRONMENT = pytest.mark.parametrize("make", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
EVERY_LEARNER = pytest.mark.parametrize("make", LEARNERS.values(), ids=LEARNERS)
WRONG_RULES = [
    {"num_players": 6},
    {"num_players": 1},
    {"num_players": 4.0},
    {"num_players": "4"},
    {"num_players": None},
    {"num_players": True},
    {"edition": 3},
    {"edition": None},
    {"modules": "rows"},
    {"modules": ("dragons",)},
    {"modules": None},
    {"modules": 5},
    {"modules": (["rows"],)},
    {"plus_two": "year"},
    {"optional_effects": "yes"},
    {"optional_effects": None},
    {"reward": "gold"},
    {"reward": None},
    {"reward": []},
]


@EVERY_ENVIRONMENT
@pytest.mark.parametrize("arguments", WRONG_RULES, ids=str)
def test_wrong_rules_and_rewards_name_the_allowed_ones(make, arguments):
    with pytest.raises(ValueError, match=r"must be (one of|a tuple of any of) "):
        make(**arguments)


@EVERY_LEARNER
@pytest.mark.parametrize("seat", [-1, 4, 1.0, True, None, "left", [0], np.array([0, 1])], ids=repr)
def test_a_wrong_seat_is_refused(make, seat):
    with pytest.raises(ValueError, match=r'must be "random" or from 0 to 3$'):
        make(seat=seat)


@EVERY_LEARNER
@pytest.mark.parametrize("opponents", [None, 5, "random", [], (), {"random"}, np.array([1])], ids=repr)
def test_opponents_are_a_list(make, opponents):
    with pytest.raises(ValueError, match="must be a list of at least one opponent"):
        make(opponents=opponents)


@EVERY_LEARNER
@pytest.mark.parametrize("opponent", [None, 5, "genius", ["random"], 0.5], ids=repr)
def test_an_unknown_opponent_is_refused_with_the_known_ones(make, opponent):
    with pytest.raises(
        ValueError, match=r"must be one of .*'random'.* a function .* or kingsburg_agents.Opponent"
    ):
        make(opponents=[opponent])


@pytest.mark.parametrize("make", [KingsburgVectorEnv, KingsburgSB3VecEnv])
@pytest.mark.parametrize("num_envs", [0, -1, 2.5, "3", None, True], ids=repr)
def test_a_wrong_number_of_games_is_refused(make, num_envs):
    with pytest.raises(ValueError, match=r"^num_envs=.*must be a whole number of at least 1$"):
        make(num_envs=num_envs)


@pytest.mark.parametrize("rules", [None, 4, [Rules()]], ids=repr)
def test_one_seats_games_have_one_set_of_rules(rules):
    with pytest.raises(TypeError, match=r"must be Rules\(...\)"):
        SeatGames(1, rules)


def test_a_batch_of_different_rules_has_no_one_set_of_rules():
    games = new_games(2, [Rules(2), Rules(3)])

    assert [rules_of(games[:1]), rules_of(games[1:])] == [Rules(2), Rules(3)]
    for batch in (games, games[:0]):
        with pytest.raises(ValueError, match="at least one, and all of the same rules"):
            rules_of(batch)


# Seeds

WRONG_SEEDS = [-1, 2**64, 10**30, 1.5, float("nan"), "7", True, [-1], np.float64(3)]
RESETS = {name: ENVIRONMENTS[name] for name in ("aec", "raw", "single", "vector")}


@pytest.mark.parametrize("make", RESETS.values(), ids=RESETS)
@pytest.mark.parametrize("seed", WRONG_SEEDS, ids=repr)
def test_a_wrong_seed_is_refused_and_the_luck_to_come_is_unchanged(make, seed):
    env, twin = make(num_players=2), make(num_players=2)
    env.reset(seed=1)
    twin.reset(seed=1)

    with pytest.raises(ValueError, match=r"^seed=.*from 0 to 2\*\*64 - 1$"):
        env.reset(seed=seed)
    env.reset()
    twin.reset()
    assert _games_of(env).tobytes() == _games_of(twin).tobytes()


def _games_of(env):
    return env._games if hasattr(env, "_games") else env._seat.games


@pytest.mark.parametrize("make", RESETS.values(), ids=RESETS)
@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1, np.int64(5), np.uint64(2**64 - 1)], ids=repr)
def test_every_seed_of_64_bits_is_taken_and_says_the_same_game(make, seed):
    env, twin = make(num_players=2), make(num_players=2)
    env.reset(seed=seed)
    twin.reset(seed=int(seed))

    assert _games_of(env).tobytes() == _games_of(twin).tobytes()


# Actions of one game

NO_WHOLE_NUMBERS = [
    1.5,
    float("nan"),
    float("inf"),
    "pass",
    b"1",
    None,
    True,
    np.True_,
    [160],
    (160,),
    {},
    1j,
    np.array([1, 2]),
    np.array(3.0),
    np.array([], np.int64),
    np.datetime64("2020-01-01"),
]
BEYOND = [-1, -2, NUM_ACTIONS, 2**63 - 1, 2**63, -(2**63), 2**70, np.uint64(2**64 - 1), np.int8(-3)]


@pytest.mark.parametrize("action", NO_WHOLE_NUMBERS, ids=repr)
@pytest.mark.parametrize("make", [kingsburg_v0.env, kingsburg_v0.raw_env, KingsburgEnv])
def test_what_is_no_whole_number_is_refused_and_changes_nothing(make, action):
    env = make(num_players=2)
    env.reset(seed=1)
    before = _games_of(env).tobytes()

    with pytest.raises(TypeError, match=r"must be a whole number from 0 to"):
        env.step(action)
    assert _games_of(env).tobytes() == before


@pytest.mark.parametrize("action", BEYOND, ids=repr)
def test_a_number_beyond_the_action_space_is_refused_by_the_raw_environment(action):
    env = kingsburg_v0.raw_env(num_players=2)
    env.reset(seed=1)
    before = env._games.tobytes()

    with pytest.raises(IllegalActionError, match=rf"^illegal action {int(action)} .*; legal: "):
        env.step(action)
    assert env._games.tobytes() == before


@pytest.mark.parametrize("action", BEYOND, ids=repr)
def test_a_number_beyond_the_action_space_is_refused_by_the_usual_environment(action):
    env = kingsburg_v0.env(num_players=2)
    env.reset(seed=1)
    before = env._games.tobytes()

    with pytest.raises(AssertionError, match=rf"^action={int(action)}: must be from 0 to 235$"):
        env.step(action)
    assert env._games.tobytes() == before
    assert not any(env.terminations.values())


@pytest.mark.parametrize("action", [*BEYOND[:3], 2**63, np.uint64(2**64 - 1)], ids=repr)
def test_a_number_beyond_the_action_space_is_refused_by_the_learners_environment(action):
    env = KingsburgEnv(num_players=2)
    env.reset(seed=1)
    before = _games_of(env).tobytes()

    with pytest.raises(ValueError, match=rf"^action={int(action)}: must be from 0 to"):
        env.step(action)
    assert _games_of(env).tobytes() == before


# Actions of a batch


def _vector(mode=AutoresetMode.SAME_STEP, **arguments):
    env = KingsburgVectorEnv(4, autoreset_mode=mode, **arguments)
    env.reset(seed=1)
    return env


def _sb3(**arguments):
    env = KingsburgSB3VecEnv(4, **arguments)
    env.seed(1)
    env.reset()
    return env


BATCHES = {
    "same step": _vector,
    "next step": partial(_vector, AutoresetMode.NEXT_STEP),
    "no reset": partial(_vector, AutoresetMode.DISABLED),
    "two threads": partial(_vector, num_threads=2),
    "sb3": _sb3,
}
EVERY_BATCH = pytest.mark.parametrize("make", BATCHES.values(), ids=BATCHES)


def _bytes_of(seat):
    shown = (seat.games, seat.seatings, seat.observation, seat.mask, seat.rewards, seat.terminal)
    return [array.tobytes() for array in shown]


@EVERY_BATCH
@pytest.mark.parametrize("game", [0, 3])
@pytest.mark.parametrize("action", [-1, -2, NUM_ACTIONS, 2**62, -(2**63), "illegal"])
def test_an_illegal_action_in_one_game_changes_none(make, game, action):
    env = make()
    before, actions = _bytes_of(env._seat), env.action_masks().argmax(axis=1)
    actions[game] = env.action_masks()[game].argmin() if action == "illegal" else action

    with pytest.raises(IllegalActionError, match=rf"^game {game}, .*; legal: "):
        env.step(actions)
    assert _bytes_of(env._seat) == before


@EVERY_BATCH
@pytest.mark.parametrize(
    "actions",
    [np.zeros(4), np.full(4, np.nan), np.ones(4, bool), ["a"] * 4, [None] * 4, None, "abcd", [0.5, 1, 1, 1]],
    ids=repr,
)
def test_actions_that_are_no_integers_are_refused(make, actions):
    env = make()
    before = _bytes_of(env._seat)

    with pytest.raises(TypeError, match=r"^actions: must be integers, not "):
        env.step(actions)
    assert _bytes_of(env._seat) == before


@EVERY_BATCH
@pytest.mark.parametrize("shape", [(), (1,), (3,), (5,), (4, 1), (0,)], ids=str)
def test_actions_of_another_shape_are_refused(make, shape):
    env = make()
    before = _bytes_of(env._seat)

    with pytest.raises(ValueError, match=r"^actions: must have shape \(4,\), one for each game, not "):
        env.step(np.zeros(shape, np.int64))
    assert _bytes_of(env._seat) == before


def test_numbers_too_large_are_not_wrapped_around():
    games, buffers = new_games(1), Buffers(1)

    with pytest.raises(ValueError, match=r"^actions: 18446744073709551615 is too large"):
        step_batch(games, np.array([2**64 - 1], np.uint64), buffers)


# Before the beginning and after the end


@EVERY_LEARNER
def test_the_learners_environments_want_a_reset_first(make):
    env = make()

    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        env.step(np.zeros(getattr(env, "num_envs", 1), np.int64))


@pytest.mark.parametrize("name", ["agent_selection", "rewards", "terminations", "truncations", "infos"])
def test_there_is_nothing_to_see_before_the_first_game(name):
    env = kingsburg_v0.env()

    with pytest.raises(AttributeError, match=rf"^{name}: call reset\(\) first$"):
        getattr(env, name)
    assert env.agents == []


def test_an_unknown_attribute_is_unknown():
    with pytest.raises(AttributeError, match="has no attribute 'agent_selektion'"):
        _ = kingsburg_v0.env().agent_selektion


@pytest.mark.compiled
def test_an_action_after_the_end_of_a_game_is_refused():
    env = kingsburg_v0.raw_env(num_players=2)
    env.reset(seed=1)
    while not env.terminations[env.agent_selection]:
        env.step(first_legal(None, env.last()[0]["action_mask"]))
    after = env._games.tobytes()

    for action in (0, 5, -1, NUM_ACTIONS):
        with pytest.raises(ValueError, match="only valid action is None"):
            env.step(action)
    assert env._games.tobytes() == after


@pytest.mark.compiled
def test_the_learner_is_not_asked_after_the_end():
    env = KingsburgEnv(num_players=2)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(first_legal(None, info["action_mask"]))

    for action in (0, 5, None):
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(action)
    assert not info["action_mask"].any()


# Opponents that fail

BAD_ANSWERS = {
    "too few": lambda _, masks: masks.argmax(axis=1)[:-1],
    "one for all": lambda _, masks: masks[0].argmax(),
    "floats": lambda _, masks: masks.argmax(axis=1) + 0.5,
    "nothing": lambda *_: None,
    "none legal": lambda _, masks: masks.argmin(axis=1),
    "no action": lambda _, masks: np.full(len(masks), -1),
    "beyond": lambda _, masks: np.full(len(masks), NUM_ACTIONS),
    "an error": lambda *_: 1 // 0,
}


@pytest.mark.parametrize("opponent", BAD_ANSWERS.values(), ids=BAD_ANSWERS)
def test_an_opponent_that_fails_is_named_and_the_game_begins_anew(opponent):
    present = [first_legals]

    def whoever_is_present(observations, masks):
        return present[0](observations, masks)

    env = KingsburgVectorEnv(4, num_players=2, opponents=[whoever_is_present])
    env.reset(seed=1)
    present[0] = opponent

    with pytest.raises((IllegalActionError, TypeError, ZeroDivisionError), match=r"opponent|division"):
        _play(env, 20)
    with pytest.raises(gymnasium.error.ResetNeeded, match="opponent"):
        _play(env, 1)
    present[0] = first_legals
    env.reset(seed=1)
    _play(env, 1)
    assert env.action_masks().any(axis=1).all()


def test_an_opponent_that_returns_no_actions_is_named_with_what_it_must_return():
    def halves(_observation, _mask):
        return 3.5

    env = KingsburgEnv(opponents=[halves], seat=3)
    with pytest.raises(
        TypeError,
        match=r"^opponent halves\(\) returned float64 of shape \(1,\); must return integers of shape \(1,\)",
    ):
        env.reset(seed=1)


def test_an_opponent_cannot_change_what_the_learner_sees():
    def vandal(observations, masks):
        actions = masks.argmax(axis=1)
        observations[:] = 9
        masks[:] = 0
        return actions

    env, honest = (KingsburgVectorEnv(4, opponents=[o], seat=1) for o in (vandal, first_legals))
    observations, _ = env.reset(seed=1)

    np.testing.assert_array_equal(observations, honest.reset(seed=1)[0])
    np.testing.assert_array_equal(env.action_masks(), honest.action_masks())


# What callers do with what they get


def test_who_writes_into_what_an_agent_got_changes_no_game():
    env, twin = kingsburg_v0.env(), kingsburg_v0.env()
    env.reset(seed=1)
    twin.reset(seed=1)
    for agent in env.agents:
        for array in (*env.observe(agent).values(), env.state()):
            array[...] = 1

    np.testing.assert_array_equal(env.last()[0]["action_mask"], twin.last()[0]["action_mask"])
    np.testing.assert_array_equal(env.state(), twin.state())


@pytest.mark.parametrize("make", [KingsburgEnv, partial(KingsburgVectorEnv, 4)], ids=["single", "vector"])
def test_who_writes_into_what_the_learner_got_changes_no_game(make):
    env, twin = make(), make()
    observation, info = env.reset(seed=1)
    twin.reset(seed=1)
    for array in (observation, info["action_mask"], env.action_masks()):
        array[...] = 1

    np.testing.assert_array_equal(env.action_masks(), twin.action_masks())
    assert _bytes_of(env._seat) == _bytes_of(twin._seat)


# Copies in mid-game

COPIES = {"deepcopy": copy.deepcopy, "pickle": lambda env: pickle.loads(pickle.dumps(env))}


def _single(**arguments):
    env = KingsburgEnv(**arguments)
    env.reset(seed=1)
    return env


COPIED = {
    "single": _single,
    "single against a function": partial(_single, opponents=[first_legal]),
    **BATCHES,
    "against a function": partial(_vector, opponents=[first_legals]),
}


def _play(env, steps):
    """Play the first options; return all that was to be seen."""
    seen = []
    for _ in range(steps):
        masks = np.atleast_2d(env.action_masks())
        actions = masks.argmax(axis=1)
        env.step(actions if hasattr(env, "num_envs") else int(actions[0]))
        seen.append(_bytes_of(env._seat))
    return seen


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("make", COPIED.values(), ids=COPIED)
def test_a_copy_in_mid_game_goes_on_alike_and_apart(make, copied):
    env = make(num_players=2)
    _play(env, 3)
    twin, before = copied(env), _bytes_of(env._seat)
    played = _play(twin, 4)

    assert _bytes_of(env._seat) == before
    assert _play(env, 4) == played
    assert played[-1] != before


# Threads


def _random_game(make, seed):
    env, rng = make(num_players=3), np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in env.agent_iter():
        observation, _, over, _, _ = env.last()
        env.step(None if over else sample_legal(observation["action_mask"], rng))
    return env._games.tobytes()


@pytest.mark.compiled
@pytest.mark.parametrize("make", [kingsburg_v0.env, kingsburg_v0.raw_env])
def test_environments_in_threads_play_the_games_they_play_alone(make):
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(partial(_random_game, make), range(8)))

    assert together == [_random_game(make, seed) for seed in range(8)]


@pytest.mark.compiled
@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
@pytest.mark.parametrize("opponents", [("random",), ("first", first_legals)])
def test_slices_in_threads_play_the_same_games(mode, opponents):
    one, several = (
        _vector(mode, num_players=3, opponents=opponents, reward="vp_delta", num_threads=n) for n in (1, 3)
    )

    assert _play(one, 150) == _play(several, 150)


# Processes


def _make():
    return gymnasium.make(ID, num_players=2, opponents=["first"], seat=0)


def _alone(seeds, steps):
    """Play each game in this process."""
    seen = []
    for seed in seeds:
        env = KingsburgEnv(num_players=2, opponents=["first"], seat=0)
        env.reset(seed=seed)
        seen.append([env.step(first_legal(None, env.action_masks()))[0] for _ in range(steps)])
    return np.array(seen)


@FORKS
@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_gymnasiums_workers_play_the_same_games(context):
    env = AsyncVectorEnv([_make, _make], context=context, shared_memory=context == "fork")
    try:
        _, infos = env.reset(seed=[3, 4])
        seen = []
        for _ in range(10):
            observations, _, _, _, infos = env.step(infos["action_mask"].argmax(axis=1))
            seen.append(observations.copy())
    finally:
        env.close()

    np.testing.assert_array_equal(np.swapaxes(seen, 0, 1), _alone((3, 4), 10))


@FORKS
@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("start_method", ["fork", "spawn"])
def test_stable_baselines_workers_play_the_same_games(start_method):
    env = SubprocVecEnv([_make, _make], start_method=start_method)
    try:
        env.seed(3)
        env.reset()
        seen = []
        for _ in range(10):
            masks = np.stack(env.env_method("action_masks"))
            seen.append(env.step(masks.argmax(axis=1))[0])
    finally:
        env.close()

    np.testing.assert_array_equal(np.swapaxes(seen, 0, 1), _alone((3, 4), 10))


FORKED = """
import os, sys
import numpy as np
from kingsburg_env import KingsburgVectorEnv
batch = KingsburgVectorEnv(8, num_threads=2)
batch.reset(seed=1)
batch.step(batch.action_masks().argmax(axis=1))
child = os.fork()
batch.step(batch.action_masks().argmax(axis=1))
if child == 0:
    sys.stdout.flush()
    os._exit(0 if batch.action_masks().any(axis=1).all() else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.compiled
def test_a_forked_child_starts_threads_of_its_own():
    command = [sys.executable, "-W", "ignore", "-c", FORKED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=TIMEOUT)

    assert done.stdout == "0\n"


def _elsewhere(*arguments, data=b""):
    """Play in a new process."""
    command = [sys.executable, "-m", "tests.play_on", *arguments]
    done = subprocess.run(command, cwd=ROOT, input=data, capture_output=True, check=True, timeout=TIMEOUT)
    return done.stdout.decode().strip()


@pytest.mark.compiled
def test_the_same_seed_and_actions_are_the_same_game_in_another_process():
    games = [play_on(new_game(seed), seed) for seed in range(8)]

    assert _elsewhere() == str(games)
    assert len(set(games)) == 8


@pytest.mark.compiled
def test_environments_saved_in_mid_game_go_on_in_another_process_byte_for_byte():
    envs = [new_game(seed) for seed in range(40)]
    for steps, env in enumerate(envs):
        play_on(env, seed=9, steps=3 * steps)
    data = pickle.dumps(envs)

    assert _elsewhere("saved", data=data) == str([play_on(env, seed) for seed, env in enumerate(envs)])


# Memory

GROWTH = """
import resource, sys
import numpy as np
from kingsburg_env import Buffers, kingsburg_v0, new_games, reset, sample_legal, step_batch
from kingsburg_env.envs.vector import KingsburgVectorEnv
from tests.play_on import new_game, play_on

rng, games, buffers = np.random.default_rng(0), new_games(256), Buffers(256)
learner, aec = KingsburgVectorEnv(256, num_threads=2), kingsburg_v0.env()
reset(games, 0, buffers=buffers)
learner.reset(seed=0)

def play(rounds):
    ended = 0
    for _ in range(rounds * 250):
        step_batch(games, sample_legal(buffers.mask, rng), buffers, auto_reset=True)
        masks = learner.action_masks()
        masks[~masks.any(axis=1), 0] = True
        _, _, terminated, _, _ = learner.step(sample_legal(masks, rng))
        ended += buffers.terminal.sum() + terminated.sum()
    for seed in range(10 * rounds):
        aec.reset(seed=seed)
        for _ in aec.agent_iter():
            observation, _, over, _, _ = aec.last()
            aec.step(None if over else sample_legal(observation["action_mask"], rng))
    return ended

play(1)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(play(4), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.compiled
def test_memory_is_flat_over_thousands_of_games():
    command = [sys.executable, "-c", GROWTH]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=TIMEOUT)
    games, growth = map(int, done.stdout.split())

    assert games > 3000
    assert growth < 1500  # KiB; one observation kept for every third game would be more
