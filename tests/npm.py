"""Packages of npm, installed from a lock once and again when the lock has changed."""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.missing import MissingError

NO_NETWORK: Final = re.compile(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH")
OLDEST_NODE: Final = 20
FILES: Final = ("package.json", "package-lock.json")
SECONDS: Final = 240


def installed(source: Path, cache: Path, *, environment: Mapping[str, str] = os.environ) -> Path:
    """Install the packages of a folder's lock, and return the folder `node_modules`.

    Nothing that is installed runs a script of its own.

    Args:
        source: The folder with package.json and its lock.
        cache: The folder to install into; each lock has a folder there.
        environment: Of node and npm, which are found on its PATH.

    Raises:
        MissingError: node, npm or the network is missing; the message says which.
    """
    _need_node(environment)
    lock = (source / FILES[1]).read_bytes()
    folder = cache / hashlib.sha256(lock).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not (folder / "whole").exists():
            for name in FILES:
                shutil.copy(source / name, folder)
            _install(folder, environment)
            (folder / "whole").touch()
    return folder / "node_modules"


def _need_node(environment: Mapping[str, str]) -> None:
    path = environment["PATH"]
    if absent := [name for name in ("node", "npm") if shutil.which(name, path=path) is None]:
        raise MissingError(" and ".join(absent))
    said = subprocess.run(
        ("node", "--version"), capture_output=True, text=True, check=True, env=environment
    ).stdout
    if int(said.strip().strip("v").partition(".")[0]) < OLDEST_NODE:
        raise MissingError(f"Node {OLDEST_NODE} (this is {said.strip()})")


def _install(folder: Path, environment: Mapping[str, str]) -> None:
    done = subprocess.run(
        ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"),
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    if done.returncode != 0 and NO_NETWORK.search(done.stderr):
        raise MissingError("packages of npm, which cannot be fetched")
    assert done.returncode == 0, done.stdout + done.stderr
