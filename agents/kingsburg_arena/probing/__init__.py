"""Probe an agent: what it chooses, what it expects, what it would pay for, where it differs from another."""
