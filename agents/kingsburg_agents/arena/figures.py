"""How the figures of an agent are written, in every table."""

from typing import Any

NONE = "-"


def rating_text(row: dict[str, Any]) -> str:
    """Write a rating; a sign before it says that it is only a bound."""
    sign = ("≥ " if row["rating"] > 0 else "≤ ") if row["rating_is_bound"] else ""
    return f"{sign}{row['rating']:.0f}"


def share_text(share: float, low: float, high: float) -> str:
    """Write a share with its interval, in percent."""
    return f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def speed_text(row: dict[str, Any], per: float = 1.0) -> str:
    """Write the microseconds of a decision, or a greater unit; a player never asked has none."""
    return NONE if row["us_per_decision"] is None else f"{row['us_per_decision'] / per:.3g}"


def gain_text(row: dict[str, Any]) -> str:
    """Write the gain of pairing; there is none where every block says the same."""
    return NONE if row["pairing_gain"] is None else f"{row['pairing_gain']:.2f}"
