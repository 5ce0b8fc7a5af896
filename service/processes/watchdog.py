"""A watchdog: a process whose loop stands still ends, and its supervisor starts it again."""

import faulthandler
from typing import Final

SECONDS: Final = 300.0
"""Longer than any turn of a loop should take: the database and the network have their limits."""


def rearm(seconds: float = SECONDS) -> None:
    """End this process after some seconds, unless this is called again before.

    The stacks of all threads are printed to standard error: functions and lines, no values.
    """
    faulthandler.dump_traceback_later(seconds, exit=True)
