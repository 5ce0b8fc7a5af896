"""A small disk, which a test can fill. It needs the rights of root."""

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from tests.servers import NotHereError

MEGABYTES: Final = 600
"""The size of the small disk."""


@contextmanager
def small_disk() -> Generator[Path]:
    """A folder on a small file system of its own, in memory.

    Raises:
        NotHereError: it cannot be mounted.
    """
    folder = Path(mkdtemp(prefix="fairdeal-disk-"))
    options = f"size={MEGABYTES}m,mode=755"
    mount = ("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder))
    try:
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            raise NotHereError("no rights to mount a small file system")
        try:
            yield folder
        finally:
            subprocess.run(("umount", str(folder)), check=True)
    finally:
        folder.rmdir()


def fill(disk: Path, rest: Path) -> None:
    """Use all space that is free."""
    with rest.open("ab") as file, suppress(OSError):
        state = os.statvfs(disk)
        if free := state.f_bavail * state.f_frsize:
            os.posix_fallocate(file.fileno(), rest.stat().st_size, free)
