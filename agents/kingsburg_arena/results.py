"""Games of a tournament seat by seat, as everything that analyses them reads them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingsburg_arena.bootstrap import Bootstrap, strata_of
from kingsburg_arena.schedule import Tournament
from kingsburg_arena.storage import Arrays

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Results:
    """Games as they are stored, and every seat of every game as one row: game after game, seat after seat.

    - block_of_game: the block of each game, blocks numbered from 0 without gaps.
    - win: 1 for the winner, shared by those who win together.
    - margin: victory points before the best of the others.
    - is_lost: whether the seat lost by default.
    """

    tournament: Tournament
    games: Arrays
    block_of_game: NDArray[np.int64]
    block: NDArray[np.int64]
    game: NDArray[np.int64]
    seat: NDArray[np.int64]
    agent: NDArray[np.int64]
    rank: Floats
    vp: Floats
    win: Floats
    margin: Floats
    is_lost: NDArray[np.bool_]

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the players."""
        return self.tournament.agents

    @property
    def num_players(self) -> int:
        """Seats of a game."""
        return self.tournament.rules.num_players

    @cached_property
    def strata(self) -> NDArray[np.int64]:
        """Line-up of each block."""
        return strata_of(self.block_of_game, self.games["seats"])

    @cached_property
    def bootstrap(self) -> Bootstrap:
        """Resamples of the blocks."""
        return Bootstrap(self.strata)

    def rows(self, name: str) -> NDArray[Any]:
        """Return what is stored for each game and seat as one row for each."""
        stored = self.games[name]
        return stored.reshape(len(self.win), *stored.shape[2:])


def as_results(tournament: Tournament, games: Arrays) -> Results:
    """Return the games as one row for each seat."""
    num_games, num_players = games["seats"].shape
    ranks, vp = games["ranks"].astype(np.float64), games["vp"].astype(np.float64)
    is_first = ranks == 1
    best = np.where(np.eye(num_players, dtype=bool), -np.inf, vp[:, None, :]).max(axis=2)
    block = np.unique(games["block"], return_inverse=True)[1]
    is_lost = np.zeros(games["seats"].shape, np.bool_)
    is_lost[forfeited_games(games), games["forfeit_seat"]] = True
    return Results(
        tournament,
        games,
        block_of_game=block,
        block=np.repeat(block, num_players),
        game=np.repeat(np.arange(num_games), num_players),
        seat=np.tile(np.arange(num_players), num_games),
        agent=games["seats"].ravel().astype(np.int64),
        rank=ranks.ravel(),
        vp=vp.ravel(),
        win=(is_first / is_first.sum(axis=1, keepdims=True)).ravel(),
        margin=(vp - best).ravel(),
        is_lost=is_lost.ravel(),
    )


def forfeited_games(games: Arrays) -> NDArray[np.int64]:
    """Return the rows of the games in which somebody lost by default."""
    return np.searchsorted(games["number"], games["forfeit_game"])
