"""Split a text that comes bit by bit into records and the text between them.

Text between records, such as comments or the prefix of a log, is marked as such. A stretch with a
part of a record is a fault, which ends where the next record can begin. A truncated record does not
damage the next one.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from formats.iss.properties import BEGINS, is_whole
from formats.notation import Piece

LONGEST: Final = 20_000
"""The maximum length of a record, in characters; records of the server have about a thousand."""

_ENDS: Final = re.compile(r"\](?<!\\\])\s*;\s*\)")
"""The last property closes, and the record with it: a name may well have ``;)`` in it."""

_WITHIN: Final = r"[\r\n](?=[^\r\n\[\]]{0,60}\(;)|(?=\(;GM\[)"
"""The possible beginnings of a record within an invalid stretch: at ``(;GM[``, and at ``(;`` on a
line of its own, after its number or a few words.
"""
_AFRESH: Final = re.compile(_WITHIN)
_AFTER_RECORD: Final = re.compile(rf"{_WITHIN}|;\s{{0,9}}\)")
_AFTER_JUNK: Final = re.compile(r"(?=\(;)")
_BEGUN: Final = re.compile(r"\(;(?:\s{0,9}[A-Z][0-9A-Z]{0,7}\s{0,9}\[|[A-Z]{1,2}\Z)")
"""The beginning of a record, whole or truncated: a log of talk may well have ``(;`` in it."""
_PART: Final = re.compile(r"MV\[|R\[(?:d:|passed)|\]\s{0,9};\s{0,9}\)")
"""A part of a record, which no other text has."""
_OVERLAP: Final = 80
"""More characters than what ends a stretch can have."""
_QUOTED: Final = 40
"""The maximum number of characters of an invalid stretch that an error quotes."""


def pieces(text: Iterable[str]) -> Iterator[Piece]:
    """The records of a text, and a fault for each invalid stretch.

    Args:
        text: The text in bits of any size. At most the length of the longest record is buffered.
    """
    scanner = _Scanner()
    for bit in text:
        scanner.kept += bit
        yield from scanner.complete()
    scanner.is_all = True
    yield from scanner.complete()


class _Scanner:
    """Buffers the input that has not been returned yet."""

    def __init__(self) -> None:
        self.kept = ""
        self.line = 1
        self.is_all = False
        """Whether the input has ended."""
        self.long: Piece | None = None
        """The beginning of a stretch that is too long, while its end is looked for."""
        self.let_go = 0
        """The number of its characters that are no longer buffered."""

    def complete(self) -> Iterator[Piece]:
        """The pieces that are complete, after more input."""
        while piece := self._found() if self.long is None else self._skipped(self.long):
            yield piece

    def _found(self) -> Piece | None:
        self._drop(len(self.kept) - len(self.kept.lstrip()))
        end = self._end_of_record() if self.kept.startswith(BEGINS) else self._end_of_junk()
        if end > LONGEST:
            self.long = Piece(self.line, self.kept[: LONGEST + 1])
            self.let_go = LONGEST - _OVERLAP
            self._drop(self.let_go)
            return self._skipped(self.long)
        return self._piece(end) if end else None

    def _end_of_junk(self) -> int:
        """The position at which a record begins; 0: not in the input yet."""
        begins = self.kept.find(BEGINS)
        return begins if begins > 0 else self._limit()

    def _end_of_record(self) -> int:
        """The end of the record, or the beginning of another within it; 0: not in the input yet."""
        found = _ENDS.search(self.kept, 0, LONGEST)
        end = found.end() if found else self._limit()
        within = self.kept.find(BEGINS, len(BEGINS), min(end, LONGEST))
        if within < 0 or (found and is_whole(self.kept[:end])):
            return end
        afresh = _AFRESH.search(self.kept, len(BEGINS), min(end, LONGEST))
        return afresh.end() if afresh else end

    def _limit(self) -> int:
        """Where a stretch ends that has no end: with the text, or when it is too long."""
        return len(self.kept) if self.is_all or len(self.kept) > LONGEST else 0

    def _skipped(self, long: Piece) -> Piece | None:
        """The fault of a stretch that is too long, when it has come to its end."""
        after = _AFTER_RECORD if long.text.startswith(BEGINS) else _AFTER_JUNK
        known = len(self.kept) if self.is_all else max(len(self.kept) - _OVERLAP, 0)
        found = after.search(self.kept)
        ends = found is not None and found.start() <= known
        count = found.end() if found is not None and ends else known
        self.let_go += count
        self._drop(count)
        if not ends and not self.is_all:
            return None
        self.long = None
        return _judged(long, self.let_go)

    def _piece(self, end: int) -> Piece:
        text, line = self.kept[:end], self.line
        self._drop(end)
        return _judged(Piece(line, text), end)

    def _drop(self, count: int) -> None:
        if not count:
            return
        self.line += self.kept.count("\n", 0, count)
        self.kept = self.kept[count:]


def _judged(piece: Piece, count: int) -> Piece:
    """A stretch of so many characters, with the reason why it is no record, if it is none."""
    text = piece.text
    if _BEGUN.match(text):
        too_long = f"longer than {LONGEST:,} characters: {count:,} are let go"
        return piece._replace(fault=too_long if count > LONGEST else "")
    words = text[:_QUOTED].strip()
    fault = f"no record: {words}{f'… ({count:,} characters)' if count > _QUOTED else ''}"
    return piece._replace(fault=fault, is_text=not _PART.search(text))
