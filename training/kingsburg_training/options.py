"""Settings of an experiment: a dataclass whose fields carry their help and their range, read from a file and the command line."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, asdict, field, fields
from pathlib import Path
from typing import Any, TypeVar

Settings = TypeVar("Settings")
# What a run was set to, in its folder; `--config` reads it too.
SETTINGS = "settings.json"
CONFIGS = Path(__file__).with_name("configs")
"""Settings that come with the package; `--config champion/1` names them by folder and file."""


def setting(
    default: Any, meaning: str, low: float | None = None, high: float | None = None, *, is_fixed: bool = False
) -> Any:
    """Declare one setting: its default, what it means, the range it must lie in, and whether a run that goes on must keep it."""
    return field(default=default, metadata={"help": meaning, "low": low, "high": high, "is_fixed": is_fixed})


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


def open_run(settings: Any, checkpoint: str, *, resume: bool) -> Path:
    """Make the folder of a run and keep its settings there; a run is neither written over nor gone on with as another."""
    folder = Path(settings.run)
    if resume and not (folder / checkpoint).exists():
        raise FileNotFoundError(f"{folder} holds no run to go on with: there is no {checkpoint}")
    if resume:
        check_fixed(settings, kept_in_folder(type(settings), asdict(settings)))
    elif (folder / checkpoint).exists():
        raise FileExistsError(f"{folder} holds a run: give --resume to go on, or another --run")
    elif (folder / SETTINGS).exists():
        raise FileExistsError(f"{folder} holds a run without {checkpoint}: remove it, or give another --run")
    folder.mkdir(parents=True, exist_ok=True)
    save(settings, folder / SETTINGS)
    return folder


def check_fixed(settings: Any, kept: dict[str, Any]) -> None:
    """Refuse to go on under settings that are already decided."""
    for entry in fields(settings):
        value = getattr(settings, entry.name)
        if entry.metadata["is_fixed"] and kept.get(entry.name, value) != value:
            raise ValueError(f"{entry.name}={value!r}: must be {kept[entry.name]!r}, as it began")


def parser_of(kind: type, description: str, *, can_resume: bool = True) -> argparse.ArgumentParser:
    """Make the command line of an experiment; the fields are the options."""
    parser = argparse.ArgumentParser(description=description, allow_abbrev=False)
    parser.set_defaults(resume=False)
    parser.add_argument(
        "--config",
        metavar="FILE",
        help="read settings from a JSON file, or from one that comes along, champion/1 to champion/6; options given here win",
    )
    if can_resume:
        parser.add_argument(
            "--resume", action="store_true", help="go on from the run's last checkpoint, with its settings"
        )
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


def kept_in_folder(kind: type, values: dict[str, Any]) -> dict[str, Any]:
    """Read what the run was set to that is to go on."""
    path = Path(values.get("run", getattr(kind, "run", ""))) / SETTINGS
    return load(kind, path) if path.is_file() else {}


def read(
    kind: type[Settings],
    description: str,
    arguments: Sequence[str] | None,
    smoke: dict[str, Any],
    *,
    can_resume: bool = True,
    kept: Callable[[type, dict[str, Any]], dict[str, Any]] = kept_in_folder,
) -> tuple[Settings, argparse.Namespace]:
    """Read the command line: defaults, then the smoke settings or the file, then the options; all are checked.

    What goes on begins with the settings `kept` finds for it instead of the defaults.
    """
    parser = parser_of(kind, description, can_resume=can_resume)
    given = parser.parse_args(arguments)
    try:
        values = dict(smoke) if given.smoke else {}
        values |= load(kind, given.config) if given.config else {}
        values |= {e.name: getattr(given, e.name) for e in fields(kind) if hasattr(given, e.name)}  # type: ignore[arg-type]
        begun = kept(kind, values) if given.resume else {}
        settings = kind(**begun | values)
        check_fixed(settings, begun)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    return settings, given


def load(kind: type, path: str | Path) -> dict[str, Any]:
    """Read settings from a JSON file, or those of a name that comes with the package; refuse unknown settings."""
    if (shipped := CONFIGS / f"{path}.json").is_file():
        path = shipped
    try:
        values = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: must be JSON: {error}") from None
    if not isinstance(values, dict):
        raise ValueError(f"{path}: must be one JSON object, names and values")  # noqa: TRY004 - the file is wrong
    known = [entry.name for entry in fields(kind)]
    for name in values:
        if name not in known:
            raise ValueError(f"{path}: {name!r} is no setting; there are: {', '.join(known)}")
    return values


def save(settings: Any, path: Path) -> None:
    """Write settings as a JSON file that `--config` reads."""
    path.write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")


def start(main: Callable[[], None]) -> None:
    """Run an experiment's `main`: a folder or file that is not as it must be is told in one line."""
    try:
        main()
    except OSError as error:
        sys.exit(f"Error: {error}")
