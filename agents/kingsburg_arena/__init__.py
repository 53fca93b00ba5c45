"""Compare agents: tournaments, ratings, reports, and the probing of one agent's decisions."""
