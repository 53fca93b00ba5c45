"""Random play that tests share: rules of every kind, seeded ways to play, and a chronicle of what happened."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

import numpy as np

from kingsburg_env import Buffers, Rules, check_values, clone, kernels, legal, new_games, reset, step_batch
from kingsburg_env.engine.actions import PASS
from kingsburg_env.engine.names import MAX_PLAYERS, MIN_PLAYERS, Event
from kingsburg_env.engine.play import NO_ACTION
from kingsburg_env.engine.rules import EDITIONS, MODULES, PLUS_TWO
from kingsburg_env.engine.state import PLAYER, STATE

Policy = Callable[[Any, np.random.Generator], Any]

PLAYER_COUNTS = tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1))
MODULE_SETS = tuple(modules for size in range(len(MODULES) + 1) for modules in combinations(MODULES, size))
# Every number of players with every set of modules; editions and the +2 switch take turns. Then optional effects.
EVERY_RULES = (
    *(
        Rules(
            num_players=players,
            modules=modules,
            edition=EDITIONS[(players + at) % 2],
            plus_two=PLUS_TWO[(players + at) // 2 % 2],
        )
        for players in PLAYER_COUNTS
        for at, modules in enumerate(MODULE_SETS)
    ),
    Rules(num_players=3, optional_effects=True),
    *(Rules(num_players=players, modules=MODULES, optional_effects=True) for players in PLAYER_COUNTS),
)
ALL_MODULES = tuple(Rules(num_players=players, modules=MODULES) for players in PLAYER_COUNTS)


def name_of(rules: Rules) -> str:
    """Name rules in a test's id."""
    optional = ["optional"] * rules.optional_effects
    return "-".join([f"{rules.num_players}p", *rules.modules, rules.edition, rules.plus_two, *optional])


# Ways to play: from masks, one row a game, to actions; a game that is over gets no action.


def uniform(masks: Any, rng: np.random.Generator) -> Any:
    """Choose any legal action."""
    actions = np.where(masks, rng.random(masks.shape), -1.0).argmax(axis=1)
    return np.where(masks.any(axis=1), actions, NO_ACTION)


def eager(masks: Any, rng: np.random.Generator) -> Any:
    """Pass only where nothing else is legal, which is never."""
    masks = masks.copy()
    masks[:, PASS] = 0
    return uniform(masks, rng)


def lazy(masks: Any, rng: np.random.Generator) -> Any:
    """Pass every other time where passing is legal."""
    passes = masks[:, PASS].astype(bool) & (rng.random(len(masks)) < 0.5)
    return np.where(passes, PASS, uniform(masks, rng))


POLICIES = (uniform, eager, lazy)


def play(
    games: Any, seed: int, policy: Policy = uniform, buffers: Buffers | None = None
) -> Iterator[Buffers]:
    """Play games to their end, one decision of each at a time; yield what every step has written."""
    buffers = buffers or Buffers(len(games))
    rng = np.random.default_rng(seed)
    masks = legal(games)
    while masks.any():
        step_batch(games, policy(masks, rng), buffers)
        masks = buffers.mask
        yield buffers


def play_for(games: Any, steps: int, seed: int, policy: Policy = uniform) -> Any:
    """Play games for so many decisions each, and return them."""
    for _ in zip(range(steps), play(games, seed, policy), strict=False):
        pass
    return games


def join(batches: Iterable[Any]) -> Any:
    """Put batches together, as bytes: whatever numpy makes of joined records, this keeps them as they are."""
    return np.concatenate([batch.view(np.uint8) for batch in batches]).view(STATE)


def from_bytes(data: bytes) -> Any:
    """Read games from their bytes."""
    return np.frombuffer(data, np.uint8).copy().view(STATE)


def settle(games: Any, buffers: Buffers | None = None) -> None:
    """Play on from records somebody has put together, which ask nothing yet, to the first question."""
    check_values(games)
    buffers = buffers or Buffers(len(games))
    nothing = np.zeros(len(games), np.int64)
    kernels.run(buffers.inside(games), nothing, *buffers.all_arrays, kernels.SETTLE, 0)


def differences(ones: Any, others: Any) -> list[str]:
    """Name the first few fields in which two batches differ; nothing if they are the same bytes."""
    if ones.tobytes() == others.tobytes():
        return []
    if len(ones) != len(others):
        return [f"{len(ones)} and {len(others)} games"]
    found = []
    for name in [*(STATE.names or ()), *(f"players.{name}" for name in PLAYER.names or ())]:
        one, other = (_column(batch, name) for batch in (ones, others))
        found += [f"game {game}: {name}" for game in np.flatnonzero((one != other).any(axis=1))[:2]]
    return found[:10]


def _column(games: Any, name: str) -> Any:
    values = games["players"][name.removeprefix("players.")] if name.startswith("players.") else games[name]
    return np.ascontiguousarray(values).view(np.uint8).reshape(len(games), -1)


def positions(rules: Rules, count: int, every: int, seed: int = 0) -> Any:
    """Collect positions from random games: each `every`-th question of `count` games, as one batch."""
    games = new_games(count, rules, seed=seed)
    found = [clone(games)]
    for step, _ in enumerate(play(games, seed), start=1):
        if step % every == 0:
            found.append(clone(games))
    return join([*found, games])


CHRONICLE = np.dtype(
    [(name, np.int64) for name in ("game", "year", "phase", "kind", "seat", "what", "amount")],
)


def chronicle(rules: Rules, games: int, seed: int, policy: Policy, policy_seed: int) -> Any:
    """Play games under following seeds and list all their events, each with its game, year and phase."""
    batch = new_games(games, rules, seed=seed)
    buffers = Buffers(games, with_log=True)
    year, phase = np.zeros(games, np.int64), np.zeros(games, np.int64)
    reset(batch, seed, buffers=buffers)
    pages = [_page(buffers, year, phase)]
    pages += [_page(buffers, year, phase) for _ in play(batch, policy_seed, policy, buffers)]
    return np.concatenate(pages)


def _page(buffers: Buffers, year: Any, phase: Any) -> Any:
    """Read the logs of one step; `year` and `phase` are where the games stood, and are moved on."""
    assert not buffers.logs["is_full"].any()
    length = buffers.logs["length"].astype(np.int64)
    longest = length.max()
    events = buffers.logs["events"][:, :longest][np.arange(longest) < length[:, None]]
    page = np.zeros(len(events), CHRONICLE)
    page["game"] = np.repeat(np.arange(len(length)), length)
    for name in ("kind", "seat", "what", "amount"):
        page[name] = events[name]
    # The last phase begun before or at each event, if in the same log; else the game is where it was.
    begun = np.maximum.accumulate(np.where(page["kind"] == Event.PHASE, np.arange(len(page)), -1))
    is_new = begun >= (np.cumsum(length) - length)[page["game"]]
    page["phase"] = np.where(is_new, page["what"][begun], phase[page["game"]])
    page["year"] = np.where(is_new, page["amount"][begun], year[page["game"]])
    last = np.cumsum(length)[length > 0] - 1
    phase[length > 0], year[length > 0] = page["phase"][last], page["year"][last]
    return page


def throws(events: Any) -> Any:
    """Pick the throws of players' dice, and number the throws of each die within its season."""
    thrown = events[(events["kind"] == Event.ROLLED) | (events["kind"] == Event.REROLLED)]
    die = (
        ((thrown["game"] * 16 + thrown["year"]) * 16 + thrown["phase"]) * 64
        + thrown["seat"] * 8
        + thrown["what"]
    )
    by_die = np.argsort(die, kind="stable")
    starts = np.flatnonzero(np.diff(die[by_die], prepend=-1))
    number = np.empty(len(thrown), np.int64)
    number[by_die] = np.arange(len(thrown)) - np.repeat(starts, np.diff(starts, append=len(thrown)))
    return thrown, number
