"""Where everything lies on the drawn table, in its own units: those of the finished picture."""

from typing import NamedTuple

from kingsburg_env.engine.names import NUM_COURT, Phase


class Rect(NamedTuple):
    """A place on the table: its left upper corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """How far down it reaches."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The point halfway."""
        return self.x + self.width / 2, self.y + self.height / 2

    def shrunk(self, by: float) -> "Rect":
        """Return the same place with a margin inside."""
        return Rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


WIDTH, HEIGHT = 1280, 800

# The head: years, phases, turn order.
HEAD = Rect(0, 0, WIDTH, 46)
YEARS_X, YEAR_STEP, YEAR_RADIUS = 166, 30, 12
PHASES_X, PHASE_STEP, PHASE_WIDTH = 318, 90, 86
ORDER_X, ORDER_STEP = 1132, 31

# The court: three rows of six advisors.
COURT = Rect(8, 53, 856, 302)
COURT_COLUMNS = 6
COURT_ROWS = NUM_COURT // COURT_COLUMNS
COURT_GAP = 5

# Beside it: the enemy, the question, what happened.
ENEMY = Rect(870, 53, 402, 96)
QUESTION = Rect(870, 154, 402, 40)
STORY = Rect(870, 199, 402, 156)
STORY_LINE = 14.6

# Below: the provinces side by side.
PROVINCES = Rect(8, 362, WIDTH - 16, 431)
PROVINCE_GAP = 8
PROVINCE_HEAD = 30
PROVINCE_LINE = 26
BUILDING_GAP = 3
PADDING = 6
# From these widths on a building is written in larger words and numbers, and from this size on it says what it does.
WIDE_CELL, NARROW_CELL = 95, 62
EFFECT_WIDTH, EFFECT_HEIGHT = 140, 50

# Sizes of words.
HUGE, LARGE, NORMAL, SMALL, TINY = 21, 15.5, 13, 11.5, 10

DIE, SMALL_DIE = 22, 15

# The eight phases of a year; what lies between two years is told by the year.
PHASES = {
    Phase.AID: "King's aid",
    Phase.SPRING: "Spring",
    Phase.REWARD: "King's reward",
    Phase.SUMMER: "Summer",
    Phase.ENVOY: "King's envoy",
    Phase.AUTUMN: "Autumn",
    Phase.RECRUITING: "Recruiting",
    Phase.WINTER: "Winter",
}
