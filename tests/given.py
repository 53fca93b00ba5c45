"""Positions and moves in words: what the rulebook tests are written with.

`given(...)` starts from an empty table and changes only what is named.
`game.play("red: influence Queen with 5+6+6")` checks that it is that player's question and that the move is legal.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from kingsburg_env import Buffers, Rules, clone, new_games, observe, ranking, step_batch, text
from kingsburg_env.engine.answers import masks_of
from kingsburg_env.engine.names import (
    NOBODY,
    NUM_COLUMNS,
    NUM_OWN_DICE,
    Advisor,
    Building,
    Decision,
    Effect,
    Governor,
    Phase,
    Step,
)
from kingsburg_env.engine.province import standing
from kingsburg_env.engine.tables import advisors, buildings, enemies, governors
from tests.random_play import settle

COLOURS = text.SEATS
# The colour of each seat; a test may seat them otherwise.
SEATS = COLOURS
MOMENTS = {
    "governors": (Phase.SETUP, Step.PICK),
    "borrowing": (Phase.SETUP, Step.BORROW),
    "new year": (Phase.NEW_YEAR, Step.BEGIN),  # adds 1 to the year given
    "aid": (Phase.AID, Step.BEGIN),
    "reward": (Phase.REWARD, Step.BEGIN),
    "envoy": (Phase.ENVOY, Step.BEGIN),
    "recruiting": (Phase.RECRUITING, Step.BEGIN),
    "winter": (Phase.WINTER, Step.BEGIN),
    "year end": (Phase.YEAR_END, Step.BEGIN),
}
SEASON_MOMENTS = {
    "start": Step.BEGIN,
    "roll": Step.ROLL,
    "dice": Step.CHANGE,  # dice lie on the table, re-rolls and changes come now, then the turn order
    "influence": Step.INFLUENCE,
    "duke": Step.DUKE,
    "help": Step.HELP,
    "build": Step.BUILD,
    "end": Step.SEASON_END,
}
SEASONS = {"spring": Phase.SPRING, "summer": Phase.SUMMER, "autumn": Phase.AUTUMN}


def _member(names: Mapping[Any, str], name: str) -> int:
    found = [int(member) for member, title in names.items() if title.lower() == name.lower()]
    assert found, f"{name!r} is none of {list(names.values())}"
    return found[0]


def _goods(written: str) -> list[int]:
    """Read "2 gold, 1 wood" as amounts of gold, wood and stone."""
    amounts = [0, 0, 0]
    for amount, good in re.findall(r"(\d+) (gold|wood|stone)", written):
        amounts[text.GOODS.index(good)] += int(amount)
    return amounts


def given(
    *,
    players: int = 4,
    at: str = "influence",
    season: str = "spring",
    year: int = 1,
    edition: str = "second",
    modules: tuple[str, ...] = (),
    plus_two: str = "season",
    optional_effects: bool = False,
    order: Iterable[str] | None = None,
    goods: Mapping[str, str] | None = None,
    vp: Mapping[str, int] | None = None,
    buildings_of: Mapping[str, Iterable[str]] | None = None,
    tokens: Mapping[str, int] | None = None,
    soldiers: Mapping[str, int] | None = None,
    dice: Mapping[str, Iterable[int]] | None = None,
    bonus_dice: Mapping[str, Iterable[int]] | None = None,
    bonus: Mapping[str, int] | None = None,
    governors_of: Mapping[str, str] | None = None,
    army_tokens: Mapping[str, Iterable[int]] | None = None,
    placed: Mapping[str, Iterable[str]] | None = None,
    neutral: Iterable[str] = (),
    envoy: str | None = None,
    enemy: str | None = None,
    built_this_season: Iterable[str] = (),
    passed: Iterable[str] = (),
    seed: int = 0,
) -> "Game":
    """Put a position together in words and go on to the first question.

    The turn order is red, blue, green, yellow, white unless `order` says otherwise.
    `at` is a moment: one of MOMENTS, or within a `season` one of SEASON_MOMENTS.
    `tokens` are +2 tokens; `dice`/`bonus_dice` lie in hand; `bonus` are bonus dice not rolled yet;
    `placed` are groups on advisors (without their dice); `army_tokens` replaces the six printed ones;
    `enemy` is this year's card, as in tables.enemies.NAMES, e.g. "Goblins 3 (year I)".
    """
    rules = Rules(players, edition, modules, plus_two, optional_effects)
    games = new_games(1, rules, seed=seed)
    state = games[0]
    state.decision, state.actor = Decision.NONE, NOBODY
    state.phase, state.step = MOMENTS[at] if at in MOMENTS else (SEASONS[season], SEASON_MOMENTS[at])
    state.year = 0 if state.phase == Phase.SETUP else year
    state.cursor = state.visit = 0
    state.order[:players] = [SEATS.index(seat) for seat in order or COLOURS[:players]]
    for seat, amount in (goods or {}).items():
        state.players[SEATS.index(seat)].goods[:] = _goods(amount)
    for seat, points in (vp or {}).items():
        state.players[SEATS.index(seat)].vp = points
    for seat, names in (buildings_of or {}).items():
        for name in names:
            _erect(state.players[SEATS.index(seat)], _member(buildings.NAMES, name))
    for seat, count in (tokens or {}).items():
        state.players[SEATS.index(seat)].plus_two = count
    for seat, count in (soldiers or {}).items():
        state.players[SEATS.index(seat)].soldiers = count
    for seat, faces in (dice or {}).items():
        _lay_dice(state.players[SEATS.index(seat)], 0, faces)
    for seat, faces in (bonus_dice or {}).items():
        _lay_dice(state.players[SEATS.index(seat)], NUM_OWN_DICE, faces)
        state.players[SEATS.index(seat)].bonus = len(tuple(faces))
    for seat, count in (bonus or {}).items():
        state.players[SEATS.index(seat)].bonus = count
    if "governors" in modules and at != "governors":
        _seat_governors(state, players, governors_of or {})
    for seat, values in (army_tokens or {}).items():
        state.players[SEATS.index(seat)].tokens[:] = np.bincount(list(values), minlength=5)
    for seat, names in (placed or {}).items():
        for group, name in enumerate(names):
            state.players[SEATS.index(seat)].group_at[group] = _member(advisors.NAMES, name)
            state.players[SEATS.index(seat)].groups[_member(advisors.NAMES, name)] += 1
            state.taken |= 1 << _member(advisors.NAMES, name)
    for name in neutral:
        state.taken |= 1 << _member(advisors.NAMES, name)
        state.neutral |= 1 << _member(advisors.NAMES, name)
    if envoy:
        state.envoy = SEATS.index(envoy)
    if enemy:
        card = _member(enemies.NAMES, enemy)
        state.enemies[int(enemies.ENEMIES[card].year) - 1] = card
        assert enemies.ENEMIES[card].year == year, f"{enemy} does not come in year {year}"
    for seat in built_this_season:
        state.players[SEATS.index(seat)].has_built = 1
    for seat in passed:
        state.players[SEATS.index(seat)].passed = 1
    game = Game(games)
    settle(game.games, game.buffers)
    game.history += game.events
    return game


def given_when(wish: Callable[["Game"], bool], **position: Any) -> "Game":
    """Put the same position together under other luck again and again until the wish is true."""
    for seed in range(10_000):
        game = given(seed=seed, **position)
        if wish(game):
            return game
    msg = f"no luck makes it true in {position}"
    raise AssertionError(msg)


def battle(enemy: str, *, players: int = 2, modules: tuple[str, ...] = (), **position: Any) -> "Game":
    """Fight a winter in which the King sends nobody: with module 3 everybody has a single token left, a 0."""
    return given(
        at="winter",
        players=players,
        year=enemies.ROMAN.index(enemy.rpartition("year ")[2].rstrip(")")),
        modules=(*modules, "army"),
        army_tokens=dict.fromkeys(SEATS[:players], (0,)),
        enemy=enemy,
        **position,
    )


def _erect(player: Any, building: int) -> None:
    """Put up a building and those left of it: a row has no gaps."""
    row, column = divmod(building, NUM_COLUMNS)
    player.rows[row] = max(player.rows[row], column + 1)


def _lay_dice(player: Any, first: int, faces: Iterable[int]) -> None:
    hand = player.own_hand if first == 0 else player.bonus_hand
    for die, face in enumerate(faces):
        player.dice[first + die] = face
        player.throws[first + die] = 1
        hand[face - 1] += 1


def _seat_governors(state: Any, players: int, named: Mapping[str, str]) -> None:
    """Give the named governors; everybody else gets one that does nothing in the test: the Miner, or none."""
    for seat in range(players):
        state.players[seat].dealt[:] = -1
        state.players[seat].governor = -1
    for seat, name in named.items():
        state.players[SEATS.index(seat)].governor = _member(governors.NAMES, name)
        state.players[SEATS.index(seat)].picked_governor = _member(governors.NAMES, name)


class Game:
    """One game, played and looked at in words."""

    def __init__(self, games: Any) -> None:
        self.games = games
        self.buffers = Buffers(1, with_log=True)
        self.history: list[str] = []

    @property
    def state(self) -> Any:
        return self.games[0]

    # Playing

    def play(self, *moves: str) -> "Game":
        """Play moves such as "red: build Statue" or "red: influence Queen with 5+6+6* and +2"; a star is a bonus die."""
        for move in moves:
            seat, _, said = move.partition(": ")
            assert self.asked == seat, f"{move!r}, but {text.describe_question(self.state)}"
            action, dice = _read(said)
            self._step(action)
            while dice and self.state.decision == Decision.PICK_DICE:
                self._step(self._pick(dice))
            if dice and said.startswith("influence"):
                assert sorted(self._used(seat)) == sorted(dice), f"{move!r} used {self._used(seat)}"
        return self

    def _pick(self, dice: list[str]) -> int:
        """Answer which dice to use: one of the named dice that is offered and not in the group yet."""
        left = list(dice)
        for die in self.last_group(str(self.asked)):
            left.remove(die)
        for die in left:
            action = text.parse_action(f"use {'a bonus' if die.endswith('*') else 'an own'} {die[0]}")
            if masks_of(self.state)[action]:
                return action
        msg = f"none of {left} is offered: {self.options()}"
        raise AssertionError(msg)

    def _used(self, seat: str) -> list[str]:
        """The dice a player placed last, from what was told: after the last group of a season all dice are gone."""
        used = []
        for line in reversed(self.history):
            if line.startswith(f"{seat} influences"):
                break
            if line.startswith(f"{seat} uses"):
                used.append(line[-1] + ("*" if "bonus" in line else ""))
        return used

    def _step(self, action: int) -> None:
        assert masks_of(self.state)[action], text.describe_illegal(self.state, action)
        step_batch(self.games, np.array([action]), self.buffers)
        self.history += self.events

    def play_until(self, move: str, wish: Callable[["Game"], bool]) -> "Game":
        """Play a move under other luck again and again until the wish is true: how a test fixes a throw."""
        for key in range(1, 200_000):
            trial = self.copy()
            trial.state.key = np.uint64(key * 0x9E3779B97F4A7C15 % 2**64)
            trial.play(move)
            if wish(trial):
                return trial
        msg = f"no luck makes it true after {move!r}"
        raise AssertionError(msg)

    def pass_until(self, wish: Callable[["Game"], bool]) -> "Game":
        """Pass, or take the first option where passing is not allowed, until the wish is true."""
        while not wish(self):
            assert self.asked, "the game is over"
            self._step(int(np.flatnonzero(masks_of(self.state))[0]))
        return self

    def copy(self) -> "Game":
        other = Game(clone(self.games))
        other.history = list(self.history)
        other.buffers.logs[:] = self.buffers.logs
        return other

    # Looking

    @property
    def asked(self) -> str | None:
        """Who is asked, or None at the end."""
        return None if self.state.actor == NOBODY else SEATS[int(self.state.actor)]

    @property
    def question(self) -> str:
        """What is asked, by the decision's name in lower case: "influence", "take goods", …; "use farms" of an effect."""
        decision = Decision(int(self.state.decision))
        if decision == Decision.USE_EFFECT:
            return f"use {Effect(int(self.state.effect)).name.lower().replace('_', ' ')}"
        return decision.name.lower().replace("_", " ")

    def options(self, seat: str | None = None) -> set[str]:
        """What may be answered; nothing for a seat that is not asked."""
        if seat is not None and seat != self.asked:
            return set()
        return {text.describe_action(int(action)) for action in np.flatnonzero(masks_of(self.state))}

    def can(self, move: str) -> bool:
        """Whether a move, with its dice, could be played now."""
        try:
            self.copy().play(move)
        except AssertionError:
            return False
        return True

    @property
    def events(self) -> list[str]:
        """What happened since the last question, in words."""
        return [text.describe_event(event) for event in self.buffers.log()]

    @property
    def order(self) -> list[str]:
        return [SEATS[int(seat)] for seat in self.state.order[: int(self.state.num_players)]]

    @property
    def year(self) -> int:
        return int(self.state.year)

    @property
    def phase(self) -> str:
        return Phase(int(self.state.phase)).name.lower().replace("_", " ")

    @property
    def envoy(self) -> str | None:
        return None if self.state.envoy == NOBODY else SEATS[int(self.state.envoy)]

    def player(self, seat: str) -> Any:
        return self.state.players[SEATS.index(seat)]

    def vp(self, seat: str) -> int:
        return int(self.player(seat).vp)

    def goods(self, seat: str) -> str:
        """All goods, e.g. "1 gold + 2 wood", or "nothing"."""
        return text.goods(self.player(seat).goods)

    def soldiers(self, seat: str) -> int:
        return int(self.player(seat).soldiers)

    def tokens(self, seat: str) -> int:
        """How many +2 tokens."""
        return int(self.player(seat).plus_two)

    def army_tokens(self, seat: str) -> list[int]:
        return [value for value, left in enumerate(self.player(seat).tokens) for _ in range(left)]

    def bonus(self, seat: str) -> int:
        """How many bonus dice this season, or due in the coming Spring."""
        return int(self.player(seat).bonus)

    def buildings(self, seat: str) -> set[str]:
        return {buildings.NAMES[Building(int(b))] for b in np.flatnonzero(standing(self.player(seat).rows))}

    def dice(self, seat: str) -> list[str]:
        """All dice in hand, bonus dice with a star, sorted."""
        player = self.player(seat)
        return sorted(
            f"{player.dice[die]}{'' if die < NUM_OWN_DICE else '*'}"
            for die in range(len(player.dice))
            if player.dice[die] and player.group_of[die] == -1
        )

    def last_group(self, seat: str) -> list[str]:
        """The dice of the group placed last, or being placed."""
        group = text.dice_of_group(self.player(seat), int(self.state.group))
        return group.split("+") if group else []

    def court(self) -> str:
        """Whose dice lie where."""
        return text.describe_court(self.state)

    def at(self, seat: str) -> list[str]:
        """The advisors on which a player's groups stand, in the order they were placed."""
        return [advisors.NAMES[Advisor(int(a))] for a in self.player(seat).group_at if a != -1]

    def governor(self, seat: str) -> str | None:
        governor = int(self.player(seat).governor)
        return None if governor == -1 else governors.NAMES[Governor(governor)]

    def has_looked(self, seat: str) -> bool:
        return bool(self.player(seat).has_looked)

    def seen_by(self, seat: str) -> list[float]:
        """Everything a seat may know; two games it cannot tell apart look the same."""
        return observe(self.games, SEATS.index(seat))[0].tolist()

    def rank(self, seat: str) -> int:
        return int(ranking(self.games)[0, SEATS.index(seat)])

    def happened(self, fragment: str) -> bool:
        """Whether something like this was told since the position was set up, the last step included."""
        return any(fragment in line for line in [*self.history, *self.events])

    def told(self, *fragments: str) -> list[str]:
        """Everything told since the position was set up that holds one of the fragments, in the order it happened."""
        return [line for line in self.history if any(fragment in line for fragment in fragments)]


_MODIFIER = re.compile(r"(\+2)?( and )?(market [+-]1)?$")


def _read(said: str) -> tuple[int, list[str]]:
    """Read a move: the action, and the dice it names."""
    if not said.startswith("influence ") or " with " not in said:
        return text.parse_action(said), []
    advisor, _, rest = said.removeprefix("influence ").partition(" with ")
    dice = []
    if re.match(r"\d", rest):
        written, _, rest = rest.partition(" and ")
        dice = written.split("+")
    suffix = f" with {rest}" if rest else ""
    return text.parse_action(f"influence {advisor}{suffix}"), dice
