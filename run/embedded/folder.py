"""A lock on the data folder: it belongs to one `fairdeal serve` at a time.

There are two locks, which the kernel releases whatever happens to their holders. The supervisor
alone holds one; it and all its children hold the other. So "another Fairdeal runs" can be
distinguished from "remains of a killed one are still stopping", and the latter is waited for.
"""

import fcntl
import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from run.embedded.errors import EmbeddedError

SUPERVISOR = "serve.lock"
CHILDREN = "children.lock"
REMAINS_SECONDS = 10.0
POLL_SECONDS = 0.02


class FolderInUseError(EmbeddedError):
    """Another process uses the data folder."""


@contextmanager
def claimed(folder: Path) -> Generator[int]:
    """Lock the data folder; yields the open file that children have to inherit.

    Raises:
        FolderInUseError: another process holds it.
    """
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    ours = os.open(folder / SUPERVISOR, os.O_RDWR | os.O_CREAT, 0o600)
    children = os.open(folder / CHILDREN, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _locked(ours):
            holder = os.read(ours, 32).decode("ascii") or "?"
            raise FolderInUseError(
                f"Another Fairdeal (process {holder}) uses {folder}: stop it, choose another "
                "folder with FAIRDEAL_DATA, or set DATABASE_URL and BROKER_URL."
            )
        os.truncate(ours, 0)
        os.pwrite(ours, str(os.getpid()).encode("ascii"), 0)
        _await_remains(children, folder)
        yield children
    finally:
        os.close(children)
        os.close(ours)


def _await_remains(children: int, folder: Path) -> None:
    deadline = time.monotonic() + REMAINS_SECONDS
    while not _locked(children):
        if time.monotonic() > deadline:
            raise FolderInUseError(f"Processes of a killed Fairdeal on {folder} do not stop.")
        time.sleep(POLL_SECONDS)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
