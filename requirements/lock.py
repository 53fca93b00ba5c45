"""Write the lock files: exact versions of every package that an installation for development brings.

    make locks

`lock-3.11.txt`, `lock-3.12.txt` and `lock-3.13.txt` are for working on the project with these Pythons;
`client-*.txt` are for the libraries that `make clients` plays with, each in an environment of its own.
Torch is locked for 3.11 alone; the locks of later Pythons leave out the extras that need it.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLIENT_EXTRAS = "test,train"
LOCKS = {
    "lock-3.11": ("3.11", "dev,train,notebooks,data,ray", ()),
    "lock-3.12": ("3.12", "dev", ()),
    "lock-3.13": ("3.13", "dev", ()),
    "client-rllib": ("3.11", CLIENT_EXTRAS, ("ray[rllib]>=2.50",)),
    "client-tianshou": ("3.11", CLIENT_EXTRAS, ("tianshou>=2.0",)),
    "client-torchrl": ("3.11", CLIENT_EXTRAS, ("torchrl>=0.14",)),
}
"""For every lock file: its Python, the extras of the project, and what else is installed beside them."""

HEAD = """\
# Written by `make locks`: what {wanted} brings on Python {version}.
# A constraints file: pip install -c requirements/{name}.txt ...
"""


def find_python(version: str) -> str | None:
    """Find an interpreter of a version: on the path, or among pyenv's."""
    named = shutil.which(f"python{version}")
    installed = sorted(Path("~/.pyenv/versions").expanduser().glob(f"{version}.*/bin/python3"))
    for found in [*([named] if named else []), *map(str, reversed(installed))]:
        asked = [found, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        run = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
        if run.stdout.strip() == version:
            return found
    return None


def resolve(python: str, wanted: list[str]) -> dict[str, str]:
    """Let pip work out which versions it would install; nothing is installed."""
    options = ["--dry-run", "--ignore-installed", "--quiet", "--disable-pip-version-check", "--report", "-"]
    command = [python, "-m", "pip", "install", *options, *wanted]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=HERE.parent)  # noqa: S603 - our own words
    found = (entry["metadata"] for entry in json.loads(run.stdout)["install"])
    # a local build is locked by its public version
    return {entry["name"].lower(): entry["version"].partition("+")[0] for entry in found}


def write_lock(name: str) -> None:
    """Write one lock file, if its Python is here."""
    version, extras, others = LOCKS[name]
    python = find_python(version)
    if python is None:
        print(f"no Python {version} here: {name}.txt stays as it is", file=sys.stderr)
        return
    wanted = [f".[{extras}]", *others]
    versions = resolve(python, [*wanted, *(["-r", "requirements/torch.txt"] if "train" in extras else [])])
    versions.pop("kingsburg-env")
    head = HEAD.format(wanted=" ".join(f"`{part}`" for part in wanted), version=version, name=name)
    lines = [f"{package}=={versions[package]}\n" for package in sorted(versions)]
    (HERE / f"{name}.txt").write_text(head + "".join(lines), encoding="utf-8")
    print(f"{name}.txt: {len(lines)} packages", flush=True)


if __name__ == "__main__":
    for lock in sys.argv[1:] or LOCKS:
        write_lock(lock)
