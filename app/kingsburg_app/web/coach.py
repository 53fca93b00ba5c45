"""The coach: what a network would play here, and what it expects for every seat.

For a seat at the table it looks only at games redealt for that seat, so that it never tells what the seat may not know.
"""

from collections.abc import Mapping
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents import make, names
from kingsburg_agents.network.weights_file import check_predicts_wins
from kingsburg_app.saved_game import SavedGame
from kingsburg_app.web.sharing import replayed
from kingsburg_env import clone, legal, observe, redeal
from kingsburg_env.check import Games

CHAMPION = "champion"
# How many possible games the expectation is an average of.
REDEALS = 8
DIGITS = 3
# How many of the moves that the coach likes least are named after a game.
DISAGREEMENTS = 5


class Coach(Protocol):
    """An agent with a network and a value head."""

    value: Any
    """The value head."""
    meta: Mapping[str, Any]
    """What its file says; `value` must be "win"."""

    def probabilities(self, observations: Any, masks: Any) -> NDArray[np.float32]:
        """Return the probability of each action."""
        ...

    def logits_and_values(
        self, observations: Any, masks: Any
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits and values."""
        ...


def find_coach(name: str = "") -> Coach | None:
    """Make the coach: the agent named, whose network must predict who wins, else the champion if there is one."""
    if not name and CHAMPION not in names():
        return None
    try:
        return _as_coach(make(name or CHAMPION))
    except (ValueError, OSError):
        if name:
            raise
        return None


def _as_coach(agent: Any) -> Coach:
    """Check that an agent can coach."""
    if not all(hasattr(agent, part) for part in ("probabilities", "logits_and_values", "header")):
        raise ValueError(
            f"coach {agent.name!r}: must be an agent with a network, such as champion or neural:FILE"
        )
    check_predicts_wins(f"coach {agent.name!r}", agent.header)
    return cast("Coach", agent)


def advise(coach: Coach, game: Games, seat: int, move: int) -> dict[str, Any]:
    """Return what the coach would play for a seat, if it is asked, and what it expects for everybody."""
    possible = redeal(np.concatenate([game] * REDEALS), seat, np.arange(REDEALS, dtype=np.uint64))
    values = [_expected(coach, possible, rival) for rival in range(int(game["num_players"][0]))]
    probabilities = _probabilities(coach, game) if game["actor"][0] == seat else []
    return {"type": "coach", "move": move, "values": values, "probabilities": probabilities}


def _expected(coach: Coach, games: Games, seat: int) -> float:
    return round(float(_values(coach, games, seat).mean()), DIGITS)


def _values(coach: Coach, games: Games, seat: int) -> NDArray[np.float64]:
    """Return the values of several games for a seat; only the seat that is asked has actions."""
    masks = np.where((games["actor"] == seat)[:, None], legal(games), 0).astype(np.int8)
    return coach.logits_and_values(observe(games, seat), masks)[1][:, 0].astype(np.float64)


def _probabilities(coach: Coach, game: Games) -> list[list[float]]:
    """List the legal actions with their probabilities, likeliest first."""
    mask = legal(game)
    probabilities = coach.probabilities(observe(game, int(game["actor"][0])), mask)[0]
    best = sorted(np.flatnonzero(mask[0]).tolist(), key=lambda action: -probabilities[action])
    return [[action, round(float(probabilities[action]), DIGITS)] for action in best]


def review(coach: Coach, saved: SavedGame) -> dict[str, Any]:
    """Review a finished game: the value of every position, and where the coach disagreed most."""
    games = np.concatenate([clone(game.games) for game in replayed(saved)])
    values = [np.round(_values(coach, games, seat), DIGITS).tolist() for seat in range(len(saved.seats))]
    asked = games[: len(saved.actions)]
    probabilities = coach.probabilities(observe(asked, asked["actor"]), legal(asked))
    liked = probabilities[np.arange(len(asked)), saved.actions]
    worst = np.argsort(liked, kind="stable")[:DISAGREEMENTS]
    return {
        "values": values,
        "disagreements": [_disagreement(int(move), saved, probabilities[move]) for move in worst],
    }


def _disagreement(move: int, saved: SavedGame, probabilities: NDArray[np.float32]) -> dict[str, Any]:
    played, better = saved.actions[move], int(probabilities.argmax())
    return {
        "move": move,
        "played": played,
        "probability": round(float(probabilities[played]), DIGITS),
        "better": better,
        "better_probability": round(float(probabilities[better]), DIGITS),
    }
