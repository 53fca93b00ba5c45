"""The one decorator of the engine, and its cache.

Numba notices a change only in the file of the function itself: an edited table would leave the old rule running.
So compiled code is kept in a folder named by a hash of every source it can depend on.
"""

import functools
import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import event, types
from numba.core.dispatcher import Dispatcher

ENGINE = Path(__file__).resolve().parent
PACKAGE = ENGINE.parent


def _fingerprint(*packages: Path) -> str:
    """Hash everything the machine code depends on: sources, versions, and Numba's bounds-check switch."""
    digest = hashlib.sha256()
    for part in (sys.version, numba.__version__, os.environ.get("NUMBA_BOUNDSCHECK", "")):
        digest.update(part.encode())
    for package in packages:
        # Tables of other packages need not name the decorator, but know the engine.
        mark = b"engine.jit import" if package == PACKAGE else b"kingsburg_env.engine"
        for source in sorted(package.rglob("*.py")):
            text = source.read_bytes()
            if source.is_relative_to(ENGINE) or mark in text:
                digest.update(source.relative_to(package).as_posix().encode())
                digest.update(text)
    return digest.hexdigest()[:16]


def _root() -> Path:
    """Find where compiled code may be kept: where the user says, else in the user's cache folder."""
    if asked := os.environ.get("KINGSBURG_CACHE_DIR"):
        return Path(asked)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "kingsburg-env"


CACHE = _root() / _fingerprint(PACKAGE)


def is_cache_writable() -> bool:
    """Check whether compiled code can be kept for the next start."""
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
        probe = CACHE / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


class _Announcement(event.Listener):
    """Listener that says once on stderr that compiling takes a while; silent when everything comes from the cache."""

    done = False

    def on_start(self, event: Any) -> None:  # pragma: no cover - only compiling starts it
        """Speak before our first compilation, then never again."""
        # Functions of others may be in no module.
        module = str(getattr(event.data["dispatcher"].py_func, "__module__", None))
        if self.done or not module.startswith("kingsburg_"):
            return
        self.done = True
        kept = f"kept in {CACHE}" if _CACHED else "no folder is writable to keep it: set KINGSBURG_CACHE_DIR"
        print(
            f"kingsburg-env: compiling the rules, once, for about a minute ({kept}) …",
            file=sys.stderr,
            flush=True,
        )

    def on_end(self, event: Any) -> None:  # pragma: no cover - only compiling ends it
        """Stay silent."""


_CACHED = is_cache_writable()
event.register("numba:compile", _Announcement())


def njit(function: Callable[..., Any], *, is_fast: bool = False) -> Any:
    """Compile a rule; it can be called from compiled code only, which keeps compiling short."""
    options = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    compiled: Any = numba.njit(fastmath=is_fast, **options)(function)
    if isinstance(compiled, Dispatcher):  # pragma: no cover - in plain Python nothing is compiled
        # Numba would compile the function anew for every literal, enum and width of its arguments.
        template = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: template(tuple(map(_widen, args)), kws)
    return compiled


def _widen(argument: Any) -> Any:  # pragma: no cover - in plain Python nothing is compiled
    """Widen every whole number to int64; keys of luck stay unsigned."""
    plain: Any = types.unliteral(argument)
    if isinstance(plain, types.IntEnumMember) or getattr(plain, "signed", False):
        return types.int64
    return plain


@functools.cache
def _cache_of(folder: Path) -> Path:
    """Choose the cache of entries defined in this folder: other packages' code depends on all their sources too."""
    return CACHE if folder.is_relative_to(PACKAGE) else _root() / _fingerprint(PACKAGE, _top_package(folder))


def _top_package(folder: Path) -> Path:
    """Find the outermost package a folder belongs to; its parts may be compiled into each other."""
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


def bound(function: Any, *arguments: Any) -> Any:
    """Return an entry as machine code for exactly these types, which it never looks at again.

    Looking at them costs more than the step of a game; whoever calls it must hand over the same types for ever.
    """
    if not isinstance(function, Dispatcher):
        return function
    return function.compile(tuple(map(numba.typeof, arguments)))  # pragma: no cover - only what is compiled


def entry(function: Callable[..., Any], *, is_fast: bool = False) -> Any:
    """Compile a function that Python calls, and keep the machine code; a fast one may add up in any order."""
    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(_cache_of(Path(function.__code__.co_filename).resolve().parent))  # type: ignore[attr-defined]
    try:
        return numba.njit(nogil=True, error_model="numpy", fastmath=is_fast, cache=_CACHED)(function)
    finally:
        numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
