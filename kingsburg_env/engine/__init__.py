"""The game itself: rules, tables, luck. Begin with `year.py`."""
