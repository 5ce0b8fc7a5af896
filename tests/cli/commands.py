"""Running the real command, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

VECTORS = Path(__file__).parents[1] / "vectors"


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def fairdeal(*words: str | Path, stdin: bytes = b"", **environment: str) -> Ran:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "service.cli", *map(str, words)],
        input=stdin,
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
