"""Webhooks: events at an owner's tables, delivered to the owner's address.

They follow the Standard Webhooks specification 1.0.0 (standardwebhooks.com). `follower` turns the
log's feed into `notices`, `deliveries` stores them, and `dispatcher` sends them by `sending`.
"""
