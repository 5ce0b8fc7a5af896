"""Deals without a store: transcripts, their replay, and simulations."""
