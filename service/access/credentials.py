"""Who calls: integrators with an API key, players with the token of a seat; kept as SHA-256 only.

The hash of a seat's token stands in the event by which the seat was taken, so the table itself says
who may sit there: a token ends when its player leaves. The token names its table and seat. So it is
with auditors and watchers, whose tokens name table and number, and end at a moment.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from hmac import compare_digest
from typing import Final, TypeAlias
from uuid import UUID

from domain.kernel.event import Id, Seat
from domain.table.disputes import Appointed
from domain.table.series import Player
from domain.table.watching import Watching
from service.access.scopes import MEANING, Scope
from service.problems import Code, Problem

KEY: Final = "key"
SEAT: Final = "seat"
AUDIT: Final = "audit"
VIEW: Final = "view"
SEAT_TOKEN_BYTES: Final = 16 + 1 + 32
NUMBERED_TOKEN_BYTES: Final = 16 + 2 + 32
MOST_NUMBERED: Final = 2**16 - 1
"""Auditors of a table, ever, and watchers: their number has two bytes in the token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """An integrator's key.

    Attributes:
        id: Its id.
        name: What it is called.
        created_at: When it was made.
        root: The key of the command line that it comes from, perhaps itself. What is opened with it
            belongs to that one, so whatever keys an integrator makes act for the same owner.
        maker: The key that made it; None: the command line.
        scopes: What it may do.
        revoked_at: Since when it opens nothing.
        ending: Whether the secret that came with the request is being replaced by another one.
    """

    id: UUID
    name: str
    created_at: datetime
    root: UUID
    maker: UUID | None
    scopes: frozenset[Scope]
    revoked_at: datetime | None = None
    ending: bool = False

    @property
    def actor(self) -> str:
        """How the record names it."""
        return f"key:{self.id}"

    @property
    def owner(self) -> Id:
        """What the record calls the owner of what is opened with it."""
        return Id(str(self.root))


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """The token of one seat at one table; it opens nothing else."""

    table: UUID
    seat: Seat

    @property
    def actor(self) -> str:
        """How the record names it."""
        return f"seat:{self.seat}"


@dataclass(frozen=True, slots=True)
class Auditor:
    """The token of one who judges the disputes of one table; it opens their evidence alone."""

    table: UUID
    number: int

    @property
    def actor(self) -> str:
        """How the record names it."""
        return f"auditor:{self.number}"


@dataclass(frozen=True, slots=True)
class Watcher:
    """The token of one who sees one table and its deals as the public does; it opens no more."""

    table: UUID
    number: int

    @property
    def actor(self) -> str:
        """How logs name it."""
        return f"watcher:{self.number}"


OwnerOrSeat: TypeAlias = ApiKey | SeatHolder
TableMember: TypeAlias = OwnerOrSeat | Watcher
"""Who may look at a table and its deals."""
Principal: TypeAlias = TableMember | Auditor
"""Whoever has a credential; auditors and watchers are let in where it is said that they are, and
only there."""


def require_scope(who: Principal, scope: Scope) -> None:
    """See that a key may do something. The tokens of seats and others have no scopes.

    Raises:
        Problem: ``scope-missing``.
    """
    if isinstance(who, ApiKey) and scope not in who.scopes:
        detail = f"This key has no scope {scope}: it may not {MEANING[scope]}."
        raise Problem(Code.SCOPE_MISSING, detail, more={"scope": scope})


def counted_as(who: Principal) -> str:
    """Who somebody is where it is counted what he uses: all keys of an owner are one."""
    return str(who.root) if isinstance(who, ApiKey) else f"{who.table}:{who.actor}"


def hashed(credential: str) -> bytes:
    """What is stored of a credential. It has 256 random bits, so one plain hash keeps it."""
    return sha256(credential.encode()).digest()


def seat_token(table: UUID, seat: Seat, secret: bytes) -> str:
    """The token of a seat, of 32 secret bytes."""
    return _written(SEAT, table.bytes + bytes([seat]) + secret)


def read_seat_token(token: str) -> SeatHolder | None:
    """The table and seat that a token claims to be for; whether it opens them, the table knows."""
    raw = _read(SEAT, token)
    return SeatHolder(UUID(bytes=raw[:16]), raw[16]) if len(raw) == SEAT_TOKEN_BYTES else None


def audit_token(table: UUID, number: int, secret: bytes) -> str:
    """The token of an auditor, of 32 secret bytes."""
    return _numbered(AUDIT, table, number, secret)


def read_audit_token(token: str) -> Auditor | None:
    """The table and the auditor that a token claims to be for."""
    claimed = _read_numbered(AUDIT, token)
    return None if claimed is None else Auditor(*claimed)


def view_token(table: UUID, number: int, secret: bytes) -> str:
    """The token of a watcher, of 32 secret bytes."""
    return _numbered(VIEW, table, number, secret)


def read_view_token(token: str) -> Watcher | None:
    """The table and the watcher that a token claims to be for."""
    claimed = _read_numbered(VIEW, token)
    return None if claimed is None else Watcher(*claimed)


def _numbered(kind: str, table: UUID, number: int, secret: bytes) -> str:
    return _written(kind, table.bytes + number.to_bytes(2, "big") + secret)


def _read_numbered(kind: str, token: str) -> tuple[UUID, int] | None:
    raw = _read(kind, token)
    if len(raw) != NUMBERED_TOKEN_BYTES:
        return None
    return UUID(bytes=raw[:16]), int.from_bytes(raw[16:18], "big")


def _written(kind: str, raw: bytes) -> str:
    return f"{kind}_{urlsafe_b64encode(raw).rstrip(b'=').decode()}"


def _read(kind: str, token: str) -> bytes:
    """The bytes of a token; none, if it is not one."""
    try:
        return urlsafe_b64decode(token.removeprefix(f"{kind}_") + "==")
    except ValueError:
        return b""


def opens(token: str, player: Player | None) -> bool:
    """Whether the token is that of the player who sits there."""
    expected = player.token if player is not None else None
    return expected is not None and compare_digest(hashed(token).hex(), expected)


def judges(token: str, appointed: Appointed, *, now: int) -> bool:
    """Whether the token is that of this auditor, and opens anything at this moment."""
    return appointed.may_judge(now) and compare_digest(hashed(token).hex(), appointed.token)


def watches(token: str, watching: Watching, *, now: int) -> bool:
    """Whether the token is that of this watcher, and opens anything at this moment."""
    return watching.may_watch(now) and compare_digest(hashed(token).hex(), watching.token)
