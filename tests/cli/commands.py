"""Running the real command, in this process or in one of its own."""

import logging
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from service.cli import main

VECTORS = Path(__file__).parents[1] / "vectors"


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def fairdeal(*words: str | Path, stdin: bytes = b"", **environment: str) -> Ran:
    """Run a command in this process, which saves the start of another."""
    out, err = (TextIOWrapper(BytesIO(), "utf-8", newline="\n") for _ in range(2))
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    with (
        patch.dict(os.environ, environment),
        patch.object(sys, "stdin", TextIOWrapper(BytesIO(stdin), "utf-8")),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            code = main([*map(str, words)])
        except SystemExit as left:
            code = int(left.code or 0)
        finally:
            root.handlers, root.level = handlers, level
    return Ran(code, _text(out), _text(err))


def fairdeal_alone(*words: str | Path, **environment: str) -> Ran:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "service.cli", *map(str, words)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def _text(stream: TextIOWrapper) -> str:
    stream.flush()
    raw: BytesIO = stream.detach()
    return raw.getvalue().decode()
