"""Write the figures of an agent the same way in every table."""

from typing import Any

NONE = "-"


def rating_text(row: dict[str, Any]) -> str:
    """Write a rating; a sign before it says that it is only a bound."""
    if row["rating"] is None:
        return NONE
    sign = ("≥ " if row["rating"] > 0 else "≤ ") if row["rating_is_bound"] else ""
    return f"{sign}{row['rating']:.0f}"


def share_text(share: float, low: float, high: float) -> str:
    """Write a share with its interval, in percent."""
    return f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def rating_range(row: dict[str, Any]) -> str:
    """Write the interval of a rating as far as it is known; the anchor's 0 has none."""
    if row["rating_is_anchor"]:
        return "anchor"
    low, high = (None if row[end] is None else f"{row[end]:.0f}" for end in ("rating_low", "rating_high"))
    if low and high:
        return f"{low} to {high}"
    return f"{low} or more" if low else f"{high} or less" if high else NONE


def rating_cell(row: dict[str, Any]) -> str:
    """Write a rating and its range as one."""
    return rating_text(row) if (found := rating_range(row)) == NONE else f"{rating_text(row)} ({found})"


def speed_text(row: dict[str, Any], per: float = 1.0) -> str:
    """Write the microseconds of a decision, or a greater unit; a player never asked has none."""
    return NONE if row["us_per_decision"] is None else f"{row['us_per_decision'] / per:.3g}"


def efficiency_text(row: dict[str, Any]) -> str:
    """Write the relative efficiency of blocks; there is none where all blocks have the same value."""
    return NONE if row["relative_efficiency"] is None else f"{row['relative_efficiency']:.2f}"
