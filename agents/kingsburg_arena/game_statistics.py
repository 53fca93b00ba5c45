"""Statistics of the games of a chunk, read from the event log step by step and summed up per seat at the end."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingsburg_env import Buffers
from kingsburg_env.check import Games
from kingsburg_env.engine.names import NUM_ADVISORS, NUM_BUILDINGS, Event
from kingsburg_env.engine.province import standing
from kingsburg_env.reckoning import SEASONS

BATTLES = (Event.VICTORY, Event.TIE, Event.DEFEAT)
NO_GOOD = -1


class GameStatistics:
    """Collects the events of all games of a chunk, in their order within each game."""

    def __init__(self, num_games: int) -> None:
        self.num_games = num_games
        self.pages: list[tuple[NDArray[np.int64], NDArray[Any]]] = []

    def read(self, buffers: Buffers) -> None:
        """Copy the events since the last questions."""
        lengths = buffers.logs["length"].astype(np.int64)
        games = np.repeat(np.arange(self.num_games), lengths)
        starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
        self.pages.append((games, buffers.logs["events"][games, np.arange(len(games)) - starts]))
        # A game that is over keeps its last page.
        buffers.logs["length"] = 0

    def summary(self, games: Games) -> dict[str, NDArray[Any]]:
        """Sum up, for each game and seat, what the analysis of strategies needs."""
        self.seats = int(games["num_players"][0])
        game = np.concatenate([page[0] for page in self.pages])
        by_game = np.argsort(game, kind="stable")
        game, event = game[by_game], np.concatenate([page[1] for page in self.pages])[by_game]
        season = _season(game, event)
        players = games["players"][:, : self.seats]
        return {
            "built_at": self._built_at(game, event, season),
            "standing": standing(players["rows"]).astype(np.int8),
            "vp_from": players["vp_from"].astype(np.int16),
            "governor": players["governor"].astype(np.int8),
            "advisors": self._count(game, event, event["kind"] == Event.HELPED, NUM_ADVISORS),
            "battles": self._battles(game, event),
            "turn_index": self._count(game, event, (event["kind"] == Event.ORDER) & (season > 0), self.seats),
            "first_good": self._first_good(game, event),
        }

    def _count(
        self, game: NDArray[np.int64], event: NDArray[Any], chosen: NDArray[np.bool_], kinds: int
    ) -> NDArray[np.int8]:
        """Count the chosen events by game, seat and what they are about."""
        counts = np.zeros((self.num_games, self.seats, kinds), np.int8)
        np.add.at(counts, (game[chosen], event["seat"][chosen], event["what"][chosen]), 1)
        return counts

    def _built_at(
        self, game: NDArray[np.int64], event: NDArray[Any], season: NDArray[np.int64]
    ) -> NDArray[np.int8]:
        """Find the season, 1 to 15, in which each building was first built; 0: never."""
        built_at = np.zeros((self.num_games, self.seats, NUM_BUILDINGS), np.int8)
        # Backwards, so that the first time is written last.
        chosen = np.flatnonzero(event["kind"] == Event.BUILT)[::-1]
        built_at[game[chosen], event["seat"][chosen], event["what"][chosen]] = season[chosen]
        return built_at

    def _battles(self, game: NDArray[np.int64], event: NDArray[Any]) -> NDArray[np.int8]:
        """Count battles won, tied and lost."""
        counts = np.zeros((self.num_games, self.seats, len(BATTLES)), np.int8)
        for result, kind in enumerate(BATTLES):
            chosen = event["kind"] == kind
            np.add.at(counts[:, :, result], (game[chosen], event["seat"][chosen]), 1)
        return counts

    def _first_good(self, game: NDArray[np.int64], event: NDArray[Any]) -> NDArray[np.int8]:
        """Find the kind of good that each seat gained first; -1: none."""
        first = np.full((self.num_games, self.seats), NO_GOOD, np.int8)
        chosen = np.flatnonzero((event["kind"] == Event.GOODS) & (event["amount"] > 0))[::-1]
        first[game[chosen], event["seat"][chosen]] = event["what"][chosen]
        return first


def _season(game: NDArray[np.int64], event: NDArray[Any]) -> NDArray[np.int64]:
    """Return for each event the last productive season that had begun, 1 to 15; 0: none yet."""
    number = np.zeros(len(event), np.int64)
    for index, phase in enumerate(SEASONS):
        begins = (event["kind"] == Event.PHASE) & (event["what"] == phase)
        number[begins] = (event["amount"][begins] - 1) * len(SEASONS) + index + 1
    # Seasons only grow within a game; the games are kept apart by a step larger than any season.
    base = game * (len(SEASONS) * 100)
    return np.maximum.accumulate(number + base) - base
