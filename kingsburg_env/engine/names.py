"""The words of the game: every thing the rulebook names, as an enum.

The order of the members is the order of the tables, of the observation and of the action space.
Compiled code cannot loop over an enum or take its length, so the counts stand beside the enums.
"""

from enum import IntEnum

NOBODY = -1
NO_GOVERNOR = -1
NO_GROUP = -1
NO_TOKEN = -1

MIN_PLAYERS = 2
MAX_PLAYERS = 5
NUM_YEARS = 5
NUM_OWN_DICE = 3
# Farms with the King's aid in Spring, or with the Fairy in Summer: never more than two at once.
MAX_BONUS_DICE = 2
MAX_DICE = NUM_OWN_DICE + MAX_BONUS_DICE
DIE_SIDES = 6
# Every group needs an own die.
MAX_GROUPS = NUM_OWN_DICE
NUM_DEALT_GOVERNORS = 3


class Good(IntEnum):
    """The three kinds of goods; soldiers and +2 tokens are not goods."""

    GOLD = 0
    WOOD = 1
    STONE = 2


NUM_GOODS = len(Good)
ALL_KINDS = (1 << NUM_GOODS) - 1


class Phase(IntEnum):
    """Where in the game we are: the eight phases of a year, and what stands around them."""

    SETUP = 0
    NEW_YEAR = 1
    AID = 2
    SPRING = 3
    REWARD = 4
    SUMMER = 5
    ENVOY = 6
    AUTUMN = 7
    RECRUITING = 8
    WINTER = 9
    YEAR_END = 10
    OVER = 11


NUM_PHASES = len(Phase)


class Step(IntEnum):
    """How far a phase has come; every phase starts at BEGIN."""

    BEGIN = 0
    # Set-up
    PICK = 1
    BORROW = 2
    # King's aid
    FAVOUR = 3
    # Productive seasons
    BLESSING = 4
    ROLL = 5
    CHANGE = 6
    INFLUENCE = 7
    DICE = 8
    DUKE = 9
    HELP = 10
    BUILD = 11
    SEASON_END = 12
    # Winter
    MUSTER = 13
    FIGHT = 14
    # Productive seasons, before the blessing
    BONUS_DICE = 15


NUM_STEPS = len(Step)


class Decision(IntEnum):
    """The question on the table."""

    NONE = 0
    PICK_GOVERNOR = 1
    TAKE_GOODS = 2
    SORCERY = 3
    BLESS = 4
    REROLL = 5
    CHANGE = 6
    INFLUENCE = 7
    PICK_DICE = 8
    MOVE_TO_DUCHESS = 9
    ALCHEMY = 10
    SMUGGLE = 11
    BUILD = 12
    SAVE_GOOD = 13
    END_SEASON = 14
    RECRUIT = 15
    COMMIT_TOKEN = 16
    LOSE_GOODS = 17
    USE_EFFECT = 18


NUM_DECISIONS = len(Decision)


class Advisor(IntEnum):
    """The eighteen advisors of the court by rank, then the Politician's two private ones."""

    JESTER = 0
    SQUIRE = 1
    ARCHITECT = 2
    MERCHANT = 3
    SERGEANT = 4
    ALCHEMIST = 5
    ASTRONOMER = 6
    TREASURER = 7
    MASTER_HUNTER = 8
    GENERAL = 9
    SWORDSMITH = 10
    DUCHESS = 11
    CHAMPION = 12
    SMUGGLER = 13
    INVENTOR = 14
    WIZARD = 15
    QUEEN = 16
    KING = 17
    PRIVATE_SERGEANT = 18
    PRIVATE_HUNTER = 19


NUM_ADVISORS = len(Advisor)
NUM_COURT = 18


class Modifier(IntEnum):
    """What may be added to a dice group: a +2 token, the Market's shift, or both."""

    PLAIN = 0
    PLUS_TWO = 1
    MARKET_DOWN = 2
    MARKET_UP = 3
    PLUS_TWO_MARKET_DOWN = 4
    PLUS_TWO_MARKET_UP = 5


NUM_MODIFIERS = len(Modifier)


class Building(IntEnum):
    """The buildings of a province, row by row (A to G), column by column (I to IV)."""

    SAWMILL = 0
    QUARRY = 1
    GOLDSMITH = 2
    MINT = 3
    STATUE = 4
    CHAPEL = 5
    CHURCH = 6
    CATHEDRAL = 7
    INN = 8
    MARKET = 9
    FARMS = 10
    MERCHANTS_GUILD = 11
    GUARD_TOWER = 12
    BLACKSMITH = 13
    BARRACKS = 14
    WIZARDS_GUILD = 15
    PALISADE = 16
    STABLE = 17
    STONE_WALL = 18
    FORTRESS = 19
    BARRICADE = 20
    CRANE = 21
    TOWN_HALL = 22
    EMBASSY = 23
    IMPROVISED_DEFENSES = 24
    RECRUITING_CENTER = 25
    TRAINING_CAMP = 26
    MILITARY_ACADEMY = 27


NUM_BUILDINGS = len(Building)
NUM_ROWS = 7
NUM_COLUMNS = 4


class Row(IntEnum):
    """The rows of a province sheet, top to bottom; A and G belong to module 1."""

    A = 0
    B = 1
    C = 2
    D = 3
    E = 4
    F = 5
    G = 6


class Column(IntEnum):
    """The columns of a province sheet, left to right."""

    I = 0  # noqa: E741 - the sheet's own numbering
    II = 1
    III = 2
    IV = 3


class EnemyKind(IntEnum):
    """Who attacks."""

    BARBARIANS = 0
    GOBLINS = 1
    ORCS = 2
    ZOMBIES = 3
    DEMONS = 4
    DRAGONS = 5


NUM_ENEMY_KINDS = len(EnemyKind)


class Enemy(IntEnum):
    """The enemy cards, five a year, by year, kind and strength: no two are alike in all three."""

    I_BARBARIANS_2 = 0
    I_GOBLINS_2 = 1
    I_GOBLINS_3 = 2
    I_ORCS_3 = 3
    I_ZOMBIES_4 = 4
    II_GOBLINS_3 = 5
    II_GOBLINS_4 = 6
    II_ORCS_4 = 7
    II_BARBARIANS_5 = 8
    II_ZOMBIES_5 = 9
    III_GOBLINS_4 = 10
    III_GOBLINS_5 = 11
    III_ORCS_5 = 12
    III_ZOMBIES_6 = 13
    III_DEMONS_6 = 14
    IV_GOBLINS_5 = 15
    IV_GOBLINS_6 = 16
    IV_DEMONS_6 = 17
    IV_ORCS_7 = 18
    IV_ZOMBIES_7 = 19
    V_BARBARIANS_7 = 20
    V_BARBARIANS_8 = 21
    V_DEMONS_8 = 22
    V_DEMONS_9 = 23
    V_DRAGONS_9 = 24


NUM_ENEMIES = len(Enemy)
NUM_ENEMIES_PER_YEAR = NUM_ENEMIES // NUM_YEARS


class Governor(IntEnum):
    """The governors whose effect is known (module 2)."""

    PRINCE = 0
    SORCERER = 1
    DUKE = 2
    PREACHER = 3
    FAIRY = 4
    PHILOSOPHER = 5
    TRICKSTER = 6
    PRIEST = 7
    TAX_COLLECTOR = 8
    BORROWER = 9
    MINSTREL = 10
    CARPENTER = 11
    SCULPTOR = 12
    MINER = 13
    ARCHITECT = 14
    POLITICIAN = 15


NUM_GOVERNORS = len(Governor)


class Reroll(IntEnum):
    """The ways to throw dice again."""

    STATUE_OWN = 0
    STATUE_BONUS = 1
    CHAPEL = 2
    PHILOSOPHER = 3


NUM_REROLLS = len(Reroll)


class Change(IntEnum):
    """The ways to turn dice without throwing them."""

    PRINCE = 0
    OWN_TO_1 = 1
    OWN_TO_3 = 2
    BONUS_TO_1 = 3
    BONUS_TO_3 = 4


NUM_CHANGES = len(Change)


class Trade(IntEnum):
    """The optional effects at the end of a productive season, in the order of the action block."""

    TOWN_HALL_TOKEN = 0
    TOWN_HALL_GOLD = 1
    TOWN_HALL_WOOD = 2
    TOWN_HALL_STONE = 3
    SAWMILL = 4
    QUARRY = 5
    GOLDSMITH = 6


NUM_TRADES = len(Trade)


class Trader(IntEnum):
    """The buildings behind those effects, each usable once a season."""

    TOWN_HALL = 0
    SAWMILL = 1
    QUARRY = 2
    GOLDSMITH = 3


NUM_TRADERS = len(Trader)

# King's army tokens show 0 to 4 (module 3).
NUM_TOKEN_VALUES = 5


class Effect(IntEnum):
    """What its owner may do without, where effects are optional; the order in which a season offers dice."""

    FARMS = 0
    KINGS_AID = 1
    FAIRY = 2
    MERCHANTS_GUILD = 3
    SAVINGS = 4
    EMBASSY = 5
    PREACHER = 6
    FORTRESS = 7
    YEARLY_GOODS = 8


NUM_EFFECTS = len(Effect)
NO_EFFECT = -1


class Source(IntEnum):
    """Why something was gained, paid or lost; those that can bring or cost victory points come first."""

    ADVISOR = 0
    BUILDING = 1
    REWARD = 2
    VICTORY = 3
    STRONGEST = 4
    FORTRESS = 5
    EMBASSY = 6
    TOWN_HALL = 7
    GOLDSMITH = 8
    CATHEDRAL = 9
    GOVERNOR = 10
    KINGS_ARMY = 11
    DEFEAT = 12
    DESTROYED = 13
    AID = 14
    PLACING = 15
    MERCHANTS_GUILD = 16
    INN = 17
    SAWMILL = 18
    QUARRY = 19
    RECRUITING = 20
    TRAINING_CAMP = 21
    WINTER_OVER = 22


NUM_POINT_SOURCES = Source.DESTROYED + 1


class Event(IntEnum):
    """What the event log tells; every event is public."""

    PHASE = 1
    GOVERNOR = 2
    ORDER = 3
    NEUTRAL = 4
    BONUS_DICE = 5
    BLESSING = 6
    ROLLED = 7
    REROLLED = 8
    TURNED = 9
    PLACED = 10
    DIE_PLACED = 11
    PASSED = 12
    MOVED = 13
    HELPED = 14
    LOOKED = 15
    GOODS = 16
    POINTS = 17
    SOLDIERS = 18
    TOKENS = 19
    BUILT = 20
    DESTROYED = 21
    ENVOY = 22
    KINGS_DIE = 23
    ARMY_TOKEN = 24
    ACADEMY_DIE = 25
    ENEMY = 26
    STRENGTH = 27
    VICTORY = 28
    TIE = 29
    DEFEAT = 30
    OVER = 31
