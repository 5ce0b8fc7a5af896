"""Other people's programs that know a game, asked whether ours plays the same."""
