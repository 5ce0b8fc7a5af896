"""Players: their names, guests, phrases, the queue of those who wait, and erasure."""
