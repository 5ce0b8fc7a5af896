"""Ladders: how strong the bots are, against players of our own that do not change."""
