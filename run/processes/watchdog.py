"""A watchdog: a process whose loop stands still ends, and its supervisor starts it again."""

from typing import Final

from service.runtime import Runtime

SECONDS: Final = 300.0
"""Longer than any turn of a loop should take: the database and the network have their limits."""


def rearm(runtime: Runtime) -> None:
    """End this process after some minutes, unless this is called again before."""
    runtime.end_process_later(SECONDS)
