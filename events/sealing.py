"""Sealing replaces the secrets in an event's body with commitments; opening reverses it.

Secrets are stored beside the event, each with its audience. So the record of every viewer has the
same bytes and the same hashes, and a secret can be opened later to anyone.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import orjson

from events.canonical import Json, canonical
from events.chain import BrokenChain, commitment
from events.record import CommandMetadata, NewEvent, Opening, Recorded, Secret

SALT_BYTES: Final = 32

_NUL: Final = re.compile(rb"(?<!\\)(\\\\)*\\u0000")

Entropy: TypeAlias = Callable[[int], bytes]
"""Returns the requested number of unpredictable bytes."""


Row: TypeAlias = tuple[int, str | None, bytes, bytes, int]
"""A backend's row of an event: (version, None, body, hash, cmd_seq), followed by (version, slot,
payload, salt, audience) for each of its secrets that the viewer may have."""


class Sealed(NamedTuple):
    """An event ready to store: its bytes and, separately, its secrets ordered by slot.

    The envelope is the content of the body, with the secrets in their slots.
    """

    type: str
    schema: int
    body: bytes
    secrets: list[Opening]
    envelope: dict[str, Any]

    def recorded(self, stream: UUID, version: int, cmd_seq: int, head: bytes) -> Recorded:
        """The event as it stands in the record, with all its secrets."""
        return Recorded(stream, version, cmd_seq, self.body, head, self.envelope, self.secrets)


def seal(event: NewEvent, *, command: CommandMetadata, entropy: Entropy) -> Sealed:
    """Take the secrets out of an event and fix its bytes.

    Raises:
        NotCanonical: the data is not canonical JSON, or holds a `Secret` too deep.
        ValueError: a secret stands under a key with a slash or a NUL.
    """
    secrets: list[Opening] = []

    def hide(key: str, place: int | None, secret: Secret) -> Json:
        slot, salt, payload = _slot(key, place), entropy(SALT_BYTES), canonical(secret.value)
        sha256 = commitment(salt, payload).hex()
        secrets.append(Opening(slot, secret.audience, salt, payload, sha256))
        return {"count": secret.count, "sha256": sha256}

    hidden, known = dict[str, Json](), dict[str, Json]()
    for key, value in event.data.items():
        if isinstance(value, list | tuple):
            hidden[key] = [
                hide(key, place, item) if isinstance(item, Secret) else item
                for place, item in enumerate(value)
            ]
            known[key] = [item.value if isinstance(item, Secret) else item for item in value]
        else:
            is_secret = isinstance(value, Secret)
            hidden[key] = hide(key, None, value) if is_secret else value
            known[key] = value.value if is_secret else value
    envelope = {
        "actor": command.actor,
        "at": command.at,
        "cause": command.cause,
        "command": str(command.id),
        "correlation": command.correlation,
        "data": hidden,
        "schema": event.schema,
        "type": event.type,
    }
    body = canonical(envelope)
    return Sealed(event.type, event.schema, body, sorted(secrets), {**envelope, "data": known})


def _slot(key: str, place: int | None) -> str:
    """The name of a place in an event's data."""
    if "/" in key or "\0" in key:
        raise ValueError("the key of a secret holds no slash and no NUL")
    return key if place is None else f"{key}/{place}"


def read(stream: UUID, rows: Iterable[Row]) -> tuple[Recorded, ...]:
    """Build the record of a viewer from rows.

    Raises:
        BrokenChain: an event is not JSON, or has no slot for one of the secrets.
    """
    records: list[Recorded] = []
    openings: list[Opening] = []
    data: dict[str, Any] = {}
    version = of = 0
    try:
        for version, slot, content, proof, number in rows:
            if slot is None:
                envelope = orjson.loads(content)
                of, data, openings = version, envelope["data"], []
                records.append(
                    Recorded(stream, version, number, content, proof, envelope, openings)
                )
            elif of == version:
                openings.append(_open(data, slot, number, proof, content))
    except (ValueError, LookupError, TypeError):
        fault = "the event and its secrets cannot be read"
        raise BrokenChain(stream=stream, version=version, fault=fault) from None
    return tuple(records)


def _open(data: dict[str, Any], slot: str, audience: int, salt: bytes, payload: bytes) -> Opening:
    """Put a secret's value where its commitment stands."""
    holder: Any = data
    index: str | int = slot
    if "/" in slot:
        key, _, place = slot.partition("/")
        holder, index = data[key], int(place)
    sha256 = holder[index]["sha256"]
    holder[index] = orjson.loads(payload)
    return Opening(slot, audience, salt, payload, sha256)


def summarized(summary: Mapping[str, Json]) -> bytes:
    """The canonical bytes of a stream's summary.

    Raises:
        NotCanonical: it is not canonical JSON.
        ValueError: a text in it holds a NUL, which PostgreSQL's jsonb cannot store.
    """
    written = canonical(dict(summary))
    if _NUL.search(written):
        raise ValueError("no text of a summary holds a NUL")
    return written
