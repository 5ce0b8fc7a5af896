"""The ledger of a verification: what was found so far, and which records were seen.

It is an SQLite database. In a file, it survives the end of the process at any moment: results and
records of a batch are written in one transaction. Without a file, SQLite keeps what does not fit
into its cache in a temporary one, so memory is bounded.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

import orjson

from domain.kernel.sentence import Sentence
from verifier.archives import CheckedBatch, CheckedItem
from verifier.bundle import Unreadable
from verifier.verdicts import FAILS, OPEN, Verdict, worst

UNREADABLE: Final = "unreadable"
AGAIN: Final = "again"
"""Deals that the archives hold more than once; each time they count by their verdict, too."""
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS progress (evidence TEXT, items INTEGER, digest TEXT, found TEXT);
CREATE TABLE IF NOT EXISTS record
  (stream BLOB PRIMARY KEY, head BLOB, events INTEGER, place TEXT) WITHOUT ROWID;
"""


class VerifiedBefore(NamedTuple):
    """The items that were verified before: their number, and their hash."""

    items: int
    digest: str


class Ledger:
    """The results so far.

    Args:
        path: The file; empty: a temporary one.
        evidence: The hash of the evidence besides the archives.

    Raises:
        Unreadable: The file is no ledger, or was begun with other evidence.
    """

    def __init__(self, path: str, evidence: str) -> None:
        self.found: dict[str, Counter[str]] = {}
        self.done = VerifiedBefore(0, "")
        try:
            self._db = sqlite3.connect(path)
            self._db.executescript(_TABLES)
            row = self._db.execute("SELECT evidence, items, digest, found FROM progress").fetchone()
            if row is None:
                self._db.execute("INSERT INTO progress VALUES (?, 0, '', '{}')", (evidence,))
                self._db.commit()
                return
        except sqlite3.Error as error:
            raise Unreadable(f"{path}: this cannot be used to resume: {error}") from None
        if row[0] != evidence:
            raise Unreadable(
                f"{path}: it was begun with other keys, receipts, checkpoints or seeds"
            )
        self.done = VerifiedBefore(row[1], row[2])
        self.found = {name: Counter(counts) for name, counts in orjson.loads(row[3]).items()}

    def add(self, batch: CheckedBatch) -> list[CheckedItem]:
        """Add results; return them, with a verdict on records that were seen before.

        They are kept by `keep`, once the caller has shown them.
        """
        return [self._added(checked) for checked in batch.results]

    def keep(self, batch: CheckedBatch) -> None:
        """Write what was added."""
        found = orjson.dumps(self.found).decode()
        row = (batch.items, batch.digest, found)
        self._db.execute("UPDATE progress SET items = ?, digest = ?, found = ?", row)
        self._db.commit()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _added(self, checked: CheckedItem) -> CheckedItem:
        counts = self.found.setdefault(checked.archive, Counter())
        verdicts = (*checked.verdicts, *self._seen_before(checked, counts))
        if checked.record is not None:
            checked = checked._replace(verdicts=verdicts, status=worst(verdicts))
        counts[UNREADABLE if checked.fault else checked.status] += 1
        return checked

    def _seen_before(self, checked: CheckedItem, counts: Counter[str]) -> Iterable[Verdict]:
        """The verdict on a record, where another one of the same deal was seen."""
        record = checked.record
        if record is None:
            return
        inserted = self._db.execute(
            "INSERT OR IGNORE INTO record VALUES (?, ?, ?, ?)", (*record, checked.place)
        )
        if inserted.rowcount:
            return
        counts[AGAIN] += 1
        query = "SELECT head, events, place FROM record WHERE stream = ?"
        head, events, place = self._db.execute(query, (record.stream,)).fetchone()
        if events != record.events:
            detail = Sentence("finding-ledger-part", {"place": place, "events": events})
            yield Verdict("agree", OPEN, detail)
        elif head != record.head:
            yield Verdict("agree", FAILS, Sentence("finding-ledger-other", {"place": place}))
