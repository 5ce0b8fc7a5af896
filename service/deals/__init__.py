"""Deals: their streams, moves, seeds and hints, and what each viewer may see."""
