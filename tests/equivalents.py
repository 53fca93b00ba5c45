"""Faults that change nothing: the module, the line, what is changed, and why nobody can notice it."""

PHASES = "kingsburg_env/engine/phases"
EQUIVALENTS = {
    (
        f"{PHASES}/alchemist.py",
        "paid = action - GOODS - BUNDLE_START[1]",
        "1 (column 41) -> 0",
    ): "bundles of one good come first: both begin at 0",
    (
        f"{PHASES}/reroll.py",
        "and find_two(player, 0, MAX_DICE) < MAX_DICE",
        "0 (column 29) -> -1",
    ): "the die before the first is the last, which is looked at anyway",
}
