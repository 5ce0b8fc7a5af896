"""A log file that several processes write to, and that does not grow without end."""

import fcntl
import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Final

BYTES: Final = 10_000_000
"""A log file longer than this is moved aside, over the one before it."""


class BoundedFile:
    """A file of lines, which is moved aside when it is too long. Threads may share it.

    Every process may find it too long; one of them moves it, and the others follow. Only the owner
    of the file can read it.

    Raises:
        OSError: The file cannot be opened.
    """

    def __init__(self, path: Path, *, longest: int = BYTES) -> None:
        self._path = path
        self._longest = longest
        self._lock = RLock()  # a signal's handler may log, too
        self._descriptor = self._opened()

    def write(self, line: bytes) -> None:
        """Write a line. An error is reported on standard error, and the program goes on."""
        with self._lock:
            try:
                self._follow()
                os.write(self._descriptor, line)
                if os.fstat(self._descriptor).st_size > self._longest:
                    self._move_aside()
            except OSError as error:
                with suppress(OSError):  # it may lead to the same full disk
                    sys.stderr.write(f"{self._path}: {error}\n")

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)

    def _opened(self) -> int:
        return os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def _is_current(self) -> bool:
        """Whether the path still leads to the open file."""
        try:
            return os.path.samestat(self._path.stat(), os.fstat(self._descriptor))
        except FileNotFoundError:
            return False

    def _follow(self) -> None:
        """Open the file again, if another process has moved it."""
        if not self._is_current():
            former, self._descriptor = self._descriptor, self._opened()
            os.close(former)

    def _move_aside(self) -> None:
        """Move the file, unless another process already has. The lock ends with the descriptor."""
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        if self._is_current():
            self._path.replace(self._path.with_suffix(".old.log"))
        self._follow()
