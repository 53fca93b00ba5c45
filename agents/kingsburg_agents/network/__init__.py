"""Trained networks: what they see, and how they answer without torch."""
