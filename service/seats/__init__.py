"""Seats: taken, given back, and their tokens."""
