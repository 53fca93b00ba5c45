"""What happened last, in few lines: events that belong together share one."""

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from kingsburg_env import text
from kingsburg_env.engine.names import NOBODY, NUM_OWN_DICE, Advisor, Building, Event, Phase, Source
from kingsburg_env.engine.tables import advisors, buildings

# More than any board shows.
MAX_LINES = 60

UNITS = {Event.POINTS: "VP", Event.SOLDIERS: "soldier", Event.TOKENS: "token"}
THROWS = {Event.ROLLED: "rolls", Event.REROLLED: "re-rolls", Event.TURNED: "turns dice to"}
FORTUNES = {Event.VICTORY: "is victorious", Event.TIE: "holds out", Event.DEFEAT: "is defeated"}
# One line for all seats.
ROUNDS = {
    Event.ORDER: "turn order",
    Event.BONUS_DICE: "bonus dice",
    Event.PASSED: "passing",
    Event.ARMY_TOKEN: "army tokens",
    Event.STRENGTH: "strength",
}
# Told with their number even if it is 0.
COUNTED = (Event.ARMY_TOKEN, Event.STRENGTH)
# What is gained or given for this reason is told in the line of what brought it about.
CHAPTERS = {
    Source.ADVISOR: "help",
    Source.BUILDING: "build",
    Source.VICTORY: "battle",
    Source.FORTRESS: "battle",
    Source.DEFEAT: "battle",
    Source.DESTROYED: "battle",
}
# What several players gain at the same moment.
SHARED_SOURCES = (
    Source.REWARD,
    Source.STRONGEST,
    Source.EMBASSY,
    Source.KINGS_ARMY,
    Source.MERCHANTS_GUILD,
    Source.INN,
)
# Told already by the placing, and by everybody's soldiers leaving every winter.
UNTOLD_SOURCES = (Source.PLACING, Source.WINTER_OVER)
UNTOLD_PHASES = (Phase.NEW_YEAR, Phase.YEAR_END, Phase.OVER)


class Line(NamedTuple):
    """One line: whom it concerns, or NOBODY, and the words."""

    seat: int
    said: str


class _Part(NamedTuple):
    """What an event tells: its detail joins the line before if that has the same key, else it opens its own."""

    key: Hashable
    opening: str
    detail: str = ""
    seat: int = NOBODY
    is_opening: bool = False


class Story:
    """The last lines of a game."""

    def __init__(self) -> None:
        self._lines: deque[Line] = deque(maxlen=MAX_LINES)
        self._key: Hashable = None

    def __iter__(self) -> Iterator[Line]:
        """Give the lines, oldest first."""
        return iter(self._lines)

    def forget(self) -> None:
        """Begin anew."""
        self._lines.clear()
        self._key = None

    def tell(self, events: Iterable[Any]) -> None:
        """Add events."""
        for event in events:
            if not _is_untold(event):
                self._add(_part(event))

    def _add(self, part: _Part) -> None:
        """Join the line before, or open a new one; details stand behind a colon."""
        joins = part.key is not None and part.key == self._key and not part.is_opening
        line = self._lines.pop() if joins else Line(part.seat, part.opening)
        if part.detail:
            line = Line(line.seat, f"{line.said}{',' if ':' in line.said else ':'} {part.detail}")
        self._lines.append(line)
        self._key = part.key


def _is_untold(event: Any) -> bool:
    return event.source in UNTOLD_SOURCES or (event.kind == Event.PHASE and event.what in UNTOLD_PHASES)


def _part(event: Any) -> _Part:
    """Put one event into words."""
    kind, seat, what, amount = Event(int(event.kind)), int(event.seat), int(event.what), int(event.amount)
    who = text.SEATS[seat] if seat != NOBODY else ""
    if kind in ROUNDS:
        return _Part(kind, ROUNDS[kind], f"{who} {amount}" if amount or kind in COUNTED else who)
    if kind in THROWS:
        return _Part((kind, seat), f"{who} {THROWS[kind]}", _die(what, amount), seat)
    if kind in FORTUNES:
        return _Part(("battle", seat), f"{who} {FORTUNES[kind]}", "", seat, is_opening=True)
    match kind:
        case Event.GOODS | Event.POINTS | Event.SOLDIERS | Event.TOKENS:
            unit = text.GOODS[what] if kind == Event.GOODS else UNITS[kind]
            plural = "s" if kind in (Event.SOLDIERS, Event.TOKENS) and abs(amount) > 1 else ""
            return _gain(who, seat, Source(int(event.source)), f"{amount:+d} {unit}{plural}")
        case Event.PLACED:
            return _Part(("place", seat), text.describe_event(event), "", seat, is_opening=True)
        case Event.DIE_PLACED:
            return _Part(("place", seat), f"{who} uses", _die(what, amount), seat)
        case Event.HELPED:
            helps = f"{advisors.NAMES[Advisor(what)]} helps {who}"
            return _Part(("help", seat), helps, "", seat, is_opening=True)
        case Event.LOOKED:
            return _Part(("help", seat), f"{who} looks", "looks at the enemy card", seat)
        case Event.BUILT:
            return _Part(("build", seat), f"{who} builds", buildings.NAMES[Building(what)], seat)
        case Event.DESTROYED:
            return _Part(
                ("battle", seat), f"{who} is defeated", f"loses {buildings.NAMES[Building(what)]}", seat
            )
        case _:
            return _Part(None, text.describe_event(event), "", seat)


def _die(die: int, face: int) -> str:
    return f"{face}{'' if die < NUM_OWN_DICE else '*'}"


def _gain(who: str, seat: int, source: Source, amount: str) -> _Part:
    """Tell what somebody gained or gave, with its reason unless the line says it already."""
    if source in SHARED_SOURCES:
        return _Part(source, text.CAUSES[source], f"{who} {amount}")
    if source in CHAPTERS:
        opening = f"{who} builds" if source == Source.BUILDING else f"{who} ({text.CAUSES[source]})"
        return _Part((CHAPTERS[source], seat), opening, amount, seat)
    return _Part((source, seat), f"{who} ({text.CAUSES[source]})", amount, seat)
