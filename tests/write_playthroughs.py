"""Golden games as readable text: `python -m tests.write_playthroughs` plays and writes them anew.

Two lines for each decision: who is asked what, and the options; then the choice, what happened, and what those own
whose goods or points have changed. A difference in these files is a change of the rules, or of their words.
"""

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

from kingsburg_env import Rules, ranking, text
from tests.play import EVERYTHING, MANNERS, MODULE_SETS, PLAYERS, Table, choose, name_of

FOLDER = Path(__file__).parent / "playthroughs"

GAMES = [
    *(Rules(num_players=players, modules=modules) for players in PLAYERS for modules in MODULE_SETS),
    Rules(num_players=3, edition="first"),
    Rules(num_players=4, edition="first", plus_two="group"),
    Rules(num_players=4, edition="first", modules=EVERYTHING, plus_two="group"),
    *(Rules(num_players=players, modules=EVERYTHING, optional_effects=True) for players in (2, 3, 5)),
]
"""The rules of each golden game."""

HEADER = re.compile(
    r"(\d) players, (\w+) edition, modules: (.*), one \+2 token a (\w+)(, optional effects)?, seed (\d+)"
)


def write_header(rules: Rules, seed: int) -> str:
    modules = " ".join(rules.modules) or "none"
    optional = ", optional effects" * rules.optional_effects
    return (
        f"{rules.num_players} players, {rules.edition} edition, modules: {modules}, "
        f"one +2 token a {rules.plus_two}{optional}, seed {seed}"
    )


def read_header(line: str) -> tuple[Rules, int]:
    players, edition, modules, plus_two, optional, seed = HEADER.fullmatch(line).groups()
    modules = () if modules == "none" else tuple(modules.split(" "))
    return Rules(int(players), edition, modules, plus_two, bool(optional)), int(seed)


def write_options(options: list[str]) -> str:
    """Options that begin alike say it once: "build Statue, Inn"."""
    written = []
    for _, group in groupby(options, key=lambda option: option.split(" ")[0].lstrip("1234567890") or option):
        alike = [option.split(" ") for option in group]
        shared = 0
        while len(alike) > 1 and len({tuple(words[: shared + 1]) for words in alike}) == 1:
            shared += 1
        rest = ", ".join(" ".join(words[shared:]) for words in alike)
        written.append(" ".join([*alike[0][:shared], rest]))
    return " | ".join(written)


def write_events(events: list[str]) -> str:
    """Who does several things is named once, and so are dice of a kind."""
    merged = []
    for said, group in groupby(events, key=lambda event: event.rpartition(": ")[0]):
        alike = list(group)
        is_dice = said.endswith("die")
        merged += [f"{said}: " + " ".join(event.rpartition(": ")[2] for event in alike)] if is_dice else alike
    written = []
    for who, group in groupby(merged, key=lambda event: event.partition(" ")[0]):
        if who in text.SEATS:
            written.append(f"{who} " + ", ".join(event.partition(" ")[2] for event in group))
        else:
            written += group
    return "; ".join(written)


def write_belongings(table: Table, seat: int) -> str:
    player = table.games[0].players[seat]
    return f"{text.SEATS[seat]} {player.vp} VP, {text.goods(player.goods)}"


def write_game(rules: Rules, seed: int, decide: Callable[[Table], int]) -> Iterator[str]:
    """Play a game and tell it line by line."""
    table = Table.new(rules, seed)
    known: dict[int, str] = {}

    def happened() -> Iterator[str]:
        yield write_events([text.describe_event(event) for event in table.events()])
        for seat in range(rules.num_players):
            owned = write_belongings(table, seat)
            if known.get(seat) != owned:
                known[seat] = owned
                yield owned

    yield write_header(rules, seed)
    yield " | ".join(happened())
    time = ""
    while not table.is_over:
        state = table.games[0]
        if text.describe_time(state) != time:
            time = text.describe_time(state)
            yield ""
            yield time
        options = [text.describe_action(action) for action in table.options()]
        yield f"{text.describe_question(state)}: {write_options(options)}"
        action = decide(table)
        table.step(action)
        yield " | ".join(filter(None, (f"> {text.describe_action(action)}", *happened())))
    yield ""
    places = ranking(table.games)[0]
    yield ", ".join(f"{text.SEATS[seat]}: rank {places[seat]}" for seat in range(rules.num_players))


def play_at_random(rules: Rules, number: int) -> str:
    """Tell a random game; its number is its seed and decides how it is played."""
    rng, manner = Random(number), MANNERS[number % 3]
    told = write_game(
        rules, number, lambda table: choose(table.options(), table.decision.item(0), manner, rng)
    )
    return "\n".join(told) + "\n"


def choices_of(told: str) -> Iterator[str]:
    """The choices made in a told game."""
    return (line[2:].partition(" | ")[0] for line in told.splitlines() if line.startswith("> "))


def replay(told: str) -> str:
    """Tell a game again from its header and its choices."""
    rules, seed = read_header(told.splitlines()[0])
    choices: Any = choices_of(told)
    return "\n".join(write_game(rules, seed, lambda _: text.parse_action(next(choices)))) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for number, rules in enumerate(GAMES):
        (FOLDER / f"{name_of(rules)}.txt").write_text(play_at_random(rules, number), encoding="utf-8")
    print(f"wrote {len(GAMES)} games into {FOLDER.name}")


if __name__ == "__main__":
    main()
