"""Streams of typed, versioned, hash-chained records, in PostgreSQL or in memory. Knows no game."""
