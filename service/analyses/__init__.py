"""Analyses of deals that are over."""
