"""Which dice groups may go where, by trying every set of dice: plain Python, slow and plain on purpose.

Nothing here comes from the engine: the names, ranks and modifiers are typed in from the rules.
A group is written as the faces of its own dice and the faces of its bonus dice, each sorted: `((5, 6), (6,))`.
"""

from collections import Counter
from functools import cache
from itertools import combinations

COURT = (
    "Jester",
    "Squire",
    "Architect",
    "Merchant",
    "Sergeant",
    "Alchemist",
    "Astronomer",
    "Treasurer",
    "Master Hunter",
    "General",
    "Swordsmith",
    "Duchess",
    "Champion",
    "Smuggler",
    "Inventor",
    "Wizard",
    "Queen",
    "King",
)
PRIVATE = ("Private Sergeant", "Private Master Hunter")
RANKS = {name: rank for rank, name in enumerate(COURT, start=1)} | {
    "Private Sergeant": 5,
    "Private Master Hunter": 9,
}

# What a modifier adds to the dice, and what it needs.
MODIFIERS = {
    "": (0, set()),
    " with +2": (2, {"token"}),
    " with market -1": (-1, {"market"}),
    " with market +1": (1, {"market"}),
    " with +2 and market -1": (1, {"token", "market"}),
    " with +2 and market +1": (3, {"token", "market"}),
}

Group = tuple[tuple[int, ...], tuple[int, ...]]
Die = tuple[str, int]


@cache
def groups_by_total(own: tuple[int, ...], bonus: tuple[int, ...]) -> dict[int, frozenset[Group]]:
    """Every group that dice in hand can form, by its total: at least one own die, any bonus dice."""
    found: dict[int, set[Group]] = {}
    for own_size in range(1, len(own) + 1):
        for own_part in combinations(sorted(own), own_size):
            for bonus_size in range(len(bonus) + 1):
                for bonus_part in combinations(sorted(bonus), bonus_size):
                    found.setdefault(sum(own_part) + sum(bonus_part), set()).add((own_part, bonus_part))
    return {total: frozenset(groups) for total, groups in found.items()}


@cache
def placements(
    own: tuple[int, ...], bonus: tuple[int, ...], *, token: bool, market: bool, politician: bool
) -> dict[str, tuple[str, frozenset[Group]]]:
    """Every way to influence an advisor whom nobody closes: its text, the advisor, and the groups that can go there."""
    means = {need for need, is_there in (("token", token), ("market", market)) if is_there}
    names = COURT + PRIVATE * politician
    found = {}
    for total, groups in groups_by_total(own, bonus).items():
        for modifier, (delta, needs) in MODIFIERS.items():
            for name in names:
                if needs <= means and RANKS[name] == total + delta:
                    found[f"influence {name}{modifier}"] = (name, groups)
    return found


def as_dice(group: Group) -> Counter[Die]:
    """The dice of a group, as many of each kind and face."""
    own, bonus = group
    return Counter([("own", face) for face in own] + [("bonus", face) for face in bonus])


def common(sets: list[Counter[Die]]) -> Counter[Die]:
    """The dice that all sets hold."""
    shared = sets[0]
    for other in sets[1:]:
        shared = shared & other
    return shared
