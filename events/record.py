"""The types of appending and reading: new events with their secrets, and recorded events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

from events.canonical import Json

NOBODY: Final = -1
"""The audience of a secret that no seat may know yet."""

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
        return range(NOBODY, MAX_SEAT + 1)
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
        audience: the seat that may know it, or NOBODY.
        count: the number of cards in it, which is public.
    """

    value: Json = field(repr=False)
    audience: int
    count: int

    def __post_init__(self) -> None:
        if not NOBODY <= self.audience <= MAX_SEAT:
            raise ValueError("the audience of a secret is a seat or NOBODY")


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
        audience: the seat that may read it, or NOBODY.
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
