"""What luck brought: the same season in other games with the same luck tells.

Luck is a function of the seed, whatever anybody does.
So in games dealt with the same luck, what a season brings the others is what it brings on average with these dice and enemies.
Nothing a seat decides plays a part in what the others get: taking it off leaves where learning leads as it is, and takes noise away.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingsburg_env.reckoning import NUM_SEASONS

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

# Instead of a season: there is no game yet, or it is over.
NONE = -1


class Changes(NamedTuple):
    """What seasons brought: whom, from which season to which, where it was decided last, and by how much their position changed."""

    game: Ints
    seat: Ints
    season: Ints
    after: Ints
    last: Ints
    change: Floats


class Seasons:
    """Follows every seat of a batch of games through its seasons."""

    def __init__(self, num_games: int, seats: int) -> None:
        shape = (num_games, seats)
        self.now = np.full(shape, NONE)
        self.last = np.zeros(shape, np.int64)
        self.value, self.gathered = np.zeros((2, *shape), np.float32)
        # a season under way when we begin to look is not seen whole
        self.is_whole = np.zeros(shape, np.bool_)

    def decide(self, t: int, game: Ints, seat: Ints, season: Ints, value: Floats) -> Changes:
        """Go on to the next decisions of some seats, and tell what the seasons that ended brought them."""
        is_new = self.now[game, seat] != season
        at = game[is_new], seat[is_new]
        is_seen = self.is_whole[at] & (self.now[at] != NONE)
        seen = at[0][is_seen], at[1][is_seen]
        changes = self._changes(seen, season[is_new][is_seen], value[is_new][is_seen])
        self.is_whole[at] |= self.now[at] != NONE
        self.now[at], self.value[at], self.gathered[at] = season[is_new], value[is_new], 0
        self.last[game, seat] = t
        return changes

    def go_on(self, reward: Floats, terminal: NDArray[np.bool_]) -> Changes:
        """Gather what comes after the decisions, and tell what the last seasons of games that ended brought."""
        self.gathered += reward
        game, seat = np.nonzero(terminal[:, None] & self.is_whole & (self.now != NONE))
        changes = self._changes((game, seat), np.full(len(game), NONE), np.zeros(len(game), np.float32))
        self.now[terminal], self.is_whole[terminal] = NONE, True
        return changes

    def _changes(self, at: tuple[Ints, Ints], after: Ints, value: Floats) -> Changes:
        change = self.gathered[at] + value - self.value[at]
        return Changes(*at, self.now[at], after, self.last[at], change)


def leave_one_out(
    actor: Ints,
    value: Floats,
    reward: Floats,
    terminal: NDArray[np.bool_],
    is_learners: NDArray[np.bool_],
    season: Ints,
    key: NDArray[np.uint64],
) -> Floats:
    """Return for the last decision of each season (time x game) what that season brought the same seat in the other games of the same key, on average.

    What a season brings is the change of the value up to the seat's first decision of the next one, or the end of the game.
    Where no other game tells, and at all other decisions, it is 0.
    """
    steps, num_games, seats = reward.shape
    seasons, noted = Seasons(num_games, seats), []
    for t in range(steps):
        game = np.flatnonzero(is_learners[t])
        noted.append(seasons.decide(t, game, actor[t, game], season[t, game], value[t, game]))
        noted.append(seasons.go_on(reward[t], terminal[t]))
    all_changes = Changes(*(np.concatenate(column) for column in zip(*noted, strict=True)))
    luck = np.zeros((steps, num_games), np.float32)
    luck[all_changes.last, all_changes.game] = _of_others(all_changes, key, seats)
    return luck


def _of_others(changes: Changes, key: NDArray[np.uint64], seats: int) -> NDArray[np.float64]:
    """Average over the others with the same luck, at the same seat, from the same season to the same."""
    if not len(changes.game):
        return np.zeros(0)
    keys, luck = np.unique(key[changes.last, changes.game], return_inverse=True)
    about = (luck, changes.seat, changes.season, changes.after - NONE)
    same = np.ravel_multi_index(about, (len(keys), seats, NUM_SEASONS + 1, NUM_SEASONS + 2))
    _, twins, count = np.unique(same, return_inverse=True, return_counts=True)
    of_others = np.bincount(twins, changes.change)[twins] - changes.change
    return np.where(count[twins] > 1, of_others / np.maximum(count[twins] - 1, 1), 0)
