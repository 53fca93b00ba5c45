"""What cards give and take, spelt in signs and words."""

from typing import Any

from kingsburg_env.engine.names import ALL_KINDS, Advisor, Good
from kingsburg_env.engine.tables import advisors

GOODS = tuple(good.name.lower() for good in Good)

# What no column of the table says.
SPECIAL_GIFTS = {
    Advisor.ALCHEMIST: ["good", "arrow", "2 others"],
    Advisor.SMUGGLER: ["point", "arrow", "good", "good", "good"],
}


def goods(amounts: Any) -> list[str]:
    """Spell gold, wood and stone, a sign for each."""
    return [good for amount, good in zip(amounts, GOODS, strict=True) for _ in range(int(amount))]


def _count(amount: int, sign: str) -> list[str]:
    """Spell an amount; one of a thing needs no number."""
    return [sign] if amount == 1 else [str(amount), sign]


def cost(amounts: Any) -> list[str]:
    """Spell gold, wood and stone in numbers, which takes less room."""
    return [
        word
        for amount, good in zip(amounts, GOODS, strict=True)
        if amount
        for word in _count(int(amount), good)
    ]


def points(vp: int) -> list[str]:
    """Spell victory points."""
    return _count(vp, "point") if vp else []


def choice(amount: int, kinds: int) -> list[str]:
    """Spell goods of choice: of any kind, or one of two."""
    if kinds == ALL_KINDS:
        return ["good"] * amount
    either = [good for bit, good in enumerate(GOODS) if kinds >> bit & 1]
    return [either[0], "/", either[1]] * amount


def gift(advisor: Advisor) -> list[str]:
    """Spell what an advisor gives."""
    row = advisors.ADVISORS[advisor]
    given = goods(row.goods) + choice(int(row.choice), int(row.kinds)) + ["soldier"] * int(row.soldiers)
    given += points(int(row.vp)) + ["token"] * int(row.plus_two) + ["look"] * int(row.looks)
    return SPECIAL_GIFTS.get(advisor, given)


def losses(card: Any) -> list[str]:
    """Spell what a defeated player loses to an enemy."""
    lost = cost(card.lose_goods) + (_count(int(card.lose_choice), "good") if card.lose_choice else [])
    return lost + ["building"] * int(card.lose_building) + points(int(card.lose_vp))


def gains(card: Any) -> list[str]:
    """Spell what a victor gains."""
    return goods(card.gain_goods) + ["good"] * int(card.gain_choice) + points(int(card.gain_vp))
