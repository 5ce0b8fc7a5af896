"""See that a port is free, before a program is started that listens there.

The processes of a `fairdeal serve` that was killed have its port for another second. The next one,
which a supervisor starts at once, waits for it.
"""

import errno
import socket
import time
from typing import Final

from run.processes import parent_watch

REMAINS_SECONDS: Final = parent_watch.GRACE_SECONDS + 2.0
"""How long a port in use is waited for."""
POLL_SECONDS: Final = 0.02


class PortError(OSError):
    """A port cannot be used."""


def see_that_it_is_free(host: str, port: int, variable: str) -> None:
    """Check that a port can be used; wait for processes that end.

    Args:
        host: the address.
        port: the port.
        variable: the setting by which another one is chosen.

    Raises:
        PortError: it cannot be used.
    """
    end = time.monotonic() + REMAINS_SECONDS
    while (fault := _fault(host, port)) is not None:
        if fault.errno != errno.EADDRINUSE or time.monotonic() > end:
            raise PortError(
                f"Port {port} of {host} cannot be used ({fault.strerror}): "
                f"choose another by {'--port or ' * (variable == 'FAIRDEAL_PORT')}{variable}."
            ) from fault
        time.sleep(POLL_SECONDS)


def _fault(host: str, port: int) -> OSError | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
    return None
