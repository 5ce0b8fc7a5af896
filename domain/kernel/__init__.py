"""What all games share: events, cards, the game as a value, the fold of a deal, and its judge."""
