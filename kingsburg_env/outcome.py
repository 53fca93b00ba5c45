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
    ends = no_ends(len(games), int(games["num_players"][0]))
    kernels.tell_ends(games.view(INSIDE), ends)
    return ends._asdict()


def no_ends(num_games: int, num_players: int) -> kernels.Ends:
    """Make the arrays for compiled code to write ends into, all 0."""
    seats = (num_games, num_players)
    return kernels.Ends(
        scores=np.zeros(seats, np.int64),
        ranks=np.zeros(seats, np.int64),
        winners=np.zeros(seats, np.int8),
        vp_by_source=np.zeros((*seats, NUM_POINT_SOURCES), np.int64),
        decided_by=np.zeros(num_games, np.int64),
    )


def outcome_of(games: Games) -> dict[str, Any]:
    """Describe how a batch of one game ended: as `outcomes` does, without the axis of games."""
    return {name: values[0] for name, values in outcomes(games).items()}


@functools.cache
def no_outcome(num_players: int) -> Mapping[str, Any]:
    """Return what `outcome` says of a game that is not over: a mapping all share, its arrays read-only."""
    ends = no_ends(1, num_players)
    for values in ends:
        values.setflags(write=False)
    return MappingProxyType({name: values[0] for name, values in ends._asdict().items()})
