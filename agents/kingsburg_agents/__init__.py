"""Players of Kingsburg from trivial to strong, behind one small protocol, and an arena that says who is better."""

from kingsburg_agents.opponent import Opponent
from kingsburg_agents.protocol import Agent, EngineAgent, choose
from kingsburg_agents.registry import make, names, register

__all__ = ["Agent", "EngineAgent", "Opponent", "choose", "make", "names", "register"]
