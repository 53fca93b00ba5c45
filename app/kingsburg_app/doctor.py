"""`kingsburg doctor`: what is installed, where compiled code is kept, and a game that checks itself."""

import json
import platform
import time
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import typer

from kingsburg_app.exits import CHECK_FAILED
from kingsburg_app.options import AsJson
from kingsburg_app.screen import fold, say

SEED = 1
FINE, WRONG = "ok   ", "wrong"
INDENT = 23
"""Where what was found begins."""
MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: whether it is fine, and what was found."""

    name: str
    is_fine: bool
    found: str


def check_installation(as_json: AsJson = False) -> None:
    """Look at what is installed and at the cache of compiled code, and play a game that checks itself.

    Exit code 1 says that something is wrong; a missing extra is not.

    Examples:
      kingsburg doctor

      kingsburg doctor --json
    """
    from kingsburg_env.extras import packages

    found = {extra: _versions(names) for extra, names in packages().items()}
    needed = [_package(name, version) for name, version in found.pop("").items()]
    checks = [_python(), *needed, _cache(), _game()]
    is_fine = all(check.is_fine for check in checks)
    if as_json:
        listed = [{"name": check.name, "ok": check.is_fine, "found": check.found} for check in checks]
        typer.echo(json.dumps({"ok": is_fine, "checks": listed, "extras": found, "cache": cache_state()}))
    else:
        _print(checks, found)
    if not is_fine:
        raise typer.Exit(CHECK_FAILED)


def _print(checks: list[Check], extras: dict[str, dict[str, str | None]]) -> None:
    from kingsburg_env.extras import how_to_install

    for check in checks:
        mark, colour = (FINE, "green") if check.is_fine else (WRONG, "red")
        told = fold(f"{mark} {check.name:16} {check.found}", INDENT)
        typer.echo(typer.style(mark, fg=colour) + told.removeprefix(mark))
    for extra, packages in extras.items():
        missing = ", ".join(name for name, found in packages.items() if found is None)
        there = ", ".join(f"{name} {found}" for name, found in packages.items() if found)
        say(f"extra {extra:16} {how_to_install(missing, extra) if missing else there}", INDENT)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _versions(packages: list[str]) -> dict[str, str | None]:
    return {package: _version(package) for package in packages}


def _python() -> Check:
    return Check(
        "python", is_fine=True, found=f"{platform.python_version()}, {platform.system()} {platform.machine()}"
    )


def _package(name: str, found: str | None) -> Check:
    from kingsburg_env.extras import how_to_install

    return Check(name, found is not None, found or how_to_install(name))


def cache_state() -> dict[str, Any]:
    """Describe the cache of compiled code: its folder, whether it can be written, what is there, its size."""
    from kingsburg_env.engine.jit import CACHE, is_cache_writable

    writable = is_cache_writable()
    return {
        "folder": str(CACHE),
        "writable": writable,
        "compiled": _is_compiled(),
        "bytes": _size(CACHE),
        "bytes_of_all_versions": _size(CACHE.parent),
    }


def _is_compiled() -> bool:
    """Check whether the rules of this installation are compiled; other installations share the folder."""
    from kingsburg_env import kernels

    stats = getattr(kernels.run, "stats", None)  # none in plain Python
    path = stats.cache_path if stats else None
    return path is not None and any(Path(path).glob("kernels.run*.nbc"))


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _cache() -> Check:
    """Look at the cache: one that cannot be written means a minute of compiling at every start."""
    state = cache_state()
    if not state["writable"]:
        return Check(
            "cache", is_fine=False, found=f"{state['folder']} cannot be written: set KINGSBURG_CACHE_DIR"
        )
    has_code = "compiled" if state["compiled"] else "the rules are not compiled yet"
    sizes = f"{state['bytes'] / MEBIBYTE:.1f} MiB, {state['bytes_of_all_versions'] / MEBIBYTE:.1f} with other versions"
    return Check("cache", is_fine=True, found=f"{state['folder']}: {has_code}, {sizes}")


def _game() -> Check:
    """Play one game twice: both must end, and alike."""
    from kingsburg_env import new_games, ranking, rollout_batch, scores

    start = time.perf_counter()
    games, again = (new_games(1, seed=SEED) for _ in range(2))
    decisions = [int(rollout_batch(batch, SEED)[0]) for batch in (games, again)]
    is_alike = games.tobytes() == again.tobytes() and decisions[0] == decisions[1]
    is_fine = is_alike and 1 in ranking(games)[0]
    points = " ".join(map(str, scores(games)[0, : int(games["num_players"][0])]))
    took = f"{time.perf_counter() - start:.1f} s"
    found = f"seed {SEED}: {decisions[0]} decisions, {points} VP, {took}"
    return Check(
        "self-check game", is_fine, found if is_fine else f"{found}; the same game ended differently"
    )
