"""Archiving: the evidence of deals goes into files, and then their events leave the database.

Each deal has a file of its own: its bundle with all cards, compressed. The name of a file is a
keyed digest, so a reader who knows one address can guess no other. Events are removed only after
the file is on the disk, was read back and verified, and is listed in `SUMS`. So a run that was
killed can be repeated.
"""

import gzip
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final
from uuid import UUID

from domain.kernel.event import FULL
from events.archives import Archived
from service import ids
from service.offline.archives import Checked, Reader, verify_archives
from service.offline.evidence import Evidence
from service.problems import Problem
from service.proof.bundles import bundle
from service.proof.translog import TransparencyLog
from service.repository import StreamRepository
from verifier.bundle import DEAL, write
from verifier.verdicts import HAND, HOLDS

SUMS: Final = "SHA256SUMS"
"""The list of digests in a month's folder, as `sha256sum --check` reads it."""
GOOD: Final = (HOLDS, HAND)
"""The results with which a deal can be archived: branches and tests are laid by hand."""
_NAME: Final = "fairdeal/1/archive"
_NAME_BYTES: Final = 16
_DIGITS: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """The archive of a month.

    Attributes:
        root: The folder of all months.
        month: The month, such as ``2026-10``, which is the name of its folder.
        streams: The streams.
        translog: The log.
        secret: From which the names of files follow.
    """

    root: Path
    month: str
    streams: StreamRepository
    translog: TransparencyLog
    secret: bytes

    @property
    def folder(self) -> Path:
        """The folder of the month."""
        return self.root / self.month

    def write(self, deals: Iterable[UUID]) -> Iterator[Archived | UUID]:
        """Write the evidence of deals; of one whose record is damaged, only its id is returned.

        A file is replaced as a whole.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        for deal in deals:
            try:
                read = self.streams.deal(deal, viewer=FULL)
                assert read is not None, "it is in the store"
                content = write(bundle(self.translog, read, kind=DEAL))
            except Problem:
                yield deal
                continue
            name = ids.digest(self.secret, _NAME, deal.bytes)[:_NAME_BYTES].hex() + ".json.gz"
            packed = gzip.compress(content, mtime=0)
            _replace(self.folder / name, packed)
            digest = sha256(packed).hexdigest()
            yield Archived(deal, read.version, read.head, f"{self.month}/{name}", digest)

    def verified(
        self, written: Iterable[Archived], *, jobs: int
    ) -> Iterator[tuple[Archived, Checked]]:
        """Verify the files as `fairdeal verify` does.

        Args:
            written: The deals.
            jobs: The number of processes.
        """
        every = [*written]
        reader = Reader([str(self.root / each.file) for each in every])
        evidence = Evidence(key=self.translog.verifier)
        batches = verify_archives(reader, evidence, jobs=jobs)
        results = (checked for batch in batches for checked in batch.results)
        yield from zip(every, results, strict=True)

    def add_sums(self, archived: Iterable[Archived]) -> None:
        """Add digests to the list of the month, and see that all of its files are on the disk."""
        new = {each.file.partition("/")[2]: each.sha256 for each in archived}
        listed = sorted({**self.sums(), **new}.items())
        _sync(self.folder)
        text = "".join(f"{digest}  {name}\n" for name, digest in listed)
        _replace(self.folder / SUMS, text.encode())
        _sync(self.folder)
        _sync(self.root)

    def sums(self) -> Mapping[str, str]:
        """The digests of the month's files, by their names."""
        path = self.folder / SUMS
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        return {line[_DIGITS + 2 :]: line[:_DIGITS] for line in lines}


def _replace(path: Path, content: bytes) -> None:
    """Write a file: at any moment there is the old one or the whole new one."""
    fresh = path.with_name(f"{path.name}.part")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _sync(folder: Path) -> None:
    """See that the names in a folder are on the disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
