"""Ratings of an owner's people and of bots, derived from the log (docs/tournaments.md)."""
