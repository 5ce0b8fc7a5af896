"""Proofs and disputes: evidence, the transparency log, rulings, and branches of deals."""
