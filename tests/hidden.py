"""What a seat cannot know of a game, said a second time and independently of the engine."""

from typing import Any

import numpy as np

from kingsburg_env import clone
from kingsburg_env.engine.actions import BLOCKS
from kingsburg_env.engine.answers import BITS, NUM_WORDS
from kingsburg_env.engine.names import (
    MAX_PLAYERS,
    NO_GOVERNOR,
    NO_TOKEN,
    NUM_DEALT_GOVERNORS,
    NUM_ENEMIES_PER_YEAR,
    NUM_GOVERNORS,
    NUM_YEARS,
    Decision,
    Phase,
)

GOVERNOR_ACTIONS = slice(BLOCKS["governor"].first, BLOCKS["governor"].end)


def are_rivals(games: Any, seats: Any) -> Any:
    """Tell of each game and seat whether it is a rival of the observing one."""
    every_seat = np.arange(MAX_PLAYERS)
    return (every_seat < games["num_players"][:, None]) & (every_seat != np.asarray(seats)[:, None])


def unknown_enemies(games: Any, seats: Any) -> Any:
    """Tell of each game and year whether the seat has not seen the enemy card: not looked at, not shown, not past."""
    looked = games["players"]["has_looked"][np.arange(len(games)), seats]
    known = games["year"] - 1 + ((looked | games["is_enemy_shown"]) != 0)
    known[games["phase"] == Phase.OVER] = NUM_YEARS
    return np.arange(NUM_YEARS) >= known[:, None]


def known_governors(game: Any, seat: int) -> set[int]:
    """The governors a seat can place: its own three and those shown."""
    cards = [*game["players"]["governor"].tolist(), *game["players"]["dealt"][seat].tolist()]
    return set(cards) - {NO_GOVERNOR}


def _asked_to_pick(games: Any, seats: Any) -> Any:
    """Tell where a rival is asked which governor to keep, so that his answers show what he was dealt."""
    return (games["decision"] == Decision.PICK_GOVERNOR) & (games["actor"] != seats)


def scramble(games: Any, seats: Any, seed: int) -> Any:
    """Copy games with everything the seats cannot know changed at random, and nothing else."""
    rng = np.random.default_rng(seed)
    copy = clone(games)
    copy["key"] = rng.integers(2**64, size=len(games), dtype=np.uint64)
    drawn = np.arange(NUM_YEARS) * NUM_ENEMIES_PER_YEAR + rng.integers(
        NUM_ENEMIES_PER_YEAR, size=(len(games), NUM_YEARS)
    )
    copy["enemies"] = np.where(unknown_enemies(games, seats), drawn, games["enemies"])
    for game, rival in np.argwhere(are_rivals(games, seats) & (games["players"]["picked_token"] != NO_TOKEN)):
        tokens = games["players"]["tokens"][game, rival]
        copy["players"]["picked_token"][game, rival] = rng.choice(np.flatnonzero(tokens))
    for game in np.flatnonzero(games["with_governors"]):
        _deal_again(copy[game], int(seats[game]), rng)
    for game in np.flatnonzero(_asked_to_pick(games, seats)):
        answers = np.isin(np.arange(NUM_GOVERNORS), copy["players"]["dealt"][game, games["actor"][game]])
        _offer_governors(copy[game], answers)
    return copy


def _offer_governors(game: Any, governors: Any) -> None:
    """Let these governors be the answers."""
    mask = np.zeros(NUM_WORDS * BITS, np.uint8)
    mask[GOVERNOR_ACTIONS] = governors
    game["answers"] = np.packbits(mask, bitorder="little").view("<u4")


def _deal_again(game: Any, seat: int, rng: np.random.Generator) -> None:
    players = game["players"]
    left = [card for card in range(NUM_GOVERNORS) if card not in known_governors(game, seat)]
    rng.shuffle(left)
    for rival in range(int(game["num_players"])):
        if rival == seat:
            continue
        shown = [card for card in [int(players["governor"][rival])] if card != NO_GOVERNOR]
        dealt = shown + [left.pop() for _ in range(NUM_DEALT_GOVERNORS - len(shown))]
        rng.shuffle(dealt)
        players["dealt"][rival] = dealt
        if not shown and players["picked_governor"][rival] != NO_GOVERNOR:
            players["picked_governor"][rival] = rng.choice(dealt)


def without_secrets(games: Any, seats: Any) -> Any:
    """Copy games with everything the seats cannot know blanked out; that somebody has picked is public."""
    copy = clone(games)
    rivals, players = are_rivals(games, seats), copy["players"]
    copy["key"] = 0
    copy["enemies"][unknown_enemies(games, seats)] = 0
    players["dealt"][rivals] = NO_GOVERNOR
    players["picked_governor"][
        rivals & (players["governor"] == NO_GOVERNOR) & (players["picked_governor"] != NO_GOVERNOR)
    ] = 0
    players["picked_token"][rivals & (players["picked_token"] != NO_TOKEN)] = 0
    copy["answers"][_asked_to_pick(games, seats)] = 0
    return copy
