"""What people at the table work out in their heads, by the engine's own functions: prices, strengths, seasons."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingsburg_env.check import Games
from kingsburg_env.engine.jit import entry
from kingsburg_env.engine.names import (
    MAX_PLAYERS,
    NUM_BUILDINGS,
    NUM_COLUMNS,
    NUM_ENEMIES,
    NUM_GOODS,
    NUM_YEARS,
    Decision,
    Phase,
)
from kingsburg_env.engine.phases.recruiting import price as soldier_price
from kingsburg_env.engine.phases.winter import defence
from kingsburg_env.engine.province import architect_saves, cost
from kingsburg_env.engine.state import INSIDE

SEASONS = (Phase.SPRING, Phase.SUMMER, Phase.AUTUMN)
"""The productive seasons of a year."""
NUM_SEASONS = NUM_YEARS * len(SEASONS)
SUMS = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("price", np.int64, (MAX_PLAYERS, NUM_BUILDINGS, NUM_GOODS)),  # gold, wood, stone
                ("saves_one", np.int64, (MAX_PLAYERS,)),  # the Architect may leave out one good of a price
                ("soldier", np.int64, (MAX_PLAYERS,)),  # goods a soldier costs
                ("defence", np.int64, (MAX_PLAYERS, NUM_ENEMIES)),  # of the buildings against each card
            ],
            align=True,
        ),
    )
)


def reckon(games: Games) -> NDArray[Any]:
    """Work out prices and strengths of every seat: one record of SUMS for each game."""
    sums = np.zeros(len(games), SUMS)
    reckon_all(games.view(INSIDE), sums)
    return sums


@entry
def reckon_all(games: Any, sums: Any) -> None:
    """Write the sums of every game."""
    for i in range(len(games)):
        state, found = games[i], sums[i]
        for seat in range(int(state.num_players)):
            player = state.players[seat]
            found.saves_one[seat] = architect_saves(state, seat)
            found.soldier[seat] = soldier_price(player)
            is_free = state.decision == Decision.SORCERY and state.actor == seat
            for building in range(NUM_BUILDINGS):
                is_being_built = seat == state.actor and building == state.building
                is_full_price = int(state.is_full_price) if is_being_built else 0
                if not (is_free and building % NUM_COLUMNS == 0):
                    for good in range(NUM_GOODS):
                        found.price[seat, building, good] = cost(player, building, good, is_full_price)
            for card in range(NUM_ENEMIES):
                found.defence[seat, card] = defence(player, card)


def season_of(games: Games) -> NDArray[np.int64]:
    """Number the productive season of each game that began last, 1 to 15; 0 before the first."""
    begun = sum((games["phase"] >= phase).astype(np.int64) for phase in SEASONS)
    return np.maximum(games["year"].astype(np.int64) - 1, 0) * len(SEASONS) + begun
