"""Tournaments: opened, joined, directed, and carried on by workers."""
