"""Sealing: secrets leave an event's body and commitments take their place. Opening: the way back.

The secrets are kept beside the event, each for those who may read it. So the record of every
reader has the same bytes and the same hashes, and a secret can be opened later to anyone.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import orjson

from events.canonical import Json, canonical
from events.chain import BrokenChain, commitment
from events.record import Command, NewEvent, Opening, Recorded, Secret, StoredSecret

SALT_BYTES: Final = 32

_NUL: Final = re.compile(rb"(?<!\\)(\\\\)*\\u0000")

Entropy: TypeAlias = Callable[[int], bytes]
"""Gives as many unpredictable bytes as it is asked for."""


class Sealed(NamedTuple):
    """An event ready to be kept: its bytes, and its secrets apart, in the order of their slots."""

    type: str
    schema: int
    body: bytes
    secrets: list[StoredSecret]


def seal(event: NewEvent, *, command: Command, entropy: Entropy) -> Sealed:
    """Take the secrets out of an event and fix its bytes.

    Raises:
        NotCanonical: the data is not canonical JSON, or holds a `Secret` too deep.
        ValueError: a secret stands under a key with a slash.
    """
    secrets: list[StoredSecret] = []

    def leaf(key: str, place: int | None, value: Json) -> Json:
        if not isinstance(value, Secret):
            return value
        secret = StoredSecret(
            slot_of(key, place), value.audience, entropy(SALT_BYTES), canonical(value.value)
        )
        secrets.append(secret)
        return {"count": value.count, "sha256": commitment(secret.salt, secret.payload).hex()}

    data = {
        key: [leaf(key, place, item) for place, item in enumerate(value)]
        if isinstance(value, list | tuple)
        else leaf(key, None, value)
        for key, value in event.data.items()
    }
    body = canonical(
        {
            "actor": command.actor,
            "at": command.at,
            "cause": command.cause,
            "command": str(command.id),
            "correlation": command.correlation,
            "data": data,
            "schema": event.schema,
            "type": event.type,
        }
    )
    return Sealed(event.type, event.schema, body, sorted(secrets))


def slot_of(key: str, place: int | None) -> str:
    """The name of a place in an event's data: ``cards``, or ``hands/2`` for an item of a list."""
    if "/" in key:
        raise ValueError("the key of a secret holds no slash")
    return key if place is None else f"{key}/{place}"


def opened(
    *,
    stream: UUID,
    version: int,
    cmd_seq: int,
    body: bytes,
    hash: bytes,  # noqa: A002 - the word of the record
    secrets: Iterable[StoredSecret] = (),
) -> Recorded:
    """The event as a reader sees it to whom these secrets of it were given.

    Raises:
        BrokenChain: the body is no JSON, or a secret has no place in it.
    """
    try:
        envelope = orjson.loads(body)
        openings = tuple([_open(envelope["data"], secret) for secret in secrets])
    except (ValueError, LookupError, TypeError):
        fault = "the event and its secrets can not be read"
        raise BrokenChain(stream=stream, version=version, fault=fault) from None
    return Recorded(stream, version, cmd_seq, body, hash, envelope, openings)


def _open(data: dict[str, Any], secret: StoredSecret) -> Opening:
    """Put a secret's value where its commitment stands."""
    key, _, place = secret.slot.partition("/")
    holder: Any
    holder, index = (data[key], int(place)) if place else (data, key)
    committed: str = holder[index]["sha256"]
    holder[index] = orjson.loads(secret.payload)
    return Opening(*secret, committed)


def summarized(summary: Mapping[str, Json]) -> bytes:
    """The canonical bytes of a stream's summary.

    Raises:
        NotCanonical: it is not canonical JSON.
        ValueError: a text in it holds a NUL, which PostgreSQL's jsonb can not.
    """
    written = canonical(dict(summary))
    if _NUL.search(written):
        raise ValueError("no text of a summary holds a NUL")
    return written
