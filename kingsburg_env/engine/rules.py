"""Which game is played: players, edition, modules and two switches. Checked when made, stored in every record."""

from dataclasses import dataclass

import numpy as np

from kingsburg_env.engine.names import MAX_PLAYERS, MIN_PLAYERS

EDITIONS = ("second", "first")
MODULES = ("rows", "governors", "army")
PLUS_TWO = ("season", "group")


@dataclass(frozen=True)
class Rules:
    """The rules of a game or a batch of games.

    - num_players: 2 to 5.
    - edition: "second" (the King's die before the enemy card is shown) or "first" (the card before the die).
    - modules: any of "rows" (building rows A and G), "governors", "army" (King's army tokens).
    - plus_two: "season" (one +2 token per player and season) or "group" (one per dice group, as the first edition
      printed it).
    - optional_effects: whether effects of buildings and governors and the die of the King's aid may be declined
      wherever that can pay, as the second edition says; otherwise they are taken without a question.
    """

    num_players: int = 4
    edition: str = "second"
    modules: tuple[str, ...] = ()
    plus_two: str = "season"
    optional_effects: bool = False

    def __post_init__(self) -> None:
        """Refuse a wrong value with the allowed ones; put the modules into their printed order."""
        if not is_whole(self.num_players) or self.num_players not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            _refuse("num_players", self.num_players, tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)))
        if self.edition not in EDITIONS:
            _refuse("edition", self.edition, EDITIONS)
        if self.plus_two not in PLUS_TWO:
            _refuse("plus_two", self.plus_two, PLUS_TWO)
        if not isinstance(self.optional_effects, bool | np.bool_):
            _refuse("optional_effects", self.optional_effects, (False, True))
        if not isinstance(self.modules, tuple | list | set | frozenset):
            _refuse("modules", self.modules, MODULES)
        for module in self.modules:
            if module not in MODULES:
                _refuse("modules", module, MODULES)
        object.__setattr__(self, "num_players", int(self.num_players))
        object.__setattr__(self, "optional_effects", bool(self.optional_effects))
        object.__setattr__(self, "modules", tuple(module for module in MODULES if module in self.modules))


def is_whole(value: object) -> bool:
    """Check whether a value is a whole number, of Python or of numpy; True and False are not."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _refuse(name: str, value: object, allowed: tuple[object, ...]) -> None:
    several = "a tuple of any of" if name == "modules" else "one of"
    msg = f"Rules({name}={value!r}): must be {several} {', '.join(map(repr, allowed))}"
    raise ValueError(msg)
