"""The records of a text that comes bit by bit, and what lies between them."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from domain.notation import Piece

LONGEST: Final = 20_000
"""No record has more characters; those of the server have about a thousand."""

_OPENS: Final = "(;"
_ENDS: Final = re.compile(r"\](?<!\\\])\s*;\s*\)")
"""The last property closes, and the record with it: a name may well have ``;)`` in it."""
_AFRESH: Final = "\n(;"
"""A record that begins on a line of its own ends one that has no end."""

_AFTER_RECORD: Final = re.compile(r"(?:\n|;\))\s{0,9}(?=\(;)")
_AFTER_JUNK: Final = re.compile(r"(?=\(;)")
_OVERLAP: Final = 12
"""So many characters may belong to what ends such a stretch."""
_TOLD: Final = 40
"""So many characters of what is no record are told."""


def pieces(text: Iterable[str]) -> Iterator[Piece]:
    """The records of a text, and a fault for each stretch that is none.

    Args:
        text: The text in bits of any size. Of what is not told yet, no more is kept than the
            longest record has.
    """
    scanner = _Scanner()
    for bit in text:
        yield from scanner.more(bit)
    yield from scanner.rest()


class _Scanner:
    """What has come and is not yet told."""

    def __init__(self) -> None:
        self.kept = ""
        self.line = 1
        self.until: re.Pattern[str] | None = None
        """What ends a stretch that is too long, whose fault was told already."""

    def more(self, bit: str) -> Iterator[Piece]:
        """What is complete, now that this bit has come too."""
        self.kept += bit
        while self._has_skipped():
            end = self._end()
            if (end or len(self.kept)) > LONGEST:
                self.until = _AFTER_RECORD if self.kept.startswith(_OPENS) else _AFTER_JUNK
                yield self._piece(LONGEST + 1)
            elif end:
                yield self._piece(end)
            else:
                break

    def rest(self) -> Iterator[Piece]:
        """What is left when nothing more comes."""
        if self.until is None and self.kept.strip():
            yield self._piece(len(self.kept))

    def _has_skipped(self) -> bool:
        """Let go of what belongs to a stretch that is too long; whether it has come to its end."""
        if self.until is not None:
            found = self.until.search(self.kept)
            self._drop(found.end() if found else max(len(self.kept) - _OVERLAP, 0))
            if found:
                self.until = None
        return self.until is None

    def _end(self) -> int:
        """Where the record, or the stretch before one, has its end; 0: that has not come yet."""
        self._drop(len(self.kept) - len(self.kept.lstrip()))
        if not self.kept.startswith(_OPENS):
            return max(self.kept.find(_OPENS), 0)
        found = _ENDS.search(self.kept)
        afresh = self.kept.find(_AFRESH, 0, found.start() if found else len(self.kept)) + 1
        return afresh or (found.end() if found else 0)

    def _piece(self, end: int) -> Piece:
        text, line = self.kept[:end], self.line
        self._drop(end)
        return Piece(line, text, _fault(text))

    def _drop(self, count: int) -> None:
        if not count:
            return
        self.line += self.kept.count("\n", 0, count)
        self.kept = self.kept[count:]


def _fault(text: str) -> str:
    """Why a stretch is no record, as far as its ends tell."""
    if not text.startswith(_OPENS):
        words = text[:_TOLD].strip()
        return f"no record: {words}{'…' if len(text) > _TOLD else ''}"
    return f"longer than {LONGEST:,} characters" if len(text) > LONGEST else ""
