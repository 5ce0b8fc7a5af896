"""Webhooks: what happened at an integrator's tables, told to an address of his.

By the Standard Webhooks specification 1.0.0 (standardwebhooks.com). `notices` says what is told,
`reader` notes it from the feed of the log, `deliveries` keeps it, `dispatcher` brings it by `sending`.
"""
