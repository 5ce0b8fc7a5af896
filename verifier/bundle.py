"""The evidence bundle: a record for one viewer, in one canonical JSON file.

    {"format": "fairdeal/1/bundle", "kind": "deal", "stream": …, "view": "seat:2",
     "game": "goat", "rules": "1",
     "events": [{"body": …, "hash": …, "openings": [{"slot": …, "salt": …, "payload": …}]}],
     "head": …, "receipts": […], "log": {…} | null, "key": … | null}

A body is exactly the text that was hashed, so the bundles of all viewers have the same head. The
openings differ: a bundle has only the openings that its viewer may have. Bytes are lower-case hex.
The service writes canonical JSON (RFC 8785). Other JSON is read if all readers understand it alike,
so nothing in it stays unchecked.
"""

from functools import lru_cache
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson

from domain.kernel.sentence import Sentence
from events.canonical import Json, canonical
from events.translog.notes import BadNote, VerifierKey
from events.translog.receipts import Receipt, receipt_json
from verifier import form
from verifier.form import Malformed

FORMAT: Final = "fairdeal/1/bundle"
LONGEST: Final = 16 << 20
"""The largest size of a bundle, in bytes."""
DEAL: Final = "deal"
TABLE: Final = "table"
TOURNAMENT: Final = "tournament"
FULL: Final = "full"
HASH_BYTES: Final = 32
LONGEST_PATH: Final = 64
"""The greatest depth of a log's tree."""
_SIGNATURE_BYTES: Final = 64
_KEY_ID_BYTES: Final = 4


class Unreadable(ValueError):
    """The input is not a bundle (or not a receipt) at all."""


class BundleOpening(NamedTuple):
    """The opening of a commitment: its slot in the event's data, the salt, and the value."""

    slot: str
    salt: bytes
    payload: bytes


class BundleEvent(NamedTuple):
    """An event as it was hashed, the chain head after it, and the viewer's openings."""

    body: bytes
    hash: bytes
    openings: tuple[BundleOpening, ...] = ()


class LogPlace(NamedTuple):
    """The record's place in the signed log.

    Attributes:
        version: the event whose chain head is in the log.
        position: the index of the entry among all entries.
        path: the hashes from the entry to the root.
        checkpoint: the signed note with the log's size and root.
    """

    version: int
    position: int
    path: tuple[bytes, ...]
    checkpoint: str


class Growth(NamedTuple):
    """A proof that a log is an extension of its earlier state (RFC 6962, section 2.1.2).

    Attributes:
        log: the name of the log.
        old: the earlier size.
        size: the later size.
        proof: the hashes.
    """

    log: str
    old: int
    size: int
    proof: tuple[bytes, ...]


class Pin(NamedTuple):
    """A key of a service that a reader keeps.

    Attributes:
        key: its text.
        source: where it came from: the address of the service, over HTTPS, or the player.
    """

    key: str
    source: str


class Bundle(NamedTuple):
    """A record with the openings that one viewer may have.

    Attributes:
        kind: whether the record belongs to a deal, to a table or to a tournament.
        stream: the id of the deal, table or tournament.
        view: the viewer whose openings it contains: ``seat:2``, ``public``, or ``full``.
        game: the game.
        rules: the version of its rules.
        events: all events, from the first on.
        head: the chain head after the last event.
        receipts: receipts for events of this record.
        log: the place in the log; None if it has none yet.
        key: the key that made the signatures, as text; None if there are none.
        rewritten: whether the file was not canonical JSON: another program has written it again.
    """

    kind: str
    stream: UUID
    view: str
    game: str
    rules: str
    events: tuple[BundleEvent, ...]
    head: bytes
    receipts: tuple[Receipt, ...] = ()
    log: LogPlace | None = None
    key: str | None = None
    rewritten: bool = False

    @property
    def verifier(self) -> VerifierKey | None:
        """The key that made the bundle's signatures."""
        return None if self.key is None else read_key(self.key)

    @property
    def seat(self) -> int | None:
        """The seat whose view the bundle has."""
        name, _, seat = self.view.partition(":")
        return int(seat) if name == "seat" else None


# --- Writing ------------------------------------------------------------------------------------


def write(bundle: Bundle) -> bytes:
    """Return the canonical text of a bundle."""
    place = bundle.log
    return canonical(
        {
            "format": FORMAT,
            "kind": bundle.kind,
            "stream": str(bundle.stream),
            "view": bundle.view,
            "game": bundle.game,
            "rules": bundle.rules,
            "events": [_entry_json(entry) for entry in bundle.events],
            "head": bundle.head.hex(),
            "receipts": [receipt_json(receipt) for receipt in bundle.receipts],
            "log": place and {**place._asdict(), "path": [each.hex() for each in place.path]},
            "key": bundle.key,
        }
    )


def _entry_json(entry: BundleEvent) -> dict[str, Json]:
    openings = [
        {"slot": slot, "salt": salt.hex(), "payload": payload.decode()}
        for slot, salt, payload in sorted(entry.openings)
    ]
    return {"body": entry.body.decode(), "hash": entry.hash.hex(), "openings": openings}


# --- Reading ------------------------------------------------------------------------------------


def read(raw: bytes) -> Bundle:
    """Read a bundle from a file's text.

    Raises:
        Unreadable: it is not a bundle.
        Malformed: it is a bundle, but its form is wrong.
    """
    see_length(raw)
    value = parsed(raw)
    _see_format(value)
    is_canonical = form.read_at("bundle", lambda _: form.is_canonical(value, raw), value)
    return read_json(value)._replace(rewritten=not is_canonical)


def read_json(value: Json) -> Bundle:
    """Read a bundle from JSON that has a canonical form of permitted length.

    Raises:
        Unreadable: it is not a bundle.
        Malformed: it is a bundle, but its form is wrong.
    """
    _see_format(value)
    return form.read_at("bundle", _whole, value)


def see_length(raw: bytes) -> None:
    """Check the length of the canonical text of a bundle.

    Raises:
        Unreadable: it is longer than any bundle.
    """
    if len(raw) > LONGEST:
        raise Unreadable(f"no bundle is longer than {LONGEST} bytes")


def read_receipt(raw: bytes) -> Receipt:
    """Read a receipt from a file, or from a saved answer that contains one.

    Raises:
        Unreadable: there is no receipt in it.
    """
    value = parsed(raw[:LONGEST])
    if isinstance(value, dict) and "receipt" in value:
        value = value["receipt"]
    try:
        return form.read_at("receipt", _RECEIPT, value)
    except Malformed as bad:
        raise Unreadable(str(bad)) from None


def read_growth(raw: bytes) -> Growth:
    """Read a proof of consistency from a saved answer of `/v1/log/consistency`.

    Raises:
        Unreadable: there is no proof in it.
    """
    try:
        return form.read_at("consistency", _GROWTH, parsed(raw[:LONGEST]))
    except Malformed as bad:
        raise Unreadable(str(bad)) from None


def parsed(raw: bytes) -> Json:
    """Parse JSON.

    Raises:
        Unreadable: it is none.
    """
    try:
        return orjson.loads(raw)
    except ValueError:
        raise Unreadable("the file is no JSON") from None


def _see_format(value: Json) -> None:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise Unreadable(f"the file is no {FORMAT}")


def _whole(value: Json) -> Bundle:
    bundle = _BUNDLE(value)
    if not bundle.events:
        raise Malformed(Sentence("finding-no-events"), where=".events")
    positions = [receipt.position for receipt in bundle.receipts]
    if positions != sorted(set(positions)):
        raise Malformed(Sentence("finding-must-positions-in-order"), where=".receipts")
    return bundle


def _openings(value: Json) -> tuple[BundleOpening, ...]:
    openings = _LISTED_OPENINGS(value)
    slots = [opening.slot for opening in openings]
    if slots != sorted(set(slots)):
        raise Malformed(Sentence("finding-must-slots-in-order"))
    return openings


def _key(value: Json) -> str:
    try:
        return str(read_key(form.text(value)))
    except BadNote as bad:
        raise Malformed(Sentence(f"finding-note-{bad.key}", bad.values)) from None


@lru_cache(maxsize=64)
def read_key(text: str) -> VerifierKey:
    """The key of a bundle; the bundles of an archive name the same one.

    Raises:
        BadNote: it is not a key.
    """
    return VerifierKey.read(text)


_LISTED_OPENINGS: Final = form.lists(
    form.objects(
        BundleOpening,
        {"slot": form.text, "salt": form.hexadecimal(HASH_BYTES), "payload": form.octets},
    )
)
_ENTRY: Final = form.objects(
    BundleEvent, {"body": form.octets, "hash": form.hexadecimal(HASH_BYTES), "openings": _openings}
)
_PLACE: Final = form.objects(
    LogPlace,
    {
        "version": form.counted,
        "position": form.whole,
        "path": form.lists(form.hexadecimal(HASH_BYTES), most=LONGEST_PATH),
        "checkpoint": form.text,
    },
)
_RECEIPT: Final = form.objects(
    Receipt,
    {
        "deal": form.identifier,
        "position": form.counted,
        "head": form.hexadecimal(HASH_BYTES),
        "at": form.whole,
        "key": form.hexadecimal(_KEY_ID_BYTES),
        "signature": form.hexadecimal(_SIGNATURE_BYTES),
    },
)
_GROWTH: Final = form.objects(
    Growth,
    {
        "log": form.text,
        "from": form.whole,
        "to": form.whole,
        "proof": form.lists(form.hexadecimal(HASH_BYTES), most=2 * LONGEST_PATH),
    },
)


def _made(_format: str, *values: Any) -> Bundle:
    return Bundle(*values)


_BUNDLE: Final = form.objects(
    _made,
    {
        "format": form.word(FORMAT),
        "kind": form.word(DEAL, TABLE, TOURNAMENT),
        "stream": form.identifier,
        "view": form.matching("full|public|seat:(0|[1-9][0-9]{0,2})"),
        "game": form.text,
        "rules": form.text,
        "events": form.lists(_ENTRY),
        "head": form.hexadecimal(HASH_BYTES),
        "receipts": form.lists(_RECEIPT),
        "log": form.optional(_PLACE),
        "key": form.optional(_key),
    },
)
