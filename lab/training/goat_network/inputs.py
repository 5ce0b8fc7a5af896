"""The numbers of inputs, in the order of the parts."""

CARDS = 36
INPUTS = 36 + 144 + 36 + 36 + 36 + 9 + 4 + 4 + 9 + 3 + 6 + 4 + 122 + 54 + 2 + 2
"""The inputs that all moves of a seat share."""
MOVE = 2 * CARDS
"""The cards that a move lays face up, and those face down."""
