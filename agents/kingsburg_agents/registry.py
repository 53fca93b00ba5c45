"""Agents by name: `adaptive`, `mcts:sims=400`, `planner:military`, `neural:path`, or a class of your own, `module:Class`."""

import importlib
import inspect
from collections.abc import Callable
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
    """Give an agent a name; the factory is called with what follows the name's colon."""
    if not name.isidentifier():
        raise ValueError(f"name={name!r}: must be one word of letters, digits and underscores")
    _FACTORIES[name] = factory


def make(name: str) -> Agent:
    """Make an agent by its name, `word`, `word:value`, `word:key=value,key=value` or `module:Class`."""
    word, _, rest = name.partition(":")
    if word in _FACTORIES:
        agent = _call(name, _FACTORIES[word], rest)
    elif "." in word and rest.isidentifier():
        agent = _call(name, name, "")
    else:
        known = ", ".join(names())
        raise ValueError(f"agent {name!r}: must be one of {known}, or package.module:Class of your own")
    agent.name = name
    return agent


def _call(name: str, factory: Factory | str, rest: str) -> Agent:
    """Call a factory with the parameters of a name."""
    function = _find(name, factory) if isinstance(factory, str) else factory
    values, keywords = _parameters(rest)
    try:
        inspect.signature(function).bind(*values, **keywords)
    except TypeError as error:
        allowed = ", ".join(inspect.signature(function).parameters) or "none"
        raise ValueError(f"agent {name!r}: {error}; parameters are: {allowed}") from None
    return function(*values, **keywords)


def _find(name: str, place: str) -> Factory:
    """Import what `module:attribute` names."""
    module, _, attribute = place.partition(":")
    try:
        found: Factory = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"agent {name!r}: {error}") from error
    return found


def _parameters(rest: str) -> tuple[list[Any], dict[str, Any]]:
    """Read `value` or `key=value,key=value`; numbers become numbers."""
    values: list[Any] = []
    keywords: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if equals:
            keywords[key] = _number(value)
        else:
            values.append(_number(part))
    return values, keywords


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
