"""The machine and the software versions of a measurement."""

import json
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path

from run.embedded import postgres, valkey

PACKAGES = ("granian", "gunicorn", "flask", "psycopg", "celery", "orjson", "eventsourcing")
PEER = Path(__file__).parent / "boardgame_io" / "package.json"


@cache
def _commit() -> str:
    """The commit as it was at first: the reports that a process writes change the checkout."""
    return _said("git", "describe", "--always", "--dirty") or "unknown"


def describe() -> Iterator[tuple[str, str]]:
    """Date, commit, machine, versions."""
    yield "date", datetime.now(UTC).isoformat(timespec="minutes")
    yield "commit", _commit()
    yield "machine", f"{_processor()}, {os.cpu_count()} cores, {_memory()} GB"
    yield "load average before", ", ".join(f"{load:.1f}" for load in os.getloadavg())
    release = platform.release().partition("-")[0]  # the rest names a build of the kernel
    yield "system", f"{platform.system()} {release}, {' '.join(platform.libc_ver())}"
    yield "Python", platform.python_version()
    yield "PostgreSQL", _said(str(postgres.program("postgres")), "--version").split()[-1]
    yield "Valkey", _said(str(valkey.program()), "--version").split("v=")[-1].split()[0]
    for package in PACKAGES:
        yield package, version(package)
    yield from json.loads(PEER.read_text())["dependencies"].items()
    yield "node", _said("node", "--version") if shutil.which("node") else "of the development lock"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(": ")[1] for line in lines if "model name" in line), "unknown")


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 10**9


def _said(*argv: str) -> str:
    return subprocess.run(argv, capture_output=True, text=True, check=False).stdout.strip()
