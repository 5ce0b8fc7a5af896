"""Faults of the disk with the data: it is full, or it is slow. Both need the rights of root."""

import os
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import httpx
import psycopg

from lab.campaign.plan import Fault, Faults
from lab.campaign.processes import process
from run.embedded import postgres
from tests import plain
from tests.disks import fill
from tests.e2e.conftest import url
from tests.servers import NotHereError
from tests.serving import Serve, children_of, until

FULL_SECONDS: Final = 5.0
"""How long the disk stays full after the first refusal."""
REFUSED_WITHIN: Final = 30.0
"""Seconds after which a full disk must have led to a refusal."""
REFUSALS: Final = {503, 507}
TABLE: Final = {"game": "durak", "name": "full", "seats": [{"name": "Ann"}, {"bot": "easy"}]}

THROTTLE: Final = Path("/sys/fs/cgroup/blkio")
LIMIT: Final = "blkio.throttle.write_iops_device"
SLOW_SECONDS: Final = 8.0
"""How long the disk is slow."""
WRITES: Final = 5
"""How many writes a second a slow disk does."""


@dataclass(frozen=True)
class FullDisk:
    """A small disk with the data of a service, which is filled.

    Attributes:
        disk: the folder where it is mounted.
        serve: the service.
        key: its API key.
        wrong: gets what the service did wrong meanwhile.
    """

    disk: Path
    serve: Serve
    key: str
    wrong: list[str] = field(default_factory=list)

    def faults(self) -> Faults:
        """The disk is full for a while."""
        return {Fault("disk", "full"): self.stay_full}

    def stay_full(self) -> None:
        """Fill the disk, see that requests are refused, and free it."""
        rest = self.disk / "rest"
        refused, deadline = 0.0, time.monotonic() + REFUSED_WITHIN
        try:
            while not refused or time.monotonic() < refused + FULL_SECONDS:
                fill(self.disk, rest)
                self._use_up_segments()
                status = self._open_table()
                if status in REFUSALS:
                    refused = refused or time.monotonic()
                elif status != httpx.codes.CREATED:
                    self.wrong.append(f"with a full disk, a request got {status}")
                if not refused and time.monotonic() > deadline:
                    self.wrong.append("with a full disk, no request was refused")
                    return
                time.sleep(0.3)
        finally:
            rest.unlink()

    def _open_table(self) -> int:
        headers = {"Authorization": f"Bearer {self.key}"}
        try:
            answer = plain.post(
                f"{url(self.serve)}/v1/tables", json=TABLE, headers=headers, timeout=30
            )
        except httpx.HTTPError:
            return 0
        return answer.status_code

    def _use_up_segments(self) -> None:
        """Let the database need new room for its write-ahead log, which is its worst case."""
        with suppress(psycopg.Error):
            address = postgres.url(self.serve.folder / "data")
            with psycopg.connect(address, autocommit=True, connect_timeout=2) as connection:
                connection.execute("SELECT pg_switch_wal()")


@contextmanager
def slow_disk_faults(serve: Serve) -> Generator[Faults]:
    """The database's disk is slow for a while.

    The kernel delays the writes of its processes (cgroup v1, `blkio.throttle`).

    Raises:
        NotHereError: this machine cannot do that.
    """
    device = _device(serve.folder)
    group = THROTTLE / f"fairdeal-faults-{os.getpid()}"
    if not (THROTTLE / LIMIT).exists() or os.geteuid() != 0:
        raise NotHereError("no blkio.throttle of cgroup v1, or no rights to use it")
    group.mkdir()
    try:
        yield {Fault("disk", "slow"): partial(_stay_slow, serve, group, device)}
    finally:
        until(lambda: _is_removed(group))


def _is_removed(group: Path) -> bool:
    """Whether a group could be removed; processes that it has are moved away before."""
    for each in (group / "cgroup.procs").read_text().split():
        _move(int(each), THROTTLE)
    try:
        group.rmdir()
    except OSError:  # a process has begun another one meanwhile
        return False
    return True


def _stay_slow(serve: Serve, group: Path, device: str) -> None:
    main = process(serve, "postgres")
    for each in (main, *children_of(main)):
        _move(each, group)
    _limit(group, device, WRITES)
    time.sleep(SLOW_SECONDS)
    _limit(group, device, 0)


def _device(folder: Path) -> str:
    """The number of the whole disk that has a folder."""
    number = folder.stat().st_dev
    block = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}").resolve()
    if (block / "partition").exists():
        block = block.parent
    try:
        return (block / "dev").read_text().strip()
    except OSError as error:
        raise NotHereError(f"{folder} is on no disk") from error


def _limit(group: Path, device: str, writes: int) -> None:
    """Set the most writes a second; 0: any number."""
    (group / LIMIT).write_text(f"{device} {writes}")


def _move(number: int, group: Path) -> None:
    with suppress(ProcessLookupError):
        (group / "cgroup.procs").write_text(str(number))
