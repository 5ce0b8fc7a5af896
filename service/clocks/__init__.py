"""Clocks: deadlines of turns, the time of a table, and idle tables."""
