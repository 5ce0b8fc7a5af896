"""Parts that all games share: events, cards, the `Game` record, and the fold of a deal."""
