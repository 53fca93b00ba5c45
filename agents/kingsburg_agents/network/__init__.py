"""Trained networks: what they see, and how they play without torch."""
