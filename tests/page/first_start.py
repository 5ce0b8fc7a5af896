"""A service that was started as `make run` does, and what it has printed for a person."""

import re
import shutil
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.serving import ROOT, Serve, until

PLAIN: Final = (sys.executable, "-m", "run.cli", "serve")
ADDRESS: Final = re.compile(r"http://\S+/#invite_[\w-]+")


@contextmanager
def new_folder() -> Generator[Path]:
    """A folder for the data of a service, deleted at the end."""
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-first-table-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def start(folder: Path) -> tuple[Serve, str]:
    """The service, and the address that it has printed: with an invitation to its first table."""
    own = {"PYTHONPATH": str(ROOT), "DATABASE_URL": "", "BROKER_URL": ""}
    (folder / "output").unlink(missing_ok=True)
    serve = Serve(folder, PLAIN, **own).ready()
    until(lambda: ADDRESS.search(serve.printed()))
    found = ADDRESS.search(serve.printed())
    assert found is not None
    return serve, found[0]
