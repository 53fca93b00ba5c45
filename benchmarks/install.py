"""The environments of the peers: one for each library, in .venv-peers inside the clone."""

import hashlib
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-peers"
# What an installation depends on beside the requirements themselves; the second for our own package alone.
CONSTRAINTS, OWN_REQUIREMENTS = "requirements/torch.txt", "pyproject.toml"
MAX_REASON = 160


def python_of(environment: str) -> Path:
    """Say where the Python of an environment lies."""
    return HOME / environment / "bin" / "python"


def tidy(reason: str) -> str:
    """Shorten what a library said to what may stand in a table: no address, no path, one line."""
    line = reason.strip().splitlines()[-1] if reason.strip() else "no message"
    line = re.sub(r"\w+://\S+", "(address)", line)
    line = re.sub(r"(/[\w.+-]+){2,}/?", "(path)", line)
    return line.replace("|", "/")[:MAX_REASON]


def install(environment: str, requirements: tuple[str, ...], tell: Callable[[str], None]) -> str | None:
    """Install what is not installed yet; return why it cannot be, or None."""
    stamp = HOME / environment / ".installed"
    wanted = _fingerprint(requirements)
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return None
    tell(f"installing {requirements[-1]} into {HOME.name}/{environment}")
    pip = [str(python_of(environment)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for command in (
        [sys.executable, "-m", "venv", str(HOME / environment)],
        [*pip, "-c", CONSTRAINTS, *requirements],
    ):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if re.match("ERROR: .*[^:]$", line)]
            return f"does not install: {tidy(errors[0] if errors else done.stderr)}"
    stamp.write_text(wanted, encoding="utf-8")
    return None


def _fingerprint(requirements: tuple[str, ...]) -> str:
    digest = hashlib.sha256(" ".join((sys.version, *requirements)).encode())
    for source in (CONSTRAINTS, OWN_REQUIREMENTS) if "." in requirements else (CONSTRAINTS,):
        digest.update((ROOT / source).read_bytes())
    return digest.hexdigest()
