"""Running the real command, in this process or in one of its own."""

import logging
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from run.cli import main
from service.runtime import SYSTEM, Runtime
from tests.simulation.runtime import RUNTIME

VECTORS = Path(__file__).parents[1] / "vectors"


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def fairdeal(*words: str | Path, stdin: bytes = b"", **environment: str) -> Ran:
    """Run a command in this process, which saves the start of another."""
    return _run(RUNTIME, words, stdin, environment)


def fairdeal_now(*words: str | Path, stdin: bytes = b"", **environment: str) -> Ran:
    """The same with the time of the system, like the processes of the service."""
    return _run(SYSTEM, words, stdin, environment)


def _run(
    runtime: Runtime, words: Sequence[str | Path], stdin: bytes, environment: Mapping[str, str]
) -> Ran:
    out, err = BytesIO(), BytesIO()
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    with (
        patch.dict(os.environ, environment),
        patch.object(sys, "stdin", TextIOWrapper(BytesIO(stdin), "utf-8")),
        redirect_stdout(written := TextIOWrapper(out, "utf-8")),
        redirect_stderr(complained := TextIOWrapper(err, "utf-8")),
    ):
        try:
            code = main([*map(str, words)], runtime=runtime)
        except SystemExit as left:
            code = int(left.code or 0)
        finally:
            root.handlers, root.level = handlers, level
    written.flush()
    complained.flush()
    return Ran(code, out.getvalue().decode(), err.getvalue().decode())


def fairdeal_alone(*words: str | Path, **environment: str) -> Ran:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "run.cli", *map(str, words)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
