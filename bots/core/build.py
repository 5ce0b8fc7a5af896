"""Build the core: `python -m bots.core.build`, called by `make core`; it needs `ziglang`.

The same sources give the same bytes on every machine. The digest is kept beside the module.
"""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

from bots.core import MODULE

FOLDER: Final = MODULE.parent
DIGEST: Final = MODULE.with_suffix(".sha256")
MEMORY: Final = 1 << 22
"""The bytes that the module has, from the beginning and at most."""
STACK: Final = 1 << 17
OPTIONS: Final = (
    *("--target=wasm32-freestanding", "-O2", "-std=c11", "-Wall", "-Wextra", "-Werror"),
    *("-nostdlib", "-g0", "-s", "-Wl,--no-entry", f"-Wl,-z,stack-size={STACK}"),
    *(f"-Wl,--initial-memory={MEMORY}", f"-Wl,--max-memory={MEMORY}"),
)


def build(module: Path) -> None:
    """Write the module."""
    names = sorted(path.name for path in FOLDER.glob("*.c"))
    command = (sys.executable, "-m", "ziglang", "cc", *OPTIONS, "-o", str(module), *names)
    subprocess.run(command, cwd=FOLDER, check=True)


if __name__ == "__main__":
    build(MODULE)
    DIGEST.write_text(f"{sha256(MODULE.read_bytes()).hexdigest()}  {MODULE.name}\n", "utf-8")
