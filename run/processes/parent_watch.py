"""End this process with its supervisor.

The supervisor holds one end of a pipe, and its children the other. When it dies, even by SIGKILL,
the kernel closes its end; the children read the end of the file and stop.
"""

import os
import signal
import threading
import time

VARIABLE = "FAIRDEAL_LIFELINE"
"""The environment variable with the number of the open file to read from."""

SUPERVISOR = "FAIRDEAL_SUPERVISOR"
"""The environment variable with the name of the supervisor, which no other one has."""

GRACE_SECONDS = 1.0
"""The next `fairdeal serve` waits for these processes: they hold the lock of the data."""


def hold() -> None:
    """Stop this process, and finally its group, when the supervisor is gone.

    Call it again after a fork, because threads do not survive one. Without a supervisor it does
    nothing.
    """
    if VARIABLE in os.environ:
        descriptor = int(os.environ[VARIABLE])
        threading.Thread(
            target=_await_end, args=(descriptor,), name="parent-watch", daemon=True
        ).start()


def _await_end(descriptor: int) -> None:
    os.read(descriptor, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os.killpg(0, signal.SIGKILL)
