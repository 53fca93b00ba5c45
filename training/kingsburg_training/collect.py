"""A batch of games in which the learner plays every seat that is its own, and everything is kept to learn from."""

import numpy as np
import torch
from numpy.typing import NDArray

from kingsburg_agents.network.features import INPUT_SIZE, write_inputs
from kingsburg_agents.protocol import Agent
from kingsburg_agents.seeds import TRAINING
from kingsburg_arena.seating import ask
from kingsburg_env import Buffers, legal, new_games, observe, reset, step_batch
from kingsburg_env.check import Games
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import MAX_PLAYERS
from kingsburg_env.reckoning import season_of
from kingsburg_training.gae import advantages
from kingsburg_training.league import Seated
from kingsburg_training.luck_baseline import leave_one_out
from kingsburg_training.network import PolicyValue
from kingsburg_training.rulesets import rules_from

NEAR_CERTAIN = 0.98
"""Probability above which an action is near-certain: three in four of a trained network's, with a hundredth of the gradient."""
# Decisions of a game, roughly, and into how many starting points it is cut.
LENGTH = 320
STAGGERED = 32
GOLDEN = (5**0.5 - 1) / 2


class Collector:
    """The games of one thread, and the last steps of them as arrays of time x game.

    Duplicates of a game lie side by side: the same luck, the same seat, the same opponents.
    """

    def __init__(
        self,
        rulesets: dict[str, int],
        n_steps: int,
        league_share: float,
        seed: list[int],
        duplicates: int = 1,
    ) -> None:
        self.rng, self.duplicates = np.random.default_rng(seed), duplicates
        games = np.concatenate([new_games(n, rules_from(ruleset)) for ruleset, n in rulesets.items()])
        num_deals, num_games = len(games), len(games) * duplicates
        self.games: Games = np.repeat(games[self.rng.permutation(num_deals)], duplicates)
        self.buffers = Buffers(num_games)
        seeds = self.rng.integers(TRAINING.stop, size=num_deals)
        reset(self.games, np.repeat(seeds, duplicates), buffers=self.buffers)
        stagger(self.games, self.rng)
        self._look()
        self.rows = np.arange(num_games)
        self.is_league = np.repeat(self.rng.random(num_deals) < league_share, duplicates)
        self.is_own = np.ones((num_games, MAX_PLAYERS), np.bool_)
        self.draw_seats(np.flatnonzero(self.is_league))
        self._make_room(n_steps, num_games)

    def _make_room(self, n_steps: int, num_games: int) -> None:
        shape = (n_steps, num_games)
        # those of the learner's decisions come first in each step; `input_row` tells where a game's are
        self.inputs = np.zeros((*shape, INPUT_SIZE), np.float32)
        self.input_row = np.zeros(shape, np.int64)
        self.mask = np.zeros((*shape, NUM_ACTIONS), np.int8)
        self.actor = np.zeros(shape, np.int64)
        self.action = np.zeros(shape, np.int64)
        self.log_prob, self.value = np.zeros((2, *shape), np.float32)
        self.reward = np.zeros((*shape, MAX_PLAYERS), np.float32)
        self.terminal = np.zeros(shape, np.bool_)
        self.season = np.zeros(shape, np.int64)
        self.key = np.zeros(shape, np.uint64)
        self.is_learners = np.zeros(shape, np.bool_)
        self.advantage, self.returns = np.zeros((2, *shape), np.float32)
        self.usable = np.zeros(0, np.int64)

    def draw_seats(self, rows: NDArray[np.int64]) -> None:
        """Draw the one seat the learner takes in these games, the same in all duplicates; the others are its opponents'."""
        seats = self.games["key"][rows] % self.games["num_players"][rows].astype(np.uint64)
        self.is_own[rows] = np.arange(MAX_PLAYERS) == seats[:, None]

    def collect(self, network: PolicyValue, league: list[Seated], reward: str, gae_lambda: float) -> None:
        """Play all games on by the number of steps there is room for, and estimate the advantages.

        Args:
            network: the learner's; it plays all seats if there is no league.
            league: the opponents, with the shares of the games they sit in.
            reward: the reward to learn for.
            gae_lambda: lambda of GAE.
        """
        opponents, seated = self._seat(league)
        for t in range(len(self.action)):
            self.mask[t], self.actor[t] = self.buffers.mask, self.buffers.actor
            self.season[t], self.key[t] = season_of(self.games), self.games["key"]
            self._play_learner(t, network, everywhere=not league)
            self._play_opponents(t, opponents, seated)
            step_batch(self.games, self.action[t], self.buffers, reward=reward, auto_reset=True)
            self.reward[t] = self.buffers.rewards
            self.terminal[t] = self.buffers.terminal
            self.draw_seats(np.flatnonzero(self.buffers.terminal & self.is_league))
        self.estimate_advantages(gae_lambda)

    def _seat(self, league: list[Seated]) -> tuple[list[Agent], NDArray[np.int64]]:
        """Spread the opponents over the deals by their shares; return them, and which of them sits in each game."""
        ends = np.cumsum([opponent.share for opponent in league])
        deals = np.arange(len(self.games)) // self.duplicates
        # multiples of the golden ratio fill every interval evenly, however many there are
        seated = np.searchsorted(ends, deals * GOLDEN % 1, side="right")
        return [opponent.agent for opponent in league], np.minimum(seated, len(league) - 1)

    def estimate_advantages(self, gae_lambda: float) -> None:
        """Estimate what each decision brought, and which the learner can learn from.

        Lambda applies at open decisions; a near-certain action neither takes credit nor keeps it from those before.
        The luck baseline is taken off the advantages, not off the returns: the worth of a position has luck in it.
        """
        lambdas = np.where(self.is_near_certain, np.float32(1), np.float32(gae_lambda))
        happened = (self.actor, self.value, self.reward, self.terminal)
        self.advantage, is_closed = advantages(*happened, lambdas)
        self.returns = self.advantage + self.value
        if self.duplicates > 1:
            luck = leave_one_out(*happened, self.is_learners, self.season, self.key)
            merit = self.reward - luck[..., None] * (np.arange(MAX_PLAYERS) == self.actor[..., None])
            self.advantage = advantages(self.actor, self.value, merit, self.terminal, lambdas)[0]
        self.usable = np.flatnonzero(is_closed & self.is_learners)

    @property
    def is_near_certain(self) -> NDArray[np.bool_]:
        """Tell which actions the network hardly doubted."""
        return self.log_prob > np.log(NEAR_CERTAIN)

    def subsample_near_certain(self, share: float) -> None:
        """Leave most near-certain actions out of learning: they take its time and move nothing.

        Those that stay weigh as much as all of them did, so that the expected gradient is the same.
        """
        is_near_certain = self.is_near_certain.ravel()[self.usable]
        self.usable = self.usable[~is_near_certain | (self.rng.random(len(self.usable)) < share)]
        self.advantage[self.is_near_certain] /= share

    def _play_learner(self, t: int, network: PolicyValue, *, everywhere: bool) -> None:
        """Draw the network's actions where the seat is the learner's own."""
        self.is_learners[t] = self.is_own[self.rows, self.actor[t]] | everywhere
        rows = np.flatnonzero(self.is_learners[t])
        mask, inputs = self.mask[t, rows], self.inputs[t, : len(rows)]
        write_inputs(self.buffers.observation, self.mask[t], rows, inputs)
        self.input_row[t, rows] = np.arange(len(rows))
        sampled = network.sample(inputs, mask, self.rng)
        self.value[t] = 0
        self.action[t, rows], self.log_prob[t, rows], self.value[t, rows] = sampled

    def _play_opponents(self, t: int, opponents: list[Agent], seated: NDArray[np.int64]) -> None:
        """Ask every opponent for the actions of all its seats at once."""
        for number, opponent in enumerate(opponents):
            rows = np.flatnonzero(~self.is_learners[t] & (seated == number))
            if len(rows):
                self.action[t][rows] = ask(opponent, self.games, self.buffers, rows, self.rng)

    def rows_of_inputs(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return where the inputs of decisions lie, both counted through all steps."""
        num_games = len(self.games)
        return rows // num_games * num_games + self.input_row.ravel()[rows]

    def state(self) -> dict[str, object]:
        """Return everything the next steps depend on."""
        return {
            "games": torch.from_numpy(self.games.view(np.uint8).copy()),
            "is_own": torch.from_numpy(self.is_own.copy()),
            "is_league": torch.from_numpy(self.is_league.copy()),
            "rng": self.rng.bit_generator.state,
        }

    def restore(self, state: dict[str, object]) -> None:
        """Go on from a state as `state` returned it."""
        self.games.view(np.uint8)[:] = state["games"].numpy()  # type: ignore[attr-defined]
        self.is_own[:] = state["is_own"].numpy()  # type: ignore[attr-defined]
        self.is_league[:] = state["is_league"].numpy()  # type: ignore[attr-defined]
        self.rng.bit_generator.state = state["rng"]  # type: ignore[assignment]
        self._look()

    def _look(self) -> None:
        """Fill the buffers from the games."""
        self.buffers.actor[:] = self.games["actor"]
        self.buffers.mask[:] = legal(self.games)
        self.buffers.observation[:] = observe(self.games, self.buffers.actor)


def stagger(games: Games, rng: np.random.Generator) -> None:
    """Play random actions, a different number in each part, so that the games do not all end at the same time."""
    parts = np.array_split(games, min(STAGGERED, len(games)))
    for number, part in enumerate(parts):
        buffers = Buffers(len(part))
        buffers.mask[:] = legal(part)
        for _ in range(number * LENGTH // len(parts)):
            actions = (rng.random(buffers.mask.shape) * buffers.mask).argmax(axis=1)
            step_batch(part, actions, buffers, auto_reset=True)
