"""How a deal is kept fair: the shuffle from committed seeds, hash trees, and framing of bytes."""
