"""The rules, one file per phase, step or decision of the rulebook. They do not import each other."""
