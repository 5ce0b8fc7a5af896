"""Reading exports, archives and the evidence of tournaments: a record a line, perhaps compressed.

{"format": "fairdeal/1/export", "deal": {…}, "result": {…}, "bundle": {…}}
{"format": "fairdeal/1/tournament", "bundle": {…}}
"""

import gzip
import io
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, NamedTuple, cast

import orjson

from domain.games import rules_of
from domain.kernel.deal import Shuffled
from domain.kernel.event import Event
from events.canonical import Json, NotCanonical, canonical
from formats.transcript import write
from verifier.bundle import DEAL, FULL, LONGEST, Bundle, Unreadable, read_json, see_length
from verifier.record import decode_all
from verifier.verdicts import Failure, NotYet

EXPORT: Final = "fairdeal/1/export"
"""The format of a line with a deal."""
TOURNAMENT_LINE: Final = "fairdeal/1/tournament"
"""The format of a line of a tournament's evidence."""
LONGEST_LINE: Final = 2 * LONGEST
_MAGIC: Final = b"\x1f\x8b"
_BEGIN: Final = 64
"""The name of the format stands within so many bytes of a line."""


class Exported(NamedTuple):
    """A line.

    Attributes:
        deal: The id of the deal, or of another record.
        bundle: Its evidence, as JSON that has a canonical form; None if there is none.
    """

    deal: str
    bundle: Json


class IncompleteDeal(Exception):
    """The line has no full record of a deal that was dealt."""


def opened(file: BinaryIO) -> "io.BufferedReader[Any]":
    """A file from its first byte, decompressed if it is compressed."""
    buffered = cast("io.BufferedReader[Any]", file)
    if not isinstance(file, io.BufferedReader):
        buffered = io.BufferedReader(cast("io.RawIOBase", file))
    if buffered.peek(len(_MAGIC)).startswith(_MAGIC):
        return io.BufferedReader(cast("io.RawIOBase", _Unpacked(fileobj=buffered)))
    return buffered


class _Unpacked(gzip.GzipFile):
    """A compressed file, which may be cut off or damaged anywhere."""

    def read(self, size: int | None = -1) -> bytes:
        """Some of its bytes.

        Raises:
            Unreadable: the file is damaged.
        """
        try:
            return super().read(size)
        except (EOFError, gzip.BadGzipFile, zlib.error) as fault:
            raise Unreadable(f"the file is damaged: {fault}") from None


def is_export(begin: bytes) -> bool:
    """Whether a text begins like a line of an export, or of a tournament's evidence."""
    return EXPORT.encode() in begin[:_BEGIN] or is_tournament(begin)


def is_tournament(begin: bytes) -> bool:
    """Whether a text begins like a line of a tournament's evidence."""
    return TOURNAMENT_LINE.encode() in begin[:_BEGIN]


def begins_as_export(file: "io.BufferedReader[Any]") -> bool:
    """Whether a file, which is not read on, has a record a line.

    Raises:
        Unreadable: the file is damaged.
    """
    return is_export(_begin_of(file))


def begins_as_tournament(file: "io.BufferedReader[Any]") -> bool:
    """Whether a file, which is not read on, is the evidence of a tournament.

    Raises:
        Unreadable: the file is damaged.
    """
    return is_tournament(_begin_of(file))


def _begin_of(file: "io.BufferedReader[Any]") -> bytes:
    try:
        return file.peek(_BEGIN)
    except OSError as fault:
        raise Unreadable(f"the file is damaged: {fault}") from None


def lines(file: "io.BufferedReader[Any]") -> Iterator[bytes]:
    """The lines of a file, however many there are. One that is too long is cut, its rest skipped.

    Raises:
        Unreadable: the file is damaged.
    """
    while line := file.readline(LONGEST_LINE):
        yield line
        while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)


def read_line(line: bytes) -> Exported:
    """Parse a line.

    Raises:
        Unreadable: it is no line of an export.
    """
    try:
        value: Any = orjson.loads(line.removeprefix(BOM_UTF8))
    except ValueError:
        raise Unreadable("the line is no JSON") from None
    form = value.get("format") if isinstance(value, dict) else None
    if form not in (EXPORT, TOURNAMENT_LINE):
        raise Unreadable(f"the line is no {EXPORT}")
    deal: Any = value.get("deal")
    bundle = value.get("bundle")
    if form == TOURNAMENT_LINE:
        if value.keys() != {"format", "bundle"}:
            raise Unreadable(f"the line is no {TOURNAMENT_LINE}")
        deal = {"id": bundle.get("stream") if isinstance(bundle, dict) else None}
    if not isinstance(deal, dict) or not isinstance(deal.get("id"), str):
        raise Unreadable("the line names no deal")
    if bundle is not None:
        try:
            see_length(canonical(bundle))
        except NotCanonical as fault:
            raise Unreadable(f"the evidence cannot be read: {fault}") from None
    return Exported(deal["id"], bundle)


def bundle_of(exported: Exported) -> Bundle:
    """The evidence of a line.

    Raises:
        IncompleteDeal: it has none.
        Unreadable: it is not a bundle.
        Malformed: it is one, but its form is wrong.
    """
    if exported.bundle is None:
        raise IncompleteDeal("the line has no evidence")
    return read_json(exported.bundle)


def events_of(bundle: Bundle) -> tuple[Event, ...]:
    """The events of a deal from its evidence.

    Raises:
        IncompleteDeal: it is not the full record of a deal that was dealt.
    """
    if bundle.kind != DEAL or bundle.view != FULL:
        raise IncompleteDeal("the record is not the full one of a deal")
    try:
        events = tuple([each.event for each in decode_all(bundle)])
    except (Failure, NotYet) as fault:
        raise IncompleteDeal(str(fault)) from None
    if not any(isinstance(event, Shuffled) for event in events):
        raise IncompleteDeal("the deal ended before a card was dealt")
    return events


def transcript_of(bundle: Bundle) -> dict[str, Any]:
    """The transcript of a deal from its evidence.

    Raises:
        IncompleteDeal: it is not the full record of a deal that was dealt.
    """
    events = events_of(bundle)
    return write(rules_of(bundle.game, bundle.rules), events, name=str(bundle.stream))
