"""Whole evenings of tournaments, played to the end on real processes that are killed meanwhile."""
