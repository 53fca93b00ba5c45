"""Describe a stored game in words, played again from its seed and its actions."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from kingsburg_arena.schedule import Tournament
from kingsburg_arena.storage import Arrays, chunk_file, read_chunk, read_tournament
from kingsburg_env import Buffers, new_games, reset, scores, step_batch, text
from kingsburg_env.check import Games


def find_game(folder: Path, number: int) -> tuple[Tournament, Arrays, int]:
    """Find a game by its number: its tournament, its chunk, its row in the chunk."""
    tournament = read_tournament(folder)
    games = tournament.schedule
    if not 0 <= number < len(games):
        raise ValueError(f"game {number}: must be from 0 to {len(games) - 1}")
    chunk = int(games.block[number]) // tournament.blocks_per_chunk
    if not chunk_file(folder, chunk).exists():
        raise ValueError(f"game {number}: is not played yet; the same `kingsburg arena` command goes on")
    arrays = read_chunk(folder, chunk)
    return tournament, arrays, int(np.searchsorted(arrays["number"], number))


def actions_of(arrays: Arrays, row: int) -> np.ndarray:
    """Return the actions of one game."""
    ends = np.cumsum(arrays["length"])
    return arrays["actions"][ends[row] - arrays["length"][row] : ends[row]].astype(np.int64)


def describe_game(folder: Path, number: int) -> Iterator[str]:
    """Describe a game line by line."""
    tournament, arrays, row = find_game(folder, number)
    seed = int(arrays["seed"][row])
    players = [tournament.agents[agent] for agent in arrays["seats"][row]]
    yield f"game {number}, block {arrays['block'][row]}, seed {seed}"
    for seat, player in enumerate(players):
        yield f"{text.SEATS[seat]} is {player}"
    games = new_games(1, tournament.rules, seed)
    buffers = Buffers(1, with_log=True)
    reset(games, seed, buffers=buffers)
    yield from _events(buffers)
    losses = _losses(arrays, number)
    for step, action in enumerate(actions_of(arrays, row).tolist()):
        yield from losses.get(step, [])
        yield f"{text.describe_question(games[0])}: {text.describe_action(action)}"
        step_batch(games, np.array([action]), buffers)
        yield from _events(buffers)
    yield from _ending(games, arrays, row, players)


def _events(buffers: Buffers) -> list[str]:
    return [f"  {text.describe_event(event)}" for event in buffers.log()]


def _losses(arrays: Arrays, number: int) -> dict[int, list[str]]:
    """Describe at which decisions somebody lost by default, and why."""
    lines: dict[int, list[str]] = {}
    for at in np.flatnonzero(arrays["forfeit_game"] == number):
        who, why = text.SEATS[int(arrays["forfeit_seat"][at])], arrays["forfeit_reason"][at]
        line = f"  {who} loses this game by default: {why}; from now on the first legal action is played"
        lines.setdefault(int(arrays["forfeit_step"][at]), []).append(line)
    return lines


def _ending(games: Games, arrays: Arrays, row: int, players: list[str]) -> Iterator[str]:
    """Describe the result, and refuse a replay that came out differently."""
    points = scores(games)[0, : len(players)].tolist()
    if points != arrays["vp"][row].tolist():
        raise ValueError("the replay ends differently: the game was played by another version of the rules")
    ranks = arrays["ranks"][row].tolist()
    for seat in np.argsort(ranks, kind="stable").tolist():
        yield f"{ranks[seat]}. {text.SEATS[seat]} ({players[seat]}): {points[seat]} VP"
