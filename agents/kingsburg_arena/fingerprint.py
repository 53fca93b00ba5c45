"""A fingerprint of the code that plays: games of different rules or agents must not end up in one tournament."""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

import kingsburg_agents
import kingsburg_env
from kingsburg_agents.protocol import Agent
from kingsburg_agents.registry import parameters_of
from kingsburg_arena.schedule import agent_name

ENV = Path(kingsburg_env.__file__).resolve().parent
AGENTS = Path(kingsburg_agents.__file__).resolve().parent
ARENA = Path(__file__).resolve().parent
# Of the arena only what decides how games go and what is kept of them.
PLAYING = ("game_statistics.py", "play.py", "schedule.py", "seating.py")
# What shows games or offers them to other libraries decides nothing; what is new counts until it stands here.
SHOWING = {
    ENV: ("bench.py", "envs", "kingsburg_v0.py", "reckoning.py", "render", "threads.py",
          "view.py", "writing.py"),
    AGENTS: ("opponent.py",),
}  # fmt: skip
SUFFIXES = (".py", ".npz")


def code_fingerprint(names: tuple[str, ...], agents: list[Agent]) -> str:
    """Hash the rules, the agents and the files that their names mention: what plays, and what is kept of games."""
    digest = hashlib.sha256()
    for path in sorted({*_own_files(), *_files_of(names, agents)}):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _own_files() -> Iterator[Path]:
    """List the files of rules, agents and play."""
    yield from (ARENA / name for name in PLAYING)
    for package, showing in SHOWING.items():
        for path in package.rglob("*"):
            if path.suffix in SUFFIXES and path.relative_to(package).parts[0] not in showing:
                yield path


def _files_of(names: tuple[str, ...], agents: list[Agent]) -> Iterator[Path]:
    """List the modules of the users' own agents, and the weights that names point to."""
    for player, agent in zip(names, agents, strict=True):
        name = agent_name(player)
        values, keywords = parameters_of(name)
        paths = [Path(str(value)) for value in (*values, *keywords.values())]
        yield from (path.resolve() for path in paths if path.is_file())
        for module in {type(agent).__module__, name.partition(":")[0]} & sys.modules.keys():
            # what was typed into a notebook has no file
            if (path := getattr(sys.modules[module], "__file__", None)) is not None:
                yield Path(path).resolve()
