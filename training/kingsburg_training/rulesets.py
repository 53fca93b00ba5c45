"""The games to play, written in one line: `4:0.6 2:0.2 3+rows+governors+army:0.2`."""

import math

from kingsburg_env import Rules
from kingsburg_env.engine.rules import MODULES


def rules_from(text: str) -> Rules:
    """Read `4`, `3+rows+army`, `5+first+group` or `2+optional`: players, modules, edition, +2 tokens, effects."""
    players, *parts = text.split("+")
    if not players.isdigit():
        raise ValueError(f"ruleset {text!r}: must begin with the number of players, like 4 or 4+rows")
    for part in parts:
        if part not in (*MODULES, "first", "group", "optional"):
            raise ValueError(
                f"ruleset {text!r}: {part!r} must be one of {', '.join(MODULES)}, first, group, optional"
            )
    return Rules(
        num_players=int(players),
        edition="first" if "first" in parts else "second",
        modules=tuple(part for part in parts if part in MODULES),
        plus_two="group" if "group" in parts else "season",
        optional_effects="optional" in parts,
    )


def shares_from(text: str) -> dict[str, float]:
    """Read rulesets with their shares of the games; the shares are made to add up to 1."""
    shares: dict[str, float] = {}
    for part in text.split():
        ruleset, _, share = part.partition(":")
        rules_from(ruleset)
        if ruleset in shares:
            raise ValueError(f"rulesets: {ruleset!r} must be named once")
        try:
            shares[ruleset] = float(share or 1)
        except ValueError:
            raise ValueError(f"rulesets: {part!r} must be like 4+rows:0.5") from None
        if not 0 < shares[ruleset] < math.inf:
            raise ValueError(f"rulesets: the share of {ruleset!r} must be above 0, and a number")
    if not shares:
        raise ValueError("rulesets: must name at least one, like 4:0.7 2:0.3")
    total = sum(shares.values())
    return {ruleset: share / total for ruleset, share in shares.items()}


def spread(shares: dict[str, float], num_games: int) -> dict[str, int]:
    """Spread games over the rulesets by their shares, at least one each, the rest to the largest."""
    if num_games < len(shares):
        raise ValueError(f"{num_games} games are too few for {len(shares)} rulesets")
    counts = {ruleset: max(1, int(share * num_games)) for ruleset, share in shares.items()}
    while sum(counts.values()) > num_games:
        counts[max(counts, key=counts.__getitem__)] -= 1
    counts[max(counts, key=counts.__getitem__)] += num_games - sum(counts.values())
    return counts
