"""The training of bots."""
