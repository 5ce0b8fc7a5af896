"""Draining: a web process that has to stop says so first, and ends what is open in good order.

The main process sends `SIGNAL` to the processes that answer. Their `/readyz` is 503 from then on.
They still answer, so that a load balancer can send new requests elsewhere in time. In the last
second their streams end, each at a moment of its own, and long polls are answered. Clients go on
elsewhere, from their positions.
"""

import signal
from typing import Final

SIGNAL: Final = signal.SIGUSR1
SPREAD_SECONDS: Final = 1.0
"""Streams end within this time, so that their clients do not all come back at once."""


def running_seconds(drain_seconds: int) -> int:
    """How long running requests may delay the stop of a process that was drained for some time."""
    return drain_seconds + 2


def stop_seconds(drain_seconds: int) -> int:
    """The longest that a stop takes, in seconds."""
    return drain_seconds + running_seconds(drain_seconds) + 3
