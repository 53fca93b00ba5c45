"""What a network is shown: the observation, which answers are legal, and marks for what is hard to add up.

A network adds up its inputs, so that "enough goods" or "a three and two fives" is hard to learn from numbers;
a mark for every value of a small counter, every hand of dice and every number of goods that are lacking is easy.
While dice are placed there are marks for what the dice left can still do, and what rivals can.
Measured by how well the answers of `adaptive` are learned: see docs/experiments.md.
"""

from kingsburg_agents.network.features.layout import INPUT_SIZE
from kingsburg_agents.network.features.marks import inputs_of, write_inputs, write_marks

__all__ = ["INPUT_SIZE", "inputs_of", "write_inputs", "write_marks"]
