"""What is played: random legal play through each library's own interface, one function for each way of playing.

Run as a script in the environment of one library, `cases.py NAME SECONDS`, it plays one case and prints one JSON object.
Nothing but Python itself is needed to import it: a library is imported only where it is played.
"""

# pyright: reportMissingImports=false
# Every library lives in an environment of its own.

import importlib
import importlib.metadata
import json
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

# Kingsburg is played by four everywhere; its batches have this many games.
NUM_GAMES = 1024
# Of the batches tried, the one pgx was fastest with; and the steps pgx and jumanji take in one compiled call.
NUM_JAX_GAMES = 4096
JAX_STEPS = 20
# Far enough into the games of a batch for a mix of all phases.
STEPS_TO_MIX = 150
# Games whose actions are picked before, enough that nothing learns them by heart.
KNOWN_GAMES = 100
WARM_UP_SHARE = 0.3

REQUIREMENTS = {
    "kingsburg": ("-e", "."),
    "pettingzoo": ("pettingzoo[classic]",),
    "rlcard": ("rlcard",),
    "open_spiel": ("open_spiel",),
    "catanatron": ("catanatron_gym",),
    "pgx": ("pgx",),
    "jumanji": ("jumanji",),
}
"""The environments, one for each library because some of them cannot live together, and what is installed into each."""

VERSIONS = {
    "kingsburg": ("kingsburg-env", "numpy", "numba", "gymnasium", "pettingzoo"),
    "pettingzoo": ("pettingzoo", "numpy", "gymnasium", "rlcard"),
    "rlcard": ("rlcard", "numpy"),
    "open_spiel": ("open_spiel", "numpy"),
    "catanatron": ("catanatron", "catanatron_gym", "numpy", "gymnasium"),
    "pgx": ("pgx", "jax", "numpy"),
    "jumanji": ("jumanji", "jax", "numpy"),
}
"""The packages of each environment whose versions matter."""


def nothing() -> None:
    """Prepare nothing."""


class Table(NamedTuple):
    """A case that is set up: `play` is timed; `prepare` before it and `count` of what it returned are not."""

    play: Callable[[], Any]
    prepare: Callable[[], None] = nothing
    count: Callable[[Any], int] = int


class Case(NamedTuple):
    """One row of the table."""

    environment: str
    game: str
    way: str
    players: str
    delivers: str
    set_up: Callable[[], Table]


def pick(mask: Any) -> int:
    """Pick a uniformly random legal action from a mask; the same policy for everything that hands out a mask."""
    return pick_from(mask.nonzero()[0])


def pick_from(legal: Sequence[int]) -> int:
    """Pick one of the legal actions."""
    return int(legal[int(random.random() * len(legal))])


# --- PettingZoo's form ---


def pick_by_mask(observation: Any) -> int:
    """Read the mask where PettingZoo's classic games keep it."""
    return pick(observation["action_mask"])


def pick_a_throw(observation: Any) -> int:  # noqa: ARG001 - every throw is legal
    """Pick rock, paper or scissors, which has no mask."""
    return pick_from((0, 1, 2))


def play_aec(env: Any, choose: Callable[[Any], int] = pick_by_mask) -> int:
    """Play one game by last and step, the empty steps after its end included; return the number of decisions."""
    decisions = 0
    env.reset()
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(choose(observation))
            decisions += 1
    return decisions


def play_known(env: Any, games: Sequence[Sequence[int]]) -> int:
    """Play games again, each by its seed and its known actions; return the number of decisions."""
    for seed, actions in enumerate(games):
        env.reset(seed)
        for action in actions:
            env.last()
            env.step(action)
        while env.agents:
            env.last()
            env.step(None)
    return sum(map(len, games))


def known_games(env: Any, count: int) -> list[list[int]]:
    """Play random games and note the actions; the number of a game is its seed."""
    games: list[list[int]] = []
    for seed in range(count):
        env.reset(seed)
        games.append([])
        while not any(env.terminations.values()):
            games[-1].append(pick_by_mask(env.last()[0]))
            env.step(games[-1][-1])
    return games


def classic(game: str, form: str) -> Table:
    """Play one of PettingZoo's classic games; the form is env or raw_env."""
    env = getattr(importlib.import_module(f"pettingzoo.classic.{game}"), form)()
    return Table(partial(play_aec, env, pick_a_throw if game.startswith("rps") else pick_by_mask))


def classic_alone(game: str, form: str) -> Table:
    """Play one of PettingZoo's classic games by actions picked before."""
    env = getattr(importlib.import_module(f"pettingzoo.classic.{game}"), form)()
    return Table(partial(play_known, env, known_games(env, KNOWN_GAMES)))


def kingsburg_aec(form: str) -> Table:
    """Play Kingsburg in PettingZoo's form."""
    from kingsburg_env import kingsburg_v0

    return Table(partial(play_aec, getattr(kingsburg_v0, form)(num_players=4)))


def kingsburg_aec_alone(form: str) -> Table:
    """Play Kingsburg in PettingZoo's form by actions picked before."""
    from kingsburg_env import kingsburg_v0

    env = getattr(kingsburg_v0, form)(num_players=4)
    return Table(partial(play_known, env, known_games(env, KNOWN_GAMES)))


# --- Gymnasium's form ---


def play_single(env: Any, choose: Callable[[dict[str, Any]], int]) -> int:
    """Play one game of a learner; return the number of its own decisions."""
    decisions, over = 0, False
    _, info = env.reset()
    while not over:
        _, _, terminated, truncated, info = env.step(choose(info))
        over = terminated or truncated
        decisions += 1
    return decisions


def kingsburg_single() -> Table:
    """Play Kingsburg as one learner among random opponents."""
    import gymnasium

    import kingsburg_env  # noqa: F401 - registers it

    env = gymnasium.make("kingsburg/Kingsburg-v0", num_players=4)
    return Table(partial(play_single, env, lambda info: pick(info["action_mask"])))


def catanatron_single() -> Table:
    """Play Catan as one learner against one random opponent, catanatron's default."""
    import gymnasium

    env = gymnasium.make("catanatron_gym:catanatron-v1")
    return Table(partial(play_single, env, lambda info: pick_from(info["valid_actions"])))


# --- Batches ---


class Batch:
    """A batch of Kingsburg in which every decision of every seat counts."""

    def __init__(self) -> None:
        import numpy as np

        from kingsburg_env import Buffers, new_games, reset

        self.rng = np.random.default_rng(0)
        self.games, self.buffers = new_games(NUM_GAMES), Buffers(NUM_GAMES)
        reset(self.games, 0, buffers=self.buffers)
        for _ in range(STEPS_TO_MIX):
            self.choose()
            self.step()

    def choose(self) -> None:
        """Pick the next actions."""
        from kingsburg_env import sample_legal

        self.actions = sample_legal(self.buffers.mask, self.rng)

    def step(self) -> int:
        """Step every game, writing observation and mask; ended games are dealt anew."""
        from kingsburg_env import step_batch

        step_batch(self.games, self.actions, self.buffers, auto_reset=True)
        return NUM_GAMES

    def num_ended(self) -> int:
        """Count the games the last step ended."""
        return int(self.buffers.terminal.sum())

    def choose_and_step(self) -> int:
        """Pick and step."""
        self.choose()
        return self.step()


def kingsburg_batch() -> Table:
    """Step a batch, picking the actions within the time measured."""
    return Table(Batch().choose_and_step)


def kingsburg_batch_alone() -> Table:
    """Step a batch, with actions that somebody else picked."""
    batch = Batch()
    return Table(batch.step, prepare=batch.choose)


def kingsburg_vector() -> Table:
    """Step Gymnasium's vector environment: learners among random opponents."""
    import gymnasium
    import numpy as np

    from kingsburg_env import sample_legal

    env = gymnasium.make_vec("kingsburg/Kingsburg-v0", NUM_GAMES, num_players=4)
    rng = np.random.default_rng(0)
    masks = [env.reset(seed=0)[1]["action_mask"]]

    def play() -> int:
        # A game that has just ended has no legal action; whatever is picked then is ignored.
        masks[0][:, 0] |= ~masks[0].any(axis=1)
        masks[0] = env.step(sample_legal(masks[0], rng))[4]["action_mask"]
        return NUM_GAMES

    return Table(play)


def kingsburg_rollouts() -> Table:
    """Play whole games inside the engine."""
    from kingsburg_env import clone, new_games, rollout_batch

    games, seeds = new_games(NUM_GAMES), iter(range(0, 1 << 60, NUM_GAMES))
    return Table(lambda: rollout_batch(clone(games), next(seeds)), count=lambda numbers: int(numbers.sum()))


def jax_loop(state: Any, advance: Callable[[Any, Any], Any]) -> Table:
    """Compile several steps into one call, policy and reset of ended games included: JAX's fastest form."""
    import jax

    @jax.jit
    def play_on(state: Any, key: Any) -> Any:
        return jax.lax.fori_loop(0, JAX_STEPS, lambda i, s: advance(s, jax.random.fold_in(key, i)), state)

    seeds = iter(range(1 << 31))
    kept = [jax.block_until_ready(play_on(state, jax.random.PRNGKey(0)))]

    def play() -> int:
        kept[0] = jax.block_until_ready(play_on(kept[0], jax.random.PRNGKey(next(seeds))))
        return NUM_JAX_GAMES * JAX_STEPS

    return Table(play)


def jax_pick(key: Any, masks: Any) -> Any:
    """Pick a uniformly random legal action for every game, in JAX."""
    import jax
    import jax.numpy as jnp

    return jnp.argmax(jax.random.uniform(key, masks.shape) * masks, axis=1)


def pgx(game: str) -> Table:
    """Step a batch of a pgx game; the state carries observation and mask."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, NUM_JAX_GAMES + 1)
        return step(state, jax_pick(keys[0], state.legal_action_mask), keys[1:])

    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), NUM_JAX_GAMES))
    return jax_loop(start, advance)


def jumanji(game: str) -> Table:
    """Step a batch of a jumanji game; the timestep carries observation and mask."""
    import jax
    import jumanji
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(jumanji.make(game))

    def advance(position: Any, key: Any) -> Any:
        state, timestep = position
        return env.step(state, jax_pick(key, timestep.observation.action_mask))

    return jax_loop(jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(0), NUM_JAX_GAMES)), advance)


# --- Libraries with a form of their own ---


def rlcard(game: str) -> Table:
    """Play an RLCard game by reset and step; the state carries observation and legal actions."""
    import rlcard

    env = rlcard.make(game, config={"seed": 0})

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(pick_from(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return Table(play)


def open_spiel(game: str) -> Table:
    """Play an OpenSpiel game from Python, asking for the observation and the legal actions of every decision."""
    import pyspiel

    rules = pyspiel.load_game(game)

    def play() -> int:
        decisions = 0
        state = rules.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(pick_from(state.legal_actions()))
            decisions += 1
        return decisions

    return Table(play)


def open_spiel_inside(game: str) -> Table:
    """Play whole OpenSpiel games in its C++, with its own random bots."""
    import pyspiel

    rules, seeds = pyspiel.load_game(game), iter(range(1 << 30))
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(rules.num_players())]

    def play() -> Any:
        state = rules.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        return state

    return Table(play, count=lambda state: sum(move.player >= 0 for move in state.full_history()))


def policy_alone() -> Table:
    """Pick from masks of Kingsburg, and do nothing else."""
    masks = Batch().buffers.mask
    return Table(lambda: len([pick(mask) for mask in masks]))


BOTH = "observation, mask"
CLASSIC = (
    ("tictactoe_v3", BOTH),
    ("connect_four_v3", BOTH),
    ("leduc_holdem_v4", BOTH),
    ("texas_holdem_v4", BOTH),
)
FORMS = {
    "raw_env": "AEC raw_env, last + step, picking actions included",
    "env": "AEC env(), last + step, picking actions included",
}
ALONE = {
    "raw_env alone": ("raw_env", "AEC raw_env, last + step, actions picked before"),
    "env alone": ("env", "AEC env(), last + step, actions picked before"),
}

CASES = {
    **{
        f"kingsburg {form}": Case("kingsburg", "Kingsburg", way, "4", BOTH, partial(kingsburg_aec, form))
        for form, way in FORMS.items()
    },
    **{
        f"kingsburg {name}": Case(
            "kingsburg", "Kingsburg", way, "4", BOTH, partial(kingsburg_aec_alone, form)
        )
        for name, (form, way) in ALONE.items()
    },
    "kingsburg single": Case(
        "kingsburg", "Kingsburg", "Gymnasium env, a learner's decisions", "4", BOTH, kingsburg_single
    ),
    "kingsburg vector": Case(
        "kingsburg",
        "Kingsburg",
        f"Gymnasium VectorEnv x{NUM_GAMES}, learners' decisions",
        "4",
        BOTH,
        kingsburg_vector,
    ),
    "kingsburg batch": Case(
        "kingsburg",
        "Kingsburg",
        f"step_batch x{NUM_GAMES}, picking actions included",
        "4",
        BOTH,
        kingsburg_batch,
    ),
    "kingsburg batch alone": Case(
        "kingsburg",
        "Kingsburg",
        f"step_batch x{NUM_GAMES}, picking actions not timed",
        "4",
        BOTH,
        kingsburg_batch_alone,
    ),
    "kingsburg rollouts": Case(
        "kingsburg", "Kingsburg", "whole games in the engine", "4", "results", kingsburg_rollouts
    ),
    **{
        f"{game} {form}": Case("pettingzoo", game, way, "2", delivers, partial(classic, game, form))
        for game, delivers in (*CLASSIC, ("rps_v2", "observation"))
        for form, way in FORMS.items()
    },
    **{
        f"{game} {name}": Case("pettingzoo", game, way, "2", delivers, partial(classic_alone, game, form))
        for game, delivers in CLASSIC
        for name, (form, way) in ALONE.items()
    },
    **{
        f"rlcard {game}": Case(
            "rlcard", game, "reset + step", "2", "observation, legal dict", partial(rlcard, game)
        )
        for game in ("leduc-holdem", "limit-holdem", "uno", "gin-rummy")
    },
    **{
        f"open_spiel {game}": Case(
            "open_spiel", game, "Python loop", "2", "observation, legal list", partial(open_spiel, game)
        )
        for game in ("backgammon", "connect_four")
    },
    "open_spiel backgammon inside": Case(
        "open_spiel",
        "backgammon",
        "whole games in C++",
        "2",
        "results",
        partial(open_spiel_inside, "backgammon"),
    ),
    "catanatron single": Case(
        "catanatron",
        "Catan",
        "Gymnasium env, a learner's decisions",
        "2",
        "observation, legal list",
        catanatron_single,
    ),
    "pgx connect_four": Case(
        "pgx", "connect_four", f"jitted loop x{NUM_JAX_GAMES}", "2", BOTH, partial(pgx, "connect_four")
    ),
    "pgx backgammon": Case(
        "pgx", "backgammon", f"jitted loop x{NUM_JAX_GAMES}", "2", BOTH, partial(pgx, "backgammon")
    ),
    "jumanji 2048": Case(
        "jumanji", "2048", f"jitted loop x{NUM_JAX_GAMES}", "1", BOTH, partial(jumanji, "Game2048-v1")
    ),
    "policy alone": Case(
        "kingsburg", "none", "the random policy alone, on Kingsburg's masks", "", "", policy_alone
    ),
}
"""Every row of the table, ours first."""


def rate(table: Table, seconds: float) -> float:
    """Play until so much CPU time of the process has passed; return the decisions per second of it."""
    decisions, spent = 0, 0.0
    while spent < seconds:
        table.prepare()
        start = time.process_time()
        played = table.play()
        spent += time.process_time() - start
        decisions += table.count(played)
    return decisions / spent


def stay_on_one_core() -> None:
    """Keep the process and the threads it will start on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure(name: str, seconds: float) -> dict[str, Any]:
    """Set up one case, warm up, and measure it once."""
    case = CASES[name]
    table = case.set_up()
    rate(table, WARM_UP_SHARE * seconds)
    versions = {package: importlib.metadata.version(package) for package in VERSIONS[case.environment]}
    return {"rate": rate(table, seconds), "versions": versions}


def main() -> None:
    """Measure the case named on the command line; whatever else a library prints goes to stderr."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    stay_on_one_core()
    try:
        answer = measure(sys.argv[1], float(sys.argv[2]))
    except Exception as error:  # noqa: BLE001 - whatever a library raises is its row of the table
        answer = {"reason": f"{type(error).__name__}: {error}".splitlines()[0]}
    print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
