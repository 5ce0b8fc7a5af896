"""The connections of a process, below the web server: what the kernel keeps for slow clients.

Granian opens the socket that listens and closes connections itself, and has options for neither.
"""

import os
import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from stat import S_ISSOCK
from typing import Any, Final

UNSENT: Final = 131_072
"""Bytes that the kernel takes for a client beyond what is on its way; otherwise up to 4 MB."""
_AT_ONCE: Final = struct.pack("ii", 1, 0)
"""A closed connection does not wait for its client to take the rest."""
_FOLDER: Final = Path("/dev/fd")

Client = tuple[Any, ...]
"""The address and the port of a client."""


class Connections:
    """The open connections of this process, found by their clients."""

    def __init__(self) -> None:
        self._is_bounded = False
        self._files: dict[Client, int] = {}

    def bound(self) -> None:
        """Bound what the kernel takes for a client: connections inherit it from the listener."""
        if self._is_bounded:
            return
        self._is_bounded = True
        for _, each in _sockets(_files()):
            with suppress(OSError, AttributeError):  # not every system can do so
                if each.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)

    def cut(self, client: Client) -> None:
        """End the connection of a client that takes nothing, with what the kernel has for it."""
        if not self._cut(client):
            self._files = {}
            for file, each in _sockets(_files()):
                with suppress(OSError):
                    self._files[each.getpeername()[:2]] = file
            self._cut(client)

    def _cut(self, client: Client) -> bool:
        known = [self._files.pop(client)] if client in self._files else []
        for _, found in _sockets(known):
            with suppress(OSError):
                if found.getpeername()[:2] == client:
                    found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
                    found.shutdown(socket.SHUT_RDWR)
                    return True
        return False


def _files() -> Iterator[int]:
    """Every file that this process has open."""
    return (int(path.name) for path in _FOLDER.iterdir())


def _sockets(files: Iterable[int]) -> Iterator[tuple[int, socket.socket]]:
    """The sockets among some files."""
    for file in files:
        with suppress(OSError):  # closed in the meantime
            if S_ISSOCK(os.fstat(file).st_mode):
                with closing(socket.socket(fileno=os.dup(file))) as found:
                    yield file, found
