"""Agents by name: `adaptive`, `mcts:sims=400`, `planner:military`, `neural:path`, or a class of your own, `module:Class`."""

import difflib
import importlib
import inspect
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kingsburg_agents.protocol import Agent

Factory = Callable[..., Agent]
_FACTORIES: dict[str, str | Factory] = {
    "random": "kingsburg_agents.random:Random",
    "first": "kingsburg_agents.first:First",
    "greedy": "kingsburg_agents.greedy:Greedy",
    "planner": "kingsburg_agents.planner:Planner",
    "adaptive": "kingsburg_agents.adaptive:Adaptive",
    "neural": "kingsburg_agents.neural:Neural",
    "champion": "kingsburg_agents.champion:Champion",
    "rollout": "kingsburg_agents.rollout:Rollout",
    "mcts": "kingsburg_agents.mcts:Mcts",
}
"""What makes each agent; those of this package by their place, so that nothing is imported before it is asked for."""


def names() -> list[str]:
    """List the names of all agents."""
    return sorted(_FACTORIES)


def register(name: str, factory: Factory | str) -> None:
    """Register an agent under a name.

    Args:
        name: one word.
        factory: what makes the agent, or its place, `package.module:attribute`; it is called with what follows the name's colon.
    """
    if not isinstance(name, str) or not name.isidentifier():
        raise ValueError(f"name={name!r}: must be one word of letters, digits and underscores")
    _FACTORIES[name] = factory


def make(name: str) -> Agent:
    """Make an agent by its name.

    Args:
        name: `word`, `word:value`, `word:key=value,key=value` or `package.module:Class`; a value may be the path of a file.

    Returns:
        The agent, which knows its name.
    """
    if not isinstance(name, str):
        raise TypeError(f"agent {name!r}: must be a name, such as 'greedy' or 'mcts:sims=400'")
    word, _, rest = name.partition(":")
    if word in _FACTORIES:
        agent = _call(name, _FACTORIES[word], rest)
    elif "." in word and rest.isidentifier():
        agent = _call(name, name, "")
    else:
        known = ", ".join(names())
        hint = did_you_mean(word, names())
        raise ValueError(f"agent {name!r}: must be one of {known}, or package.module:Class of your own{hint}")
    if not isinstance(agent, Agent):
        raise ValueError(f"agent {name!r}: must make an Agent, not a {type(agent).__name__}")  # noqa: TRY004 - the name is wrong
    agent.name = name
    return agent


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Write a question about the known word most like this one, or nothing if none is."""
    close = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def parameters_of(name: str) -> tuple[list[Any], dict[str, Any]]:
    """Read what follows an agent's name: values, and values with a key.

    Parameters end at commas, but the path of a file that exists may hold any character: the longest one counts.
    """
    values: list[Any] = []
    keywords: dict[str, Any] = {}
    parts = name.partition(":")[2].split(",")
    while parts:
        key, value, used = _first_parameter(parts)
        parts = parts[used:]
        if key:
            keywords[key] = _number(value)
        elif value:
            values.append(_number(value))
    return values, keywords


def _first_parameter(parts: list[str]) -> tuple[str, str, int]:
    """Read the first parameter: its key or nothing, its value, and of how many parts it is made."""
    for used in range(len(parts), 0, -1):
        text = ",".join(parts[:used])
        key, value = _split(text)
        if _is_file(text):
            return "", text, used
        if key and _is_file(value):
            return key, value, used
    return *_split(parts[0]), 1


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except OSError:
        # no file has such a name
        return False


def _split(text: str) -> tuple[str, str]:
    """Part `key=value`; without a key, all is the value."""
    key, _, value = text.partition("=")
    return (key, value) if "=" in text and key.isidentifier() else ("", text)


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _call(name: str, factory: Factory | str, rest: str) -> Agent:
    """Call a factory with the parameters of a name."""
    function = _find(name, factory) if isinstance(factory, str) else factory
    values, keywords = parameters_of(f":{rest}")
    try:
        inspect.signature(function).bind(*values, **keywords)
    except TypeError as error:
        known = list(inspect.signature(function).parameters)
        hints = [did_you_mean(key, known) for key in keywords if key not in known]
        allowed = ", ".join(known) or "none"
        raise ValueError(f"agent {name!r}: {error}; parameters are: {allowed}{''.join(hints[:1])}") from None
    return function(*values, **keywords)


def _find(name: str, place: str) -> Factory:
    """Import what `module:attribute` names."""
    path, _, attribute = place.partition(":")
    try:
        module = importlib.import_module(path)
    except ModuleNotFoundError as error:
        raise ValueError(f"agent {name!r}: cannot import {path}: {_missing(error, path)}") from None
    except ImportError as error:
        raise ValueError(f"agent {name!r}: cannot import {path}: {error}") from error
    if not hasattr(module, attribute):
        hint = did_you_mean(attribute, vars(module))
        raise ValueError(f"agent {name!r}: {path} has no {attribute!r}{hint}")
    found: Factory = getattr(module, attribute)
    return found


def _missing(error: ModuleNotFoundError, path: str) -> str:
    """Return which module is missing: the one named, or one that it needs."""
    if f"{path}.".startswith(f"{error.name}."):
        return f"no {error.name!r} in the current folder; start the command where it lies"
    return str(error)
