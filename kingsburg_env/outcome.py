"""How games ended, in numbers: what `infos` say at the end, and their neutral values until then."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingsburg_env import kernels
from kingsburg_env.check import Games, as_games, check_rules
from kingsburg_env.engine.names import NUM_POINT_SOURCES, Source
from kingsburg_env.engine.state import INSIDE

SOURCES = tuple(Source(source).name.lower() for source in range(NUM_POINT_SOURCES))
"""Where points come from: the columns of `vp_by_source`."""

DECIDED_BY = ("nothing", "vp", "goods", "buildings", "shared")
"""What `decided_by` counts: the comparison that left one winner, "shared" if none did, "nothing" during the game."""


def outcomes(games: Games) -> dict[str, NDArray[Any]]:
    """Describe how each game of a batch ended; all values of a game that is not over are 0.

    Args:
        games: Games of one number of players.

    Returns:
        - scores: int64 (n, seats), the victory points.
        - ranks: int64 (n, seats), 1 for the winners; ties share a rank.
        - winners: int8 (n, seats), 1 for each seat that has won.
        - vp_by_source: int64 (n, seats, len(SOURCES)), where the points came from.
        - decided_by: int64 (n,), an index into `DECIDED_BY`.
    """
    check_rules(as_games(games))
    ends = np.zeros(len(games), kernels.END)
    kernels.tell_ends(games.view(INSIDE), ends)
    return arrays_of(ends, int(games["num_players"][0]))


def arrays_of(ends: NDArray[Any], num_players: int) -> dict[str, NDArray[Any]]:
    """Copy from records, as compiled code writes them, what concerns the seats of the game."""
    seats = {
        name: ends[name][:, :num_players].copy() for name in ("scores", "ranks", "winners", "vp_by_source")
    }
    return seats | {"decided_by": ends["decided_by"].copy()}


def outcome(games: Games) -> dict[str, Any]:
    """Describe how a batch of one game ended: as `outcomes` does, without the axis of games."""
    return {name: values[0] for name, values in outcomes(games).items()}


@functools.cache
def no_outcome(num_players: int) -> Mapping[str, Any]:
    """Return what `outcome` says of a game that is not over: a mapping all share, its arrays read-only."""
    neutral = {name: values[0] for name, values in arrays_of(np.zeros(1, kernels.END), num_players).items()}
    for name in ("scores", "ranks", "winners", "vp_by_source"):
        neutral[name].setflags(write=False)
    return MappingProxyType(neutral)
