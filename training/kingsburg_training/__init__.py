"""Learning to play: each script is one experiment, read from top to bottom."""
