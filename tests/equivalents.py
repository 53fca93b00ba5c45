"""Faults that change nothing: the module, the line, what is changed, and why nobody can notice it."""

EQUIVALENTS: dict[tuple[str, str, str], str] = {}
