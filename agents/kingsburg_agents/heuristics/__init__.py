"""One compiled workspace for all heuristics: what makes a greedy player, a planner or an adaptive one is a table of weights."""
