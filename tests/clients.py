"""Other libraries at full length, each in an environment of its own: `python -m tests.clients`, or some: `... rllib`.

What each brings is locked in requirements/client-*.txt; environments are kept in .venv-clients and made anew when a
lock has changed.
"""

import os
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-clients"
ADAPTERS = "tests/envs/test_adapters.py"
CLIENTS = {
    "rllib": ("ray[rllib]", (ADAPTERS, "tests/training/test_rllib.py")),
    "tianshou": ("tianshou", (ADAPTERS,)),
    "torchrl": ("torchrl", (ADAPTERS,)),
}
"""For every environment what it has beside the project and its extras `test` and `train`, and where its tests are."""


def make_environment(name: str) -> Path:
    """Install a client and the project, unless that is done; return the environment's Python."""
    folder, lock = HOME / name, ROOT / "requirements" / f"client-{name}.txt"
    python, done = folder / "bin" / "python", folder / ".installed"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        venv.create(folder, clear=True, with_pip=True)
        wanted = ["-r", "requirements/torch.txt", CLIENTS[name][0], "-e", ".[test,train]"]
        install = ["install", "--quiet", "--disable-pip-version-check", "-c", str(lock), *wanted]
        subprocess.run([str(python), "-m", "pip", *install], check=True, cwd=ROOT)
        done.touch()
    return python


def play(name: str) -> bool:
    """Run a client's tests; return whether all passed."""
    print(f"--- {name}", flush=True)
    python, tests = make_environment(name), CLIENTS[name][1]
    command = [str(python), "-m", "pytest", "--quiet", "-m", f"client(name={name!r})", *tests]
    return (
        subprocess.run(command, check=False, cwd=ROOT, env=os.environ | {"OMP_NUM_THREADS": "1"}).returncode
        == 0
    )


def main(names: list[str]) -> int:
    """Run the clients named, or all; print how each ended."""
    if unknown := [name for name in names if name not in CLIENTS]:
        print(f"client {unknown[0]!r}: must be one of {', '.join(CLIENTS)}", file=sys.stderr)
        return 2
    results = {}
    for name in names or CLIENTS:
        start = time.perf_counter()
        results[name] = play(name), time.perf_counter() - start
    print()
    for name, (is_fine, seconds) in results.items():
        print(f"{name:9} {'passed' if is_fine else 'FAILED'}  {seconds:4.0f} s")
    return 0 if all(is_fine for is_fine, _ in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
