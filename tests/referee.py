"""The rules once more, told as a course of play in plain Python, to judge every event and every question of the engine.

Written from the rules alone, with every number typed in again; it shares no table and no rule with the engine.
The referee waits for the events that the rules call for, in their order where the rules name one,
reads off them what luck has brought, and says who must be asked what and which answers are allowed.
"""

from collections import Counter, deque
from collections.abc import Collection, Generator, Iterable
from functools import cache
from itertools import combinations_with_replacement
from math import ceil
from typing import Any

from kingsburg_env import Rules
from tests.ledger import ENEMY_WORDS, GOODS, GOVERNOR_WORDS, SEATS, Happening, Ledger, Player, in_words
from tests.oracle import COURT, PRIVATE, RANKS, Group, as_dice, common, placements

# Row by row: name, cost in gold, wood and stone, victory points.
SHEET = {
    "A": (("Sawmill", 0, 2, 1, 1), ("Quarry", 1, 1, 2, 2), ("Goldsmith", 2, 2, 2, 3), ("Mint", 6, 1, 1, 5)),
    "B": (("Statue", 2, 0, 0, 3), ("Chapel", 3, 0, 1, 5), ("Church", 3, 1, 2, 7), ("Cathedral", 5, 0, 3, 9)),
    "C": (
        ("Inn", 1, 1, 0, 0),
        ("Market", 2, 2, 0, 1),
        ("Farms", 2, 3, 1, 2),
        ("Merchants' Guild", 3, 1, 2, 4),
    ),
    "D": (
        ("Guard Tower", 1, 0, 1, 1),
        ("Blacksmith", 1, 2, 0, 2),
        ("Barracks", 2, 2, 1, 4),
        ("Wizards' Guild", 3, 2, 2, 6),
    ),
    "E": (
        ("Palisade", 0, 2, 0, 0),
        ("Stable", 1, 1, 1, 2),
        ("Stone Wall", 2, 0, 2, 2),
        ("Fortress", 3, 0, 2, 4),
    ),
    "F": (
        ("Barricade", 0, 1, 0, 0),
        ("Crane", 0, 1, 1, 1),
        ("Town Hall", 2, 1, 1, 2),
        ("Embassy", 2, 2, 2, 4),
    ),
    "G": (
        ("Improvised Defenses", 0, 0, 1, 0),
        ("Recruiting Center", 1, 1, 0, 1),
        ("Training Camp", 1, 2, 0, 2),
        ("Military Academy", 2, 1, 1, 3),
    ),
}
COST = {
    name: {"gold": gold, "wood": wood, "stone": stone}
    for row in SHEET.values()
    for name, gold, wood, stone, _ in row
}
POINTS = {name: vp for row in SHEET.values() for name, _, _, _, vp in row}
COLUMN = {row[column][0]: column + 1 for row in SHEET.values() for column in range(4)}

# Rank: goods given, how many of which kinds to choose, soldiers, VP, +2 tokens, a look at the enemy card.
ANY = ("gold", "wood", "stone")
GIFTS = {
    1: ({}, 0, (), 0, 1, 0, False),
    2: ({"gold": 1}, 0, (), 0, 0, 0, False),
    3: ({"wood": 1}, 0, (), 0, 0, 0, False),
    4: ({}, 1, ("gold", "wood"), 0, 0, 0, False),
    5: ({}, 0, (), 1, 0, 0, False),
    6: ({}, 0, (), 0, 0, 0, False),
    7: ({}, 1, ANY, 0, 0, 1, False),
    8: ({"gold": 2}, 0, (), 0, 0, 0, False),
    9: ({"wood": 1}, 1, ("gold", "stone"), 0, 0, 0, False),
    10: ({}, 0, (), 2, 0, 0, True),
    11: ({"stone": 1}, 1, ("gold", "wood"), 0, 0, 0, False),
    12: ({}, 2, ANY, 0, 0, 1, False),
    13: ({"stone": 3}, 0, (), 0, 0, 0, False),
    14: ({}, 0, (), 0, 0, 0, False),
    15: ({"gold": 1, "wood": 1, "stone": 1}, 0, (), 0, 0, 0, False),
    16: ({"gold": 4}, 0, (), 0, 0, 0, False),
    17: ({}, 2, ANY, 0, 3, 0, True),
    18: ({"gold": 1, "wood": 1, "stone": 1}, 0, (), 1, 0, 0, False),
}
ALCHEMIST, SMUGGLER = 6, 14

# Card: what a defeated player loses, what a victor gains.
ENEMIES = {
    "Barbarians 2 (year I)": ({"goods": 1, "building": 1}, {"gold": 1}),
    "Goblins 2 (year I)": ({"wood": 1, "stone": 1, "building": 1, "vp": 1}, {"wood": 1}),
    "Goblins 3 (year I)": ({"gold": 1, "building": 1}, {"stone": 1}),
    "Orcs 3 (year I)": ({"goods": 2, "vp": 1}, {"gold": 1}),
    "Zombies 4 (year I)": ({"vp": 2}, {"vp": 1}),
    "Goblins 3 (year II)": ({"wood": 2, "stone": 2, "building": 1, "vp": 1}, {"wood": 1}),
    "Goblins 4 (year II)": ({"gold": 2, "building": 1}, {"stone": 1}),
    "Orcs 4 (year II)": ({"goods": 2, "building": 1}, {"gold": 1}),
    "Barbarians 5 (year II)": ({"goods": 2, "vp": 1}, {"gold": 1}),
    "Zombies 5 (year II)": ({"vp": 2}, {"vp": 1}),
    "Goblins 4 (year III)": ({"wood": 3, "stone": 3, "building": 1, "vp": 1}, {"wood": 1}),
    "Goblins 5 (year III)": ({"gold": 3, "building": 1}, {"stone": 1}),
    "Orcs 5 (year III)": ({"goods": 2, "building": 1}, {"gold": 1}),
    "Zombies 6 (year III)": ({"vp": 2}, {"vp": 1}),
    "Demons 6 (year III)": ({"gold": 2, "wood": 1, "stone": 1, "vp": 1}, {"vp": 1}),
    "Goblins 5 (year IV)": ({"wood": 4, "stone": 4, "building": 1, "vp": 1}, {"wood": 1}),
    "Goblins 6 (year IV)": ({"gold": 4, "building": 1}, {"stone": 1}),
    "Demons 6 (year IV)": ({"goods": 4, "vp": 1}, {"gold": 1, "vp": 1}),
    "Orcs 7 (year IV)": ({"goods": 2, "building": 1}, {"goods": 1}),
    "Zombies 7 (year IV)": ({"vp": 2}, {"vp": 1}),
    "Barbarians 7 (year V)": ({"vp": 8}, {"vp": 1}),
    "Barbarians 8 (year V)": ({"building": 1}, {"vp": 1}),
    "Demons 8 (year V)": ({"building": 1, "vp": 2}, {"vp": 2}),
    "Demons 9 (year V)": ({"building": 1}, {"vp": 2}),
    "Dragons 9 (year V)": ({"vp": 5}, {"vp": 3}),
}
ROMAN = ("", "I", "II", "III", "IV", "V")

YEARLY_GOODS = {"Carpenter": {"wood": 1}, "Sculptor": {"stone": 1}, "Miner": {"gold": 2}}

Question = tuple[str, str, frozenset[str]]
"""Who is asked, what, and the allowed answers."""
Course = Generator[Question, str, Any]
Goods = dict[str, int]


def write(goods: Goods) -> str:
    """Goods as the actions write them."""
    return " + ".join(f"{goods[good]} {good}" for good in GOODS if goods.get(good, 0)) or "nothing"


@cache
def mixes(amount: int, kinds: Iterable[str] = GOODS) -> dict[str, Goods]:
    """Every mix of so many goods, by its text."""
    return {write(mix): mix for mix in map(Counter, combinations_with_replacement(tuple(kinds), amount))}


class Referee(Ledger):
    """Follows one game."""

    def __init__(self, rules: Rules, games: Any) -> None:
        super().__init__(rules)
        self.open(games)
        state = games[0]
        # What nobody at the table knows; the referee has seen the cards being dealt.
        self.stack = [ENEMY_WORDS[card] for card in state.enemies]
        self.dealt = {
            seat: [GOVERNOR_WORDS[card] for card in state.players[SEATS.index(seat)].dealt if card >= 0]
            for seat in self.seats
        }
        self.aided = ""  # who has the die of this year's King's aid
        self.told: deque[Happening] = deque()
        self.seen: Counter[str] = Counter()

    # Listening

    def hear(self, events: Any) -> None:
        """Take in what the log tells since the last question."""
        self.told.extend(in_words(event) for event in events.tolist())

    def next(self, kind: str, who: str = "") -> Happening:
        """Book the next event, of which only kind and person are foreseen."""
        assert self.told, f"expected {kind} {who}, but nothing more is told"
        event = self.told.popleft()
        assert (event.kind, event.who) == (kind, who), f"expected {kind} {who}, told {event}"
        self.book(event)
        self.seen[f"{event.kind} {event.why}" if event.why else event.kind] += 1
        return event

    def expect(self, *events: Happening | None) -> None:
        """Book these events, which come next and in any order."""
        awaited = [event for event in events if event]
        for _ in list(awaited):
            assert self.told, f"expected {awaited}, but nothing more is told"
            event = self.told[0]
            assert event in awaited, f"expected {awaited}, told {event}"
            awaited.remove(event)
            self.next(event.kind, event.who)

    def ask(self, who: str, question: str, options: Collection[str]) -> Course:
        """Let a player choose; with one option there is nothing to choose."""
        if len(options) == 1:
            return next(iter(options))
        assert not self.told, f"before {who} decides {question}, unexpectedly told {list(self.told)}"
        answer = yield who, question, frozenset(options)
        self.touched.add(who)
        self.seen[f"{question}: {answer}"] += 1
        return answer

    def offer(self, who: str, effect: str, *events: Happening | None, pays: bool = True) -> Course:
        """Book an effect, once its owner has said so if effects are optional and declining this one can pay."""
        if self.rules.optional_effects and pays:
            answer = yield from self.ask(who, f"use {effect}", ["pass", "use the effect"])
            if answer == "pass":
                return False
        self.expect(*events)
        return True

    # Words for what changes hands

    @staticmethod
    def goods(who: str, goods: Goods, why: str, sign: int = 1) -> list[Happening]:
        return [Happening("goods", who, good, sign * amount, why) for good, amount in goods.items() if amount]

    @staticmethod
    def points(who: str, amount: int, why: str) -> Happening | None:
        return Happening("points", who, "", amount, why) if amount else None

    @staticmethod
    def soldiers(who: str, amount: int, why: str) -> Happening | None:
        return Happening("soldiers", who, "", amount, why) if amount else None

    @staticmethod
    def tokens(who: str, amount: int, why: str) -> Happening | None:
        return Happening("tokens", who, "", amount, why) if amount else None

    def take_goods(self, who: str, amount: int, kinds: Iterable[str], why: str) -> Course:
        options = mixes(amount, kinds)
        answer = yield from self.ask(who, "take goods", options)
        self.expect(*self.goods(who, options[answer], why))

    def enter(self, phase: str) -> None:
        self.expect(Happening("phase", "", phase, self.year))

    # The game

    def game(self) -> Course:
        yield from self.set_up()
        yield from self.years(1)

    def years(self, first: int) -> Course:
        """Play from the beginning of a year to the end of the game."""
        for year in range(first, 6):
            self.year = year
            yield from self.play_year()
            if year < 5:
                self.enter("new year")
        self.enter("over")
        self.expect(Happening("over"))
        assert not self.told, f"after the end, unexpectedly told {list(self.told)}"

    def years_from_winter(self, year: int) -> Course:
        """Play from the beginning of a Winter to the end of the game."""
        self.year = year
        yield from self.winter()
        self.enter("year end")
        yield from self.end_year()
        if year < 5:
            self.enter("new year")
        yield from self.years(year + 1)

    def set_up(self) -> Course:
        for place in range(len(self.seats)):
            assert self.told, "no turn order"
            self.expect(Happening("order", self.told[0].who, place, 0))
        assert sorted(self.order) == sorted(self.seats)
        if "governors" in self.rules.modules:
            cards = [card for hand in self.dealt.values() for card in hand]
            assert len(set(cards)) == len(cards) == 3 * len(self.seats), "three different governors for each"
            picked = {}
            for seat in self.order:
                answer = yield from self.ask(
                    seat, "pick governor", [f"keep {card}" for card in self.dealt[seat]]
                )
                picked[seat] = answer.removeprefix("keep ")
            self.expect(*(Happening("governor", seat, picked[seat]) for seat in self.seats))
            if borrower := self.holder("Borrower"):
                self.expect(self.points(borrower, -3, "governor"))
                yield from self.take_goods(borrower, 4, GOODS, "governor")
        self.enter("new year")

    def play_year(self) -> Course:
        if self.year == 3 and (sorcerer := self.holder("Sorcerer")):
            yield from self.sorcery(sorcerer)
        self.enter("aid")
        yield from self.aid()
        yield from self.season("spring")
        self.enter("reward")
        most = max(len(player.buildings) for player in self.players.values())
        winners = [seat for seat in self.seats if len(self.players[seat].buildings) == most]
        self.expect(*(self.points(seat, 1, "reward") for seat in winners))
        yield from self.season("summer")
        self.enter("envoy")
        self.send_envoy()
        yield from self.season("autumn")
        self.enter("recruiting")
        for seat in self.order:
            yield from self.recruit(seat, self.players[seat])
        self.enter("winter")
        yield from self.winter()
        self.enter("year end")
        yield from self.end_year()

    def rows(self) -> str:
        return "ABCDEFG" if "rows" in self.rules.modules else "BCDEF"

    def sorcery(self, who: str) -> Course:
        for _ in range(3):
            first = [SHEET[row][0][0] for row in self.rows()]
            options = [
                "pass",
                *(f"build {name}" for name in first if name not in self.players[who].buildings),
            ]
            answer = yield from self.ask(who, "sorcery", options)
            if answer == "pass":
                return
            self.expect(Happening("built", who, answer.removeprefix("build "), 1))

    def least_developed(self) -> list[str]:
        """Who has the fewest buildings and, among those, the fewest goods; in turn order."""

        def measure(seat: str) -> tuple[int, int]:
            return len(self.players[seat].buildings), self.players[seat].num_goods()

        least = min(measure(seat) for seat in self.seats)
        return [seat for seat in self.order if measure(seat) == least]

    def aid(self) -> Course:
        favoured = self.least_developed()
        self.aided = favoured[0] if len(favoured) == 1 else ""
        if self.aided:
            self.expect(Happening("bonus dice", self.aided, "", 1))
        else:
            for seat in favoured:
                yield from self.take_goods(seat, 1, GOODS, "aid")

    def send_envoy(self) -> None:
        if self.envoy:
            self.expect(Happening("envoy", self.envoy, "", -1))
        favoured = self.least_developed()
        if len(favoured) == 1:
            self.expect(Happening("envoy", favoured[0], "", 1))

    # A productive season

    def season(self, name: str) -> Course:
        self.enter(name)
        if len(self.seats) == 2:
            self.place_neutral_dice()
        yield from self.start_season(name)
        for seat in self.order:
            player = self.players[seat]
            for die in range(3 + player.bonus):
                event = self.next("rolled", seat)
                assert event.what == die, event
                assert event.amount in range(1, 7), event
        for seat in list(self.order):
            yield from self.change_dice(seat, self.players[seat])
            yield from self.set_dice(seat, self.players[seat])
        # Python's sorting keeps the order of equals, which is the rule.
        totals = {seat: self.players[seat].total() for seat in self.seats}
        for place, seat in enumerate(sorted(self.order, key=totals.__getitem__)):
            self.expect(Happening("order", seat, place, totals[seat]))
        yield from self.influence()
        yield from self.duke()
        yield from self.help()
        for seat in self.order:
            yield from self.build(seat, self.players[seat])
        for seat in self.order:
            yield from self.end_season(seat, self.players[seat], name)
        preacher = self.holder("Preacher")
        if preacher and not all(player.has_built for player in self.players.values()):
            point = self.points(preacher, 1, "governor")
            yield from self.offer(preacher, "preacher", point, pays=bool(self.holder("Minstrel")))
        self.clear_season()

    def place_neutral_dice(self) -> None:
        """Three dice on their total, two on theirs; if that is the same, one by one, and equal ones once."""
        ranks = []
        while self.told and self.told[0].kind == "neutral":
            ranks.append(self.next("neutral").amount)
        first, *others = ranks
        assert first in range(3, 19), ranks
        if len(others) == 1:
            assert others[0] in range(2, 13), ranks
            assert others[0] != first, ranks
        else:
            assert len(others) == 2, ranks
            assert sum(others) == first, ranks
            assert set(others) <= set(range(1, 7)), ranks

    def start_season(self, name: str) -> Course:
        for seat in self.order:
            die = Happening("bonus dice", seat, "", 1)
            if "Farms" in self.players[seat].buildings:
                yield from self.offer(seat, "farms", die)
            if seat == self.aided and name == "spring":
                keeps = yield from self.offer(seat, "kings aid")
                self.expect(None if keeps else Happening("bonus dice", seat, "", -1))
            if seat == self.holder("Fairy") and name == "summer":
                yield from self.offer(seat, "fairy", die)
        priest = self.holder("Priest")
        if priest and not self.players[priest].has_blessed:
            answer = yield from self.ask(priest, "bless", ["pass", "ask the blessing"])
            if answer != "pass":
                self.expect(Happening("blessing", priest))
                self.expect(
                    *(
                        self.points(seat, 1, "governor")
                        if player.bonus
                        else Happening("bonus dice", seat, "", 1)
                        for seat, player in self.players.items()
                    )
                )
        for seat in self.order:
            if "Merchants' Guild" in self.players[seat].buildings:
                gold = Happening("goods", seat, "gold", 1, "merchants guild")
                yield from self.offer(seat, "merchants guild", gold)

    def change_dice(self, who: str, player: Player) -> Course:
        is_point_due = False
        while True:
            options = ["pass", *self.rerolls(player), *self.turns(player)]
            answer = yield from self.ask(who, "reroll", options)
            if answer == "pass":
                break
            is_point_due = "Philosopher" in answer
            if answer.startswith("turn"):
                player.used.add("Trickster")
                before = list(player.dice)
                event = self.next("turned", who)
                assert before[event.what] == 2, event
                assert (event.what >= 3) == ("bonus" in answer), event
                assert str(event.amount) == answer[-1], event
            elif "Statue" in answer:
                player.used.add("Statue")
                event = self.next("rerolled", who)
                assert (event.what >= 3) == ("bonus" in answer), event
            else:
                player.used.add(answer.rpartition(" ")[2])
                thrown = [self.next("rerolled", who).what for _ in range(3 + player.bonus)]
                assert sorted(thrown) == list(range(3 + player.bonus)), thrown
        if is_point_due and player.total() <= 10:
            self.expect(self.points(who, 1, "governor"))

    @staticmethod
    def rerolls(player: Player) -> list[str]:
        options = []
        if "Statue" in player.buildings - player.used and len(set(player.faces())) == 1:
            options.append("re-roll an own die with the Statue")
            if player.bonus:
                options.append("re-roll a bonus die with the Statue")
        if "Chapel" in player.buildings - player.used and player.total() <= 7:
            options.append("re-roll all dice with the Chapel")
        if player.governor == "Philosopher" and "Philosopher" not in player.used and player.total() <= 10:
            options.append("re-roll all dice with the Philosopher")
        return options

    @staticmethod
    def turns(player: Player) -> list[str]:
        if player.governor != "Trickster" or "Trickster" in player.used:
            return []
        own, bonus = player.hand()
        kinds = ["an own"] * (2 in own) + ["a bonus"] * (2 in bonus)
        return [f"turn {kind} 2 into {face}" for kind in kinds for face in (1, 3)]

    def set_dice(self, who: str, player: Player) -> Course:
        if player.governor != "Prince" or player.total() > 8:
            return
        answer = yield from self.ask(who, "change", ["pass", "set own dice to 3, 4 and 6"])
        if answer != "pass":
            turned = [self.next("turned", who) for _ in range(3)]
            assert sorted(event.what for event in turned) == [0, 1, 2], turned
            assert sorted(event.amount for event in turned) == [3, 4, 6], turned

    def influence(self) -> Course:
        while not all(player.passed for player in self.players.values()):
            for seat in self.order:
                if not self.players[seat].passed:
                    yield from self.place(seat, self.players[seat])

    def place(self, who: str, player: Player) -> Course:
        ways = placements(
            *player.hand(),
            token=player.plus_two > 0 and ("+2 token" not in player.used or self.rules.plus_two == "group"),
            market="Market" in player.buildings - player.used,
            politician=player.governor == "Politician",
        )
        closed = set() if self.envoy == who else self.closed()
        options = ["pass", *(text for text, (advisor, _) in ways.items() if advisor not in closed)]
        answer = yield from self.ask(who, "influence", options)
        if answer == "pass":
            self.expect(Happening("passed", who))
            return
        advisor, groups = ways[answer]
        modifier = answer.removeprefix(f"influence {advisor}")
        needs_envoy = advisor in self.closed()
        self.expect(
            self.tokens(who, -1, "placing") if "+2" in modifier else None,
            Happening("envoy", who, "", -1) if needs_envoy else None,
            Happening("placed", who, advisor, modifier),
        )
        player.used |= {"+2 token"} if "+2" in modifier else set()
        player.used |= {"Market"} if "market" in modifier else set()
        yield from self.pick_dice(who, groups)

    def pick_dice(self, who: str, groups: Iterable[Group]) -> Course:
        """Dice of which there is no doubt go first; then the player names one after the other."""
        sets = [as_dice(group) for group in groups]
        while True:
            sure = common(sets)
            self.lay(who, sure)
            sets = [dice - sure for dice in sets]
            if len(sets) == 1:
                break
            options = {
                f"use {'an own' if kind == 'own' else 'a bonus'} {face}": (kind, face)
                for dice in sets
                for kind, face in dice
            }
            answer = yield from self.ask(who, "pick dice", options)
            picked = Counter([options[answer]])
            self.lay(who, picked)
            sets = [dice - picked for dice in sets if dice >= picked]

    def lay(self, who: str, dice: Counter[tuple[str, int]]) -> None:
        """These dice, in whatever order, go to the advisor."""
        told = Counter()
        for _ in range(dice.total()):
            event = self.next("die placed", who)
            told[("own" if event.what < 3 else "bonus", event.amount)] += 1
        assert told == dice, f"expected {dice}, told {told}"

    def duke(self) -> Course:
        duke = self.holder("Duke")
        if duke and self.players[duke].groups and "Duchess" not in self.closed():
            answer = yield from self.ask(duke, "move to duchess", ["pass", "move to the Duchess"])
            if answer != "pass":
                self.expect(Happening("moved", duke, "Duchess"))

    def help(self) -> Course:
        for advisor in sorted(COURT + PRIVATE, key=lambda name: (RANKS[name], name in PRIVATE)):
            for seat in self.order:
                for _ in range(self.players[seat].groups.count(advisor)):
                    self.expect(Happening("helped", seat, advisor))
                    yield from self.give(seat, self.players[seat], RANKS[advisor])

    def give(self, who: str, player: Player, rank: int) -> Course:
        goods, choice, kinds, soldiers, vp, tokens, looks = GIFTS[rank]
        stable = 1 if soldiers and "Stable" in player.buildings else 0
        self.expect(
            *self.goods(who, goods, "advisor"),
            self.soldiers(who, soldiers + stable, "advisor"),
            self.points(who, vp, "advisor"),
            self.tokens(who, tokens, "advisor"),
            Happening("looked", who) if looks else None,
        )
        if choice:
            yield from self.take_goods(who, choice, kinds, "advisor")
        if rank == ALCHEMIST:
            answer = yield from self.ask(
                who, "alchemy", ["pass", *(f"1 {good}" for good in GOODS if player.goods[good])]
            )
            if answer != "pass":
                paid = answer.removeprefix("1 ")
                self.expect(*self.goods(who, {good: -1 if good == paid else 1 for good in GOODS}, "advisor"))
        if rank == SMUGGLER:
            answer = yield from self.ask(who, "smuggle", ["pass", *mixes(3)])
            if answer != "pass":
                self.expect(self.points(who, -1, "advisor"), *self.goods(who, mixes(3)[answer], "advisor"))

    # Building

    def price(self, player: Player, building: str, is_full: bool) -> Goods:
        """The cost after what Crane, Carpenter and Sculptor save, or in full."""
        price = dict(COST[building])
        if is_full:
            return price
        if "Crane" in player.buildings and COLUMN[building] >= 3:
            price["gold"] -= 1
        if player.governor == "Carpenter":
            price["wood"] -= 1
        if player.governor == "Sculptor":
            price["stone"] -= 1
        return {good: max(amount, 0) for good, amount in price.items()}

    def architect_saves(self, player: Player) -> bool:
        is_behind = any(len(rival.buildings) > len(player.buildings) for rival in self.players.values())
        return player.governor == "Architect" and "Architect" not in player.used and is_behind

    def prices(self, player: Player, building: str, is_full: bool = False) -> dict[str, Goods]:
        """What a player may pay, by the good the Architect saves ("pass" where he saves none)."""
        price = self.price(player, building, is_full)
        found = {}
        if self.architect_saves(player):
            found = {f"1 {good}": price | {good: price[good] - 1} for good in GOODS if price[good]}
        if not found or self.rules.optional_effects:
            found["pass"] = price
        return {
            saved: price
            for saved, price in found.items()
            if all(player.goods[good] >= price[good] for good in GOODS)
        }

    def buildable(self, player: Player) -> list[str]:
        """The leftmost missing building of each row that can be paid."""
        rows = [[name for name, *_ in SHEET[row] if name not in player.buildings] for row in self.rows()]
        return [missing[0] for missing in rows if missing and self.prices(player, missing[0])]

    def build(self, who: str, player: Player) -> Course:
        for nth in (1, 2):
            ways = self.buildable(player)
            answer = yield from self.ask(who, "build", ["pass", *(f"build {name}" for name in ways)])
            if answer == "pass":
                return
            if nth == 2:
                self.expect(Happening("envoy", who, "", -1))
            building = answer.removeprefix("build ")
            price = yield from self.settle_price(who, player, building)
            self.expect(
                *self.goods(who, price, "building", -1),
                Happening("built", who, building, 1),
                self.points(who, POINTS[building], "building"),
            )
            self.seen[f"paid for {building}"] += 1
            player.has_built = True
            collector = self.holder("Tax Collector")
            if COLUMN[building] == 4 and collector not in ("", who):
                yield from self.collect_tax(collector)
            if self.envoy != who:
                return

    def settle_price(self, who: str, player: Player, building: str) -> Course:
        """What Crane, Carpenter and Sculptor save may be left where the rest can pay; then the Architect chooses."""
        is_full = False
        if self.price(player, building, True) != self.price(player, building, False):
            pays = bool(self.prices(player, building, True))
            is_full = not (yield from self.offer(who, "savings", pays=pays))
        prices = self.prices(player, building, is_full)
        saved = yield from self.ask(who, "save good", prices)
        if saved != "pass":
            player.used.add("Architect")
        return prices[saved]

    def collect_tax(self, who: str) -> Course:
        options = mixes(1) | ({"pass": {}} if self.rules.optional_effects else {})
        answer = yield from self.ask(who, "take goods", options)
        self.expect(*self.goods(who, options[answer], "governor"))

    def end_season(self, who: str, player: Player, season: str) -> Course:
        if season == "summer" and "Inn" in player.buildings:
            self.expect(self.tokens(who, 1, "inn"))
        if "Embassy" in player.buildings:
            point = self.points(who, 1, "embassy")
            yield from self.offer(who, "embassy", point, pays=bool(self.holder("Minstrel")))
        while True:
            trades = self.trades(who, player, season)
            answer = yield from self.ask(who, "end season", ["pass", *trades])
            if answer == "pass":
                return
            building, *events = trades[answer]
            player.used.add(building)
            self.expect(*events)

    def trades(self, who: str, player: Player, season: str) -> dict[str, tuple[Any, ...]]:
        """The trades still open, with their building and what each brings about."""
        found: dict[str, tuple[Any, ...]] = {}
        if "Town Hall" in player.buildings - player.used:
            point = self.points(who, 1, "town hall")
            if player.plus_two:
                found["pay a +2 token at the Town Hall"] = (
                    "Town Hall",
                    self.tokens(who, -1, "town hall"),
                    point,
                )
            for good in GOODS:
                if player.goods[good]:
                    paid = self.goods(who, {good: -1}, "town hall")
                    found[f"pay {good} at the Town Hall"] = ("Town Hall", *paid, point)
        if season == "summer" or "Mint" in player.buildings:
            works = player.buildings - player.used
            if "Sawmill" in works and player.goods["wood"]:
                sold = self.goods(who, {"wood": -1, "gold": 2}, "sawmill")
                found["sell wood at the Sawmill"] = ("Sawmill", *sold)
            if "Quarry" in works and player.goods["stone"]:
                sold = self.goods(who, {"stone": -1, "gold": 3}, "quarry")
                found["sell stone at the Quarry"] = ("Quarry", *sold)
            if "Goldsmith" in works and player.goods["gold"]:
                found["sell gold at the Goldsmith"] = (
                    "Goldsmith",
                    *self.goods(who, {"gold": -1}, "goldsmith"),
                    self.soldiers(who, 1, "goldsmith"),
                    self.points(who, 1, "goldsmith"),
                )
        return found

    # Recruiting and Winter

    def recruit(self, who: str, player: Player) -> Course:
        if "Training Camp" in player.buildings and player.soldiers < 2:
            self.expect(self.soldiers(who, 1, "training camp"))
        while True:
            offers = mixes(1 if "Barracks" in player.buildings else 2)
            if self.rules.optional_effects:
                offers = offers | mixes(2)
            wages = {
                text: mix
                for text, mix in offers.items()
                if all(player.goods[good] >= mix[good] for good in GOODS)
            }
            options = ["pass", *wages]
            if "Recruiting Center" in player.buildings and player.plus_two:
                options.append("pay a +2 token for a soldier")
            answer = yield from self.ask(who, "recruit", options)
            if answer == "pass":
                return
            paid = self.goods(who, wages[answer], "recruiting", -1) if answer in wages else []
            token = None if answer in wages else self.tokens(who, -1, "recruiting")
            self.expect(*paid, token, self.soldiers(who, 1, "recruiting"))

    def winter(self) -> Course:
        picks = {}
        if "army" in self.rules.modules:
            for seat in self.order:
                left = [value for value, count in enumerate(self.players[seat].army) if count]
                answer = yield from self.ask(
                    seat, "commit token", [f"put down army token {value}" for value in left]
                )
                picks[seat] = int(answer[-1])
        card = Happening("enemy", "", self.stack[self.year - 1])
        assert card.what.endswith(f"(year {ROMAN[self.year]})"), card
        if self.rules.edition == "first" and not picks:
            self.expect(card)
            self.reinforce(picks)
        else:
            self.reinforce(picks)
            self.expect(card)
        self.expect(
            *(
                Happening("strength", seat, "", player.soldiers + self.defence(player))
                for seat, player in self.players.items()
            )
        )
        for seat in self.order:
            yield from self.fight(seat, self.players[seat])
        victors = [seat for seat in self.order if self.is_victor(self.players[seat])]
        highest = max((self.players[seat].strength for seat in victors), default=0)
        strongest = [seat for seat in victors if self.players[seat].strength == highest]
        self.expect(*(self.points(seat, 1, "strongest") for seat in strongest))
        self.expect(
            *(self.soldiers(seat, -player.soldiers, "winter over") for seat, player in self.players.items())
        )
        self.enemy, self.reinforcement = "", 0
        self.touched.update(self.seats)
        for player in self.players.values():
            player.strength, player.has_looked = 0, False

    def reinforce(self, picks: dict[str, int]) -> None:
        """The King's die for all, or the tokens; an Academy throws a die of its own and keeps the better."""
        royal = picks
        if not picks:
            die = self.next("kings die").amount
            assert die in range(1, 7)
            royal = dict.fromkeys(self.seats, die)
        # All tokens are shown before anything else happens.
        tokens = [self.next("army token", self.told[0].who) for _ in picks]
        told = []
        while self.told and self.told[0].kind in ("academy die", "soldiers"):
            told.append(self.next(self.told[0].kind, self.told[0].who))
        assert sorted((event.who, event.amount) for event in tokens) == sorted(picks.items()), tokens
        dice = {event.who: event.amount for event in told if event.kind == "academy die"}
        academies = [seat for seat, player in self.players.items() if "Military Academy" in player.buildings]
        assert sorted(dice) == sorted(academies), told
        assert set(dice.values()) <= set(range(1, 7)), told
        due = []
        for seat in self.seats:
            own = ceil(dice.get(seat, 0) / 2) if picks else dice.get(seat, 0)
            due.append(self.soldiers(seat, max(royal[seat], own), "kings army"))
        came = [event for event in told if event.kind == "soldiers"]
        assert sorted(came) == sorted(filter(None, due)), told

    def printed_strength(self) -> int:
        return int(self.enemy.split(" ")[1])

    def defence(self, player: Player) -> int:
        """What the buildings add to the soldiers."""
        always = {
            "Farms": -1,
            "Guard Tower": 1,
            "Blacksmith": 1,
            "Wizards' Guild": 2,
            "Palisade": 1,
            "Stone Wall": 1,
            "Fortress": 1,
        }
        against = {"Demons": "Church", "Zombies": "Palisade", "Goblins": "Barricade"}
        total = sum(always.get(building, 0) for building in player.buildings)
        if against.get(self.enemy.split(" ")[0]) in player.buildings:
            total += 1
        if "Improvised Defenses" in player.buildings and self.printed_strength() <= 5:
            total += 1
        return total

    def is_victor(self, player: Player) -> bool:
        needed = self.printed_strength() + (0 if "Stone Wall" in player.buildings else 1)
        return player.strength >= needed

    def fight(self, who: str, player: Player) -> Course:
        """Settle one battle."""
        lost, won = ENEMIES[self.enemy]
        if self.is_victor(player):
            self.expect(Happening("victory", who))
            self.expect(
                *self.goods(who, {good: won.get(good, 0) for good in GOODS}, "victory"),
                self.points(who, won.get("vp", 0), "victory"),
            )
            if "Fortress" in player.buildings:
                point = self.points(who, 1, "fortress")
                yield from self.offer(who, "fortress", point, pays=bool(self.holder("Minstrel")))
            if "goods" in won:
                yield from self.take_goods(who, won["goods"], GOODS, "victory")
            self.seen[f"victory over {self.enemy}"] += 1
        elif player.strength == self.printed_strength():
            self.expect(Happening("tie", who))
        else:
            self.expect(Happening("defeat", who))
            yield from self.lose(who, player, lost)
            self.seen[f"defeat by {self.enemy}"] += 1

    def lose(self, who: str, player: Player, lost: dict[str, int]) -> Course:
        """Named goods, goods of choice, a building, points: one after the other."""
        named = {good: min(lost.get(good, 0), player.goods[good]) for good in GOODS}
        for good in GOODS:
            self.expect(*self.goods(who, {good: named[good]}, "defeat", -1))
        choice = min(lost.get("goods", 0), player.num_goods())
        if choice:
            options = {
                text: mix
                for text, mix in mixes(choice).items()
                if all(player.goods[good] >= mix[good] for good in GOODS)
            }
            answer = yield from self.ask(who, "lose goods", options)
            self.expect(*self.goods(who, options[answer], "defeat", -1))
        if lost.get("building") and player.buildings:
            rightmost = max(COLUMN[name] for name in player.buildings)
            doomed = next(
                row[rightmost - 1][0] for row in SHEET.values() if row[rightmost - 1][0] in player.buildings
            )
            self.expect(Happening("destroyed", who, doomed, 1))
            self.expect(self.points(who, -POINTS[doomed], "destroyed"))
        self.expect(self.points(who, -lost.get("vp", 0), "defeat"))

    # The end

    def end_year(self) -> Course:
        for seat in self.order:
            if goods := YEARLY_GOODS.get(self.players[seat].governor):
                yield from self.offer(seat, "yearly goods", *self.goods(seat, goods, "governor"))
        if self.year == 5:
            if "army" in self.rules.modules:
                assert all(sum(player.army) == 1 for player in self.players.values())
                left = {seat: player.army.index(1) for seat, player in self.players.items()}
                self.expect(*(self.points(seat, value, "kings army") for seat, value in left.items()))
            self.expect(
                *(
                    self.points(seat, player.num_goods() // 2, "cathedral")
                    for seat, player in self.players.items()
                    if "Cathedral" in player.buildings
                )
            )
        if minstrel := self.holder("Minstrel"):
            mine = self.players[minstrel].vp
            others = [player.vp for seat, player in self.players.items() if seat != minstrel]
            self.expect(self.points(minstrel, int(mine in others) + int(mine <= min(others)), "governor"))
        self.touched.update(self.seats)
        for player in self.players.values():
            player.has_blessed = False

    def ranks(self) -> dict[str, int]:
        """Who came first: points, then goods, then buildings; equals share a rank."""
        standing = {
            seat: (player.vp, player.num_goods(), len(player.buildings))
            for seat, player in self.players.items()
        }
        return {seat: 1 + sum(other > standing[seat] for other in standing.values()) for seat in self.seats}
