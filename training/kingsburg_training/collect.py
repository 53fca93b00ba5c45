"""Playing: a batch of games in which the learner answers for every seat that is its own, and everything is kept to learn from."""

import numpy as np
import torch
from numpy.typing import NDArray

from kingsburg_agents.network.features import INPUT_SIZE, write_inputs
from kingsburg_agents.protocol import Agent, choose
from kingsburg_agents.seeds import TRAINING
from kingsburg_arena.play import take
from kingsburg_arena.probing.recording import season_of
from kingsburg_env import Buffers, legal, new_games, observe, reset, step_batch
from kingsburg_env.check import Games
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.names import MAX_PLAYERS
from kingsburg_training.gae import advantages
from kingsburg_training.luck_baseline import leave_one_out
from kingsburg_training.network import PolicyValue
from kingsburg_training.rulesets import rules_from

# Odds above which an answer is clear: three in four of a trained network's, with a hundredth of the push.
NEAR_CERTAIN = 0.98
# Decisions of a game, roughly, and into how many starting points it is cut.
LENGTH = 320
STAGGERED = 32


class Collector:
    """The games of one thread, and the last steps of them as arrays of time x game.

    Copies of a game lie side by side: the same luck, the same seat, the same opponents.
    """

    def __init__(
        self, tables: dict[str, int], steps: int, league_share: float, seed: list[int], copies: int = 1
    ) -> None:
        self.rng, self.copies = np.random.default_rng(seed), copies
        games = np.concatenate([new_games(n, rules_from(table)) for table, n in tables.items()])
        num_deals, num_games = len(games), len(games) * copies
        self.games: Games = np.repeat(games[self.rng.permutation(num_deals)], copies)
        self.buffers = Buffers(num_games)
        seeds = self.rng.integers(TRAINING.stop, size=num_deals)
        reset(self.games, np.repeat(seeds, copies), buffers=self.buffers)
        stagger(self.games, self.rng)
        self._look()
        self.rows = np.arange(num_games)
        self.is_league = np.repeat(self.rng.random(num_deals) < league_share, copies)
        self.is_own = np.ones((num_games, MAX_PLAYERS), np.bool_)
        self.draw_seats(np.flatnonzero(self.is_league))
        self._make_room(steps, num_games)

    def _make_room(self, steps: int, num_games: int) -> None:
        shape = (steps, num_games)
        # those of the learner's decisions come first in each step; `place` tells where a game's are
        self.inputs = np.zeros((*shape, INPUT_SIZE), np.float32)
        self.place = np.zeros(shape, np.int64)
        self.mask = np.zeros((*shape, NUM_ACTIONS), np.int8)
        self.actor = np.zeros(shape, np.int64)
        self.action = np.zeros(shape, np.int64)
        self.log_prob = np.zeros(shape, np.float32)
        # who the heads of the network speak of, and what they say, seat by seat
        self.seats = np.zeros((*shape, MAX_PLAYERS), np.int64)
        self.value = np.zeros((*shape, MAX_PLAYERS), np.float32)
        self.reward = np.zeros((*shape, MAX_PLAYERS), np.float32)
        self.terminal = np.zeros(shape, np.bool_)
        self.season = np.zeros(shape, np.int64)
        self.key = np.zeros(shape, np.uint64)
        self.is_learners = np.zeros(shape, np.bool_)
        self.advantage = np.zeros(shape, np.float32)
        self.returns = np.zeros((*shape, MAX_PLAYERS), np.float32)
        self.usable = np.zeros(0, np.int64)

    def draw_seats(self, rows: NDArray[np.int64]) -> None:
        """Draw the one seat the learner takes in these games, the same in all copies; the others are its opponents'."""
        seats = self.games["key"][rows] % self.games["num_players"][rows].astype(np.uint64)
        self.is_own[rows] = np.arange(MAX_PLAYERS) == seats[:, None]

    def collect(
        self,
        network: PolicyValue,
        opponents: list[Agent],
        reward: str,
        decay: float,
        teacher: Agent | None = None,
    ) -> None:
        """Play all games on by the number of steps there is room for, and work out what each decision was worth.

        A teacher answers in place of the learner, and everything it does is worth the same: that is imitation.
        """
        for t in range(len(self.action)):
            self.mask[t] = self.buffers.mask
            self.actor[t] = self.buffers.actor
            self.seats[t] = seats_from(self.games, self.actor[t])
            self.season[t], self.key[t] = season_of(self.games), self.games["key"]
            self._let_learner_answer(t, network, teacher, everywhere=not opponents)
            self._let_others_answer(t, opponents)
            step_batch(self.games, self.action[t], self.buffers, reward=reward, auto_reset=True)
            self.reward[t] = self.buffers.rewards
            self.terminal[t] = self.buffers.terminal
            self.draw_seats(np.flatnonzero(self.buffers.terminal & self.is_league))
        self.estimate_advantages(decay)
        if teacher is not None:
            self.advantage[:] = 1

    def estimate_advantages(self, decay: float) -> None:
        """Work out what each decision was worth, and which the learner can learn from.

        Credit fades at decisions that were open; a clear answer neither takes any nor keeps it from those before.
        Luck is nobody's merit, but the worth of a position has it in: the critic hears of all that came.
        """
        decays = np.where(self.is_near_certain, np.float32(1), np.float32(decay))
        of_all, is_closed = advantages(self.actor, self.value, self.reward, self.terminal, decays)
        self.returns = np.take_along_axis(of_all + self.value, self.seats, axis=2)
        self.advantage = self._own(of_all)
        if self.copies > 1:
            happened = (self.actor, self._own(self.value), self.reward, self.terminal)
            luck = leave_one_out(*happened, self.is_learners, self.season, self.key)
            merit = self.reward - luck[..., None] * (np.arange(MAX_PLAYERS) == self.actor[..., None])
            self.advantage = self._own(advantages(self.actor, self.value, merit, self.terminal, decays)[0])
        self.usable = np.flatnonzero(is_closed & self.is_learners)

    def _own(self, of_seats: NDArray[np.float32]) -> NDArray[np.float32]:
        """Take, of what there is for every seat, that of the seat that decided."""
        return np.take_along_axis(of_seats, self.actor[..., None], axis=2)[..., 0]

    @property
    def is_near_certain(self) -> NDArray[np.bool_]:
        """Tell which answers the network hardly doubted."""
        return self.log_prob > np.log(NEAR_CERTAIN)

    def subsample_near_certain(self, share: float) -> None:
        """Leave most clear answers out of learning: they take its time and move nothing.

        Those that stay weigh as much as all of them did, so that the policy is pushed the same way.
        """
        is_near_certain = self.is_near_certain.ravel()[self.usable]
        self.usable = self.usable[~is_near_certain | (self.rng.random(len(self.usable)) < share)]
        self.advantage[self.is_near_certain] /= share

    def _let_learner_answer(
        self, t: int, network: PolicyValue, teacher: Agent | None, *, everywhere: bool
    ) -> None:
        """Let the network, or its teacher, answer where the seat is the learner's own."""
        self.is_learners[t] = self.is_own[self.rows, self.actor[t]] | everywhere
        rows = np.flatnonzero(self.is_learners[t])
        mask, inputs = self.mask[t, rows], self.inputs[t, : len(rows)]
        write_inputs(self.buffers.observation, self.mask[t], rows, inputs)
        self.place[t, rows] = np.arange(len(rows))
        self.action[t, rows], self.log_prob[t, rows], values = network.answer(inputs, mask, self.rng)
        self.value[t, rows] = by_seat(values, self.seats[t, rows])
        if teacher is not None:
            seen = self.buffers.observation[rows]
            self.action[t, rows] = choose(teacher, take(self.games, rows), seen, mask, self.rng)

    def _let_others_answer(self, t: int, opponents: list[Agent]) -> None:
        """Let the opponents answer at the other seats; who is there several times answers all at once."""
        others = np.flatnonzero(~self.is_learners[t])
        agents = list(dict.fromkeys(opponents))
        numbers = np.array([agents.index(opponent) for opponent in opponents], np.int64)
        turns = numbers[others // self.copies % max(1, len(opponents))]
        for number, opponent in enumerate(agents):
            rows = others[turns == number]
            if len(rows):
                # an agent that uses the engine looks at the game instead: spare the copies
                seen_by = rows[:0] if opponent.uses_engine else rows
                seen, mask = self.buffers.observation[seen_by], self.mask[t][seen_by]
                self.action[t][rows] = choose(opponent, take(self.games, rows), seen, mask, self.rng)

    def rows_of_inputs(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Tell where the inputs of decisions lie, both counted through all steps."""
        num_games = len(self.games)
        return rows // num_games * num_games + self.place.ravel()[rows]

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


def seats_from(games: Games, actor: NDArray[np.int64]) -> NDArray[np.int64]:
    """List the seats as the observation shows them: the one that looks, then the others in turn order; last those where nobody sits."""
    heads, players = np.arange(MAX_PLAYERS), games["num_players"][:, None]
    order = np.where(heads < players, games["order"], heads)
    place = (order == actor[:, None]).argmax(axis=1)[:, None]
    return np.take_along_axis(order, np.where(heads < players, (place + heads) % players, heads), axis=1)


def by_seat(values: NDArray[np.float32], seats: NDArray[np.int64]) -> NDArray[np.float32]:
    """Put what the heads of a network say to the seats they speak of; 0 where there is no head."""
    said = np.zeros(seats.shape, np.float32)
    np.put_along_axis(said, seats[:, : values.shape[1]], values, axis=1)
    return said


def stagger(games: Games, rng: np.random.Generator) -> None:
    """Play random answers, a different number in each part, so that the games do not all end at the same time."""
    parts = np.array_split(games, min(STAGGERED, len(games)))
    for number, part in enumerate(parts):
        buffers = Buffers(len(part))
        buffers.mask[:] = legal(part)
        for _ in range(number * LENGTH // len(parts)):
            actions = (rng.random(buffers.mask.shape) * buffers.mask).argmax(axis=1)
            step_batch(part, actions, buffers, auto_reset=True)
