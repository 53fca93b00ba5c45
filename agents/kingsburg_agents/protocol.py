"""The protocol of agents: what they see, and the methods that choose an action.

There are two forms, and every agent declares which one it has.
A policy sees an observation and a mask, nothing else.
An engine agent gets a copy of the game in which everything its seat cannot know was drawn anew; it never sees the true game.
"""

import operator
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from kingsburg_env import Rules, features_of, redeal
from kingsburg_env.check import Games
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.obs_types import FEATURES, PLAIN, check_obs_type
from kingsburg_env.observation import OBSERVATION_SIZE

Observations = NDArray[np.float32]
Masks = NDArray[np.int8]
Actions = NDArray[np.int64]
Seeds = NDArray[np.uint64]
Ints = NDArray[np.int64]


class NoActionError(ValueError):
    """An agent has returned something that is no action."""


class Agent:
    """A policy: it sees only observation and mask. Agents keep nothing between decisions, so seats may share one.

    A class of yours has `act`, or `act_batch` for many games at once; each is enough for the other.
    """

    name = ""
    uses_engine = False
    is_slow = False
    """True if it searches: the arena then plays few games at a time."""
    obs_type: str = PLAIN
    """The observation it is shown: "plain", or "features" for the same with what follows from it worked out."""
    draws = True
    """True if its actions depend on random numbers; one that never draws may be asked about many games at once."""

    def act(self, observation: Observations, mask: Masks, rng: np.random.Generator) -> int:
        """Choose an action.

        Args:
            observation: what the seat asked may know.
            mask: 1 for each legal action.
            rng: the agent's random numbers.

        Returns:
            A legal action.
        """
        if type(self).act_batch is Agent.act_batch:
            raise NotImplementedError(
                f"agent {name_of(self)!r}: has neither act() nor act_batch(); write one"
            )
        actions = self.act_batch(observation[None], mask[None], rng)
        return int(_as_actions(self, actions, "act_batch", 1)[0])

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """Choose an action for each of several games.

        Args:
            observations: a row for each game.
            masks: a row for each game, 1 for each legal action.
            rng: the agent's random numbers.

        Returns:
            A legal action for each row.
        """
        pairs = zip(observations, masks, strict=True)
        actions = [_as_action(self, self.act(observation, mask, rng), "act") for observation, mask in pairs]
        return np.array(actions, np.int64)

    def begin(self, games: Ints, seats: Ints, rules: Rules) -> None:
        """Note that games begin; for agents that want to know, the others leave it out.

        Args:
            games: numbers of the games, one for each seat the agent has in them.
            seats: its seats in these games.
            rules: the rules of all of them.
        """

    def end(self, games: Ints, seats: Ints, ranks: Ints) -> None:
        """Note that games have ended; for agents that want to know, the others leave it out.

        Args:
            games: numbers of the games, as in `begin`.
            seats: its seats in these games.
            ranks: the rank of each of these seats; 1 has won.
        """


class EngineAgent(Agent):
    """An agent that uses the engine, on games redealt for the seat asked."""

    uses_engine = True

    def act(self, observation: Observations, mask: Masks, rng: np.random.Generator) -> int:
        """Refuse: without the game there is nothing to choose by."""
        raise NotImplementedError(_needs_the_game(self))

    def act_batch(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """Refuse: without the games there is nothing to choose by."""
        raise NotImplementedError(_needs_the_game(self))

    def act_on(self, game: Games, rng: np.random.Generator) -> int:
        """Choose an action for one game.

        Args:
            game: a batch of one game, redealt for the seat asked; the agent's to change.
            rng: the agent's random numbers.

        Returns:
            A legal action.
        """
        if type(self).act_on_batch is EngineAgent.act_on_batch:
            raise NotImplementedError(
                f"agent {name_of(self)!r}: has neither act_on() nor act_on_batch(); write one"
            )
        return int(self.act_on_batch(game, rng)[0])

    def act_on_batch(self, games: Games, rng: np.random.Generator) -> Actions:
        """Choose an action for each of several games.

        Args:
            games: the games, each redealt for the seat asked; the agent's to change.
            rng: the agent's random numbers.

        Returns:
            A legal action for each game.
        """
        actions = [_as_action(self, self.act_on(games[i : i + 1], rng), "act_on") for i in range(len(games))]
        return np.array(actions, np.int64)


def choose(
    agent: Agent, games: Games, observations: Observations, masks: Masks, rng: np.random.Generator
) -> Actions:
    """Ask an agent for an action in each of several games, in the form it declares.

    Args:
        agent: who is asked.
        games: the games; the agent itself sees them only redealt, and only if it uses the engine.
        observations: what the seats asked may know, a row for each game.
        masks: their legal actions, a row for each game.
        rng: the agent's random numbers.

    Returns:
        An action for each game. That they are legal is for the environment to say.
    """
    _check(agent, observations, masks)
    if agent.uses_engine:
        seeds = rng.integers(1 << 63, size=len(games), dtype=np.uint64)
        games = redeal(games, games["actor"], seeds)
    return _ask(agent, games, observations, masks, rng)


def choose_by_seeds(
    agent: Agent, games: Games, observations: Observations, masks: Masks, seeds: Seeds
) -> Actions:
    """Ask an agent for an action in each game with luck of its own, whatever other games are asked about.

    Args:
        agent: who is asked; one that `draws` is asked game by game.
        games: the games; the agent itself sees them only redealt, and only if it uses the engine.
        observations: what the seats asked may know, a row for each game.
        masks: their legal actions, a row for each game.
        seeds: a uint64 for each game.

    Returns:
        An action for each game. That they are legal is for the environment to say.
    """
    _check(agent, observations, masks)
    if agent.uses_engine:
        games = redeal(games, games["actor"], seeds)
    if not agent.draws:
        return _ask(agent, games, observations, masks, np.random.default_rng(0))
    rows = [slice(i, i + 1) for i in range(len(games))]
    actions = [
        _ask(agent, games[row], observations[row], masks[row], np.random.default_rng(seed))
        for row, seed in zip(rows, seeds, strict=True)
    ]
    return np.concatenate(actions)


def _check(agent: Agent, observations: Observations, masks: Masks) -> None:
    """Refuse what is no agent, and what is no batch of decisions."""
    if not isinstance(agent, Agent):
        raise TypeError(f"agent {agent!r}: must be an Agent, such as make('greedy')")
    check_obs_type(agent.obs_type)
    check_batch(observations, masks)


def _ask(
    agent: Agent, games: Games, observations: Observations, masks: Masks, rng: np.random.Generator
) -> Actions:
    """Ask an agent in the form it declares; games are redealt already."""
    if not agent.uses_engine:
        if agent.obs_type == FEATURES:
            observations = features_of(games, games["actor"])
        return _as_actions(agent, agent.act_batch(observations, masks, rng), "act_batch", len(masks))
    actions = cast("EngineAgent", agent).act_on_batch(games, rng)
    return _as_actions(agent, actions, "act_on_batch", len(games))


def name_of(agent: Agent) -> str:
    """Return an agent's name, or that of its class."""
    return agent.name or type(agent).__name__


def check_rows(observations: Observations, masks: Masks) -> None:
    """Refuse what is not a row of an observation and of a mask for each game."""
    for name, array, width in (
        ("observations", observations, OBSERVATION_SIZE),
        ("masks", masks, NUM_ACTIONS),
    ):
        if np.shape(array) != (len(masks), width):
            raise ValueError(
                f"{name} of shape {np.shape(array)}: must be (n, {width}), a row for each game;"
                f" for a single one give {name[:-1]}[None]"
            )


def check_batch(observations: Observations, masks: Masks) -> None:
    """Refuse what is no batch of decisions: other shapes, or a mask that allows nothing."""
    check_rows(observations, masks)
    legal = np.any(masks, axis=1)
    if not legal.all():
        row = int(legal.argmin())
        raise ValueError(f"masks: row {row} allows no action; ask only in games that are not over")


def _as_action(agent: Agent, action: Any, method: str) -> int:
    """Convert what a method of somebody's agent returned to an action."""
    try:
        return operator.index(action)
    except TypeError:
        raise NoActionError(
            f"agent {name_of(agent)!r}: {method}() returned {_in_short(action)}; must return one whole number, an action"
        ) from None


def _as_actions(agent: Agent, actions: Any, method: str, count: int) -> Actions:
    """Convert what a method of somebody's agent returned to actions."""
    given = np.asarray(actions)
    if given.shape != (count,) or given.dtype.kind not in "iu":
        raise NoActionError(
            f"agent {name_of(agent)!r}: {method}() returned {given.dtype} of shape {given.shape};"
            f" must return whole numbers of shape ({count},), an action for each game"
        )
    return given.astype(np.int64)


def _in_short(action: Any) -> str:
    if isinstance(action, np.ndarray):
        return f"an array of {action.dtype} of shape {action.shape}"
    return repr(action)


def _needs_the_game(agent: Agent) -> str:
    return (
        f"agent {name_of(agent)!r}: uses the engine, so observation and mask are not enough;"
        " call act_on(game, rng), or choose(agent, games, observations, masks, rng)"
    )
