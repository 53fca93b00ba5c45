"""How many faults the tests notice: `python -m tests.mutants` puts one small fault at a time into the code.

Every fault is tried in plain Python against the tests that run its statement (all, where it is a number
that is read at import); the first test that fails ends it, and a test that takes far too long counts too.
Nothing is written into the clone: each fault lives in a process of its own, forked from one that is warm.
"""

import argparse
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.machinery import SourceFileLoader
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.equivalents import EQUIVALENTS
from tests.faults import Fault, compile_with, faults_of

ROOT = Path(__file__).resolve().parent.parent
CODE = "kingsburg_env"
UNNOTICED, NOTICED, BROKEN = 0, 1, 70
WORKERS = 2
# A test may take this many seconds, and this many times what it takes without a fault.
PATIENCE, SLOWER = 3.0, 5.0
# A test that waits for something that never comes takes no time of the processor.
WAITING = 120


class Group(NamedTuple):
    """Modules, and the tests that are to notice their faults."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


GROUPS = {
    "engine": Group(
        ("engine/**/*.py",),
        (
            "tests/rulebook",
            "tests/engine",
            "tests/test_check.py",
            "tests/test_batch.py",
            "tests/test_text.py",
            "tests/test_outcome.py",
        ),
    ),
    "batch": Group(
        ("batch.py", "check.py", "sampling.py", "outcome.py"),
        ("tests/test_batch.py", "tests/test_check.py", "tests/test_sampling.py", "tests/test_outcome.py"),
    ),
    "observation": Group(
        ("observation.py",), ("tests/test_observation.py", "tests/test_robustness.py", "tests/test_spaces.py")
    ),
    "features": Group(("features.py",), ("tests/test_features.py",)),
    "envs": Group(("envs/*.py", "rewards.py"), ("tests/envs", "tests/test_robustness.py")),
    "view": Group(("view.py", "reckoning.py"), ("tests/test_view.py", "tests/test_text.py")),
}
LEFT_OUT = ("jit.py", "__init__.py", "provenance.py")


class Covered(NamedTuple):
    """What the tests run: the seconds of each, and who runs a line."""

    seconds: dict[str, float]
    by_line: dict[tuple[str, int], set[str]]

    def tests_of(self, fault: Fault) -> set[str]:
        """List the tests that run a line of the fault's statement."""
        lines = (self.by_line.get((fault.file, line), set()) for line in fault.statement)
        return set().union(*lines)


def all_faults(group: Group) -> list[Fault]:
    """List every fault there is of a group."""
    files = sorted({file for pattern in group.modules for file in (ROOT / CODE).glob(pattern)})
    names = [str(file.relative_to(ROOT)) for file in files if file.name not in LEFT_OUT]
    faults = [fault for name in names for fault in faults_of(ROOT, name)]
    return [fault for fault in faults if (fault.file, fault.text, fault.what) not in EQUIVALENTS]


class Measure:
    """Runs every `step`-th test from `first` on under coverage."""

    def __init__(self, first: int, step: int) -> None:
        import coverage  # noqa: PLC0415 - a fault is tried without it

        self.first, self.step = first, step
        self.seconds: dict[str, float] = {}
        self.coverage = coverage.Coverage(data_file=None, source=[str(ROOT / CODE)], config_file=False)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = items[self.first :: self.step]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.start()
        self.coverage.switch_context(item.nodeid)
        start = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - start
        self.coverage.stop()
        return result

    def result(self) -> Covered:
        data, by_line = self.coverage.get_data(), {}
        for file in data.measured_files():
            name = str(Path(file).relative_to(ROOT))
            for line, tests in data.contexts_by_lineno(file).items():
                by_line[name, line] = set(tests)
        return Covered(self.seconds, by_line)


class Try:
    """Runs some of the tests, quickest first, and leaves the process at the first that fails."""

    def __init__(self, covered: Covered) -> None:
        self.covered = covered

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        chosen = [item for item in session.items if item.nodeid in self.covered.seconds]
        session.items[:] = sorted(chosen, key=lambda item: self.covered.seconds[item.nodeid])

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        limit = PATIENCE + SLOWER * self.covered.seconds[item.nodeid]
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, limit)
        signal.alarm(WAITING)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            os._exit(NOTICED)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(NOTICED)


class TryEach(Try):
    """Collects the tests once and tries the faults of functions one by one, each in a fork."""

    def __init__(self, faults: list[Fault], covered: Covered, tell: Callable[[Fault, bool], None]) -> None:
        super().__init__(covered)
        self.faults, self.tell = faults, tell

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for fault in self.faults:
            names = self.covered.tests_of(fault)
            items = [item for item in session.items if item.nodeid in names]
            self.tell(fault, in_fork(lambda fault=fault, items=items: run_with(fault, items)))
        return True


def run_with(fault: Fault, items: list[pytest.Item]) -> None:
    """Put a fault into the functions that are there already, and run some tests."""
    module = import_module(fault.file.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))
    swap(vars(module), compile_with(ROOT, fault))
    for item, following in zip_longest(items, items[1:]):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def swap(owner: Any, code: Any) -> None:
    """Give every function of a module or a class the code it has with the fault."""
    for new in (constant for constant in code.co_consts if hasattr(constant, "co_consts")):
        old = owner.get(new.co_name)
        if isinstance(old, type):
            swap(vars(old), new)
            continue
        old = getattr(old, "fget", None) or getattr(old, "__func__", None) or old
        old = getattr(old, "__wrapped__", old)
        if hasattr(old, "__code__"):
            old.__code__ = new


def try_at_import(fault: Fault, tests: tuple[str, ...], covered: Covered) -> bool:
    """Put a fault into a module before it is read, and run the tests."""
    source = str(ROOT / fault.file)
    plain = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> Any:
        return compile_with(ROOT, fault) if loader.path == source else plain(loader, name)

    def run() -> None:
        SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
        os._exit(NOTICED if run_pytest(tests, Try(covered)) else UNNOTICED)

    return in_fork(run)


def in_fork(work: Callable[[], None]) -> bool:
    """Do some work in a process of its own; return whether a test failed or took too long."""
    child = os.fork()
    if not child:
        be_silent()
        try:
            work()
            os._exit(UNNOTICED)
        except BaseException:  # noqa: BLE001 - nothing of the child may go on
            os._exit(BROKEN)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code == BROKEN:
        raise RuntimeError("a fault could not be put into its module")
    return code != UNNOTICED


def be_silent() -> None:
    """Write nothing more: what a test with a fault says is of no use."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def run_pytest(tests: tuple[str, ...], plugin: object) -> int:
    """Run pytest in this process, in plain Python."""
    options = ["-q", "-x", "-m", "not compiled and not browser and not cluster", "-p", "no:cacheprovider"]
    return pytest.main([*options, "-p", "no:xdist", "-p", "no:cov", *tests], plugins=[plugin])


def measure(tests: tuple[str, ...], first: int) -> Covered | None:
    """Measure a share of the tests; return nothing if one fails."""
    be_silent()
    plugin = Measure(first, WORKERS)
    return None if run_pytest(tests, plugin) else plugin.result()


def merge(parts: list[Covered | None]) -> Covered:
    """Put the shares together."""
    whole = Covered({}, {})
    for part in parts:
        if part is None:
            raise SystemExit("a test fails without any fault: run `make test LEGS=plain` and mend it first")
        whole.seconds.update(part.seconds)
        for place, tests in part.by_line.items():
            whole.by_line.setdefault(place, set()).update(tests)
    return whole


def try_faults(faults: list[Fault], tests: tuple[str, ...], covered: Covered, results: Any) -> None:
    """Try a share of the faults; put each with its end into a queue."""
    be_silent()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        # a function that no test runs is called when its module is read, or never
        inside = [fault for fault in faults if fault.function and covered.tests_of(fault)]
        for fault in set(faults) - set(inside):
            results.put((fault, try_at_import(fault, tests, covered)))
        run_pytest(tests, TryEach(inside, covered, lambda fault, noticed: results.put((fault, noticed))))
    finally:
        results.put(None)


class Report(NamedTuple):
    """What a sample showed."""

    seed: int
    sample: int
    seconds: float
    results: list[tuple[Fault, bool]]

    def as_json(self) -> dict[str, Any]:
        """Say it as one object."""
        killed = sum(noticed for _, noticed in self.results)
        return {
            "seed": self.seed,
            "sample": self.sample,
            "mutants": len(self.results),
            "killed": killed,
            "share": round(killed / len(self.results), 4) if self.results else None,
            "survivors": [
                {"file": fault.file, "line": fault.line, "what": fault.what}
                for fault, noticed in sorted(self.results)
                if not noticed
            ],
            "seconds": round(self.seconds, 1),
        }

    def as_text(self) -> str:
        """Say it for people: the faults nobody noticed, then each file."""
        lines = []
        for fault, noticed in sorted(self.results):
            if not noticed:
                lines += [f"{fault.file}:{fault.line}: {fault.what}", f"    {fault.text}"]
        tried = Counter(fault.file for fault, _ in self.results)
        killed = Counter(fault.file for fault, noticed in self.results if noticed)
        lines += [f"{file:44} {killed[file]:4} of {tried[file]:4}" for file in sorted(tried)]
        share = 100 * killed.total() / max(1, tried.total())
        return "\n".join([*lines, f"noticed {killed.total()} of {tried.total()}, {share:.1f} %"])


def run(group: Group, sample: int, seed: int) -> Report:
    """Try a sample of the faults of a group; Ctrl-C ends it early."""
    start = time.perf_counter()
    faults = all_faults(group)
    chosen = random.Random(seed).sample(faults, min(sample, len(faults)))
    results: list[tuple[Fault, bool]] = []
    context = get_context("fork")
    try:
        with context.Pool(WORKERS) as pool:
            covered = merge(pool.starmap(measure, [(group.tests, part) for part in range(WORKERS)]))
        gather(context, chosen, group.tests, covered, results)
    except KeyboardInterrupt:
        pass
    return Report(seed, sample, time.perf_counter() - start, results)


def gather(
    context: Any,
    faults: list[Fault],
    tests: tuple[str, ...],
    covered: Covered,
    results: list[tuple[Fault, bool]],
) -> None:
    """Divide the faults among the workers, and note what comes back."""
    queue = context.SimpleQueue()
    workers = [
        context.Process(target=try_faults, args=(faults[part::WORKERS], tests, covered, queue), daemon=True)
        for part in range(WORKERS)
    ]
    for worker in workers:
        worker.start()
    # it imports the code that the workers are to read for themselves
    from kingsburg_agents.progress import Progress  # noqa: PLC0415

    with Progress() as progress:
        at_work = len(workers)
        while at_work:
            result = queue.get()
            if result is None:
                at_work -= 1
                continue
            results.append(result)
            progress.tell("faults", len(results), len(faults), f"{sum(not n for _, n in results)} unnoticed")


def main(arguments: list[str]) -> int:
    """Try a sample of faults and print which of them no test noticed."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--of", choices=GROUPS, default="engine", help="which modules (default: engine)")
    parser.add_argument("--sample", type=int, default=300, help="how many faults (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one object")
    options = parser.parse_args(arguments)
    if options.sample < 1:
        parser.error(f"--sample {options.sample}: must be 1 or more")
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    for warm in ("numba", "numpy", "scipy.stats"):
        import_module(warm)
    report = run(GROUPS[options.of], options.sample, options.seed)
    print(json.dumps(report.as_json()) if options.json else report.as_text())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
