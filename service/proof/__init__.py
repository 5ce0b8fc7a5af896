"""Proofs: evidence to take home, archives, and the transparency log."""
