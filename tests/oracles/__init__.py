"""Oracles: other people's programs that know a game, to compare with ours."""
