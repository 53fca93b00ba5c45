"""An account book in words, kept from the event log alone and held against the engine's record after every step.

The book knows what changes hands with an event and nothing about why; the reasons are the referee's business.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from operator import itemgetter
from struct import Struct
from typing import Any, NamedTuple

from kingsburg_env import Rules
from kingsburg_env.engine.names import (
    NUM_POINT_SOURCES,
    Advisor,
    Building,
    Enemy,
    Event,
    Good,
    Governor,
    Phase,
    Source,
    Trader,
)
from kingsburg_env.engine.state import PLAYER
from kingsburg_env.engine.tables import advisors, buildings, enemies, governors
from tests.oracle import RANKS

SEATS = ("red", "blue", "green", "yellow", "white")
GOODS = ("gold", "wood", "stone")
MAX_GROUPS = 3


def _words(names: Iterable[Any]) -> list[str]:
    return [name.name.lower().replace("_", " ") for name in names]


# The engine's numbers, read as words.
PHASE_WORDS = _words(Phase)
SOURCE_WORDS = _words(Source)
POINT_SOURCES = SOURCE_WORDS[:NUM_POINT_SOURCES]
TRADER_WORDS = [trader.name.replace("_", " ").title() for trader in Trader]
ADVISOR_WORDS = [advisors.NAMES[advisor] for advisor in Advisor]
ADVISOR_BITS = {name: 1 << number for number, name in enumerate(ADVISOR_WORDS)}
BUILDING_WORDS = [buildings.NAMES[building] for building in Building]
GOVERNOR_WORDS = [governors.NAMES[governor] for governor in Governor]
ENEMY_WORDS = [enemies.NAMES[enemy] for enemy in Enemy]
MODIFIER_WORDS = [
    "",
    " with +2",
    " with market -1",
    " with market +1",
    " with +2 and market -1",
    " with +2 and market +1",
]
WHAT_WORDS = {
    Event.PHASE: PHASE_WORDS,
    Event.GOVERNOR: GOVERNOR_WORDS,
    Event.NEUTRAL: ADVISOR_WORDS,
    Event.PLACED: ADVISOR_WORDS,
    Event.MOVED: ADVISOR_WORDS,
    Event.HELPED: ADVISOR_WORDS,
    Event.GOODS: _words(Good),
    Event.BUILT: BUILDING_WORDS,
    Event.DESTROYED: BUILDING_WORDS,
    Event.ENEMY: ENEMY_WORDS,
}
# Events about the n-th place or the n-th die.
COUNTED = {Event.ORDER, Event.ROLLED, Event.REROLLED, Event.TURNED, Event.DIE_PLACED}


class Happening(NamedTuple):
    """One event in words."""

    kind: str
    who: str = ""
    what: str | int = ""
    amount: int | str = 0
    why: str = ""


_KINDS = {event: event.name.lower().replace("_", " ") for event in Event}


@cache
def in_words(event: tuple[int, int, int, int, int]) -> Happening:
    """Translate a row of the event log."""
    number, seat, what, amount, source = event
    kind = Event(number)
    said: str | int = what if kind in COUNTED else WHAT_WORDS[kind][what] if kind in WHAT_WORDS else ""
    return Happening(
        _KINDS[kind],
        SEATS[seat] if seat >= 0 else "",
        said,
        MODIFIER_WORDS[amount] if kind == Event.PLACED else amount,
        SOURCE_WORDS[source] if source >= 0 else "",
    )


@dataclass
class Player:
    """What one player owns and has done."""

    goods: dict[str, int] = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    vp: int = 0
    vp_from: list[int] = field(default_factory=lambda: [0] * NUM_POINT_SOURCES)
    plus_two: int = 0
    soldiers: int = 0
    strength: int = 0
    buildings: set[str] = field(default_factory=set)
    army: list[int] = field(default_factory=lambda: [0] * 5)  # how many King's army tokens of each value
    governor: str = ""
    # This season
    bonus: int = 0
    dice: list[int] = field(
        default_factory=lambda: [0] * 5
    )  # three own dice and two bonus dice; 0: not rolled
    group_of: list[int] = field(default_factory=lambda: [-1] * 5)  # the group each went with; -1: in hand
    groups: list[str] = field(default_factory=list)  # the advisors they stand on
    passed: bool = False
    used: set[str] = field(default_factory=set)  # what works once a season
    has_built: bool = False
    # This year
    has_blessed: bool = False
    has_looked: bool = False

    def num_goods(self) -> int:
        return sum(self.goods.values())

    def hand(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The faces of own and of bonus dice not placed yet, sorted."""
        left = [face if group < 0 else 0 for face, group in zip(self.dice, self.group_of, strict=True)]
        return tuple(sorted(filter(None, left[:3]))), tuple(sorted(filter(None, left[3:])))

    def faces(self) -> list[int]:
        """What all dice show, placed or not."""
        return [face for face in self.dice if face]

    def total(self) -> int:
        return sum(self.dice)


NOBODY = Player()


class Ledger:
    """The book of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = SEATS[: rules.num_players]
        self.players = {seat: Player() for seat in self.seats}
        self.order: list[str] = []
        self.envoy = ""
        self.neutral: set[str] = set()
        self.year = 0
        self.phase = "setup"
        self.enemy = ""  # once shown
        self.reinforcement = 0
        self.is_over = False
        self.touched: set[str] = set()  # whose entries have changed since they were last compared
        if "army" in rules.modules:
            for player in self.players.values():
                player.army = [1, 2, 1, 1, 1]

    def begin_with(
        self,
        *,
        year: int,
        order: Iterable[str],
        goods: dict[str, str],
        buildings_of: dict[str, list[str]],
        tokens: dict[str, int],
        governors_of: dict[str, str],
        army_tokens: dict[str, list[int]],
        soldiers: dict[str, int] | None = None,
        phase: str = "new year",
    ) -> None:
        """Open the book with a position in the words of `given` instead of an empty table."""
        self.year, self.phase, self.order = year, phase, list(order)
        for seat, player in self.players.items():
            player.goods = {
                good: int(amount) for amount, good in (part.split(" ") for part in goods[seat].split(", "))
            }
            player.buildings = set(buildings_of[seat])
            player.plus_two = tokens[seat]
            player.soldiers = (soldiers or {}).get(seat, 0)
            player.governor = governors_of.get(seat, "")
            player.army = [list(army_tokens.get(seat, ())).count(value) for value in range(5)]

    def closed(self) -> set[str]:
        """The advisors with dice on them."""
        return self.neutral.union(*(player.groups for player in self.players.values()))

    def holder(self, governor: str) -> str:
        """Who has this governor."""
        return next((seat for seat, player in self.players.items() if player.governor == governor), "")

    def book(self, event: Happening) -> None:  # noqa: PLR0915 - one case for each kind of event
        """Enter one event."""
        kind, who, what, amount, why = event
        player = self.players.get(who, NOBODY)
        self.touched.add(who)
        match kind:
            case "phase":
                self.phase = what
            case "governor":
                player.governor = what
            case "order":
                if what == 0:
                    self.order = []
                assert len(self.order) == what, event
                self.order.append(who)
            case "neutral":
                assert RANKS[what] == amount, event
                assert what not in self.neutral, event
                self.neutral.add(what)
            case "bonus dice":
                player.bonus += amount
            case "blessing":
                player.has_blessed = True
            case "rolled":
                assert what == len(player.faces()) < 3 + player.bonus, event
                player.dice[what] = amount
            case "rerolled" | "turned":
                assert player.dice[what] > 0 > player.group_of[what], event
                player.dice[what] = amount
            case "placed":
                player.groups.append(what)
            case "die placed":
                assert player.group_of[what] < 0, event
                assert player.dice[what] == amount, event
                player.group_of[what] = len(player.groups) - 1
            case "passed":
                player.passed = True
            case "moved":
                highest = max(player.groups, key=RANKS.__getitem__)
                player.groups[player.groups.index(highest)] = what
            case "looked":
                player.has_looked = True
            case "goods":
                player.goods[what] += amount
                assert player.goods[what] >= 0, event
            case "points":
                player.vp += amount
                player.vp_from[POINT_SOURCES.index(why)] += amount
            case "soldiers":
                player.soldiers += amount
                assert player.soldiers >= 0, event
            case "tokens":
                player.plus_two += amount
                assert player.plus_two >= 0, event
            case "built":
                assert what not in player.buildings, event
                player.buildings.add(what)
            case "destroyed":
                player.buildings.remove(what)
            case "envoy":
                assert self.envoy == ("" if amount == 1 else who), event
                self.envoy = who if amount == 1 else ""
            case "kings die":
                self.reinforcement = amount
            case "army token":
                player.army[amount] -= 1
                assert player.army[amount] >= 0, event
            case "enemy":
                self.enemy = what
            case "strength":
                player.strength = amount
            case "over":
                self.is_over = True
            case "helped" | "academy die" | "victory" | "tie" | "defeat":
                pass
            case _:
                raise AssertionError(event)

    def clear_season(self) -> None:
        """All dice go home, and what works once a season works again; the log need not say so."""
        self.neutral.clear()
        self.touched.update(self.seats)
        for player in self.players.values():
            player.bonus, player.passed, player.has_built = 0, False, False
            player.dice, player.group_of = [0] * 5, [-1] * 5
            player.groups.clear()
            player.used.clear()

    def open(self, games: Any) -> None:
        """Say which record the book is held against: the only game of a batch of one."""
        self.table = {name: games[name] for name in ("envoy", "year", "phase", "taken", "neutral")}
        self.table |= {name: games[name] for name in ("is_enemy_shown", "reinforcement")}
        self.places, self.blocks = games["order"][0], games["players"][0]
        self.checked = b""
        self.touched = set(self.seats)

    def differences(self) -> list[str]:
        """Where the book and the engine's record do not agree."""
        mine = {
            "envoy": SEATS.index(self.envoy) if self.envoy else -1,
            "year": self.year,
            "phase": PHASE_WORDS.index(self.phase),
            "taken": sum([ADVISOR_BITS[name] for name in self.closed()]),
            "neutral": sum([ADVISOR_BITS[name] for name in self.neutral]),
            "is_enemy_shown": self.enemy != "",
            "reinforcement": self.reinforcement,
        }
        theirs = {name: column.item(0) for name, column in self.table.items()}
        found = [] if mine == theirs else [f"{mine}, recorded {theirs}"]
        order = [SEATS[place] for place in self.places.tolist() if place >= 0]
        if order != self.order:
            found.append(f"order: {self.order}, recorded {order}")
        raw = self.blocks.tobytes()
        for at, seat in enumerate(self.seats):
            first, end = at * PLAYER.itemsize, (at + 1) * PLAYER.itemsize
            # A player of whom neither the book nor the record has changed need not be looked up again.
            if seat in self.touched or raw[first:end] != self.checked[first:end]:
                found += self._differences_of(seat, _COUNTERS.unpack_from(raw, first))
        self.checked = raw
        self.touched.clear()
        return found

    def _differences_of(self, seat: str, block: tuple[int, ...]) -> list[str]:
        mine, theirs = _page(self.players[seat]), _RECORDED(block)
        if mine == theirs:
            return []
        found, at = [], 0
        for name, length in _LENGTHS.items():
            by_book, recorded = mine[at : at + length], theirs[at : at + length]
            at += length
            # Of two own groups on one advisor the Duke moves either: only where groups stand can be told.
            if by_book != recorded and (name != "group_at" or sorted(by_book) != sorted(recorded)):
                found.append(f"{seat} {name}: {by_book}, recorded {recorded}")
        return found


# The fields of a player's record that the book can tell, in the order of a page.
_FIELDS = (
    "present",
    "vp",
    "goods",
    "plus_two",
    "soldiers",
    "strength",
    "bonus",
    "passed",
    "plus_two_used",
    "market_used",
    "statue_used",
    "chapel_used",
    "governor_used",
    "has_built",
    "has_saved",
    "has_blessed",
    "has_looked",
    "traded",
    "tokens",
    "rows",
    "own_hand",
    "bonus_hand",
    "groups",
    "dice",
    "group_of",
    "group_at",
    "governor",
    "vp_from",
)


@cache
def _rows(names: frozenset[str]) -> tuple[int, ...]:
    """Count what stands in each row up to its first gap: a building beyond one would never be recorded right."""
    sheet = [BUILDING_WORDS[first : first + 4] for first in range(0, 28, 4)]
    return tuple(len([*takewhile(names.__contains__, row)]) for row in sheet)


@cache
def _by_face(faces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(faces.count(face) for face in range(1, 7))


def _page(player: Player) -> tuple[int, ...]:
    """What the record of a player must hold by the book."""
    own, bonus = player.hand()
    used, groups = player.used, player.groups
    return (
        1,
        player.vp,
        *player.goods.values(),
        player.plus_two,
        player.soldiers,
        player.strength,
        player.bonus,
        player.passed,
        "+2 token" in used,
        "Market" in used,
        "Statue" in used,
        "Chapel" in used,
        bool({"Philosopher", "Trickster"} & used),
        player.has_built,
        "Architect" in used,
        player.has_blessed,
        player.has_looked,
        *[name in used for name in TRADER_WORDS],
        *player.army,
        *_rows(frozenset(player.buildings)),
        *_by_face(own),
        *_by_face(bonus),
        *[groups.count(name) for name in ADVISOR_WORDS],
        *player.dice,
        *player.group_of,
        *[ADVISOR_WORDS.index(name) for name in groups],
        *[-1] * (MAX_GROUPS - len(groups)),
        GOVERNOR_WORDS.index(player.governor) if player.governor else -1,
        *player.vp_from,
    )


def _places(name: str) -> range:
    """Where a field stands in a player's block, counted in int16."""
    kind, first = PLAYER.fields[name][:2]
    return range(first // 2, (first + kind.itemsize) // 2)


_COUNTERS = Struct(f"={PLAYER.itemsize // 2}h")
_LENGTHS = {name: len(_places(name)) for name in _FIELDS}
_RECORDED = itemgetter(*(place for name in _FIELDS for place in _places(name)))
