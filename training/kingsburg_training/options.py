"""Settings of an experiment: a dataclass whose fields carry their help and their range, read from a file and the command line."""

import argparse
import errno
import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, asdict, field, fields
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from kingsburg_agents.files import read_text
from kingsburg_env.writing import write_text

Settings = TypeVar("Settings")
# What a run was set to, in its folder; `--config` reads it too.
SETTINGS = "settings.json"
CONFIGS = Path(__file__).with_name("configs")
"""Settings that come with the package; `--config champion/1` names them by folder and file."""
WHAT_TO_DO = {
    errno.ENOENT: "no such file or folder",
    errno.ENOSPC: "no space left to write to: free some, or write elsewhere",
}
METAVARS = {int: "INT", float: "FLOAT", str: "NAME"}
KINDS = {int: "a whole number", float: "a number"}
# `name=value` at the beginning of a message; a value with a blank or a colon in it stands in quotes.
NAMED = re.compile(r"(\w+)=('[^']*'|[^\s:,']+)")
# How like an option must be to what was typed to be meant by it.
ALIKE = 0.5


class Parser(argparse.ArgumentParser):
    """A command line that refuses what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """End the program."""
        self.exit(2, f"Error: {message}\n")

    def parse_all(self, arguments: Sequence[str] | None) -> argparse.Namespace:
        """Read the command line; an unknown option is refused with the one that may be meant."""
        given, unknown = self.parse_known_args(arguments)
        for word in unknown[:1]:
            name = word.partition("=")[0]
            hint = _meant(name, list(self._option_string_actions)) or "--help lists all options"
            self.error(f"{name}: unknown; {hint}")
        return given


def _meant(name: str, known: list[str]) -> str:
    """Ask whether the likeliest of the known names was meant, if one is like it."""
    bare = {one.strip("-"): one for one in known}
    found = get_close_matches(name.strip("-"), bare, 1, ALIKE)
    return f"did you mean {bare[found[0]]}?" if found else ""


def setting(
    default: Any,
    meaning: str,
    low: float | None = None,
    high: float | None = None,
    *,
    is_fixed: bool = False,
    group: str = "",
    metavar: str = "",
) -> Any:
    """Declare one setting of a dataclass.

    Args:
        default: the default; its type is the setting's.
        meaning: the help text.
        low: the least value allowed.
        high: the largest value allowed.
        is_fixed: whether a run that is resumed must keep it.
        group: heading of the help that begins here.
        metavar: what its value is called in the help; by its type: INT, FLOAT or NAME.
    """
    about = {"help": meaning, "low": low, "high": high, "is_fixed": is_fixed, "group": group}
    return field(default=default, metadata=about | {"metavar": metavar or METAVARS[type(default)]})


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


def check_fixed(settings: Any, kept: dict[str, Any]) -> None:
    """Refuse to go on under settings that are already decided."""
    for entry in fields(settings):
        value = getattr(settings, entry.name)
        if entry.metadata["is_fixed"] and kept.get(entry.name, value) != value:
            raise ValueError(f"{entry.name}={value!r}: must be {kept[entry.name]!r}, as it began")


def parser_of(kind: type, description: str, *, can_resume: bool = True, program: str | None = None) -> Parser:
    """Make the command line of an experiment; the fields are the options."""
    parser = Parser(program, description=description, allow_abbrev=False)
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
    group: Any = parser
    for entry in fields(kind):
        if entry.metadata["group"]:
            group = parser.add_argument_group(entry.metadata["group"])
        _add_option(group, entry)
    return parser


def _add_option(parser: Any, entry: Field[Any]) -> None:
    if entry.default is MISSING:
        raise TypeError(f"{entry.name}: a setting needs a default")
    low, high = entry.metadata["low"], entry.metadata["high"]
    allowed = "" if low is None and high is None else f", {_range(low, high)}"
    parser.add_argument(
        flag_of(entry.name),
        default=argparse.SUPPRESS,
        metavar=entry.metadata["metavar"],
        help=f"{entry.metadata['help']} (default {entry.default!r}{allowed})".replace("%", "%%"),
    )


def flag_of(name: str) -> str:
    """Return the option of a setting."""
    return "--" + name.replace("_", "-")


def explain(error: Exception, arguments: Sequence[str]) -> str:
    """Write an error as one line that names options as they were typed.

    `entropy=20.0: must be ...` becomes `--entropy 20: must be ...`, and a file that cannot be read is told with its option.
    """
    typed = _typed(arguments)
    if isinstance(error, OSError) and error.strerror:
        reason = WHAT_TO_DO.get(error.errno or 0, error.strerror[0].lower() + error.strerror[1:])
        return f"{_place(str(error.filename), typed)}: {reason}" if error.filename else reason
    message = " ".join(str(error).split())
    found = NAMED.match(message)
    flag = flag_of(found[1]) if found else ""
    return f"{flag} {typed[flag]}{message[found.end() :]}" if found and flag in typed else message


def _typed(arguments: Sequence[str]) -> dict[str, str]:
    """List the options that were typed, with their values."""
    words = [part for word in arguments for part in (word.split("=", 1) if word.startswith("--") else [word])]
    return {flag: value for flag, value in pairwise(words) if flag.startswith("--")}


def _place(name: str, typed: dict[str, str]) -> str:
    """Name a file with the option that it, or its folder, was given by."""
    for flag, value in typed.items():
        if name == value:
            return f"{flag} {name}"
        if name.startswith(f"{value}/"):
            return f"{flag} {value}: {name}"
    return name


def _values(kind: type, given: argparse.Namespace) -> dict[str, Any]:
    """Read the options that were given, each as what its setting is."""
    typed = {entry.name: entry for entry in fields(kind) if hasattr(given, entry.name)}
    return {name: _value(entry, getattr(given, name)) for name, entry in typed.items()}


def _value(entry: Field[Any], text: str) -> Any:
    kind = type(entry.default)
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{flag_of(entry.name)} {text}: must be {KINDS[kind]}") from None


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
    program: str | None = None,
    kept: Callable[[type, dict[str, Any]], dict[str, Any]] = kept_in_folder,
) -> tuple[Settings, argparse.Namespace]:
    """Read the command line: defaults, then the smoke settings or the file, then the options; all are checked.

    What goes on begins with the settings `kept` finds for it instead of the defaults.
    """
    parser = parser_of(kind, description, can_resume=can_resume, program=program)
    given = parser.parse_all(arguments)
    try:
        values = dict(smoke) if given.smoke else {}
        values |= load(kind, given.config) if given.config else {}
        values |= _values(kind, given)
        begun = kept(kind, values) if given.resume else {}
        settings = kind(**begun | values)
        check_fixed(settings, begun)
    except (ValueError, OSError) as error:
        parser.error(explain(error, sys.argv[1:] if arguments is None else arguments))
    return settings, given


def load(kind: type, path: str | Path) -> dict[str, Any]:
    """Read settings from a JSON file, or those of a name that comes with the package; refuse unknown settings."""
    if (shipped := CONFIGS / f"{path}.json").is_file():
        path = shipped
    text = read_text(Path(path))
    try:
        values = json.loads(text)
    except ValueError as error:
        raise ValueError(f"{path}: must be JSON: {error}") from None
    if not isinstance(values, dict):
        raise ValueError(f"{path}: must be one JSON object, names and values")  # noqa: TRY004 - the file is wrong
    known = [entry.name for entry in fields(kind)]
    for name in values:
        if name not in known:
            hint = _meant(name, known) or f"there are: {', '.join(known)}"
            raise ValueError(f"{path}: {name!r} is no setting; {hint}")
    return values


def save(settings: Any, path: Path) -> None:
    """Write settings as a JSON file that `--config` reads."""
    write_text(path, json.dumps(asdict(settings), indent=2) + "\n")


def start(main: Callable[[], None]) -> None:
    """Run an experiment's `main`: a folder or file that is not as it must be is told in one line."""
    try:
        main()
    except OSError as error:
        sys.stderr.write(f"Error: {explain(error, sys.argv[1:])}\n")
        sys.exit(2)
