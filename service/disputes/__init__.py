"""Disputes, rulings, and the evidence that they rest on."""
