"""Settings of an experiment: a dataclass whose fields carry their help and their range, read from a file and the command line."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import MISSING, Field, asdict, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

Settings = TypeVar("Settings")


def setting(default: Any, meaning: str, low: float | None = None, high: float | None = None) -> Any:
    """Declare one setting: its default, what it means, and the range it must lie in."""
    return field(default=default, metadata={"help": meaning, "low": low, "high": high})


def check_ranges(settings: Any) -> None:
    """Refuse a value of another type or outside its range, naming the setting and what is allowed."""
    for entry in fields(settings):
        value, kind = getattr(settings, entry.name), type(entry.default)
        if kind is float and type(value) is int:
            value = float(value)
            setattr(settings, entry.name, value)
        if type(value) is not kind:
            raise ValueError(f"{entry.name}={value!r}: must be of type {kind.__name__}")
        low, high = entry.metadata["low"], entry.metadata["high"]
        # written so that "not a number" is refused too
        if not ((low is None or low <= value) and (high is None or value <= high)):
            raise ValueError(f"{entry.name}={value!r}: must be {_range(low, high)}")


def _range(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return f"at least {low}" if high is None else f"at most {high}"
    return f"from {low} to {high}"


def parser_of(kind: type, description: str) -> argparse.ArgumentParser:
    """Make the command line of an experiment; the fields are the options."""
    parser = argparse.ArgumentParser(description=description, allow_abbrev=False)
    parser.add_argument(
        "--config", metavar="FILE", help="read settings from a JSON file; options given here win"
    )
    parser.add_argument("--resume", action="store_true", help="go on from the run's last checkpoint")
    parser.add_argument("--smoke", action="store_true", help="a tiny run that shows everything works")
    for entry in fields(kind):
        _add_option(parser, entry)
    return parser


def _add_option(parser: argparse.ArgumentParser, entry: Field[Any]) -> None:
    if entry.default is MISSING:
        raise TypeError(f"{entry.name}: a setting needs a default")
    low, high = entry.metadata["low"], entry.metadata["high"]
    allowed = "" if low is None and high is None else f", {_range(low, high)}"
    parser.add_argument(
        "--" + entry.name.replace("_", "-"),
        type=type(entry.default),
        default=argparse.SUPPRESS,
        metavar="X",
        help=f"{entry.metadata['help']} (default {entry.default!r}{allowed})".replace("%", "%%"),
    )


def read(
    kind: type[Settings], description: str, arguments: Sequence[str] | None, smoke: dict[str, Any]
) -> tuple[Settings, argparse.Namespace]:
    """Read the command line: defaults, then the smoke settings or the file, then the options; all are checked."""
    parser = parser_of(kind, description)
    given = parser.parse_args(arguments)
    try:
        values = dict(smoke) if given.smoke else {}
        values |= load(kind, given.config) if given.config else {}
        values |= {e.name: getattr(given, e.name) for e in fields(kind) if hasattr(given, e.name)}  # type: ignore[arg-type]
        return kind(**values), given
    except (ValueError, OSError) as error:
        parser.error(str(error))


def load(kind: type, path: str | Path) -> dict[str, Any]:
    """Read settings from a JSON file, refusing names that do not exist."""
    values = json.loads(Path(path).read_text(encoding="utf-8"))
    known = [entry.name for entry in fields(kind)]
    for name in values:
        if name not in known:
            raise ValueError(f"{path}: {name!r} is no setting; there are: {', '.join(known)}")
    return dict(values)


def save(settings: Any, path: Path) -> None:
    """Write settings as a JSON file that `--config` reads."""
    path.write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")


def changed(settings: Settings, **values: Any) -> Settings:
    """Return a checked copy with other values."""
    return replace(settings, **values)  # type: ignore[type-var]
