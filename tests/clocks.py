"""The clock of a machine's processes, made wrong.

A library that is loaded before the one of C makes the time wrong, for these processes alone. The
monotonic clock stays right, as on a machine whose time is set. libfaketime 0.9.10 is no means for
it: `time.sleep` of Python fails with it.
"""

import struct
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).with_name("wrong_clock.c")
HOUR: Final = 3600


def build(folder: Path) -> Path:
    """Compile the library into a folder, and return its path."""
    library = folder / "wrong_clock.so"
    compiler = (sys.executable, "-m", "ziglang", "cc", "-shared", "-fPIC", "-O2", "-nostdlib")
    subprocess.run((*compiler, "-o", str(library), str(SOURCE)), check=True)
    return library


class Clock:
    """The clock of all processes of a machine.

    Args:
        library: as `build` has made it.
        file: says how far the clock is wrong.
    """

    def __init__(self, library: Path, file: Path) -> None:
        self._library = library
        self._file = file
        self.set(0)

    def set(self, ahead: int) -> None:
        """Have the clock be wrong by so many seconds."""
        self._file.touch()
        with self._file.open("r+b") as file:
            file.write(struct.pack("l", ahead))

    def environment(self) -> Mapping[str, str]:
        """The variables of the processes."""
        return {"LD_PRELOAD": str(self._library), "WRONG_CLOCK": str(self._file)}
