"""Principals and their credentials: API keys of integrators, and tokens of seats and guests.

Only a SHA-256 hash of each credential is stored.

The hash of a seat's token is in the event by which the seat was taken, so the table itself says who
may sit there: a token ends when its player leaves. The token names its table and seat. Tokens of
guests work the same way: they name table and number, and have an expiry time.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from hmac import compare_digest
from typing import Final, TypeAlias, TypeGuard
from uuid import UUID

from domain.kernel.event import Id, Seat
from domain.table.guests import AUDITOR, WATCHER, Guest, GuestScope
from domain.table.series import Player
from service.access.scopes import MEANING, Scope
from service.problems import Code, Problem

KEY: Final = "key"
SEAT: Final = "seat"
GUEST_KINDS: Final[Mapping[GuestScope, str]] = {AUDITOR: "audit", WATCHER: "view"}
"""The kind of token of each guest."""
SEAT_TOKEN_BYTES: Final = 16 + 1 + 32
GUEST_TOKEN_BYTES: Final = 16 + 2 + 32
MOST_GUESTS: Final = 2**16 - 1
"""The limit on guests of one scope that a table ever has: the token has two bytes for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """An integrator's key.

    Attributes:
        id: Its id.
        name: Its name.
        created_at: When it was made.
        root: The key made on the command line from which it descends, perhaps itself. Tables opened
            with the key belong to the root, so all keys of an integrator act for the same owner.
        maker: The key that made it; None: the command line.
        scopes: The permissions.
        revoked_at: When it was revoked.
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
        """The name of the key in the record."""
        return f"key:{self.id}"

    @property
    def owner(self) -> Id:
        """The owner, as named in the record of tables that are opened with the key."""
        return Id(str(self.root))


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """The token of one seat at one table; it opens nothing else."""

    table: UUID
    seat: Seat

    @property
    def actor(self) -> str:
        """The name of the seat in the record."""
        return f"seat:{self.seat}"


@dataclass(frozen=True, slots=True)
class GuestHolder:
    """The token of one guest of one table.

    An auditor's opens the disputes of the table and their evidence. A watcher's gives the public
    view of the table and its deals.
    """

    table: UUID
    scope: GuestScope
    number: int

    @property
    def actor(self) -> str:
        """The name of the guest in the record and in logs."""
        return f"{self.scope}:{self.number}"


OwnerOrSeat: TypeAlias = ApiKey | SeatHolder
Principal: TypeAlias = OwnerOrSeat | GuestHolder
"""All principals with a credential. An operation names the scopes of the guests that it admits."""


def is_auditor(who: Principal) -> TypeGuard[GuestHolder]:
    """Whether a principal is an auditor."""
    return isinstance(who, GuestHolder) and who.scope == AUDITOR


def require_scope(who: Principal, scope: Scope) -> None:
    """Check that a key has a scope. Tokens of seats and others have no scopes.

    Raises:
        Problem: ``scope-missing``.
    """
    if isinstance(who, ApiKey) and scope not in who.scopes:
        detail = f"This key has no scope {scope}: it may not {MEANING[scope]}."
        raise Problem(Code.SCOPE_MISSING, detail, more={"scope": scope})


def counted_as(who: Principal) -> str:
    """The name of a principal for rate limits: all keys of an owner share one."""
    return str(who.root) if isinstance(who, ApiKey) else f"{who.table}:{who.actor}"


def hashed(credential: str) -> bytes:
    """The stored hash of a credential. It has 256 random bits, so a plain hash protects it."""
    return sha256(credential.encode()).digest()


def seat_token(table: UUID, seat: Seat, secret: bytes) -> str:
    """Build the token of a seat from 32 secret bytes."""
    return _written(SEAT, table.bytes + bytes([seat]) + secret)


def read_seat_token(token: str) -> SeatHolder | None:
    """The table and seat that a token names. Only the table itself can validate the token."""
    raw = _read(SEAT, token)
    return SeatHolder(UUID(bytes=raw[:16]), raw[16]) if len(raw) == SEAT_TOKEN_BYTES else None


def guest_token(table: UUID, scope: GuestScope, number: int, secret: bytes) -> str:
    """Build the token of a guest from 32 secret bytes."""
    return _written(GUEST_KINDS[scope], table.bytes + number.to_bytes(2, "big") + secret)


def read_guest_token(token: str) -> GuestHolder | None:
    """The table and the guest that a token names; None if it is not the token of a guest."""
    for scope, kind in GUEST_KINDS.items():
        if token.startswith(f"{kind}_"):
            raw = _read(kind, token)
            if len(raw) == GUEST_TOKEN_BYTES:
                return GuestHolder(UUID(bytes=raw[:16]), scope, int.from_bytes(raw[16:18], "big"))
    return None


def _written(kind: str, raw: bytes) -> str:
    return f"{kind}_{urlsafe_b64encode(raw).rstrip(b'=').decode()}"


def _read(kind: str, token: str) -> bytes:
    """The bytes of a token; empty if it is not one."""
    try:
        return urlsafe_b64decode(token.removeprefix(f"{kind}_") + "==")
    except ValueError:
        return b""


def opens(token: str, player: Player | None) -> bool:
    """Whether the token belongs to the player who has the seat now."""
    expected = player.token if player is not None else None
    return expected is not None and compare_digest(hashed(token).hex(), expected)


def admits(token: str, guest: Guest, *, now: int) -> bool:
    """Whether the token belongs to this guest and is valid at this time."""
    return guest.is_valid(now) and compare_digest(hashed(token).hex(), guest.token)
