"""Archiving: the evidence of deals goes into files, and then their events leave the database.

Each deal has a file of its own: its bundle with all cards, compressed. The names of files are keyed
digests, so a reader who knows one address can guess no other. A file gets its name only after it
was written to the disk, read back and verified. Events are removed only after that, and after the
file is in the list of digests. So a run that was killed can be repeated.
"""

import gzip
import os
import secrets
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

from domain.kernel.event import FULL
from events.archives import Archived
from service import ids
from service.problems import Problem
from service.proof.bundles import bundle
from service.proof.translog import TransparencyLog
from service.repository import StreamRepository
from verifier.archives import CheckedItem, Reader, Record, verify_archives
from verifier.bundle import DEAL, Bundle, Unreadable, read, write
from verifier.evidence import Evidence
from verifier.form import Malformed
from verifier.verdicts import HAND, OPEN

OLD_BOTS: Final = ("bots", "hints")
"""The checks that stay open for deals of older releases, wherever their evidence is."""
FOLDER_MODE: Final = 0o750
FILE_MODE: Final = 0o640
LIST_MODE: Final = 0o600
"""The list names all files, so a file server cannot read it."""
_NAME: Final = "fairdeal/1/archive"
_LIST: Final = "fairdeal/1/archive-list"
_NAME_BYTES: Final = 16
_DIGITS: Final = 64
_PART: Final = ".part"


class Written(NamedTuple):
    """A deal whose evidence was written.

    Attributes:
        archived: The deal, and the file that is to have its evidence.
        part: The file that has it now.
    """

    archived: Archived
    part: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """The archive of a month. Only one process at a time may write to it.

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

    @property
    def sums(self) -> Path:
        """The list of digests, as `sha256sum --check` reads it."""
        return self.folder / (self._named(_LIST, self.month.encode()) + ".sha256")

    def write(self, deals: Iterable[UUID]) -> Iterator[Written | UUID]:
        """Write the evidence of deals; of one whose record is damaged, only its id is returned.

        The files do not have their names yet.
        """
        _make(self.folder)
        for left in self.folder.glob(f"*{_PART}"):  # of a run that was killed
            left.unlink()
        for deal in deals:
            try:
                seen = self.streams.deal(deal, viewer=FULL)
                assert seen is not None, "it is in the store"
                content = write(bundle(self.translog, seen, kind=DEAL))
            except Problem:
                yield deal
                continue
            packed = gzip.compress(content, mtime=0)
            part = _create(self.folder, packed, FILE_MODE)
            file = f"{self.month}/{self._named(_NAME, deal.bytes)}.json.gz"
            digest = sha256(packed).hexdigest()
            yield Written(Archived(deal, seen.version, seen.head, file, digest), part)

    def verified(
        self, written: Iterable[Written], *, jobs: int
    ) -> Iterator[tuple[Written, CheckedItem]]:
        """Verify the files as `fairdeal verify` does.

        Args:
            written: The deals.
            jobs: The number of processes.
        """
        every = [*written]
        reader = Reader([str(each.part) for each in every])
        evidence = Evidence(key=self.translog.verifier)
        batches = verify_archives(reader, evidence, jobs=jobs)
        results = (checked for batch in batches for checked in batch.results)
        yield from zip(every, results, strict=True)

    def keep(self, written: Written) -> bool:
        """Give a verified file its name, unless a file of another record has it; return whether.

        A file may be there from a run that was killed, or from before a backup was restored.
        """
        path = self.root / written.archived.file
        if os.path.lexists(path) and not _extends(written.part, path):
            written.part.unlink()
            return False
        written.part.replace(path)
        return True

    def is_kept(self, archived: Archived) -> bool:
        """Whether the file of a deal is on the disk as it was verified."""
        try:
            return sha256(_read(self.root / archived.file)).hexdigest() == archived.sha256
        except OSError:
            return False

    def add_digests(self, archived: Iterable[Archived]) -> None:
        """Add digests to the list of the month, and see that all of its files are on the disk."""
        new = {each.file.partition("/")[2]: each.sha256 for each in archived}
        listed = sorted({**self.digests(), **new}.items())
        _sync(self.folder)
        text = "".join(f"{digest}  {name}\n" for name, digest in listed)
        _create(self.folder, text.encode(), LIST_MODE).replace(self.sums)
        _sync(self.folder)
        _sync(self.root)

    def digests(self) -> Mapping[str, str]:
        """The digests of the month's files, by their names."""
        lines = _read(self.sums).decode().splitlines() if self.sums.exists() else []
        return {line[_DIGITS + 2 :]: line[:_DIGITS] for line in lines}

    def _named(self, label: str, named: bytes) -> str:
        return ids.digest(self.secret, label, named)[:_NAME_BYTES].hex()


def is_sound(archived: Archived, checked: CheckedItem) -> bool:
    """Whether the result for a file lets its deal be removed: it is of this record, and it holds.

    Branches and tests are laid by hand. Moves of bots of older releases cannot be recomputed, from
    the database as little as from the file.
    """
    record = Record(archived.deal.bytes, archived.head, archived.version)
    return checked.record == record and all(
        each.status == HAND or (each.status == OPEN and each.check in OLD_BOTS)
        for each in checked.verdicts
    )


def _extends(new: Path, old: Path) -> bool:
    """Whether a file has the record that is in another file, or one that goes on from it."""
    try:
        kept, fresh = _bundle(old), _bundle(new)
    except (OSError, EOFError, zlib.error, Unreadable, Malformed):
        return False
    heads = _heads(kept)
    return kept.stream == fresh.stream and heads == _heads(fresh)[: len(heads)] and bool(heads)


def _heads(kept: Bundle) -> list[bytes]:
    return [each.hash for each in kept.events]


def _bundle(path: Path) -> Bundle:
    return read(gzip.decompress(_read(path)))


def _read(path: Path) -> bytes:
    """The content of a file; a link is not followed."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
        return file.read()


def _create(folder: Path, content: bytes, mode: int) -> Path:
    """Write a new file, to the disk, under a name that nobody can guess."""
    path = folder / (secrets.token_hex(_NAME_BYTES) + _PART)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    with os.fdopen(os.open(path, flags, mode), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return path


def _make(folder: Path) -> None:
    """Make a folder and its parents, for a user and a group, and see that they are on the disk."""
    missing = [*takewhile(lambda path: not path.exists(), (folder, *folder.parents))]
    for path in reversed(missing):
        path.mkdir(FOLDER_MODE, exist_ok=True)
        _sync(path.parent)


def _sync(folder: Path) -> None:
    """See that the names in a folder are on the disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
