"""Who calls: integrators with an API key, players with the token of a seat; kept as SHA-256 only.

The hash of a seat's token stands in the event by which the seat was taken, so the table itself says
who may sit there: a token ends when its player leaves. The token names its table and seat. So it is
with auditors, whose tokens name table and number, and end at a moment.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final, TypeAlias
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow
from psycopg_pool import ConnectionPool

from domain.disputes import Appointed
from domain.event import Seat
from domain.series import Player

KEY: Final = "key"
SEAT: Final = "seat"
AUDIT: Final = "audit"
SEAT_TOKEN_BYTES: Final = 16 + 1 + 32
AUDIT_TOKEN_BYTES: Final = 16 + 2 + 32

Pool: TypeAlias = ConnectionPool[Connection[TupleRow]]


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An integrator's key."""

    id: UUID
    name: str
    created_at: datetime
    revoked_at: datetime | None = None

    @property
    def actor(self) -> str:
        """How the record names it."""
        return f"key:{self.id}"


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


Caller: TypeAlias = ApiKey | SeatHolder
Anybody: TypeAlias = Caller | Auditor
"""Whoever has a credential; auditors are let in where it is said that they are, and only there."""


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
    return _written(AUDIT, table.bytes + number.to_bytes(2, "big") + secret)


def read_audit_token(token: str) -> Auditor | None:
    """The table and the auditor that a token claims to be for."""
    raw = _read(AUDIT, token)
    if len(raw) != AUDIT_TOKEN_BYTES:
        return None
    return Auditor(UUID(bytes=raw[:16]), int.from_bytes(raw[16:18], "big"))


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


@dataclass(frozen=True, slots=True)
class Credentials:
    """The API keys of one database."""

    pool: Pool

    def add_key(self, credential: str, *, id: UUID, name: str) -> None:  # noqa: A002
        """Store an API key; again is the same as once."""
        self._run(
            "INSERT INTO api_key (id, hash, name) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
            (id, hashed(credential), name),
        )

    def revoke(self, key: UUID) -> bool:
        """Revoke an API key; whether there was one that was not revoked."""
        changed = self._run(
            "UPDATE api_key SET revoked_at = now() WHERE id = %s AND revoked_at IS NULL", (key,)
        )
        return changed == 1

    def keys(self) -> Iterator[ApiKey]:
        """Every API key, the oldest first."""
        with self.pool.connection() as connection:
            rows = connection.execute(
                "SELECT id, name, created_at, revoked_at FROM api_key ORDER BY created_at, id"
            ).fetchall()
        return (ApiKey(*row) for row in rows)

    def key(self, credential: str) -> ApiKey | None:
        """Whose key it is; None for one that is not known or was revoked."""
        with self.pool.connection() as connection:
            row = connection.execute(
                "SELECT id, name, created_at FROM api_key WHERE hash = %s AND revoked_at IS NULL",
                (hashed(credential),),
            ).fetchone()
        return None if row is None else ApiKey(*row)

    def _run(self, statement: Any, values: tuple[Any, ...]) -> int:
        with self.pool.connection() as connection:
            return connection.execute(statement, values).rowcount
