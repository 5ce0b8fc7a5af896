"""Measurements of this project beside its tests; README.md says how to run them."""
