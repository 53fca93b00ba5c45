"""How fast Kingsburg is beside its peers: `make bench-peers`, `--json` for one object.

Installs every peer into an environment of its own, plays each case in a process of its own, round after round,
prints a table of the medians and writes docs/benchmarks.md.
A peer that does not install, or crashes, is named with the reason, and the run goes on.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.cases import CASES, REQUIREMENTS
from benchmarks.install import ROOT, install, python_of, tidy
from benchmarks.report import Result, document, ratio_lines, table_lines

CASES_SCRIPT = ROOT / "benchmarks" / "cases.py"
DOCUMENT = ROOT / "docs" / "benchmarks.md"
# Long enough to compile anything; whatever takes longer hangs.
TIMEOUT_S = 900
MEMORY_GAMES = 1_000_000
# Three minutes of CPU time, but of a machine that may be busy.
MEMORY_TIMEOUT_S = 3600


def tell(what: str) -> None:
    """Say on stderr what is being done."""
    print(f"{what} …", file=sys.stderr, flush=True)


def ask(command: list[str], timeout_s: float = TIMEOUT_S) -> dict[str, Any]:
    """Run a process that prints one JSON object; a crash or a hang becomes its reason."""
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=timeout_s
        )
        return json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return {"reason": f"no answer in {timeout_s:g} s"}
    except OSError as error:
        return {"reason": f"does not start: {error.strerror}"}
    except json.JSONDecodeError:
        return {"reason": f"ended with exit code {done.returncode}: {tidy(done.stderr)}"}


def measure_once(name: str, python: Path, seconds: float, result: Result) -> None:
    """Measure one case in a process of its own and add what came out to its result."""
    answer = ask([str(python), str(CASES_SCRIPT), name, str(seconds)])
    if "reason" in answer:
        result.reason = tidy(answer["reason"])
    else:
        result.rates.append(answer["rate"])
        result.versions = answer["versions"]


def measure(names: list[str], rounds: int, seconds: float) -> dict[str, Result]:
    """Install what the cases need, then measure all of them in turn, round after round."""
    needed = {CASES[name].environment for name in names}
    reasons = {
        environment: install(environment, requirements, tell)
        for environment, requirements in REQUIREMENTS.items()
        if environment in needed
    }
    results = {name: Result(reason=reasons[CASES[name].environment]) for name in names}
    for number in range(1, rounds + 1):
        for name, result in results.items():
            if result.reason is None:
                tell(f"round {number} of {rounds}: {name}")
                measure_once(name, python_of(CASES[name].environment), seconds, result)
    return results


def measure_memory() -> dict[str, Any]:
    """Play a million games in one process."""
    tell(f"memory over {MEMORY_GAMES:,} games, some minutes")
    python = str(python_of("kingsburg"))
    return ask([python, "-m", "benchmarks.memory", "--json", "--games", str(MEMORY_GAMES)], MEMORY_TIMEOUT_S)


def as_json(results: dict[str, Result], memory: dict[str, Any] | None) -> str:
    """Write everything measured as one JSON object."""
    rows = {
        name: {"median_per_s": result.median, "rates_per_s": result.rates, "reason": result.reason}
        for name, result in results.items()
    }
    versions = {CASES[name].environment: result.versions for name, result in results.items() if result.rates}
    return json.dumps({"cases": rows, "versions": versions, "memory": memory})


def arguments_of(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often each case is measured")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of each measurement")
    parser.add_argument(
        "--only", nargs="+", choices=CASES, metavar="CASE", help="measure only these; writes no document"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(words)
    if arguments.rounds < 1 or arguments.seconds <= 0:
        parser.error("--rounds must be at least 1, --seconds more than 0")
    return arguments


def main(words: list[str] | None = None) -> None:
    """Measure, print, and write the document."""
    arguments = arguments_of(words)
    load_before = os.getloadavg()[0]
    results = measure(arguments.only or list(CASES), arguments.rounds, arguments.seconds)
    memory = None if arguments.only else measure_memory()
    if arguments.json:
        print(as_json(results, memory))
    else:
        print("\n".join([*table_lines(results), "", *ratio_lines(results)]))
    if memory is not None:
        rounds = f"{arguments.rounds} rounds of {arguments.seconds:g} s"
        settings = f"{rounds}, load average {load_before:.0f} before and {os.getloadavg()[0]:.0f} after"
        DOCUMENT.write_text(document(results, memory, settings, os.cpu_count() or 1), encoding="utf-8")
        tell(f"written: {DOCUMENT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
