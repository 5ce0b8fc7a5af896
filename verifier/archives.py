"""Verify archives on all cores: folders of bundles, and files with one record a line.

However large an archive is, only a few batches of it are in memory. Results come in the order of
the archive.
"""

import os
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from io import BufferedReader
from itertools import chain, islice
from multiprocessing import connection, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, Final, NamedTuple, cast

from domain.fairness.framing import framed
from verifier.bundle import LONGEST, Bundle, Unreadable, read, read_json
from verifier.evidence import Evidence
from verifier.exports import begins_as_export, lines, opened, read_line
from verifier.form import Malformed
from verifier.verdicts import FAILS, NONE, WORST, Status, Verdict, worst
from verifier.verify import verify

STANDARD_INPUT: Final = "-"
ENDINGS: Final = (".json", ".json.gz", ".ndjson", ".ndjson.gz")
"""The files of a folder that are read."""
BATCH_ITEMS: Final = 32
"""The number of deals that a process gets at once, at most."""
_BATCH_BYTES: Final = 1 << 20
_AHEAD: Final = 3
"""The number of batches of each process that are read ahead."""


class Item(NamedTuple):
    """A deal to be verified, or what could not be read.

    Attributes:
        archive: The archive, as it was named.
        file: The file.
        line: The line, from 1; None: the file is a bundle.
        raw: The bytes of the line or of the file.
        fault: Why there is nothing to read; empty: there is.
    """

    archive: str
    file: str
    line: int | None
    raw: bytes
    fault: str = ""

    @property
    def place(self) -> str:
        """The file, and the line of it."""
        return self.file if self.line is None else f"{self.file}:{self.line}"

    @property
    def hashed(self) -> bytes:
        """Its bytes, and where they stand, for a hash over many items."""
        place = self.place.encode(errors="surrogateescape")
        return framed(place, self.raw, self.fault.encode(errors="surrogateescape"))

    def unreadable(self, fault: str) -> "CheckedItem":
        """The result for what cannot be read."""
        line = "" if self.line is None else f"line {self.line}: "
        shown = "standard input" if self.file == STANDARD_INPUT else self.file
        return CheckedItem(self.archive, self.place, fault=f"{shown}: {line}{fault}")


class Record(NamedTuple):
    """The record of a checked deal: its stream, its head and its number of events."""

    stream: bytes
    head: bytes
    events: int


class CheckedItem(NamedTuple):
    """The result for an item.

    Attributes:
        archive: The archive, as it was named.
        place: The file, and the line of it.
        deal: The id of the deal.
        status: The worst verdict; none if there is no evidence.
        verdicts: Those that do not hold.
        record: The checked record, if it could be read.
        fault: The reason why it cannot be read; empty: it can.
    """

    archive: str
    place: str
    deal: str = ""
    status: Status = NONE
    verdicts: tuple[Verdict, ...] = ()
    record: Record | None = None
    fault: str = ""


class CheckedBatch(NamedTuple):
    """Some results, and how far the archives were read for them.

    Attributes:
        results: The results, in order.
        items: The number of items up to here.
        digest: The hash of all of them.
        position: The number of bytes read from the files.
    """

    results: tuple[CheckedItem, ...]
    items: int
    digest: str
    position: int


class AnotherArchive(Exception):
    """The archives do not begin with what was verified before."""


# --- Reading --------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def standard_input() -> "BufferedReader[Any]":
    """Standard input, which cannot be opened again, decompressed if it is compressed."""
    return opened(sys.stdin.buffer)


class Reader:
    """The items of archives, one after another."""

    def __init__(self, archives: Sequence[str]) -> None:
        self._files = [(name, file) for name in archives for file in files_of(name)]
        self._before, self._file = 0, cast("BufferedReader[Any] | None", None)

    @property
    def size(self) -> int | None:
        """The number of bytes; None if it is unknown, as for standard input."""
        try:
            return sum(Path(file).stat().st_size for _, file in self._files)
        except OSError:
            return None

    @property
    def position(self) -> int:
        """The number of bytes read."""
        return self._before + (0 if self._file is None else self._file.tell())

    def __iter__(self) -> Iterator[Item]:
        """The items; one for each fault, too."""
        for archive, name in self._files:
            line: int | None = None
            try:
                with self._opened(name) as file:
                    if not begins_as_export(file):
                        yield Item(archive, name, None, file.read(LONGEST + 1))
                        continue
                    for line, raw in enumerate(lines(file), start=1):
                        yield Item(archive, name, line, raw)
            except OSError as error:
                yield Item(archive, name, line, b"", error.strerror or str(error))
            except Unreadable as fault:
                yield Item(archive, name, None, b"", str(fault))

    @contextmanager
    def _opened(self, name: str) -> "Generator[BufferedReader[Any]]":
        if name == STANDARD_INPUT:
            yield standard_input()
            return
        with open(name, "rb") as file:  # noqa: PTH123 - a path from the command line, as it is
            self._file = file
            try:
                yield opened(file)
            finally:
                self._before, self._file = self._before + file.tell(), None


def files_of(archive: str) -> list[str]:
    """The files of an archive: the evidence in a folder, by name; or the file itself."""
    folder = Path(archive)
    if not folder.is_dir():
        return [archive]
    found = sorted(path for path in folder.rglob("*") if path.name.endswith(ENDINGS))
    return [str(path) for path in found if path.is_file() and not _is_index(path)]


def _is_index(path: Path) -> bool:
    """Whether a file is the index that `fairdeal publish` writes beside an archive."""
    return path.suffix == ".json" and path.with_suffix(".ndjson.gz").exists()


# --- Checking -------------------------------------------------------------------------------------


def verify_archives(
    reader: Reader, evidence: Evidence, *, jobs: int, done: int = 0, beginning: str = ""
) -> Iterator[CheckedBatch]:
    """Verify every deal of archives.

    Args:
        reader: The archives.
        evidence: The evidence besides them.
        jobs: The number of processes; it does not influence the results.
        done: The number of items that were verified before.
        beginning: The hash of these items.

    Raises:
        AnotherArchive: The archives begin with other items.
        BrokenProcessPool: A process was killed.
    """
    every = _batches(reader, done=done, beginning=beginning)
    first = [*islice(every, 2)]
    batches = chain(first, every)
    if jobs == 1 or len(first) == 1:
        for batch, items in batches:
            yield batch._replace(results=check_all(items, evidence))
        return
    waiting: deque[tuple[CheckedBatch, Future[tuple[CheckedItem, ...]]]] = deque()
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(evidence,))
    try:
        for batch, items in batches:
            waiting.append((batch, pool.submit(_check_here, items)))
            if len(waiting) > _AHEAD * jobs:
                yield _finished(*waiting.popleft())
        while waiting:
            yield _finished(*waiting.popleft())
    finally:
        pool.shutdown(cancel_futures=True)


def _finished(batch: CheckedBatch, future: "Future[tuple[CheckedItem, ...]]") -> CheckedBatch:
    return batch._replace(results=future.result())


def _batches(
    reader: Reader, *, done: int, beginning: str
) -> Iterator[tuple[CheckedBatch, tuple[Item, ...]]]:
    """The items after those that are done, in batches without results."""
    hashed, count, size = sha256(), 0, 0
    items: list[Item] = []
    for item in reader:
        hashed.update(item.hashed)
        count += 1
        if count > done:
            items.append(item)
            size += len(item.raw)
        elif count == done and hashed.hexdigest() != beginning:
            raise AnotherArchive
        if len(items) == BATCH_ITEMS or size >= _BATCH_BYTES:
            yield CheckedBatch((), count, hashed.hexdigest(), reader.position), tuple(items)
            items, size = [], 0
    if count < done:
        raise AnotherArchive
    if items:
        yield CheckedBatch((), count, hashed.hexdigest(), reader.position), tuple(items)


_held: Evidence | None = None
"""The evidence, in a process that verifies."""


def _begin(evidence: Evidence) -> None:
    """Prepare a process: it ends with its parent, which alone is interrupted from the keyboard."""
    global _held  # noqa: PLW0603 - it is the state of the process
    _held = evidence
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
    os._exit(1)


def _check_here(items: tuple[Item, ...]) -> tuple[CheckedItem, ...]:
    assert _held is not None, "the process was prepared"
    return check_all(items, _held)


def check_all(items: tuple[Item, ...], evidence: Evidence) -> tuple[CheckedItem, ...]:
    """Verify the deals of a batch."""
    return tuple(check(item, evidence) for item in items)


def check(item: Item, evidence: Evidence) -> CheckedItem:
    """Verify a deal."""
    if item.fault:
        return item.unreadable(item.fault)
    deal, value = "", None
    try:
        if item.line is None:
            bundle: Bundle | None = read(item.raw)
        else:
            deal, value = read_line(item.raw)
            bundle = None if value is None else read_json(value)
    except Unreadable as fault:
        return item.unreadable(str(fault))
    except Malformed as fault:
        verdict = Verdict("form", FAILS, fault.sentence)
        return CheckedItem(item.archive, item.place, deal, FAILS, (verdict,))
    if bundle is None:
        return CheckedItem(item.archive, item.place, deal)
    verdicts = tuple(each for each in verify(evidence.case(bundle)) if each.status in WORST)
    record = Record(bundle.stream.bytes, bundle.head, len(bundle.events))
    deal = deal or str(bundle.stream)
    return CheckedItem(item.archive, item.place, deal, worst(verdicts), verdicts, record)
