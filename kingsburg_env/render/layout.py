"""Colours, positions and short words of the drawn board. Positions are in pixels of the finished picture."""

from typing import NamedTuple

from kingsburg_env.engine.names import NUM_COURT, Phase

Colour = tuple[int, int, int]


class Rect(NamedTuple):
    """A place on the board: its left upper corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.x + self.width

    @property
    def middle(self) -> tuple[float, float]:
        """The point halfway."""
        return self.x + self.width / 2, self.y + self.height / 2

    def shrunk(self, by: float) -> "Rect":
        """Return the same place with a margin inside."""
        return Rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


class SeatColours(NamedTuple):
    """How a seat is drawn."""

    fill: Colour  # its dice, its houses, the head of its province
    on_fill: Colour  # pips and words on that
    accent: Colour  # lines and words on paper
    pale: Colour  # the paper of its province


WIDTH, HEIGHT = 1280, 800
# Everything is drawn larger and scaled down: smooth edges without a second library.
OVERSAMPLING = 2

TABLE: Colour = (43, 50, 58)
PAPER: Colour = (247, 240, 224)
SHADE: Colour = (228, 217, 192)
EDGE: Colour = (190, 174, 140)
INK: Colour = (48, 40, 32)
FAINT: Colour = (128, 116, 98)
LIGHT: Colour = (240, 236, 226)
DIM: Colour = (128, 138, 148)
GLOW: Colour = (242, 150, 30)
NEUTRAL: Colour = (150, 150, 150)
DANGER: Colour = (150, 40, 40)

# Red, blue, green, yellow, white.
SEAT_COLOURS = (
    SeatColours((190, 48, 44), (255, 255, 255), (168, 36, 34), (250, 232, 226)),
    SeatColours((44, 96, 176), (255, 255, 255), (34, 82, 158), (228, 236, 248)),
    SeatColours((48, 128, 68), (255, 255, 255), (34, 108, 54), (230, 243, 230)),
    SeatColours((232, 182, 36), (48, 40, 32), (160, 114, 0), (252, 245, 218)),
    SeatColours((208, 211, 218), (44, 44, 50), (88, 90, 98), (246, 246, 248)),
)

GOLD: Colour = (236, 188, 44)
WOOD: Colour = (142, 92, 48)
STONE: Colour = (140, 146, 152)
SOLDIER: Colour = (70, 84, 110)
POINT: Colour = (206, 122, 20)
TOKEN: Colour = (122, 70, 150)
# Discs with a number on them: the disc, and the number.
GOOD_COINS = ((GOLD, INK), (WOOD, PAPER), (STONE, INK))

# The head: years, phases, turn order.
HEAD = Rect(8, 6, WIDTH - 16, 40)
YEARS_X, YEAR_STEP, YEAR_RADIUS = 156, 30, 12
PHASES_X, PHASE_STEP, PHASE_WIDTH = 308, 91, 88
ORDER_X, ORDER_STEP = 1140, 28

# The court: three rows of six advisors.
COURT = Rect(8, 52, 856, 302)
COURT_COLUMNS = 6
COURT_ROWS = NUM_COURT // COURT_COLUMNS
COURT_GAP = 5

# Beside it: the enemy, the question, what happened.
ENEMY = Rect(870, 52, 402, 92)
QUESTION = Rect(870, 149, 402, 44)
STORY = Rect(870, 198, 402, 156)
STORY_LINE = 14.5

# Below: the provinces side by side.
PROVINCES = Rect(8, 361, WIDTH - 16, 433)
PROVINCE_GAP = 8
PROVINCE_HEAD = 30
PROVINCE_LINE = 27
PROVINCE_CARDS = 24
BUILDING_GAP = 3
# From this width on a building is named in larger words, and from this size on it says what it does.
WIDE_CELL = 95
EFFECT_WIDTH, EFFECT_HEIGHT = 140, 55
PADDING = 6

# Sizes of words.
HUGE, LARGE, NORMAL, SMALL, TINY = 22, 16, 13, 11, 9

DIE, SMALL_DIE, TINY_DIE = 22, 18, 15

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

# Where the pips of a die lie, in quarters of its side.
PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
}
