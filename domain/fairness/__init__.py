"""Fairness of a deal: the shuffle from committed seeds, hash trees, and framing of bytes."""
