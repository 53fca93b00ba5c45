"""Everything a change must pass, leg by leg: `python -m tests.legs`, or some of them: `python -m tests.legs lint bounds`.

Every leg is played to its end, whatever the others say; what each took stands beside its budget at the end.
"""

import os
import subprocess
import sys
import time
from typing import NamedTuple

PYTEST = ("pytest", "--quiet")
# What the compiled leg leaves to the other legs.
ELSEWHERE = "not browser and not cluster and not client"
# What beside its own tests shows in plain Python what the engine does.
BESIDE = (
    "tests/test_batch.py",
    "tests/test_check.py",
    "tests/test_observation.py",
    "tests/test_outcome.py",
)
Command = tuple[str, ...]


class Leg(NamedTuple):
    """Some commands, each a module of this Python with its arguments, and how many seconds they may take."""

    name: str
    budget: int
    commands: tuple[Command, ...]
    environment: dict[str, str] = {}  # noqa: RUF012 - never written


LEGS = (
    Leg(
        "lint",
        40,
        (
            ("ruff", "check", "--quiet"),
            ("ruff", "format", "--check", "--quiet"),
            ("codespell_lib",),
            ("pyright",),
            ("mkdocs", "build", "--strict", "--quiet"),
        ),
        {"NO_MKDOCS_2_WARNING": "1"},
    ),
    # The first command fills the cache of compiled code, so that the two workers do not both compile.
    Leg("compiled", 330, (("tests.warm_up",), (*PYTEST, "-n", "2", "-m", ELSEWHERE))),
    Leg(
        "plain",
        90,
        (
            (
                *PYTEST,
                "-n",
                "2",
                "-m",
                "not compiled",
                "--cov=kingsburg_env/engine",
                "tests/rulebook",
                "tests/engine",
                *BESIDE,
            ),
        ),
        {"NUMBA_DISABLE_JIT": "1"},
    ),
    Leg("bounds", 60, ((*PYTEST, "-m", "bounds"),), {"NUMBA_BOUNDSCHECK": "1"}),
    Leg("browser", 90, ((*PYTEST, "-m", "browser"),)),
    Leg("ray", 30, ((*PYTEST, "-m", "cluster"),)),
)


def run(leg: Leg) -> tuple[bool, float]:
    """Run a leg; return whether all went well, and how many seconds it took."""
    print(f"--- {leg.name}", flush=True)
    start, is_fine = time.perf_counter(), True
    for command in leg.commands:
        done = subprocess.run([sys.executable, "-m", *command], check=False, env=os.environ | leg.environment)
        is_fine = is_fine and done.returncode == 0
    return is_fine, time.perf_counter() - start


def main(names: list[str]) -> int:
    """Run the legs named, or all; print what each took."""
    known = {leg.name: leg for leg in LEGS}
    if unknown := [name for name in names if name not in known]:
        print(f"leg {unknown[0]!r}: must be one of {', '.join(known)}", file=sys.stderr)
        return 2
    results = {name: run(known[name]) for name in names or known}
    print()
    for name, (is_fine, seconds) in results.items():
        over = ", over its budget" if seconds > known[name].budget else ""
        print(
            f"{name:9} {'passed' if is_fine else 'FAILED'}  {seconds:4.0f} s of {known[name].budget} s{over}"
        )
    print(f"{'all':9}         {sum(seconds for _, seconds in results.values()):4.0f} s")
    return 0 if all(is_fine for is_fine, _ in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
