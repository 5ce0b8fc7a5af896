"""Event store: streams of typed, versioned, hash-chained events. It knows no game."""
