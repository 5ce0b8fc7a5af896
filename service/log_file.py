"""A log file that several processes write to, and that does not grow without end."""

import fcntl
import os
from contextlib import suppress
from io import TextIOWrapper
from logging import LogRecord
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import Final

BYTES: Final = 10_000_000
"""A log file longer than this is moved aside, over the one before it."""


class BoundedFile(WatchedFileHandler):
    """A handler that writes to a file, and moves it aside when it is too long.

    Every process may find it too long; one of them moves it, and the others follow. Only the owner
    of the file can read it.

    Raises:
        OSError: The file cannot be opened.
    """

    def __init__(self, path: Path, *, longest: int = BYTES) -> None:
        self._longest = longest
        super().__init__(path, encoding="utf-8")

    def _open(self) -> TextIOWrapper:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        descriptor = os.open(self.baseFilename, flags, 0o600)
        return TextIOWrapper(os.fdopen(descriptor, "ab"), encoding="utf-8")

    def emit(self, record: LogRecord) -> None:
        """Write a line. An error is reported on standard error, and the program goes on."""
        try:
            super().emit(record)
            if self.stream is not None and os.fstat(self.stream.fileno()).st_size > self._longest:
                self._move_aside(self.stream.fileno())
        except OSError:
            self.handleError(record)

    def _move_aside(self, descriptor: int) -> None:
        """Move the file, unless another process already has. The lock ends with the old stream."""
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        path = Path(self.baseFilename)
        with suppress(FileNotFoundError):  # it has just been moved
            if os.path.samestat(path.stat(), os.fstat(descriptor)):
                path.replace(path.with_suffix(".old.log"))
        self.reopenIfNeeded()
