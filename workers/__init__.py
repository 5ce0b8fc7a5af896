"""Celery workers: bots' turns, the record of deals, and the sweep for lost work."""
