"""A service that was started with `fairdeal serve --tls`, for other devices too."""

import re
import shutil
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.serving import ROOT, Serve, until

COMMAND: Final = (sys.executable, "-m", "run.cli", "serve", "--only", "web", "--tls")
OWN: Final = {"PYTHONPATH": str(ROOT), "DATABASE_URL": "", "BROKER_URL": ""}
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - other devices are let in
PLAY: Final = re.compile(r"browser: (https://\S+)/#(invite_[\w-]+)\n")


@contextmanager
def secure(**environment: str) -> Generator[Serve]:
    """The web alone, which has printed the invitation to its first table."""
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-tls-"))
    folder.chmod(0o755)
    one = Serve(folder, (*COMMAND, "--host", EVERYWHERE), **OWN, **environment)
    try:
        one.ready()
        until(lambda: PLAY.search(one.printed()))
        yield one
    finally:
        if one.process.poll() is None:
            one.stop()
        shutil.rmtree(folder)


def invited(serve: Serve) -> tuple[str, str]:
    """The address that the start has printed, and the token of the invitation."""
    found = PLAY.search(serve.printed())
    assert found is not None
    return found[1], found[2]
