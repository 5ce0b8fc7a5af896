"""The programs, ports and configuration files of clusters for trials."""

import shutil
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from string import Template
from typing import Final

from tests.networks import LOOPBACK

PATH: Final = "/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin"
STARTING: Final = 120.0
"""Seconds for a start, and for a failover."""


class MissingPackageError(Exception):
    """A program that this machine lacks; the message names its package."""


def find(packages: Mapping[str, str]) -> dict[str, str]:
    """Where programs are; each is given with its package of Debian.

    Raises:
        MissingPackageError: one is not installed.
    """
    found = {}
    for program, package in packages.items():
        path = shutil.which(program, path=PATH)
        if path is None:
            name = Path(program).name
            raise MissingPackageError(f"no {name}; on Debian: apt-get install {package}")
        found[program] = path
    return found


def fill(template: Path, folder: Path, values: Mapping[str, object]) -> None:
    """Fill in a template; the result lies in the folder, under the same name."""
    text = Template(template.read_text(encoding="utf-8")).substitute(values)
    (folder / template.name).write_text(text, encoding="utf-8")


def free_ports(count: int) -> list[int]:
    """Free ports of this machine, each another one."""
    with ExitStack() as bound:
        sockets = [bound.enter_context(socket.create_server((LOOPBACK, 0))) for _ in range(count)]
        return [each.getsockname()[1] for each in sockets]


def await_cluster(reached: Callable[[], bool], folder: Path, seconds: float = STARTING) -> None:
    """Wait until a cluster has come to a state.

    Raises:
        TimeoutError: it takes too long; the message has the ends of the logs.
    """
    end = time.monotonic() + seconds
    while not reached():
        if time.monotonic() > end:
            ends = [f"{each}: {_last_line(each)}" for each in sorted(folder.rglob("*.log"))]
            raise TimeoutError("\n".join(("the cluster does not get on", *ends)))
        time.sleep(0.2)


def _last_line(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace").rstrip().rpartition("\n")[2]
