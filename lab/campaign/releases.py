"""An older release with its own environment, from the history of this repository."""

import subprocess
from pathlib import Path
from typing import Final

from tests.servers import NotHereError
from tests.serving import ROOT

FOLDER: Final = ROOT / ".cache" / "releases"


def release(version: str) -> Path:
    """The folder of a release; it is made at the first call.

    Raises:
        NotHereError: the history does not have it.
    """
    folder, done = FOLDER / version, FOLDER / version / ".done"
    if done.exists():
        return folder
    commit = _said("git", "log", "-1", "--format=%H", "--", f"docs/releases/{version}/openapi.yaml")
    if not commit:
        raise NotHereError(f"no release {version} in the history of this repository")
    folder.mkdir(parents=True, exist_ok=True)
    files = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, capture_output=True, check=True
    ).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=files, check=True)
    subprocess.run(["make", "--silent", "setup"], cwd=folder, check=True, stdout=subprocess.PIPE)
    done.touch()
    return folder


def _said(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()
