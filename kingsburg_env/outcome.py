"""How a game ended, as a dictionary: what `infos` say at the end."""

from typing import Any

from kingsburg_env.batch import ranking
from kingsburg_env.check import Games
from kingsburg_env.engine.names import NUM_POINT_SOURCES, Source

SOURCES = tuple(Source(source).name.lower() for source in range(NUM_POINT_SOURCES))
TIE_BREAKS = ("vp", "goods", "buildings")
SHARED_WIN = "shared"


def outcome(games: Games) -> dict[str, Any]:
    """Tell scores, ranks, winners, which comparison decided the win, and where the points came from, seat by seat."""
    seats = int(games["num_players"][0])
    # numpy: a column of the array is much cheaper to reach than the field of a record
    players = games["players"][0, :seats]
    standings = [
        players["vp"].tolist(),
        players["goods"].sum(axis=1).tolist(),
        players["rows"].sum(axis=1).tolist(),
    ]
    ranks = ranking(games)[0, :seats].tolist()
    return {
        "scores": standings[0],
        "ranks": ranks,
        "winners": [seat for seat in range(seats) if ranks[seat] == 1],
        "decided_by": _decided_by(standings),
        "vp_by_source": [dict(zip(SOURCES, points, strict=True)) for points in players["vp_from"].tolist()],
    }


def _decided_by(standings: list[list[int]]) -> str:
    """Name the first comparison after which one is alone at the top, or say that the win is shared."""
    level = list(range(len(standings[0])))
    for name, values in zip(TIE_BREAKS, standings, strict=True):
        best = max(values[seat] for seat in level)
        level = [seat for seat in level if values[seat] == best]
        if len(level) == 1:
            return name
    return SHARED_WIN
