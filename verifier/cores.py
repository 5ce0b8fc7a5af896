"""The processor cores that this process may use."""

import os


def cores() -> int:
    """Their number; 1 where it is not known."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
