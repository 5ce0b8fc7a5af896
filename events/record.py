"""Events as they are recorded: sealed when they are appended, and opened when they are read.

Sealing replaces the secrets in an event's body with commitments; opening reverses it. Secrets are
stored beside the event, each with its audience. So the record of every viewer has the same bytes
and the same hashes, and a secret can be opened later to anyone.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

import orjson

from events.canonical import Json, canonical
from events.chain import BrokenChain, commitment

NOBODY: Final = -1
"""The audience of a secret that no seat may know yet."""
ALL_ERASABLE: Final = -2
"""The audience of a value for every reader of the stream, until it is erased: a person's name."""
OWNER: Final = -3
"""The audience of a value for the owner of the stream alone, until it is erased."""
ERASING: Final = {
    "table.person_erased": "taken",
    "table.invitation_withdrawn": "invited",
    "tournament.person_erased": "taken",
}
"""The types of events that delete these openings of another event, with the name of its position in
their data. The erasure of a person deletes the openings of their invitation too.
"""

MAX_SEAT: Final = 2**15 - 1

PUBLIC: Final = "public"
FULL: Final = "full"
Viewer: TypeAlias = int | Literal["public", "full"]
"""The viewer whose secrets are read with the events: a seat, none (PUBLIC), or all (FULL)."""


def audiences(viewer: Viewer) -> range:
    """The audiences whose secrets a viewer may have.

    Raises:
        ValueError: the viewer is not a seat, PUBLIC or FULL.
    """
    if viewer == FULL:
        return range(OWNER, MAX_SEAT + 1)
    if viewer == PUBLIC:
        return range(0)
    if 0 <= viewer <= MAX_SEAT:
        return range(viewer, viewer + 1)
    raise ValueError("a viewer is a seat, PUBLIC or FULL")


@dataclass(frozen=True, slots=True)
class Secret:
    """A value within an event's data that only its audience may know.

    Attributes:
        value: the hidden value.
        audience: the seat that may know it, or NOBODY, ALL_ERASABLE or OWNER.
        count: the number of cards in it, which is public.
    """

    value: Json = field(repr=False)
    audience: int
    count: int

    def __post_init__(self) -> None:
        if not OWNER <= self.audience <= MAX_SEAT:
            raise ValueError("the audience of a secret is a seat, or none that is known")


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to append.

    Attributes:
        type: its stored name.
        schema: the version of its form.
        data: JSON, in which a `Secret` may stand at the top level or within a list there.
    """

    type: str
    schema: int
    data: Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandMetadata:
    """The identity, actor, time and origin of a command.

    A command takes effect once, however often it is sent.

    Attributes:
        id: unique within the stream; a repeated id is answered with the first result.
        actor: who gave it.
        at: when, in µs since the epoch, UTC.
        cause: the event that triggered it, if it was not the actor's own decision.
        correlation: the context it belongs to, such as the id of a request.
        fingerprint: a keyed digest of the request, to detect reuse of the id for another request;
            not part of the hashed body.
    """

    id: UUID
    actor: str
    at: int
    cause: str | None = None
    correlation: str | None = None
    fingerprint: bytes | None = None


class Opening(NamedTuple):
    """A secret, with the values needed to check it; stored beside the event.

    Attributes:
        slot: where in the data it belongs: ``cards``, or ``hands/2`` for an item of a list.
        audience: the seat that may read it, or NOBODY, ALL_ERASABLE or OWNER.
        salt: 32 random bytes.
        payload: the canonical JSON of the value.
        sha256: the commitment that stands in the body, in hex.
    """

    slot: str
    audience: int
    salt: bytes
    payload: bytes
    sha256: str

    def __repr__(self) -> str:
        return f"Opening({self.slot!r}, audience={self.audience})"


class Recorded(NamedTuple):
    """A recorded event, as one viewer may see it.

    Attributes:
        stream: the stream it is in.
        version: its position there, from 1.
        cmd_seq: its position among the events of its command, from 0.
        body: its exact canonical bytes, the same for every viewer.
        hash: the chain head after it.
        envelope: the body parsed, with the values of the openings in their slots.
        openings: the secrets that the viewer was given.
    """

    stream: UUID
    version: int
    cmd_seq: int
    body: bytes
    hash: bytes
    envelope: dict[str, Any]
    openings: Sequence[Opening]

    def __repr__(self) -> str:
        return f"Recorded({self.stream}, version={self.version}, type={self.type!r})"

    @property
    def type(self) -> str:
        """The stored name of its type."""
        return self.envelope["type"]  # type: ignore[no-any-return]

    @property
    def schema(self) -> int:
        """The version of its form."""
        return self.envelope["schema"]  # type: ignore[no-any-return]

    @property
    def data(self) -> dict[str, Any]:
        """The event's data; a hidden value stays ``{"count": n, "sha256": hex}``."""
        return self.envelope["data"]  # type: ignore[no-any-return]

    @property
    def at(self) -> int:
        """When it was appended, in µs since the epoch, UTC."""
        return self.envelope["at"]  # type: ignore[no-any-return]

    @property
    def actor(self) -> str:
        """The actor that gave the command."""
        return self.envelope["actor"]  # type: ignore[no-any-return]

    @property
    def cause(self) -> str | None:
        """The event that triggered the command."""
        return self.envelope["cause"]  # type: ignore[no-any-return]

    @property
    def correlation(self) -> str | None:
        """The context that the command belonged to, such as the id of a request."""
        return self.envelope["correlation"]  # type: ignore[no-any-return]

    @property
    def command_id(self) -> UUID:
        """The command that it is an effect of."""
        return UUID(self.envelope["command"])


# --- Sealing and opening ------------------------------------------------------------------------

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
    if b"\\u0000" in written and _NUL.search(written):
        raise ValueError("no text of a summary holds a NUL")
    return written
