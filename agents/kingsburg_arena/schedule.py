"""Schedule of a tournament, who sits where with which luck: line-ups, duplicate blocks, chunks.

A block is one seed with every distinct seat rotation of one line-up: each agent meets the same luck in each seat.
A chunk is a run of whole blocks, played as one batch and kept as one file.
Everything here follows from the tournament alone, never from how many workers play it.
"""

from dataclasses import dataclass, fields
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents.protocol import Agent
from kingsburg_agents.registry import make
from kingsburg_agents.seeds import NUM_TOURNAMENT_SEEDS, evaluation_seeds
from kingsburg_env import Rules

COPY = "#"
"""`random#1` and `random#2` are two players with the same agent behind them, counted apart."""

LineUp = tuple[int, ...]

BLOCKS_PER_CHUNK = 64
# Search agents take minutes for a game: what is done is kept block by block.
SLOW_BLOCKS_PER_CHUNK = 1
DEFAULT_BUDGET = 60.0


@dataclass(frozen=True)
class Tournament:
    """Plan of a tournament: everything that decides the result, random agents included.

    - agents: the players, each named once.
    - lineups: for each table, the players by their index in `agents`.
    - is_mixed: whether the players of a line-up are shuffled anew for every block.
    """

    agents: tuple[str, ...]
    lineups: tuple[LineUp, ...]
    rules: Rules
    games: int
    seed: int
    budget: float
    is_mixed: bool
    blocks_per_chunk: int

    @cached_property
    def players(self) -> list[Agent]:
        """Agent behind each name, made once."""
        return make_players(self.agents)

    @cached_property
    def schedule(self) -> "Schedule":
        """Schedule of all games, worked out once."""
        return make_schedule(self)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out, for another process, what it can make itself."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True)
class Schedule:
    """Games of a tournament, or of a chunk, in the order of their numbers."""

    seats: NDArray[np.int16]
    """For each game and seat the player, by its index among the tournament's agents."""
    block: NDArray[np.int64]
    seed: NDArray[np.uint64]
    first_game: int = 0

    def __len__(self) -> int:
        return len(self.seats)


def agent_name(player: str) -> str:
    """Return a player's name without the number of the copy."""
    return player.partition(COPY)[0]


def make_players(players: tuple[str, ...]) -> list[Agent]:
    """Make the agent behind every player."""
    return [make(agent_name(player)) for player in players]


def table(
    players: list[str], rules: Rules, games: int, seed: int, budget: float = DEFAULT_BUDGET
) -> Tournament:
    """Plan a tournament of one line-up, as it is given, seats rotated.

    Args:
        players: Names of the agents in the order of the seats; `name#1` and `name#2` are counted apart.
        rules: Rules of the games; as many players as names.
        games: At least so many games are played, in whole blocks.
        seed: Seed of the tournament, 0 to 2**32 - 1.
        budget: Seconds that an agent may take for a decision.

    Raises:
        ValueError: An argument is not one of the above, or there is no such agent.
    """
    if len(players) != rules.num_players:
        raise ValueError(f"table: {len(players)} agents for {rules.num_players} players")
    agents = tuple(dict.fromkeys(players))
    lineup = tuple(agents.index(player) for player in players)
    return _plan(agents, (lineup,), rules, games, seed, budget, is_mixed=False)


def mixes(
    players: list[str], rules: Rules, games: int, seed: int, budget: float = DEFAULT_BUDGET
) -> Tournament:
    """Plan a tournament over every mix of two or more different agents at a table, copies allowed.

    Args:
        players: Names of the agents, each once; `name#1` and `name#2` are two agents.
        rules: Rules of the games.
        games: At least so many games are played, in whole blocks.
        seed: Seed of the tournament, 0 to 2**32 - 1.
        budget: Seconds that an agent may take for a decision.

    Raises:
        ValueError: An argument is not one of the above, or there is no such agent.
    """
    agents = tuple(players)
    if len(set(agents)) != len(agents):
        raise ValueError(
            f"agents: {', '.join(agents)}: each must be named once; write name{COPY}2 for a copy"
        )
    if len(agents) < 2:  # noqa: PLR2004 - two make a contest
        raise ValueError(f"agents: two or more must be named, not {len(agents)}")
    every = combinations_with_replacement(range(len(agents)), rules.num_players)
    lineups = tuple(lineup for lineup in every if len(set(lineup)) > 1)
    return _plan(agents, lineups, rules, games, seed, budget, is_mixed=True)


def _plan(
    agents: tuple[str, ...],
    lineups: tuple[LineUp, ...],
    rules: Rules,
    games: int,
    seed: int,
    budget: float,
    *,
    is_mixed: bool,
) -> Tournament:
    if games < 1:
        raise ValueError(f"games={games}: must be at least 1")
    if not 0 <= seed < NUM_TOURNAMENT_SEEDS:
        raise ValueError(f"seed={seed}: must be from 0 to 2**32 - 1")
    if not budget > 0:
        raise ValueError(f"budget={budget}: must be more than 0 seconds")
    players = make_players(agents)
    is_slow = any(agent.is_slow for agent in players)
    size = SLOW_BLOCKS_PER_CHUNK if is_slow else BLOCKS_PER_CHUNK
    tournament = Tournament(agents, lineups, rules, games, seed, budget, is_mixed, size)
    vars(tournament)["players"] = players  # made already
    return tournament


def rotations(lineup: LineUp) -> list[LineUp]:
    """List the distinct seatings that come from moving everybody one seat on, again and again."""
    moved = (lineup[-turn:] + lineup[:-turn] for turn in range(len(lineup)))
    return list(dict.fromkeys(moved))


def make_schedule(tournament: Tournament) -> Schedule:
    """Schedule all games: every line-up equally often, in a random order, until there are enough games."""
    rng = np.random.default_rng([tournament.seed])
    seats: list[LineUp] = []
    block: list[int] = []
    number = 0
    while True:
        for chosen in rng.permutation(len(tournament.lineups)):
            lineup = tournament.lineups[chosen]
            if tournament.is_mixed:
                lineup = tuple(rng.permutation(lineup).tolist())
            seatings = rotations(lineup)
            seats += seatings
            block += [number] * len(seatings)
            number += 1
            if len(seats) >= tournament.games:
                return _as_schedule(tournament, seats, block)


def _as_schedule(tournament: Tournament, seats: list[LineUp], block: list[int]) -> Schedule:
    return Schedule(np.array(seats, np.int16), np.array(block), evaluation_seeds(tournament.seed, block))


def num_unplayed(tournament: Tournament) -> int:
    """Count the line-ups for which there are not enough games: without them the figures are of other opponents."""
    seats = tournament.schedule.seats
    return len(tournament.lineups) - len(np.unique(np.sort(seats, axis=1), axis=0))


def check_everybody_plays(tournament: Tournament) -> None:
    """Refuse a tournament so short that some agent sits in none of its games."""
    seated = set(np.unique(tournament.schedule.seats).tolist())
    if left := [agent for number, agent in enumerate(tournament.agents) if number not in seated]:
        raise ValueError(f"games={tournament.games}: must be more, {', '.join(left)} would play in none")


def num_chunks(tournament: Tournament) -> int:
    """Count the chunks of a tournament."""
    return int(tournament.schedule.block[-1]) // tournament.blocks_per_chunk + 1


def chunk_of(tournament: Tournament, chunk: int) -> Schedule:
    """Return the games of one chunk."""
    games = tournament.schedule
    ends = np.array([chunk, chunk + 1]) * tournament.blocks_per_chunk
    first, end = np.searchsorted(games.block, ends).tolist()
    return Schedule(games.seats[first:end], games.block[first:end], games.seed[first:end], first)
